// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Information about a model.

#include "base/constants.h"
#include "base/elementary.h"
#include "model/layout.h"
#include "model/method.h"
#include "scene/kinds.h"
#include "scene/note_curve.h"
#include "scene/words.h"

#include <carom/control.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

// What a call with an index that is none returns.
static const carom_body_info no_body = {.name = "", .type = ""};
static const carom_contact_info no_contact = {.name = "",
                                              .type = "",
                                              .below = {.body = -1},
                                              .above = {.body = -1},
                                              .treatment = "",
                                              .ignored = ""};
static const carom_output_info no_output = {
    .name = "", .quantity = "", .of = {.body = -1}, .contact = -1, .unit = ""};
static const carom_snapshot_info no_snapshot = {.name = "", .body = -1, .contact = -1};
static const carom_live_info no_live = {.path = "", .unit = "", .help = ""};

static int single_bodies(const carom_model *m) {
  int count = 0;
  for (int i = 0; m->single && i < m->body_count; ++i)
    count += body_is_grid(&m->body[i]);
  return count;
}

carom_model_info carom_model_describe(const carom_model *m) {
  if (m == NULL)
    return (carom_model_info){.method = "", .precision = ""};
  int nodes = 0;
  for (int i = 0; i < m->body_count; ++i)
    if (!body_stands(&m->body[i]))
      nodes +=
          body_is_modal(&m->body[i]) ? m->body[i].nodes : (m->body[i].nx + 1) * (m->body[i].ny + 1);
  const method *row = method_of(m);
  return (carom_model_info){
      .bodies = m->body_count,
      .contacts = m->contact_count,
      .outputs = m->column_count,
      .columns = m->shown,
      .snapshots = m->snapshot_count,
      .lives = m->live_count,
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
      .method_kind = (carom_method_kind)m->method,
      .controls = m->control_count,
      .block_most = row->block_most > m->oversample ? row->block_most / m->oversample : 1,
      .integrates = row->attach != NULL,
      .precision = m->asks_single ? "single" : "double",
      .single_bodies = single_bodies(m)};
}

// The natural frequency of a modal body's mode, Hz.
static double mode_frequency(const carom_model *m, const model_body *b, int mode) {
  return sqrt(shape_omega2(&m->shape[b->modes.first_shape + mode], b->start.c2, b->bend)) / two_pi;
}

static carom_point point_of(const body_point *at) {
  return (carom_point){.body = at->body,
                       .x = at->placed ? at->x : (double)NAN,
                       .y = at->placed ? at->y : (double)NAN};
}

carom_body_info carom_model_body(const carom_model *m, int index) {
  if (m == NULL || index < 0 || index >= m->body_count)
    return no_body;
  static const char *const types[] = {BODY_TYPES(WORD_NAME)};
  const model_body *b = &m->body[index];
  const bool modal = body_is_modal(b);
  const bool grid = body_is_line(b) || body_is_plate(b);
  return (carom_body_info){.name = model_text(m, b->name),
                           .type = types[b->type],
                           .kind = public_bodies[b->type],
                           .points_x = b->nx,
                           .points_y = b->ny,
                           .size_x = b->lx,
                           .size_y = b->ly,
                           .spacing = b->h,
                           .spacing_least = grid ? b->grid.h_least : 0,
                           .mass = b->mass,
                           .modes = modal ? b->nodes : 0,
                           .lowest = modal ? mode_frequency(m, b, 0) : 0,
                           .highest = modal ? mode_frequency(m, b, b->nodes - 1) : 0,
                           .spacing_y = b->hy,
                           .shape = body_is_link(b) ? LINK_SHAPE : (b->nx + 1) * (b->ny + 1),
                           .left = b->left,
                           .height = b->height};
}

link_places model_places(const carom_model *m, int contact) {
  const model_contact *c = &m->contact[contact];
  const int *links = m->contact_link + c->first_link;
  link_places p = {.spacing = c->on_line ? c->spacing : 0};
  int last = -1;
  for (int i = 0; c->on_line && i < c->links; ++i) {
    const model_link *link = &m->link[links[i]];
    p.first = i == 0 || link->place < p.first ? link->place : p.first;
    last = link->place > last ? link->place : last;
  }
  p.count = last < 0 ? 0 : last - p.first + 1;
  return p;
}

