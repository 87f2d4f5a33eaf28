// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plates with free edges in single precision: as plate_free.c, with floats, and sums of their
// energy in double precision (theory 8.15).

#define SINGLE
#include "bodies/single.h"

#include "bodies/plate_free_kernel.h"

void plate_free_single_step(const single_step *s) {
  free_step(s, plate_inner_single_step);
}

body_sums plate_free_single_sums(const single_step *s, float *former) {
  return free_sums(s, former);
}
