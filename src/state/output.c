// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Outputs at t_n. Displacement, slope, overlap and force belong to t_n itself; velocity and
// acceleration are centred, (u^{n+1} - u^{n-1}) / 2k and (u^{n+1} - 2 u^n + u^{n-1}) / k^2; psi and
// energy are the means of the two half steps around it (classic methods and events know all of them
// at t_n).
// They are read in three parts: what lies before t_{n+1/2} before the free step, the increments
// after the links have pushed, and energies at the end.

#include "bodies/modal_step.h"
#include <math.h>

// What the free step will overwrite: places, and the increments before t_n.
void outputs_begin(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    if (o->body < 0 || o->quantity == OUTPUT_ENERGY)
      continue;
    const bool place = o->quantity != OUTPUT_VELOCITY && o->quantity != OUTPUT_ACCELERATION;
    s->output[i] = m->body[o->body].grid == LAYOUT_NONE
                       ? s->barrier[o->body]
                       : gather(m, o->first_term, o->terms, place ? s->u : s->du);
  }
}

static double body_output(const carom_model *m, const carom_state *s, const model_output *o,
                          double earlier) {
  const double k = m->k;
  if (o->quantity != OUTPUT_VELOCITY && o->quantity != OUTPUT_ACCELERATION)
    return earlier;
  if (m->body[o->body].grid == LAYOUT_NONE)
    return earlier;
  if (model_is_modal(m)) // du and next hold both
    return o->quantity == OUTPUT_VELOCITY ? earlier : gather(m, o->first_term, o->terms, s->next);
  if (model_is_classic(m)) // it steps them
    return o->quantity == OUTPUT_VELOCITY ? s->classic->velocity : s->classic->acceleration;
  const double later = gather(m, o->first_term, o->terms, s->next);
  if (o->quantity == OUTPUT_VELOCITY)
    return (later + earlier) / (2 * k);
  const bool modal = m->body[o->body].grid == LAYOUT_MODES;
  return (later - earlier) / (k * k) +
         (modal ? modal_acceleration(m, s, o->first_term, o->terms) : 0);
}

// How fast a link's overlap grows; past a bow, how fast its point slides.
static double link_velocity(const carom_model *m, const carom_state *s, int i) {
  const model_link *link = &m->link[i];
  if (m->method != METHOD_AUDIO)
    return s->link[i].speed;
  double D = s->link[i].deta + gather_link(nodes_of_link(m, s, link), s->next);
  if (link->barrier >= 0)
    D += link->side * s->barrier_next[link->barrier];
  return D / (2 * m->k) - s->law[link->contact].bow_speed;
}

static double sum_of_forces(const carom_model *m, const carom_state *s, int contact) {
  double sum = 0;
  for (int i = 0; i < m->link_count; ++i)
    if (m->link[i].contact == contact)
      sum += s->work[i].force;
  return sum;
}

// Forces of a contact's links add up; of overlaps and psi the largest counts, and the velocity is
// that of the deepest.
static double contact_output(const carom_model *m, const carom_state *s, const model_output *o) {
  double overlap = -INFINITY;
  double psi = -INFINITY;
  int deepest = -1;
  if (o->quantity == OUTPUT_FORCE)
    return sum_of_forces(m, s, o->contact);
  for (int i = 0; i < m->link_count; ++i) {
    if (m->link[i].contact != o->contact)
      continue;
    const double mean = (s->link[i].psi + s->work[i].psi) / 2;
    if (s->link[i].eta > overlap || deepest < 0) {
      deepest = i;
      overlap = s->link[i].eta;
    }
    if (mean > psi)
      psi = mean;
  }
  if (o->quantity == OUTPUT_VELOCITY)
    return link_velocity(m, s, deepest);
  return o->quantity == OUTPUT_OVERLAP ? overlap : psi;
}

void outputs_read(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    if (o->quantity != OUTPUT_ENERGY)
      s->output[i] = o->body >= 0 ? body_output(m, s, o, s->output[i]) : contact_output(m, s, o);
  }
}

void outputs_read_energies(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    if (o->quantity != OUTPUT_ENERGY)
      continue;
    account *a = o->body >= 0 ? &s->body_account[o->body] : &s->contact_account[o->contact];
    if (!s->head->keep_ledger) { // nobody else has looked
      a->before = a->kinetic + a->potential;
      if (o->body >= 0)
        body_energy(m, s, o->body, &a->kinetic, &a->potential);
      else
        a->potential = contact_energy(m, s, o->contact);
    }
    s->output[i] = model_is_classic(m) ? a->before : (a->before + a->kinetic + a->potential) / 2;
  }
}

double carom_output(const carom_state *s, int index) {
  return s->output[index];
}
