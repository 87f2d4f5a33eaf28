// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// contacts.svg: contact forces over the whole run, the impacts marked, and each contact's strongest
// impact enlarged.

#include "io/print.h"
#include "plot/marks.h"
#include "plot/plots.h"
#include "plot/series.h"
#include "plot/units.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEIGHT = 110, ROW = HEIGHT + PANEL_MARGIN, FEW = 60 };

bool has_forces(const results *r) {
  return has_samples(r) && output_count(r, "force") > 0;
}

// The strongest impact of a contact that has ended, or NULL.
static const result_event *strongest(const results *r, const char *contact) {
  const result_event *best = NULL;
  for (int i = 0; i < r->events; ++i)
    if (strcmp(r->event[i].contact, contact) == 0 &&
        isfinite(r->event[i].end - r->event[i].begin) && isfinite(r->event[i].peak_force) &&
        (best == NULL || r->event[i].peak_force > best->peak_force))
      best = &r->event[i];
  return best;
}

// Marks at the samples of a panel, where they are few. Returns the largest of them.
static double mark_samples(const panel *p, const results *r, int output) {
  double x[FEW];
  double y[FEW];
  double most = 0;
  int count = 0;
  for (long long i = 0; i < r->samples.rows; ++i) {
    const double time = series_value(&r->samples, i, 0);
    if (time < p->left || time > p->right)
      continue;
    const double value = series_value(&r->samples, i, output + 1);
    most = fmax(most, value);
    if (count < FEW) {
      x[count] = time;
      y[count] = value;
    }
    ++count;
  }
  if (count <= FEW)
    marks_points(p, x, y, count, 0);
  return most;
}

static void draw_strongest(FILE *file, const results *r, int output, const result_event *e,
                           double y, int impacts) {
  panel p = time_panel(file, y, HEIGHT);
  const double length = fmax(e->end - e->begin, 2 / r->rate);
  char label[LABEL_ROOM];
  char text[240];
  char values[3][48];
  p.left = fmax(0, e->begin - length / 2);
  p.right = e->end + length / 2;
  p.origin = e->begin;
  panel_range(&p, 0, e->peak_force);
  print_in(text, sizeof text, "time after %.7g s, s", fabs(e->begin) < 1e-14 ? 0 : e->begin);
  snprintf(label, sizeof label, "%s: force of %s, N", r->output[output].name, r->output[output].of);
  panel_axes(&p, text, label);
  draw_series(&p, &r->samples, output + 1, 0, 1);
  const double most = mark_samples(&p, r, output);
  snprintf(text, sizeof text, "%s: %s, %s, at %s%s",
           impacts > 1 ? "The strongest impact" : "The impact",
           unit_text(e->peak_force, "N", values[0], sizeof values[0]),
           unit_text(e->end - e->begin, "s", values[1], sizeof values[1]),
           unit_time(e->begin, values[2], sizeof values[2]),
           e->peak_force > 1.05 * most ? "; its peak lies between samples" : "");
  panel_caption(&p, text);
}

// Returns how much room it took.
static double draw_contact(FILE *file, const results *r, int output, double y) {
  const panel p = draw_output(file, r, output, y, HEIGHT);
  const result_event *e = strongest(r, r->output[output].of);
  int impacts = 0;
  double *times = impact_times(r, r->output[output].of, &impacts);
  char text[120] = "No impacts are recorded at this contact, so that none is enlarged";
  if (impacts > 0) {
    marks_events(&p, times, impacts, MARK_IMPACT);
    snprintf(text, sizeof text, "%d impact%s, marked at the upper edge%s", impacts,
             impacts > 1 ? "s" : "", e == NULL ? "; none of them ends, and none is enlarged" : "");
  }
  panel_caption(&p, text);
  free(times);
  if (e == NULL)
    return ROW;
  draw_strongest(file, r, output, e, y + ROW, impacts);
  return 2 * ROW;
}

void draw_contacts(FILE *file, const results *r) {
  const int panels = output_count(r, "force");
  int rows = 0;
  for (int o = 0, counted = 0; o < r->outputs && counted < panels; ++o)
    if (strcmp(r->output[o].quantity, "force") == 0) {
      rows += strongest(r, r->output[o].of) != NULL ? 2 : 1;
      ++counted;
    }
  svg_begin(file, PICTURE_WIDTH, PICTURE_HEAD + ROW * rows, r->title);
  double y = PICTURE_HEAD;
  for (int o = 0, drawn = 0; o < r->outputs && drawn < panels; ++o)
    if (strcmp(r->output[o].quantity, "force") == 0) {
      y += draw_contact(file, r, o, y);
      ++drawn;
    }
}
