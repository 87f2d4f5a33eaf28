// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points between nodes. With x = (l + a) h, 0 <= a < 1, the value there is
//
//   order 0   u_l
//   order 1   (1 - a) u_l + a u_{l+1}
//   order 3   the cubic through u_{l-1} .. u_{l+2} (Lagrange)
//
// and its derivative along x is that of the same polynomial. A force is spread with the same
// weights it reads with, which is what keeps the energy balance exact. Nodes beyond an end are
// mirrored as the end demands: odd if pinned, even if clamped, straight on if free.

#include "compile.h"

#include "value.h"
#include <math.h>
#include <string.h>

/// Weights along one side; at most 4 nodes and what mirroring adds.
typedef struct {
  int count;
  int node[8];
  double weight[8];
} axis;

static void axis_add(axis *a, int node, double weight) {
  if (weight == 0)
    return;
  for (int i = 0; i < a->count; ++i)
    if (a->node[i] == node) {
      a->weight[i] += weight;
      return;
    }
  a->node[a->count] = node;
  a->weight[a->count++] = weight;
}

static void axis_mirror(axis *a, int node, double weight, int n, const end_kind ends[2]) {
  const bool left = node < 0;
  if (!left && node <= n) {
    axis_add(a, node, weight);
    return;
  }
  const int end = left ? 0 : n;
  const int inside = left ? 1 : n - 1;
  switch (ends[left ? 0 : 1]) {
  case END_PINNED:
    axis_add(a, inside, -weight);
    break;
  case END_CLAMPED:
    axis_add(a, inside, weight);
    break;
  case END_FREE:
    axis_add(a, end, 2 * weight);
    axis_add(a, inside, -weight);
    break;
  }
}

static axis axis_weights(double x, int n, const end_kind ends[2], int order, bool slope) {
  const double place = x * n;
  const double near = round(place);
  int l = fabs(place - near) < 1e-9 ? (int)near : (int)floor(place);
  double a = fabs(place - near) < 1e-9 ? 0 : place - l;
  if (l >= n && (slope || a > 0)) {
    l = n - 1;
    a = 1;
  }
  double w[4] = {0, 1, 0, 0}; // nodes l-1 .. l+2
  if (slope && order < 3) {
    w[1] = -1;
    w[2] = 1;
  } else if (slope) {
    w[0] = -(3 * a * a - 6 * a + 2) / 6;
    w[1] = (3 * a * a - 4 * a - 1) / 2;
    w[2] = -(3 * a * a - 2 * a - 2) / 2;
    w[3] = (3 * a * a - 1) / 6;
  } else if (order == 1) {
    w[1] = 1 - a;
    w[2] = a;
  } else if (order == 3) {
    w[0] = -a * (a - 1) * (a - 2) / 6;
    w[1] = (a - 1) * (a + 1) * (a - 2) / 2;
    w[2] = -a * (a + 1) * (a - 2) / 2;
    w[3] = a * (a + 1) * (a - 1) / 6;
  }
  axis result = {.count = 0};
  for (int i = 0; i < 4; ++i)
    axis_mirror(&result, l - 1 + i, w[i], n, ends);
  return result;
}

static int add_term(compiler *c, int body, int node, double weight) {
  if (c->d.inverse_mass[node] == 0) // held: its displacement is always zero
    return 0;
  link_term *term = DRAFT_ADD(&c->d, term, 1);
  if (term != NULL)
    *term = (link_term){.node = node, .body = body, .weight = weight};
  return term != NULL;
}

int compile_weights(compiler *c, spot at, int order, bool slope, double sign) {
  const model_body *b = &c->d.body[at.body];
  if (b->grid == GRID_NONE)
    return 0;
  if (b->grid == GRID_POINT)
    return add_term(c, at.body, b->first, sign);
  const axis along_x = axis_weights(at.x, b->nx, b->ends, order, slope);
  axis along_y = {.count = 1, .node = {0}, .weight = {1}};
  if (b->grid == GRID_PLATE)
    along_y = axis_weights(at.y, b->ny, b->ends, order, false);
  const double factor = slope ? sign / b->h : sign;
  int terms = 0;
  for (int j = 0; j < along_y.count; ++j)
    for (int i = 0; i < along_x.count; ++i)
      terms += add_term(c, at.body, b->first + along_y.node[j] * b->stride + along_x.node[i],
                        factor * along_x.weight[i] * along_y.weight[j]);
  return terms;
}

// --- Reading points -----------------------------------------------------------------------------

int compile_find_body(const compiler *c, const char *name, size_t length) {
  for (int i = 0; i < c->d.body_count; ++i) {
    const char *other = c->d.text + c->d.body[i].name;
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
  for (int i = 0; i < c->d.body_count && i < 20; ++i)
    sentence_add(&out, "%s%s", i > 0 ? ", " : "", c->d.text + c->d.body[i].name);
  return MISTAKE(c, it, key, CAROM_BAD_REFERENCE, "there is no body '%.*s'; there are %s",
                 (int)(length < 60 ? length : 60), name, list);
}

bool compile_spot(compiler *c, const item *it, const char *key, bool bare, spot *at) {
  const char *text = item_text(it, key);
  const size_t length = strcspn(text, "@");
  *at = (spot){.body = compile_find_body(c, text, length)};
  if (at->body < 0)
    return unknown_body(c, it, key, text, length);
  const model_body *b = &c->d.body[at->body];
  const char *place = text[length] == '@' ? text + length + 1 : NULL;
  const bool grid = b->grid == GRID_LINE || b->grid == GRID_PLATE;
  if (!grid && place != NULL)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "a %s has no points along it; allowed is its bare name",
                   b->grid == GRID_POINT ? "mass" : "barrier");
  if (!grid || (bare && place == NULL))
    return true;
  if (bare)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "along: true takes the whole body; allowed is its bare name");
  const size_t first = place != NULL ? strcspn(place, ":") : 0;
  const bool two = place != NULL && place[first] == ':';
  if (place == NULL || two != (b->grid == GRID_PLATE) || !read_fraction(place, first, &at->x) ||
      (two && !read_fraction(place + first + 1, strlen(place + first + 1), &at->y)))
    return MISTAKE(
        c, it, key, CAROM_BAD_VALUE, "'%.60s' is not a point of this body; allowed is %s", text,
        b->grid == GRID_PLATE ? "PLATE@x:y with x and y from 0 to 1" : "BODY@x with x from 0 to 1");
  return true;
}
