// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Live keys: parameters that change while the scene runs. A change happens between two steps; the
// energy stored at the last half step jumps with it, and that jump is work supplied
// (theory 8.3).

#include "state/state.h"

#include "bodies/pitch.h"
#include "bodies/stability.h"
#include "model/live.h"
#include <assert.h>
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
  case OF_BODY: // with the springs that its mass tunes
    sum = body_total(m, s, live->index);
    for (int i = 0; body_is_mass(&m->body[live->index]) && i < m->contact_count; ++i)
      sum += contact_read(method_of(m)->contact_energy, m, s, i);
    return sum;
  case OF_CONTACT:
    return contact_read(method_of(m)->contact_energy, m, s, live->index);
  case OF_BARRIER:
  case OF_FORCE:
    break;
  }
  return 0;
}

// The number that a live key changes; NULL if the key itself is read.
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
  case OF_BARRIER: // barrier_at() reads the key
    break;
  }
  return owner != NULL && row->number != NO_NUMBER ? (double *)(void *)(owner + row->number) : NULL;
}

// Returns the number before.
static double put_number(const carom_model *m, carom_state *s, const model_live *live,
                         double value) {
  const live_row *row = row_of(live);
  double *number = number_of(s, live);
  const double before = number != NULL ? *number : 0;
  if (number != NULL)
    *number = row->convert != NULL ? row->convert(m, live->index, value) : value;
  return before;
}

static void set_number(const carom_model *m, carom_state *s, const model_live *live, double value) {
  const live_row *row = row_of(live);
  const double *number = number_of(s, live);
  const double before = put_number(m, s, live, value);
  if (row->changes != CHANGES_NOTHING && method_of(m)->changed != NULL)
    method_of(m)->changed(m, s, row->changes, live->index, number != NULL ? before : value);
}

void live_put(const carom_model *m, carom_state *s, int index, double value) {
  assert(index >= 0 && index < m->live_count);
  const model_live *live = &m->live[index];
  for (int i = 0; i < live->members; ++i)
    live_put(m, s, m->live_member[live->first_member + i], value);
  if (s->live[index] == value || live->members > 0) {
    s->live[index] = value;
    return;
  }
  if (row_of(live)->stores)
    ledger_settle(m, s);
  const bool counted = s->head->keep_ledger;
  const double before = counted ? stored(m, s, live) : 0;
  set_number(m, s, live, value);
  s->live[index] = value;
  if (live->twin >= 0) {
    const model_body *b = &m->body[live->index];
    s->live[live->twin] = live_value(m, row_of(&m->live[live->twin]), b,
                                     s->material[live->index].c2 * string_density(b));
  }
  if (!counted)
    return;
  const double work = stored(m, s, live) - before;
  if (row_of(live)->owner == OF_CONTACT && row_of(live)->stores)
    sum_add(&s->contact_account[live->index].supplied, work);
  sum_add(&s->head->supplied, work);
}

void live_ramps(const carom_model *m, carom_state *s) {
  const double time = (double)s->head->n * m->k;
  for (int i = 0; i < m->ramp_count; ++i) {
    const int index = m->ramp[i];
    const model_live *live = &m->live[index];
    if (!s->by_hand[index])
      live_put(m, s, index, breakpoints_at(m->point + live->first_point, live->points, time));
  }
}

static bool is_sigma1(const model_live *live) {
  return row_of(live)->owner == OF_BODY && row_of(live)->number == offsetof(material, sigma1);
}

