// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plates in single precision: the step of plate.c with floats, and sums of their energy in double
// precision (theory 8.15).

#define SINGLE
#include "bodies/single.h"

#include "bodies/plate_kernel.h"

// What edges count in <Lap u^n, Lap u^{n-1}>: see plate_kernel.h for those left and right; below
// and above half a clamped edge is 2 q^2 u_inside^2.
static double lap_lap_of_edges(const model_body *b, const float *u, const float *du) {
  const double sides = beside_sides(b, u, du);
  const double q = b->grid.aspect;
  if (b->ends[0] != END_CLAMPED)
    return -sides;
  const long rows[2] = {b->grid.stride, (long)(b->ny - 1) * b->grid.stride};
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    for (long at = rows[i]; at < rows[i] + b->grid.stride; ++at)
      sum += (double)u[at] * ((double)u[at] - (double)du[at]);
  return 2 * q * q * sum + sides;
}

#undef VARIANT
#undef LOOPS
#define WIDEN
#define LOOPS "bodies/plate_single_loops.h"
#include "base/variants.h"
#include "scene/words.h"

// --- The layout ---------------------------------------------------------------------------------

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
  RETURN_BEST(sums_of_widened, s->b, s->u, s->du, former)
}
