// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// spectrogram.svg: short-time Fourier transforms of the audio outputs.

#include "plot/image.h"
#include "plot/plots.h"
#include "plot/series.h"
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>

enum { FRAME = 2048, SPECTRUM_COLUMNS = 390, SPECTRUM_ROWS = 160 };

// Hann-windowed spectra in decibels below the loudest, 0 to -90 mapped to 1 to 0; frequencies up to
// 10 kHz or half the rate.
static bool make_spectrogram(const numeric_table *t, int column, double rate, double top,
                             double *field) {
  double *in = fftw_malloc(sizeof *in * FRAME);
  fftw_complex *out = fftw_malloc(sizeof *out * (FRAME / 2 + 1));
  fftw_plan plan =
      in != NULL && out != NULL ? fftw_plan_dft_r2c_1d(FRAME, in, out, FFTW_ESTIMATE) : NULL;
  double loudest = 1e-300;
  for (int x = 0; plan != NULL && x < SPECTRUM_COLUMNS; ++x) {
    const long long centre = (long long)((x + 0.5) / SPECTRUM_COLUMNS * (double)t->rows);
    for (int i = 0; i < FRAME; ++i) {
      const long long row = centre - FRAME / 2 + i;
      const double value = row >= 0 && row < t->rows ? series_value(t, row, column) : 0;
      in[i] = (isfinite(value) ? value : 0) * (0.5 - 0.5 * cos(2 * M_PI * i / FRAME));
    }
    fftw_execute(plan);
    for (int y = 0; y < SPECTRUM_ROWS; ++y) {
      const double f0 = top * (SPECTRUM_ROWS - 1 - y) / SPECTRUM_ROWS;
      const double f1 = top * (SPECTRUM_ROWS - y) / SPECTRUM_ROWS;
      double power = 0; // the strongest line in the row; the mean is left out
      for (int k = (int)fmax(1, f0 / rate * FRAME); k <= f1 / rate * FRAME && k <= FRAME / 2; ++k)
        power = fmax(power, out[k][0] * out[k][0] + out[k][1] * out[k][1]);
      field[y * SPECTRUM_COLUMNS + x] = power;
      loudest = fmax(loudest, power);
    }
  }
  for (int i = 0; i < SPECTRUM_COLUMNS * SPECTRUM_ROWS; ++i)
    field[i] = 1 + 10 * log10(field[i] / loudest + 1e-30) / 90;
  const bool good = plan != NULL;
  fftw_destroy_plan(plan);
  fftw_free(in);
  fftw_free(out);
  return good;
}

// The audio outputs, or the first output if there are none.
static bool is_drawn(const results *r, int output) {
  bool any = false;
  for (int o = 0; o < r->outputs; ++o)
    any = any || r->output[o].audio;
  return any ? r->output[output].audio : output == 0;
}

void draw_spectrogram(FILE *file, const results *r) {
  enum { ROW = 270 };
  int panels = 0;
  for (int o = 0; o < r->outputs; ++o)
    panels += is_drawn(r, o);
  svg_begin(file, PICTURE_WIDTH, 50 + ROW * panels, r->title);
  double *field = calloc((size_t)SPECTRUM_COLUMNS * SPECTRUM_ROWS, sizeof *field);
  int drawn = 0;
  for (int o = 0; field != NULL && o < r->outputs; ++o) {
    if (!is_drawn(r, o))
      continue;
    panel p = time_panel(file, 60 + ROW * drawn++, ROW - 66);
    const double top = fmin(r->rate / 2, 10000);
    p.right = series_end(&r->samples);
    p.top = top / 1000;
    char label[300];
    char name[240];
    output_label(&r->output[o], name, sizeof name);
    snprintf(label, sizeof label, "%s; frequency, kHz; 90 dB from dark to light", name);
    panel_axes(&p, "t, s", label);
    if (make_spectrogram(&r->samples, o + 1, r->rate, top, field))
      image_write(file, p.x, p.y, p.width, p.height, field, SPECTRUM_COLUMNS, SPECTRUM_ROWS,
                  COLOURS_HEAT);
  }
  free(field);
}
