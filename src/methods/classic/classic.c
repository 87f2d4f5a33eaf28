// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The classic methods: one mass and a wall, by the integrators of integrators.c, with the
// corrections of their paper.
//
// Corrections. The paper's: the overlap is cut at the largest compression of the closed form, and
// the first sample without overlap takes the rebound speed of its approximation (7). Under gravity
// that sample lies beyond the end of the contact, and each bounce gains M G |eta|. Corrected: the
// exact rebound speed less what was gained or lost on the way to that sample (theory 12.7).
//
// None of these methods conserves energy. Their ledger counts losses by the trapezoidal rule
// (theory 12.6); what the method makes up or drops is the balance error. Its rows belong to whole
// steps.

#include "methods/classic/classic.h"

#include "contacts/psi.h"
#include "methods/methods.h"
#include "scene/words.h"
#include "state/state.h"
#include <carom/rebound.h>
#include <math.h>
#include <string.h>

/// What is kept of the mass and its wall from step to step. Displacement, velocity and acceleration
/// are those of the one node.
typedef struct {
  double displacement; // m
  double velocity;     // v_n, m/s
  double acceleration; // of the last step's end, with which the next step begins, m/s2
  double force;        // the contact's part of it, N
  double overlap;      // eta, m
  double before;       // eta one step earlier, m
  double psi;          // the root of twice the contact's energy at t_n
  double speed_in;     // of the present impact; NaN if not known
  double deepest;      // its largest compression in closed form, m
} classic_state;

NO_PADDING(classic_state, 9);

#define CLASSIC_KEPT(X) X(classic_state, kept, 1)
#define CLASSIC_SCRATCH(X)

typedef struct {
  CLASSIC_KEPT(ARRAY_FIELD)
} classic_handle;

static classic_state *classic_of(const carom_state *s) {
  return ((classic_handle *)s->own)->kept;
}

static correction_kind corrections_of(const carom_model *m) {
  return *(const correction_kind *)(const void *)m->own;
}

static pair gather_pair(const carom_model *m, const carom_state *s) {
  const model_link *link = &m->link[0];
  const int body = m->mass_body[0];
  return (pair){.body = &m->body[body],
                .power = &m->contact[0].law.power,
                .own = s->material[body],
                .law = s->values[0],
                .gravity = s->head->gravity,
                .mass = m->body[body].node_mass,
                .weight = m->term[link->first_term].weight,
                .rest =
                    link->offset + contact_closed(m, s, 0) + link->side * s->barrier[link->barrier],
                .k = m->k};
}

// --- Corrections --------------------------------------------------------------------------------

// The speed a distance further on, under all forces but that of the wall; never below zero.
static double speed_after(const pair *p, const motion_at *at, double speed, double distance) {
  const double towards = p->weight * pair_own_acceleration(p, at->x, at->v);
  return sqrt(fmax(0, speed * speed + 2 * towards * distance));
}

// An impact begins between two samples: its closed form follows from the speed at the wall.
static void predict_impact(const pair *p, const motion_at *before, classic_state *c) {
  const double speed = speed_after(p, before, before->v, -pair_overlap(p, before->x));
  const carom_hunt_crossley impact = {p->mass, p->law.stiffness, p->power->exponent, p->law.damping,
                                      speed};
  c->speed_in = speed;
  c->deepest = carom_hunt_crossley_compression(&impact, 0);
  if (isnan(c->deepest)) // no stiffness or no speed: no bound
    c->deepest = INFINITY;
}

static void correct_exit(const pair *p, correction_kind kind, motion_at *to, double speed_in) {
  const double u = p->law.damping * speed_in;
  double speed = speed_in * carom_hunt_crossley_restitution_approximate(u);
  if (kind == CORRECTIONS_CORRECTED)
    speed =
        speed_after(p, to, speed_in * carom_hunt_crossley_restitution(u), pair_overlap(p, to->x));
  to->v = -p->weight * speed;
  pair_push_back(p, to, to->v);
}

// --- A step -------------------------------------------------------------------------------------

