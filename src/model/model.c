// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Information about a model.

#include "base/constants.h"
#include "model/method.h"

#include <math.h>
#include <string.h>

carom_model_info carom_model_describe(const carom_model *m) {
  int nodes = 0;
  for (int i = 0; i < m->body_count; ++i)
    if (m->body[i].layout != LAYOUT_NONE)
      nodes += m->body[i].layout == LAYOUT_MODES ? m->body[i].nodes
                                                 : (m->body[i].nx + 1) * (m->body[i].ny + 1);
  const method *row = method_of(m);
  return (carom_model_info){.bodies = m->body_count,
                            .contacts = m->contact_count,
                            .outputs = m->output_count,
                            .snapshots = m->snapshot_count,
                            .lives = m->live_count,
                            .warnings = m->warning_count,
                            .nodes = nodes,
                            .links = m->link_count,
                            .islands = m->island_count,
                            .largest_island = m->island_most,
                            .rate = m->rate,
                            .oversample = m->oversample,
                            .time_step = m->k,
                            .duration = m->duration,
                            .energy_tolerance = m->energy_tolerance,
                            .tolerance = m->tolerance,
                            .method = row->about.name,
                            .block_most = row->block_most / m->oversample,
                            .integrates = row->attach != NULL};
}

// The natural frequency of a modal body's mode, Hz.
static double mode_frequency(const carom_model *m, const model_body *b, int mode) {
  const double beta = m->shape[b->modes.first_shape + mode].beta;
  return sqrt(beta * beta * (b->start.c2 + b->bend * beta * beta)) / two_pi;
}

carom_body_info carom_model_body(const carom_model *m, int index) {
  static const char *const types[] = {BODY_TYPES(WORD_NAME)};
  const model_body *b = &m->body[index];
  const bool modal = b->layout == LAYOUT_MODES;
  const bool grid = b->layout == LAYOUT_LINE || b->layout == LAYOUT_PLATE;
  return (carom_body_info){.name = model_text(m, b->name),
                           .type = types[b->type],
                           .points_x = b->nx,
                           .points_y = b->ny,
                           .size_x = b->lx,
                           .size_y = b->ly,
                           .spacing = b->h,
                           .spacing_least = grid ? b->grid.h_least : 0,
                           .mass = b->mass,
                           .modes = modal ? b->nodes : 0,
                           .lowest = modal ? mode_frequency(m, b, 0) : 0,
                           .highest = modal ? mode_frequency(m, b, b->nodes - 1) : 0};
}

carom_contact_info carom_model_contact(const carom_model *m, int index) {
  static const char *const types[] = {CONTACT_TYPES(WORD_NAME)};
  static const char *const treatments[] = {TREATMENTS(WORD_NAME) ""};
  const model_contact *c = &m->contact[index];
  return (carom_contact_info){.name = model_text(m, c->name),
                              .type = types[c->type],
                              .links = c->links,
                              .island_size = c->largest_island,
                              .treatment = c->modes > 0 ? treatments[c->rule] : "",
                              .modes = c->modes};
}

// A mass without spring and damper of its own.
static bool is_free_mass(const model_body *b) {
  return b->layout == LAYOUT_POINT && b->start.omega2 == 0 && b->start.sigma0 == 0;
}

bool carom_model_impact(const carom_model *m, int index, carom_impact *impact) {
  const model_contact *c = &m->contact[index];
  double inverse_mass = 0; // 1/m1 + 1/m2
  if (c->type != CONTACT_COLLISION)
    return false;
  for (int i = 0; i < c->links; ++i) {
    const model_link *link = &m->link[m->contact_link[c->first_link + i]];
    for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
      if (!is_free_mass(&m->body[m->term[t].body]))
        return false;
      inverse_mass += m->inverse_mass[m->term[t].node];
    }
  }
  if (inverse_mass == 0)
    return false;
  *impact = (carom_impact){.mass = 1 / inverse_mass,
                           .stiffness = c->start.stiffness,
                           .exponent = c->law.exponent,
                           .damping = c->start.damping};
  return true;
}

carom_output_info carom_model_output(const carom_model *m, int index) {
#define UNIT(name, word, unit) unit,
  static const char *const quantities[] = {QUANTITIES(WORD_NAME)};
  static const char *const units[] = {QUANTITIES(UNIT)};
#undef UNIT
  const model_output *o = &m->output[index];
  return (carom_output_info){.name = model_text(m, o->name),
                             .quantity = quantities[o->quantity],
                             .unit = units[o->quantity],
                             .audio = o->audio,
                             .gain_auto = o->gain_auto,
                             .gain = o->gain,
                             .pan = o->pan};
}

carom_snapshot_info carom_model_snapshot(const carom_model *m, int index) {
  const model_snapshot *s = &m->snapshot[index];
  return (carom_snapshot_info){.name = model_text(m, s->name),
                               .body = s->body,
                               .every = s->every,
                               .from = s->from,
                               .to = s->to};
}

carom_live_info carom_model_live(const carom_model *m, int index) {
  const model_live *l = &m->live[index];
  return (carom_live_info){
      .path = model_text(m, l->path), .start = l->start, .low = l->low, .high = l->high};
}

int carom_model_find_live(const carom_model *m, const char *path) {
  for (int i = 0; i < m->live_count; ++i)
    if (strcmp(model_text(m, m->live[i].path), path) == 0)
      return i;
  return -1;
}

const char *carom_model_warning(const carom_model *m, int index) {
  return model_text(m, m->warning[index]);
}
