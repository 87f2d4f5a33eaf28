// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of a scene (theory 17.9 to 17.11). Without losses they are counted: as many lie below
// omega as T(i omega) has negative eigenvalues, so that halving intervals finds each of them and
// misses none (W. H. Wittrick and F. W. Williams, Q. J. Mech. Appl. Math. 24, 1971). Inverse
// iteration finds the shape v, and the root of the scalar p(s) = v^T T(s) v its frequency, which is
// wrong by the square of what v is. Then the losses are raised from none to all: as T stays
// symmetric the same two steps converge to the mode with losses.

#include "methods/audio/linear/linear.h"

#include "base/constants.h"
#include <stdint.h>
#include <string.h>

/// What is slower than that does not swing, 1/s; or than what rounding of the stiffest grid makes.
static const double slowest = two_pi * 0.01;

/// Modes are searched below this part of half the rate.
static const double highest_part = 0.9999;

/// An interval with one mode is short enough, as a part of omega; one with several may not be
/// halved any more.
static const double isolated = 1e-3;
static const double together = 1e-11;

/// Modes so near to each other are kept orthogonal, as a part of omega.
static const double near_by = 1e-5;

/// Losses move modes that lie together by less, as a part of omega.
static const double beside_by = 0.02;

static double magnitude(phasor a) {
  return sqrt(phasor_square(a));
}

static phasor dot(const phasor *x, const phasor *y, int n) {
  phasor sum = {0, 0};
  for (int i = 0; i < n; ++i)
    sum = phasor_add(sum, phasor_times(x[i], y[i]));
  return sum;
}

// --- One mode -----------------------------------------------------------------------------------

static phasor root_of(phasor a) {
  const double size = magnitude(a);
  const double re = sqrt(fmax((size + a.re) / 2, 0));
  return (phasor){re, copysign(sqrt(fmax((size - a.re) / 2, 0)), a.im)};
}

// v^T M v = 1; `work` gets M v.
static bool normalise(const linear_scene *l, phasor *v, phasor *work) {
  linear_masses(l, v, work);
  const phasor square = dot(v, work, l->n);
  if (!(phasor_square(square) > 0) || !isfinite(phasor_square(square)))
    return false;
  const phasor over = phasor_over((phasor){1, 0}, root_of(square));
  for (int i = 0; i < l->n; ++i) {
    v[i] = phasor_times(v[i], over);
    work[i] = phasor_times(work[i], over);
  }
  return true;
}

// The root of p(s) = v^T T(s) v near s, `times` steps of Newton's iteration with the slope that p
// has without losses: T = A + M (z - 2 + 1/z) / k^2 and v^T M v = 1.
static phasor root_near(linear_scene *l, const phasor *v, phasor s, int times) {
  for (int i = 0; i < times; ++i) {
    const phasor p = linear_product(l, s, v);
    const phasor by = phasor_over(phasor_scaled(p, l->m->k), l->at.centred);
    const double most = 0.1 * magnitude(s);
    const double size = magnitude(by);
    if (!isfinite(size))
      break;
    s = phasor_less(s, size > most ? phasor_scaled(by, most / size) : by);
    if (size < 1e-14 * magnitude(s))
      break;
  }
  return s;
}

// At a mode T is singular.
static phasor beside(phasor s) {
  return (phasor){s.re, s.im * (1 + 1e-13)};
}

bool linear_refine(linear_scene *l, linear_mode *mode, phasor *work, double enough) {
  for (int i = 0; i < 30; ++i) {
    if (!normalise(l, mode->v, work))
      return false;
    (void)linear_factor(l, beside(mode->s));
    linear_solve(l, work);
    memcpy(mode->v, work, (size_t)l->n * sizeof *work);
    if (!normalise(l, mode->v, work))
      return false;
    const phasor before = mode->s;
    mode->s = root_near(l, mode->v, before, enough < 1e-9 ? 8 : 2);
    const double moved = magnitude(phasor_less(mode->s, before));
    if (moved < enough * magnitude(mode->s))
      return isfinite(mode->s.re) && mode->s.im > slowest;
  }
  return false;
}

double linear_likeness(const linear_scene *l, const phasor *v, const phasor *w, phasor *work) {
  linear_masses(l, v, work);
  return magnitude(dot(w, work, l->n));
}

// --- Without losses -----------------------------------------------------------------------------

/// Where a mode may be: between two frequencies with so many below them.
typedef struct {
  double low, high;
  int below_low, below_high;
} interval;

