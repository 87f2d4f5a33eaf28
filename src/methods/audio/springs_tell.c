// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is known of masses on linear springs before they move. They swing out of tune: on strings,
// bars and plates, where springs have no inertia to give back, or between several springs, which
// know nothing of each other. What a mass does while all else keeps its place, or moves against it,
// tells by how much (theory 2.29). And what is kept of them belongs to half steps, which a start
// cannot have right together with its samples.

#include "base/constants.h"
#include "base/text.h"
#include "bodies/mass.h"
#include "methods/audio/springs.h"
#include <math.h>

/// From here on it is told, cents, of what is heard, Hz.
static const double told_from = 3;
static const double heard_max = 20000;

/// The remedies.
enum { MAX_OVERSAMPLE = 8 };

/// What the springs of a mass add up to, in a step of some length.
typedef struct {
  double restoring; // of the true motion: sum K W, with its own spring, s2/s2
  double inertia;   // sum (K/4 - J) W
  double loss;      // what its speed loses in a step, to losses and as waves
  double hardest;   // the largest K W
  int contact;      // which has it
} swing;

/// A link in a step of k.
typedef struct {
  double K;      // N/m
  double masses; // W of its masses, s2/kg
  double yields; // with what springs of their own leave of them
  double waves;  // W of all else that moves
} spring_view;

static double squared(double x) {
  return x * x;
}

static spring_view view_of(const compiler *c, const model_link *link, double k) {
  spring_view v = {.K = c->m.contact[link->contact].start.linear * link->scale};
  for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
    const link_term term = c->m.term[t];
    const model_body *b = &c->m.body[term.body];
    const double part = k * k * squared(term.weight) * c->m.inverse_mass[term.node];
    if (!body_is_mass(b)) {
      v.waves += part;
      continue;
    }
    const double stride = mass_coefficients(&b->start, k).stride;
    v.masses += part;
    v.yields += part / fmax(squared(k / stride) - squared(k) * b->start.omega2 / 4, 0);
  }
  return v;
}

// A spring and what it adds to the swing of one of its masses.
static void add_spring(const compiler *c, const model_link *link, double k, swing *of) {
  const spring_view v = view_of(c, link, k);
  if (!(v.K > 0 && v.masses > 0))
    return;
  const double J = link->springs > 0 ? spring_inertia(v.K, v.masses, v.yields, link->springs) : 0;
  const double sigma_x = c->m.contact[link->contact].start.sigma_x;
  for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
    const link_term term = c->m.term[t];
    if (!body_is_mass(&c->m.body[term.body]))
      continue;
    swing *w = &of[term.node];
    w->restoring += v.K * v.masses;
    w->inertia += (v.K / 4 - J) * v.masses;
    w->loss += 2 * sigma_x * v.masses / k + v.K * v.waves / 2;
    if (v.K * v.masses > w->hardest) {
      w->hardest = v.K * v.masses;
      w->contact = link->contact;
    }
  }
}

// By how much a mass that swings sounds too high, cents; 0 where that is not heard, beyond 20 kHz
// or where it does not come to swing (Q < 1).
static double cents_of(const swing *w, const model_body *b, double k) {
  const double own = squared(k) * b->start.omega2;
  const double restoring = w->restoring + own;
  const double ratio = squared(mass_coefficients(&b->start, k).stride / k);
  const double loss = w->loss + 2 * b->start.sigma0 * k;
  if (!(w->restoring > 0) || sqrt(restoring) > two_pi * heard_max * k || squared(loss) > restoring)
    return 0;
  const double found = 2 * asin(fmin(sqrt(ratio * restoring / (1 + ratio * w->inertia)) / 2, 1));
  return 1200 * log2(found / sqrt(restoring));
}

// The mass that is off by the most in steps of k; its node.
static int worst_of(const compiler *c, double k, swing *of, double *cents) {
  int worst = -1;
  *cents = 0;
  for (int i = 0; i < c->m.mass_body_count; ++i)
    of[i] = (swing){.contact = -1};
  for (int i = 0; i < c->m.link_count; ++i)
    add_spring(c, &c->m.link[i], k, of);
  for (int i = 0; i < c->m.mass_body_count; ++i) {
    const double off = cents_of(&of[i], &c->m.body[c->m.mass_body[i]], k);
    if (fabs(off) > fabs(*cents)) {
      *cents = off;
      worst = i;
    }
  }
  return worst;
}

// The oversampling that leaves less than `enough` of what is off, or that and a rate.
static void write_remedy(const compiler *c, double off_by(const compiler *, int, double, void *),
                         int index, void *scratch, double enough, char *text, size_t size) {
  const carom_model *head = &c->m.head;
  sentence to = sentence_in(text, size);
  int times = head->oversample;
  double left = enough;
  while (times < MAX_OVERSAMPLE && fabs(left) >= enough) {
    times *= 2;
    left = off_by(c, index, 1 / (head->rate * times), scratch);
  }
  if (fabs(left) < enough)
    sentence_add(&to, "solver.oversample: %d", times);
  else
    sentence_add(&to, "rate: %.3g with solver.oversample: %d",
                 head->rate * fmax(sqrt(fabs(left) / enough), 1.01), times);
}

