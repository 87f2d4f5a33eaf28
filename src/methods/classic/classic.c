// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The classic integrators on one mass and a wall, as S. Papetti, F. Avanzini and D. Rocchesso use
// them (Energy and accuracy issues in numerical simulations of a non-linear impact model, DAFx-09,
// equations (20) to (26)). With the step k, total acceleration a and x the displacement,
//
//   AM1     x+ = x + k v + k^2/4 (a + a+),   v+ = v + k/2 (a + a+),   a+ = a(x+, v+)   by Newton
//   Verlet  x+ = x + k v + k^2/2 a,   a+ = a(x+, v + k/2 a),          v+ = v + k/2 (a + a+)
//   Heun    x+ = x + k/2 (v + v~),  v~ = v + k a,  a+ = a(x+, v~),    v+ = v + k/2 (a + a+)
//   RK4     classical
//
// Verlet and Heun go on with the a+ of the predicted velocity: it is not evaluated again, and
// Heun's takes the corrected position. The paper's Table 1 comes out with these conventions alone.
//
//   M a = -M omega_0^2 u - 2 M sigma_0 v - M G - weight K [eta]^alpha (1 + mu eta')
//
// with eta = weight u + side b + offset, the overlap (weight is +1 or -1). The force may pull where
// eta' < -1/mu: that is the methods' own mistake and stays.
//
// Corrections. The paper's: the overlap is cut at the largest compression of the closed form, and
// the first sample without overlap takes the rebound speed of its approximation (7). Under gravity
// that sample lies behind the end of the contact, and each bounce gains M G |eta|. Corrected: the
// exact rebound speed less what was gained or lost on the way to that sample.
//
// None of these methods conserves energy. Their ledger counts losses by the trapezoidal rule; what
// the method makes up or drops is the balance error. Its rows belong to whole steps.

#include "contacts/law.h"
#include <carom/impact.h>

#include <math.h>
#include <string.h>

/// The mass and its wall, gathered for one step.
typedef struct {
  const model_body *body;
  const model_contact *contact;
  material own; // spring and damper of the mass
  law law;
  double gravity;      // m/s2
  double mass;         // kg
  double weight, rest; // eta = weight u + rest
  double k;
} pair;

typedef struct {
  double x, v;  // displacement and velocity
  double a;     // total acceleration that goes with them
  double force; // the contact's part, N
} motion_at;

static pair gather_pair(const carom_model *m, const carom_state *s) {
  const model_link *link = &m->link[0];
  const int body = m->mass_body[0];
  return (pair){.body = &m->body[body],
                .contact = &m->contact[0],
                .own = s->material[body],
                .law = s->law[0],
                .gravity = s->head->gravity,
                .mass = m->body[body].node_mass,
                .weight = m->term[link->first_term].weight,
                .rest = link->offset + link->side * s->barrier[link->barrier],
                .k = m->k};
}

static double overlap(const pair *p, double x) {
  return p->weight * x + p->rest;
}

// K [eta]^alpha
static double elastic_force(const pair *p, double eta) {
  return eta > 0 ? p->law.stiffness * pow(eta, p->contact->exponent) : 0;
}

static double contact_force(const pair *p, double x, double v) {
  return elastic_force(p, overlap(p, x)) * (1 + p->law.damping * p->weight * v);
}

// Of the mass's own spring and damper, and gravity.
static double own_acceleration(const pair *p, double x, double v) {
  return -p->own.pull * x - 2 * p->own.sigma0 * v - p->gravity;
}

// Puts a and force to x, evaluated with the velocity v.
static void push_back(const pair *p, motion_at *to, double v) {
  to->force = contact_force(p, to->x, v);
  to->a = own_acceleration(p, to->x, v) - p->weight * to->force / p->mass;
}

// --- The methods --------------------------------------------------------------------------------

// Where AM1 arrives with the acceleration a+; returns a(x+, v+) - a+, and by how much it changes
// with a+.
static double am1_miss(const pair *p, const motion_at *from, double a, motion_at *to,
                       double *slope) {
  const double k = p->k;
  to->x = from->x + k * from->v + k * k / 4 * (from->a + a);
  to->v = from->v + k / 2 * (from->a + a);
  push_back(p, to, to->v);
  const double eta = overlap(p, to->x);
  const double speed = p->weight * to->v;
  double steep = 0; // d force / d eta, and with eta'
  double drag = 0;
  if (eta > 0) {
    const double elastic = elastic_force(p, eta);
    steep = p->contact->exponent * elastic / eta * (1 + p->law.damping * speed);
    drag = p->law.damping * elastic;
  }
  *slope = -(p->own.pull + steep / p->mass) * k * k / 4 -
           (2 * p->own.sigma0 + drag / p->mass) * k / 2 - 1;
  return to->a - a;
}