typedef struct {
  linear_scene *l;
  int count, first; // the first `first` do not swing
  interval *at;
  linear_mode *modes;
  phasor *work, *kept, *still; // n each
} search;

static int count_below(linear_scene *l, double omega) {
  return linear_factor(l, (phasor){0, omega});
}

// What a count tells of all modes from one on.
static void learn(search *to, int from, double omega, int below) {
  for (int i = from; i < to->count; ++i) {
    interval *at = &to->at[i];
    const bool above = below >= to->first + i + 1;
    if (above && omega < at->high) {
      at->high = omega;
      at->below_high = below;
    } else if (!above && omega > at->low) {
      at->low = omega;
      at->below_low = below;
    }
  }
}

static double middle(const interval *at) {
  return at->high > 4 * at->low ? sqrt(at->low * at->high) : (at->low + at->high) / 2;
}

static void halve(search *to, int i, double part) {
  interval *at = &to->at[i];
  for (int n = 0; n < 200; ++n) {
    const double wide = at->high - at->low;
    const bool alone = at->below_low == to->first + i && at->below_high == to->first + i + 1;
    if (wide < (alone ? part : together) * at->high)
      return;
    const double omega = middle(at);
    learn(to, i, omega, count_below(to->l, omega));
  }
}

static void fill_random(phasor *v, int n, uint64_t *seed) {
  for (int i = 0; i < n; ++i) {
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    v[i] = (phasor){(double)(*seed >> 11) * 0x1p-53 - 0.5, 0};
  }
}

// Takes those before it that are near out of v, as v^T M w = 0.
static void part_from(const search *to, int i, double omega) {
  const linear_scene *l = to->l;
  phasor *v = to->modes[i].v;
  for (int j = i - 1; j >= 0; --j) {
    if (to->modes[j].s.im < omega * (1 - near_by))
      break;
    linear_masses(l, v, to->work);
    const phasor by = dot(to->modes[j].v, to->work, l->n);
    for (int c = 0; c < l->n; ++c)
      v[c] = phasor_less(v[c], phasor_times(by, to->modes[j].v[c]));
  }
}

// From a motion somewhere in the interval.
static bool find_shape(search *to, int i, uint64_t *seed) {
  linear_scene *l = to->l;
  linear_mode *mode = &to->modes[i];
  const interval *at = &to->at[i];
  const double omega = middle(at);
  fill_random(mode->v, l->n, seed);
  (void)linear_factor(l, beside((phasor){0, omega}));
  for (int n = 0; n < 4; ++n) {
    part_from(to, i, omega);
    if (!normalise(l, mode->v, to->work))
      return false;
    linear_solve(l, to->work);
    memcpy(mode->v, to->work, (size_t)l->n * sizeof *to->work);
  }
  part_from(to, i, omega);
  if (!normalise(l, mode->v, to->work))
    return false;
  mode->s = root_near(l, mode->v, (phasor){0, omega}, 8);
  const double slack = 1e-9 * at->high;
  return mode->s.im >= at->low - slack && mode->s.im <= at->high + slack;
}

static void find_without_losses(search *to) {
  linear_scene *l = to->l;
  const double k = l->m->k;
  const double low = fmax(slowest, 1e-6 / k);
  const double high = highest_part * pi / k;
  linear_lose(l, 0);
  to->first = count_below(l, low);
  const int all = count_below(l, high);
  to->count = to->count < all - to->first ? to->count : all - to->first;
  for (int i = 0; i < to->count; ++i)
    to->at[i] = (interval){low, high, to->first, all};
  uint64_t seed = 1;
  for (int i = 0; i < to->count; ++i) {
    double part = isolated;
    do {
      halve(to, i, part);
      part /= 64;
    } while (!find_shape(to, i, &seed) && part > together);
  }
}

// --- With losses --------------------------------------------------------------------------------

// Raises the losses in steps over which the shape stays alike.
static bool raise_losses(search *to, linear_mode *mode) {
  linear_scene *l = to->l;
  const size_t size = (size_t)l->n * sizeof *mode->v;
  double step = 1;
  for (double losses = 0; losses < 1;) {
    const double next = fmin(losses + step, 1);
    const phasor before = mode->s;
    memcpy(to->kept, mode->v, size);
    linear_lose(l, next);
    if (linear_refine(l, mode, to->work, 1e-12) &&
        linear_likeness(l, mode->v, to->kept, to->work) > 0.8) {
      losses = next;
      continue;
    }
    mode->s = before;
    memcpy(mode->v, to->kept, size);
    step /= 4;
    if (step < 1e-4)
      return false;
  }
  return true;
}

