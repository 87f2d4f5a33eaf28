// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plates in single precision: the step of plate.c with floats, and sums of their energy in double
// precision (theory 8.15).

#define SINGLE
#include "bodies/single.h"

#include "bodies/plate_kernel.h"

void plate_inner_single_step(const single_step *s) {
  const row_places places = places_of(s->m, s->b);
  plate_step(s->b, &places, s->a, s->u, s->du, s->next, s->scratch, NULL);
}

void plate_single_step(const single_step *s) {
  if (is_free_plate(s->b))
    plate_free_single_step(s);
  else
    plate_inner_single_step(s);
}

body_sums plate_single_sums(const single_step *s, float *former) {
  if (is_free_plate(s->b))
    return plate_free_single_sums(s, former);
  return plate_sums(s->b, s->u, s->du, former);
}
