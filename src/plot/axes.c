// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Ranges, ticks, labels and captions of panels.

#include "plot/axes.h"

#include "io/print.h"
#include "plot/units.h"
#include <math.h>
#include <string.h>

enum { MOST_TICKS = 50 }; // whatever the numbers are

// --- Ranges -------------------------------------------------------------------------------------

static void add_margin(double low, double high, double *from, double *to) {
  const double most = fmax(fabs(low), fabs(high));
  if (!(most > 1e-290) || !(high >= low) || !isfinite(high - low)) {
    *from = -1; // nothing but zeros
    *to = 1;
    return;
  }
  if (high - low < 1e-4 * most) {
    low = fmin(low, 0);
    high = fmax(high, 0);
  }
  const double margin = 0.06 * (high - low);
  *from = low - margin;
  *to = high + margin;
}

void panel_range(panel *p, double low, double high) {
  add_margin(low, high, &p->bottom, &p->top);
}

void panel_range_x(panel *p, double low, double high) {
  add_margin(low, high, &p->left, &p->right);
}

// --- Ticks --------------------------------------------------------------------------------------

double axis_step(double span, int count) {
  const double rough = span / count;
  const double power = pow(10, floor(log10(rough)));
  const double digit = rough / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

void axis_number(double value, double step, char *text, size_t size) {
  const int decimals = (int)fmin(fmax(ceil(-log10(step) - 1e-6), 0), 9);
  print_in(text, size, "%.*f", decimals, fabs(value) < step / 1000 ? 0 : value);
}

static void put_tick_x(const panel *p, double x, const char *text) {
  const double at = panel_x(p, x);
  print_to(p->file, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", at, p->y, p->y + p->height);
  if (text != NULL)
    svg_text(p->file, at, p->y + p->height + 16, "middle", "tick", text);
}

static void put_tick_y(const panel *p, double y, const char *text) {
  const double at = panel_y(p, y);
  print_to(p->file, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", p->x, at, p->x + p->width);
  if (text != NULL)
    svg_text(p->file, p->x - 6, at + 4, "end", "tick", text);
}

/// One axis of a panel.
typedef struct {
  double low, high, origin;
  int count; // of ticks, about
  bool across;
} span;

static span across(const panel *p) {
  return (span){p->left, p->right, p->origin, (int)fmax(p->width / 95, 3), true};
}

static span upwards(const panel *p) {
  return (span){p->bottom, p->top, 0, (int)fmax(p->height / 45, 3), false};
}

static void put_tick(const panel *p, const span *s, double at, const char *text) {
  if (s->across)
    put_tick_x(p, at, text);
  else
    put_tick_y(p, at, text);
}

static void put_linear_ticks(const panel *p, const span *s, double factor, bool whole) {
  const double low = s->low - s->origin;
  const double high = s->high - s->origin;
  const double step = fmax(axis_step(high - low, s->count), whole ? 1 : 0);
  const double first = ceil(low / step - 1e-9);
  for (int i = 0; i < MOST_TICKS && (first + i) * step <= high + 1e-9 * step; ++i) {
    char text[32];
    axis_number((first + i) * step * factor, step * factor, text, sizeof text);
    put_tick(p, s, s->origin + (first + i) * step, text);
  }
}

// At powers of ten, and at 2 and 5 times those where there are few; at every second, third or so
// power where there are many.
static void put_log_ticks(const panel *p, const span *s) {
  static const double digits[] = {1, 2, 5};
  const double decades = s->high - s->low;
  const int stride = (int)fmax(ceil(decades / (1.5 * s->count + 1)), 1);
  int drawn = 0;
  for (int e = (int)floor(s->low); e <= (int)ceil(s->high); ++e)
    for (int i = 0; i < (decades < 2.5 ? 3 : 1); ++i) {
      char text[48];
      const double at = e + log10(digits[i]);
      if (e % stride != 0 || at < s->low - 1e-9 || at > s->high + 1e-9 || drawn++ > MOST_TICKS)
        continue;
      if (decades < 2.5)
        unit_number(digits[i] * pow(10, e), text, sizeof text);
      else
        unit_power(e, text, sizeof text);
      put_tick(p, s, at, text);
    }
}

// --- Labels -------------------------------------------------------------------------------------

static void put_frame(const panel *p, const char *x_label, const char *y_label) {
  print_to(p->file,
           "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", p->x,
           p->y, p->width, p->height);
  svg_text(p->file, p->x + p->width, p->y + p->height + 32, "end", "label", x_label);
  svg_text(p->file, p->x, p->y - 8, "start", "label", y_label);
}

static double largest(const span *s) {
  return fmax(fabs(s->low - s->origin), fabs(s->high - s->origin)) / 1.06;
}

// The ticks of an axis, and its label with the unit to match. Logarithmic axes keep their unit;
// numbers of things are whole.
static unit_scale put_axis(const panel *p, const span *s, bool logarithmic, const char *label) {
  const unit_scale scale = unit_scale_for(label, logarithmic ? 1 : largest(s));
  if (logarithmic)
    put_log_ticks(p, s);
  else
    put_linear_ticks(p, s, scale.factor, strncmp(label, "number of", 9) == 0);
  return scale;
}

void panel_axes(const panel *p, const char *x_label, const char *y_label) {
  const span spans[2] = {across(p), upwards(p)};
  const unit_scale x = put_axis(p, &spans[0], p->log_x, x_label);
  const unit_scale y = put_axis(p, &spans[1], p->log_y, y_label);
  put_frame(p, x.label, y.label);
}

void panel_row_axes(const panel *p, const char *x_label, const char *y_label) {
  const span s = across(p);
  const unit_scale x = put_axis(p, &s, p->log_x, x_label);
  put_frame(p, x.label, y_label);
}

void panel_axes_at(const panel *p, const double *ticks, int count, const char *x_label,
                   const char *y_label) {
  const span s = upwards(p);
  const unit_scale x = unit_scale_for(x_label, count > 0 ? ticks[count - 1] : 1);
  const unit_scale y = put_axis(p, &s, p->log_y, y_label);
  double last = -INFINITY;
  for (int i = 0; i < count; ++i) {
    char text[48];
    const double at = log10(ticks[i]);
    const bool room = panel_x(p, at) - last >= 48;
    print_in(text, sizeof text, "%.6g", ticks[i] * x.factor);
    put_tick_x(p, at, room ? text : NULL);
    last = room ? panel_x(p, at) : last;
  }
  put_frame(p, x.label, y.label);
}

void panel_caption(const panel *p, const char *text) {
  const bool wide = p->width > 500;
  svg_paragraph(p->file, p->x, p->y + p->height + (wide ? 32 : 46),
                (int)((wide ? p->width - 120 : p->width + 60) / 5.9), wide ? 2 : 3, text);
}
