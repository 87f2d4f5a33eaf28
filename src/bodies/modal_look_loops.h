// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What points see of the modes, in one variant; modal_loops.h includes this.

TARGET static void NAME(look)(const double *rotation, const double *weights, int length,
                              const double *q, const double *y, modal_view *view) {
  NAME(block) here = {{{0}}};
  NAME(block) way = {{{0}}};
  for (int first = 0; first < length; first += BLOCK)
    for (int l = 0; l < BLOCK / LANES; ++l) {
      const int at = first + l * LANES;
      const lanes now = LOAD(q + at);
      lanes then = now;
      lanes there = LOAD(y + at);
      NAME(rotate)(rotation, length, at, &then, &there);
      here.group[l] = MADD(LOAD(weights + at), now, here.group[l]);
      way.group[l] = MADD(LOAD(weights + at), then - now, way.group[l]);
    }
  *view = (modal_view){.here = NAME(total)(&here), .way = NAME(total)(&way)};
}

// Of several points, to the last bit: the modes are turned once for all of them.
INLINE TARGET void NAME(look_at)(const double *rotation, const double *const *weights, int points,
                                 int length, const double *q, const double *y, modal_view *view) {
  NAME(block) here[LOOK_MOST] = {{{{0}}}};
  NAME(block) way[LOOK_MOST] = {{{{0}}}};
  for (int l = 0; l < BLOCK / LANES; ++l) {
    lanes at_once[LOOK_MOST] = {{0}};
    lanes ways[LOOK_MOST] = {{0}};
    for (int at = l * LANES; at < length; at += BLOCK) {
      const lanes now = LOAD(q + at);
      lanes then = now;
      lanes there = LOAD(y + at);
      NAME(rotate)(rotation, length, at, &then, &there);
      const lanes gone = then - now;
      for (int p = 0; p < points; ++p) {
        at_once[p] = MADD(LOAD(weights[p] + at), now, at_once[p]);
        ways[p] = MADD(LOAD(weights[p] + at), gone, ways[p]);
      }
    }
    for (int p = 0; p < points; ++p) {
      here[p].group[l] = at_once[p];
      way[p].group[l] = ways[p];
    }
  }
  for (int p = 0; p < points; ++p)
    view[p] = (modal_view){.here = NAME(total)(&here[p]), .way = NAME(total)(&way[p])};
}

TARGET static void NAME(look_many)(const double *rotation, const double *const *weights, int points,
                                   int length, const double *q, const double *y, modal_view *view) {
  if (points == LOOK_MOST)
    NAME(look_at)(rotation, weights, LOOK_MOST, length, q, y, view);
  else
    NAME(look_at)(rotation, weights, LOOK_MOST / 2, length, q, y, view);
}
