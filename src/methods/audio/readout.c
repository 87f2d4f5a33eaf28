// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Outputs of bodies. Velocity and acceleration are centred, (u^{n+1} - u^{n-1}) / 2k and
// (u^{n+1} - 2 u^n + u^{n-1}) / k^2 (theory 8.9), with the stride of a mass for k. So they need
// du^n, which the free step overwrites and which is kept from the step before, and du^{n+1} after
// the link forces. Modes are turned to t_n, with these forces (modes.c).

#include "methods/audio/modes/modes.h"
#include "methods/audio/stages.h"

static bool is_centred(body_reading reads) {
  switch (reads) {
  case READS_VELOCITY:
  case READS_ACCELERATION:
    return true;
  case READS_NOTHING:
  case READS_DISPLACEMENT:
  case READS_SLOPE:
  case READS_MODE:
  case READS_ENERGY:
  case READS_PLANE:
    break;
  }
  return false;
}

static bool is_read_centred(const model_output *o) {
  return o->contact < 0 && o->modal < 0 && is_centred(o->reads);
}

void readout_start(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->output_count; ++i)
    if (is_read_centred(&m->output[i]))
      a->output_du[i] = gather_field(m, m->output[i].first_term, m->output[i].terms, a->du);
}

bool readout_is_early(const model_output *o, const model_body *body) {
  return o->body >= 0 && o->reads != READS_ENERGY && o->modal < 0 &&
         (body_stands(body) || !is_centred(o->reads));
}

void readout_begin(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  for (int n = 0; n < a->plan.sizes->early; ++n) {
    const int i = a->plan.early[n];
    const model_output *o = &m->output[i];
    if (body_stands(&m->body[o->body]))
      s->output[i] = s->barrier[o->body];
    else
      s->output[i] = gather_field(m, o->first_term, o->terms, a->u);
  }
}

static double read_centred(const carom_model *m, audio_state *a, int i) {
  const model_output *o = &m->output[i];
  const bool mass = body_is_mass(&m->body[o->body]);
  const double k = mass ? a->coefficients[o->body].stride : m->k;
  const double earlier = a->output_du[i];
  const double later = gather_field(m, o->first_term, o->terms, a->next);
  a->output_du[i] = later;
  return o->reads == READS_VELOCITY ? (later + earlier) / (2 * k) : (later - earlier) / (k * k);
}

void readout_end(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    if (o->contact >= 0)
      output_read_contact(m, s, i);
    else if (o->modal >= 0)
      s->output[i] = modes_read(m, audio_of(s), o->modal);
    else if (is_centred(o->reads))
      s->output[i] = read_centred(m, audio_of(s), i);
  }
}
