// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A loss factor eta lets every mode decay as exp(-eta omega t / 2), by zeta = eta / 2 of each. On a
// grid a mode W decays with sigma_0 + sigma_1 s, s = int W_x^2 / int W^2 (theory 1.2): with the
// modes 1, the first, and 2, that next to 4 kHz,
//
//   sigma_1 = zeta (omega_2 - omega_1) / (s_2 - s_1),   sigma_0 = zeta omega_1 - sigma_1 s_1
//
// which is exact at all frequencies for pinned bars and plates. Free ends would have sigma_0 below
// 0, which no body has: then sigma_1 alone is that of the first mode.

#include "bodies/body_loss.h"

#include "base/constants.h"
#include "bodies/modal.h"
#include "bodies/modes.h"
#include "bodies/plate_ritz.h"
#include "scene/words.h"
#include <math.h>

static bool says_loss(const item *it) {
  return item_has(it, "sigma0") || item_has(it, "sigma1") || item_has(it, "damping_ratio");
}

bool body_loss_read(compiler *c, const item *it, const carom_material *m, model_body *b) {
  if (item_has(it, "loss_factor") && item_has(it, "damping_ratio"))
    return MISTAKE(c, it, "damping_ratio", CAROM_DUPLICATE,
                   "loss_factor is given as well, and is twice that; allowed is one of the two");
  const double eta = item_has(it, "loss_factor") ? item_number(it, "loss_factor")
                     : says_loss(it)             ? 0
                                                 : m->loss_factor;
  b->modes.damping_ratio = eta / 2;
  return true;
}

// --- Two modes ----------------------------------------------------------------------------------

/// Where the second mode is sought, Hz.
static const double second_near = 4000;

typedef struct {
  double omega[2];   // 1/s
  double stretch[2]; // s, 1/m2
} two_modes;

static double square(double x) {
  return x * x;
}

static double pinned_stretch(const model_body *b) {
  return square(pi / b->lx) + square(pi / b->ly);
}

// The last mode below a frequency, at least the first that vibrates.
static int last_below(const model_body *b, const mode_shape *shapes, int count, double omega,
                      int first) {
  int last = first;
  for (int i = first; i < count; ++i)
    if (sqrt(shape_omega2(&shapes[i], b->start.c2, b->bend)) < omega)
      last = i;
  return last;
}

// Of more modes than are looked at, the second is a wave, to which edges matter less.
static two_modes of_plate(compiler *c, const model_body *b) {
  enum { RIGID = 3 };
  const double omega = two_pi * second_near;
  const double beta2 = omega / sqrt(b->bend);
  two_modes two = {.stretch = {pinned_stretch(b), beta2}};
  two.omega[0] = sqrt(b->bend) * two.stretch[0];
  two.omega[1] = omega;
  if (b->ends[0] == END_PINNED)
    return two;
  mode_shape shapes[PLATE_FIRST_MAX];
  const double below = b->lx * b->ly * beta2 / (2 * two_pi) + RIGID + 1;
  const int count = (int)fmin(below, PLATE_FIRST_MAX);
  const int found = plate_ritz_shapes(&c->m.memory, b, count, shapes);
  if (found < 0)
    c->m.out_of_memory = true;
  if (found <= 0)
    return two;
  const int first = b->ends[0] == END_FREE ? RIGID : 0;
  const int which[2] = {first, last_below(b, shapes, found, omega, first)};
  for (int i = 0; i < (below > PLATE_FIRST_MAX ? 1 : 2); ++i) {
    two.omega[i] = sqrt(shape_omega2(&shapes[which[i]], 0, b->bend));
    two.stretch[i] = shapes[which[i]].stretch;
  }
  return two;
}

// The wave number of a frequency, 1/m.
static double wave_number(const model_body *b, double omega) {
  const double c2 = b->start.c2;
  return omega * sqrt(2 / (c2 + sqrt(c2 * c2 + 4 * b->bend * omega * omega)));
}

static two_modes of_shapes(const model_body *b, const modal_line *line, const mode_shape *shapes,
                           int count) {
  two_modes two = {.omega = {0}};
  int first = 0;
  while (first < count - 1 && shapes[first].beta == 0)
    ++first;
  const int which[2] = {first, last_below(b, shapes, count, two_pi * second_near, first)};
  for (int i = 0; i < 2; ++i) {
    two.omega[i] = sqrt(shape_omega2(&shapes[which[i]], b->start.c2, b->bend));
    two.stretch[i] = mode_stretch(line, &shapes[which[i]]);
  }
  return two;
}

static two_modes of_line(compiler *c, const model_body *b) {
  const modal_line line = modal_line_of(b);
  const double waves = wave_number(b, two_pi * second_near) * b->lx / pi;
  const int count = (int)fmin(ceil(waves) + 3, MODAL_MAX);
  const size_t size = (size_t)count * sizeof(mode_shape);
  mode_shape *shapes = compile_take(c, size);
  two_modes two = {.omega = {0}};
  if (shapes != NULL && modes_find(&line, count, shapes))
    two = of_shapes(b, &line, shapes, count);
  compile_drop(c, shapes, size);
  return two;
}

// --- On a grid ----------------------------------------------------------------------------------

grid_loss body_loss_fit(compiler *c, const model_body *b) {
  const double zeta = b->modes.damping_ratio;
  if (zeta == 0)
    return (grid_loss){0, 0};
  const two_modes two = b->type == BODY_PLATE ? of_plate(c, b) : of_line(c, b);
  if (two.omega[0] == 0)
    return (grid_loss){0, 0};
  const double apart = two.stretch[1] - two.stretch[0];
  if (apart <= 0) // the first is at 4 kHz or above
    return b->start.c2 > 0 ? (grid_loss){zeta * two.omega[0], 0}
                           : (grid_loss){0, zeta * two.omega[0] / two.stretch[0]};
  const double sigma1 = zeta * (two.omega[1] - two.omega[0]) / apart;
  const double sigma0 = zeta * two.omega[0] - sigma1 * two.stretch[0];
  if (sigma0 < 1e-9 * zeta * two.omega[0]) // rounding, or free ends
    return (grid_loss){0, zeta * two.omega[0] / two.stretch[0]};
  return (grid_loss){sigma0, sigma1};
}

bool body_loss_on_grid(compiler *c, const item *it, const grid_loss *fit, model_body *b) {
  static const char *const keys[] = {"sigma0", "sigma1"};
  for (int i = 0; b->modes.damping_ratio > 0 && i < 2; ++i)
    if (item_is_list(it, keys[i]))
      return MISTAKE(
          c, it, keys[i], CAROM_BAD_VALUE,
          "does not change beside loss_factor, which is made of it on a grid; allowed is "
          "a number, or model: modes");
  b->start.sigma0 += fit->sigma0;
  b->start.sigma1 += fit->sigma1;
  b->modes.damping_ratio = 0;
  return true;
}

static void begin(compiler *c, int live, double value) {
  if (live < 0)
    return;
  c->m.live[live].start = value;
  c->m.live[live].largest = fmax(c->m.live[live].largest, value);
}

void body_loss_live(compiler *c, const item *it, int index, const model_body *b, double most1) {
  begin(c, compile_live(c, it, "sigma0", index, 0, INFINITY), b->start.sigma0);
  begin(c, compile_live(c, it, "sigma1", index, 0, most1), b->start.sigma1);
}
