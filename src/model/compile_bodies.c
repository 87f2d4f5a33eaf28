// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies: each by its kind, then their nodes, masses first, so that all of them advance in one
// loop.

#include "model/compile.h"
#include "model/kinds.h"
#include "model/layout.h"
#include <assert.h>

static bool add_body(compiler *c, const item *it, int index) {
  model_body b = {.name = builder_text(&c->m, it->name),
                  .strings = 1,
                  .type = (body_type)item_choice(it, "type")};
  if (!body_kinds[b.type](c, it, index, &b))
    return false;
  assert(b.layout < LAYOUT_COUNT && layout_table[b.layout] != NULL);
  model_body *kept = BUILDER_ADD(&c->m, body, 1);
  if (kept != NULL)
    *kept = b;
  return kept != NULL;
}

// All nodes of all bodies.
static inline bool nodes_are_there(const compiler *c) {
  bool there = true;
  for (int i = 0; i < c->m.body_count; ++i) {
    const model_body *b = &c->m.body[i];
    there =
        there && b->first >= 0 && b->nodes >= 0 && b->first + b->nodes <= c->m.inverse_mass_count;
  }
  return there;
}

bool compile_bodies(compiler *c) {
  for (int i = 0, index = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_BODIES && !add_body(c, it, index++))
      return false;
  }
  for (int kind = LAYOUT_POINT; kind < LAYOUT_COUNT; ++kind)
    for (int body = 0; layout_table[kind]->place != NULL && body < c->m.body_count; ++body)
      if (c->m.body[body].layout == (layout_kind)kind &&
          !layout_table[kind]->place(c, compile_body_item(c, body), body))
        return false;
  assert(c->m.out_of_memory || nodes_are_there(c));
  return !c->m.out_of_memory;
}
