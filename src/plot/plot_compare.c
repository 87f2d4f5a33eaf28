// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// compare.svg: errors over the rate, a curve for each scheme or method with its order; and the
// signals of an output laid over each other where they differ most.

#include "io/compare.h"
#include "io/print.h"
#include "plot/axes.h"
#include "plot/drawing.h"
#include "plot/marks.h"
#include "plot/units.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  WIDTH = 900,
  LEFT = 90,
  PANEL = 550,
  LEGEND = 662, // place of the legends
  LINE = 19,    // between their lines
  WINDOW = 400, // instants
  MOST_SIGNALS = 8,
  MOST_POINTS = 64
};

// --- Errors over the rate -----------------------------------------------------------------------

// The output whose errors are drawn: the first one asked for, else all of them together.
static int errors_of(const compare_plan *p) {
  return p->options->output_count > 0 ? 0 : p->outputs;
}

static double error_at(const compare_plan *p, const compare_figure *figures, int variant) {
  return figures[(size_t)variant * (size_t)(p->outputs + 1) + (size_t)errors_of(p)].error;
}

/// The points of a curve, as logarithms.
typedef struct {
  int count;
  double rate[MOST_POINTS], error[MOST_POINTS], order;
} error_curve;

static error_curve curve_points(const compare_plan *p, const compare_figure *figures, int curve) {
  error_curve c = {.order = NAN};
  for (int i = 0; i < p->variants && c.count < MOST_POINTS; ++i) {
    const double e = error_at(p, figures, i);
    if (p->variant[i].curve != curve || i == p->reference || !(e > 0) || !isfinite(e))
      continue;
    c.rate[c.count] = log10(p->variant[i].rate);
    c.error[c.count++] = log10(e);
    c.order = figures[(size_t)i * (size_t)(p->outputs + 1) + (size_t)errors_of(p)].order;
  }
  return c;
}

// Ranges over all points; false if there is none.
static bool set_ranges(const compare_plan *p, const compare_figure *figures, panel *q) {
  double low = INFINITY;
  double high = -INFINITY;
  double slow = INFINITY;
  double fast = -INFINITY;
  for (int i = 0; i < p->variants; ++i) {
    const double e = error_at(p, figures, i);
    if (i == p->reference || !(e > 0) || !isfinite(e))
      continue;
    low = fmin(low, log10(e));
    high = fmax(high, log10(e));
    slow = fmin(slow, log10(p->variant[i].rate));
    fast = fmax(fast, log10(p->variant[i].rate));
  }
  if (low > high)
    return false;
  const double middle = (low + high) / 2;
  panel_range(q, fmin(low, middle - 0.3), fmax(high, middle + 0.3));
  panel_range_x(q, fmin(slow, (slow + fast) / 2 - 0.1), fmax(fast, (slow + fast) / 2 + 0.1));
  return true;
}

static void describe_curve(const compare_plan *p, int curve, const error_curve *c, char *text,
                           size_t size) {
  const char *name = p->curve[curve].name;
  if (c->count == 0)
    snprintf(text, size, "%s: the finest", name);
  else if (!p->curve[curve].fixed_step)
    snprintf(text, size, "%s: at any rate", name);
  else if (isfinite(c->order))
    print_in(text, size, "%s: order %.2f", name, c->order);
  else
    snprintf(text, size, "%s: no order", name);
}

// A curve without a step of its own is a level.
static void draw_curve(const compare_plan *p, const panel *q, int curve, const error_curve *c) {
  if (!p->curve[curve].fixed_step && c->count == 1) {
    const double ends[] = {q->left, q->right};
    const double level[] = {c->error[0], c->error[0]};
    panel_line(q, ends, level, 2, curve, 1);
    return;
  }
  panel_line(q, c->rate, c->error, c->count, curve, 1);
  marks_points(q, c->rate, c->error, c->count, curve);
}

static bool has_results(const compare_plan *p, int curve) {
  for (int i = 0; i < p->variants; ++i)
    if (p->variant[i].curve == curve && p->variant[i].status == CAROM_OK)
      return true;
  return false;
}

