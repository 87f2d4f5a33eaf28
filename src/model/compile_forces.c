// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// External forces.

#include "model/compile.h"

#include <math.h>
#include <string.h>

static bool compile_force(compiler *c, const item *it, int index) {
  body_point at;
  if (!compile_point(c, it, "on", false, &at))
    return false;
  if (body_stands(&c->m.body[at.body]))
    return MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                   "a barrier cannot be pushed; allowed is a body "
                   "that moves");
  const bool table = item_has(it, "table");
  const bool sine = item_has(it, "frequency");
  if (table == sine)
    return MISTAKE(c, it, NULL, table ? CAROM_DUPLICATE : CAROM_MISSING,
                   "needs either frequency (a sine) or table (breakpoints)");
  if (sine && item_number(it, "frequency") == 0)
    compile_warning(c, WARNING_ZERO_FORCE, &(warning_words){.name = it->name});
  model_force force = {.amplitude = item_number(it, "amplitude"),
                       .frequency = item_number(it, "frequency"),
                       .first_term = c->m.term_count,
                       .plane = compile_plane(c, it, &at)};
  const int order = compile_order(it);
  force.terms = compile_weights(c, at, order, false, 1);
  if (force.terms == 0 && force.plane.link == 0 && !c->m.out_of_memory)
    return MISTAKE(c, it, "on", CAROM_BAD_VALUE,
                   "the body is held there; allowed is a point that moves");
  if (table) {
    force.points = item_rows(it, "table");
    force.first_point = c->m.point_count;
    breakpoint *points = BUILDER_ADD(&c->m, point, force.points);
    if (points != NULL)
      memcpy(points, item_numbers(it, "table"), (size_t)force.points * sizeof *points);
  }
  model_force *kept = BUILDER_ADD(&c->m, force, 1);
  if (kept == NULL)
    return false;
  *kept = force;
  compile_live(c, it, "amplitude", index, -INFINITY, INFINITY);
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
