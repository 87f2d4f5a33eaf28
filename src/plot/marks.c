// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Marks of points and of events.

#include "plot/marks.h"

#include "io/print.h"
#include <math.h>

void marks_wide_line(const panel *p, const double *x, const double *y, int count, int style) {
  panel_line_with(p, x, y, count, style, "stroke-opacity=\"0.3\" style=\"stroke-width: 5\"");
}

void marks_mark(FILE *file, double x, double y, int style) {
  static const char *const shapes[STYLES] = {
      "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",                // circle
      "m-3.5 -3.5h7v7h-7z",                                 // square
      "m0 -4.5l4.5 8h-9z",                                  // triangle
      "m0 -5l5 5l-5 5l-5 -5z",                              // diamond
      "m0 4.5l4.5 -8h-9z",                                  // triangle on its tip
      "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z", // cross
      "m-5 -2h10v4h-10z",                                   // bar
      "m-4.5 -2l4.5 -3l4.5 3l-2 5.5h-5z",                   // pentagon
  };
  char name[8];
  svg_class(style, name);
  print_to(file, "<path class=\"line mark %s\" d=\"M%.1f %.1f%s\"/>\n", name, x, y,
           shapes[style % STYLES]);
}

void marks_points(const panel *p, const double *x, const double *y, int count, int style) {
  for (int i = 0; i < count; ++i)
    if (isfinite(x[i]) && isfinite(y[i]))
      marks_mark(p->file, panel_x(p, x[i]), panel_y(p, y[i]), style);
}

static void put_sample(FILE *file, double x, double y, int style, const char *attributes) {
  char name[8];
  svg_class(style, name);
  print_to(file, "<path class=\"line %s\" %s d=\"M%.1f %.1fh34\"/>\n", name, attributes, x, y - 4);
}

void marks_legend(FILE *file, double x, double y, int style, bool marked, const char *text) {
  char dashes[64];
  snprintf(dashes, sizeof dashes, "stroke-dasharray=\"%s\"", svg_dashes(style));
  put_sample(file, x, y, style, dashes);
  if (marked)
    marks_mark(file, x + 17, y - 4, style);
  svg_text(file, x + 42, y, "start", "legend", text);
}

void marks_wide_legend(FILE *file, double x, double y, int style, const char *text) {
  put_sample(file, x, y, style, "stroke-opacity=\"0.3\" style=\"stroke-width: 5\"");
  svg_text(file, x + 42, y, "start", "legend", text);
}

void marks_dot_legend(const panel *p, double place, int style, double size, const char *text) {
  char name[8];
  svg_class(style, name);
  print_to(p->file, "<path class=\"dots %s\" style=\"stroke-width: %g\" d=\"M%.1f %.1fh0\"/>\n",
           name, size, p->x + place + 22, p->y - 12);
  svg_text(p->file, p->x + place + 31, p->y - 8, "start", "legend", text);
}

void marks_events(const panel *p, const double *times, int count, event_mark kind) {
  const bool impact = kind == MARK_IMPACT;
  double last = -INFINITY;
  fprintf(p->file, "<path class=\"%s\" d=\"", impact ? "line impact c3" : "dot gesture c3");
  for (int i = 0; i < count; ++i) {
    const double x = floor(panel_x(p, times[i])) + 0.5;
    if (!(times[i] >= p->left && times[i] <= p->right) || x == last)
      continue;
    if (impact)
      print_to(p->file, "M%.1f %.1fv6", x, p->y);
    else
      print_to(p->file, "M%.1f %.1fl4 -8h-8z", x, p->y + 8);
    last = x;
  }
  fputs("\"/>\n", p->file);
}
