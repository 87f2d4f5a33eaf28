// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Reading the keys that several kinds of body share.

#include "bodies/body_keys.h"

#include "bodies/auto_model.h"
#include "bodies/body_sizes.h"
#include "bodies/grid.h"
#include "bodies/stability.h"
#include "model/compile.h"
#include "model/method.h"
#include "scene/words.h"
#include <math.h>
#include <string.h>

bool keys_one_of(compiler *c, const item *it, const char *a, const char *b, bool needed) {
  if (item_has(it, a) && item_has(it, b))
    return MISTAKE(c, it, b, CAROM_DUPLICATE, "%s is given as well; allowed is one of the two", a);
  if (needed && !item_has(it, a) && !item_has(it, b))
    return MISTAKE(c, it, NULL, CAROM_MISSING, "needs %s or %s", a, b);
  return true;
}

bool keys_need(compiler *c, const item *it, const char *key, const char *why) {
  return item_has(it, key) || MISTAKE(c, it, key, CAROM_MISSING, "missing; needed with %s", why);
}

bool keys_measurable(compiler *c, const item *it, const char *key, double x) {
  return (isfinite(x) && x > 1e-150 && x < 1e150) ||
         MISTAKE(c, it, item_has(it, key) ? key : NULL, CAROM_BAD_VALUE,
                 "with the other sizes this gives %g; allowed are bodies that can be measured", x);
}

bool keys_tuned(compiler *c, const item *it) {
  if (!item_flag(it, "tuned"))
    return true;
  if (!item_has(it, "pitch"))
    return MISTAKE(c, it, "tuned", CAROM_BAD_VALUE,
                   "there is no pitch that could mean what sounds; allowed is tuned with pitch");
  return method_table[c->m.head.method]->sounding != NULL ||
         MISTAKE(c, it, "tuned", CAROM_BAD_VALUE,
                 "solver.method %s knows no modes of whole scenes; allowed is solver.method audio",
                 method_table[c->m.head.method]->about.name);
}

// As of keys that are required whatever else is there.
static bool missing(compiler *c, const item *it, const char *key) {
  char text[200];
  sentence hint = sentence_in(text, sizeof text);
  key_describe(key_find(it->in, key), &hint);
  return MISTAKE(c, it, key, CAROM_MISSING, "missing; required is %s", text);
}

// Intervals of grids that only show a shape: most, and unless points are given.
enum { MAX_SHOWN = 1000000, SHOWN = 1000 };

// --- Lines --------------------------------------------------------------------------------------

// Whether the cross-section of a round or rectangular line is given; a bar's thickness may follow
// from its pitch.
static bool cross_section(compiler *c, const item *it, bool bar, bool pitched) {
  if (bar && !item_has(it, "radius"))
    return keys_need(c, it, "width", "density or youngs") &&
           (pitched || keys_need(c, it, "thickness", "density or youngs"));
  if (!keys_need(c, it, "radius", "density or youngs"))
    return false;
  if (item_has(it, "width") || item_has(it, "thickness"))
    return MISTAKE(c, it, "radius", CAROM_DUPLICATE,
                   "width or thickness is given as well; allowed is a round or a rectangular bar");
  return true;
}

static bool read_ends(compiler *c, const item *it, model_body *b) {
  for (int i = 0; i < 2; ++i) {
    b->ends[i] = (end_kind)item_numbers(it, "ends")[i];
    if (b->ends[i] == END_FREE && b->type == BODY_STRING)
      return MISTAKE(c, it, "ends", CAROM_BAD_VALUE,
                     "a string with a free end has no tension; allowed are pinned and clamped");
  }
  return true;
}

// What is written or follows from the pitch.
static bool read_sizes(compiler *c, const item *it, const model_body *b, const carom_material *m,
                       body_sizes *of) {
  const bool bar = b->type == BODY_BAR;
  const bool pitched = bar && item_has(it, "pitch");
  const bool made = item_has(it, "material");
  if (!keys_one_of(c, it, "density", "linear_density", !made) ||
      !keys_one_of(c, it, "youngs", "bending_stiffness", bar && !pitched && !made) ||
      !body_sizes_read(c, it, m, of))
    return false;
  if (body_sizes_cross(of) && !cross_section(c, it, bar, pitched))
    return false;
  if (!bar && isnan(of->youngs) && isnan(of->bending_stiffness))
    of->bending_stiffness = 0;
  if (pitched)
    return pitched_bar(c, it, b, of);
  return item_has(it, "length") || missing(c, it, "length");
}

bool keys_line(compiler *c, const item *it, model_body *b) {
  body_sizes of;
  carom_material m;
  if (!read_ends(c, it, b) || !compile_material(c, it, &m) || !read_sizes(c, it, b, &m, &of) ||
      !body_loss_read(c, it, &m, b))
    return false;
  body_sizes_line(&of, b);
  if (!keys_measurable(c, it, "density", b->density))
    return false;
  b->mass = b->density * b->lx;
  b->start.sigma0 = item_number(it, "sigma0");
  b->start.sigma1 = item_number(it, "sigma1");
  if (b->type == BODY_BAR && b->bend == 0)
    return MISTAKE(c, it, item_has(it, "youngs") ? "youngs" : "bending_stiffness", CAROM_BAD_VALUE,
                   "a bar without bending stiffness does not move; allowed is a number above 0");
  return true;
}

