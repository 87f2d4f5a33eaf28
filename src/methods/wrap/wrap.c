// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The wrap method: from sample to sample through the phases of moving_boundary.h. Ledger and
// outputs belong to t_n. What a switch changes is booked with the contact: lost, or supplied where
// the rules add energy. Each stay in a phase is a row of the log of impacts: its times, the largest
// force on the bridge, its impulse, the speeds of the boundary, and what the switch at its end
// lost.

#include "methods/wrap/wrap.h"

#include "methods/methods.h"
#include <math.h>

/// Kept: the motion. Scratch: displacement and velocity of all nodes, m and m/s.
#define WRAP_KEPT(X)    X(wrap_motion, motion, 1)
#define WRAP_SCRATCH(X) X(double, u, model_nodes(m)) X(double, v, model_nodes(m))

typedef struct {
  WRAP_KEPT(ARRAY_FIELD)
  WRAP_SCRATCH(ARRAY_FIELD)
} wrap_state;

NO_PADDING(wrap_motion, 44);

static wrap_state *wrap_of(const carom_state *s) {
  return s->own;
}

static void bind(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
                 size_t *kept_size, size_t *scratch_size) {
  BIND_LISTS(wrap_state, WRAP_KEPT, WRAP_SCRATCH)
}

// s for one unit of time, J for one of energy.
static double seconds(const wrap_model *w) {
  return w->length / w->speed;
}

static double joules(const wrap_model *w) {
  return w->tension / w->length;
}

// --- Energies -----------------------------------------------------------------------------------

static void body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                        double *potential) {
  const wrap_model *w = wrap_model_of(m);
  const bool moves = body == w->string;
  *kinetic = moves ? joules(w) * wrap_kinetic(&w->system, wrap_of(s)->motion) : 0;
  *potential = moves ? joules(w) * wrap_potential(&w->system, wrap_of(s)->motion) : 0;
}

static void open_accounts(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i)
    body_energy(m, s, i, &s->body_account[i].kinetic, &s->body_account[i].potential);
}

static void book_switches(const carom_model *m, carom_state *s) {
  const double gained = joules(wrap_model_of(m)) * wrap_of(s)->motion->gained;
  wrap_of(s)->motion->gained = 0;
  if (gained < 0)
    sum_add(&s->contact_account[0].dissipated, -gained);
  else
    ledger_supply(s, 0, gained);
}

// --- Readings -----------------------------------------------------------------------------------

static node_fields fields(const carom_model *m, const carom_state *s) {
  const wrap_model *w = wrap_model_of(m);
  const model_body *b = &m->body[w->string];
  const wrap_state *of = wrap_of(s);
  for (int i = 0; i <= b->nx; ++i) {
    const double x = (double)i / b->nx;
    of->u[node_at(b, i, 0)] = wrap_read(&w->system, of->motion, WRAP_Y, x);
    of->v[node_at(b, i, 0)] = wrap_read(&w->system, of->motion, WRAP_Y_T, x) / seconds(w);
  }
  return (node_fields){.displacement = wide_field(of->u), .velocity = wide_field(of->v), .over = 1};
}

static double point(const carom_model *m, const carom_state *s, const model_output *o) {
  const wrap_model *w = wrap_model_of(m);
  const wrap_system *p = &w->system;
  const wrap_motion *f = wrap_of(s)->motion;
  const double unit = seconds(w);
  if (o->quantity == OUTPUT_PROJECTION)
    return gather_field(m, o->first_term, o->terms, fields(m, s).displacement);
  switch (o->reads) {
  case READS_DISPLACEMENT:
    return wrap_read(p, f, WRAP_Y, o->at.x);
  case READS_VELOCITY:
    return wrap_read(p, f, WRAP_Y_T, o->at.x) / unit;
  case READS_ACCELERATION:
    return wrap_read(p, f, WRAP_Y_TT, o->at.x) / (unit * unit);
  case READS_SLOPE:
    return wrap_read(p, f, WRAP_Y_X, o->at.x) / w->length;
  case READS_MODE:
    return sqrt(m->body[w->string].mass) * f->at.beta[o->mode - 1];
  case READS_ENERGY:
  case READS_PLANE:
  case READS_NOTHING:
    break;
  }
  return NAN;
}

