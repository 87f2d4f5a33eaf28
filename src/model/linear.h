// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The interface of what a body does about its rest: its equations as the audio method steps them,
// for a motion that grows as e^{s t} from sample to sample (theory 17.1 to 17.5),
//
//   T(s) v = f,      u = root v,
//
// in coordinates v, each of a mass near 1, with a symmetric T that has a band. Rows of layouts.

#ifndef CAROM_LINEAR_H
#define CAROM_LINEAR_H

#include "base/symmetric_solve.h"
#include "model/model.h"

/// What schemes make of a motion e^{s t} in a step of k, z = e^{s k}.
typedef struct {
  phasor s;            // 1/s
  phasor second;       // z - 2 + 1/z
  phasor centred;      // z - 1/z
  phasor back;         // 1 - 1/z
  phasor ahead, after; // z^{1/2}, z^{-1/2}
  phasor mean;         // and half their sum
} linear_motion;

linear_motion linear_motion_of(phasor s, double k);

enum { LINEAR_PARTS = 3, LINEAR_ROWS = 6 };

/// A body. A grid has bands, `part`: of tension, bending and internal loss. A mode or mass has rows
/// of numbers, which follow from the material.
typedef struct {
  const carom_model *m;
  const model_body *b;
  int n, width;
  material now;
  double losses; // factor of what is not in the material: 1, or less
  int *node;     // of each coordinate, from the body's first
  int *at;       // coordinate of each node, or -1
  double *root;  // per coordinate
  double *mass;  // and its mass without losses, as v has it
  double *part;  // LINEAR_PARTS bands
  double *rows;  // LINEAR_ROWS of n
} linear_body;

/// How many numbers a band takes.
static inline size_t linear_band(const linear_body *l) {
  return (size_t)l->n * ((size_t)l->width + 1);
}

typedef struct {
  /// n and width of a body; `m` and `b` are set.
  void (*measure)(linear_body *l);
  /// What does not change with the material. The scratch has room for 3 values of each node of the
  /// body and for the model's row_scratch.
  void (*prepare)(linear_body *l, double *scratch);
  /// What follows from the material `now`.
  void (*set)(linear_body *l);
  /// T at a motion, as a band.
  void (*fill)(const linear_body *l, const linear_motion *at, phasor *column);
} linear_layout;

#endif
