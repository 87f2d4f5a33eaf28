// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// modes.svg: decay time against frequency, a dot for each mode in the style of the body that moves
// most, and the shapes of the first modes: lines over their length, of plates the row through their
// largest displacement, masses as dots at the left.

#include "io/modes.h"

#include "io/print.h"
#include "plot/axes.h"
#include "plot/drawing.h"
#include "plot/marks.h"
#include "plot/series.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHART = 250, SHAPE = 130, ROW = SHAPE + PANEL_MARGIN + 10, NARROW = 340, MOST_SHAPES = 8 };

/// What moves less than this part of the largest displacement is not drawn.
static const double least_shown = 0.002;

// Bodies that move have styles by their order.
static int style_of(const scene_modes *modes, int body) {
  int style = 0;
  for (int i = 0; i < body; ++i)
    style += carom_motion_shape(modes->model, modes->motion, i, NULL, 0) > 0;
  return style % STYLES;
}

// --- The chart ----------------------------------------------------------------------------------

// Modes without decay lie at the upper edge.
static void draw_chart(const scene_modes *modes, panel *p) {
  double low = INFINITY;
  double high = 0;
  for (int i = 0; i < modes->count; ++i)
    if (isfinite(modes->mode[i].decay_time)) {
      low = fmin(low, modes->mode[i].decay_time);
      high = fmax(high, modes->mode[i].decay_time);
    }
  low = isfinite(low) ? low : 1;
  high = high > 0 ? high : 10;
  p->log_y = true;
  p->bottom = floor(log10(low / 1.5));
  p->top = ceil(log10(high * 1.5));
  panel_range_x(p, 0, modes->mode[modes->count - 1].frequency);
  panel_axes(p, "frequency, Hz", "decay time, s");
  double place = 110; // beside the label of the axis
  for (int b = 0; b < carom_model_describe(modes->model).bodies; ++b) {
    double size = 0;
    for (int i = 0; i < modes->count; ++i) {
      if (modes->mode[i].body != b)
        continue;
      const double decay = log10(fmin(modes->mode[i].decay_time, pow(10, p->top)));
      panel_dots(p, &modes->mode[i].frequency, &decay, 1, style_of(modes, b), 7);
      size = 7;
    }
    if (size > 0 && place < p->width - 120) {
      const char *name = carom_model_body(modes->model, b).name;
      marks_dot_legend(p, place, style_of(modes, b), size, name);
      place += panel_legend_width(name);
    }
  }
  panel_caption(p, "A dot for each mode, in the colour of the body that has most of its energy");
}

// --- Shapes -------------------------------------------------------------------------------------

static double largest(const double *u, int count) {
  double most = 0;
  for (int i = 0; i < count; ++i)
    most = fmax(most, fabs(u[i]));
  return most;
}

/// The shapes of one mode: room for that of the largest body, and its places.
typedef struct {
  const scene_modes *modes;
  const double *motion;
  double *u, *x;
  int room;
} mode_drawing;

// Of a plate the row with its largest displacement; returns how many points there are.
static int take_shape(const mode_drawing *d, int body) {
  const carom_body_info b = carom_model_body(d->modes->model, body);
  int count = carom_motion_shape(d->modes->model, d->motion, body, d->u, d->room);
  if (b.size_y > 0 && b.points_x > 0) {
    const int columns = b.points_x + 1;
    const double *best = d->u;
    for (const double *row = d->u; row + columns <= d->u + count; row += columns)
      best = largest(row, columns) > largest(best, columns) ? row : best;
    memmove(d->u, best, (size_t)columns * sizeof *d->u);
    count = columns;
  }
  for (int i = 0; i < count; ++i)
    d->x[i] = count > 1 ? (double)i / (count - 1) : 0;
  return count;
}

static void draw_mode(const mode_drawing *d, int mode, panel *p) {
  const carom_scene_mode *m = &d->modes->mode[mode];
  const int bodies = carom_model_describe(d->modes->model).bodies;
  char text[160];
  char note[8];
  double most = 0;
  for (int b = 0; b < bodies; ++b)
    most = fmax(most, largest(d->u, take_shape(d, b)));
  p->left = 0;
  p->right = 1;
  p->bottom = -1.1;
  p->top = 1.1;
  print_in(text, sizeof text, "%d: %.2f Hz, %s%s%+.0f cents, %s", mode + 1, m->frequency,
           scene_modes_note(m->note, note), note[0] != '\0' ? " " : "", m->cents,
           carom_model_body(d->modes->model, m->body).name);
  panel_row_axes(p, "place over length", text);
  for (int b = 0; b < bodies; ++b) {
    const int count = take_shape(d, b);
    if (count == 0 || !(largest(d->u, count) > least_shown * most))
      continue;
    for (int i = 0; i < count; ++i)
      d->u[i] /= most;
    if (count > 1)
      panel_line(p, d->x, d->u, count, style_of(d->modes, b), 1);
    else
      panel_dots(p, d->x, d->u, 1, style_of(d->modes, b), 9);
  }
}

static int largest_shape(const scene_modes *modes) {
  int most = 1;
  for (int b = 0; b < carom_model_describe(modes->model).bodies; ++b) {
    const int count = carom_motion_shape(modes->model, modes->motion, b, NULL, 0);
    most = count > most ? count : most;
  }
  return most;
}

static void draw(const scene_modes *modes, FILE *file) {
  const int shapes = modes->count < MOST_SHAPES ? modes->count : MOST_SHAPES;
  mode_drawing d = {.modes = modes, .room = largest_shape(modes)};
  svg_begin(file, PICTURE_WIDTH,
            PICTURE_HEAD + CHART + PANEL_MARGIN + 20 + ROW * ((shapes + 1) / 2), modes->title);
  if (modes->count > 0) {
    panel chart = {
        .file = file, .x = PANEL_X, .y = PICTURE_HEAD, .width = PANEL_WIDTH, .height = CHART};
    draw_chart(modes, &chart);
  }
  d.u = drawing_take(2 * (size_t)d.room, sizeof *d.u);
  d.x = d.u != NULL ? d.u + d.room : NULL;
  for (int i = 0; d.u != NULL && i < shapes; ++i) {
    const int row = i / 2;
    panel p = {.file = file,
               .x = PANEL_X + 440 * (i % 2),
               .y = PICTURE_HEAD + CHART + PANEL_MARGIN + 30 + ROW * row,
               .width = NARROW,
               .height = SHAPE};
    d.motion = modes->motion + (size_t)i * (size_t)modes->nodes;
    draw_mode(&d, i, &p);
  }
  svg_end(file);
  free(d.u);
}

bool scene_modes_draw(const scene_modes *modes, const char *directory) {
  atomic_file file = {0};
  if (!drawing_open(&file, directory, "modes.svg"))
    return false;
  draw(modes, file.file);
  return drawing_close(&file);
}
