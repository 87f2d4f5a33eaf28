// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mechanism method: one step of scheme.c a sample; ledger and outputs belong to t_n. Pins,
// shanks and masses lose through their bodies, felt and its friction through the contact.

#include "methods/mechanism/mechanism.h"

#include "methods/methods.h"
#include <math.h>
#include <string.h>

NO_PADDING(felt_state, 12);

void mechanism_bind(const carom_model *m, carom_state *s, unsigned char *kept,
                    unsigned char *scratch, size_t *kept_size, size_t *scratch_size) {
  BIND_LISTS(mechanism_state, MECHANISM_KEPT, MECHANISM_SCRATCH)
}

// --- Energies -----------------------------------------------------------------------------------

void mechanism_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                           double *potential) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_motion at = mechanism_motion_of(s);
  link_poses *poses = &mechanism_of(s)->scratch->poses;
  mechanism_energy energy = {0, 0};
  poses_make(p, at.q, at.v, poses);
  for (int i = 0; i < p->links; ++i)
    if (p->link[i].body == body)
      energy = link_energy(p, poses, i);
  for (int i = 0; i < p->masses; ++i)
    if (p->mass[i].body == body)
      energy = mass_energy(p, &at, i);
  for (int i = 0; i < p->strings; ++i)
    if (p->string[i].body == body)
      energy = string_energy(p, mechanism_string_modes(m), &at, i);
  *kinetic = energy.kinetic;
  *potential = energy.potential;
}

double mechanism_contact_energy(const carom_model *m, const carom_state *s, int contact) {
  return felt_energy(&mechanism_model_of(m)->system.touch[contact].law,
                     mechanism_of(s)->felt[contact].now.overlap);
}

static void put_energy(carom_state *s, int body, mechanism_energy energy) {
  s->body_account[body].kinetic = energy.kinetic;
  s->body_account[body].potential = energy.potential;
}

void mechanism_open_accounts(const carom_model *m, carom_state *s) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_motion at = mechanism_motion_of(s);
  link_poses *poses = &mechanism_of(s)->scratch->poses;
  poses_make(p, at.q, at.v, poses);
  for (int i = 0; i < p->links; ++i)
    put_energy(s, p->link[i].body, link_energy(p, poses, i));
  for (int i = 0; i < p->masses; ++i)
    put_energy(s, p->mass[i].body, mass_energy(p, &at, i));
  for (int i = 0; i < p->strings; ++i)
    put_energy(s, p->string[i].body, string_energy(p, mechanism_string_modes(m), &at, i));
  for (int i = 0; i < m->contact_count; ++i)
    s->contact_account[i].potential = mechanism_contact_energy(m, s, i);
}

static void book(const carom_model *m, carom_state *s, const mechanism_balance *balance) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  for (int i = 0; i < p->links; ++i)
    sum_add(&s->body_account[p->link[i].body].dissipated, balance->lost[i]);
  for (int i = 0; i < p->masses; ++i)
    sum_add(&s->body_account[p->mass[i].body].dissipated, balance->mass_lost[i]);
  for (int i = 0; i < p->strings; ++i)
    sum_add(&s->body_account[p->string[i].body].dissipated, balance->string_lost[i]);
  for (int i = 0; i < p->touches; ++i) {
    sum_add(&s->contact_account[i].dissipated, balance->felt[i]);
    ledger_supply(s, i, balance->missing[i]);
  }
  sum_add(&s->head->supplied, balance->work);
}

// --- Contacts -----------------------------------------------------------------------------------

static void follow_scuff(felt_state *f) {
  const bool touches = f->now.overlap > 0;
  const bool begins = touches && f->touching == 0;
  f->low = begins ? f->now.place : touches ? fmin(f->low, f->now.place) : f->low;
  f->high = begins ? f->now.place : touches ? fmax(f->high, f->now.place) : f->high;
  f->touching = touches;
}

static void observe(const carom_model *m, carom_state *s) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  const mechanism_motion at = mechanism_motion_of(s);
  poses_make(p, of->q, of->v, &of->scratch->poses);
  for (int i = 0; i < p->touches; ++i) {
    of->felt[i].before = of->felt[i].now.overlap;
    of->felt[i].now = touch_read(p, &of->scratch->poses, &at, i);
    follow_scuff(&of->felt[i]);
  }
}

