// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Forces, outputs and snapshots: what pushes the scene from outside, and what is heard and seen of
// it.

#include "model/compile.h"

#include <math.h>
#include <string.h>

static bool compile_force(compiler *c, const item *it, int index) {
  body_point at;
  if (!compile_point(c, it, "on", false, &at))
    return false;
  if (c->m.body[at.body].grid == LAYOUT_NONE)
    return MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                   "a barrier cannot be pushed; allowed is a body "
                   "that moves");
  const bool table = item_entry(it, "table") != NULL;
  const bool sine = item_entry(it, "frequency") != NULL;
  if (table == sine)
    return MISTAKE(c, it, NULL, table ? CAROM_DUPLICATE : CAROM_MISSING,
                   "needs either frequency (a sine) or table (breakpoints)");
  model_force force = {.amplitude = item_number(it, "amplitude", 1),
                       .frequency = item_number(it, "frequency", 0),
                       .first_term = c->m.term_count};
  const int order = (int)item_number(it, "interpolation", 3);
  force.terms = compile_weights(c, at, order, false, 1);
  if (force.terms == 0 && !c->m.out_of_memory)
    return MISTAKE(c, it, "on", CAROM_BAD_VALUE,
                   "the body is held there; allowed is a point that moves");
  if (table) {
    force.points = item_numbers(it, "table", 2, NULL, 0);
    force.first_point = c->m.point_count;
    breakpoint *points = BUILDER_ADD(&c->m, point, force.points);
    if (points != NULL)
      item_numbers(it, "table", 2, &points->time, 2 * force.points);
  }
  model_force *kept = BUILDER_ADD(&c->m, force, 1);
  if (kept == NULL)
    return false;
  *kept = force;
  compile_live(c, it, "amplitude", LIVE_AMPLITUDE, index, -INFINITY, INFINITY);
  return true;
}

bool compile_forces(compiler *c) {
  int index = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_FORCES && !compile_force(c, it, index++))
      return false;
  }
  return !c->m.out_of_memory;
}

// --- Outputs ------------------------------------------------------------------------------------

static int find_contact(const compiler *c, const char *name) {
  for (int i = 0; i < c->m.contact_count; ++i)
    if (strcmp(c->m.text + c->m.contact[i].name, name) == 0)
      return i;
  return -1;
}

static output_quantity read_quantity(const item *it) {
  static const char *const words[] = {"displacement", "velocity", "acceleration", "slope", "force",
                                      "overlap",      "psi",      "energy",       "mode"};
  for (int q = 0; q < 9; ++q)
    if (item_word_is(it, "quantity", words[q]))
      return (output_quantity)q;
  return OUTPUT_DISPLACEMENT;
}

// The coordinate of one mode.
static bool output_of_mode(compiler *c, const item *it, model_output *out, const model_body *b) {
  const int mode = (int)item_number(it, "mode", 0);
  if (b->grid != LAYOUT_MODES)
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "only a string or bar with model: modes has modes to listen to");
  if (mode < 1 || mode > b->nodes)
    return MISTAKE(c, it, "mode", mode < 1 ? CAROM_MISSING : CAROM_BAD_VALUE,
                   "needed with quantity: mode is one of its modes, from 1 to %d", b->nodes);
  link_term *term = BUILDER_ADD(&c->m, term, 1);
  if (term == NULL)
    return false;
  *term = (link_term){.node = b->first + mode - 1, .body = out->body, .weight = 1};
  out->first_term = c->m.term_count - 1;
  out->terms = 1;
  return true;
}

