// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies that move by themselves: one explicit step, their energy and their losses, on each kind of
// grid. All work with the displacement u^n and the increments du = u^n - u^{n-1}, which keep three
// digits more than u^{n-1} itself would.

#ifndef CAROM_BODY_H
#define CAROM_BODY_H

#include "state/state.h"

/// What is particular about the places of a row, see the model's arrays.
typedef struct {
  const double *inside, *rim;
} row_places;

// One file each: mass.c, line.c, plate.c. A step turns u^n into u^{n+1} and makes its increments,
// which may take the place of the former ones; masses move in bodies_advance(). `scratch` is
// row_scratch of the state.

void masses_step(const carom_model *m, const motion *motions, double gravity, const double *u,
                 const double *du, double *next);
void mass_energy(const model_body *b, material a, double k, double gravity, double u, double du,
                 double *kinetic, double *potential);

void line_step(const model_body *b, const row_places *p, motion a, double *u, const double *du,
               double *next, double *scratch);
body_sums line_sums(const model_body *b, const row_places *p, const double *u, const double *du,
                    const double *former);

/// Also sums up what was `before`, where that is not NULL and `next` still holds the increments
/// before du.
void plate_step(const model_body *b, const row_places *p, motion a, double *u, const double *du,
                double *next, double *scratch, body_sums *before);
body_sums plate_sums(const model_body *b, double *u, const double *du, double *former);

#endif
