// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points of bodies: reading "string@0.12", and its interpolation terms.

#include "model/compile.h"

#include "model/interpolate.h"

#include "model/layout.h"
#include "scene/value.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>
#include <string.h>

int compile_term(compiler *c, int body, int node, double weight) {
  assert(node >= c->m.body[body].first && "a node of that body");
  assert(node < c->m.body[body].first + c->m.body[body].nodes);
  if (c->m.inverse_mass[node] == 0) // fixed: its displacement is always zero
    return 0;
  link_term *term = BUILDER_ADD(&c->m, term, 1);
  if (term != NULL)
    *term = (link_term){.node = node, .body = body, .weight = weight};
  return term != NULL;
}

int compile_weights(compiler *c, body_point at, int order, bool slope, double sign) {
  const layout *row = layout_table[c->m.body[at.body].layout];
  return row->weights != NULL ? row->weights(c, at, order, slope, sign) : 0;
}

// --- Reading points -----------------------------------------------------------------------------

// The place of a named item among `count` that are compiled.
static int find_among(const compiler *c, section in, const char *name, size_t length, int count) {
  const int found = scene_find(c->scene, in, name, length);
  return found >= 0 && c->number[found] < count ? c->number[found] : -1;
}

int compile_find_body(const compiler *c, const char *name, size_t length) {
  return find_among(c, SECTION_BODIES, name, length, c->m.body_count);
}

int compile_find_contact(const compiler *c, const char *name) {
  return find_among(c, SECTION_CONTACTS, name, strlen(name), c->m.contact_count);
}

static bool read_fraction(const char *text, size_t length, double *fraction) {
  char copy[40] = {0};
  if (length == 0 || length >= sizeof copy)
    return false;
  memcpy(copy, text, length);
  return value_number(copy, fraction) && *fraction >= 0 && *fraction <= 1;
}

static bool unknown_body(compiler *c, const item *it, const char *key, const char *name,
                         size_t length) {
  char list[300];
  sentence out = sentence_in(list, sizeof list);
  for (int i = 0; i < c->m.body_count && i < 20; ++i)
    sentence_add(&out, "%s%s", i > 0 ? ", " : "", c->m.text + c->m.body[i].name);
  return MISTAKE(c, it, key, CAROM_BAD_REFERENCE, "there is no body '%.*s'; there are %s",
                 (int)(length < 60 ? length : 60), name, list);
}

// LINKAGE@MARK, or the linkage itself.
static bool read_mark(compiler *c, const item *it, const char *key, const char *mark,
                      body_point *at) {
  const item *link = compile_body_item(c, at->body);
  if (mark == NULL)
    return true;
  const entry *e = item_part(link, "marks.*", mark, strlen(mark));
  if (e == NULL || e->value.rows != 2)
    return MISTAKE(c, it, key, CAROM_BAD_REFERENCE,
                   "linkage '%s' has no mark '%.40s'; allowed are names below its marks, each with "
                   "[x, y]",
                   link->name, mark);
  at->x = value_numbers(&e->value)[0];
  at->y = value_numbers(&e->value)[1];
  at->marked = true;
  return true;
}

bool compile_point(compiler *c, const item *it, const char *key, bool bare, body_point *at) {
  return compile_point_of(c, it, key, item_text(it, key), bare, at);
}

bool compile_point_of(compiler *c, const item *it, const char *key, const char *text, bool bare,
                      body_point *at) {
  const size_t length = strcspn(text, "@");
  *at = (body_point){.body = compile_find_body(c, text, length)};
  if (at->body < 0)
    return unknown_body(c, it, key, text, length);
  const model_body *b = &c->m.body[at->body];
  const char *place = text[length] == '@' ? text + length + 1 : NULL;
  const bool grid = !body_is_mass(b) && !body_stands(b);
  at->placed = place != NULL;
  if (body_is_link(b))
    return read_mark(c, it, key, place, at);
  if (!grid && place != NULL)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "a %s has no points along it; allowed is its bare name",
                   body_is_mass(b) ? "mass" : "barrier");
  if (!grid || (bare && place == NULL))
    return true;
  if (bare)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "along: true takes the whole body; allowed is its bare name");
  const size_t first = place != NULL ? strcspn(place, ":") : 0;
  const bool two = place != NULL && place[first] == ':';
  if (place == NULL || two != body_is_flat(b) || !read_fraction(place, first, &at->x) ||
      (two && !read_fraction(place + first + 1, strlen(place + first + 1), &at->y)))
    return MISTAKE(
        c, it, key, CAROM_BAD_VALUE, "'%.60s' is not a point of this body; allowed is %s", text,
        body_is_flat(b) ? "PLATE@x:y with x and y from 0 to 1" : "BODY@x with x from 0 to 1");
  return true;
}

plane_point compile_plane(const compiler *c, const item *it, const body_point *at) {
  if (!body_is_link(&c->m.body[at->body]))
    return (plane_point){.link = 0};
  return (plane_point){.link = at->body + 1,
                       .marked = at->marked,
                       .x = at->x,
                       .y = at->y,
                       .axis = (plane_axis)item_choice(it, "axis")};
}

int compile_order(const item *it) {
  const int order = (int)item_number(it, "interpolation");
  return order == 3 ? UNIT_ORDER : order;
}