static double worst_cents(const compiler *c, int index, double k, void *scratch) {
  (void)index;
  double cents = 0;
  (void)worst_of(c, k, scratch, &cents);
  return cents;
}

static void tell_tuning(compiler *c, int node, const swing *w, double cents, swing *scratch) {
  char remedy[80];
  const double frequency =
      sqrt(w->restoring / squared(c->m.head.k) + c->m.body[c->m.mass_body[node]].start.omega2) /
      two_pi;
  write_remedy(c, worst_cents, 0, scratch, told_from, remedy, sizeof remedy);
  compile_warning(c, WARNING_SPRING_TUNING,
                  &(warning_words){.name = c->m.text + c->m.contact[w->contact].name,
                                   .more = remedy,
                                   .number = {frequency, cents}});
}

static bool tell_swings(compiler *c) {
  const size_t size = 2 * (size_t)c->m.mass_body_count * sizeof(swing);
  swing *of = compile_take(c, size);
  double cents = 0;
  const int node = of != NULL ? worst_of(c, c->m.head.k, of, &cents) : -1;
  if (node >= 0 && fabs(cents) >= told_from) {
    const swing worst = of[node];
    tell_tuning(c, node, &worst, cents, of + c->m.mass_body_count);
  }
  compile_drop(c, of, size);
  return !c->m.out_of_memory;
}

// --- Starts -------------------------------------------------------------------------------------

/// From here on it is told that a start is off.
static const double told_start = 0.01;

// Where the overlap of a link is at t = 0, and how fast it moves; 0 and 0 beside a barrier that
// moves.
static void overlap_at_start(const compiler *c, const model_link *link, double *eta, double *rate) {
  *eta = link->offset;
  *rate = 0;
  for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
    const link_term term = c->m.term[t];
    *eta += term.weight * c->m.start[term.node];
    *rate += term.weight * c->m.start_speed[term.node];
  }
  if (link->barrier >= 0 && c->m.body[link->barrier].barrier.swings)
    *eta = *rate = 0;
  else if (link->barrier >= 0)
    *eta += link->side * c->m.body[link->barrier].barrier.position;
}

// Which part of its energy a spring and its masses have too much at the start (theory 8.26), with
// steps of k; 0 where the step does not resolve it, which starts it with its energy.
static double energy_off(const compiler *c, int i, double k, void *scratch) {
  (void)scratch;
  const model_link *link = &c->m.link[i];
  const spring_view v = view_of(c, link, k);
  const double X = v.K * v.masses;
  double eta = 0;
  double rate = 0;
  overlap_at_start(c, link, &eta, &rate);
  const double moved = k * rate;
  const double written = moved * moved + X * eta * eta; // times k^2 / 2 M
  if (!(X > 0 && X / 4 <= 0.5 && written > 0) || c->m.head.first_order_start)
    return 0;
  const double J = link->springs > 0 ? spring_inertia(v.K, v.masses, v.yields, link->springs) : 0;
  const double push = X * (eta - moved / 4) / (1 + X * X / 16);
  const double du = moved + push / 2;
  return (du * du * (1 - J * v.masses) + X * squared(eta - du / 2)) / written - 1;
}

static void tell_springs(compiler *c) {
  int worst = -1;
  double off = 0;
  for (int i = 0; i < c->m.link_count; ++i) {
    const double now = energy_off(c, i, c->m.head.k, NULL);
    if (fabs(now) > fabs(off)) {
      off = now;
      worst = i;
    }
  }
  if (worst < 0 || fabs(off) < told_start)
    return;
  char remedy[80];
  write_remedy(c, energy_off, worst, NULL, told_start, remedy, sizeof remedy);
  compile_warning(c, WARNING_SPRING_START,
                  &(warning_words){.name = c->m.text + c->m.contact[c->m.link[worst].contact].name,
                                   .more = remedy,
                                   .number = {-100 * off}});
}

// By which part a mass that is thrown on its own spring goes too far (theory 1.45).
static double goes_too_far(const compiler *c, int node, double k, void *scratch) {
  (void)scratch;
  const material *a = &c->m.body[c->m.mass_body[node]].start;
  const double damped = a->omega2 - squared(a->sigma0);
  if (!(damped > 0) || c->m.start_speed[node] == 0)
    return 0;
  const step_coefficients by = mass_coefficients(a, k);
  const double angle = sqrt(damped) * k;
  return by.stride / k * (1 + mass_damping(&by)) * exp(-a->sigma0 * k) * angle / sin(angle) - 1;
}

static void tell_throws(compiler *c) {
  for (int i = 0; i < c->m.mass_body_count; ++i) {
    const double far = goes_too_far(c, i, c->m.head.k, NULL);
    if (far < told_start)
      continue;
    char remedy[80];
    write_remedy(c, goes_too_far, i, NULL, told_start, remedy, sizeof remedy);
    compile_warning(
        c, WARNING_THROWN,
        &(warning_words){
            .name = c->m.text + c->m.body[c->m.mass_body[i]].name,
            .more = remedy,
            .number = {sqrt(c->m.body[c->m.mass_body[i]].start.omega2) / two_pi, 100 * far}});
  }
}

bool springs_tell(compiler *c) {
  tell_springs(c);
  tell_throws(c);
  return tell_swings(c);
}
