// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The pictures of a finished run, drawn from the files in its folder.

#include "io/atomic_file.h"
#include "io/c_locale.h"
#include "io/results.h"
#include "plot/image.h"
#include "plot/plot_impact.h"
#include "plot/svg.h"
#include <errno.h>
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 900, WIDTH = 900, MOST_PANELS = 12, PANEL_X = 90, PANEL_WIDTH = 780 };

static double sample(const numeric_table *t, long long row, int column) {
  return t->values[row * t->columns + column];
}

static void find_range(const numeric_table *t, int column, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (long long i = 0; i < t->rows; ++i) {
    const double x = sample(t, i, column);
    if (isfinite(x)) {
      *low = fmin(*low, x);
      *high = fmax(*high, x);
    }
  }
  if (*low > *high)
    *low = *high = 0;
}

static panel panel_at(FILE *file, double y, double height) {
  return (panel){.file = file, .x = PANEL_X, .y = y, .width = PANEL_WIDTH, .height = height};
}

static double last_time(const numeric_table *t) {
  const double time = t->rows > 0 ? sample(t, t->rows - 1, 0) : 0;
  return time > 0 ? time : 1;
}

static void label_of(const result_output *o, char *label, size_t size) {
  snprintf(label, size, "%s: %s of %s%s%s", o->name, o->quantity, o->of,
           o->unit[0] != '\0' ? ", " : "", o->unit);
}

// --- Waveforms ----------------------------------------------------------------------------------

// The envelope of a column: each place takes in its neighbours, so that a period longer than one
// place does not show as a beat.
static void widen(double *low, double *high, int count) {
  double low_before = low[0];
  double high_before = high[0];
  for (int i = 0; i < count; ++i) {
    const int next = i + 1 < count ? i + 1 : i;
    const double l = fmin(fmin(low_before, low[i]), low[next]);
    const double h = fmax(fmax(high_before, high[i]), high[next]);
    low_before = low[i];
    high_before = high[i];
    low[i] = l;
    high[i] = h;
  }
}

// A column between two times: a line where samples are few, else the band between lowest and
// highest.
static void draw_column(const panel *p, const numeric_table *t, int column, int colour) {
  double x[COLUMNS];
  double low[COLUMNS];
  double high[COLUMNS];
  int count = 0;
  bool band = false;
  const double span = p->right - p->left;
  for (long long i = 0; i < t->rows; ++i) {
    const double time = sample(t, i, 0);
    const double value = sample(t, i, column);
    if (time < p->left || time > p->right || !isfinite(value))
      continue;
    const double place =
        floor((time - p->left) / span * (COLUMNS - 1)) / (COLUMNS - 1) * span + p->left;
    if (count == 0 || place > x[count - 1]) {
      if (count == COLUMNS)
        break;
      x[count] = place;
      low[count] = high[count] = value;
      ++count;
    } else {
      band = true;
      low[count - 1] = fmin(low[count - 1], value);
      high[count - 1] = fmax(high[count - 1], value);
    }
  }
  if (band) {
    widen(low, high, count);
    panel_band(p, x, low, high, count, colour);
  } else {
    panel_line(p, x, high, count, colour, 1);
  }
}

static void draw_waveform(FILE *file, const results *r, int output, double y, double height) {
  panel p = panel_at(file, y, height);
  double low = 0;
  double high = 0;
  char label[240];
  find_range(&r->samples, output + 1, &low, &high);
  p.right = last_time(&r->samples);
  panel_range(&p, low, high);
  label_of(&r->output[output], label, sizeof label);
  panel_axes(&p, "t, s", label);
  draw_column(&p, &r->samples, output + 1, 0);
}

static void draw_waveforms(FILE *file, const results *r) {
  enum { ROW = 170 };
  const int panels = r->outputs < MOST_PANELS ? r->outputs : MOST_PANELS;
  svg_begin(file, WIDTH, 50 + ROW * panels, r->title);
  for (int o = 0; o < panels; ++o)
    draw_waveform(file, r, o, 60 + ROW * o, ROW - 66);
}

