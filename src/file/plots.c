// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

#include "plots.h"

#include "part.h"
#include "svg.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 900, LEDGER_ROWS = 2000, SHAPES = 12, PICTURE_WIDTH = 900, MOST_PANELS = 12 };

/// The lowest and highest value of an output in each column of the picture.
typedef struct {
  double low[COLUMNS], high[COLUMNS];
} wave;

/// Shapes of one string or bar over its first period.
typedef struct {
  int body, nodes, taken;
  double period;
  double *shape; // SHAPES rows
  double time[SHAPES];
} film;

struct plots {
  const carom_model *model;
  long long samples, seen;
  int outputs;
  double duration;
  wave *wave;
  carom_ledger *ledger;
  int ledger_rows;
  int films;
  film *film;
};

// About one period of the lowest mode, to spread the shapes over.
static double rough_period(const carom_model *model, int body) {
  const carom_model_info info = carom_model_describe(model);
  const carom_body_info b = carom_model_body(model, body);
  // The finest stable grid has waves crossing one cell in about one step.
  const double crossing = b.size_x / b.spacing_least * info.time_step;
  const bool bar = strcmp(b.type, "bar") == 0;
  return 2 * crossing * (bar ? b.size_x / b.spacing_least / 2 : 1);
}

plots *plots_begin(const carom_model *model, long long samples) {
  const carom_model_info info = carom_model_describe(model);
  plots *p = calloc(1, sizeof *p);
  if (p == NULL)
    return NULL;
  p->model = model;
  p->samples = samples;
  p->outputs = info.outputs;
  p->duration = (double)(samples > 1 ? samples - 1 : 1) / info.rate;
  p->wave = calloc((size_t)info.outputs + 1, sizeof *p->wave);
  p->ledger = calloc(LEDGER_ROWS, sizeof *p->ledger);
  p->film = calloc((size_t)info.bodies + 1, sizeof *p->film);
  bool good = p->wave != NULL && p->ledger != NULL && p->film != NULL;
  for (int i = 0; good && i < info.bodies && p->films < MOST_PANELS; ++i) {
    const carom_body_info b = carom_model_body(model, i);
    if (b.points_x == 0 || b.points_y > 0)
      continue;
    film *f = &p->film[p->films++];
    *f = (film){.body = i, .nodes = b.points_x + 1, .period = rough_period(model, i)};
    f->period = fmin(f->period, p->duration);
    f->shape = calloc((size_t)f->nodes * SHAPES, sizeof *f->shape);
    good = f->shape != NULL;
  }
  for (int o = 0; good && o < info.outputs; ++o)
    for (int i = 0; i < COLUMNS; ++i) {
      p->wave[o].low[i] = INFINITY;
      p->wave[o].high[i] = -INFINITY;
    }
  if (good)
    return p;
  plots_free(p);
  return NULL;
}

void plots_free(plots *p) {
  if (p == NULL)
    return;
  for (int i = 0; p->film != NULL && i < p->films; ++i)
    free(p->film[i].shape);
  free(p->film);
  free(p->ledger);
  free(p->wave);
  free(p);
}

void plots_add_sample(plots *p, long long sample, const double *outputs) {
  const int column = (int)((double)sample / (double)p->samples * COLUMNS);
  p->seen = sample + 1;
  for (int o = 0; o < p->outputs; ++o) {
    p->wave[o].low[column] = fmin(p->wave[o].low[column], outputs[o]);
    p->wave[o].high[column] = fmax(p->wave[o].high[column], outputs[o]);
  }
}

void plots_add_ledger(plots *p, const carom_ledger *ledger) {
  const int row = (int)(fmax(ledger->time, 0) / p->duration * LEDGER_ROWS);
  if (row >= p->ledger_rows && p->ledger_rows < LEDGER_ROWS)
    p->ledger[p->ledger_rows++] = *ledger;
}

void plots_add_shapes(plots *p, const carom_state *state, double time) {
  for (int i = 0; i < p->films; ++i) {
    film *f = &p->film[i];
    if (f->taken >= SHAPES || time < f->period * f->taken / (SHAPES - 1) * (1 - 1e-9))
      continue;
    carom_body_shape(p->model, state, f->body, f->shape + (size_t)f->taken * (size_t)f->nodes,
                     f->nodes);
    f->time[f->taken++] = time;
  }
}

// --- Drawing
// --------------------------------------------------------------------------------------

static void draw_wave(panel *p, const wave *w, double duration, const carom_output_info *o) {
  double x[COLUMNS];
  double low[COLUMNS];
  double high[COLUMNS];
  int count = 0;
  double least = INFINITY;
  double most = -INFINITY;
  bool wide = false;
  for (int i = 0; i < COLUMNS; ++i) {
    if (!isfinite(w->low[i]) || !isfinite(w->high[i]))
      continue;
    x[count] = (i + 0.5) / COLUMNS * duration;
    low[count] = w->low[i];
    high[count++] = w->high[i];
    wide = wide || w->low[i] < w->high[i];
    least = fmin(least, w->low[i]);
    most = fmax(most, w->high[i]);
  }
  p->left = 0;
  p->right = duration;
  panel_range(p, count > 0 ? least : 0, count > 0 ? most : 0);
  char label[160];
  snprintf(label, sizeof label, "%s: %s%s%s", o->name, o->quantity, o->unit[0] != '\0' ? ", " : "",
           o->unit);
  panel_axes(p, "t, s", label);
  if (wide)
    panel_band(p, x, low, high, count, 0);
  else
    panel_line(p, x, high, count, 0, 1);
}

