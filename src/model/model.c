// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a model tells about itself.

#include "model/model.h"

#include <string.h>

static const double two_pi = 6.28318530717958647692;

carom_model_info carom_model_describe(const carom_model *m) {
  int largest = 0;
  for (int i = 0; i < m->island_count; ++i) {
    const int count = m->island[i].collisions + m->island[i].linears;
    largest = count > largest ? count : largest;
  }
  int nodes = 0;
  for (int i = 0; i < m->body_count; ++i)
    if (m->body[i].grid != LAYOUT_NONE)
      nodes += m->body[i].grid == LAYOUT_MODES ? m->body[i].nodes
                                               : (m->body[i].nx + 1) * (m->body[i].ny + 1);
  return (carom_model_info){.bodies = m->body_count,
                            .contacts = m->contact_count,
                            .outputs = m->output_count,
                            .snapshots = m->snapshot_count,
                            .lives = m->live_count,
                            .warnings = m->warning_count,
                            .nodes = nodes,
                            .links = m->link_count,
                            .islands = m->island_count,
                            .largest_island = largest,
                            .rate = m->rate,
                            .oversample = m->oversample,
                            .time_step = m->k,
                            .duration = m->duration,
                            .energy_tolerance = m->energy_tolerance,
                            .tolerance = m->tolerance,
                            .method = carom_method_at((int)m->method)->name,
                            .block_most = model_is_modal(m) ? 1 : 64 / m->oversample,
                            .integrates = m->method == METHOD_ADAPTIVE};
}

static double mode_omega(const carom_model *m, const model_body *b, int mode) {
  return model_is_modal(m) ? m->mode[b->first + mode].omega
                           : m->rotation[b->first_rotation + mode].omega;
}

carom_body_info carom_model_body(const carom_model *m, int index) {
  static const char *const types[] = {"string", "bar", "plate", "mass", "barrier"};
  const model_body *b = &m->body[index];
  const bool modal = b->grid == LAYOUT_MODES;
  return (carom_body_info){.name = model_text(m, b->name),
                           .type = types[b->type],
                           .points_x = b->nx,
                           .points_y = b->ny,
                           .size_x = b->lx,
                           .size_y = b->ly,
                           .spacing = b->h,
                           .spacing_least = b->h_least,
                           .mass = b->mass,
                           .modes = modal ? b->nodes : 0,
                           .lowest = modal ? mode_omega(m, b, 0) / two_pi : 0,
                           .highest = modal ? mode_omega(m, b, b->nodes - 1) / two_pi : 0};
}

carom_contact_info carom_model_contact(const carom_model *m, int index) {
  static const char *const types[] = {"collision", "spring", "bow", "finger", "stop"};
  static const char *const treatments[] = {"impulse", "collocation", "switching", "penalty", ""};
  const model_contact *c = &m->contact[index];
  const stop *of = NULL; // links are in the order of contacts there
  for (int i = 0; i < m->stop_count; ++i)
    if (m->link[i].contact == index)
      of = &m->stop[i];
  return (carom_contact_info){.name = model_text(m, c->name),
                              .type = types[c->type],
                              .links = c->links,
                              .island_size = c->largest_island,
                              .treatment = of != NULL ? treatments[of->rule] : "",
                              .modes = of != NULL ? of->count : 0};
}

// A mass that no spring and no damper of its own holds.
static bool is_free_mass(const model_body *b) {
  return b->grid == LAYOUT_POINT && b->pull == 0 && b->sigma0 == 0;
}

bool carom_model_impact(const carom_model *m, int index, carom_impact *impact) {
  const model_contact *c = &m->contact[index];
  double yield = 0; // 1/m1 + 1/m2
  for (int i = 0; i < m->link_count && c->type == CONTACT_COLLISION; ++i)
    for (int t = 0; m->link[i].contact == index && t < m->link[i].terms; ++t) {
      const link_term term = m->term[m->link[i].first_term + t];
      if (!is_free_mass(&m->body[term.body]))
        return false;
      yield += m->inverse_mass[term.node];
    }
  if (yield == 0)
    return false;
  *impact = (carom_impact){
      .mass = 1 / yield, .stiffness = c->stiffness, .exponent = c->exponent, .damping = c->damping};
  return true;
}

carom_output_info carom_model_output(const carom_model *m, int index) {
  static const char *const quantities[] = {"displacement", "velocity", "acceleration",
                                           "slope",        "force",    "overlap",
                                           "psi",          "energy",   "mode"};
  static const char *const units[] = {"m", "m/s",     "m/s2", "",          "N",
                                      "m", "J^(1/2)", "J",    "kg^(1/2) m"};
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
