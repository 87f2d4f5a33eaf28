// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How far bodies are out of tune: their true natural frequencies beside those of their grids.
// Closed forms are (theory 7.2) with the wave numbers of modes.c, and for a pinned plate, with m
// and n half waves along its sides,
//
//   omega = kappa pi^2 (m^2 / lx^2 + n^2 / ly^2) (theory 1.37)
//
// An ideal string does not know whether its ends are clamped. For other bodies the frequencies of
// two or three grids of spacings h, h/2 and h/3, without the error of time, are extrapolated to h =
// 0 as a polynomial in h^2.

#include "bodies/tuning.h"

#include "base/constants.h"
#include "bodies/grid_modes.h"
#include "bodies/modes.h"
#include <math.h>

// --- Closed forms -------------------------------------------------------------------------------

static bool is_pinned(const model_body *b) {
  return b->ends[0] == END_PINNED && b->ends[1] == END_PINNED;
}

bool tuning_is_known(const model_body *b) {
  if (b->type == BODY_BAR)
    return true;
  return (b->type == BODY_STRING && b->bend == 0) ||
         ((b->type == BODY_STRING || b->type == BODY_PLATE) && is_pinned(b));
}

static int modes_of_line(const model_body *b, int count, double *frequency) {
  mode_shape shapes[TUNING_MODES_MOST];
  modal_line line = {.ends = {b->ends[0], b->ends[1]}, .length = b->lx, .density = b->density};
  if (b->bend == 0)
    line.ends[0] = line.ends[1] = END_PINNED;
  if (!modes_find(&line, count, shapes))
    return 0;
  for (int i = 0; i < count; ++i) {
    const double beta2 = shapes[i].beta * shapes[i].beta;
    frequency[i] = sqrt(beta2 * (b->start.c2 + b->bend * beta2)) / two_pi;
  }
  return count;
}

static int modes_of_plate(const model_body *b, int count, double *frequency) {
  int pairs[TUNING_MODES_MOST][2];
  const int found = plate_mode_pairs(b, count, pairs);
  for (int i = 0; i < found; ++i) {
    const double x = pairs[i][0] / b->lx;
    const double y = pairs[i][1] / b->ly;
    frequency[i] = sqrt(b->bend) * (pi / 2) * (x * x + y * y);
  }
  return found;
}

int tuning_closed_form(const model_body *b, int count, double *frequency) {
  const int most = count < TUNING_MODES_MOST ? count : TUNING_MODES_MOST;
  return b->type == BODY_PLATE ? modes_of_plate(b, most, frequency)
                               : modes_of_line(b, most, frequency);
}

// --- Estimates ----------------------------------------------------------------------------------

/// Grids h, h/2 and h/3; the third only where it has at most so many nodes.
enum { GRIDS_MOST = 3, THIRD_NODES_MOST = 5000 };

// Lagrange's polynomial through the values at h^2 = 1, 1/4 and 1/9, at 0.
static double extrapolate(const double *value, int grids) {
  double sum = 0;
  for (int i = 0; i < grids; ++i) {
    double weight = 1;
    for (int j = 0; j < grids; ++j)
      if (j != i) {
        const double x = 1.0 / ((i + 1) * (i + 1));
        const double y = 1.0 / ((j + 1) * (j + 1));
        weight *= y / (y - x);
      }
    sum += weight * value[i];
  }
  return sum;
}

int tuning_estimate(const carom_memory *memory, const model_body *b, int count, double *frequency) {
  grid_mode modes[GRIDS_MOST][GRID_MODES_MOST];
  const int nodes = 9 * (b->nx + 1) * (b->ny + 1);
  const int grids = nodes <= THIRD_NODES_MOST ? GRIDS_MOST : GRIDS_MOST - 1;
  int found = count < GRID_MODES_MOST ? count : GRID_MODES_MOST;
  for (int g = 0; g < grids && found > 0; ++g) {
    model_body fine = grid_refined(b, g + 1);
    if (body_is_line(b))
      fine.grid.bend_lost = 0;
    // A step that would be unstable there, but only its operator is used.
    found = grid_modes_find(memory, &fine, 1, found, modes[g], NULL);
  }
  for (int i = 0; i < found; ++i) {
    double value[GRIDS_MOST];
    for (int g = 0; g < grids; ++g)
      value[g] = modes[g][i].spatial;
    frequency[i] = extrapolate(value, grids);
  }
  return found;
}

// --- For everyone -------------------------------------------------------------------------------

static int modes_of_modal(const carom_model *m, const model_body *b, int count,
                          carom_mode_info *modes) {
  const int most = count < b->nodes ? count : b->nodes;
  for (int i = 0; i < most; ++i) {
    const double beta2 = pow(m->shape[b->modes.first_shape + i].beta, 2);
    const double f = sqrt(beta2 * (b->start.c2 + b->bend * beta2)) / two_pi;
    modes[i] = (carom_mode_info){.frequency = f, .true_frequency = f};
  }
  return most;
}

static int modes_of_grid(const carom_model *m, const model_body *b, int count,
                         carom_mode_info *modes) {
  grid_mode own[TUNING_MODES_MOST];
  double right[TUNING_MODES_MOST];
  const int most = count < TUNING_MODES_MOST ? count : TUNING_MODES_MOST;
  const bool known = tuning_is_known(b);
  int found = grid_modes_find(&m->memory, b, m->k, most, own, NULL);
  if (found > 0)
    found =
        known ? tuning_closed_form(b, found, right) : tuning_estimate(&m->memory, b, found, right);
  for (int i = 0; i < found; ++i) {
    const bool rigid = own[i].frequency <= 0 || right[i] <= 0;
    modes[i] = (carom_mode_info){.frequency = own[i].frequency,
                                 .true_frequency = right[i],
                                 .cents = rigid ? 0 : 1200 * log2(own[i].frequency / right[i]),
                                 .estimated = !known};
  }
  return found > 0 ? found : 0;
}

int carom_body_modes(const carom_model *m, int body, int count, carom_mode_info *modes) {
  if (body < 0 || body >= m->body_count || count < 1)
    return 0;
  const model_body *b = &m->body[body];
  if (body_is_modal(b))
    return modes_of_modal(m, b, count, modes);
  return body_is_line(b) || body_is_plate(b) ? modes_of_grid(m, b, count, modes) : 0;
}
