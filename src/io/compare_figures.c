// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Errors, orders and levels of the variants of a comparison.
//
// The error e of an output is the rms of its difference from the finest over the rms of the finest
// (theory 15.1). A method of order p has e = C h^p at the step h = 1 / rate; seen from a finest of
// the same curve, at the step h_f, that is (theory 15.2)
//
//   e = C (h^p - h_f^p),
//
// so that two successive errors have the ratio 2^p only far from the finest: 5 instead of 4 for
// p = 2 at the last doubling but one. p is fitted with that in mind. Errors below ROUNDING say
// nothing, and neither do those above LARGEST, where signals have lost each other, nor errors at
// rates below one that does not fall, nor, of other curves, those which the finest's own error may
// make up.

#include "io/compare.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_POINTS = 65 }; // of a curve

static const double ROUNDING = 1e-11;
static const double LARGEST = 0.3;
static const double SILENCE = 1e-8; // power of a band over that of the loudest
static const double LOW_ORDER = 0.05, HIGH_ORDER = 8;

// --- Errors -------------------------------------------------------------------------------------

static double output_error(const compare_plan *p, const compare_variant *v, int output) {
  const double *finest = p->variant[p->reference].at;
  double difference = 0;
  double signal = 0;
  for (long long n = 0; n < p->instants; ++n) {
    const double x = finest[n * p->outputs + output];
    const double e = v->at[n * p->outputs + output] - x;
    difference += e * e;
    signal += x * x;
  }
  return signal > 0 ? sqrt(difference / signal) : (double)NAN;
}

// The rms of the errors of all outputs.
static double overall_error(const compare_figure *f, int outputs) {
  double sum = 0;
  int count = 0;
  for (int j = 0; j < outputs; ++j)
    if (isfinite(f[j].error)) {
      sum += f[j].error * f[j].error;
      ++count;
    }
  return count > 0 ? sqrt(sum / count) : (double)NAN;
}

static void measure_levels(const compare_plan *p, const compare_variant *v, int output,
                           compare_figure *f) {
  const double *mine = v->power + (size_t)output * LEVEL_BANDS;
  const double *finest = p->variant[p->reference].power + (size_t)output * LEVEL_BANDS;
  double loudest = 0;
  for (int b = 0; b < LEVEL_BANDS; ++b)
    loudest = fmax(loudest, finest[b]);
  for (int b = 0; b < LEVEL_BANDS; ++b)
    if (finest[b] > SILENCE * loudest && mine[b] > 0)
      f->level[b] = 10 * log10(mine[b] / finest[b]);
}

// --- Orders -------------------------------------------------------------------------------------

// Of a fit of order p: the sum of the squares of what is left of log e, and log C.
static double misfit(const double *step, const double *error, int count, double finest, double p,
                     double *log_c) {
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < count; ++i) {
    // log(h^p - h_f^p), also where the powers underflow
    const double left = log(error[i]) - p * log(step[i]) - log1p(-pow(finest / step[i], p));
    sum += left;
    squares += left * left;
  }
  *log_c = sum / count;
  return squares - sum * sum / count;
}

double compare_order(const double *step, const double *error, int count, double finest_step) {
  const double golden = 0.6180339887498949;
  double low = LOW_ORDER;
  double high = HIGH_ORDER;
  double log_c = 0;
  if (count < 2)
    return NAN;
  while (high - low > 1e-7) {
    const double a = high - golden * (high - low);
    const double b = low + golden * (high - low);
    if (misfit(step, error, count, finest_step, a, &log_c) <
        misfit(step, error, count, finest_step, b, &log_c))
      high = b;
    else
      low = a;
  }
  const double p = (low + high) / 2;
  return p > LOW_ORDER + 1e-3 && p < HIGH_ORDER - 1e-3 ? p : (double)NAN;
}

/// The errors of a curve in one output.
typedef struct {
  int count;
  double step[MOST_POINTS], error[MOST_POINTS];
} curve_errors;