// --- Energy -------------------------------------------------------------------------------------

/// A contact through which work came in: its columns of the ledger.
typedef struct {
  int supplied, dissipated;
  char name[72];
} worker;

// Contacts that did work from outside: bows, moved fingers, driven barriers.
static int find_workers(const numeric_table *t, worker *found, int room) {
  static const char prefix[] = "supplied.";
  int count = 0;
  for (int c = 8; c < t->columns && count < room; ++c) {
    int length = 0;
    const char *name = numeric_table_column_name(t, c, &length);
    double low = 0;
    double high = 0;
    if (name == NULL || strncmp(name, prefix, sizeof prefix - 1) != 0)
      continue;
    find_range(t, c, &low, &high);
    if (low == 0 && high == 0)
      continue;
    worker *w = &found[count++];
    w->supplied = c;
    snprintf(w->name, sizeof w->name, "%.*s", length - (int)sizeof prefix + 1,
             name + sizeof prefix - 1);
    char other[96];
    snprintf(other, sizeof other, "dissipated.%s", w->name);
    w->dissipated = numeric_table_find_column(t, other);
  }
  return count;
}

static void range_of_columns(panel *p, const numeric_table *t, const int *columns, int count) {
  double least = 0;
  double most = 0;
  for (int i = 0; i < count; ++i) {
    double low = 0;
    double high = 0;
    find_range(t, columns[i], &low, &high);
    least = fmin(least, low);
    most = fmax(most, high);
  }
  panel_range(p, least, most);
}

// What a bow put in, and what of it became heat at once.
static void draw_worker(FILE *file, const results *r, const worker *w, double y) {
  panel p = panel_at(file, y, 110);
  const int columns[] = {w->supplied, w->dissipated >= 0 ? w->dissipated : w->supplied};
  char label[96];
  p.right = last_time(&r->energy);
  range_of_columns(&p, &r->energy, columns, 2);
  snprintf(label, sizeof label, "%s, J", w->name);
  panel_axes(&p, "t, s", label);
  draw_column(&p, &r->energy, columns[0], 4);
  panel_legend(&p, 200, 4, "work supplied through it");
  if (columns[1] == columns[0])
    return;
  draw_column(&p, &r->energy, columns[1], 3);
  panel_legend(&p, 440, 3, "lost in it");
}

static void draw_energy(FILE *file, const results *r) {
  static const char *const names[] = {"kinetic",    "potential", "contact",
                                      "dissipated", "supplied",  "total"};
  static const int columns[] = {1, 2, 3, 4, 5, 6};
  worker workers[4];
  const int count = find_workers(&r->energy, workers, 4);
  svg_begin(file, WIDTH, 520 + 180 * count, r->title);
  panel p = panel_at(file, 66, 260);
  p.right = last_time(&r->energy);
  range_of_columns(&p, &r->energy, columns, 6);
  panel_axes(&p, "t, s", "energy, J");
  for (int i = 0; i < 6; ++i) {
    draw_column(&p, &r->energy, columns[i], i);
    panel_legend(&p, 130 + 110.0 * i, i, names[i]);
  }
  panel q = panel_at(file, 390, 80);
  double least = 0;
  double most = 0;
  q.right = p.right;
  find_range(&r->energy, 7, &least, &most);
  panel_range(&q, least, most);
  panel_axes(&q, "t, s", "balance error, J");
  draw_column(&q, &r->energy, 7, 7);
  for (int i = 0; i < count; ++i)
    draw_worker(file, r, &workers[i], 540 + 180.0 * i);
}

