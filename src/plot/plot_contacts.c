// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// contacts.svg: contact forces over the whole run, each with its strongest impact enlarged.

#include "plot/plots.h"
#include "plot/series.h"
#include <math.h>
#include <string.h>

bool has_forces(const results *r) {
  return has_samples(r) && output_count(r, "force") > 0;
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

void draw_contacts(FILE *file, const results *r) {
  enum { ROW = 360 };
  const int panels = output_count(r, "force");
  svg_begin(file, PICTURE_WIDTH, 50 + ROW * panels, r->title);
  for (int o = 0, drawn = 0; o < r->outputs && drawn < panels; ++o) {
    if (strcmp(r->output[o].quantity, "force") != 0)
      continue;
    const double y = 60 + ROW * drawn++;
    draw_output(file, r, o, y, 110);
    const result_event *e = strongest(r, r->output[o].of);
    if (e == NULL)
      continue;
    panel p = time_panel(file, y + 180, 110);
    const double length = fmax(e->end - e->begin, 2 / r->rate);
    p.left = fmax(0, e->begin - length);
    p.right = e->end + length;
    panel_range(&p, 0, e->peak_force);
    char label[160];
    snprintf(label, sizeof label, "the strongest impact: %.4g N, %.4g ms; force, N", e->peak_force,
             1000 * (e->end - e->begin));
    panel_axes(&p, "t, s", label);
    draw_series(&p, &r->samples, o + 1, 1);
  }
}
