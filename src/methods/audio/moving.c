// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points that travel along a line: of bows and fingers. A point reads and acts with the weights of
// its present place, in u^{n+1}, u^n and u^{n-1} alike, so that moving it does no work by itself;
// only a finger's spring is stretched anew, and live_audio.c counts that.

#include "methods/audio/links.h"
#include "model/interpolate.h"

void moving_place(const carom_model *m, carom_state *s, int moving, double place) {
  const model_moving *at = &m->moving[moving];
  const model_body *b = &m->body[at->body];
  moving_point *point = &audio_of(s)->moving[moving];
  point->place = place;
  point->count = 0;
  if (body_is_modal(b)) // its weights are in the bank (live_modes.c)
    return;
  const axis along = axis_weights(place, b->nx, b->ends, at->order, false);
  for (int i = 0; i < along.count; ++i) {
    const int node = node_at(b, along.node[i], 0);
    if (m->inverse_mass[node] > 0)
      point->term[point->count++] =
          (link_term){.node = node, .body = at->body, .weight = along.weight[i]};
  }
}
