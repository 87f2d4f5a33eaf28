// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modes of a plate with pinned edges (theory 7.22 and 7.23), in closed form:
//
//   W = 2 / sqrt(M) sin(beta_x x) sin(beta_y y),   beta_x = m pi / lx,   beta_y = n pi / ly
//
//   omega = kappa beta^2,   sigma = sigma_0 + sigma_1 beta^2,   beta^2 = beta_x^2 + beta_y^2
//
// M the plate's mass (kg). A mode_shape has beta, and as its parts 2 / sqrt(M), beta_x and beta_y.

#include "bodies/plate_modes.h"

#include "base/constants.h"
#include "bodies/modal.h"
#include "bodies/modal_bank.h"
#include <math.h>

double plate_mode_value(const mode_shape *shape, const model_body *b, double x, double y,
                        int order) {
  const double along = shape->part[1] * x * b->lx;
  return shape->part[0] * (order == 0 ? sin(along) : shape->part[1] * cos(along)) *
         sin(shape->part[2] * y * b->ly);
}

// --- Which modes --------------------------------------------------------------------------------

static double square(double x) {
  return x * x;
}

// How many modes have a wavenumber below beta.
static double count_below(const model_body *b, double beta) {
  double count = 0;
  double more = 1; // of the present n; the next has no more than that
  for (int n = 1; more > 0 && n * pi / b->ly < beta && count <= MODAL_MOST; ++n) {
    more = fmax(ceil(b->lx / pi * sqrt(square(beta) - square(n * pi / b->ly))) - 1, 0);
    count += more;
  }
  return count;
}

// The modes by rising wavenumber; of equal ones that of the lower n first. Row n holds the modes
// (m, n), and `next` the first m of each that is not taken; a row begins only when the one before
// has.
static void find_modes(const model_body *b, int count, int *next, mode_shape *shapes) {
  int rows = 1;
  next[0] = 1;
  for (int j = 0; j < count; ++j) {
    int best = 0;
    double least = INFINITY;
    for (int n = 0; n < rows; ++n) {
      const double beta2 = square(next[n] * pi / b->lx) + square((n + 1) * pi / b->ly);
      if (beta2 < least) {
        least = beta2;
        best = n;
      }
    }
    shapes[j] =
        (mode_shape){.beta = sqrt(least),
                     .part = {2 / sqrt(b->mass), next[best] * pi / b->lx, (best + 1) * pi / b->ly}};
    ++next[best];
    if (best == rows - 1)
      next[rows++] = 1;
  }
}

// The wavenumber at 0.45 of the rate.
static double last_beta(const compiler *c, const model_body *b) {
  return sqrt(two_pi * 0.45 / c->m.head.k / sqrt(b->bend));
}

bool plate_modes_fit(const compiler *c, const item *it, const model_body *b) {
  const double beta = last_beta(c, b);
  const double count = count_below(b, beta);
  const double sigma = item_largest(it, "sigma0") + item_largest(it, "sigma1") * beta * beta;
  return count >= 1 && count <= MODAL_MOST && sigma * c->m.head.k < modal_most_decay;
}

// All below 0.45 of the rate, or so many.
static bool choose_count(compiler *c, const item *it, model_body *b) {
  const double limit = 0.45 / c->m.head.k; // Hz
  const int given = item_rows(it, "points");
  const double count = given == 0 ? count_below(b, last_beta(c, b)) : item_numbers(it, "points")[0];
  if (given == 2)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "with model: modes this is the number of modes; allowed is auto or a whole "
                   "number from 1 to %d",
                   (int)MODAL_MOST);
  if (count < 1)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "no mode below %g Hz, 0.45 of the rate; allowed is a plate that has some, or "
                   "points to choose how many",
                   limit);
  if (count > MODAL_MOST)
    return MISTAKE(c, it, given > 0 ? "points" : NULL, CAROM_BAD_VALUE,
                   "more than %d modes; allowed are at most that many: give points to choose "
                   "fewer, or model: grid",
                   (int)MODAL_MOST);
  b->nodes = (int)count;
  return true;
}

// Four intervals to draw half a wave of the shortest mode, but not more than all need.
static int drawn(const model_body *b, const mode_shape *shapes, int part, double side) {
  double most = 0;
  for (int j = 0; j < b->nodes; ++j)
    most = fmax(most, shapes[j].part[part] * side / pi);
  return (int)fmin(fmax(round(2 * most), 16), 64);
}

bool plate_modes_compile(compiler *c, const item *it, int index, model_body *b) {
  b->layout = LAYOUT_MODES;
  if (b->ends[0] != END_PINNED)
    return MISTAKE(c, it, "edges", CAROM_BAD_VALUE,
                   "modes of a plate are known for pinned edges; allowed is pinned, or model: "
                   "grid");
  if (!choose_count(c, it, b))
    return false;
  b->modes.first_shape = c->m.shape_count;
  mode_shape *shapes = BUILDER_ADD(&c->m, shape, b->nodes);
  const size_t size = ((size_t)b->nodes + 1) * sizeof(int);
  int *next = shapes != NULL ? compile_take(c, size) : NULL;
  if (next == NULL)
    return false;
  find_modes(b, b->nodes, next, shapes);
  compile_drop(c, next, size);
  b->nx = drawn(b, shapes, 1, b->lx);
  b->ny = drawn(b, shapes, 2, b->ly);
  b->h = b->lx / b->nx;
  b->hy = b->ly / b->ny;
  if (!modal_finish(c, it, b))
    return false;
  modal_live_losses(c, it, index, b);
  return true;
}

// --- Shape --------------------------------------------------------------------------------------

// Adds a sin(i theta), i = 0, 1, ..., by the recurrence of sines.
static void add_sines(double a, double theta, double *values, int count) {
  const double twice = 2 * cos(theta);
  double before = -a * sin(theta);
  double here = 0;
  for (int i = 0; i < count; ++i) {
    values[i] += here;
    const double after = twice * here - before;
    before = here;
    here = after;
  }
}

int plate_modes_shape(const carom_model *m, const model_body *b, node_field field, double over,
                      double *values, int room) {
  const int columns = b->nx + 1;
  const int count = columns * (b->ny + 1);
  for (int i = 0; i < count && i < room; ++i)
    values[i] = 0;
  for (int row = 0; row <= b->ny && row * columns < room; ++row) {
    const int first = row * columns;
    const int length = room - first < columns ? room - first : columns;
    for (int j = 0; j < b->nodes; ++j) {
      const mode_shape *shape = &m->shape[b->modes.first_shape + j];
      const double a = node_value(field, b->first + j) / over * shape->part[0] *
                       sin(shape->part[2] * row * b->ly / b->ny);
      add_sines(a, shape->part[1] * b->h, values + first, length);
    }
  }
  return count;
}