static double force(const carom_model *m, const carom_state *s, int contact) {
  const wrap_model *w = wrap_model_of(m);
  (void)contact;
  return w->tension / w->length * wrap_force(&w->system, wrap_of(s)->motion);
}

static double contact_length(const carom_model *m, const carom_state *s, int contact) {
  const wrap_model *w = wrap_model_of(m);
  (void)contact;
  return (wrap_of(s)->motion->at.gamma - w->system.gamma1) * w->length;
}

// One, unless the string only meets the bridge's near end.
static double patches(const carom_model *m, const carom_state *s, int contact) {
  return contact_length(m, s, contact) > 0;
}

// A rigid bridge does not give way.
// --- Start and step -----------------------------------------------------------------------------

/// What the handler of phases needs.
typedef struct {
  const carom_model *m;
  carom_state *s;
} stay_context;

static carom_impact event_of(const wrap_model *w, const wrap_stay *stay) {
  const double unit = seconds(w);
  return (carom_impact){.begin = stay->begin * unit,
                        .end = stay->end * unit,
                        .peak_force = joules(w) * stay->peak,
                        .impulse = joules(w) * unit * stay->impulse,
                        .speed_in = w->speed * stay->speed_in,
                        .speed_out = w->speed * stay->speed_out,
                        .energy_lost = joules(w) * stay->lost};
}

static void record_stay(void *user, const wrap_stay *stay) {
  const stay_context *in = user;
  const carom_impact event = event_of(wrap_model_of(in->m), stay);
  impact_queue(in->m, in->s, &event, 0);
}

// The stay that lasts.
static void publish(const carom_model *m, carom_state *s) {
  const wrap_motion *f = wrap_of(s)->motion;
  const wrap_stay stay = {.begin = f->begin,
                          .end = NAN,
                          .peak = f->peak,
                          .impulse = f->at.pressed,
                          .speed_in = f->speed_in,
                          .speed_out = NAN};
  s->tracker[0].open = true;
  s->tracker[0].event = event_of(wrap_model_of(m), &stay);
  s->tracker[0].event.energy_lost = -sum_value(s->contact_account[0].dissipated);
}

static void start(const carom_model *m, carom_state *s) {
  *wrap_of(s)->motion = wrap_model_of(m)->start;
  ledger_open(m, s);
  publish(m, s);
}

static void step(const carom_model *m, carom_state *s) {
  const wrap_model *w = wrap_model_of(m);
  wrap_motion *f = wrap_of(s)->motion;
  stay_context context = {m, s};
  wrap_watch watch = {.user = &context, .ended = record_stay};
  outputs_read(m, s);
  ++s->head->n;
  if (f->failure == CAROM_OK)
    wrap_advance(&w->system, f, (double)s->head->n * m->k / seconds(w), &watch);
  s->head->solver.steps += watch.steps;
  s->head->solver.right_sides += watch.right_sides;
  s->head->solver.error_failures += watch.failures;
  s->head->solver.restarts += watch.switches;
  s->head->failure = (int)f->failure;
  if (f->failure != CAROM_OK) { // the ledger stays as it was
    --s->head->n;
    s->head->finite = false;
    return;
  }
  book_switches(m, s);
  open_accounts(m, s);
  publish(m, s);
  ledger_balance(m, s);
}

const method wrap_method = {
    .about = {.name = "wrap",
              .bodies = "string barrier",
              .contacts = "collision",
              .limits = "one ideal string, its left end along a parabolic bridge, which is rigid",
              .help = "a string on a bridge that it leaves at a moving boundary, by modes of its "
                      "free part"},
    .keys = "solver.tolerance solver.modes solver.rules",
    .impacts_kept = 1024,
    .block_most = 1,
    .rigid_obstacles = true,
    .wraps = true,
    .fits = wrap_fits,
    .compile = wrap_compile,
    .size = sizeof(wrap_state),
    .bind = bind,
    .start = start,
    .step = step,
    .fields = fields,
    .point = point,
    .body_energy = body_energy,
    .open_accounts = open_accounts,
    .force = force,
    .contact_length = contact_length,
    .patches = patches,
    .modes = wrap_modes,
};