// Whether one of the first modes is this one.
static bool is_found(const search *to, int found, const linear_mode *mode) {
  bool any = false;
  for (int j = 0; j < found && !any; ++j)
    any = magnitude(phasor_less(mode->s, to->modes[j].s)) < 1e-9 * magnitude(mode->s) &&
          linear_likeness(to->l, mode->v, to->modes[j].v, to->work) > 0.5;
  return any;
}

// Losses turn modes that lie together into others of theirs, alike or not: what those that are
// found leave of the shape without losses is the start for one that is not.
static bool find_beside(search *to, int found, linear_mode *mode) {
  linear_scene *l = to->l;
  const double omega = mode->s.im;
  linear_lose(l, 1);
  for (int n = 0; n < 30; ++n) {
    for (int j = 0; j < found; ++j) {
      if (fabs(to->modes[j].s.im - omega) > beside_by * omega)
        continue;
      linear_masses(l, mode->v, to->work);
      const phasor by = dot(to->modes[j].v, to->work, l->n);
      for (int c = 0; c < l->n; ++c)
        mode->v[c] = phasor_less(mode->v[c], phasor_times(by, to->modes[j].v[c]));
    }
    if (!normalise(l, mode->v, to->work))
      return false;
    mode->s = root_near(l, mode->v, mode->s, 8);
    (void)linear_factor(l, beside(mode->s));
    linear_solve(l, to->work);
    memcpy(mode->v, to->work, (size_t)l->n * sizeof *to->work);
  }
  return linear_refine(l, mode, to->work, 1e-12) && fabs(mode->s.im - omega) < beside_by * omega &&
         !is_found(to, found, mode);
}

static int keep_mode(search *to, int found, const linear_mode *mode) {
  phasor *v = to->modes[found].v;
  memmove(v, mode->v, (size_t)to->l->n * sizeof *v);
  to->modes[found] = (linear_mode){mode->s, v};
  return found + 1;
}

// Those that do not swing any more are left out.
static int find_with_losses(search *to) {
  int found = 0;
  for (int i = 0; i < to->count; ++i) {
    linear_mode mode = to->modes[i];
    const size_t size = (size_t)to->l->n * sizeof *mode.v;
    memcpy(to->still, mode.v, size);
    bool good = raise_losses(to, &mode) && !is_found(to, found, &mode);
    if (!good) {
      mode.s = to->modes[i].s;
      memcpy(mode.v, to->still, size);
      good = find_beside(to, found, &mode);
    }
    found = good ? keep_mode(to, found, &mode) : found;
  }
  for (int i = 0; i < found; ++i) // by rising frequency
    for (int j = i; j > 0 && to->modes[j].s.im < to->modes[j - 1].s.im; --j) {
      const linear_mode kept = to->modes[j];
      to->modes[j] = to->modes[j - 1];
      to->modes[j - 1] = kept;
    }
  linear_lose(to->l, 1);
  return found;
}

static int find_modes(linear_scene *l, int count, linear_mode *modes, phasor *v, bool losses) {
  search to = {.l = l, .count = count < l->n ? count : l->n, .modes = modes};
  const size_t places = (size_t)to.count * sizeof *to.at;
  const size_t size = places + 3 * (size_t)l->n * sizeof *to.work + 1;
  unsigned char *block = l->memory.resize(l->memory.user, NULL, 0, size);
  if (block == NULL)
    return -1;
  to.work = (phasor *)(void *)block;
  to.kept = to.work + l->n;
  to.still = to.kept + l->n;
  to.at = (interval *)(void *)(to.still + l->n);
  for (int i = 0; i < to.count; ++i)
    modes[i].v = v + (size_t)i * (size_t)l->n;
  find_without_losses(&to);
  const int found = losses ? find_with_losses(&to) : to.count;
  l->memory.resize(l->memory.user, block, size, 0);
  return found;
}

int linear_find(linear_scene *l, int count, linear_mode *modes, phasor *v) {
  return find_modes(l, count, modes, v, true);
}

int linear_find_still(linear_scene *l, int count, linear_mode *modes, phasor *v) {
  return find_modes(l, count, modes, v, false);
}
