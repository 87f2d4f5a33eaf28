// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Dashes, marks and logarithmic axes.

#include "plot/marks.h"

#include <math.h>

static const char *dashes_of(int style) {
  static const char *const dashes[] = {"none", "7 3",         "2 2", "9 3 2 3",
                                       "12 4", "5 2 1 2 1 2", "1 3", "4 4"};
  return dashes[style % 8];
}

static void draw_line(const panel *p, const double *x, const double *y, int count,
                      const char *style) {
  fprintf(p->file, "<path class=\"line %s d=\"", style);
  const char *move = "M";
  for (int i = 0; i < count; ++i) {
    if (!isfinite(x[i]) || !isfinite(y[i])) {
      move = "M";
      continue;
    }
    fprintf(p->file, "%s%.1f %.1f", move, panel_x(p, x[i]), panel_y(p, y[i]));
    move = "L";
  }
  fputs("\"/>\n", p->file);
}

void marks_line(const panel *p, const double *x, const double *y, int count, int style) {
  char text[96];
  snprintf(text, sizeof text, "c%d\" stroke-dasharray=\"%s\" style=\"stroke-width: 1.6\"",
           style % 8, dashes_of(style));
  draw_line(p, x, y, count, text);
}

void marks_wide_line(const panel *p, const double *x, const double *y, int count, int colour) {
  char text[96];
  snprintf(text, sizeof text, "c%d\" stroke-opacity=\"0.35\" style=\"stroke-width: 5\"",
           colour % 8);
  draw_line(p, x, y, count, text);
}

void marks_mark(FILE *file, double x, double y, int style) {
  static const char *const shapes[] = {
      "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",                // circle
      "m-3.5 -3.5h7v7h-7z",                                 // square
      "m0 -4.5l4.5 8h-9z",                                  // triangle
      "m0 -5l5 5l-5 5l-5 -5z",                              // diamond
      "m0 4.5l4.5 -8h-9z",                                  // triangle on its tip
      "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z", // cross
      "m-5 -2h10v4h-10z",                                   // bar
      "m-4.5 -2l4.5 -3l4.5 3l-2 5.5h-5z",                   // pentagon
  };
  fprintf(file, "<path class=\"line c%d\" d=\"M%.1f %.1f%s\"/>\n", style % 8, x, y,
          shapes[style % 8]);
}

void marks_legend(FILE *file, double x, double y, int style, bool marked, const char *text) {
  fprintf(file,
          "<path class=\"line c%d\" stroke-dasharray=\"%s\" style=\"stroke-width: 1.6\" "
          "d=\"M%.1f %.1fh34\"/>\n",
          style % 8, dashes_of(style), x, y - 4);
  if (marked)
    marks_mark(file, x + 17, y - 4, style);
  svg_text(file, x + 42, y, "start", "label", text);
}

void marks_wide_legend(FILE *file, double x, double y, int colour, const char *text) {
  fprintf(file,
          "<path class=\"line c%d\" stroke-opacity=\"0.35\" style=\"stroke-width: 5\" "
          "d=\"M%.1f %.1fh34\"/>\n",
          colour % 8, x, y - 4);
  svg_text(file, x + 42, y, "start", "label", text);
}

static void draw_row(const panel *p, double value) {
  char text[32];
  const double y = log10(value);
  if (y < p->bottom || y > p->top)
    return;
  fprintf(p->file, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", p->x, panel_y(p, y),
          p->x + p->width);
  snprintf(text, sizeof text, "%g", value);
  svg_text(p->file, p->x - 6, panel_y(p, y) + 4, "end", "tick", text);
}

void marks_log_axes(const panel *p, const double *ticks, int count, double unit,
                    const char *x_label, const char *y_label) {
  const double decades = p->top - p->bottom;
  const int step = decades > 10 ? 2 : 1;
  for (int e = (int)floor(p->bottom); e <= (int)ceil(p->top); ++e) {
    if (e % step == 0)
      draw_row(p, pow(10, e));
    if (decades < 2.5) {
      draw_row(p, 2 * pow(10, e));
      draw_row(p, 5 * pow(10, e));
    }
  }
  double last = -INFINITY;
  for (int i = 0; i < count; ++i) {
    char text[32];
    const double x = panel_x(p, log10(ticks[i]));
    fprintf(p->file, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x, p->y, p->y + p->height);
    if (x - last < 48) // no room for the number
      continue;
    last = x;
    snprintf(text, sizeof text, "%.6g", ticks[i] / unit);
    svg_text(p->file, x, p->y + p->height + 16, "middle", "tick", text);
  }
  panel_frame(p, x_label, y_label);
}
