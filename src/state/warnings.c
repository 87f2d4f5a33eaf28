// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Warnings about a start, a run and its sound. All of them are found from what is kept anyway: the
// accounts at t = 0, sums over impacts, the ledger and the peaks of the mix. Why the limits are
// what they are: docs/howto.md, "What the program warns of".

#include "state/warnings.h"
#include "base/constants.h"
#include "state/adrift.h"
#include "state/mix.h"
#include "state/state.h"
#include "state/travel.h"
#include <carom/warning.h>
#include <math.h>

/// Overlaps up to this are rounding, m; a contact stores little up to this share of the other
/// energy, and is held where other forces take at least this part of its force.
static const double min_overlap = 1e-12;
static const double little_energy = 0.01;
static const double held_fraction = 0.5;

/// A body moves at half the rate if its potential energy is negative in this share of the steps,
/// and for so long: the corner of a pluck does that for some milliseconds.
static const double notable_time = 0.05;
static const double min_time = 0.05;  // s
static const double enough_loss = 20; // sigma1 over the square of the spacing that ends it, 1/s

/// What nothing keeps in place has gone where it moved by so much, m.
static const double notable_drift = 1e-3;

/// -120 dB
static const double silence = 1e-6;

void warning_tell(warning_list *to, warning_kind kind, const warning_words *words) {
  if (to->count < to->room) {
    carom_warning *d = &to->list[to->count];
    d->kind = warning_word(kind);
    warning_write(d->text, sizeof d->text, kind, words);
  }
  ++to->count;
}

// --- Overlaps at t = 0 --------------------------------------------------------------------------

// The part of a contact's force that others hold, by the acceleration of its overlap (theory 8.13).
static double held_by(const carom_model *m, const carom_state *s, int contact,
                      const double *acceleration) {
  const model_contact *c = &m->contact[contact];
  const double F = method_of(m)->force(m, s, contact);
  double own = 0;
  double all = 0;
  for (int i = 0; i < c->links; ++i) {
    const model_link *link = &m->link[m->contact_link[c->first_link + i]];
    for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
      const link_term term = m->term[t];
      own += F * term.weight * term.weight * m->inverse_mass[term.node];
      all += term.weight * acceleration[term.node];
    }
  }
  return own > 0 ? 1 + all / own : 0;
}

// What is not stored in collisions at t = 0, J. The kinetic energy of the accounts would belong to
// half a step before, which the contact has accelerated from.
static double other_energy(const carom_model *m, const carom_state *s) {
  double energy = 0;
  for (int i = 0; i < model_nodes(m); ++i)
    if (m->inverse_mass[i] > 0)
      energy += m->start_speed[i] * m->start_speed[i] / m->inverse_mass[i] / 2;
  for (int i = 0; i < m->body_count; ++i)
    energy += fabs(s->body_account[i].potential);
  for (int i = 0; i < m->contact_count; ++i)
    energy += m->contact[i].impacts ? 0 : s->contact_account[i].potential;
  return energy;
}

void press_start(const carom_model *m, carom_state *s) {
  const method *row = method_of(m);
  const double *acceleration = m->contact_count > 0 ? row->fields(m, s).acceleration : NULL;
  const double rest = other_energy(m, s);
  for (int i = 0; i < m->contact_count; ++i) {
    carom_initial_overlap *press = &s->press[i];
    if (acceleration != NULL && m->contact[i].impacts && contact_read(row->overlap, m, s, i) > 0)
      *press = (carom_initial_overlap){.overlap = contact_read(row->overlap, m, s, i),
                                       .held = held_by(m, s, i, acceleration)};
    press->energy = press->overlap > 0 ? s->contact_account[i].potential : 0;
    press->rest = rest;
  }
}

bool carom_contact_initial_overlap(const carom_model *m, const carom_state *s, int contact,
                                   carom_initial_overlap *press) {
  if (!state_has_contact(m, s, contact) || !(s->press[contact].overlap > 0))
    return false;
  *press = s->press[contact];
  return true;
}

// Whether energy may come from outside.
static bool is_driven(const carom_model *m) {
  bool driven = m->force_count > 0 || m->ramp_count > 0 || m->control_count > 0;
  for (int i = 0; i < m->contact_count; ++i)
    driven = driven || m->contact[i].rubs;
  for (int i = 0; i < m->body_count; ++i)
    driven = driven || (body_stands(&m->body[i]) && m->body[i].barrier.swings) ||
             (body_is_modal(&m->body[i]) && m->body[i].modes.base_amplitude != 0);
  return driven;
}

// A contact pressed a little before anything moves is one with little energy, once that has come.
static void warn_of_overlaps(const carom_model *m, const carom_state *s, warning_list *to) {
  const double supplied = fabs(sum_value(s->head->supplied));
  const int told = s->head->n > 0 || !is_driven(m) ? m->contact_count : 0;
  for (int i = 0; i < told; ++i) {
    const carom_initial_overlap *p = &s->press[i];
    const double rest = p->rest + supplied;
    if (p->overlap > min_overlap && p->energy > little_energy * rest && p->held < held_fraction)
      warning_tell(to, WARNING_OVERLAP,
                   &(warning_words){.name = model_text(m, m->contact[i].name),
                                    .number = {p->overlap, p->energy, rest}});
  }
}

static void warn_of_placing(const carom_model *m, const carom_state *s, warning_list *to) {
  for (int i = 0; i < m->contact_count; ++i) {
    const carom_initial_overlap *p = &s->tracker[i].placed;
    if (p->overlap > min_overlap && p->energy > little_energy * p->rest && p->held < held_fraction)
      warning_tell(to, WARNING_PLACED,
                   &(warning_words){.name = model_text(m, m->contact[i].name),
                                    .number = {p->overlap, p->energy, p->rest}});
  }
}