static int collect_rates(const compare_plan *p, double *rates) {
  int count = 0;
  for (int i = 0; i < p->rate_count && count < MOST_POINTS; ++i)
    rates[count++] = p->rates[i];
  return count;
}

static void draw_errors(const compare_plan *p, const compare_figure *figures, panel *q) {
  double rates[MOST_POINTS];
  char label[160];
  const int of = errors_of(p);
  if (!set_ranges(p, figures, q)) {
    svg_text(q->file, q->x, q->y + 20, "start", "note",
             "There are no differences from the finest to draw");
    return;
  }
  int count = collect_rates(p, rates);
  while (count > 0 && log10(rates[count - 1]) > q->right)
    --count;
  snprintf(label, sizeof label, "%.80s: rms error over rms of the finest, dimensionless",
           of < p->outputs ? carom_model_output(p->model, p->output[of]).name : "all outputs");
  q->log_x = q->log_y = true;
  panel_axes_at(q, rates, count, "rate, Hz", label);
  double y = q->y + 12;
  for (int c = 0; c < p->curves; ++c) {
    const error_curve points = curve_points(p, figures, c);
    char text[160];
    if (!has_results(p, c))
      continue;
    describe_curve(p, c, &points, text, sizeof text);
    if (points.count > 0) {
      draw_curve(p, q, c, &points);
      marks_legend(q->file, LEGEND, y, c, p->curve[c].fixed_step, text);
    } else {
      svg_text(q->file, LEGEND + 42, y, "start", "legend", text);
    }
    y += LINE;
  }
}

// --- Signals ------------------------------------------------------------------------------------

/// The output and the variants that are drawn: all of a single curve, else the lowest rate of each.
typedef struct {
  int output;
  int count;
  int variant[MOST_SIGNALS], style[MOST_SIGNALS];
} signal_list;

static signal_list choose_signals(const compare_plan *p) {
  signal_list list = {0};
  int with_results = 0;
  for (int c = 0; c < p->own_curves; ++c)
    with_results += has_results(p, c);
  for (int c = 0; c < p->curves; ++c) {
    bool begun = false;
    for (int i = 0; i < p->variants && list.count < MOST_SIGNALS; ++i) {
      const compare_variant *v = &p->variant[i];
      if (v->curve != c || v->status != CAROM_OK || i == p->reference ||
          (begun && with_results > 1))
        continue;
      begun = true;
      list.style[list.count] = with_results > 1 ? c : list.count;
      list.variant[list.count++] = i;
    }
  }
  return list;
}

// The first output asked for, or the first that sounds, or the one with the largest error.
static int choose_output(const compare_plan *p, const compare_figure *figures,
                         const signal_list *list) {
  int chosen = 0;
  double largest = 0;
  if (p->options->output_count > 0)
    return 0;
  for (int j = 0; j < p->outputs; ++j)
    if (carom_model_output(p->model, p->output[j]).audio)
      return j;
  for (int i = 0; i < list->count; ++i)
    for (int j = 0; j < p->outputs; ++j) {
      const double e =
          figures[(size_t)list->variant[i] * (size_t)(p->outputs + 1) + (size_t)j].error;
      chosen = e > largest ? j : chosen;
      largest = fmax(largest, e);
    }
  return chosen;
}

static double value_at(const compare_plan *p, int output, int variant, long long n) {
  return p->variant[variant].at[n * p->outputs + output];
}

// The window in which the signals are farthest from the finest.
static long long find_window(const compare_plan *p, const signal_list *list, long long width) {
  const long long stride = width / 4 > 0 ? width / 4 : 1;
  long long best = 0;
  double largest = -1;
  for (long long from = 0; from + width <= p->instants; from += stride) {
    double sum = 0;
    for (int i = 0; i < list->count; ++i)
      for (long long n = from; n < from + width; ++n) {
        const double e = value_at(p, list->output, list->variant[i], n) -
                         value_at(p, list->output, p->reference, n);
        sum += e * e;
      }
    if (sum > largest) {
      largest = sum;
      best = from;
    }
  }
  return best;
}