static motion_at step_corrected(correction_kind corrections, integrate *by, const pair *p,
                                const motion_at *from, classic_state *c) {
  const bool touched = pair_overlap(p, from->x) > 0;
  motion_at to = by(p, from, touched ? c->deepest : (double)INFINITY);
  if (corrections == CORRECTIONS_OFF)
    return to;
  const bool touches = pair_overlap(p, to.x) > 0;
  if (!touched && touches) {
    predict_impact(p, from, c);
    to = by(p, from, c->deepest);
  }
  if (touches) // AM1 and RK4 know their position at the end only
    to.x -= p->weight * fmax(0, pair_overlap(p, to.x) - c->deepest);
  if (touched && !touches && isfinite(c->speed_in))
    correct_exit(p, corrections, &to, c->speed_in);
  return to;
}

// mu K [eta]^alpha eta'^2, W.
static double contact_loss(const pair *p, double x, double v) {
  return p->law.damping * pair_elastic_force(p, pair_overlap(p, x)) * v * v;
}

static void book_losses(const pair *p, carom_state *s, int body, const motion_at *from,
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

// psi stands for the energy at t_n.
static void observe(const carom_model *m, carom_state *s, const pair *p) {
  classic_state *c = classic_of(s);
  c->overlap = pair_overlap(p, c->displacement);
  c->psi = law_psi(&m->contact[0].law, &p->law, m->link[0].scale, c->overlap);
}

static void remember(classic_state *c, const motion_at *at) {
  c->displacement = at->x;
  c->velocity = at->v;
  c->acceleration = at->a;
  c->force = at->force;
}

// --- Energies -----------------------------------------------------------------------------------

static void body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                        double *potential) {
  *kinetic = *potential = 0;
  if (!body_is_mass(&m->body[body]))
    return;
  const pair p = gather_pair(m, s);
  const double u = classic_of(s)->displacement;
  const double v = classic_of(s)->velocity;
  *kinetic = p.mass / 2 * v * v;
  *potential = p.mass * (p.own.omega2 / 2 * u * u + p.gravity * u);
}

static double contact_energy(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  (void)contact;
  return classic_of(s)->psi * classic_of(s)->psi / 2;
}

static void open_accounts(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i)
    body_energy(m, s, i, &s->body_account[i].kinetic, &s->body_account[i].potential);
  s->contact_account[0].potential = contact_energy(m, s, 0);
}

// --- Readings -----------------------------------------------------------------------------------

static node_fields fields(const carom_model *m, const carom_state *s) {
  (void)m;
  classic_state *c = classic_of(s);
  return (node_fields){wide_field(&c->displacement), wide_field(&c->velocity), &c->acceleration, 1};
}

static double force(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  (void)contact;
  return classic_of(s)->force;
}

static double overlap(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  (void)contact;
  return classic_of(s)->overlap;
}

static double overlap_rate(const carom_model *m, const carom_state *s, int contact) {
  (void)contact;
  return gather_pair(m, s).weight * classic_of(s)->velocity;
}

static double psi(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  (void)contact;
  return classic_of(s)->psi;
}

static void summarise(const carom_model *m, carom_state *s, double of_step) {
  const classic_state *c = classic_of(s);
  contact_summary *summary = impact_summary(s, 0);
  summary->overlap = summary->depth = c->overlap;
  summary->before = c->before;
  summary->speed = overlap_rate(m, s, 0);
  summary->force = of_step;
  summary->psi = c->psi;
}

// --- Start and step -----------------------------------------------------------------------------

static void bind(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
                 size_t *kept_size, size_t *scratch_size) {
  BIND_LISTS(classic_handle, CLASSIC_KEPT, CLASSIC_SCRATCH)
}

static void start(const carom_model *m, carom_state *s) {
  classic_state *c = classic_of(s);
  const pair p = gather_pair(m, s);
  const int node = p.body->first;
  motion_at at = {.x = m->start[node], .v = m->start_speed[node]};
  pair_push_back(&p, &at, at.v);
  remember(c, &at);
  c->speed_in = NAN; // a contact that is there from the start
  c->deepest = INFINITY;
  observe(m, s, &p);
  c->before = c->overlap - p.weight * (m->k * at.v);
  summarise(m, s, c->force);
  impact_start(m, s, 0, s->tracker[0].summary.speed);
  ledger_open(m, s);
}