// Newton's iteration, kept inside an interval in which the miss changes its sign. Without contact
// a+ is linear; the contact can but push away from the wall, or pull if it is left too fast.
static motion_at am1(const pair *p, const motion_at *from) {
  motion_at to = {0};
  double slope = -1;
  double a = from->a;
  double low = -INFINITY; // the miss is positive here and below
  double high = INFINITY;
  for (int i = 0; i < 200; ++i) {
    const double miss = am1_miss(p, from, a, &to, &slope);
    if (miss > 0)
      low = a;
    else
      high = a;
    double next = slope < 0 ? a - miss / slope : a + miss;
    if (!(next > low && next < high) && isfinite(low) && isfinite(high))
      next = low + (high - low) / 2;
    if (fabs(next - a) <= 1e-15 * fabs(a) || next == low || next == high)
      break;
    a = next;
  }
  return to;
}

static motion_at verlet(const pair *p, const motion_at *from, double deepest) {
  const double k = p->k;
  motion_at to = {.x = from->x + k * from->v + k * k / 2 * from->a};
  to.x -= p->weight * fmax(0, overlap(p, to.x) - deepest);
  push_back(p, &to, from->v + k / 2 * from->a);
  to.v = from->v + k / 2 * (from->a + to.a);
  return to;
}

static motion_at heun(const pair *p, const motion_at *from, double deepest) {
  const double k = p->k;
  const double predicted = from->v + k * from->a;
  motion_at to = {.x = from->x + k / 2 * (from->v + predicted)};
  to.x -= p->weight * fmax(0, overlap(p, to.x) - deepest);
  push_back(p, &to, predicted);
  to.v = from->v + k / 2 * (from->a + to.a);
  return to;
}

