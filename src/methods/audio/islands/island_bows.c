// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bows as linear links (theory 5.1 to 5.4 and 5.12). A bow that moves with v_B rubs a point of
// displacement eta with F = f_B Phi(v), v = D/2k - v_B, D = eta^{n+1} - eta^{n-1}. Written with the
// slope Lambda = Phi(v)/v it is affine in D,
//
//   F = f + d D,   d = f_B Lambda / 2k,   f = -f_B Lambda v_B,
//
// and whatever Lambda >= 0 is, F v >= 0: friction only dissipates. So a bow is eliminated together
// with the springs of its island and is part of what the collisions see. What is left is to find
// the Lambda that fits the v it leads to:
//
//   linear    Lambda at the velocity before, (eta^n - eta^{n-1})/k - v_B
//   linear2   and once more at the velocity found with it
//   newton    with the mobility S of the point, the springs eliminated, q = v + S F does not depend
//             on the bow, and the root of v + S F = q gives Lambda. A bow whose island has no
//             collision that pushes is right after one round; otherwise each solve of the island
//             gives v and F, and so the next q.
//
// The elasto-plastic law is treated likewise, with the affine function through the point found; the
// bend of its bristles is kept as psi = sqrt(s_0) z, whose energy is psi^2/2.
//
// With noise the hair presses unevenly (theory 5.15): in step n the force is f_B (1 + noise xi_n),
// with xi between -1 and 1 drawn for each sample that the bow has rubbed, linear between samples.
// It is never negative, so friction still only dissipates, and the books below hold as they are.
//
//   work supplied by the bow   -F v_B k        heat of friction   F v k - (psi+^2 - psi^2)/2,
//                                              computed from its parts

#include "methods/audio/bow.h"
#include "methods/audio/links.h"

#include "base/bounds.h"
#include "base/random.h"
#include "contacts/friction.h"
#include "methods/audio/islands/linears.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>

/// Solves of an island for its bows, and how many of them take S from the springs alone.
enum { MAX_ROUNDS = 40, SPRING_ROUNDS = 3 };

/// Relative tolerance of velocities.
static const double velocity_tolerance = 1e-12;

/// Of the noise of a bow, 1/s.
static const double draws_a_second = 44100;

static const model_friction *friction_of(const island_view *v, int i) {
  return &v->m->contact[v->linears.link[i].contact].friction;
}

static const contact_values *law_of(const island_view *v, int i) {
  return &v->s->values[v->linears.link[i].contact];
}

static bool is_bow(const island_view *v, int i) {
  return v->m->contact[v->linears.link[i].contact].rubs;
}

// F = slope (v - slide) + force as a function of D; the force itself is right if v is.
static void set_affine(const island_view *v, int i, double slide, double force, double slope) {
  link_work *w = &v->linears.work[i];
  const double steep = larger(slope, 0);
  w->slide = slide;
  w->force = force;
  w->d = steep / (2 * v->m->k);
  w->f = force - steep * (slide + law_of(v, i)->bow_speed);
  w->root = sqrt(w->d);
}

// F = f_B Lambda v, with the Lambda of one velocity.
static void set_exponential(const island_view *v, int i, friction_point at) {
  const double slope = v->linears.work[i].press * at.slope;
  v->linears.work[i].slope = at.slope;
  set_affine(v, i, at.v, slope * at.v, slope);
}

static friction_point curve_at(const island_view *v, int i, double slide) {
  return (friction_point){slide, friction_slope(&friction_of(v, i)->curve, slide)};
}

static void set_bristles(const island_view *v, int i, double S, double q) {
  const model_friction *f = friction_of(v, i);
  const double press = v->linears.work[i].press;
  const double z = v->linears.past[i].psi / sqrt(f->bristle_stiffness);
  if (press <= 0) {
    v->linears.work[i].share = 0;
    set_affine(v, i, q, 0, 0);
    return;
  }
  const bristle b = friction_bristle(f, press, S, q, z, v->m->k);
  const double slope = friction_bristle_slope(f, b.share, v->m->k);
  v->linears.work[i].share = b.share;
  set_affine(v, i, b.v, f->bristle_stiffness * z + slope * b.v, slope);
}

// Coefficients for a point that obeys v + S F = q, given a v that is near.
static void solve_bow(const island_view *v, int i, double S, double q, friction_point near) {
  const model_friction *f = friction_of(v, i);
  if (f->law == FRICTION_ELASTO_PLASTIC)
    set_bristles(v, i, S, q);
  else
    set_exponential(
        v, i,
        friction_root(&f->curve, S * v->linears.work[i].press, q, v->linears.past[i].slide, near));
}

// Where it was in the step before.
static friction_point past_point(const island_view *v, int i) {
  return (friction_point){v->linears.past[i].slide, v->linears.past[i].slope};
}

