// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string on a parabolic bridge (theory 14.1 to 14.3). In units of the string's length
//
//   y_B = alpha x (b - x),  alpha = 4 h / b^2,  b = B / L
//
// the string lies on it up to gamma and is from there, with l = 1 - gamma,
//
//   y = S (1 - x) + beta sqrt(2 / l) sin(m pi (x - gamma) / l),  S = y_B(gamma) / l
//
// It leaves as a tangent where m pi sqrt2 beta = alpha (l^2 - (1 - b)) sqrt(l); where the bridge
// has no such point, at its end. (C. P. Vyasarayani, thesis, 2009, chapter 4.)

#include "contacts/bridge.h"

#include "base/bracket.h"
#include "base/constants.h"
#include "model/method.h"
#include "scene/words.h"
#include <math.h>

double bridge_height(const bridge *of, double x) {
  return of->alpha * x * (of->b - x);
}

// --- Reading ------------------------------------------------------------------------------------

static const char *method_name(const compiler *c) {
  return item_text(scene_item(c->scene, 0), "solver.method");
}

// What takes a bridge that is refused: methods that take others need it for the start alone.
static const char *instead(const compiler *c) {
  return method_table[c->m.head.method]->lays_wrapped ? "another start.shape than wrapped"
                                                      : "solver.method rigid";
}

static bool check_ends(compiler *c, const item *contact, const item *barrier) {
  if (item_number(barrier, "position") != 0 || item_number(barrier, "profile.at") != 0 ||
      item_number(contact, "gap") != 0)
    return MISTAKE(c, barrier, item_has(barrier, "profile.at") ? "profile.at" : "position",
                   CAROM_BAD_VALUE,
                   "the string's left end is not on the bridge; allowed with solver.method %s are "
                   "position, profile.at and gap 0, or %s",
                   method_name(c), instead(c));
  return true;
}

static bool check_lengths(compiler *c, const item *barrier, const bridge *of, double length) {
  if (of->alpha <= 0)
    return MISTAKE(
        c, barrier, "profile.height", CAROM_BAD_VALUE,
        "the bridge is concave; allowed with solver.method %s is one that bulges towards "
        "the string, or %s",
        method_name(c), instead(c));
  if (of->b >= 1)
    return MISTAKE(c, barrier, "profile.width", CAROM_BAD_VALUE,
                   "the bridge is longer than the string; allowed with solver.method %s is less "
                   "than %g m, or %s",
                   method_name(c), length, instead(c));
  if (item_has(barrier, "profile.to") && item_number(barrier, "profile.to") >= length)
    return MISTAKE(c, barrier, "profile.to", CAROM_BAD_VALUE,
                   "the bridge reaches the end of the string; allowed with solver.method %s is an "
                   "end below %g m, or %s",
                   method_name(c), length, instead(c));
  if (of->from >= of->to)
    return MISTAKE(c, barrier, "profile.from", CAROM_BAD_VALUE,
                   "the bridge begins at %g m; allowed is below %g m", of->from * length,
                   of->to * length);
  return true;
}

bool bridge_read(compiler *c, const item *contact, bridge *of) {
  body_point below;
  body_point above;
  if (!compile_point(c, contact, "below", true, &below) ||
      !compile_point(c, contact, "above", true, &above))
    return false;
  const bool under = body_stands(&c->m.body[below.body]);
  const item *barrier = compile_body_item(c, under ? below.body : above.body);
  const model_body *string = &c->m.body[under ? above.body : below.body];
  if (item_choice(barrier, "profile.shape") != PROFILE_PARABOLA)
    return MISTAKE(
        c, barrier, "profile.shape", CAROM_BAD_VALUE,
        "a string wraps a parabolic bridge with solver.method %s; allowed is parabola, or %s",
        method_name(c), instead(c));
  const double L = string->lx;
  const double B = item_number(barrier, "profile.width");
  of->side = under ? 1 : -1;
  of->b = B / L;
  of->alpha = of->side * 4 * item_number(barrier, "profile.height") / (of->b * of->b);
  of->from = item_number(barrier, "profile.from") / L;
  of->to = item_has(barrier, "profile.to")   ? item_number(barrier, "profile.to") / L
           : item_has(barrier, "profile.at") ? of->b
                                             : 1;
  // (14.3) has one solution where its right side rises with l: l^2 > (1 - b) / 5.
  const double max = 0.99 * (of->b < 1 ? 1 - sqrt((1 - of->b) / 5) : 1);
  of->endless = of->to > max;
  of->to = fmin(of->to, max);
  return check_ends(c, contact, barrier) && check_lengths(c, barrier, of, L);
}

// --- The wrapped string -------------------------------------------------------------------------

// Positive where the bridge is less steep than a string that leaves it at 1 - l.
static double steeper(const bridge *of, double l, double wanted) {
  return of->alpha * sqrt(l) * (l * l - (1 - of->b)) - wanted;
}

static double contact_end(const bridge *of, double wanted) {
  bracket b = {.low = 1 - of->to, .high = 1 - of->from};
  if (steeper(of, b.high, wanted) <= 0)
    return of->from;
  if (steeper(of, b.low, wanted) >= 0)
    return of->to;
  double l = b.low;
  while (bracket_halve(&b, &l, steeper(of, l, wanted)))
    ;
  return 1 - b.high;
}

wrapped_shape bridge_wrapped(const bridge *of, int mode, double beta) {
  const double gamma = contact_end(of, mode * pi * sqrt(2) * beta);
  const double l = 1 - gamma;
  return (wrapped_shape){.gamma = gamma,
                         .S = bridge_height(of, gamma) / l,
                         .A = beta * sqrt(2 / l),
                         .kappa = mode * pi / l};
}

bool bridge_start(compiler *c, const item *string, const bridge *of, wrapped_shape *shape) {
  const double mode = item_numbers(string, "start.mode")[0];
  if (mode != floor(mode) || item_rows(string, "start.mode") > 1)
    return MISTAKE(c, string, "start.mode", CAROM_BAD_VALUE,
                   "a string has modes 1, 2, 3, ...; allowed is one whole number");
  *shape = bridge_wrapped(of, (int)mode, of->side * item_number(string, "start.amplitude"));
  return true;
}

double wrapped_displacement(const bridge *of, const wrapped_shape *w, double x) {
  if (x < of->from) // no obstacle: straight from the string's end to the edge
    return x / of->from * bridge_height(of, of->from);
  if (x <= w->gamma)
    return bridge_height(of, x);
  return w->S * (1 - x) + w->A * sin(w->kappa * (x - w->gamma));
}