carom_contact_info carom_model_contact(const carom_model *m, int index) {
  if (m == NULL || index < 0 || index >= m->contact_count)
    return no_contact;
  static const char *const types[] = {CONTACT_TYPES(WORD_NAME)};
  static const char *const treatments[] = {TREATMENTS(WORD_NAME) ""};
  const model_contact *c = &m->contact[index];
  const link_places along = model_places(m, index);
  return (carom_contact_info){
      .name = model_text(m, c->name),
      .type = types[c->type],
      .kind = public_contacts[c->type],
      .below = point_of(&c->end[0]),
      .above = point_of(&c->end[1]),
      .links = c->links,
      .island_size = c->largest_island,
      .treatment = c->modes > 0 ? treatments[c->rule] : "",
      .modes = c->modes,
      .numerical = c->numerical,
      .places = along.count,
      .first = along.first * along.spacing,
      .last = along.count > 0 ? (along.first + along.count - 1) * along.spacing : 0,
      .ignored = model_text(m, c->ignored)};
}

// A mass without spring and damper of its own.
static bool is_free_mass(const model_body *b) {
  return body_is_mass(b) && b->start.omega2 == 0 && b->start.sigma0 == 0;
}

bool carom_model_hunt_crossley(const carom_model *m, int index, carom_hunt_crossley *impact) {
  if (m == NULL || index < 0 || index >= m->contact_count)
    return false;
  const model_contact *c = &m->contact[index];
  double inverse_mass = 0; // 1/m1 + 1/m2
  if (!c->impacts || c->law.two_sided || c->law.form != LAW_POWER)
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
  *impact = (carom_hunt_crossley){.mass = 1 / inverse_mass,
                                  .stiffness = c->start.stiffness,
                                  .exponent = c->law.power.exponent,
                                  .damping = c->start.damping};
  return true;
}

carom_output_info carom_model_output(const carom_model *m, int index) {
  if (m == NULL || index < 0 || index >= m->column_count)
    return no_output;
#define UNIT(name, ...) WORD_SECOND(__VA_ARGS__, ""),
  static const char *const quantities[] = {QUANTITIES(WORD_NAME)};
  static const char *const units[] = {QUANTITIES(UNIT)};
#undef UNIT
  const model_column *column = &m->column[index];
  const model_output *o = &m->output[column->first];
  return (carom_output_info){.name = model_text(m, o->name),
                             .quantity = quantities[o->quantity],
                             .kind = public_quantities[o->quantity],
                             .of = o->body >= 0 ? point_of(&o->at) : no_output.of,
                             .contact = o->contact,
                             .unit = units[o->quantity],
                             .audio = o->audio && column->side == SIDE_NONE,
                             .members = column->count,
                             .side = column->side == SIDE_LEFT    ? -1
                                     : column->side == SIDE_RIGHT ? 1
                                                                  : 0,
                             .gain_auto = o->gain_auto,
                             .gain = o->gain,
                             .pan = o->pan};
}

carom_snapshot_info carom_model_snapshot(const carom_model *m, int index) {
  if (m == NULL || index < 0 || index >= m->snapshot_count)
    return no_snapshot;
  const model_snapshot *s = &m->snapshot[index];
  return (carom_snapshot_info){.name = model_text(m, s->name),
                               .body = s->body,
                               .contact = s->contact,
                               .every = s->every,
                               .from = s->from,
                               .to = s->to};
}

// A force's amplitude is a factor of its table, if it has one; on the bare name of a link it is a
// torque.
static const char *unit_of(const carom_model *m, const model_live *l) {
  const carom_key *key = carom_key_at(l->key);
  if (strcmp(key->section, "forces") != 0)
    return key->unit;
  const model_force *force = &m->force[l->index];
  if (force->points > 0)
    return "times its table";
  return force->plane.link > 0 && !force->plane.marked ? "N m" : "N";
}

// A range for a slider has the start inside, and not at its upper end, unless the allowed one ends
// there: twice the start above it, half of it below.
static double slider_low(const carom_key *key, const model_live *l) {
  const double below = l->start > 0 ? l->start / 2 : 2 * l->start;
  return fmax(l->start < key->slider_low ? below : key->slider_low, l->low);
}

static double slider_high(const carom_key *key, const model_live *l) {
  return fmin(l->start >= key->slider_high ? 2 * l->start : key->slider_high, l->high);
}

carom_live_info carom_model_live(const carom_model *m, int index) {
  if (m == NULL || index < 0 || index >= m->live_count)
    return no_live;
  const model_live *l = &m->live[index];
  const carom_key *key = carom_key_at(l->key);
  return (carom_live_info){.path = model_text(m, l->path),
                           .start = l->start,
                           .low = l->low,
                           .high = l->high,
                           .slider_low = slider_low(key, l),
                           .slider_high = slider_high(key, l),
                           .unit = unit_of(m, l),
                           .help = key->help};
}

// Which of `count` elements has a text at the offset that lies `at` bytes into each.
static int find_text(const carom_model *m, const void *first, int count, size_t size, size_t at,
                     const char *text) {
  for (int i = 0; i < count; ++i) {
    int offset = 0;
    memcpy(&offset, (const unsigned char *)first + (size_t)i * size + at, sizeof offset);
    if (strcmp(model_text(m, offset), text) == 0)
      return i;
  }
  return -1;
}