// Tension and sigma1 share the grid's stability limit; the other one counts with the largest of its
// breakpoints.
static bool grid_allows(const carom_model *m, const carom_state *s, const model_live *live,
                        double value) {
  if (!live_is_tension(row_of(live)) && !is_sigma1(live))
    return true;
  const model_body *b = &m->body[live->index];
  if (!body_is_line(b))
    return true;
  double tension = s->material[live->index].c2 * string_density(b);
  double sigma1 = s->material[live->index].sigma1;
  for (int i = 0; s->head->gliding > 0 && i < m->live_count; ++i) {
    const model_live *other = &m->live[i];
    if (other->index != live->index || s->glide[i].left == 0)
      continue;
    if (live_is_tension(row_of(other)))
      tension = fmax(tension, live_tension(m, row_of(other), b, s->glide[i].target));
    else if (is_sigma1(other))
      sigma1 = fmax(sigma1, s->glide[i].target);
  }
  for (int i = 0; i < m->ramp_count; ++i) {
    const model_live *other = &m->live[m->ramp[i]];
    if (other->index != live->index || s->by_hand[m->ramp[i]])
      continue;
    if (live_is_tension(row_of(other)))
      tension = fmax(tension, live_tension(m, row_of(other), b, other->largest));
    else if (is_sigma1(other))
      sigma1 = fmax(sigma1, other->largest);
  }
  if (is_sigma1(live))
    sigma1 = value;
  else
    tension = live_tension(m, row_of(live), b, value);
  return stable_line_spacing(m->k, tension / string_density(b), body_bend(b), sigma1) <=
         b->h * (1 + 1e-12);
}

bool live_allows(const carom_model *m, const carom_state *s, int index, double value) {
  const model_live *live = &m->live[index];
  for (int i = 0; i < live->members; ++i)
    if (!live_allows(m, s, m->live_member[live->first_member + i], value))
      return false;
  return isfinite(value) && value >= live->low && value <= live->high &&
         (live->members > 0 || grid_allows(m, s, live, value));
}

// Keys that take part in compiling: those that choose a grid, the place of a bow or finger, a gap,
// those whose breakpoints begin with their value, those of families, whose members may be written
// apart, and all that pitches are tuned with.
static bool is_compiled(const carom_model *m, const model_live *live) {
  return m->tuned_count > 0 || live_is_tension(row_of(live)) || is_sigma1(live) ||
         row_of(live)->number == NO_NUMBER || row_of(live)->changes == CHANGES_GAP ||
         live->points > 0 || live->members > 0;
}

carom_status live_may_start(const carom_model *m, int index, double value) {
  if (index < 0 || index >= m->live_count || is_compiled(m, &m->live[index]))
    return CAROM_NOT_LIVE;
  const model_live *live = &m->live[index];
  return isfinite(value) && value >= live->low && value <= live->high ? CAROM_OK : CAROM_BAD_VALUE;
}

void live_start(const carom_model *m, carom_state *s, int index, double value) {
  put_number(m, s, &m->live[index], value);
  s->live[index] = value;
  s->by_hand[index] = 1;
}

carom_status carom_state_set(const carom_model *m, carom_state *s, int index, double value) {
  if (!state_is_of(m, s))
    return CAROM_WRONG_MODEL;
  if (index < 0 || index >= m->live_count)
    return CAROM_NOT_LIVE;
  if (!live_allows(m, s, index, value))
    return CAROM_BAD_VALUE;
  live_stop(m, s, index);
  live_put(m, s, index, value);
  return CAROM_OK;
}

// The key and its twin go where they are sent from now on, not along their breakpoints.
void live_stop(const carom_model *m, carom_state *s, int index) {
  const int keys[] = {index, m->live[index].twin};
  for (int i = 0; i < m->live[index].members; ++i)
    live_stop(m, s, m->live_member[m->live[index].first_member + i]);
  for (int i = 0; i < 2; ++i)
    if (keys[i] >= 0) {
      s->by_hand[keys[i]] = 1;
      s->head->gliding -= s->glide[keys[i]].left > 0;
      s->glide[keys[i]].left = 0;
    }
}

double carom_state_get(const carom_model *m, const carom_state *s, int index) {
  return state_is_of(m, s) && index >= 0 && index < m->live_count ? s->live[index] : (double)NAN;
}
