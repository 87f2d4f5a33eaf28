// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A rigid or flexible part on a pin. It has no nodes: methods/mechanism reads its keys.

#include "bodies/kinds.h"

#include <math.h>

bool compile_linkage(compiler *c, const item *it, int index, model_body *b) {
  b->start.pin_friction = item_number(it, "pin_friction");
  compile_live(c, it, "pin_friction", index, 0, INFINITY);
  b->layout = LAYOUT_LINK;
  b->mass = b->node_mass = b->density = item_number(it, "mass");
  return true;
}

const layout link_layout_row = {0};