/// A stretch of instants.
typedef struct {
  int output;
  long long from, count;
  double *time, *value; // s
} stretch;

static void take_signal(const compare_plan *p, const stretch *s, int variant) {
  for (long long i = 0; i < s->count; ++i) {
    s->time[i] = (double)(s->from + i) / p->coarsest;
    s->value[i] = value_at(p, s->output, variant, s->from + i);
  }
}

static void set_signal_ranges(const compare_plan *p, const signal_list *list, const stretch *s,
                              panel *q) {
  double low = INFINITY;
  double high = -INFINITY;
  for (int i = -1; i < list->count; ++i) {
    take_signal(p, s, i < 0 ? p->reference : list->variant[i]);
    for (long long n = 0; n < s->count; ++n)
      if (isfinite(s->value[n])) {
        low = fmin(low, s->value[n]);
        high = fmax(high, s->value[n]);
      }
  }
  panel_range(q, low <= high ? low : 0, low <= high ? high : 1);
  q->left = s->time[0];
  q->right = s->time[s->count - 1] > s->time[0] ? s->time[s->count - 1] : s->time[0] + 1e-3;
}

static void put_window_caption(const compare_plan *p, const panel *q, const stretch *s) {
  char text[160];
  char times[120];
  unit_times(s->time[0], s->time[s->count - 1], times, sizeof times);
  snprintf(text, sizeof text, "%s, %s",
           s->count < p->instants ? "Where they differ most" : "The whole run", times);
  panel_caption(q, text);
}

static void draw_signals(const compare_plan *p, panel *q, const signal_list *list, stretch *s) {
  const carom_output_info o = carom_model_output(p->model, p->output[list->output]);
  enum { FINEST = 7 };
  char label[200];
  char text[160];
  double y = q->y + 12;
  set_signal_ranges(p, list, s, q);
  snprintf(label, sizeof label, "%.64s: %s, %s", o.name, o.quantity, o.unit);
  panel_axes(q, "time, s", label);
  take_signal(p, s, p->reference);
  marks_wide_line(q, s->time, s->value, (int)s->count, FINEST);
  snprintf(text, sizeof text, "%s, the finest", p->variant[p->reference].name);
  marks_wide_legend(q->file, LEGEND, y, FINEST, text);
  for (int i = 0; i < list->count; ++i) {
    y += LINE;
    take_signal(p, s, list->variant[i]);
    panel_line(q, s->time, s->value, (int)s->count, list->style[i], 1);
    marks_legend(q->file, LEGEND, y, list->style[i], false, p->variant[list->variant[i]].name);
  }
  put_window_caption(p, q, s);
}

// --- The picture --------------------------------------------------------------------------------

static bool draw(const compare_plan *p, const compare_figure *figures, FILE *file) {
  signal_list list = choose_signals(p);
  list.output = choose_output(p, figures, &list);
  const double top = fmax(280, LINE * (double)p->curves + 10);
  stretch s = {.output = list.output, .count = p->instants < 2LL * WINDOW ? p->instants : WINDOW};
  s.time = drawing_take(2 * (size_t)s.count, sizeof *s.time);
  if (s.time == NULL)
    return false;
  s.value = s.time + s.count;
  s.from = find_window(p, &list, s.count);
  svg_begin(file, WIDTH, (int)top + 446, p->title[0] != '\0' ? p->title : "Comparison");
  panel errors = {.file = file, .x = LEFT, .y = 66, .width = PANEL, .height = top};
  draw_errors(p, figures, &errors);
  panel signals = {.file = file, .x = LEFT, .y = top + 140, .width = PANEL, .height = 240};
  draw_signals(p, &signals, &list, &s);
  svg_end(file);
  free(s.time);
  return true;
}

bool compare_draw(const compare_plan *p, const compare_figure *figures) {
  atomic_file file = {0};
  if (p->variant[p->reference].status != CAROM_OK)
    return true; // nothing is known yet
  if (!drawing_open(&file, p->options->directory, "compare.svg"))
    return false;
  if (!draw(p, figures, file.file)) {
    atomic_file_discard(&file);
    return false;
  }
  return drawing_close(&file);
}
