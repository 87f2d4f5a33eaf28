// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Outputs at t_n. Displacement, slope, overlap and force belong to t_n itself, and so do velocity
// and acceleration where the method knows them there; otherwise it centres them itself
// (theory 8.9).

#include "state/state.h"

#include "model/quantity.h"
#include <string.h>

static inline double term_value(link_term term, node_field field) {
  return term.weight * node_value(field, term.node);
}

double gather_mixed(const link_term *term, int count, node_field field) {
  double sum = 0;
  int t = 0;
  for (; t + 4 <= count; t += 4)
    sum += (term_value(term[t], field) + term_value(term[t + 1], field)) +
           (term_value(term[t + 2], field) + term_value(term[t + 3], field));
  for (; t < count; ++t)
    sum += term_value(term[t], field);
  return sum;
}

// Of a method that knows all fields at t_n, or the motion of any point.
static double read_body(const carom_model *m, const carom_state *s, const model_output *o) {
  if (body_stands(&m->body[o->body]))
    return s->barrier[o->body];
  if (method_of(m)->point != NULL)
    return method_of(m)->point(m, s, o);
  const node_fields f = method_of(m)->fields(m, s);
  switch (o->reads) {
  case READS_VELOCITY:
    return gather_field(m, o->first_term, o->terms, f.velocity) / f.over;
  case READS_ACCELERATION:
    return f.acceleration != NULL ? gather(m, o->first_term, o->terms, f.acceleration)
                                  : (double)NAN;
  case READS_DISPLACEMENT:
  case READS_SLOPE:
  case READS_MODE:
    return gather_field(m, o->first_term, o->terms, f.displacement);
  case READS_ENERGY:
  case READS_PLANE:
  case READS_NOTHING:
    break;
  }
  return NAN;
}

void output_read_contact(const carom_model *m, carom_state *s, int index) {
  const model_output *o = &m->output[index];
  if (quantity_table[o->quantity].of_contact != NULL)
    s->output[index] = quantity_table[o->quantity].of_contact(m, s, o->contact);
}

// Where the ledger is off accounts are not up to date.
static void update_account(const carom_model *m, const carom_state *s, const model_output *o,
                           account *a) {
  a->before = a->kinetic + a->potential;
  if (o->body >= 0)
    method_of(m)->body_energy(m, s, o->body, &a->kinetic, &a->potential);
  else
    a->potential = contact_read(method_of(m)->contact_energy, m, s, o->contact);
}

void outputs_read_energies(const carom_model *m, carom_state *s) {
  const bool centred = method_of(m)->ledger_lag > 0;
  for (int i = 0; m->outputs_energy && i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    if (o->reads != READS_ENERGY)
      continue;
    account *a = o->body >= 0 ? &s->body_account[o->body] : &s->contact_account[o->contact];
    if (centred && !s->head->keep_ledger)
      update_account(m, s, o, a);
    s->output[i] =
        centred ? (a->before + a->kinetic + a->potential) / 2 : a->kinetic + a->potential;
  }
}

void outputs_read(const carom_model *m, carom_state *s) {
  forces_read(m, s);
  for (int i = 0; i < m->output_count; ++i)
    if (m->output[i].contact >= 0)
      output_read_contact(m, s, i);
    else if (m->output[i].reads != READS_ENERGY)
      s->output[i] = read_body(m, s, &m->output[i]);
  outputs_read_energies(m, s);
}

// In the order of the members, so that the bits are always the same.
static double column_value(const carom_model *m, const carom_state *s, const model_column *column) {
  const double *values = s->output + column->first;
  const model_output *members = m->output + column->first;
  double sum = 0;
  if (column->count == 1 && column->side == SIDE_NONE)
    return values[0];
  for (int i = 0; i < column->count; ++i)
    sum += column->side == SIDE_NONE   ? values[i]
           : column->side == SIDE_LEFT ? members[i].left * values[i]
                                       : members[i].right * values[i];
  return sum;
}

void outputs_row(const carom_model *m, const carom_state *s, double *row) {
  if (!m->sums)
    memcpy(row, s->output, (size_t)m->output_count * sizeof *row);
  for (int i = 0; m->sums && i < m->column_count; ++i)
    row[i] = column_value(m, s, &m->column[i]);
}

double carom_output(const carom_model *m, const carom_state *s, int index) {
  return state_is_of(m, s) && index >= 0 && index < m->column_count
             ? column_value(m, s, &m->column[index])
             : (double)NAN;
}