// A live position of the wall jumps between two steps; the jump of the contact's energy is
// supplied.
static void move_wall(const carom_model *m, carom_state *s) {
  const int wall = m->link[0].barrier;
  const double position = barrier_at(m, s, wall, 0);
  if (position == s->barrier[wall])
    return;
  const double before = contact_energy(m, s, 0);
  s->barrier[wall] = position;
  const pair p = gather_pair(m, s);
  observe(m, s, &p);
  s->contact_account[0].potential = contact_energy(m, s, 0);
  sum_add(&s->head->supplied, contact_energy(m, s, 0) - before);
}

// A stiffness that changes leaves the overlap as it is, and a gap the mass.
static void changed(const carom_model *m, carom_state *s, live_change what, int index,
                    double before) {
  (void)before;
  if (what != CHANGES_STIFFNESS && what != CHANGES_GAP)
    return;
  law_constants(&m->contact[index].law, &s->values[index]);
  const pair p = gather_pair(m, s);
  observe(m, s, &p);
}

static double place(const carom_model *m, carom_state *s, int body, double position,
                    double velocity) {
  double kinetic = 0;
  double potential = 0;
  body_energy(m, s, body, &kinetic, &potential);
  const double before = kinetic + potential + contact_energy(m, s, 0);
  const pair p = gather_pair(m, s);
  motion_at at = {.x = position, .v = velocity};
  pair_push_back(&p, &at, velocity);
  remember(classic_of(s), &at);
  observe(m, s, &p);
  classic_of(s)->speed_in = NAN; // what was known of an impact is not about this motion
  classic_of(s)->deepest = INFINITY;
  open_accounts(m, s);
  body_energy(m, s, body, &kinetic, &potential);
  return kinetic + potential + contact_energy(m, s, 0) - before;
}

static void step_by(const carom_model *m, carom_state *s, integrate *by) {
  classic_state *c = classic_of(s);
  live_advance(m, s);
  move_wall(m, s);
  const pair p = gather_pair(m, s);
  const motion_at from = {c->displacement, c->velocity, c->acceleration, c->force};
  outputs_read(m, s);
  const double before = c->overlap;
  const motion_at to = step_corrected(corrections_of(m), by, &p, &from, c);
  remember(c, &to);
  book_losses(&p, s, m->mass_body[0], &from, &to);
  ++s->head->n;
  observe(m, s, &p);
  c->before = before;
  summarise(m, s, from.force);
  impact_track(m, s, 0, NULL);
  open_accounts(m, s);
  ledger_balance(m, s);
}

static void step_am1(const carom_model *m, carom_state *s) {
  step_by(m, s, am1);
}

static void step_verlet(const carom_model *m, carom_state *s) {
  step_by(m, s, verlet);
}

static void step_heun(const carom_model *m, carom_state *s) {
  step_by(m, s, heun);
}

static void step_rk4(const carom_model *m, carom_state *s) {
  step_by(m, s, rk4);
}

// --- The rows -----------------------------------------------------------------------------------

#define ONE_MASS                                                                                   \
  "one mass and one barrier that stands, one collision between them, no forces or score"

#define CLASSIC_METHOD(word, text, steps)                                                          \
  {                                                                                                \
    .about = {.name = (word),                                                                      \
              .bodies = "mass barrier",                                                            \
              .contacts = "collision",                                                             \
              .limits = ONE_MASS,                                                                  \
              .help = (text),                                                                      \
              .fixed_step = true},                                                                 \
    .keys = "solver.corrections", .has_live_keys = true, .impacts_kept = 32, .block_most = 64,     \
    .fits = classic_fits, .compile = classic_compile, .size = sizeof(classic_handle),              \
    .bind = bind, .start = start, .step = (steps), .fields = fields, .body_energy = body_energy,   \
    .contact_energy = contact_energy, .open_accounts = open_accounts, .force = force,              \
    .overlap = overlap, .overlap_rate = overlap_rate, .psi = psi, .changed = changed,              \
    .place = place,                                                                                \
  }

const method am1_method = CLASSIC_METHOD(
    "am1", "one-step Adams-Moulton (trapezoidal rule), implicit, by Newton's iteration", step_am1);
const method verlet_method = CLASSIC_METHOD("verlet", "velocity Verlet, explicit", step_verlet);
const method heun_method = CLASSIC_METHOD(
    "heun", "Heun's predictor and corrector with the corrected position in the force", step_heun);
const method rk4_method = CLASSIC_METHOD("rk4", "classical Runge-Kutta of fourth order", step_rk4);
