// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The event method: from sample to sample through all impacts between them, each at its own time
// (modal_motion.h). Ledger and outputs belong to t_n. The adaptive method shares all of this; from
// one sample to the next it has an integrator instead.

#include "methods/event/event.h"

#include "base/elementary.h"
#include "methods/methods.h"
#include <math.h>
#include <stddef.h>

// --- The model and the state as the method sees them --------------------------------------------

/// Pointers into the model's own part.
typedef struct {
  EVENT_ARRAYS(ARRAY_FIELD)
} event_arrays;

static const event_sizes *sizes_of(const carom_model *m) {
  return (const event_sizes *)(const void *)m->own;
}

modal_system event_system(const carom_model *m) {
  const event_sizes *sizes = sizes_of(m);
  unsigned char *block = m->own;
  size_t place = block_padded(sizeof *sizes);
  event_arrays arrays;
  event_arrays *to = &arrays;
  EVENT_ARRAYS(ARRAY_BIND)
  return (modal_system){.modes = sizes->modes,
                        .stops = sizes->stops,
                        .drives = sizes->drives,
                        .participations = sizes->participations,
                        .mode = arrays.mode,
                        .stop = arrays.stop,
                        .participation = arrays.participation,
                        .drive_hertz = arrays.drive_hertz,
                        .response = arrays.response,
                        .fastest = sizes->fastest,
                        .lossy = sizes->lossy,
                        .undamped = sizes->undamped,
                        .reached = sizes->reached < sizes->modes ? arrays.reached : NULL,
                        .reached_count = sizes->reached};
}

NO_PADDING(stop_state, 19);
NO_PADDING(motion_head, 10);

static event_state *event_of(const carom_state *s) {
  return s->own;
}

void event_bind(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
                size_t *kept_size, size_t *scratch_size) {
  const event_sizes *sizes = sizes_of(m);
  BIND_LISTS(event_state, EVENT_KEPT, EVENT_SCRATCH)
}

/// What the handler of impacts needs.
typedef struct {
  const carom_model *m;
  carom_state *s;
} impact_context;

static void record_impact(void *user, const impact_record *what) {
  const impact_context *l = user;
  const carom_impact event = {.contact = l->m->link[what->stop].contact,
                              .begin = what->begin,
                              .end = what->end,
                              .peak_force = what->peak_force,
                              .impulse = what->impulse,
                              .speed_in = what->speed_in,
                              .speed_out = what->speed_out,
                              .energy_lost = what->energy_lost};
  impact_queue(l->m, l->s, &event, what->deepest);
}

static modal_motion motion_of(const modal_system *p, carom_state *s, impact_context *context) {
  const event_state *e = event_of(s);
  modal_motion f = {.head = e->head,
                    .stop = e->stop,
                    .set = e->set,
                    .counts = s->head->keep_ledger,
                    .quit = s->stop,
                    .user = context,
                    .on_impact = record_impact};
  motion_bind(&f, p, e->motion, e->scratch);
  return f;
}

// --- Energies -----------------------------------------------------------------------------------

void event_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                       double *potential) {
  const modal_system p = event_system(m);
  const event_state *e = event_of(s);
  const model_body *b = &m->body[body];
  *kinetic = *potential = 0;
  for (int i = b->first; !body_stands(b) && i < b->first + b->nodes; ++i) {
    const double mass = 1 / m->inverse_mass[i];
    const double w2 = p.mode[i].omega * p.mode[i].omega;
    *kinetic += mass * e->v[i] * e->v[i] / 2;
    *potential += mass * w2 * e->u[i] * e->u[i] / 2;
    if (body_is_mass(b))
      *potential += mass * s->head->gravity * e->u[i];
  }
}

static double stop_energy(const stop *of, const stop_state *now) {
  if (now->touch != TOUCH_PRESSED || now->eta <= 0)
    return 0;
  const double alpha = of->rule == STOP_PENALTY ? 1 : of->exponent;
  return of->stiffness * real_power(now->eta, alpha + 1) / (alpha + 1);
}

// A contact has one link, and links are in the order of contacts.
double event_contact_energy(const carom_model *m, const carom_state *s, int contact) {
  const modal_system p = event_system(m);
  const int link = m->contact_link[m->contact[contact].first_link];
  return stop_energy(&p.stop[link], &event_of(s)->stop[link]);
}

void event_open_accounts(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i)
    event_body_energy(m, s, i, &s->body_account[i].kinetic, &s->body_account[i].potential);
  for (int i = 0; i < m->contact_count; ++i)
    s->contact_account[i].potential = method_of(m)->contact_energy(m, s, i);
}

// What was lost and supplied since the last call; energy that a rule adds counts as supplied.
static void book_losses(const carom_model *m, carom_state *s, const modal_system *p,
                        const modal_motion *f) {
  for (int i = 0; i < p->stops; ++i) {
    const int contact = m->link[i].contact;
    const double lost = f->stop[i].dissipated;
    f->stop[i].dissipated = 0;
    if (lost > 0)
      sum_add(&s->contact_account[contact].dissipated, lost);
    else
      ledger_supply(s, contact, -lost);
  }
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    for (int j = b->first; p->lossy && !body_stands(b) && j < b->first + b->nodes; ++j) {
      sum_add(&s->body_account[i].dissipated, f->loss[j]);
      f->loss[j] = 0;
    }
  }
  sum_add(&s->head->supplied, f->head->supplied);
  f->head->supplied = 0;
}

