// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// spectrogram.svg: short-time Fourier transforms of the audio outputs.

#include "plot/drawing.h"
#include "plot/image.h"
#include "plot/plots.h"
#include "plot/series.h"
#include "plot/units.h"
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_FRAME = 8192, COLUMNS = 348, ROWS = 220, HEIGHT = ROWS, RANGE = 90 }; // dB
enum { ROW = HEIGHT + PANEL_MARGIN, SHORTEST = 512 };

static const double most_frequency = 10e3; // Hz

/// Room for one transform of `frame` samples.
typedef struct {
  int frame;
  double *in;
  fftw_complex *out;
  fftw_plan plan;
} transform;

// About 46 ms, and at most an eighth of the run.
static int frame_of(const results *r) {
  int frame = 128;
  while (frame < MOST_FRAME && frame < 0.0465 * r->rate / 1.5 && 16LL * frame <= r->samples.rows)
    frame *= 2;
  return frame;
}

static bool transform_begin(transform *f, int frame) {
  f->frame = frame;
  f->in = fftw_malloc(sizeof *f->in * (size_t)frame);
  f->out = fftw_malloc(sizeof *f->out * (size_t)(frame / 2 + 1));
  f->plan = f->in != NULL && f->out != NULL
                ? fftw_plan_dft_r2c_1d(frame, f->in, f->out, FFTW_ESTIMATE)
                : NULL;
  if (f->plan == NULL)
    drawing_lacks_memory();
  return f->plan != NULL;
}

static void transform_end(transform *f) {
  fftw_destroy_plan(f->plan);
  fftw_free(f->in);
  fftw_free(f->out);
}

// The spectrum of a frame that lies within the run, with a Hann window, its mean removed.
static void take_spectrum(const transform *f, const numeric_table *t, int column, long long first) {
  double mean = 0;
  for (int i = 0; i < f->frame; ++i) {
    const double value = series_value(t, first + i, column);
    f->in[i] = isfinite(value) ? value : 0;
    mean += f->in[i] / f->frame;
  }
  for (int i = 0; i < f->frame; ++i)
    f->in[i] = (f->in[i] - mean) * (0.5 - 0.5 * cos(2 * M_PI * i / f->frame));
  fftw_execute(f->plan);
}

// The strongest line of each row of the map.
static void take_column(const transform *f, double rate, double top, double *field, int column) {
  for (int y = 0; y < ROWS; ++y) {
    const double low = top * (ROWS - 1 - y) / ROWS * f->frame / rate;
    const double high = top * (ROWS - y) / ROWS * f->frame / rate;
    double power = 0;
    for (int k = (int)fmax(1, low); k <= high && k <= f->frame / 2; ++k)
      power = fmax(power, f->out[k][0] * f->out[k][0] + f->out[k][1] * f->out[k][1]);
    field[y * COLUMNS + column] = power;
  }
}

// Decibels below the loudest, 0 to -RANGE mapped to 1 to 0.
static void to_decibels(double *field) {
  double loudest = 0;
  for (int i = 0; i < COLUMNS * ROWS; ++i)
    loudest = fmax(loudest, field[i]);
  for (int i = 0; i < COLUMNS * ROWS; ++i)
    field[i] = loudest > 0 ? 1 + 10 * log10(field[i] / loudest + 1e-30) / RANGE : 0;
}

// Centres of frames, from half a frame after the start to half a frame before the end.
static void make_spectrogram(const transform *f, const numeric_table *t, int column, double rate,
                             double top, double *field) {
  for (int x = 0; x < COLUMNS; ++x) {
    const double share = (x + 0.5) / COLUMNS;
    take_spectrum(f, t, column, (long long)(share * (double)(t->rows - f->frame)));
    take_column(f, rate, top, field, x);
  }
  to_decibels(field);
}

// Those that sound and move at all.
static bool is_drawn(const results *r, int output) {
  double low = 0;
  double high = 0;
  if (!r->output[output].audio)
    return false;
  if (r->samples.values != NULL)
    series_range(&r->samples, output + 1, &low, &high);
  return r->samples.values == NULL || high > low;
}

static int count_drawn(const results *r) {
  int count = 0;
  for (int o = 0; o < r->outputs && count < MOST_PANELS; ++o)
    count += is_drawn(r, o);
  return count;
}

bool has_sound(const results *r) {
  const bool unread = r->samples.values == NULL;
  return has_samples(r) && count_drawn(r) > 0 && (unread || r->samples.rows >= SHORTEST);
}

static void draw_map(const results *r, int output, const transform *f, double *field, panel *p) {
  const double top = fmin(r->rate / 2, most_frequency);
  const double half = f->frame / r->rate / 2;
  char label[LABEL_ROOM];
  char text[280];
  char values[2][48];
  p->width -= COLOUR_BAR_ROOM;
  p->right = series_end(&r->samples);
  p->top = top;
  snprintf(label, sizeof label, "%s: frequency, Hz", r->output[output].name);
  panel_axes(p, "time, s", label);
  make_spectrogram(f, &r->samples, output + 1, r->rate, top, field);
  const double left = panel_x(p, half);
  image_write(p->file, left, p->y, fmax(panel_x(p, p->right - half) - left, 1), p->height, field,
              COLUMNS, ROWS, COLOURS_HEAT);
  colour_bar(p, -RANGE, 0, false, COLOURS_HEAT, "below the loudest, dB");
  snprintf(text, sizeof text, "%s of %s, the whole run in frames of %s; a row is %s",
           r->output[output].quantity, r->output[output].of,
           unit_text(2 * half, "s", values[0], sizeof values[0]),
           unit_text(top / ROWS, "Hz", values[1], sizeof values[1]));
  panel_caption(p, text);
}

void draw_spectrogram(FILE *file, const results *r) {
  const int panels = count_drawn(r);
  svg_begin(file, PICTURE_WIDTH, PICTURE_HEAD + ROW * panels, r->title);
  double *field = drawing_take((size_t)COLUMNS * ROWS, sizeof *field);
  transform f;
  const bool good = transform_begin(&f, frame_of(r)) && field != NULL;
  for (int o = 0, drawn = 0; good && o < r->outputs && drawn < panels; ++o)
    if (is_drawn(r, o)) {
      panel p = time_panel(file, PICTURE_HEAD + ROW * drawn++, HEIGHT);
      draw_map(r, o, &f, field, &p);
    }
  transform_end(&f);
  free(field);
}
