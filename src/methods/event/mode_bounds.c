// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bounds of modes in free motion (theory 9.10), and what the search for impacts needs of them: for
// every stop the sums over its modes from slow to fast and from fast to slow, four modes at a time.

#include "base/kernel.h"
#include "methods/event/modal_motion.h"

#include <math.h>

/// Bounds that hold while the free motion lasts: on a mode's displacement from rest and on its
/// derivative of order POWERS - 1.
typedef struct {
  double amplitude, remainder;
} bounds;

// Energy bounds the free part: with e^2 = y^2 + w^2 x^2
//
//   |q - r| <= e / w,  |q'| <= e,  |q''| <= (w + 2 s) e
//
// and higher derivatives follow from q'' = f - 2 s q' - w^2 q.
static bounds bound_mode(const modal_system *p, const modal_motion *f, int j) {
  const oscillator *o = &p->mode[j];
  const double w2 = o->omega * o->omega;
  const double x = f->rest_q[j];
  const double y = f->free_v[j];
  const double e = sqrt(y * y + w2 * x * x);
  const double rate = o->omega + 2 * o->decay;
  double amplitude = o->omega > 0 ? e * o->inverse : (double)INFINITY;
  double d[POWERS] = {0};
  d[1] = e;
  d[2] = o->omega > 0 ? rate * e : fabs(o->constant - 2 * o->decay * y);
  for (int t = 0; t < p->drives; ++t) {
    const response a = p->response[t * p->modes + j];
    const double W = f->phase[t * DRIVE_VALUES + DRIVE_RATE];
    double force = fabs(a.force);
    if (force == 0)
      continue;
    if (a.near_resonance) { // from rest, |q'| and w |q| stay below F h
      const double max = force * f->head->horizon;
      amplitude += max * o->inverse;
      d[1] += max;
      d[2] += force + rate * max;
    } else {
      const double size = hypot(a.sine, a.cosine);
      amplitude += size;
      d[1] += W * size;
      d[2] += W * W * size;
    }
    for (int m = 3; m < POWERS; ++m)
      d[m] += force *= W;
  }
  for (int m = 3; m < POWERS; ++m)
    d[m] += 2 * o->decay * d[m - 1] + w2 * d[m - 2];
  return (bounds){amplitude, d[POWERS - 1]};
}

// The same for an undamped mode without drives.
static bounds bound_undamped(const oscillator *o, double x, double y) {
  const double e = sqrt(y * y + o->omega * o->omega * x * x);
  double remainder = e;
  for (int m = 2; m < POWERS; ++m)
    remainder *= o->omega;
  return (bounds){e * o->inverse, remainder};
}

// The largest of a mode's rates, 1/s, which is no bound.
static double rate_of(const modal_system *p, const modal_motion *f, int j) {
  double rate = p->mode[j].omega + 2 * p->mode[j].decay;
  for (int t = 0; t < p->drives; ++t)
    if (p->response[t * p->modes + j].force != 0)
      rate = fmax(rate, f->phase[t * DRIVE_VALUES + DRIVE_RATE]);
  return rate;
}

// --- What is constant ---------------------------------------------------------------------------

void bounds_begin(const modal_system *p, modal_motion *f) {
  static const mode_bounds none;
  const bool plain = p->undamped && p->drives == 0;
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    const participation *r = p->participation + s->first;
    double rate = 0;
    f->stop[i].at_rest = s->offset;
    f->stop[i].first_mode = s->count > 0 ? r[0].mode : -1;
    for (int b = 0; b <= s->count / BOUNDS_BLOCK; ++b)
      if (b * BOUNDS_BLOCK < s->count)
        bounds_of(p, f, i)[b] = none;
    for (int k = 0; k < s->count; ++k) {
      mode_bounds *to = bounds_of(p, f, i) + k / BOUNDS_BLOCK;
      const int n = k % BOUNDS_BLOCK;
      const oscillator *o = &p->mode[r[k].mode];
      rate = fmax(rate, rate_of(p, f, r[k].mode));
      to->w[n] = o->omega;
      to->inverse[n] = plain ? o->inverse : rate > 0 ? 1 / rate : 0;
      to->weight[n] = r[k].weight;
      f->stop[i].at_rest += r[k].weight * o->rest;
      if (r[k].mode != r[0].mode + k)
        f->stop[i].first_mode = -1;
    }
  }
}