// Refuses keys that only modes have.
static bool no_modal_keys(compiler *c, const item *it) {
  static const char *const keys[] = {"damping_ratio", "tip_mass", "tip_inertia", "base.amplitude",
                                     "base.frequency"};
  for (int i = 0; i < 5; ++i)
    if (item_number(it, keys[i]) != 0)
      return MISTAKE(c, it, keys[i], CAROM_BAD_VALUE,
                     "a grid does not know it; allowed with it is model: modes");
  return true;
}

double keys_line_spacing(const compiler *c, const item *it, const model_body *b,
                         line_limits *limits) {
  const double k = c->m.head.k;
  const double sigma1 = item_largest(it, "sigma1") + limits->fit.sigma1;
  limits->sigma1 = score_largest(c, it, "sigma1", sigma1);
  // Breakpoints must be stable on the grid. A score is checked gesture by gesture, where points are
  // given or no grid would do.
  const double written = stable_line_spacing(k, limits->written, body_bend(b), sigma1);
  const double wanted = stable_line_spacing(k, limits->largest, body_bend(b), limits->sigma1);
  const bool chosen = item_rows(it, "points") > 0;
  if (method_table[c->m.head.method]->wraps) // it is stepped without a grid
    return chosen ? b->lx / MAX_SHOWN : b->lx / SHOWN;
  return chosen ? written : fmin(wanted, fmax(written, b->lx / 2));
}

// c^2 (h^2 - c^2 k^2) / 12, which the differences of the tension take from kappa^2 (theory 1.38).
static double bend_lost(double c2, double h, double k) {
  return fmax(0, c2 * (h * h - c2 * k * k) / 12);
}

// A stiff string that something touches along it stays on a grid, and its bending waves must have
// their speed: it gets back what the grid takes, and a spacing that is stable with it.
static void give_back_bend(const compiler *c, const item *it, model_body *b, line_limits *limits) {
  for (int i = 0; i < 50; ++i) {
    b->grid.bend_lost = bend_lost(b->start.c2, b->grid.h_least, c->m.head.k);
    b->grid.h_least = keys_line_spacing(c, it, b, limits);
  }
}

// Bending holds a clamped end within delta = kappa / c of it: beyond that the string is as straight
// as one that is held in delta. On the grid that is so for this Lap u = (2 - clamp_lost) u_1 at the
// end (theory 1.43 and 1.44); up to 6 u_1 it is stable where the grid is.
static double clamp_lost(const model_body *b) {
  static const double max = 6;
  const double g = b->start.c2 * b->h * b->h / body_bend(b);
  const double place = sqrt(b->bend / b->start.c2) / b->h; // delta / h
  const double falls = g / (g / 2 + sqrt(g + g * g / 4));  // 1 - r
  const double rest = 1 - place * falls;
  return 2 - (rest > 0 ? fmin(place * g / rest, max) : max);
}

bool keys_line_grid(compiler *c, const item *it, model_body *b, line_limits *limits) {
  b->layout = LAYOUT_LINE;
  b->grid.bend_lost = b->grid.clamp_lost = 0;
  b->grid.h_least = keys_line_spacing(c, it, b, limits);
  const bool corrected = b->bend > 0 && b->start.c2 > 0 && item_rows(it, "points") == 0 &&
                         method_table[c->m.head.method]->steps_links &&
                         model_is_touched_along(c, it);
  if (corrected)
    give_back_bend(c, it, b, limits);
  if (!no_modal_keys(c, it) || !line_choose_points(c, it, b))
    return false;
  if (corrected) {
    b->grid.bend_lost = bend_lost(b->start.c2, b->h, c->m.head.k);
    b->grid.clamp_lost = clamp_lost(b);
  }
  b->node_mass = b->density * b->h;
  limits->margin = stable_line_margin(c->m.head.k, b->h, body_bend(b));
  return body_loss_on_grid(c, it, &limits->fit, b);
}

bool keys_travelling_grid(compiler *c, const item *it, model_body *b) {
  b->layout = LAYOUT_LINE;
  if (b->start.c2 <= 0)
    return MISTAKE(c, it, "tension", CAROM_BAD_VALUE,
                   "waves travel on a string with tension; allowed is a number above 0");
  const double fewest = b->lx * c->m.head.rate / sqrt(b->start.c2);
  const double spacing = b->lx / fmax(2, ceil(fewest * (1 - 1e-12)));
  b->grid.h_least = item_rows(it, "points") > 0 ? 0 : spacing * (1 - 1e-14);
  if (!no_modal_keys(c, it) || !line_choose_points(c, it, b))
    return false;
  b->grid.h_least = 0; // stable whatever it is
  b->node_mass = b->density * b->h;
  const grid_loss fit = body_loss_fit(c, b);
  return body_loss_on_grid(c, it, &fit, b);
}
