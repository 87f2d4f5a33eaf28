// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Powers in octave bands: Hann windows of 46 ms, a quarter of that apart, over the whole signal,
// its beginning and end included. The length of the windows is the same at all rates, and a run at
// a high rate is not decimated, so that nothing is folded. Edges of bands are soft by a tenth: a
// line that moves across one does not jump from band to band.

#include "io/levels.h"

#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 2048, HOPS = 4 }; // samples at 44.1 kHz; hops in a window

const double level_edges[LEVEL_BANDS + 1] = {0, 1000, 2000, 4000, 8000};

struct levels {
  double rate;
  int size, hop, filled;
  double *frame, *window, *in;
  fftw_complex *out;
  fftw_plan plan;
  double power[LEVEL_BANDS];
};

levels *levels_begin(double rate) {
  levels *l = calloc(1, sizeof *l);
  if (l == NULL)
    return NULL;
  l->rate = rate;
  l->hop = (int)fmax(4, round(rate * WINDOW / 44100 / HOPS));
  l->size = HOPS * l->hop;
  l->filled = l->size - l->hop;
  l->frame = calloc(2 * (size_t)l->size, sizeof *l->frame);
  l->in = fftw_malloc(sizeof *l->in * (size_t)l->size);
  l->out = fftw_malloc(sizeof *l->out * ((size_t)l->size / 2 + 1));
  if (l->frame != NULL && l->in != NULL && l->out != NULL)
    l->plan = fftw_plan_dft_r2c_1d(l->size, l->in, l->out, FFTW_ESTIMATE);
  if (l->plan == NULL) {
    levels_free(l);
    return NULL;
  }
  l->window = l->frame + l->size;
  for (int i = 0; i < l->size; ++i)
    l->window[i] = (0.5 - 0.5 * cos(2 * M_PI * i / l->size)) / l->size;
  return l;
}

void levels_free(levels *l) {
  if (l == NULL)
    return;
  if (l->plan != NULL)
    fftw_destroy_plan(l->plan);
  fftw_free(l->in);
  fftw_free(l->out);
  free(l->frame);
  free(l);
}

// How much of a frequency lies above an edge.
static double above(double frequency, double edge) {
  return edge == 0 ? 1 : fmin(fmax((frequency / edge - 0.9) / 0.2, 0), 1);
}

static void add_frame(levels *l) {
  for (int i = 0; i < l->size; ++i)
    l->in[i] = l->frame[i] * l->window[i];
  fftw_execute(l->plan);
  for (int k = 0; k <= l->size / 2; ++k) {
    const double f = k * l->rate / l->size;
    if (f > 1.1 * level_edges[LEVEL_BANDS])
      break;
    const double power = l->out[k][0] * l->out[k][0] + l->out[k][1] * l->out[k][1];
    for (int b = 0; b < LEVEL_BANDS; ++b)
      l->power[b] += power * (above(f, level_edges[b]) - above(f, level_edges[b + 1]));
  }
}

void levels_add(levels *l, double sample) {
  l->frame[l->filled++] = sample;
  if (l->filled < l->size)
    return;
  add_frame(l);
  l->filled -= l->hop;
  memmove(l->frame, l->frame + l->hop, (size_t)l->filled * sizeof *l->frame);
}

void levels_finish(levels *l, double power[LEVEL_BANDS]) {
  for (int i = 0; i < l->size; ++i)
    levels_add(l, 0);
  for (int b = 0; b < LEVEL_BANDS; ++b)
    power[b] = 1.1 * level_edges[b + 1] <= l->rate / 2 ? l->power[b] : (double)NAN;
}
