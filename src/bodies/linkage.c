// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A rigid or flexible part on a pin. It has no nodes: methods/mechanism reads its keys.

#include "bodies/kinds.h"
#include <math.h>

// How far the part reaches from its pin along x: to its head's centre or its farthest mark, m.
static double reach_of(const item *it) {
  double reach =
      item_rows(it, "shank.head_centre") == 2 ? item_numbers(it, "shank.head_centre")[0] : 0;
  for (int i = 0; i < it->count; ++i) {
    const entry *e = &it->entries[i];
    if (e->part != NULL && e->value.rows == 2) // marks.*
      reach = fmax(reach, value_numbers(&e->value)[0]);
  }
  return reach;
}

// A head sits at the end of its shank.
static bool check_shank(compiler *c, const item *it) {
  if (!item_has(it, "shank.length") || !item_has(it, "shank.head_mass"))
    return true;
  const double from = item_number(it, "shank.from");
  const double end = from + item_number(it, "shank.length");
  const double reach = reach_of(it);
  return end <= reach ||
         MISTAKE(
             c, it, "shank.length", CAROM_BAD_VALUE,
             "the shank ends at %g m, beyond the part, whose head and marks reach %g m; allowed "
             "is at most %g m",
             end, reach, fmax(reach - from, 0));
}

static void add_marks(compiler *c, const item *it, int index) {
  for (int i = 0; i < it->count; ++i) {
    const entry *e = &it->entries[i];
    if (e->part == NULL || e->value.rows != 2)
      continue;
    const double *at = value_numbers(&e->value);
    const int name = builder_text(&c->m, e->part);
    model_mark *mark = BUILDER_ADD(&c->m, mark, 1);
    if (mark != NULL)
      *mark = (model_mark){.name = name, .body = index, .x = at[0], .y = at[1]};
  }
}

bool compile_linkage(compiler *c, const item *it, int index, model_body *b) {
  b->start.pin_friction = item_number(it, "pin_friction");
  compile_live(c, it, "pin_friction", index, 0, INFINITY);
  b->layout = LAYOUT_LINK;
  b->mass = b->node_mass = b->density = item_number(it, "mass");
  add_marks(c, it, index);
  return check_shank(c, it);
}

const layout link_layout_row = {0};
