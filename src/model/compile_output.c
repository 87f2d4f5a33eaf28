// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Outputs and snapshots: what is read out of a scene.

#include "model/compile.h"

#include "base/constants.h"
#include "model/method.h"
#include "model/quantity.h"
#include "scene/note_curve.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The coordinate of one mode.
static bool output_of_mode(compiler *c, const item *it, model_output *out, const model_body *b) {
  const int mode = out->mode = (int)item_number(it, "mode");
  const method *row = method_table[c->m.head.method];
  const int own = row->modes != NULL && body_is_line(b) ? row->modes(c) : 0;
  if (mode >= 1 && mode <= own)
    return true;
  if (own > 0)
    return MISTAKE(c, it, "mode", mode < 1 ? CAROM_MISSING : CAROM_BAD_VALUE,
                   "needed with quantity: mode is one of solver.modes, from 1 to %d", own);
  if (!body_is_modal(b))
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "only a body with model: modes has modes to listen to");
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

// The amplitude of sin(m pi x / L) in a string's or bar's shape: 2/L times the integral of the two,
// by a sum over its grid.
static bool output_of_projection(compiler *c, const item *it, model_output *out,
                                 const model_body *b) {
  const int mode = out->mode = (int)item_number(it, "mode");
  if (!body_is_line(b))
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "only a string or bar on a grid is projected on sines; allowed with modes is "
                   "quantity: mode");
  if (mode < 1 || mode >= b->nx)
    return MISTAKE(c, it, "mode", mode < 1 ? CAROM_MISSING : CAROM_BAD_VALUE,
                   "needed with quantity: projection is one of its sines, from 1 to %d", b->nx - 1);
  out->first_term = c->m.term_count;
  for (int i = 1; i < b->nx; ++i)
    out->terms +=
        compile_term(c, out->body, node_at(b, i, 0), 2.0 / b->nx * sin(mode * pi * i / b->nx));
  return !c->m.out_of_memory;
}

// The quantities that contacts have, in words.
static const char *contact_quantities(char *text, size_t size) {
  static const char *const words[] = {QUANTITIES(WORD_NAME)};
  sentence s = sentence_in(text, size);
  const char *comma = "";
  for (int i = 0; i < QUANTITY_COUNT; ++i)
    if (quantity_table[i].of_contact != NULL || quantity_table[i].of_body == READS_ENERGY) {
      sentence_add(&s, "%s%s", comma, words[i]);
      comma = ", ";
    }
  return text;
}

// The angle of a link, or where a mark of it is.
static bool output_of_link(compiler *c, const item *it, const model_output *out,
                           const model_body *b) {
  if (!body_is_link(b))
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "only a linkage has it; allowed of other bodies are displacement, velocity, "
                   "acceleration, slope, mode and energy");
  const bool moves = out->reads == READS_DISPLACEMENT || out->reads == READS_VELOCITY ||
                     out->reads == READS_ACCELERATION;
  if (out->reads != READS_PLANE && !moves)
    return MISTAKE(
        c, it, "quantity", CAROM_BAD_VALUE,
        "a linkage does not have it; allowed of it are angle and energy, of a mark x, y, "
        "travel, displacement, velocity and acceleration");
  if (out->quantity != OUTPUT_ANGLE && !out->plane.marked)
    return MISTAKE(c, it, "of", CAROM_BAD_VALUE,
                   "only a mark of a linkage has it; allowed is LINKAGE@MARK, or quantity: angle");
  return true;
}

static bool output_of_body(compiler *c, const item *it, const char *text, model_output *out) {
  char list[160];
  const body_reading reads = out->reads;
  if (compile_find_contact(c, text) >= 0 && compile_find_body(c, text, strlen(text)) < 0)
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE, "'%s' is a contact; allowed of it are %s",
                   text, contact_quantities(list, sizeof list));
  body_point at;
  const bool projects = out->quantity == OUTPUT_PROJECTION;
  const bool bare = reads == READS_ENERGY || reads == READS_MODE || projects;
  if (!compile_point_of(c, it, "of", text, bare, &at))
    return false;
  const model_body *b = &c->m.body[at.body];
  out->body = at.body;
  out->at = at;
  out->plane = compile_plane(c, it, &at);
  if (reads == READS_ENERGY)
    return true;
  if (body_is_link(b) || reads == READS_PLANE)
    return output_of_link(c, it, out, b);
  if (projects)
    return output_of_projection(c, it, out, b);
  if (reads == READS_MODE)
    return output_of_mode(c, it, out, &c->m.body[at.body]);
  if (body_is_mass(b) && reads == READS_SLOPE)
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "a mass has no slope; allowed of it are "
                   "displacement, velocity, acceleration and "
                   "energy");
  if (body_stands(b) && reads != READS_DISPLACEMENT)
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "allowed of a barrier is displacement, its position");
  const int order = compile_order(it);
  out->first_term = c->m.term_count;
  out->terms = compile_weights(c, at, order, reads == READS_SLOPE, 1);
  return true;
}

