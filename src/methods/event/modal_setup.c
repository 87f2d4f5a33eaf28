// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a motion is made of: an oscillator from its frequency and loss, and the arrays it is bound
// to.

#include "methods/event/modal_motion.h"

#include <math.h>
#include <stddef.h>

oscillator oscillator_of(double omega, double decay, double constant) {
  const double square = omega * omega - decay * decay;
  oscillator o = {.omega = omega,
                  .decay = decay,
                  .constant = constant,
                  .inverse = omega > 0 ? 1 / omega : 0,
                  .omega_d = sqrt(fabs(square)),
                  .rest = omega > 0 ? constant / (omega * omega) : 0};
  o.kind = omega == 0   ? MODE_FREE
           : decay == 0 ? MODE_UNDAMPED
           : square > 0 ? MODE_UNDERDAMPED
                        : MODE_OVERDAMPED;
  return o;
}

static int bounds_doubles(int participations, int stops) {
  return (participations / BOUNDS_BLOCK + stops) * (int)(sizeof(mode_bounds) / sizeof(double));
}

int motion_doubles(int modes, int stops, int drives, int participations) {
  return 9 * modes + bounds_doubles(participations, stops) + DRIVE_VALUES * drives;
}

int motion_scratch(int modes, int stops) {
  return stops * stops + stops + (SERIES_TERMS + 1) * (modes + stops) + (2 * STAGES + 5) * modes;
}

static double *take(double **doubles, int count) {
  double *taken = *doubles;
  *doubles += count;
  return taken;
}

void motion_bind(modal_motion *f, const modal_system *p, double *kept, double *scratch) {
  const int n = p->modes;
  f->q0 = take(&kept, n);
  f->v0 = take(&kept, n);
  f->rest_q = take(&kept, n);
  f->free_v = take(&kept, n);
  f->dq = take(&kept, n);
  f->v = take(&kept, n);
  f->a = take(&kept, n);
  f->loss = take(&kept, n);
  f->amplitude = take(&kept, n);
  f->mode_bounds = (mode_bounds *)take(&kept, bounds_doubles(p->participations, p->stops));
  f->phase = take(&kept, DRIVE_VALUES * p->drives);
  f->matrix = take(&scratch, p->stops * p->stops);
  f->push = take(&scratch, p->stops);
  f->series = take(&scratch, (SERIES_TERMS + 1) * n);
  f->force_series = take(&scratch, (SERIES_TERMS + 1) * p->stops);
  f->stage = take(&scratch, (2 * STAGES + 4) * n);
  f->remainder = take(&scratch, n);
}
