// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The starting shape wrapped (theory 14.2) of strings that a method takes on a grid or by modes:
// the shape at the nodes, or its projection on the modes of a string, W_j = sqrt(2 / m) sin(j pi
// x),
//
//   q_j = rho A int W_j y dx
//
// by Gauss quadrature over the three pieces on which y is smooth: up to the bridge, on it, and
// beyond the contact's end.

#include "contacts/bridge.h"

#include "base/constants.h"
#include "base/quadrature.h"
#include "scene/words.h"
#include <math.h>

/// A string that starts wrapped, and how.
typedef struct {
  int body;
  bridge of;
  wrapped_shape shape;
} laid_string;

static bool starts_wrapped(const item *it) {
  return it->in == SECTION_BODIES && item_has(it, "start.shape") &&
         item_choice(it, "start.shape") == SHAPE_WRAPPED;
}

// Whether a contact is a collision along this body.
static bool lies_along(compiler *c, const item *contact, int body) {
  body_point below;
  body_point above;
  return item_choice(contact, "type") == CONTACT_COLLISION && item_flag(contact, "along") &&
         compile_point(c, contact, "below", true, &below) &&
         compile_point(c, contact, "above", true, &above) &&
         (below.body == body || above.body == body);
}

// The only contact along the string, which has its bridge.
static const item *bridge_contact(compiler *c, const item *string, int body) {
  const item *found = NULL;
  int count = 0;
  for (int i = 0; i < c->m.contact_count; ++i)
    if (lies_along(c, compile_contact_item(c, i), body)) {
      found = compile_contact_item(c, i);
      ++count;
    }
  if (count != 1) {
    (void)MISTAKE(
        c, string, "start.shape", CAROM_BAD_VALUE,
        "wrapped is a string on one bridge, and %d contacts lie along it; allowed is one, "
        "or another shape",
        count);
    return NULL;
  }
  return found;
}

// --- On a grid ----------------------------------------------------------------------------------

static void lay_on_grid(compiler *c, const laid_string *s) {
  const model_body *b = &c->m.body[s->body];
  for (int i = 1; i < b->nx; ++i)
    c->m.start[node_at(b, i, 0)] =
        s->of.side * wrapped_displacement(&s->of, &s->shape, (double)i / b->nx);
}

// --- By modes -----------------------------------------------------------------------------------

// int sin(j pi x) y dx over one piece, in panels shorter than a wavelength.
static double project_piece(const laid_string *s, int mode, double from, double to) {
  const int panels = (int)fmin((mode + s->shape.kappa / pi + 1) * (to - from), 1e4) + 1;
  const double half = (to - from) / (2 * panels);
  double sum = 0;
  for (int n = 0; n < panels; ++n)
    for (int k = 0; k < GAUSS_POINTS; ++k) {
      const double x = from + half * (2 * n + 1 + gauss_point(k));
      sum += half * gauss_weight[k / 2] * sin(mode * pi * x) *
             wrapped_displacement(&s->of, &s->shape, x);
    }
  return sum;
}

static void lay_by_modes(compiler *c, const laid_string *s) {
  const model_body *b = &c->m.body[s->body];
  const double corners[] = {0, s->of.from, s->shape.gamma, 1};
  for (int j = 0; j < b->nodes; ++j) {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      sum += project_piece(s, j + 1, corners[i], corners[i + 1]);
    c->m.start[b->first + j] = s->of.side * sqrt(2 * b->mass) * sum;
  }
}

// --- All strings --------------------------------------------------------------------------------

bool wrapped_starts(compiler *c) {
  for (int i = 0; i < c->m.body_count; ++i) {
    const item *string = compile_body_item(c, i);
    laid_string s = {.body = i};
    if (!starts_wrapped(string))
      continue;
    const item *contact = bridge_contact(c, string, i);
    if (contact == NULL || !bridge_read(c, contact, &s.of) ||
        !bridge_start(c, string, &s.of, &s.shape))
      return false;
    if (body_is_line(&c->m.body[i]))
      lay_on_grid(c, &s);
    else
      lay_by_modes(c, &s);
  }
  return true;
}
