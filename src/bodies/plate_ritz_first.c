// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The first modes of a clamped or free plate, without a model of it.

#include "base/constants.h"
#include "bodies/plate_ritz.h"
#include <math.h>

int plate_ritz_shapes(const carom_memory *memory, const model_body *b, int count,
                      mode_shape *shapes) {
  compiler c = {.m = {.memory = *memory}};
  model_body plate = *b;
  plate.modes = (modal_layout){0};
  const double lowest =
      sqrt(b->bend) * (pi / 2) * (1 / (b->lx * b->lx) + 1 / (b->ly * b->ly)); // Hz
  bool good = true;
  plate.nodes = 0;
  // Twice as many waves as a pinned plate of equal sides would have, and more if that is not
  // enough.
  for (double max = lowest * (4 + 2 * count); good && plate.nodes < count; max *= 2) {
    c.m.shape_count = c.m.ritz_count = 0;
    good = plate_ritz_fits(b, max) && plate_ritz_find(&c, &plate, b->grid.poisson, max, count);
  }
  for (int i = 0; good && i < count; ++i)
    shapes[i] = c.m.shape[plate.modes.first_shape + i];
  builder_free(&c.m);
  return good ? count : c.m.out_of_memory ? -1 : 0;
}

int plate_ritz_frequencies(const carom_memory *memory, const model_body *b, int count,
                           double *frequency) {
  mode_shape shapes[PLATE_FIRST_MAX];
  const int max = count < PLATE_FIRST_MAX ? count : PLATE_FIRST_MAX;
  const int found = plate_ritz_shapes(memory, b, max, shapes);
  for (int i = 0; i < found; ++i)
    frequency[i] = sqrt(shape_omega2(&shapes[i], 0, b->bend)) / two_pi;
  return found;
}