static motion_at rk4(const pair *p, const motion_at *from) {
  static const double share[] = {0, 0.5, 0.5, 1};
  static const double part[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  const double k = p->k;
  double dx = 0; // the last stage's slopes
  double dv = 0;
  motion_at to = *from;
  for (int i = 0; i < 4; ++i) {
    motion_at stage = {.x = from->x + share[i] * k * dx, .v = from->v + share[i] * k * dv};
    push_back(p, &stage, stage.v);
    dx = stage.v;
    dv = stage.a;
    to.x += part[i] * k * dx;
    to.v += part[i] * k * dv;
  }
  push_back(p, &to, to.v);
  return to;
}

// --- Corrections --------------------------------------------------------------------------------

// v^2 a distance further on, under what acts on the mass apart from the wall; never below zero.
static double speed_after(const pair *p, const motion_at *at, double speed, double distance) {
  const double towards = p->weight * own_acceleration(p, at->x, at->v);
  return sqrt(fmax(0, speed * speed + 2 * towards * distance));
}

// An impact begins between two samples: its closed form follows from the speed at the wall.
static void foresee_impact(const pair *p, const motion_at *before, classic_memory *c) {
  const double speed = speed_after(p, before, before->v, -overlap(p, before->x));
  const carom_impact impact = {p->mass, p->law.stiffness, p->contact->exponent, p->law.damping,
                               speed};
  c->speed_in = speed;
  c->deepest = carom_impact_compression(&impact, 0);
  if (isnan(c->deepest)) // no stiffness or no speed: nothing to hold to
    c->deepest = INFINITY;
}

static void correct_exit(const pair *p, correction_kind kind, motion_at *to, double speed_in) {
  const double u = p->law.damping * speed_in;
  double speed = speed_in * carom_impact_restitution_approximate(u);
  if (kind == CORRECTIONS_CORRECTED)
    speed = speed_after(p, to, speed_in * carom_impact_restitution(u), overlap(p, to->x));
  to->v = -p->weight * speed;
  push_back(p, to, to->v);
}

// --- A step -------------------------------------------------------------------------------------

static motion_at advance(const carom_model *m, const pair *p, const motion_at *from,
                         double deepest) {
  switch (m->method) {
  case METHOD_VERLET:
    return verlet(p, from, deepest);
  case METHOD_HEUN:
    return heun(p, from, deepest);
  case METHOD_RK4:
    return rk4(p, from);
  default:
    return am1(p, from);
  }
}

static motion_at step_corrected(const carom_model *m, const pair *p, const motion_at *from,
                                classic_memory *c) {
  const bool touched = overlap(p, from->x) > 0;
  motion_at to = advance(m, p, from, touched ? c->deepest : (double)INFINITY);
  if (m->corrections == CORRECTIONS_OFF)
    return to;
  const bool touches = overlap(p, to.x) > 0;
  if (!touched && touches) {
    foresee_impact(p, from, c);
    to = advance(m, p, from, c->deepest);
  }
  if (touches) // AM1 and RK4 know their position at the end only
    to.x -= p->weight * fmax(0, overlap(p, to.x) - c->deepest);
  if (touched && !touches && isfinite(c->speed_in))
    correct_exit(p, m->corrections, &to, c->speed_in);
  return to;
}

// mu K [eta]^alpha eta'^2, W.
static double contact_loss(const pair *p, double x, double v) {
  return p->law.damping * elastic_force(p, overlap(p, x)) * v * v;
}

static void count_losses(const pair *p, carom_state *s, int body, const motion_at *from,
                         const motion_at *to) {
  const double k = p->k;
  const double contact =
      k / 2 * (contact_loss(p, from->x, from->v) + contact_loss(p, to->x, to->v));
  const double own = k * p->mass * p->own.sigma0 * (from->v * from->v + to->v * to->v);
  if (contact != 0)
    sum_add(&s->contact_account[0].dissipated, contact);
  if (own != 0)
    sum_add(&s->body_account[body].dissipated, own);
}

// The link as the rest of the engine knows it: psi stands for the energy at t_n.
static void observe(const carom_model *m, carom_state *s, const pair *p, const motion_at *at,
                    double before) {
  link_memory *l = &s->link[0];
  l->eta = overlap(p, at->x);
  l->deta = p->weight * (at->x - before);
  l->speed = p->weight * at->v;
  l->psi = law_psi(p->contact, &p->law, m->link[0].scale, l->eta);
  s->work[0].psi = l->psi;
}

// Of the mass, at t_n.
void classic_energy(const carom_model *m, const carom_state *s, double *kinetic,
                    double *potential) {
  const pair p = gather_pair(m, s);
  const double u = s->u[p.body->first];
  const double v = s->classic->velocity;
  *kinetic = p.mass / 2 * v * v;
  *potential = p.mass * (p.own.pull / 2 * u * u + p.gravity * u);
}

static void remember(classic_memory *c, const motion_at *at) {
  c->velocity = at->v;
  c->acceleration = at->a;
  c->force = at->force;
}

// A wall moved by hand jumps between two steps; what that does to the contact is supplied.
static void move_wall(const carom_model *m, carom_state *s) {
  const int wall = m->link[0].barrier;
  const double position = barrier_at(m, s, wall, 0);
  if (position == s->barrier[wall])
    return;
  const double before = contact_energy(m, s, 0);
  s->barrier[wall] = position;
  const pair p = gather_pair(m, s);
  link_memory *l = &s->link[0];
  l->eta = overlap(&p, s->u[p.body->first]);
  l->psi = law_psi(p.contact, &p.law, m->link[0].scale, l->eta);
  s->work[0].psi = l->psi;
  sum_add(&s->head->supplied, contact_energy(m, s, 0) - before);
}

static motion_at present(const pair *p, const carom_state *s) {
  return (motion_at){.x = s->u[p->body->first],
                     .v = s->classic->velocity,
                     .a = s->classic->acceleration,
                     .force = s->classic->force};
}

void classic_start(const carom_model *m, carom_state *s) {
  const pair p = gather_pair(m, s);
  const int node = p.body->first;
  motion_at at = {.x = m->start[node], .v = m->start_speed[node]};
  push_back(&p, &at, at.v);
  remember(s->classic, &at);
  s->classic->speed_in = NAN; // a contact that is there from the start
  s->classic->deepest = INFINITY;
  s->du[node] = m->k * at.v;
  observe(m, s, &p, &at, at.x - s->du[node]);
}

void classic_step(const carom_model *m, carom_state *s) {
  live_advance(m, s);
  move_wall(m, s);
  const pair p = gather_pair(m, s);
  const int node = p.body->first;
  const int body = m->mass_body[0];
  const motion_at from = present(&p, s);
  s->work[0].force = from.force;
  outputs_begin(m, s);
  outputs_read(m, s);
  const motion_at to = step_corrected(m, &p, &from, s->classic);
  remember(s->classic, &to);
  s->u[node] = to.x;
  s->du[node] = to.x - from.x;
  count_losses(&p, s, body, &from, &to);
  ++s->head->n;
  observe(m, s, &p, &to, from.x);
  impacts_track(m, s);
  account *e = &s->body_account[body];
  e->before = e->kinetic + e->potential;
  body_energy(m, s, body, &e->kinetic, &e->potential);
  ledger_balance(m, s);
  outputs_read_energies(m, s);
}
