// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modes of a stop at one time, block by block, with their derivatives: what the search for impacts
// sums up (next_impact.c).

#ifndef CAROM_MODE_BLOCKS_H
#define CAROM_MODE_BLOCKS_H

#include "base/sines.h"
#include "methods/event/modal_motion.h"

/// A block of a stop's modes at some time, times its weights L: the change of each since the
/// origin, then L (q - r) and its derivatives.
typedef struct {
  lanes_4 change, d[POWERS - 1];
} block;

/// Sines and cosines of w h / 2 of so many blocks, which need not wait for each other.
enum { SINES_BLOCKS = 4 };

typedef struct {
  lanes_4 s[SINES_BLOCKS], c[SINES_BLOCKS];
} block_sines;

INLINE void find_sines(const mode_bounds *bound, int blocks, double h, block_sines *to) {
  for (int b = 0; b < SINES_BLOCKS; ++b) {
    const lanes_4 angle = *(const lanes_4 *)bound[b < blocks ? b : 0].w * (h / 2);
    sines_4(&angle, &to->s[b], &to->c[b]);
  }
}

// Undamped modes without drives; w h / 2 < sines_max.
INLINE void undamped_block(const mode_bounds *bound, const block_origin *o, const lanes_4 *sine,
                           const lanes_4 *cosine, block *b) {
  const lanes_4 w = *(const lanes_4 *)bound->w;
  const lanes_4 s = *sine;
  const lanes_4 c = *cosine;
  const lanes_4 x = *(const lanes_4 *)bound->weight * *(const lanes_4 *)o->x;
  const lanes_4 y = *(const lanes_4 *)bound->weight * *(const lanes_4 *)o->y;
  const lanes_4 twice = s + s;
  const lanes_4 square = -(w * w);
  b->change = twice * (y * *(const lanes_4 *)bound->inverse * c - x * s);
  b->d[0] = x + b->change;
  b->d[1] = y - twice * (y * s + w * x * c);
  for (int m = 2; m < POWERS - 1; ++m)
    b->d[m] = square * b->d[m - 2];
}

// Forces on a mode at the time last evaluated, and their derivatives.
static void add_drives(const modal_system *p, const modal_motion *f, int j, double *d) {
  d[2] += p->mode[j].constant;
  for (int t = 0; t < p->drives; ++t) {
    const double *drive = f->phase + (long)t * DRIVE_VALUES;
    double force = p->response[t * p->modes + j].force;
    for (int m = 2; m < POWERS - 1; ++m) { // sine, cosine, -sine, -cosine
      const double wave = m % 2 == 0 ? drive[DRIVE_SINE_NOW] : drive[DRIVE_COSINE_NOW];
      d[m] += m % 4 < 2 ? -force * wave : force * wave;
      force *= drive[DRIVE_RATE];
    }
  }
}

// Modes of any kind, at the time last evaluated.
static void any_block(const modal_system *p, const modal_motion *f, const stop *s, int k,
                      block *b) {
  *b = (block){.change = {0}};
  for (int n = 0; n < BOUNDS_BLOCK && k + n < s->count; ++n) {
    const participation r = p->participation[s->first + k + n];
    const oscillator *o = &p->mode[r.mode];
    const double w2 = o->omega * o->omega;
    double d[POWERS - 1] = {f->q0[r.mode] + f->dq[r.mode], f->v[r.mode]};
    add_drives(p, f, r.mode, d);
    for (int m = 2; m < POWERS - 1; ++m)
      d[m] -= 2 * o->decay * d[m - 1] + w2 * d[m - 2];
    d[0] -= o->rest;
    b->change[n] = r.weight * f->dq[r.mode];
    for (int m = 0; m < POWERS - 1; ++m)
      b->d[m][n] = r.weight * d[m];
  }
}

#endif
