// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How far bodies are out of tune: their true natural frequencies beside those of their grids.
// Closed forms are (theory 7.2) with the wave numbers of modes.c, and for a pinned plate, with m
// and n half waves along its sides,
//
//   omega = kappa pi^2 (m^2 / lx^2 + n^2 / ly^2) (theory 1.37)
//
// An ideal string does not know whether its ends are clamped. Plates with other edges have those of
// plate_ritz.c.

#include "bodies/tuning.h"

#include "base/constants.h"
#include "bodies/grid.h"
#include "bodies/grid_modes.h"
#include "bodies/modes.h"
#include "bodies/plate_ritz.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>

// --- Closed forms -------------------------------------------------------------------------------

static bool is_pinned(const model_body *b) {
  return b->ends[0] == END_PINNED && b->ends[1] == END_PINNED;
}

bool tuning_is_known(const model_body *b) {
  return b->type == BODY_BAR || b->type == BODY_STRING || (b->type == BODY_PLATE && is_pinned(b));
}

static int modes_of_line(const model_body *b, int count, double *frequency) {
  mode_shape shapes[TUNING_MODES_MAX];
  const modal_line line = modal_line_of(b);
  if (!modes_find(&line, count, shapes))
    return 0;
  for (int i = 0; i < count; ++i)
    frequency[i] = sqrt(shape_omega2(&shapes[i], b->start.c2, b->bend)) / two_pi;
  return count;
}

static int modes_of_plate(const model_body *b, int count, double *frequency) {
  int pairs[TUNING_MODES_MAX][2];
  const int found = plate_mode_pairs(b, count, pairs);
  for (int i = 0; i < found; ++i) {
    const double x = pairs[i][0] / b->lx;
    const double y = pairs[i][1] / b->ly;
    frequency[i] = sqrt(b->bend) * (pi / 2) * (x * x + y * y);
  }
  return found;
}

int tuning_closed_form(const model_body *b, int count, double *frequency) {
  const int max = count < TUNING_MODES_MAX ? count : TUNING_MODES_MAX;
  return b->type == BODY_PLATE ? modes_of_plate(b, max, frequency)
                               : modes_of_line(b, max, frequency);
}

int tuning_true(const carom_memory *memory, const model_body *b, int count, double *frequency) {
  return tuning_is_known(b) ? tuning_closed_form(b, count, frequency)
                            : plate_ritz_frequencies(memory, b, count, frequency);
}

// --- All that is heard --------------------------------------------------------------------------

/// Partials up to here are judged, Hz, and up to this part of the rate of steps.
static const double heard_max = 10000;
static const double heard_fraction = 0.4;

/// Of a grid whose ends or edges are not pinned so many modes are looked at one by one, where it
/// has at most so many nodes; rigid ones come before them.
enum { LOOKED_AT = 5, LOOKED_AT_MOST = 10, LOOKED_AT_NODES = 2000, RIGID_MOST = 3 };

static void compare_with(tuning_range *range, double found, double right) {
  const double cents = 1200 * log2(found / right);
  if (fabs(cents) > fabs(range->cents)) {
    range->cents = cents;
    range->frequency = right;
  }
}

// Waves of the true wave numbers on the grid (theory 1.39).
static void compare_line(tuning_range *range, const model_body *b, double k) {
  const modal_line line = modal_line_of(b);
  double beta = 0;
  for (int n = 1; n <= GRID_MAX_NODES; ++n) {
    beta = modes_wavenumber(&line, n, beta);
    const double right = beta * sqrt(b->start.c2 + b->bend * beta * beta) / two_pi;
    if (!(right <= range->highest))
      break;
    if (!(beta * b->h < pi)) // those that the grid does not have are worse than those it has
      break;
    compare_with(range, grid_frequency(b, k, grid_minus_lap(b, beta, 0)), right);
  }
}

// Those of a pinned plate, whatever its edges are.
static void compare_plate(tuning_range *range, const model_body *b, double k) {
  const double max = range->highest * two_pi / sqrt(b->bend); // beta^2
  for (int n = 1; n * pi / b->ly < sqrt(max) && n < b->ny; ++n)
    for (int m = 1; m < b->nx; ++m) {
      const double x = m * pi / b->lx;
      const double y = n * pi / b->ly;
      if (x * x + y * y > max)
        break;
      compare_with(range, grid_frequency(b, k, grid_minus_lap(b, x, y)),
                   sqrt(b->bend) * (x * x + y * y) / two_pi);
    }
}