static bool output_of_body(compiler *c, const item *it, model_output *out) {
  const char *text = item_text(it, "of");
  if (find_contact(c, text) >= 0 && compile_find_body(c, text, strlen(text)) < 0)
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "'%s' is a contact; allowed of it are force, overlap, velocity, psi and energy",
                   text);
  body_point at;
  if (!compile_point(c, it, "of", out->quantity == OUTPUT_ENERGY || out->quantity == OUTPUT_MODE,
                     &at))
    return false;
  const layout_kind grid = c->m.body[at.body].grid;
  out->body = at.body;
  if (out->quantity == OUTPUT_ENERGY)
    return true;
  if (out->quantity == OUTPUT_MODE)
    return output_of_mode(c, it, out, &c->m.body[at.body]);
  if (grid == LAYOUT_POINT && out->quantity == OUTPUT_SLOPE)
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "a mass has no slope; allowed of it are "
                   "displacement, velocity, acceleration and "
                   "energy");
  if (grid == LAYOUT_NONE && out->quantity != OUTPUT_DISPLACEMENT)
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "allowed of a barrier is displacement, its position");
  const int order = (int)item_number(it, "interpolation", 3);
  out->first_term = c->m.term_count;
  out->terms = compile_weights(c, at, order, out->quantity == OUTPUT_SLOPE, 1);
  return true;
}

static bool output_of_contact(compiler *c, const item *it, model_output *out) {
  const char *text = item_text(it, "of");
  out->contact = find_contact(c, text);
  if (out->contact >= 0)
    return true;
  char list[300];
  sentence names = sentence_in(list, sizeof list);
  for (int i = 0; i < c->m.contact_count && i < 20; ++i)
    sentence_add(&names, "%s%s", i > 0 ? ", " : "", c->m.text + c->m.contact[i].name);
  return MISTAKE(c, it, "of", CAROM_BAD_REFERENCE,
                 "'%.60s' is not a contact, and %s is a contact's; contacts are: %s", text,
                 item_text(it, "quantity"), c->m.contact_count > 0 ? list : "none");
}

static bool compile_output(compiler *c, const item *it) {
  model_output out = {.name = builder_text(&c->m, it->name),
                      .quantity = read_quantity(it),
                      .body = -1,
                      .contact = -1,
                      .audio = item_flag(it, "audio"),
                      .gain_auto = item_word_is(it, "gain", "auto"),
                      .gain = item_number(it, "gain", 1),
                      .pan = item_number(it, "pan", 0)};
  if (strcmp(it->name, "t") == 0)
    return MISTAKE(c, it, NULL, CAROM_DUPLICATE,
                   "t is the column of time; allowed is any other name");
  const double rate = c->m.head.rate;
  if (out.audio && (rate < 1 || rate > 1e6))
    return MISTAKE(c, it, "audio", CAROM_BAD_VALUE,
                   "there is no sound at a rate of %g Hz; allowed are rates from 1 to 1e6", rate);
  const char *of = item_text(it, "of");
  const bool contact = out.quantity == OUTPUT_FORCE || out.quantity == OUTPUT_OVERLAP ||
                       out.quantity == OUTPUT_PSI ||
                       ((out.quantity == OUTPUT_ENERGY || out.quantity == OUTPUT_VELOCITY) &&
                        find_contact(c, of) >= 0 && compile_find_body(c, of, strlen(of)) < 0);
  if (!(contact ? output_of_contact(c, it, &out) : output_of_body(c, it, &out)))
    return false;
  model_output *kept = BUILDER_ADD(&c->m, output, 1);
  if (kept == NULL)
    return false;
  *kept = out;
  c->m.head.tells_energy = c->m.head.tells_energy || out.quantity == OUTPUT_ENERGY;
  return true;
}

bool compile_outputs(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_OUTPUTS && !compile_output(c, it))
      return false;
  }
  return !c->m.out_of_memory;
}

// --- Snapshots ----------------------------------------------------------------------------------

static bool compile_snapshot(compiler *c, const item *it) {
  body_point at;
  if (!compile_point(c, it, "of", true, &at))
    return false;
  const model_snapshot wanted = {.name = builder_text(&c->m, it->name),
                                 .body = at.body,
                                 .every = item_number(it, "every", 1e-3),
                                 .from = item_number(it, "from", 0),
                                 .to = item_number(it, "to", INFINITY)};
  if (wanted.to < wanted.from)
    return MISTAKE(c, it, "to", CAROM_BAD_VALUE, "before from; allowed is at least %g s",
                   wanted.from);
  model_snapshot *kept = BUILDER_ADD(&c->m, snapshot, 1);
  if (kept == NULL)
    return false;
  *kept = wanted;
  return true;
}

bool compile_snapshots(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_SNAPSHOTS && !compile_snapshot(c, it))
      return false;
  }
  return !c->m.out_of_memory;
}
