// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The frequency and decay of one partial of a run: what a window of Blackman and Harris lets
// through near a frequency, at two times. All that is four bins (4 / `window` Hz) away is 92 dB
// down.

#ifndef CAROM_TEST_RINGING_H
#define CAROM_TEST_RINGING_H

#include "support.h"

typedef struct {
  double frequency; // Hz
  double decay;     // 1/s
} ringing;

// The window at sample `at`: amplitude (log) and phase of the partial.
static inline void look_at(const double *x, int at, int length, double omega, double *level,
                           double *phase) {
  double re = 0;
  double im = 0;
  for (int n = 0; n < length; ++n) {
    const double t = 2 * M_PI * n / length;
    const double w = 0.35875 - 0.48829 * cos(t) + 0.14128 * cos(2 * t) - 0.01168 * cos(3 * t);
    re += w * x[at + n] * cos(omega * (at + n));
    im -= w * x[at + n] * sin(omega * (at + n));
  }
  *level = log(re * re + im * im) / 2;
  *phase = atan2(im, re);
}

/// Of `count` samples from `from` s on, near `frequency`, with windows of `window` s at both ends.
static inline ringing ringing_of(const double *x, int count, double rate, double from,
                                 double window, double frequency) {
  enum { LOOKS = 24 };
  const int length = (int)(window * rate);
  const int first = (int)(from * rate);
  const double omega = 2 * M_PI * frequency / rate;
  const double hop = (count - length - first) / (double)(LOOKS - 1);
  double level[LOOKS];
  double phase[LOOKS];
  for (int i = 0; i < LOOKS; ++i) {
    look_at(x, first + (int)(hop * i), length, omega, &level[i], &phase[i]);
    while (i > 0 && phase[i] - phase[i - 1] > M_PI)
      phase[i] -= 2 * M_PI;
    while (i > 0 && phase[i] - phase[i - 1] < -M_PI)
      phase[i] += 2 * M_PI;
  }
  const double time = ((int)(hop * (LOOKS - 1))) / rate;
  return (ringing){.frequency = frequency + (phase[LOOKS - 1] - phase[0]) / time / (2 * M_PI),
                   .decay = (level[0] - level[LOOKS - 1]) / time};
}

/// One output of a run of `seconds` at each of `rate` steps in a second, to be freed.
static inline double *sounded(rig *r, int output, double seconds, int *count, double *rate) {
  const carom_model_info about = carom_model_describe(r->model);
  const int samples = (int)(seconds * about.rate);
  const int all = samples * about.oversample;
  double *values = malloc((size_t)all * (size_t)about.outputs * sizeof *values);
  double *x = malloc((size_t)all * sizeof *x);
  assert_non_null(values);
  assert_non_null(x);
  carom_process(r->model, r->state, samples, values);
  for (int i = 0; i < all; ++i)
    x[i] = values[(size_t)i * (size_t)about.outputs + (size_t)output];
  free(values);
  *count = all;
  *rate = about.rate * about.oversample;
  return x;
}

static inline double cents_between(double high, double low) {
  return 1200 * log2(high / low);
}

#endif