static contact_summary *summarise(carom_state *s, int contact, double force) {
  const felt_state *f = &mechanism_of(s)->felt[contact];
  contact_summary *summary = impact_summary(s, contact);
  summary->overlap = summary->depth = f->now.overlap;
  summary->before = f->before;
  summary->speed = f->now.rate;
  summary->force = force;
  summary->psi = 0;
  return summary;
}

void mechanism_follow(const carom_model *m, carom_state *s) {
  observe(m, s);
  for (int i = 0; i < m->contact_count; ++i) {
    summarise(s, i, s->push[i]);
    impact_track(m, s, i, NULL);
  }
}

// --- Start and step -----------------------------------------------------------------------------

void mechanism_rub(const carom_model *m, const carom_state *s) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  mechanism_scratch *scratch = mechanism_of(s)->scratch;
  for (int i = 0; i < p->touches; ++i)
    scratch->rub[i] = s->values[p->touch[i].contact].friction;
  for (int i = 0; i < p->links; ++i)
    scratch->pin[i] = s->material[p->link[i].body].pin_friction;
}

void mechanism_start(const carom_model *m, carom_state *s) {
  const mechanism_model *w = mechanism_model_of(m);
  const mechanism_state *of = mechanism_of(s);
  memcpy(of->q, w->start[0], sizeof w->start[0]);
  memcpy(of->v, w->start[1], sizeof w->start[1]);
  memset(of->gain, 0, sizeof w->start[0]);
  memcpy(of->u, m->start, (size_t)model_nodes(m) * sizeof *of->u);
  memcpy(of->du, m->start_speed, (size_t)model_nodes(m) * sizeof *of->du);
  memset(of->felt, 0, (size_t)m->contact_count * sizeof *of->felt);
  mechanism_rub(m, s);
  poses_make(&w->system, of->q, of->v, &of->scratch->poses);
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    of->origin[i] = 0;
    if (o->body >= 0 && o->plane.marked && o->reads == READS_DISPLACEMENT)
      of->origin[i] = mechanism_read_link(m, s, i);
    if (o->body >= 0 && o->quantity == OUTPUT_TRAVEL)
      of->origin[i] = -mechanism_read_link(m, s, i);
  }
  observe(m, s);
  for (int i = 0; i < m->contact_count; ++i) {
    summarise(s, i, of->felt[i].now.force);
    impact_start(m, s, i, s->tracker[i].summary.speed);
  }
  ledger_open(m, s);
}

// Means over the step.
static void read_pulls(const carom_model *m, const carom_state *s, double *pull) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const double t = (double)s->head->n * m->k;
  for (int i = 0; i < p->pulls; ++i)
    pull[i] =
        (force_at(m, s, p->pull[i].force, t) + force_at(m, s, p->pull[i].force, t + m->k)) / 2;
}

static void step(const carom_model *m, carom_state *s) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  mechanism_motion at = mechanism_motion_of(s);
  mechanism_balance balance;
  double pull[MAX_PULLS];
  live_advance(m, s);
  mechanism_rub(m, s);
  mechanism_read(m, s);
  read_pulls(m, s, pull);
  if (!mechanism_step(p, mechanism_string_modes(m), &at, pull, mechanism_of(s)->scratch,
                      &balance)) {
    s->head->failure = carom_stop_requested(s->stop) ? CAROM_INTERRUPTED : CAROM_NOT_SOLVED;
    s->head->finite = false;
    return;
  }
  ++s->head->n;
  ++s->head->solver.steps;
  s->head->solver.iterations += balance.iterations;
  book(m, s, &balance);
  mechanism_follow(m, s);
  mechanism_open_accounts(m, s);
  ledger_balance(m, s);
}

const method mechanism_method = {
    .about = {.name = "mechanism",
              .bodies = MECHANISM_BODIES,
              .contacts = MECHANISM_CONTACTS,
              .limits = MECHANISM_LIMITS,
              .help = "linkages, felt and modal strings in a plane: a fixed step with an exact "
                      "energy balance",
              .conserves = true,
              .fixed_step = true},
    .keys = "settle",
    .has_live_keys = true,
    .live_keys = MECHANISM_LIVE, // frictions and forces are read where they act
    .energy_tolerance = 1e-6,
    MECHANISM_SHARED,
    .step = step,
};
