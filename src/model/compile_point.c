// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points of bodies: reading "string@0.12", and the terms that stand for it.

#include "model/compile.h"

#include "model/interpolate.h"
#include "scene/value.h"
#include <math.h>
#include <string.h>

static int add_term(compiler *c, int body, int node, double weight) {
  if (c->m.inverse_mass[node] == 0) // held: its displacement is always zero
    return 0;
  link_term *term = BUILDER_ADD(&c->m, term, 1);
  if (term != NULL)
    *term = (link_term){.node = node, .body = body, .weight = weight};
  return term != NULL;
}

// Modes with a node at the point have no share in it.
static int modal_weights(compiler *c, body_point at, bool slope, double sign) {
  const model_body b = c->m.body[at.body];
  int terms = 0;
  for (int j = 0; j < b.nodes; ++j) {
    const double weight = compile_mode_value(c, &b, j, at.x, slope ? 1 : 0);
    if (slope || fabs(weight) * sqrt(b.mass) > 1e-13)
      terms += add_term(c, at.body, b.first + j, sign * weight);
  }
  return terms;
}

int compile_weights(compiler *c, body_point at, int order, bool slope, double sign) {
  const model_body *b = &c->m.body[at.body];
  if (b->grid == LAYOUT_NONE)
    return 0;
  if (b->grid == LAYOUT_POINT)
    return add_term(c, at.body, b->first, sign);
  if (b->grid == LAYOUT_MODES)
    return modal_weights(c, at, slope, sign);
  const axis along_x = axis_weights(at.x, b->nx, b->ends, order, slope);
  axis along_y = {.count = 1, .node = {0}, .weight = {1}};
  if (b->grid == LAYOUT_PLATE)
    along_y = axis_weights(at.y, b->ny, b->ends, order, false);
  const double factor = slope ? sign / b->h : sign;
  int terms = 0;
  for (int j = 0; j < along_y.count; ++j)
    for (int i = 0; i < along_x.count; ++i)
      terms += add_term(c, at.body, node_at(b, along_x.node[i], along_y.node[j]),
                        factor * along_x.weight[i] * along_y.weight[j]);
  return terms;
}

// --- Reading points -----------------------------------------------------------------------------

int compile_find_body(const compiler *c, const char *name, size_t length) {
  for (int i = 0; i < c->m.body_count; ++i) {
    const char *other = c->m.text + c->m.body[i].name;
    if (strlen(other) == length && memcmp(other, name, length) == 0)
      return i;
  }
  return -1;
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

bool compile_point(compiler *c, const item *it, const char *key, bool bare, body_point *at) {
  const char *text = item_text(it, key);
  const size_t length = strcspn(text, "@");
  *at = (body_point){.body = compile_find_body(c, text, length)};
  if (at->body < 0)
    return unknown_body(c, it, key, text, length);
  const model_body *b = &c->m.body[at->body];
  const char *place = text[length] == '@' ? text + length + 1 : NULL;
  const bool grid = b->grid != LAYOUT_POINT && b->grid != LAYOUT_NONE;
  if (!grid && place != NULL)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "a %s has no points along it; allowed is its bare name",
                   b->grid == LAYOUT_POINT ? "mass" : "barrier");
  if (!grid || (bare && place == NULL))
    return true;
  if (bare)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "along: true takes the whole body; allowed is its bare name");
  const size_t first = place != NULL ? strcspn(place, ":") : 0;
  const bool two = place != NULL && place[first] == ':';
  if (place == NULL || two != (b->grid == LAYOUT_PLATE) || !read_fraction(place, first, &at->x) ||
      (two && !read_fraction(place + first + 1, strlen(place + first + 1), &at->y)))
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "'%.60s' is not a point of this body; allowed is %s", text,
                   b->grid == LAYOUT_PLATE ? "PLATE@x:y with x and y from 0 to 1"
                                           : "BODY@x with x from 0 to 1");
  return true;
}
