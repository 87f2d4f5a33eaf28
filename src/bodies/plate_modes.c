// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modes of plates. With pinned edges (theory 7.22 and 7.23) they are known in closed form:
//
//   W = 2 / sqrt(M) sin(beta_x x) sin(beta_y y),   beta_x = m pi / lx,   beta_y = n pi / ly
//
//   omega = kappa beta^2,   sigma = sigma_0 + sigma_1 beta^2,   beta^2 = beta_x^2 + beta_y^2
//
// M the plate's mass (kg). A mode_shape has beta, and as its parts 2 / sqrt(M), beta_x and beta_y.
// Those of other edges are in plate_ritz.c.

#include "bodies/plate_modes.h"

#include "base/constants.h"
#include "bodies/modal.h"
#include "bodies/modal_bank.h"
#include "bodies/plate_ritz.h"
#include "scene/words.h"
#include <math.h>

static bool by_ritz(const model_body *b) {
  return b->ends[0] != END_PINNED;
}

// --- Values -------------------------------------------------------------------------------------

static double value_of(const mode_shape *shape, const model_body *b, double x, double y,
                       int order) {
  const double along = shape->coefficient[1] * x * b->lx;
  return shape->coefficient[0] * (order == 0 ? sin(along) : shape->coefficient[1] * cos(along)) *
         sin(shape->coefficient[2] * y * b->ly);
}

static size_t sides_size(const model_body *b) {
  return (size_t)(b->modes.ritz.functions[0] + b->modes.ritz.functions[1]) * sizeof(double);
}

double *plate_modes_take_sides(compiler *c, const model_body *b) {
  return compile_take(c, sides_size(b));
}

void plate_modes_drop_sides(compiler *c, const model_body *b, double *sides) {
  compile_drop(c, sides, sides_size(b));
}

bool plate_modes_at(compiler *c, const model_body *b, double x, double y, int order,
                    double *values) {
  const mode_shape *shapes = c->m.shape + b->modes.first_shape;
  if (!by_ritz(b)) {
    for (int j = 0; j < b->nodes; ++j)
      values[j] = value_of(&shapes[j], b, x, y, order);
    return true;
  }
  const ritz_arrays of = {c->m.shape, c->m.ritz};
  double *along = plate_modes_take_sides(c, b);
  if (along == NULL)
    return false;
  double *across = along + b->modes.ritz.functions[0];
  ritz_side_values(&of, b, 0, x * b->lx, order, along);
  ritz_side_values(&of, b, 1, y * b->ly, 0, across);
  for (int j = 0; j < b->nodes; ++j)
    values[j] = ritz_mode_sum(&of, b, &shapes[j], along, across);
  plate_modes_drop_sides(c, b, along);
  return true;
}

// --- Which modes --------------------------------------------------------------------------------

static double square(double x) {
  return x * x;
}

// How many modes have a wavenumber below beta.
static double count_below(const model_body *b, double beta) {
  double count = 0;
  double more = 1; // of the present n; the next has no more than that
  for (int n = 1; more > 0 && n * pi / b->ly < beta && count <= MODAL_MAX; ++n) {
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
    double min = INFINITY;
    for (int n = 0; n < rows; ++n) {
      const double beta2 = square(next[n] * pi / b->lx) + square((n + 1) * pi / b->ly);
      if (beta2 < min) {
        min = beta2;
        best = n;
      }
    }
    shapes[j] = (mode_shape){
        .beta = sqrt(min),
        .stretch = min,
        .bending = min * min,
        .coefficient = {2 / sqrt(b->mass), next[best] * pi / b->lx, (best + 1) * pi / b->ly}};
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
  const double sigma = item_largest(it, "sigma0") + item_largest(it, "sigma1") * beta * beta +
                       b->modes.damping_ratio * sqrt(b->bend) * beta * beta;
  return count >= 1 && count <= MODAL_MAX && sigma * c->m.head.k < modal_max_decay &&
         (!by_ritz(b) || plate_ritz_fits(b, 0.45 / c->m.head.k));
}

// All below 0.45 of the rate, or so many; about as many as that of a plate whose edges are not
// pinned.
static bool choose_count(compiler *c, const item *it, model_body *b) {
  const int given = item_rows(it, "points");
  const double count = given == 0 ? count_below(b, last_beta(c, b)) : item_numbers(it, "points")[0];
  if (given == 2)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "with model: modes this is the number of modes; allowed is auto or a whole "
                   "number");
  if (count < 1 && !(given == 0 && by_ritz(b)))
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "no mode lies below 0.45 of the rate, %g Hz; allowed is a higher rate, or "
                   "points, the number of modes",
                   0.45 / c->m.head.k);
  if (count > MODAL_MAX)
    return MISTAKE(c, it, given > 0 ? "points" : NULL, CAROM_BAD_VALUE,
                   "more than %d modes; allowed are at most that many: give points to choose "
                   "fewer, or model: grid",
                   (int)MODAL_MAX);
  b->nodes = (int)count;
  return true;
}