// The bow's force in this step.
static double pressing(const island_view *v, int i) {
  contact_values *a = &v->s->values[v->linears.link[i].contact];
  if (!(a->noise > 0) || !(a->bow_force > 0) || a->bow_speed == 0)
    return a->bow_force;
  const unsigned long long seed = friction_of(v, i)->seed;
  const double place = a->rubbed * draws_a_second / (v->m->rate * v->m->oversample);
  const double draw = floor(place);
  const unsigned long long n = (unsigned long long)draw;
  double xi = random_signed(seed, n);
  if (place > draw)
    xi += (place - draw) * (random_signed(seed, n + 1) - xi);
  a->rubbed += 1;
  return a->bow_force * (1 + a->noise * xi);
}

static void solve_with(const island_view *v, int i, linear_alone alone) {
  const double k = v->m->k;
  solve_bow(v, i, alone.W / (2 * k), bow_slide(k, law_of(v, i), alone.D), past_point(v, i));
}

// Until the springs are known, a bow that seeks a root rubs with the Lambda it had.
void bow_prepare(const island_view *v, int i) {
  assert(is_bow(v, i) && "a union's friction");
  const model_friction *f = friction_of(v, i);
  const link_memory *past = &v->linears.past[i];
  link_work *w = &v->linears.work[i];
  w->press = pressing(v, i);
  w->loss = w->g = 0;
  w->last_slide = w->last_force = NAN; // no round yet
  if (f->solve != SOLVE_NEWTON)
    set_exponential(v, i, curve_at(v, i, past->deta / v->m->k - law_of(v, i)->bow_speed));
  else if (f->law == FRICTION_EXPONENTIAL && past->slope > 0)
    set_exponential(v, i, past_point(v, i));
  else
    solve_with(v, i, (linear_alone){sky_at(v->linears.row, v->weight, i, i), w->free});
}

// The root is the solution.
void bow_solve_apart(const island_view *v) {
  const int last = v->linears.count - 1;
  link_work *w = &v->linears.work[last];
  const double W = sky_at(v->linears.row, v->weight, last, last);
  w->press = pressing(v, last);
  w->loss = w->g = 0;
  solve_with(v, last, (linear_alone){W, w->free});
  w->seen = w->free - W * w->force;
  bow_finish(v, last);
  w->slide = bow_slide(v->m->k, law_of(v, last), w->seen);
  ++v->s->counts[v->linears.link[last].contact].solves;
}

void bows_settle(const island_view *v) {
  for (int i = 0; i < v->linears.count; ++i)
    if (is_bow(v, i) && friction_of(v, i)->solve == SOLVE_NEWTON)
      solve_with(v, i, linear_by_itself(v, i));
}

// Whether the last of the linear links has no receptance in common with any other at present.
static bool last_is_apart(const island_view *v) {
  const int last = v->linears.count - 1;
  bool apart = linear_is_apart(v, last);
  for (int c = 0; apart && c < v->collisions.count; ++c) {
    const model_row *row = &v->collisions.row[c];
    apart =
        last < row->low || last >= row->high || v->coupling[row->coupling + last - row->low] == 0;
  }
  return apart;
}

bool bows_are_left(const island_view *v) {
  bool any = false;
  for (int i = 0; i < v->linears.count; ++i)
    any = any || is_bow(v, i);
  return any;
}

bool bow_is_apart(const island_view *v) {
  const int last = v->linears.count - 1;
  return is_bow(v, last) && friction_of(v, last)->solve == SOLVE_NEWTON && last_is_apart(v);
}

void bow_finish(const island_view *v, int i) {
  link_work *w = &v->linears.work[i];
  const model_friction *f = friction_of(v, i);
  const contact_values *a = law_of(v, i);
  w->stretch = w->psi = 0;
  if (f->law == FRICTION_ELASTO_PLASTIC && a->bow_force > 0)
    w->psi = v->linears.past[i].psi +
             sqrt(f->bristle_stiffness) * v->m->k * w->share * bow_slide(v->m->k, a, w->seen);
}

// The error of the velocity that a bow's coefficients were made for, relative to the velocities.
static double velocity_error(const island_view *v, int i) {
  const double speed = law_of(v, i)->bow_speed;
  const double slide = v->linears.work[i].seen / (2 * v->m->k) - speed;
  const double scale = fabs(slide) + fabs(speed);
  return scale > 0 ? fabs(slide - v->linears.work[i].slide) / scale : 0;
}