// Links are still in the order of their contacts.
static bool touches_plate(const compiler *c, int contact) {
  int first = 0;
  for (int i = 0; i < contact; ++i)
    first += c->m.contact[i].links;
  for (int i = first; i < first + c->m.contact[contact].links; ++i)
    for (int t = 0; t < c->m.link[i].terms; ++t)
      if (body_is_plate(&c->m.body[c->m.term[c->m.link[i].first_term + t].body]))
        return true;
  return false;
}

// Not every method knows every quantity, and only contacts along a line have a length.
static bool contact_has(compiler *c, const item *it, const model_output *out) {
  const method *row = method_table[c->m.head.method];
  const bool length = out->quantity == OUTPUT_CONTACT_LENGTH;
  const bool patches = out->quantity == OUTPUT_PATCHES;
  if ((length && row->contact_length == NULL) || (patches && row->patches == NULL) ||
      (out->quantity == OUTPUT_PSI && row->psi == NULL) ||
      (out->quantity == OUTPUT_FRICTION && row->friction == NULL) ||
      (out->quantity == OUTPUT_SCUFF && row->scuff == NULL))
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "solver.method %s does not know it; allowed of a contact are force, overlap, "
                   "velocity and energy, or solver.method audio",
                   row->about.name);
  if ((length || patches) && (!item_flag(compile_contact_item(c, out->contact), "along") ||
                              touches_plate(c, out->contact)))
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "only a contact along a string or bar has it; allowed here are force, overlap, "
                   "velocity and energy");
  return true;
}

static bool output_of_contact(compiler *c, const item *it, const char *text, model_output *out) {
  out->contact = compile_find_contact(c, text);
  if (out->contact >= 0)
    return contact_has(c, it, out);
  char list[300];
  sentence names = sentence_in(list, sizeof list);
  for (int i = 0; i < c->m.contact_count && i < 20; ++i)
    sentence_add(&names, "%s%s", i > 0 ? ", " : "", c->m.text + c->m.contact[i].name);
  return MISTAKE(c, it, "of", CAROM_BAD_REFERENCE,
                 "'%.60s' is not a contact, and %s is a contact's; contacts are: %s", text,
                 item_text(it, "quantity"), c->m.contact_count > 0 ? list : "none");
}

// One point, or contact, that an output hears.
static bool compile_reading(compiler *c, const item *it, const char *of, double pan) {
  model_output out = {.name = builder_text(&c->m, it->name),
                      .quantity = (output_quantity)item_choice(it, "quantity"),
                      .body = -1,
                      .contact = -1,
                      .audio = item_flag(it, "audio"),
                      .gain_auto = item_rows(it, "gain") == 0,
                      .gain = item_rows(it, "gain") == 0 ? 1 : item_number(it, "gain"),
                      .pan = pan,
                      .left = cos((pan + 1) * pi / 4), // equal power
                      .right = sin((pan + 1) * pi / 4)};
  const body_reading reads = out.reads = quantity_table[out.quantity].of_body;
  assert((reads != READS_NOTHING || quantity_table[out.quantity].of_contact != NULL) &&
         "no row in state/quantities.c");
  const bool either = reads == READS_ENERGY || quantity_table[out.quantity].of_contact != NULL;
  const bool contact = reads == READS_NOTHING || (either && compile_find_contact(c, of) >= 0 &&
                                                  compile_find_body(c, of, strlen(of)) < 0);
  if (!(contact ? output_of_contact(c, it, of, &out) : output_of_body(c, it, of, &out)))
    return false;
  assert(out.body >= 0 || out.contact >= 0);
  model_output *kept = BUILDER_ADD(&c->m, output, 1);
  if (kept == NULL)
    return false;
  *kept = out;
  c->m.head.outputs_energy = c->m.head.outputs_energy || reads == READS_ENERGY;
  return true;
}

// --- Columns ------------------------------------------------------------------------------------

