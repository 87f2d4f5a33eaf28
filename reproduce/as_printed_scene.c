// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The state of a system as a scene for the engine, with all digits.

#include "reproduce/as_printed.h"

#include "reproduce/printed_mass.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// A text under construction; `used` grows beyond the room where there is not enough.
typedef struct {
  char *text;
  size_t room, used;
} text_buffer;

__attribute__((format(printf, 2, 3))) static void append(text_buffer *to, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const size_t used = to->used < to->room ? to->used : to->room;
  const int more = vsnprintf(to->text + used, to->room - used, format, rest);
  va_end(rest);
  to->used += more > 0 ? (size_t)more : 0;
}

static void append_body(text_buffer *to, const body *a) {
  const double H = thickness;
  const double nu = 0.3;
  const double *v[] = {a->x[NOW], a->x[BEFORE]};
  const scene_mass m = scene_mass_of(a->rho, a->omega0, a->R, k);
  if (a->type == 'm')
    append(
        to,
        "mass, mass: %.17g, frequency: %.17g, damping: %.17g, position: %.17g, velocity: %.17g}\n",
        m.mass, m.frequency, m.damping, v[0][0], (v[0][0] - v[1][0]) / m.stride);
  else if (a->type == 's')
    append(to,
           "string, points: 24, length: %.17g, linear_density: %.17g, tension: %.17g, "
           "bending_stiffness: %.17g",
           length, a->rho, a->T, a->EI);
  else
    append(to,
           "plate, points: [12, 8], size: [0.3, 0.2], thickness: %g, poisson: %g, density: %.17g, "
           "youngs: %.17g",
           H, nu, a->rho / H, a->EI * 12 * (1 - nu * nu) / (H * H * H));
  if (a->type == 'm')
    return;
  append(to, ", sigma0: %.17g, sigma1: %.17g, start: {shape: table, values: [0", a->sigma0,
         a->sigma1);
  for (int l = 1; l < (a->nx + 1) * (a->ny + 1); ++l)
    append(to, ", %.17g", v[0][l]);
  append(to, "]}, start_velocity: {shape: table, values: [0");
  for (int l = 1; l < (a->nx + 1) * (a->ny + 1); ++l)
    append(to, ", %.17g", (v[0][l] - v[1][l]) / k);
  append(to, "]}}\n");
}

static void append_contact(text_buffer *to, const as_printed_state *o, const contact *c) {
  for (int i = 0; i < 2; ++i) {
    const int b = i == 0 ? c->below : c->above;
    const bool bare = b == WALL || c->law == 'a' || o->body[b].type == 'm';
    append(to, "%s: %c%s, ", i == 0 ? "below" : "above", as_printed_names[b],
           bare     ? ""
           : b == V ? "@0.5:0.25"
                    : "@0.75");
  }
  if (c->law == 's')
    append(to, "type: spring, linear: %.17g, cubic: %.17g, sigma_x: %.17g", c->K1, c->K3,
           c->sigma_x);
  else
    append(to, "type: %s, stiffness: %.17g, exponent: %.17g",
           c->law == 't'   ? "spring, branch: printed"
           : c->law == 'r' ? "spring, branch: signed"
                           : "collision, scheme: published",
           c->K, c->alpha);
  append(to, ", interpolation: 0, along: %s}\n", c->law == 'a' ? "true" : "false");
}

bool as_printed_scene(const as_printed_state *o, char *text, size_t room) {
  text_buffer to = {.room = room};
  to.text = text;
  append(&to, "carom: 1\nrate: 44100\nsolver: {start: first-order}\nbodies:\n");
  for (int i = 0; i < o->bodies; ++i) {
    append(&to, "  %c: {type: ", as_printed_names[i]);
    append_body(&to, &o->body[i]);
  }
  append(&to, "  b: {type: barrier, position: %.17g}\ncontacts:\n", o->b);
  for (int i = 0; i < o->contacts; ++i) {
    append(&to, "  c%d: {", i);
    append_contact(&to, o, &o->contact[i]);
  }
  append(&to, "outputs:\n");
  for (int i = 0; i < o->contacts; ++i)
    append(&to, "  f%d: {of: c%d, quantity: force}\n  p%d: {of: c%d, quantity: psi}\n", i, i, i, i);
  return to.used < to.room;
}