// New coefficients from the last round. S is the mobility with springs eliminated; a collision on
// the same nodes lowers it, which is estimated from two rounds with different forces.
static void refine_bow(const island_view *v, int i, int round) {
  link_work *w = &v->linears.work[i];
  const double k = v->m->k;
  const double slide = bow_slide(k, law_of(v, i), w->seen);
  double S = linear_by_itself(v, i).W / (2 * k);
  if (round > SPRING_ROUNDS && w->force != w->last_force) {
    const double estimate = -(slide - w->last_slide) / (w->force - w->last_force);
    if (estimate >= 0 && estimate < S)
      S = estimate;
  }
  w->last_slide = slide;
  w->last_force = w->force;
  solve_bow(v, i, S, slide + S * w->force, (friction_point){w->slide, w->slope});
}

// linear2 takes its slope a second time; newton improves the bow with the largest error.
static bool refine(const island_view *v, int round) {
  int worst = -1;
  double max = velocity_tolerance;
  bool again = false;
  for (int i = 0; i < v->linears.count; ++i) {
    if (!is_bow(v, i))
      continue;
    const friction_solve solve = friction_of(v, i)->solve;
    if (solve == SOLVE_LINEAR2 && round == 1) {
      set_exponential(v, i,
                      curve_at(v, i, bow_slide(v->m->k, law_of(v, i), v->linears.work[i].seen)));
      again = true;
    }
    const double error = solve == SOLVE_NEWTON ? velocity_error(v, i) : 0;
    if (error > max) {
      worst = i;
      max = error;
    }
  }
  if (worst >= 0 && round < MAX_ROUNDS)
    refine_bow(v, worst, round);
  return again || (worst >= 0 && round < MAX_ROUNDS);
}

// Only the last round can leave an error.
static void count_round(const island_view *v, int i, int round, bool again) {
  link_work *w = &v->linears.work[i];
  carom_counts *counts = &v->s->counts[v->linears.link[i].contact];
  counts->solves += round == 1;
  counts->retries += again;
  if (again)
    return;
  if (round >= MAX_ROUNDS)
    counts->fallbacks +=
        friction_of(v, i)->solve == SOLVE_NEWTON && velocity_error(v, i) > velocity_tolerance;
  w->slide = bow_slide(v->m->k, law_of(v, i), w->seen);
}

bool bows_unsettled(const island_view *v, int round) {
  const bool again = refine(v, round);
  for (int i = 0; i < v->linears.count; ++i)
    if (is_bow(v, i))
      count_round(v, i, round, again);
  return again;
}

double bow_first_force(const model_contact *c, const contact_values *a, double speed) {
  const double slide = speed - a->bow_speed;
  const model_friction *f = &c->friction;
  if (f->law == FRICTION_EXPONENTIAL)
    return a->bow_force * friction_slope(&f->curve, slide) * slide;
  return a->bow_force > 0 ? (f->bristle_damping + f->viscous) * slide : 0;
}

// z^{-1/2} = -k/2 v^0 (theory 5.13), less where half a step does not resolve the bristles: where
// they hold the point, or where they yield.
double bow_first_psi(const carom_model *m, const carom_state *s, int link) {
  const audio_state *a = audio_of(s);
  const model_link *l = &m->link[link];
  const model_friction *f = &m->contact[l->contact].friction;
  const contact_values *v = &s->values[l->contact];
  const double breakaway = friction_breakaway(f, v->bow_force);
  if (f->law != FRICTION_ELASTO_PLASTIC || !(breakaway > 0))
    return 0;
  const link_nodes nodes = all_nodes_of_link(m, a, l);
  double W = 0;
  for (int t = 0; t < nodes.count; ++t) {
    const link_term term = nodes.term[t];
    W += a->coefficients[term.body].receptance * m->inverse_mass[term.node] * term.weight *
         term.weight;
  }
  const double S = W / (2 * m->k);
  const double bend = (link_at(a, link)->deta - v->bow_speed * m->k) / 2;
  const double held = S * (f->bristle_stiffness * m->k / 2 + f->bristle_damping + f->viscous);
  const double yield = bend / breakaway * (bend / breakaway);
  return -sqrt(f->bristle_stiffness) * bend / (1 + held + yield * yield);
}

// Of bristles in parts, so that rounding makes none negative. Bristles of a lifted bow lose what
// they stored.
double bow_heat(const carom_model *m, const carom_state *s, int link) {
  const link_step *w = step_at(audio_of(s), link);
  const double psi = link_at(audio_of(s), link)->psi;
  const int contact = m->link[link].contact;
  const model_friction *f = &m->contact[contact].friction;
  const double slide = bow_slide(m->k, &s->values[contact], w->seen);
  if (f->law == FRICTION_EXPONENTIAL)
    return w->force * slide * m->k;
  const double root = sqrt(f->bristle_stiffness);
  return s->values[contact].bow_force > 0
             ? friction_heat(f, w->force, slide, psi / root, w->psi / root, m->k)
             : psi * psi / 2;
}
