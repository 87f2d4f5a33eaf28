// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The velocities at the end of a step, by Newton's method. A matrix serves as long as it brings the
// equations ten times closer; most steps need one. Where even a new one does not, it is taken by
// difference quotients, and where a full correction does not bring the equations closer it is
// halved.

#include "methods/mechanism/scheme.h"

#include "base/dense.h"
#include <assert.h>
#include <math.h>
#include <string.h>

enum { SOME_ITERATIONS = 10, MAX_ITERATIONS = 60 };

// |r| with each component over the root of its mass.
static double size_of(const step_context *w, const double *r) {
  double sum = 0;
  for (int i = 0; i < w->p->coordinates; ++i)
    sum += r[i] * r[i] / w->scratch->M[i][i];
  return sqrt(sum);
}

/// What r is small against: momenta and the impulses of felt; and what of it is rounding, since
/// felt of slope f' turns the rounding of places into forces.
typedef struct {
  double scale, rounding;
} residual_size;

static residual_size size_against(const step_context *w, const double *v1) {
  const double place = 2e-16 * w->p->extent; // m
  double sum = 1e-60;
  double noise = 0;
  for (int i = 0; i < w->p->coordinates; ++i) {
    const double mass = w->scratch->M[i][i];
    sum += mass * (w->m->v[i] * w->m->v[i] + v1[i] * v1[i]);
    for (int t = 0; t < w->p->touches; ++t) {
      const touch_step *s = &w->scratch->touch[t];
      if (!s->active)
        continue;
      const double acts = w->p->h * s->acts[i];
      sum += acts * acts * s->force * s->force / mass;
      noise += acts * acts * s->rise * s->rise * place * place / mass;
    }
  }
  return (residual_size){.scale = sqrt(sum), .rounding = sqrt(noise)};
}

// --- The matrix ---------------------------------------------------------------------------------

// The whole matrix by difference quotients, where r belongs to v1. It has the curvature of contacts
// besides: of a knuckle that rolls over the edge of a jack, say.
static void differentiate(step_context *w, const double *v1, const double *r, double scale) {
  const int n = w->p->coordinates;
  double moved[MAX_COORDINATES];
  double there[MAX_COORDINATES];
  memcpy(moved, v1, (size_t)n * sizeof *moved);
  for (int j = 0; j < n; ++j) {
    const double step = 1e-7 * fmax(fabs(v1[j]), scale / sqrt(w->scratch->M[j][j]));
    moved[j] = v1[j] + step;
    step_residual(w, moved, there);
    for (int i = 0; i < n; ++i)
      w->scratch->matrix[i][j] = (there[i] - r[i]) / (moved[j] - v1[j]);
    moved[j] = v1[j];
  }
}

// Its factors, with coordinates scaled by the roots of their masses.
static bool factor(const step_context *w) {
  const int n = w->p->coordinates;
  mechanism_scratch *scratch = w->scratch;
  for (int i = 0; i < n; ++i)
    scratch->root[i] = 1 / sqrt(scratch->M[i][i]);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      scratch->rows[i * n + j] = scratch->matrix[i][j] * scratch->root[i] * scratch->root[j];
  return dense_factor(scratch->rows, n, scratch->pivot);
}

static void correction(const step_context *w, const double *r, double *step) {
  const int n = w->p->coordinates;
  const mechanism_scratch *scratch = w->scratch;
  for (int i = 0; i < n; ++i)
    step[i] = -r[i] * scratch->root[i];
  dense_substitute(scratch->rows, n, scratch->pivot, step);
  for (int i = 0; i < n; ++i)
    step[i] *= scratch->root[i];
}

// --- Iterations ---------------------------------------------------------------------------------

// Corrects v1, by as much of `step` as brings the equations closer; returns the error then.
static double correct(step_context *w, double *v1, const double *step, double error, double *r) {
  const int n = w->p->coordinates;
  double tried[MAX_COORDINATES];
  double share = 1;
  for (int halvings = 0; halvings < 12; ++halvings, share /= 2) {
    for (int i = 0; i < n; ++i)
      tried[i] = v1[i] + share * step[i];
    step_residual(w, tried, r);
    const double next = size_of(w, r);
    if (next < error) {
      memcpy(v1, tried, (size_t)n * sizeof *v1);
      return next;
    }
  }
  step_residual(w, v1, r);
  return error;
}

/// Where the matrix comes from.
typedef enum { MATRIX_KEPT, MATRIX_NEW, MATRIX_WHOLE } matrix_kind;

static bool renew(step_context *w, matrix_kind kind, const double *v1, double *r, double scale) {
  if (kind == MATRIX_KEPT)
    return true;
  if (kind == MATRIX_NEW)
    step_matrix(w, w->scratch->matrix);
  else
    differentiate(w, v1, r, scale);
  return factor(w);
}

bool step_solve(step_context *w, double *v1, int *iterations) {
  double r[MAX_COORDINATES];
  double step[MAX_COORDINATES];
  matrix_kind kind = MATRIX_NEW;
  assert(w->p->coordinates <= MAX_COORDINATES);
  step_residual(w, v1, r);
  double error = size_of(w, r);
  for (*iterations = 0; *iterations < MAX_ITERATIONS; ++*iterations) {
    const residual_size size = size_against(w, v1);
    if (*iterations > SOME_ITERATIONS && carom_stop_requested(w->m->stop))
      return false;
    if (!(error > 2e-15 * size.scale + size.rounding))
      return isfinite(error);
    if (!renew(w, kind, v1, r, size.scale))
      return false;
    correction(w, r, step);
    const double next = correct(w, v1, step, error, r);
    if (next > 0.5 * error && next < 1e-11 * size.scale) // no closer than that
      return true;
    if (!(next < error) && kind == MATRIX_WHOLE)
      return error < 1e-9 * size.scale;
    kind = next < 0.1 * error                       ? MATRIX_KEPT
           : kind == MATRIX_KEPT || *iterations < 2 ? MATRIX_NEW
                                                    : MATRIX_WHOLE;
    error = next;
  }
  return error < 1e-9 * size_against(w, v1).scale;
}
