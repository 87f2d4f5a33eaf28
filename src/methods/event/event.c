// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The event method: from sample to sample through all impacts between them, each at its own time
// (flight.h). For this method u, du and next hold displacements, velocities and accelerations of
// all nodes at t_n, and ledger and outputs belong to t_n. The adaptive method keeps the same books
// of the same motion; only the way from one sample to the next is an integrator's (integrator.h).

#include "state/state.h"

#include <math.h>
#include <stddef.h>

// --- The model and the state as the method sees them --------------------------------------------

modal_system event_system(const carom_model *m) {
  return (modal_system){.modes = m->mode_count,
                        .stops = m->stop_count,
                        .drives = m->drive_hertz_count,
                        .participations = m->participation_count,
                        .mode = m->mode,
                        .stop = m->stop,
                        .participation = m->participation,
                        .drive_hertz = m->drive_hertz,
                        .response = m->response,
                        .fastest = m->fastest,
                        .lossy = m->lossy,
                        .swings = m->swings,
                        .reached = m->reached_count < m->mode_count ? m->reached : NULL,
                        .reached_count = m->reached_count};
}

/// Who listens to meetings.
typedef struct {
  const carom_model *m;
  carom_state *s;
} listener;

static void record_impact(void *user, const impact_record *what) {
  const listener *l = user;
  const int contact = l->m->link[what->stop].contact;
  const carom_event event = {.contact = contact,
                             .begin = what->begin,
                             .end = what->end,
                             .peak_force = what->peak_force,
                             .impulse = what->impulse,
                             .speed_in = what->speed_in,
                             .speed_out = what->speed_out,
                             .energy_lost = what->energy_lost};
  if (l->s->counts[contact].impacts == 0) {
    l->s->impact_tracker[contact].first = event;
    l->s->impact_tracker[contact].first_deepest = what->deepest;
  }
  ++l->s->counts[contact].impacts;
  impacts_queue(l->m, l->s, &event);
}

static modal_motion motion_of(const modal_system *p, carom_state *s, listener *who) {
  modal_motion f = {.head = s->motion_head,
                    .stop = s->stop,
                    .set = s->stop_set,
                    .counts = s->head->keep_ledger,
                    .user = who,
                    .on_impact = record_impact};
  motion_bind(&f, p, s->modal_motion);
  return f;
}

// --- Energies -----------------------------------------------------------------------------------

void event_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                       double *potential) {
  const model_body *b = &m->body[body];
  *kinetic = *potential = 0;
  for (int i = b->first; b->grid != LAYOUT_NONE && i < b->first + b->nodes; ++i) {
    const double mass = 1 / m->inverse_mass[i];
    const double w2 = m->mode[i].omega * m->mode[i].omega;
    *kinetic += mass * s->du[i] * s->du[i] / 2;
    *potential += mass * w2 * s->u[i] * s->u[i] / 2;
    if (b->grid == LAYOUT_POINT)
      *potential += mass * s->head->gravity * s->u[i];
  }
}

static double stop_energy(const stop *of, const stop_state *now) {
  if (now->touch != TOUCH_PRESSED || now->eta <= 0)
    return 0;
  const double alpha = of->rule == STOP_PENALTY ? 1 : of->exponent;
  return of->stiffness * pow(now->eta, alpha + 1) / (alpha + 1);
}

static void count_energies(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i)
    event_body_energy(m, s, i, &s->body_account[i].kinetic, &s->body_account[i].potential);
  for (int i = 0; i < m->contact_count; ++i)
    s->contact_account[i].potential = 0;
  for (int i = 0; i < m->stop_count; ++i)
    s->contact_account[m->link[i].contact].potential += stop_energy(&m->stop[i], &s->stop[i]);
}

