// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies that move by themselves: one explicit step, their energy and their losses, on each kind of
// grid. All work with the displacement u^n and the increments du = u^n - u^{n-1}, which keep three
// digits more than u^{n-1} itself would.

#ifndef CAROM_BODY_H
#define CAROM_BODY_H

#include "state.h"

// One file each: mass.c, line.c, plate.c. `scratch` is row_scratch of the state, `lap` a plate's
// part of lap.

void masses_free_step(const carom_model *m, const motion *motions, double gravity, const double *u,
                      const double *du, double *next);
void mass_energy(const model_body *b, material a, double k, double gravity, double u, double du,
                 double *kinetic, double *potential);

void line_free_step(const model_body *b, motion a, const double *u, const double *du, double *next,
                    double *scratch);
void line_advance(const model_body *b, double *u, const double *next);
void line_energy(const model_body *b, material a, double k, const double *u, const double *du,
                 double *kinetic, double *potential);
double line_loss(const model_body *b, material a, double k, const double *du, const double *next);

void plate_free_step(const model_body *b, motion a, const double *lap, const double *du,
                     double *next, double *scratch);
void plate_advance(const model_body *b, double *u, const double *next, double *lap);
void plate_advance_counted(const model_body *b, material a, double k, double *u, const double *next,
                           double *lap, double *kinetic, double *potential);
void plate_energy(const model_body *b, material a, double k, const double *u, const double *du,
                  double *kinetic, double *potential);
double plate_loss(const model_body *b, material a, double k, const double *du, const double *next,
                  double *scratch);

#endif