// The first modes with their ends and edges; returns how many were compared.
static int compare_lowest(tuning_range *range, const carom_memory *memory, const model_body *b,
                          double k, int count) {
  grid_mode own[LOOKED_AT_MOST + RIGID_MOST];
  double right[LOOKED_AT_MOST + RIGID_MOST];
  const int found = grid_modes_find(memory, b, k, count + RIGID_MOST, own, NULL);
  const int known = found > 0 ? tuning_true(memory, b, found, right) : 0;
  for (int i = 0; i < known; ++i)
    if (right[i] > 0 && own[i].frequency > 0 && right[i] <= range->highest)
      compare_with(range, own[i].frequency, right[i]);
  return known;
}

// Whether ends or edges matter, and modes can be looked at one by one.
static bool has_own_ends(const model_body *b) {
  const double nodes = (b->nx + 1.0) * (body_is_plate(b) ? b->ny + 1.0 : 1);
  return !is_pinned(b) && b->bend > 0 && nodes <= LOOKED_AT_NODES;
}

static void compare_waves(tuning_range *range, const model_body *grid, double k) {
  if (body_is_plate(grid))
    compare_plate(range, grid, k);
  else
    compare_line(range, grid, k);
}

double tuning_heard(double k) {
  return fmin(heard_max, heard_fraction / k);
}

tuning_range tuning_of_grid(const carom_memory *memory, const model_body *grid, double k,
                            double highest) {
  tuning_range range = {.highest = highest};
  compare_waves(&range, grid, k);
  if (!has_own_ends(grid) || fabs(range.cents) > tuning_tolerance(grid))
    return range;
  tuning_range lowest = {.highest = highest};
  (void)compare_lowest(&lowest, memory, grid, k, LOOKED_AT);
  if (body_is_line(grid) && lowest.cents * range.cents > 0) // ends put all partials off alike
    lowest.cents += range.cents;
  return fabs(lowest.cents) > fabs(range.cents) ? lowest : range;
}

tuning_range tuning_of_modes(const carom_memory *memory, const model_body *grid, double k,
                             double highest, int count) {
  assert(count <= LOOKED_AT_MOST);
  tuning_range range = {.highest = highest};
  if (!has_own_ends(grid) || compare_lowest(&range, memory, grid, k, count) < count)
    compare_waves(&range, grid, k);
  return range;
}

// --- For everyone -------------------------------------------------------------------------------

static int modes_of_modal(const carom_model *m, const model_body *b, int count,
                          carom_mode_info *modes) {
  const int max = count < b->nodes ? count : b->nodes;
  for (int i = 0; i < max; ++i) {
    const double f =
        sqrt(shape_omega2(&m->shape[b->modes.first_shape + i], b->start.c2, b->bend)) / two_pi;
    modes[i] = (carom_mode_info){.frequency = f, .true_frequency = f};
  }
  return max;
}

static int modes_of_grid(const carom_model *m, const model_body *b, int count,
                         carom_mode_info *modes) {
  grid_mode own[TUNING_MODES_MAX];
  double right[TUNING_MODES_MAX];
  const int max = count < TUNING_MODES_MAX ? count : TUNING_MODES_MAX;
  int found = grid_modes_find(&m->memory, b, m->k, max, own, NULL);
  if (found > 0)
    found = tuning_true(&m->memory, b, found, right);
  for (int i = 0; i < found; ++i) {
    const bool rigid = own[i].frequency <= 0 || right[i] <= 0;
    modes[i] = (carom_mode_info){.frequency = own[i].frequency,
                                 .true_frequency = right[i],
                                 .cents = rigid ? 0 : 1200 * log2(own[i].frequency / right[i]),
                                 .estimated = !tuning_is_known(b)};
  }
  return found > 0 ? found : 0;
}

int carom_body_modes(const carom_model *m, int body, int count, carom_mode_info *modes) {
  if (m == NULL || body < 0 || body >= m->body_count || count < 1)
    return 0;
  const model_body *b = &m->body[body];
  if (body_is_modal(b))
    return modes_of_modal(m, b, count, modes);
  return body_is_line(b) || body_is_plate(b) ? modes_of_grid(m, b, count, modes) : 0;
}