// Four intervals to draw half a wave of the shortest mode, but not more than all need.
static int drawn(double beta, double side) {
  return (int)fmin(fmax(round(2 * beta * side / pi), 16), 64);
}

static bool choose_drawn(compiler *c, model_body *b) {
  const mode_shape *shapes = c->m.shape + b->modes.first_shape;
  double max[2] = {0};
  for (int j = 0; j < b->nodes; ++j)
    for (int side = 0; side < 2; ++side)
      max[side] = fmax(max[side], by_ritz(b) ? shapes[j].beta : shapes[j].coefficient[1 + side]);
  b->nx = drawn(max[0], b->lx);
  b->ny = drawn(max[1], b->ly);
  b->h = b->lx / b->nx;
  b->hy = b->ly / b->ny;
  return !by_ritz(b) || plate_ritz_draw(c, b);
}

static bool pinned_modes(compiler *c, model_body *b) {
  b->modes.first_shape = c->m.shape_count;
  mode_shape *shapes = BUILDER_ADD(&c->m, shape, b->nodes);
  const size_t size = ((size_t)b->nodes + 1) * sizeof(int);
  int *next = shapes != NULL ? compile_take(c, size) : NULL;
  if (next == NULL)
    return false;
  find_modes(b, b->nodes, next, shapes);
  compile_drop(c, next, size);
  return true;
}

// All below a frequency; if a number is given, of one that is raised until there are so many.
static bool ritz_modes(compiler *c, const item *it, model_body *b) {
  const int given = item_rows(it, "points") > 0 ? b->nodes : 0;
  const double area = b->lx * b->ly;
  double max = given > 0 ? sqrt(b->bend) * 2 * (given + 4) / area : 0.45 / c->m.head.k; // Hz
  const int shapes = c->m.shape_count;
  const int numbers = c->m.ritz_count;
  for (;; max *= 1.3) {
    c->m.shape_count = shapes;
    c->m.ritz_count = numbers;
    if (!plate_ritz_fits(b, max))
      return MISTAKE(c, it, "model", CAROM_BAD_VALUE,
                     "its modes are too many along one side; allowed is model: grid");
    if (!plate_ritz_find(c, b, b->grid.poisson, max, given > 0 ? given : MODAL_MAX))
      return false;
    if (given == 0 || b->nodes == given)
      break;
  }
  return b->nodes > 0 || MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                                 "no mode lies below 0.45 of the rate, %g Hz; allowed is a higher "
                                 "rate, or points, the number of modes",
                                 0.45 / c->m.head.k);
}

bool plate_modes_compile(compiler *c, const item *it, int index, model_body *b) {
  b->layout = LAYOUT_MODES;
  if (!choose_count(c, it, b) || !(by_ritz(b) ? ritz_modes(c, it, b) : pinned_modes(c, b)) ||
      !choose_drawn(c, b) || !modal_finish(c, it, b))
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

// A row of the shape of one by Ritz's method: functions of x, each with what multiplies it there.
static void ritz_row(const carom_model *m, const model_body *b, node_field field, double over,
                     int row, double *values, int length) {
  const ritz_layout *r = &b->modes.ritz;
  const ritz_arrays of = {m->shape, m->ritz};
  double factor[RITZ_FUNCTIONS_MAX];
  double across[RITZ_FUNCTIONS_MAX];
  for (int i = 0; i < r->functions[0]; ++i)
    factor[i] = 0;
  for (int i = 0; i < r->functions[1]; ++i)
    across[i] = m->ritz[r->drawn[1] + i * (b->ny + 1) + row];
  for (int j = 0; j < b->nodes; ++j)
    ritz_mode_row(&of, b, &m->shape[b->modes.first_shape + j],
                  node_value(field, b->first + j) / over, across, factor);
  for (int i = 0; i < r->functions[0]; ++i)
    for (int x = 0; x < length; ++x)
      values[x] += factor[i] * m->ritz[r->drawn[0] + i * (b->nx + 1) + x];
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
    if (by_ritz(b)) {
      ritz_row(m, b, field, over, row, values + first, length);
      continue;
    }
    for (int j = 0; j < b->nodes; ++j) {
      const mode_shape *shape = &m->shape[b->modes.first_shape + j];
      const double a = node_value(field, b->first + j) / over * shape->coefficient[0] *
                       sin(shape->coefficient[2] * row * b->ly / b->ny);
      add_sines(a, shape->coefficient[1] * b->h, values + first, length);
    }
  }
  return count;
}
