// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The true natural frequencies of strings, bars and plates.

#ifndef CAROM_TUNING_H
#define CAROM_TUNING_H

#include "model/model.h"

/// More modes than this are not compared with theory.
enum { TUNING_MODES_MAX = 100 };

/// How far a body on a grid is out of tune, of all that is heard of it: its partials up to a
/// frequency.
typedef struct {
  double highest;   // Hz
  double cents;     // of the one that is off the most
  double frequency; // its true one, Hz
} tuning_range;

/// Grids that are off by more are out of tune, cents.
static inline double tuning_tolerance(const model_body *b) {
  return body_is_flat(b) ? 3 : 1;
}

tuning_range tuning_of_grid(const carom_memory *memory, const model_body *grid, double k,
                            double highest);

/// The same with its first `count` modes one by one, ends and edges included, where it has not too
/// many nodes for that.
tuning_range tuning_of_modes(const carom_memory *memory, const model_body *grid, double k,
                             double highest, int count);

/// Up to where partials are heard, at steps of k, Hz.
double tuning_heard(double k);

/// Whether the modes of a string, bar or plate are known in closed form.
bool tuning_is_known(const model_body *b);

/// Its first modes in closed form, rigid ones first, Hz; returns how many, at most `count` and
/// TUNING_MODES_MAX. A plate has those that its grid has too.
int tuning_closed_form(const model_body *b, int count, double *frequency);

/// The same of any string, bar or plate on a grid; -1 if memory is out.
int tuning_true(const carom_memory *memory, const model_body *b, int count, double *frequency);

#endif
