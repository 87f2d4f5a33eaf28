// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Spectra of short sounds: a transform of radix two, the centroid, and the power of bands.

#ifndef CAROM_TEST_SPECTRUM_H
#define CAROM_TEST_SPECTRUM_H

#include <complex.h>
#include <math.h>
#include <stdlib.h>

/// In place, of 2^n numbers.
static inline void spectrum_transform(double complex *x, int count) {
  for (int i = 1, j = 0; i < count; ++i) { // bits reversed
    int bit = count >> 1;
    for (; (j & bit) != 0; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      const double complex other = x[i];
      x[i] = x[j];
      x[j] = other;
    }
  }
  for (int half = 1; half < count; half *= 2)
    for (int k = 0; k < half; ++k) {
      const double complex turn = cos(M_PI * k / half) - (double complex)I * sin(M_PI * k / half);
      for (int i = k; i < count; i += 2 * half) {
        const double complex odd = turn * x[i + half];
        x[i + half] = x[i] - odd;
        x[i] += odd;
      }
    }
}

/// Powers of the frequencies i rate / room, i up to room / 2, of `count` numbers less their mean in
/// a Hann window; room is 2^n. To be freed.
static inline double *spectrum_powers(const double *sound, int count, int room) {
  double complex *x = calloc((size_t)room, sizeof *x);
  double *power = calloc((size_t)room / 2 + 1, sizeof *power);
  double mean = 0;
  for (int n = 0; n < count; ++n)
    mean += sound[n] / count;
  for (int n = 0; n < count; ++n)
    x[n] = (sound[n] - mean) * (1 - cos(2 * M_PI * n / count));
  spectrum_transform(x, room);
  for (int i = 0; i <= room / 2; ++i)
    power[i] = creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
  free(x);
  return power;
}

/// Hz.
static inline double spectrum_centroid(const double *sound, int count, int room, double rate) {
  double *power = spectrum_powers(sound, count, room);
  double sum = 0;
  double moment = 0;
  for (int i = 1; i <= room / 2; ++i) {
    sum += power[i];
    moment += power[i] * i * rate / room;
  }
  free(power);
  return moment / sum;
}

/// Mean square per second between two frequencies in Hz, but for a factor.
static inline double spectrum_band(const double *power, int room, double rate, double low,
                                   double high) {
  double sum = 0;
  for (int i = 1; i <= room / 2; ++i)
    if (i * rate / room >= low && i * rate / room < high)
      sum += power[i];
  return sum / room / rate;
}

#endif