// --- Readings -----------------------------------------------------------------------------------

// Displacements of nodes at t_n: the motion's coordinates over the root of the node's mass.
static void publish(const carom_model *m, carom_state *s, const modal_motion *f) {
  const event_state *e = event_of(s);
  for (int i = 0; i < model_nodes(m); ++i) {
    const double root = sqrt(m->inverse_mass[i]);
    e->u[i] = (f->q0[i] + f->dq[i]) * root;
    e->v[i] = f->v[i] * root;
    e->a[i] = f->a[i] * root;
  }
  for (int i = 0; i < sizes_of(m)->stops; ++i) {
    const stop_state *now = &f->stop[i];
    const int contact = m->link[i].contact;
    impact_tracker *w = &s->tracker[contact];
    w->open = now->touch != TOUCH_APART;
    w->event = (carom_impact){.contact = contact,
                              .begin = now->begin,
                              .end = NAN,
                              .peak_force = now->peak,
                              .impulse = now->impulse,
                              .speed_in = now->speed_in,
                              .speed_out = NAN,
                              .energy_lost =
                                  now->lost - sum_value(s->contact_account[contact].dissipated)};
  }
  if (f->head->failed)
    s->head->failure = CAROM_TOO_MANY_IMPACTS;
  s->head->finite = s->head->finite && !f->head->failed;
}

node_fields event_fields(const carom_model *m, const carom_state *s) {
  (void)m;
  const event_state *e = event_of(s);
  return (node_fields){.displacement = wide_field(e->u),
                       .velocity = wide_field(e->v),
                       .acceleration = e->a,
                       .over = 1};
}

static const stop_state *stop_of(const carom_model *m, const carom_state *s, int contact) {
  return &event_of(s)->stop[m->contact_link[m->contact[contact].first_link]];
}

double event_force(const carom_model *m, const carom_state *s, int contact) {
  return stop_of(m, s, contact)->force;
}

double event_overlap(const carom_model *m, const carom_state *s, int contact) {
  return stop_of(m, s, contact)->eta;
}

double event_overlap_rate(const carom_model *m, const carom_state *s, int contact) {
  return stop_of(m, s, contact)->rate;
}

// --- Start and step -----------------------------------------------------------------------------

void event_start(const carom_model *m, carom_state *s) {
  const modal_system p = event_system(m);
  const event_state *e = event_of(s);
  impact_context context = {m, s};
  modal_motion f = motion_of(&p, s, &context);
  for (int i = 0; i < model_nodes(m); ++i) {
    const double root = sqrt(m->inverse_mass[i]);
    f.q0[i] = m->start[i] / root;
    f.v0[i] = m->start_speed[i] / root;
    e->u[i] = m->start[i];
    e->v[i] = m->start_speed[i];
  }
  ledger_open(m, s); // before the first impact
  motion_begin(&p, &f);
  motion_advance(&p, &f, 0);
  book_losses(m, s, &p, &f);
  publish(m, s, &f);
  event_open_accounts(m, s);
}

void event_step(const carom_model *m, carom_state *s, event_travel *travel) {
  const modal_system p = event_system(m);
  impact_context context = {m, s};
  modal_motion f = motion_of(&p, s, &context);
  outputs_read(m, s);
  ++s->head->n;
  if (!f.head->failed)
    s->head->failure = (int)travel(m, s, &p, &f, (double)s->head->n * m->k);
  if (s->head->failure != CAROM_OK) { // the ledger stays as it was
    f.head->failed = true;
    --s->head->n;
    s->head->finite = false;
    return;
  }
  book_losses(m, s, &p, &f);
  publish(m, s, &f);
  event_open_accounts(m, s);
  ledger_balance(m, s);
}

static carom_status in_closed_form(const carom_model *m, carom_state *s, const modal_system *p,
                                   modal_motion *f, double time) {
  (void)m;
  (void)s;
  motion_advance(p, f, time);
  return motion_quits(f) ? CAROM_INTERRUPTED : CAROM_OK;
}

static void step(const carom_model *m, carom_state *s) {
  event_step(m, s, in_closed_form);
}

const method event_method = {
    .about = {.name = "event",
              .bodies = EVENT_BODIES,
              .contacts = EVENT_CONTACTS,
              .limits = EVENT_LIMITS,
              .help = "closed form between impacts, each found at its own time",
              .conserves = true},
    .keys = "",
    .modal = true,
    .impacts_kept = 1024, // chatter brings hundreds within a sample
    .block_most = 1,
    .fits = event_fits,
    .compile = event_compile,
    .size = sizeof(event_state),
    .bind = event_bind,
    .start = event_start,
    .step = step,
    .fields = event_fields,
    .body_energy = event_body_energy,
    .contact_energy = event_contact_energy,
    .open_accounts = event_open_accounts,
    .force = event_force,
    .overlap = event_overlap,
    .overlap_rate = event_overlap_rate,
};
