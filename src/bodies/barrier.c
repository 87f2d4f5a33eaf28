// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A barrier: at rest, on breakpoints or on a sine; it has no nodes.

#include "bodies/body_keys.h"
#include "bodies/kinds.h"
#include "model/profile.h"
#include <math.h>

// For whoever draws it: what lies on it has taken it already.
static void keep_profile(compiler *c, const item *it, model_body *b) {
  const profile p = profile_of(it, INFINITY);
  b->barrier.profile = (barrier_profile){.shape = p.shape,
                                         .height = p.height,
                                         .width = p.width,
                                         .at = p.at,
                                         .from = p.from,
                                         .to = p.to,
                                         .first = c->m.profile_count,
                                         .values = p.heights.count};
  double *values = BUILDER_ADD(&c->m, profile, p.heights.count);
  for (int i = 0; values != NULL && i < p.heights.count; ++i)
    values[i] = p.heights.values[i];
}

bool compile_barrier(compiler *c, const item *it, int index, model_body *b) {
  b->layout = LAYOUT_NONE;
  keep_profile(c, it, b);
  b->barrier.position = item_number(it, "position");
  b->barrier.swings = item_has(it, "position.sine.amplitude") ||
                      item_has(it, "position.sine.frequency") ||
                      item_has(it, "position.sine.offset");
  b->barrier.position_live = -1;
  if (!b->barrier.swings) {
    b->barrier.position_live = compile_live(c, it, "position", index, -INFINITY, INFINITY);
    return true;
  }
  if (item_has(it, "position"))
    return MISTAKE(c, it, "position", CAROM_DUPLICATE,
                   "position.sine is given as well; allowed is one of the two");
  if (!keys_need(c, it, "position.sine.amplitude", "position.sine") ||
      !keys_need(c, it, "position.sine.frequency", "position.sine"))
    return false;
  b->barrier.position = item_number(it, "position.sine.offset");
  b->barrier.amplitude = item_number(it, "position.sine.amplitude");
  b->barrier.frequency = item_number(it, "position.sine.frequency");
  return true;
}

const layout barrier_layout_row = {0};
