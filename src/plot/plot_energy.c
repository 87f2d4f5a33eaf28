// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// energy.svg: the energy ledger over time, once more on a logarithmic scale, where small energies
// are seen beside large ones, its balance error, and the energy that contacts such as bows supply
// and dissipate.

#include "plot/plots.h"
#include "plot/series.h"
#include "plot/units.h"
#include <math.h>
#include <string.h>

/// A contact through which energy is supplied from outside: its columns of the ledger.
typedef struct {
  int supplied, dissipated;
  char name[72];
} energy_source;

// Bows, moved fingers and driven barriers, as far as they did work.
static int find_sources(const numeric_table *t, energy_source *found, int room) {
  static const char prefix[] = "supplied.";
  int count = 0;
  for (int c = 8; c < t->columns && count < room; ++c) {
    int length = 0;
    const char *name = numeric_table_column_name(t, c, &length);
    double low = 0;
    double high = 0;
    if (name == NULL || strncmp(name, prefix, sizeof prefix - 1) != 0)
      continue;
    series_range(t, c, &low, &high);
    if (low == 0 && high == 0)
      continue;
    energy_source *s = &found[count++];
    s->supplied = c;
    snprintf(s->name, sizeof s->name, "%.*s", length - (int)sizeof prefix + 1,
             name + sizeof prefix - 1);
    char other[96];
    snprintf(other, sizeof other, "dissipated.%s", s->name);
    s->dissipated = numeric_table_find_column(t, other);
  }
  return count;
}

static void set_range(panel *p, const numeric_table *t, const int *columns, int count) {
  double least = 0;
  double most = 0;
  for (int i = 0; i < count; ++i) {
    double low = 0;
    double high = 0;
    series_range(t, columns[i], &low, &high);
    least = fmin(least, low);
    most = fmax(most, high);
  }
  panel_range(p, least, most);
}

enum { TERMS = 6, SOURCE = 110, SOURCE_ROW = SOURCE + PANEL_MARGIN + 6 };
enum { LINEAR = 230, LOGARITHMIC = 230, ERROR = 84 };

static const char *const term_names[TERMS] = {"kinetic",    "potential", "contact",
                                              "dissipated", "supplied",  "total"};
static const int term_styles[TERMS] = {0, 1, 2, 3, 4, 7};
static const int term_columns[TERMS] = {1, 2, 3, 4, 5, 6};

// The energy a contact supplied, and how much of it was dissipated in the contact itself.
static void draw_source(FILE *file, const results *r, const energy_source *s, double y) {
  static const char *const names[] = {"work supplied through it", "lost in it"};
  static const int styles[] = {4, 3};
  panel p = time_panel(file, y, SOURCE);
  const int columns[] = {s->supplied, s->dissipated >= 0 ? s->dissipated : s->supplied};
  const int count = s->dissipated >= 0 ? 2 : 1;
  char label[96];
  p.right = series_end(&r->energy);
  set_range(&p, &r->energy, columns, 2);
  snprintf(label, sizeof label, "%s: energy, J", s->name);
  panel_axes(&p, "time, s", label);
  for (int i = 0; i < count; ++i)
    draw_series(&p, &r->energy, columns[i], styles[i], 0.25);
  panel_legends(&p, names, styles, count);
}

bool has_energy(const results *r) {
  return r->energy.rows >= 1;
}

static double largest_size(const numeric_table *t, int column) {
  double low = 0;
  double high = 0;
  series_range(t, column, &low, &high);
  return fmax(fabs(low), fabs(high));
}

// The terms as they are.
static void draw_terms(FILE *file, const results *r, double y) {
  panel p = time_panel(file, y, LINEAR);
  p.right = series_end(&r->energy);
  set_range(&p, &r->energy, term_columns, TERMS);
  panel_axes(&p, "time, s", "energy, J");
  for (int i = 0; i < TERMS; ++i)
    draw_series(&p, &r->energy, term_columns[i], term_styles[i], 0.2);
  panel_legends(&p, term_names, term_styles, TERMS);
}

// Sizes over ten decades at most, and over no more than two below the smallest term.
static void draw_small(FILE *file, const results *r, double y, double most) {
  panel p = time_panel(file, y, LOGARITHMIC);
  double least = most;
  const char *names[TERMS];
  int styles[TERMS];
  int count = 0;
  for (int i = 0; i < TERMS; ++i) {
    const double size = largest_size(&r->energy, term_columns[i]);
    if (!(size > 1e-10 * most))
      continue;
    least = fmin(least, size);
    names[count] = term_names[i];
    styles[count++] = term_styles[i];
  }
  p.right = series_end(&r->energy);
  p.log_y = true;
  p.top = log10(most) + 0.2;
  p.bottom = log10(fmax(least / 100, 1e-10 * most)) - 0.1;
  panel_axes(&p, "time, s", "size of the energy, J");
  for (int i = 0; i < TERMS; ++i)
    if (largest_size(&r->energy, term_columns[i]) > 1e-10 * most)
      draw_sizes(&p, &r->energy, term_columns[i], term_styles[i]);
  panel_legends(&p, names, styles, count);
  panel_caption(&p, count < TERMS ? "Logarithmic: the largest size at each place; those that stay "
                                    "below 10⁻¹⁰ of the largest are left out"
                                  : "Logarithmic: the largest size at each place");
}

static void draw_error(FILE *file, const results *r, double y) {
  panel q = time_panel(file, y, ERROR);
  double least = 0;
  double most = 0;
  q.right = series_end(&r->energy);
  series_range(&r->energy, 7, &least, &most);
  panel_range(&q, least, most);
  panel_axes(&q, "time, s", "balance error, J");
  draw_series(&q, &r->energy, 7, 0, 1);
  if (least == 0 && most == 0)
    panel_caption(&q, "0 over the whole run");
}

void draw_energy(FILE *file, const results *r) {
  energy_source sources[4];
  const int count = find_sources(&r->energy, sources, 4);
  double most = 0;
  for (int i = 0; i < TERMS; ++i)
    most = fmax(most, largest_size(&r->energy, term_columns[i]));
  const int small = most > 0 ? LOGARITHMIC + PANEL_MARGIN : 0;
  const int height = LINEAR + small + ERROR + 2 * PANEL_MARGIN + SOURCE_ROW * count;
  svg_begin(file, PICTURE_WIDTH, PICTURE_HEAD + height, r->title);
  draw_terms(file, r, PICTURE_HEAD);
  double y = PICTURE_HEAD + LINEAR + PANEL_MARGIN;
  if (small > 0)
    draw_small(file, r, y, most);
  draw_error(file, r, y + small);
  y += small + ERROR + PANEL_MARGIN;
  for (int i = 0; i < count; ++i)
    draw_source(file, r, &sources[i], y + SOURCE_ROW * i);
}