// What was lost and supplied on the way; a rule that adds energy supplies it.
static void count_losses(const carom_model *m, carom_state *s, const modal_motion *f) {
  for (int i = 0; i < m->stop_count; ++i) {
    account *a = &s->contact_account[m->link[i].contact];
    const double lost = s->stop[i].dissipated;
    s->stop[i].dissipated = 0;
    if (lost > 0) {
      sum_add(&a->dissipated, lost);
    } else if (lost < 0) {
      sum_add(&a->supplied, -lost);
      sum_add(&s->head->supplied, -lost);
    }
  }
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    for (int j = b->first; m->lossy && b->grid != LAYOUT_NONE && j < b->first + b->nodes; ++j) {
      sum_add(&s->body_account[i].dissipated, f->loss[j]);
      f->loss[j] = 0;
    }
  }
  sum_add(&s->head->supplied, f->head->supplied);
  f->head->supplied = 0;
}

// --- What others see ----------------------------------------------------------------------------

static void publish(const carom_model *m, carom_state *s, const modal_motion *f) {
  for (int i = 0; i < m->mode_count; ++i) {
    const double root = sqrt(m->inverse_mass[i]);
    s->u[i] = (f->q0[i] + f->dq[i]) * root;
    s->du[i] = f->v[i] * root;
    s->next[i] = f->a[i] * root;
  }
  for (int i = 0; i < m->stop_count; ++i) {
    const stop_state *now = &s->stop[i];
    impact_tracker *w = &s->impact_tracker[m->link[i].contact];
    s->link[i].eta = now->eta;
    s->link[i].speed = now->rate;
    s->work[i].force = now->force;
    w->open = now->touch != TOUCH_APART;
    w->event = (carom_event){
        .contact = m->link[i].contact,
        .begin = now->begin,
        .end = NAN,
        .peak_force = now->peak,
        .impulse = now->impulse,
        .speed_in = now->speed_in,
        .speed_out = NAN,
        .energy_lost = now->lost - sum_value(s->contact_account[m->link[i].contact].dissipated)};
  }
  s->head->finite = s->head->finite && !f->head->failed;
}

static void read_energies(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    const account *a = o->body >= 0 ? &s->body_account[o->body] : &s->contact_account[o->contact];
    if (o->quantity == OUTPUT_ENERGY)
      s->output[i] = a->kinetic + a->potential;
  }
}

void event_start(const carom_model *m, carom_state *s) {
  const modal_system p = event_system(m);
  listener who = {m, s};
  modal_motion f = motion_of(&p, s, &who);
  for (int i = 0; i < m->mode_count; ++i) {
    const double root = sqrt(m->inverse_mass[i]);
    f.q0[i] = m->start[i] / root;
    f.v0[i] = m->start_speed[i] / root;
  }
  for (int i = 0; i < m->mode_count; ++i) { // the ledger opens before anything is hit
    s->u[i] = m->start[i];
    s->du[i] = m->start_speed[i];
  }
  count_energies(m, s);
  ledger_open(m, s);
  motion_begin(&p, &f);
  motion_advance(&p, &f, 0);
  count_losses(m, s, &f);
  publish(m, s, &f);
  count_energies(m, s);
}

static void travel(const carom_model *m, carom_state *s, const modal_system *p, modal_motion *f) {
  const double time = (double)s->head->n * m->k;
  if (m->method == METHOD_EVENT) {
    motion_advance(p, f, time);
    return;
  }
  s->head->failure =
      s->by.travel != NULL ? s->by.travel(s->by.user, p, f, time, &s->head->solver) : CAROM_NO_PART;
  f->head->failed = s->head->failure != CAROM_OK;
}

void event_step(const carom_model *m, carom_state *s) {
  const modal_system p = event_system(m);
  listener who = {m, s};
  modal_motion f = motion_of(&p, s, &who);
  outputs_begin(m, s);
  outputs_read(m, s);
  read_energies(m, s);
  ++s->head->n;
  if (!f.head->failed)
    travel(m, s, &p, &f);
  if (s->head->failure != CAROM_OK) { // the books stay as they were
    --s->head->n;
    s->head->finite = false;
    return;
  }
  count_losses(m, s, &f);
  publish(m, s, &f);
  count_energies(m, s);
  ledger_balance(m, s);
}