// --- Spectrogram --------------------------------------------------------------------------------

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
      const double value = row >= 0 && row < t->rows ? sample(t, row, column) : 0;
      in[i] = (isfinite(value) ? value : 0) * (0.5 - 0.5 * cos(2 * M_PI * i / FRAME));
    }
    fftw_execute(plan);
    for (int y = 0; y < SPECTRUM_ROWS; ++y) {
      const double f0 = top * (SPECTRUM_ROWS - 1 - y) / SPECTRUM_ROWS;
      const double f1 = top * (SPECTRUM_ROWS - y) / SPECTRUM_ROWS;
      double power = 0; // the strongest line in the row; the mean offset is not sound
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

static bool listened(const results *r, int output) {
  bool any = false;
  for (int o = 0; o < r->outputs; ++o)
    any = any || r->output[o].audio;
  return any ? r->output[output].audio : output == 0;
}

static void draw_spectrogram(FILE *file, const results *r) {
  enum { ROW = 270 };
  int panels = 0;
  for (int o = 0; o < r->outputs; ++o)
    panels += listened(r, o);
  svg_begin(file, WIDTH, 50 + ROW * panels, r->title);
  double *field = calloc((size_t)SPECTRUM_COLUMNS * SPECTRUM_ROWS, sizeof *field);
  int drawn = 0;
  for (int o = 0; field != NULL && o < r->outputs; ++o) {
    if (!listened(r, o))
      continue;
    panel p = panel_at(file, 60 + ROW * drawn++, ROW - 66);
    const double top = fmin(r->rate / 2, 10000);
    p.right = last_time(&r->samples);
    p.top = top / 1000;
    char label[300];
    char name[240];
    label_of(&r->output[o], name, sizeof name);
    snprintf(label, sizeof label, "%s; frequency, kHz; 90 dB from dark to light", name);
    panel_axes(&p, "t, s", label);
    if (make_spectrogram(&r->samples, o + 1, r->rate, top, field))
      image_write(file, p.x, p.y, p.width, p.height, field, SPECTRUM_COLUMNS, SPECTRUM_ROWS,
                  COLOURS_HEAT);
  }
  free(field);
}

// --- Phase portraits ----------------------------------------------------------------------------

// Velocity against displacement, by central differences where only the displacement is put out.
static void draw_portrait(FILE *file, const results *r, int output, double x, double y) {
  enum { MOST_POINTS = 6000 };
  const numeric_table *t = &r->samples;
  const long long rows = t->rows < MOST_POINTS ? t->rows : MOST_POINTS;
  double *u = calloc((size_t)rows * 2, sizeof *u);
  if (u == NULL)
    return;
  double *v = u + rows;
  panel p = {.file = file, .x = x, .y = y, .width = 330, .height = 260};
  double low = INFINITY;
  double high = -INFINITY;
  double left = INFINITY;
  double right = -INFINITY;
  for (long long i = 1; i + 1 < rows; ++i) {
    u[i - 1] = sample(t, i, output + 1);
    v[i - 1] = (sample(t, i + 1, output + 1) - sample(t, i - 1, output + 1)) * r->rate / 2;
    left = fmin(left, u[i - 1]);
    right = fmax(right, u[i - 1]);
    low = fmin(low, v[i - 1]);
    high = fmax(high, v[i - 1]);
  }
  panel_range(&p, left, right);
  p.left = p.bottom;
  p.right = p.top;
  panel_range(&p, low, high);
  char label[200];
  snprintf(label, sizeof label, "%s: velocity, m/s, over %.3g s", r->output[output].name,
           (double)rows / r->rate);
  panel_axes(&p, "displacement, m", label);
  panel_line(&p, u, v, (int)rows - 2, 0, 0.8);
  free(u);
}

static int count_displacements(const results *r) {
  int count = 0;
  for (int o = 0; o < r->outputs; ++o)
    count += strcmp(r->output[o].quantity, "displacement") == 0;
  return count < MOST_PANELS ? count : MOST_PANELS;
}

static void draw_phase(FILE *file, const results *r) {
  enum { ROW = 340 };
  const int panels = count_displacements(r);
  svg_begin(file, WIDTH, 50 + ROW * ((panels + 1) / 2), r->title);
  for (int o = 0, drawn = 0; o < r->outputs && drawn < panels; ++o)
    if (strcmp(r->output[o].quantity, "displacement") == 0) {
      const int row = drawn / 2;
      draw_portrait(file, r, o, 90 + 440 * (drawn % 2), 64 + ROW * row);
      ++drawn;
    }
}

// --- Contact forces -----------------------------------------------------------------------------

static int count_forces(const results *r) {
  int count = 0;
  for (int o = 0; o < r->outputs; ++o)
    count += strcmp(r->output[o].quantity, "force") == 0;
  return count < MOST_PANELS ? count : MOST_PANELS;
}

// The strongest impact of a contact, or NULL.
static const result_event *strongest(const results *r, const char *contact) {
  const result_event *best = NULL;
  for (int i = 0; i < r->events; ++i)
    if (strcmp(r->event[i].contact, contact) == 0 && isfinite(r->event[i].end) &&
        (best == NULL || r->event[i].peak_force > best->peak_force))
      best = &r->event[i];
  return best;
}

// The force over the whole run, and a close look at the strongest impact.
static void draw_contacts(FILE *file, const results *r) {
  enum { ROW = 360 };
  const int panels = count_forces(r);
  svg_begin(file, WIDTH, 50 + ROW * panels, r->title);
  for (int o = 0, drawn = 0; o < r->outputs && drawn < panels; ++o) {
    if (strcmp(r->output[o].quantity, "force") != 0)
      continue;
    const double y = 60 + ROW * drawn++;
    draw_waveform(file, r, o, y, 110);
    const result_event *e = strongest(r, r->output[o].of);
    if (e == NULL)
      continue;
    panel p = panel_at(file, y + 180, 110);
    const double length = fmax(e->end - e->begin, 2 / r->rate);
    p.left = fmax(0, e->begin - length);
    p.right = e->end + length;
    panel_range(&p, 0, e->peak_force);
    char label[160];
    snprintf(label, sizeof label, "the strongest impact: %.4g N, %.4g ms; force, N", e->peak_force,
             1000 * (e->end - e->begin));
    panel_axes(&p, "t, s", label);
    draw_column(&p, &r->samples, o + 1, 1);
  }
}

// --- Friction -----------------------------------------------------------------------------------

/// The velocity and the force of one contact, both put out.
typedef struct {
  int velocity, force;
} rubbing;

static int find_output(const results *r, const char *of, const char *quantity) {
  for (int o = 0; o < r->outputs; ++o)
    if (strcmp(r->output[o].of, of) == 0 && strcmp(r->output[o].quantity, quantity) == 0)
      return o;
  return -1;
}

static int find_rubbings(const results *r, rubbing *found, int room) {
  int count = 0;
  for (int o = 0; o < r->outputs && count < room; ++o) {
    if (strcmp(r->output[o].quantity, "velocity") != 0)
      continue;
    const rubbing pair = {o, find_output(r, r->output[o].of, "force")};
    if (pair.force >= 0)
      found[count++] = pair;
  }
  return count;
}

// A few periods of one output, a quarter of the run after its start.
static void draw_close(FILE *file, const results *r, int output, double y, int colour) {
  panel p = panel_at(file, y, 110);
  const double length = fmin(0.06, last_time(&r->samples));
  p.left = fmin(last_time(&r->samples) / 4, last_time(&r->samples) - length);
  p.right = p.left + length;
  double low = INFINITY;
  double high = -INFINITY;
  for (long long i = 0; i < r->samples.rows; ++i) {
    const double time = sample(&r->samples, i, 0);
    if (time >= p.left && time <= p.right) {
      low = fmin(low, sample(&r->samples, i, output + 1));
      high = fmax(high, sample(&r->samples, i, output + 1));
    }
  }
  panel_range(&p, low, high);
  char label[240];
  label_of(&r->output[output], label, sizeof label);
  panel_axes(&p, "t, s", label);
  draw_column(&p, &r->samples, output + 1, colour);
}

// Force against velocity over the same time: sticking is upright, slipping runs along the curve.
static void draw_curve(FILE *file, const results *r, rubbing pair, double y) {
  enum { MOST_POINTS = 8192 };
  const numeric_table *t = &r->samples;
  double v[MOST_POINTS] = {0};
  double F[MOST_POINTS] = {0};
  const double length = fmin(0.06, last_time(t));
  const double begin = fmin(last_time(t) / 4, last_time(t) - length);
  int count = 0;
  panel p = {.file = file, .x = PANEL_X, .y = y, .width = 420, .height = 220};
  for (long long i = 0; i < t->rows && count < MOST_POINTS; ++i) {
    const double time = sample(t, i, 0);
    if (time < begin || time > begin + length)
      continue;
    v[count] = sample(t, i, pair.velocity + 1);
    F[count++] = sample(t, i, pair.force + 1);
  }
  double range[4] = {0, 0, 0, 0};
  for (int i = 0; i < count; ++i) {
    range[0] = fmin(range[0], v[i]);
    range[1] = fmax(range[1], v[i]);
    range[2] = fmin(range[2], F[i]);
    range[3] = fmax(range[3], F[i]);
  }
  panel_range(&p, range[0], range[1]);
  p.left = p.bottom;
  p.right = p.top;
  panel_range(&p, range[2], range[3]);
  char label[200];
  snprintf(label, sizeof label, "%s: force, N, against velocity", r->output[pair.force].of);
  panel_axes(&p, "velocity, m/s", label);
  panel_line(&p, v, F, count, 0, 0.6);
}

static void draw_friction(FILE *file, const results *r) {
  enum { ROW = 630, MOST = 4 };
  rubbing pairs[MOST];
  const int count = find_rubbings(r, pairs, MOST);
  svg_begin(file, WIDTH, 50 + ROW * count, r->title);
  for (int i = 0; i < count; ++i) {
    const double y = 64 + ROW * i;
    draw_close(file, r, pairs[i].velocity, y, 0);
    draw_close(file, r, pairs[i].force, y + 170, 1);
    draw_curve(file, r, pairs[i], y + 340);
  }
}

static bool has_friction(const results *r) {
  rubbing any;
  return find_rubbings(r, &any, 1) > 0;
}

// --- Shapes -------------------------------------------------------------------------------------

static void draw_line_shapes(FILE *file, const result_snapshots *f, double y, double height) {
  panel p = panel_at(file, y, height);
  const int nodes = f->points_x + 1;
  const int frames = f->shapes.rows < 40 ? (int)f->shapes.rows : 40;
  double least = 0;
  double most = 0;
  for (int c = 1; c <= nodes; ++c) {
    double low = 0;
    double high = 0;
    find_range(&f->shapes, c, &low, &high);
    least = fmin(least, low);
    most = fmax(most, high);
  }
  p.right = f->size_x;
  panel_range(&p, least, most);
  char label[200];
  snprintf(label, sizeof label,
           "%s: displacement, m, at %d times from %.4g to %.4g s (dark to light)", f->body, frames,
           sample(&f->shapes, 0, 0), sample(&f->shapes, f->shapes.rows - 1, 0));
  panel_axes(&p, "x, m", label);
  double *x = calloc((size_t)nodes, sizeof *x);
  for (int i = 0; x != NULL && i < nodes; ++i)
    x[i] = f->size_x * i / (nodes - 1);
  for (int i = 0; x != NULL && i < frames; ++i) {
    const long long row = frames > 1 ? i * (f->shapes.rows - 1) / (frames - 1) : 0;
    panel_line(&p, x, f->shapes.values + row * f->shapes.columns + 1, nodes, 0,
               1 - 0.8 * i / (double)frames);
  }
  free(x);
}

enum { MAPS = 12, MAPS_ACROSS = 4 };

static double map_height(const result_snapshots *f) {
  return fmin(fmax(190 * f->size_y / f->size_x, 30), 190);
}

// Height maps at twelve times, all in the same colours.
static void draw_plate_maps(FILE *file, const result_snapshots *f, double y) {
  const int nodes = (f->points_x + 1) * (f->points_y + 1);
  double most = 1e-300;
  for (long long i = 0; i < f->shapes.rows; ++i)
    for (int c = 1; c <= nodes; ++c)
      most = fmax(most, fabs(sample(&f->shapes, i, c)));
  double *field = calloc((size_t)nodes, sizeof *field);
  char label[200];
  snprintf(label, sizeof label, "%s: displacement from %.3g m (blue) to %.3g m (red)", f->body,
           -most, most);
  svg_text(file, PANEL_X, y - 8, "start", "label", label);
  const int maps = f->shapes.rows < MAPS ? (int)f->shapes.rows : MAPS;
  for (int i = 0; field != NULL && i < maps; ++i) {
    const long long row = maps > 1 ? i * (f->shapes.rows - 1) / (maps - 1) : 0;
    for (int j = 0; j <= f->points_y; ++j)
      for (int k = 0; k <= f->points_x; ++k)
        field[(f->points_y - j) * (f->points_x + 1) + k] =
            0.5 + 0.5 * sample(&f->shapes, row, 1 + j * (f->points_x + 1) + k) / most;
    const double x = PANEL_X + 198.0 * (i % MAPS_ACROSS);
    const int line = i / MAPS_ACROSS;
    const double top = y + (map_height(f) + 26) * line;
    image_write(file, x, top, 190, map_height(f), field, f->points_x + 1, f->points_y + 1,
                COLOURS_SIGNED);
    snprintf(label, sizeof label, "%.4g s", sample(&f->shapes, row, 0));
    svg_text(file, x, top + map_height(f) + 14, "start", "tick", label);
  }
  free(field);
}

static double shapes_height(const result_snapshots *f) {
  return f->points_y > 0 ? 3 * (map_height(f) + 26) + 40 : 230;
}

static void draw_shapes(FILE *file, const results *r) {
  double height = 50;
  for (int i = 0; i < r->snapshots; ++i)
    height += shapes_height(&r->snapshot[i]);
  svg_begin(file, WIDTH, (int)height, r->title);
  double y = 60;
  for (int i = 0; i < r->snapshots; ++i) {
    const result_snapshots *f = &r->snapshot[i];
    if (f->points_y > 0)
      draw_plate_maps(file, f, y);
    else
      draw_line_shapes(file, f, y, 164);
    y += shapes_height(f);
  }
}

// --- All of them --------------------------------------------------------------------------------

static bool write_picture(const results *r, const char *directory, const char *name,
                          void (*draw)(FILE *file, const results *r)) {
  atomic_file file = {0};
  if (!atomic_file_open(&file, directory, name))
    return false;
  draw(file.file, r);
  svg_text(file.file, 16, 36, "start", "note", r->note);
  svg_end(file.file);
  return atomic_file_commit(&file);
}

static carom_status draw_all(const char *directory, carom_error *error) {
  results r;
  if (!results_read(&r, directory, error))
    return CAROM_BAD_FILE;
  const bool sampled = r.samples.rows > 2 && r.outputs > 0;
  errno = 0;
  bool good = r.energy.rows < 1 || write_picture(&r, directory, "energy.svg", draw_energy);
  good = good && (!sampled || write_picture(&r, directory, "waveform.svg", draw_waveforms));
  good = good && (!sampled || write_picture(&r, directory, "spectrogram.svg", draw_spectrogram));
  if (sampled && count_displacements(&r) > 0)
    good = good && write_picture(&r, directory, "phase.svg", draw_phase);
  if (sampled && count_forces(&r) > 0)
    good = good && write_picture(&r, directory, "contacts.svg", draw_contacts);
  if (sampled && has_friction(&r))
    good = good && write_picture(&r, directory, "friction.svg", draw_friction);
  if (r.impacts > 0)
    good = good && write_picture(&r, directory, "impact.svg", draw_impacts);
  if (r.snapshots > 0)
    good = good && write_picture(&r, directory, "shapes.svg", draw_shapes);
  results_free(&r);
  if (!good && error != NULL) {
    error->status = CAROM_CANNOT_WRITE;
    snprintf(error->text, sizeof error->text, "%.300s: pictures cannot be written: %s", directory,
             strerror(errno));
  }
  return good ? CAROM_OK : CAROM_CANNOT_WRITE;
}

carom_status carom_plot(const char *directory, carom_error *error) {
  const locale_t before = c_locale_begin();
  const carom_status status = draw_all(directory, error);
  c_locale_end(before);
  return status;
}