// Those of an output from the highest rate downwards, as long as they rise and are below LARGEST;
// those not above `low` are left out.
static curve_errors collect(const compare_plan *p, const compare_figure *figures, int curve,
                            int output, double low) {
  curve_errors c = {0};
  for (int i = p->variants - 1; i >= 0 && c.count < MOST_POINTS; --i) {
    const double e = figures[(size_t)i * (size_t)(p->outputs + 1) + (size_t)output].error;
    if (p->variant[i].curve != curve || i == p->reference || !isfinite(e))
      continue;
    if (e >= LARGEST || (c.count > 0 && e <= c.error[c.count - 1]))
      break;
    if (e <= low)
      continue;
    c.step[c.count] = 1 / p->variant[i].rate;
    c.error[c.count++] = e;
  }
  return c;
}

// The step of the finest where it is one of the curve's own.
static double finest_step(const compare_plan *p, int curve) {
  const compare_variant *finest = &p->variant[p->reference];
  return finest->curve == curve && p->curve[curve].fixed_step ? 1 / finest->rate : 0;
}

// The finest's own error C h_f^p, as its own curve shows it; 0 if that is unknown.
static double error_of_finest(const compare_plan *p, const compare_figure *figures, int output) {
  const int curve = p->variant[p->reference].curve;
  const double h = finest_step(p, curve);
  const curve_errors c = collect(p, figures, curve, output, ROUNDING);
  const double order = compare_order(c.step, c.error, c.count, h);
  double log_c = 0;
  if (h == 0 || !isfinite(order))
    return 0;
  misfit(c.step, c.error, c.count, h, order, &log_c);
  return exp(log_c) * pow(h, order);
}

static void fit_curve(const compare_plan *p, compare_figure *figures, int curve, int output) {
  const double own = finest_step(p, curve);
  const double floor_of = own > 0 ? 0 : 3 * error_of_finest(p, figures, output);
  const curve_errors c = collect(p, figures, curve, output, fmax(ROUNDING, floor_of));
  const double order = compare_order(c.step, c.error, c.count, own);
  const compare_figure *before = NULL;
  double step = 0;
  for (int i = 0; i < p->variants; ++i) {
    compare_figure *f = &figures[(size_t)i * (size_t)(p->outputs + 1) + (size_t)output];
    if (p->variant[i].curve != curve || i == p->reference || !isfinite(f->error))
      continue;
    f->order = order;
    if (before != NULL && before->error > ROUNDING && f->error > ROUNDING && f->error < LARGEST) {
      const double steps[] = {step, 1 / p->variant[i].rate};
      const double errors[] = {before->error, f->error};
      f->local_order = compare_order(steps, errors, 2, own);
    }
    before = f;
    step = 1 / p->variant[i].rate;
  }
}

// --- All of it ----------------------------------------------------------------------------------

compare_figure *compare_measure(const compare_plan *p) {
  const size_t columns = (size_t)p->outputs + 1;
  compare_figure *figures = calloc((size_t)p->variants * columns, sizeof *figures);
  const bool known = p->variant[p->reference].status == CAROM_OK;
  for (int i = 0; figures != NULL && i < p->variants; ++i) {
    const compare_variant *v = &p->variant[i];
    compare_figure *f = figures + (size_t)i * columns;
    for (int j = 0; j <= p->outputs; ++j) {
      f[j] = (compare_figure){NAN, NAN, NAN, {NAN, NAN, NAN, NAN}};
      if (!known || v->status != CAROM_OK)
        continue;
      f[j].error = j < p->outputs ? output_error(p, v, j) : overall_error(f, p->outputs);
      if (j < p->outputs)
        measure_levels(p, v, j, &f[j]);
    }
  }
  for (int c = 0; figures != NULL && c < p->curves; ++c)
    for (int j = 0; j <= p->outputs; ++j)
      fit_curve(p, figures, c, j);
  return figures;
}