// A pan of its own for each member, or one for all.
static double pan_of(const item *it, int member) {
  const scene_value *v = item_value(it, "pan");
  return v->by_note
             ? curve_at((const note_value *)(const void *)value_numbers(v), v->rows, member, false)
             : v->one;
}

// What an output of a family hears: all of its members there are.
static bool compile_members(compiler *c, const item *it, const star_name *star) {
  const char *of = item_text(it, "of");
  const char *rest = of + strcspn(of, "*") + 1;
  for (int i = 1; i < scene_item_count(c->scene); ++i) {
    const item *other = scene_item(c->scene, i);
    char text[400];
    if (other->in != star->in || !star_fits(star, other->name))
      continue;
    snprintf(text, sizeof text, "%s%.300s", other->name, rest);
    if (!compile_reading(c, it, text, pan_of(it, star_number(star, other->name))))
      return false;
  }
  return true;
}

static bool has_sides(const compiler *c, const model_column *column) {
  const model_output *members = c->m.output + column->first;
  for (int i = 1; i < column->count; ++i)
    if (members[0].audio && members[i].pan != members[0].pan)
      return true;
  return false;
}

static bool compile_output(compiler *c, const item *it) {
  const double rate = c->m.head.rate;
  if (strcmp(it->name, "t") == 0)
    return MISTAKE(c, it, NULL, CAROM_DUPLICATE,
                   "t is the column of time; allowed is any other name");
  if (item_flag(it, "audio") && (rate < 1 || rate > 1e6))
    return MISTAKE(c, it, "audio", CAROM_BAD_VALUE,
                   "there is no sound at a rate of %g Hz; allowed are rates from 1 to 1e6", rate);
  const star_name bodies = star_of(c, SECTION_BODIES, item_text(it, "of"));
  const star_name contacts = star_of(c, SECTION_CONTACTS, item_text(it, "of"));
  const star_name *star = bodies.family ? &bodies : contacts.family ? &contacts : NULL;
  if (star == NULL && item_value(it, "pan")->by_note)
    return MISTAKE(c, it, "pan", CAROM_BAD_VALUE,
                   "has values by note, and what it hears is no family; allowed is one value");
  model_column column = {.first = c->m.output_count, .of = c->m.column_count};
  if (!(star != NULL ? compile_members(c, it, star)
                     : compile_reading(c, it, item_text(it, "of"), item_number(it, "pan"))))
    return false;
  column.count = c->m.output_count - column.first;
  c->m.head.sums = c->m.head.sums || star != NULL;
  model_column *kept = BUILDER_ADD(&c->m, column, 1);
  if (kept == NULL)
    return false;
  *kept = column;
  return true;
}

bool compile_outputs(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_OUTPUTS && !compile_output(c, it))
      return false;
  }
  const int shown = c->m.head.shown = c->m.column_count;
  for (int i = 0; i < shown && !c->m.out_of_memory; ++i) {
    if (!has_sides(c, &c->m.column[i]))
      continue;
    model_column *sides = BUILDER_ADD(&c->m, column, 2);
    for (int side = 0; sides != NULL && side < 2; ++side) {
      sides[side] = c->m.column[i];
      sides[side].side = side == 0 ? SIDE_LEFT : SIDE_RIGHT;
    }
  }
  return !c->m.out_of_memory;
}

// --- Snapshots ----------------------------------------------------------------------------------

static bool check_forces(compiler *c, const item *it, int contact) {
  const method *row = method_table[c->m.head.method];
  if (!c->m.contact[contact].on_line)
    return MISTAKE(c, it, "of", CAROM_BAD_REFERENCE,
                   "this contact lies at a point or along a plate, and an output has its force; "
                   "allowed are bodies, and contacts along a string or bar");
  if (row->link_force == NULL)
    return MISTAKE(c, it, "of", CAROM_BAD_VALUE,
                   "solver.method %s does not know the forces along a contact; allowed is "
                   "solver.method audio, or the name of a body",
                   row->about.name);
  return true;
}

static bool compile_snapshot(compiler *c, const item *it) {
  body_point at = {.body = -1};
  const int contact = compile_find_contact(c, item_text(it, "of"));
  if (!(contact >= 0 ? check_forces(c, it, contact) : compile_point(c, it, "of", true, &at)))
    return false;
  const model_snapshot wanted = {.name = builder_text(&c->m, it->name),
                                 .body = at.body,
                                 .contact = contact,
                                 .every = item_number(it, "every"),
                                 .from = item_number(it, "from"),
                                 .to =
                                     item_has(it, "to") ? item_number(it, "to") : (double)INFINITY};
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