// --- Energies -----------------------------------------------------------------------------------

static void warn_of_drift(const carom_model *m, const carom_state *s, warning_list *to) {
  for (int i = 0; s->head->n > 0 && i < m->body_count; ++i) {
    const double far = body_adrift(m, s, i);
    if (far > notable_drift)
      warning_tell(to, WARNING_ADRIFT,
                   &(warning_words){.name = model_text(m, m->body[i].name), .number = {far}});
  }
}

static void warn_of_energies(const carom_model *m, const carom_state *s, warning_list *to) {
  for (int i = 0; s->head->n > 0 && i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    const account *a = &s->body_account[i];
    const double time = (double)s->reversed[i] / (double)(s->head->n + 1);
    const bool now = a->potential < -notable_energy * a->kinetic &&
                     a->kinetic > notable_energy * s->head->largest_turnover;
    const bool often = time > notable_time && (double)s->reversed[i] * m->k > min_time;
    const double far = body_rings_by_rounding(m, s, i, now || often);
    if (far != 0)
      warning_tell(to, WARNING_SINGLE_TRAVELS,
                   &(warning_words){.name = model_text(m, b->name), .number = {far, a->kinetic}});
    else if ((body_is_line(b) || body_is_plate(b)) && (now || often))
      warning_tell(
          to, WARNING_HALF_RATE,
          &(warning_words){.name = model_text(m, b->name),
                           .number = {100 * time, a->potential, enough_loss * b->h * b->h}});
  }
}

// --- Sound --------------------------------------------------------------------------------------

// What would be the least of an output that is heard, in its unit; 0 where nothing is known. All
// the energy in the body's mass gives a speed; displacements are at least that over the largest
// angular frequency, accelerations at least that times the lowest that is heard.
static double min_heard(const carom_model *m, const carom_state *s, const model_output *o) {
  const double mass = o->body >= 0 ? m->body[o->body].mass : 0;
  if (s == NULL || !(mass > 0))
    return 0;
  const double speed = silence * sqrt(2 * s->head->largest_turnover / mass);
  if (o->reads == READS_VELOCITY)
    return speed;
  if (o->reads == READS_DISPLACEMENT)
    return speed / (pi * m->rate);
  return o->reads == READS_ACCELERATION ? speed * two_pi * 20 : 0;
}

static bool is_silent(const carom_model *m, const carom_state *s, const carom_mix *mix, int i) {
  const double peak = carom_mix_peak(mix, i);
  if (peak == 0)
    return true;
  const model_output *o = &m->output[m->column[i].first];
  if (o->gain_auto)
    return peak < min_heard(m, s, o);
  const double gain = fabs(carom_mix_gain(mix, i) * carom_mix_level(mix));
  return gain > 0 && gain * peak < silence; // a gain of 0 is meant
}

static void warn_of_silence(const carom_model *m, const carom_state *s, const carom_mix *mix,
                            warning_list *to) {
  for (int i = 0; i < m->shown; ++i)
    if (m->output[m->column[i].first].audio && is_silent(m, s, mix, i))
      warning_tell(to, WARNING_SILENT,
                   &(warning_words){.name = model_text(m, m->output[m->column[i].first].name),
                                    .more = carom_model_output(m, i).unit,
                                    .number = {carom_mix_peak(mix, i)}});
}

static void warn_of_clipping(const carom_model *m, const carom_mix *mix, warning_list *to) {
  const double peak = carom_mix_sum_peak(mix) * fabs(carom_mix_level(mix));
  int loudest = -1;
  double max = 0;
  for (int i = 0; i < m->shown; ++i) {
    const double part = fabs(carom_mix_gain(mix, i)) * carom_mix_peak(mix, i);
    if (m->output[m->column[i].first].audio && m->output[m->column[i].first].gain_auto)
      return; // the whole mix is fitted
    if (part > max) {
      max = part;
      loudest = i;
    }
  }
  if (!(peak > 1) || loudest < 0 || mix->options.limit)
    return;
  warning_tell(to, WARNING_CLIPPING,
               &(warning_words){
                   .name = model_text(m, m->output[m->column[loudest].first].name),
                   .number = {20 * log10(peak), 1 / peak, carom_mix_gain(mix, loudest) / peak}});
}

// --- All ----------------------------------------------------------------------------------------

static void warn_of_model(const carom_model *m, warning_list *to) {
  for (int i = 0; i < m->warning_count; ++i) {
    const model_warning *d = &m->warning[i];
    warning_tell(to, d->kind,
                 &(warning_words){.name = model_text(m, d->name),
                                  .more = model_text(m, d->more),
                                  .number = {d->number[0], d->number[1]}});
  }
}

int carom_warnings(const carom_model *m, const carom_state *s, const carom_mix *mix,
                   carom_warning *warnings, int room) {
  warning_list to = {.list = warnings, .room = room};
  if (m == NULL || (s != NULL && !state_is_of(m, s)))
    return 0;
  warn_of_model(m, &to);
  if (s != NULL) {
    warn_of_overlaps(m, s, &to);
    warn_of_placing(m, s, &to);
    warn_of_impacts(m, s, &to);
    warn_of_energies(m, s, &to);
    warn_of_drift(m, s, &to);
  }
  if (mix != NULL) {
    warn_of_silence(m, s, mix, &to);
    warn_of_clipping(m, mix, &to);
  }
  return to.count;
}