// --- What changes with an event -----------------------------------------------------------------

#define MAGNITUDE(x) ((lanes_4)((masks_4)(x) & ~0ULL >> 1))

INLINE void load_block(const modal_system *p, const modal_motion *f, int i, int b,
                       mode_bounds *to) {
  load_listed(p, i, b, f->rest_q, to->x);
  load_listed(p, i, b, f->free_v, to->y);
  load_listed(p, i, b, f->amplitude, to->max);
  load_listed(p, i, b, f->remainder, to->remainder);
}

// Sums from slow modes to fast ones and from fast to slow, in one loop: they do not wait for each
// other.
KERNEL
static void bound_stop(const modal_system *p, const modal_motion *f, int i) {
  const int in_order = blocks_in_order(p, f, i);
  const int blocks = blocks_of(p, i);
  const long first_mode = (long)f->stop[i].first_mode;
  mode_bounds *first = bounds_of(p, f, i);
  lanes_4 remainder = {0};
  lanes_4 faster = {f->stop[i].at_rest};
  for (int b = in_order; b < blocks; ++b)
    load_block(p, f, i, b, &first[b]);
  for (int b = 0, back = blocks - 1; b < blocks; ++b, --back) {
    const double *max =
        b < in_order ? f->remainder + first_mode + (long)b * BOUNDS_BLOCK : first[b].remainder;
    const block_origin o = origin_of_block(f, &first[back], in_order, first_mode, back);
    remainder += MAGNITUDE(*(const lanes_4 *)first[b].weight) * *(const lanes_4 *)max;
    *(lanes_4 *)first[b].remainder = remainder;
    *(lanes_4 *)first[back].faster = faster;
    faster += MAGNITUDE(*(const lanes_4 *)first[back].weight) * *(const lanes_4 *)o.max;
  }
  f->stop[i].reach = ((faster[0] + faster[2]) + (faster[1] + faster[3])) - f->stop[i].at_rest;
}

// Undamped modes without drives, four at a time, as bound_undamped() has them.
KERNEL
static void bound_undamped_modes(const modal_system *p, const modal_motion *f) {
  int j = 0;
  for (; j + 4 <= p->modes; j += 4) {
    const oscillator *o = p->mode + j;
    const lanes_4 w = {o[0].omega, o[1].omega, o[2].omega, o[3].omega};
    const lanes_4 inverse = {o[0].inverse, o[1].inverse, o[2].inverse, o[3].inverse};
    const lanes_4 x = *(const lanes_4 *)(f->rest_q + j);
    const lanes_4 y = *(const lanes_4 *)(f->free_v + j);
    const lanes_4 square = y * y + w * w * x * x;
    const lanes_4 e = {sqrt(square[0]), sqrt(square[1]), sqrt(square[2]), sqrt(square[3])};
    lanes_4 remainder = e;
    for (int m = 2; m < POWERS; ++m)
      remainder *= w;
    *(lanes_4 *)(f->amplitude + j) = e * inverse;
    *(lanes_4 *)(f->remainder + j) = remainder;
  }
  for (; j < p->modes; ++j) {
    const bounds max = bound_undamped(&p->mode[j], f->rest_q[j], f->free_v[j]);
    f->amplitude[j] = max.amplitude;
    f->remainder[j] = max.remainder;
  }
}

void bounds_set(const modal_system *p, modal_motion *f) {
  if (p->undamped && p->drives == 0)
    bound_undamped_modes(p, f);
  for (int j = 0; j < p->modes && !(p->undamped && p->drives == 0); ++j) {
    const bounds max = bound_mode(p, f, j);
    f->amplitude[j] = max.amplitude;
    f->remainder[j] = max.remainder;
  }
  for (int i = 0; i < p->stops; ++i) {
    f->stop[i].clear = 0;
    bound_stop(p, f, i);
  }
}
