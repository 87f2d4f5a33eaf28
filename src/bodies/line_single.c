// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Lines in single precision: the step of line.c with floats. Sums of their energy are computed in
// double precision, so that the ledger shows what rounding does to the motion (theory 8.15).

#define SINGLE
#include "bodies/single.h"

#include "bodies/line_kernel.h"

#undef VARIANT
#undef LOOPS
#define WIDEN
#define LOOPS "bodies/line_single_loops.h"
#include "base/variants.h"

void line_single_step(const single_step *s) {
  line_step(s->b, &s->a, s->u, s->du, s->next);
}

body_sums line_single_sums(const single_step *s, float *former) {
  const row_places places = places_of(s->m, s->b);
  RETURN_BEST(sums_of_widened, s->b, &places, s->u, s->du, former)
}
