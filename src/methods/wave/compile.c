// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Whether a scene is an ideal string that wraps a parabolic bridge, and how it starts.

#include "methods/wave/wave.h"

#include "base/constants.h"
#include "methods/rigid/rigid.h"
#include "model/compile.h"
#include "scene/words.h"
#include <math.h>
#include <string.h>

// --- Whether it fits ----------------------------------------------------------------------------

bool wave_fits(compiler *c) {
  const carom_method *about = &method_table[c->m.head.method]->about;
  if (c->m.body_count != 2 || c->m.contact_count != 1)
    return MISTAKE(c, scene_item(c->scene, 0), "solver.method", CAROM_BAD_VALUE,
                   "%s takes %s; allowed is that, or solver.method rigid", about->name,
                   about->limits);
  return rigid_fits(c);
}

// --- The start ----------------------------------------------------------------------------------

// a sin(m pi x), which is free of the bridge but for its end.
static bool start_sine(compiler *c, const item *it, const bridge *of, wrapped_shape *shape) {
  if (!bridge_start(c, it, of, shape))
    return false;
  const double mode = item_numbers(it, "start.mode")[0];
  *shape = (wrapped_shape){.A = of->side * item_number(it, "start.amplitude"), .kappa = mode * pi};
  if (of->from > 0)
    return MISTAKE(c, it, "start.shape", CAROM_BAD_VALUE,
                   "a sine does not lie on a bridge that begins inside the string; allowed is "
                   "wrapped, or solver.method rigid");
  if (shape->A * shape->kappa < of->alpha * of->b)
    return MISTAKE(c, it, "start.shape", CAROM_BAD_VALUE,
                   "the string starts inside the obstacle; allowed is an amplitude of at least %g "
                   "m away from it, wrapped, or solver.method audio",
                   of->alpha * of->b / shape->kappa);
  return true;
}

static bool read_start(compiler *c, const item *it, const bridge *of, wrapped_shape *shape) {
  const bool given = item_has(it, "start.shape");
  const start_shape kind = given ? (start_shape)item_choice(it, "start.shape") : SHAPE_TABLE;
  if (item_has(it, "start_velocity.shape"))
    return MISTAKE(
        c, it, "start_velocity.shape", CAROM_BAD_VALUE,
        "solver.method wave starts at rest; allowed is to leave it out, or solver.method "
        "rigid");
  if (kind == SHAPE_WRAPPED)
    return bridge_start(c, it, of, shape);
  if (kind == SHAPE_SINE)
    return start_sine(c, it, of, shape);
  return MISTAKE(c, it, given ? "start.shape" : NULL, CAROM_BAD_VALUE,
                 "%s; allowed with solver.method wave are wrapped and sine, or solver.method rigid",
                 given ? "such a shape does not wrap a bridge: kinks end that at once"
                       : "the string starts inside the obstacle");
}

// y - y_B is convex beyond the contact point, and the string touches nowhere else, while
// y_xx > -2 alpha: each of the two waves has G'' above -alpha.
static bool check_curvature(compiler *c, const item *it, const level_map *m) {
  const double curvature = fabs(m->start.A) * m->start.kappa * m->start.kappa;
  if (curvature >= 2 * m->of.alpha)
    return MISTAKE(c, it, "start.amplitude", CAROM_BAD_VALUE,
                   "the string is more curved than the bridge and would touch it elsewhere than at "
                   "the contact's end; allowed with solver.method wave is less than %g m, or "
                   "solver.method rigid",
                   item_number(it, "start.amplitude") * 2 * m->of.alpha / curvature);
  const double lowest = (-m->start.S - curvature / m->start.kappa) / 2;
  if (m->of.endless && lowest < m->low)
    return MISTAKE(c, it, "start.amplitude", CAROM_BAD_VALUE,
                   "the string wraps more of the bridge than solver.method wave can tell; allowed "
                   "is less, a shorter bridge, or solver.method rigid");
  return true;
}

// --- The model's own part -----------------------------------------------------------------------

static void say_when_it_ends(compiler *c, const wave_system *w) {
  const char *name = c->m.text + c->m.body[w->body].name;
  if (w->map.lost * w->time < c->m.head.duration)
    compile_warning(
        c, WARNING_WRAPPING_ENDS,
        &(warning_words){.name = name, .number = {w->map.lost * w->time, w->map.lost_reflects}});
  if (w->map.of.from > 0)
    compile_warning(c, WARNING_BRIDGE_EDGE,
                    &(warning_words){.name = name, .number = {w->map.of.from * w->length}});
}

bool wave_compile(compiler *c) {
  const int body = body_stands(&c->m.body[0]) ? 1 : 0;
  const model_body *b = &c->m.body[body];
  const item *it = compile_body_item(c, body);
  wave_system w = {.body = body,
                   .length = b->lx,
                   .time = b->lx / sqrt(b->start.c2),
                   .tension = b->start.c2 * b->density / b->lx};
  if (!bridge_read(c, compile_contact_item(c, 0), &w.map.of) ||
      !read_start(c, it, &w.map.of, &w.map.start))
    return false;
  level_map_prepare(&w.map);
  if (!check_curvature(c, it, &w.map))
    return false;
  say_when_it_ends(c, &w);
  c->m.contact[0].largest_island = 1;
  unsigned char *own = BUILDER_ADD(&c->m, own, (int)sizeof w);
  if (own != NULL)
    memcpy(own, &w, sizeof w);
  return own != NULL;
}