#define FIND(m, array, type, field, text)                                                          \
  ((m) == NULL || (text) == NULL ? -1                                                              \
                                 : find_text((m), (m)->array, (m)->array##_count, sizeof(type),    \
                                             offsetof(type, field), (text)))

int carom_model_find_live(const carom_model *m, const char *path) {
  return FIND(m, live, model_live, path, path);
}

int carom_model_find_body(const carom_model *m, const char *name) {
  return FIND(m, body, model_body, name, name);
}

int carom_model_find_contact(const carom_model *m, const char *name) {
  return FIND(m, contact, model_contact, name, name);
}

int carom_model_find_output(const carom_model *m, const char *name) {
  for (int i = 0; m != NULL && name != NULL && i < m->shown; ++i)
    if (strcmp(model_text(m, m->output[m->column[i].first].name), name) == 0)
      return i;
  return -1;
}

// Where a macro stands when the scene starts: as its first key does.
static double macro_initial(const model_span *span, double start, bool logarithmic) {
  const double whole = logarithmic ? real_log(span->to / span->from) : span->to - span->from;
  const double part = logarithmic ? real_log(start / span->from) : start - span->from;
  const double x = part / whole;
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

carom_control_info carom_model_control(const carom_model *m, int index) {
  static const char *const gestures[] = {GESTURES(WORD_NAME)};
  if (m == NULL || index < 0 || index >= m->control_count)
    return (carom_control_info){.name = "",
                                .path = "",
                                .gesture = "",
                                .midi = "",
                                .gesture_kind = CAROM_GESTURE_NONE,
                                .midi_kind = CAROM_MIDI_NONE,
                                .controller = -1,
                                .unit = ""};
  const model_control *c = &m->control[index];
  const bool macro = c->kind == CONTROL_MACRO;
  const bool key = c->kind == CONTROL_KEY || macro;
  const model_live *live = key ? &m->live[m->control_target[c->first]] : NULL;
  return (carom_control_info){
      .name = model_text(m, c->name),
      .path = key ? model_text(m, live->path) : "",
      .gesture = key ? "" : gestures[c->gesture],
      .midi = model_text(m, c->midi),
      .gesture_kind = key ? CAROM_GESTURE_NONE : public_gestures[c->gesture],
      .midi_kind = c->source == MIDI_NONE ? CAROM_MIDI_NONE : public_midi[c->source],
      .controller = c->controller,
      .unit = macro                      ? ""
              : key                      ? unit_of(m, live)
              : c->kind == CONTROL_THROW ? "m/s"
                                         : "N",
      .voices = c->voices,
      .from = c->from,
      .to = c->to,
      .logarithmic = c->logarithmic && !macro,
      .smooth = c->smooth[0],
      .keys = key ? c->width : 0,
      .initial = macro ? macro_initial(&m->control_span[c->first_span], live->start, c->logarithmic)
                 : key ? live->start
                       : c->from,
      .smooth_back = c->smooth[1]};
}

int carom_model_find_control(const carom_model *m, const char *name) {
  return FIND(m, control, model_control, name, name);
}

const char *carom_model_control_key(const carom_model *m, int control, int key) {
  const bool there = m != NULL && control >= 0 && control < m->control_count;
  const model_control *c = there ? &m->control[control] : NULL;
  if (c == NULL || !control_moves_keys(c->kind) || key < 0 || key >= c->voices * c->width)
    return "";
  return model_text(m, m->live[m->control_target[c->first + key]].path);
}

int carom_model_control_note(const carom_model *m, int control, int voice) {
  if (m == NULL || control < 0 || control >= m->control_count || voice < 0 ||
      voice >= m->control[control].voices)
    return -1;
  return m->voice_note[m->control[control].first_note + voice];
}

void model_control_ends(const carom_model *m, const model_control *c, double note, double ends[2]) {
  ends[0] = c->from;
  ends[1] = c->to;
  for (int i = 0; i < 2; ++i)
    if (c->points[i] > 0)
      ends[i] = curve_at((const note_value *)(const void *)(m->control_point + c->first_point[i]),
                         c->points[i], note, false);
}

double model_between(double from, double to, bool logarithmic, double x) {
  if (x == 1)
    return to;
  return logarithmic ? from * real_power(to / from, x) : from + (to - from) * x;
}

double carom_control_value(const carom_control_info *c, double position) {
  if (c == NULL)
    return NAN;
  const double x = position > 0 ? (position < 1 ? position : 1) : 0;
  return model_between(c->from, c->to, c->logarithmic, x);
}
