// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What points see of the modes, in one variant; modal_loops.h includes this.

TARGET static void NAME(probe)(const double *rotation, const double *weights, int length,
                               const double *q, const double *y, modal_reading *reading) {
  NAME(block) here = {{{0}}};
  NAME(block) travel = {{{0}}};
  for (int first = 0; first < length; first += BLOCK)
    for (int l = 0; l < BLOCK / LANES; ++l) {
      const int at = first + l * LANES;
      const lanes now = LOAD(q + at);
      lanes then = now;
      lanes there = LOAD(y + at);
      NAME(rotate)(rotation, length, at, &then, &there);
      here.group[l] = MADD(LOAD(weights + at), now, here.group[l]);
      travel.group[l] = MADD(LOAD(weights + at), then - now, travel.group[l]);
    }
  *reading = (modal_reading){.here = NAME(total)(&here), .travel = NAME(total)(&travel)};
}

// Of several points, to the last bit: the modes are turned once for all of them.
INLINE TARGET void NAME(probe_at)(const double *rotation, const double *const *weights, int points,
                                  int length, const double *q, const double *y,
                                  modal_reading *reading) {
  NAME(block) here[PROBES_MAX] = {{{{0}}}};
  NAME(block) travel[PROBES_MAX] = {{{{0}}}};
  for (int l = 0; l < BLOCK / LANES; ++l) {
    lanes at_once[PROBES_MAX] = {{0}};
    lanes travels[PROBES_MAX] = {{0}};
    for (int at = l * LANES; at < length; at += BLOCK) {
      const lanes now = LOAD(q + at);
      lanes then = now;
      lanes there = LOAD(y + at);
      NAME(rotate)(rotation, length, at, &then, &there);
      const lanes gone = then - now;
      for (int p = 0; p < points; ++p) {
        at_once[p] = MADD(LOAD(weights[p] + at), now, at_once[p]);
        travels[p] = MADD(LOAD(weights[p] + at), gone, travels[p]);
      }
    }
    for (int p = 0; p < points; ++p) {
      here[p].group[l] = at_once[p];
      travel[p].group[l] = travels[p];
    }
  }
  for (int p = 0; p < points; ++p)
    reading[p] = (modal_reading){.here = NAME(total)(&here[p]), .travel = NAME(total)(&travel[p])};
}

TARGET static void NAME(probe_many)(const double *rotation, const double *const *weights,
                                    int points, int length, const double *q, const double *y,
                                    modal_reading *reading) {
  if (points == PROBES_MAX)
    NAME(probe_at)(rotation, weights, PROBES_MAX, length, q, y, reading);
  else
    NAME(probe_at)(rotation, weights, PROBES_MAX / 2, length, q, y, reading);
}
