// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Live keys: parameters that change while the scene runs. A change happens between two steps; the
// energy stored at the last half step jumps with it, and that jump is work supplied.

#include "state/state.h"

#include "bodies/stability.h"
#include "model/live.h"
#include <math.h>

static const live_row *row_of(const model_live *live) {
  return &live_table[live->row];
}

static double body_total(const carom_model *m, const carom_state *s, int body) {
  double kinetic = 0;
  double potential = 0;
  method_of(m)->body_energy(m, s, body, &kinetic, &potential);
  return kinetic + potential;
}

// The energy that a change of this key may change.
static double stored(const carom_model *m, const carom_state *s, const model_live *live) {
  double sum = 0;
  if (!row_of(live)->stores)
    return 0;
  switch (row_of(live)->owner) {
  case OF_SCENE: // gravity
    for (int i = 0; i < m->mass_body_count; ++i)
      sum += body_total(m, s, m->mass_body[i]);
    return sum;
  case OF_BODY:
    return body_total(m, s, live->index);
  case OF_CONTACT:
    return method_of(m)->contact_energy(m, s, live->index);
  case OF_BARRIER:
  case OF_FORCE:
    break;
  }
  return 0;
}

// Where the number lies that a live key changes; NULL if it is read from the key itself.
static double *number_of(carom_state *s, const model_live *live) {
  const live_row *row = row_of(live);
  unsigned char *owner = NULL;
  switch (row->owner) {
  case OF_SCENE:
    return &s->head->gravity;
  case OF_FORCE:
    return &s->amplitude[live->index];
  case OF_BODY:
    owner = (unsigned char *)&s->material[live->index];
    break;
  case OF_CONTACT:
    owner = (unsigned char *)&s->values[live->index];
    break;
  case OF_BARRIER: // read where barriers move
    break;
  }
  return owner != NULL && row->number != NO_NUMBER ? (double *)(void *)(owner + row->number) : NULL;
}

// Returns what was there before.
static double put_number(const carom_model *m, carom_state *s, const model_live *live,
                         double value) {
  const live_row *row = row_of(live);
  const model_body *b = row->owner == OF_BODY ? &m->body[live->index] : NULL;
  double *number = number_of(s, live);
  const double before = number != NULL ? *number : 0;
  if (number != NULL)
    *number = row->convert != NULL ? row->convert(b, value) : value;
  return before;
}

static void put(const carom_model *m, carom_state *s, const model_live *live, double value) {
  const live_row *row = row_of(live);
  const double *number = number_of(s, live);
  const double before = put_number(m, s, live, value);
  if (row->changes != CHANGES_NOTHING)
    method_of(m)->changed(m, s, row->changes, live->index, number != NULL ? before : value);
}

static void change(const carom_model *m, carom_state *s, int index, double value) {
  const model_live *live = &m->live[index];
  if (s->live[index] == value)
    return;
  if (row_of(live)->stores)
    ledger_settle(m, s);
  const bool counted = s->head->keep_ledger;
  const double before = counted ? stored(m, s, live) : 0;
  put(m, s, live, value);
  s->live[index] = value;
  if (live->twin >= 0) {
    const model_body *b = &m->body[live->index];
    s->live[live->twin] =
        live_value(row_of(&m->live[live->twin]), b, s->material[live->index].c2 * b->density);
  }
  if (!counted)
    return;
  const double work = stored(m, s, live) - before;
  if (row_of(live)->owner == OF_CONTACT && row_of(live)->stores)
    sum_add(&s->contact_account[live->index].supplied, work);
  sum_add(&s->head->supplied, work);
}

void live_advance(const carom_model *m, carom_state *s) {
  const double time = (double)s->head->n * m->k;
  for (int i = 0; i < m->ramp_count; ++i) {
    const int index = m->ramp[i];
    const model_live *live = &m->live[index];
    if (!s->by_hand[index])
      change(m, s, index, breakpoints_at(m->point + live->first_point, live->points, time));
  }
}

static bool is_sigma1(const model_live *live) {
  return row_of(live)->owner == OF_BODY && row_of(live)->number == offsetof(material, sigma1);
}

// Tension and sigma1 share what the grid allows; the other one counts with all it may still become.
static bool grid_allows(const carom_model *m, const carom_state *s, const model_live *live,
                        double value) {
  if (!live_is_tension(row_of(live)) && !is_sigma1(live))
    return true;
  const model_body *b = &m->body[live->index];
  if (!body_is_line(b))
    return true;
  double tension = s->material[live->index].c2 * b->density;
  double sigma1 = s->material[live->index].sigma1;
  for (int i = 0; i < m->ramp_count; ++i) {
    const model_live *other = &m->live[m->ramp[i]];
    if (other->index != live->index || s->by_hand[m->ramp[i]])
      continue;
    if (live_is_tension(row_of(other)))
      tension = fmax(tension, live_tension(row_of(other), b, other->largest));
    else if (is_sigma1(other))
      sigma1 = fmax(sigma1, other->largest);
  }
  if (is_sigma1(live))
    sigma1 = value;
  else
    tension = live_tension(row_of(live), b, value);
  return stable_line_spacing(m->k, tension / b->density, b->bend, sigma1) <= b->h * (1 + 1e-12);
}

// --- The start ----------------------------------------------------------------------------------

// Keys that take part in compiling: those that choose a grid, where a bow or finger is, and those
// that go their own way from where they start.
static bool is_compiled(const model_live *live) {
  return live_is_tension(row_of(live)) || is_sigma1(live) || row_of(live)->number == NO_NUMBER ||
         live->points > 0;
}

carom_status live_may_start(const carom_model *m, int index, double value) {
  if (index < 0 || index >= m->live_count || is_compiled(&m->live[index]))
    return CAROM_NOT_LIVE;
  const model_live *live = &m->live[index];
  return value >= live->low && value <= live->high && isfinite(value) ? CAROM_OK : CAROM_BAD_VALUE;
}

void live_start(const carom_model *m, carom_state *s, int index, double value) {
  const model_live *live = &m->live[index];
  put_number(m, s, live, value);
  s->live[index] = value;
  s->by_hand[index] = 1;
}

// --- While it runs ------------------------------------------------------------------------------

carom_status carom_state_set(const carom_model *m, carom_state *s, int index, double value) {
  if (index < 0 || index >= m->live_count)
    return CAROM_NOT_LIVE;
  const model_live *live = &m->live[index];
  if (!(value >= live->low && value <= live->high) || !isfinite(value) ||
      !grid_allows(m, s, live, value))
    return CAROM_BAD_VALUE;
  change(m, s, index, value);
  s->by_hand[index] = 1;
  if (live->twin >= 0)
    s->by_hand[live->twin] = 1;
  return CAROM_OK;
}

double carom_state_get(const carom_state *s, int index) {
  return s->live[index];
}