static bool write_waveforms(const plots *p, const char *directory, const char *title) {
  enum { ROW = 170 };
  part file = {0};
  if (!part_open(&file, directory, "waveform.svg"))
    return false;
  const int panels = p->outputs < MOST_PANELS ? p->outputs : MOST_PANELS;
  svg_begin(file.file, PICTURE_WIDTH, 50 + ROW * panels, title);
  for (int o = 0; o < panels; ++o) {
    panel q = {.file = file.file, .x = 90, .y = 60.0 + ROW * o, .width = 780, .height = ROW - 66};
    const carom_output_info info = carom_model_output(p->model, o);
    draw_wave(&q, &p->wave[o], p->duration, &info);
  }
  svg_end(file.file);
  return part_finish(&file);
}

/// The columns of the ledger that are drawn.
static double ledger_column(const carom_ledger *l, int column) {
  const double columns[] = {l->kinetic,  l->potential, l->contact,      l->dissipated,
                            l->supplied, l->total,     l->balance_error};
  return columns[column];
}

static void draw_ledger(panel *p, const plots *from, int first, int last, double *x, double *y,
                        const char *label) {
  static const char *const names[] = {"kinetic",  "potential", "contact",      "dissipated",
                                      "supplied", "total",     "balance error"};
  double least = 0;
  double most = 0;
  for (int c = first; c <= last; ++c)
    for (int i = 0; i < from->ledger_rows; ++i) {
      const double value = ledger_column(&from->ledger[i], c);
      least = fmin(least, value);
      most = fmax(most, value);
    }
  p->left = 0;
  p->right = from->duration;
  panel_range(p, least, most);
  panel_axes(p, "t, s", label);
  for (int c = first; c <= last; ++c) {
    for (int i = 0; i < from->ledger_rows; ++i) {
      x[i] = from->ledger[i].time;
      y[i] = ledger_column(&from->ledger[i], c);
    }
    panel_line(p, x, y, from->ledger_rows, c, 1);
    if (last > first)
      panel_legend(p, 130 + 110.0 * (c - first), c, names[c]);
  }
}

static bool write_ledger(const plots *p, const char *directory, const char *title) {
  part file = {0};
  double *x = calloc(2 * (size_t)LEDGER_ROWS, sizeof *x);
  if (x == NULL || !part_open(&file, directory, "energy.svg")) {
    free(x);
    return false;
  }
  svg_begin(file.file, PICTURE_WIDTH, 520, title);
  panel q = {.file = file.file, .x = 90, .y = 66, .width = 780, .height = 260};
  draw_ledger(&q, p, 0, 5, x, x + LEDGER_ROWS, "energy, J");
  q.y = 390;
  q.height = 80;
  draw_ledger(&q, p, 6, 6, x, x + LEDGER_ROWS, "balance error, J");
  svg_end(file.file);
  free(x);
  return part_finish(&file);
}

static void draw_film(panel *p, const film *f, const carom_body_info *b) {
  double least = 0;
  double most = 0;
  for (int i = 0; i < f->taken * f->nodes; ++i) {
    least = fmin(least, f->shape[i]);
    most = fmax(most, f->shape[i]);
  }
  p->left = 0;
  p->right = b->size_x;
  panel_range(p, least, most);
  char label[200];
  snprintf(label, sizeof label, "%s: displacement, m, at %d times from 0 to %.4g s (dark to light)",
           b->name, f->taken, f->taken > 0 ? f->time[f->taken - 1] : 0);
  panel_axes(p, "x, m", label);
  double *x = calloc((size_t)f->nodes, sizeof *x);
  for (int i = 0; x != NULL && i < f->nodes; ++i)
    x[i] = b->size_x * i / (f->nodes - 1);
  for (int t = 0; x != NULL && t < f->taken; ++t)
    panel_line(p, x, f->shape + (size_t)t * (size_t)f->nodes, f->nodes, 0,
               1 - 0.8 * t / (double)SHAPES);
  free(x);
}

static bool write_shapes(const plots *p, const char *directory, const char *title) {
  enum { ROW = 230 };
  part file = {0};
  if (!part_open(&file, directory, "shapes.svg"))
    return false;
  svg_begin(file.file, PICTURE_WIDTH, 50 + ROW * p->films, title);
  for (int i = 0; i < p->films; ++i) {
    panel q = {.file = file.file, .x = 90, .y = 60.0 + ROW * i, .width = 780, .height = ROW - 66};
    const carom_body_info b = carom_model_body(p->model, p->film[i].body);
    draw_film(&q, &p->film[i], &b);
  }
  svg_end(file.file);
  return part_finish(&file);
}

bool plots_finish(const plots *p, const char *directory, const char *title) {
  return (p->outputs == 0 || write_waveforms(p, directory, title)) &&
         write_ledger(p, directory, title) && (p->films == 0 || write_shapes(p, directory, title));
}
