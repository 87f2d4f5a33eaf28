// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// energy.svg: the energy ledger over time, its balance error, and the energy that contacts such as
// bows supply and dissipate.

#include "plot/plots.h"
#include "plot/series.h"
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

// The energy a contact supplied, and how much of it was dissipated in the contact itself.
static void draw_source(FILE *file, const results *r, const energy_source *s, double y) {
  panel p = time_panel(file, y, 110);
  const int columns[] = {s->supplied, s->dissipated >= 0 ? s->dissipated : s->supplied};
  char label[96];
  p.right = series_end(&r->energy);
  set_range(&p, &r->energy, columns, 2);
  snprintf(label, sizeof label, "%s, J", s->name);
  panel_axes(&p, "t, s", label);
  draw_series(&p, &r->energy, columns[0], 4);
  panel_legend(&p, 200, 4, "work supplied through it");
  if (columns[1] == columns[0])
    return;
  draw_series(&p, &r->energy, columns[1], 3);
  panel_legend(&p, 440, 3, "lost in it");
}

bool has_energy(const results *r) {
  return r->energy.rows >= 1;
}

void draw_energy(FILE *file, const results *r) {
  static const char *const names[] = {"kinetic",    "potential", "contact",
                                      "dissipated", "supplied",  "total"};
  static const int columns[] = {1, 2, 3, 4, 5, 6};
  energy_source sources[4];
  const int count = find_sources(&r->energy, sources, 4);
  svg_begin(file, PICTURE_WIDTH, 520 + 180 * count, r->title);
  panel p = time_panel(file, 66, 260);
  p.right = series_end(&r->energy);
  set_range(&p, &r->energy, columns, 6);
  panel_axes(&p, "t, s", "energy, J");
  for (int i = 0; i < 6; ++i) {
    draw_series(&p, &r->energy, columns[i], i);
    panel_legend(&p, 130 + 110.0 * i, i, names[i]);
  }
  panel q = time_panel(file, 390, 80);
  double least = 0;
  double most = 0;
  q.right = p.right;
  series_range(&r->energy, 7, &least, &most);
  panel_range(&q, least, most);
  panel_axes(&q, "t, s", "balance error, J");
  draw_series(&q, &r->energy, 7, 7);
  for (int i = 0; i < count; ++i)
    draw_source(file, r, &sources[i], 540 + 180.0 * i);
}
