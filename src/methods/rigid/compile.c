// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Whether a scene is one ideal string along rigid obstacles, and the obstacles at its nodes.

#include "methods/rigid/rigid.h"

#include "contacts/bridge.h"
#include <math.h>
#include <string.h>

// --- Whether it fits ----------------------------------------------------------------------------

static int string_of(const compiler *c) {
  int found = -1;
  for (int i = 0; i < c->m.body_count; ++i)
    if (!body_stands(&c->m.body[i]))
      found = found < 0 ? i : c->m.body_count;
  return found;
}

static bool check_string(compiler *c, int body) {
  const item *it = compile_body_item(c, body);
  const model_body *b = &c->m.body[body];
  const char *name = method_table[c->m.head.method]->about.name;
  if (!body_is_line(b))
    return MISTAKE(c, it, "model", CAROM_BAD_VALUE,
                   "solver.method %s follows waves on a grid; allowed is model: grid", name);
  if (b->bend != 0)
    return MISTAKE(c, it, item_has(it, "youngs") ? "youngs" : "bending_stiffness", CAROM_BAD_VALUE,
                   "solver.method %s takes an ideal string; allowed is 0, or solver.method audio",
                   name);
  if (item_has(it, "material") || item_has(it, "loss_factor"))
    return MISTAKE(c, it, item_has(it, "material") ? "material" : "loss_factor", CAROM_BAD_VALUE,
                   "solver.method %s takes an ideal string without losses; allowed is "
                   "linear_density without it, or solver.method audio",
                   name);
  static const char *const losses[] = {"sigma0", "sigma1"};
  for (int i = 0; i < 2; ++i)
    if (item_largest(it, losses[i]) != 0)
      return MISTAKE(c, it, losses[i], CAROM_BAD_VALUE,
                     "solver.method %s takes a string without losses; allowed is 0, or "
                     "solver.method audio",
                     name);
  return true;
}

static bool check_items(compiler *c) {
  const char *name = method_table[c->m.head.method]->about.name;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTACTS && !item_flag(it, "along"))
      return MISTAKE(c, it, "along", CAROM_BAD_VALUE,
                     "solver.method %s takes obstacles along the string; allowed is true, or "
                     "solver.method audio",
                     name);
    if (it->in == SECTION_BODIES &&
        (item_has(it, "position.sine.amplitude") || item_has(it, "position.sine.frequency")))
      return MISTAKE(c, it, "position", CAROM_BAD_VALUE,
                     "solver.method %s takes a barrier that stands; allowed is a number, in m, or "
                     "solver.method audio",
                     name);
  }
  return true;
}

bool rigid_fits(compiler *c) {
  const carom_method *about = &method_table[c->m.head.method]->about;
  const int body = string_of(c);
  if (body < 0 || body >= c->m.body_count ||
      carom_scene_count(c->scene, "forces") + carom_scene_count(c->scene, "score") > 0)
    return MISTAKE(c, scene_item(c->scene, 0), "solver.method", CAROM_BAD_VALUE,
                   "%s takes %s; allowed is that, or audio", about->name, about->limits);
  return check_string(c, body) && check_items(c);
}

// --- The model's own part -----------------------------------------------------------------------

static void bind_arrays(unsigned char *block, rigid_system *to) {
  const rigid_sizes *sizes = to->sizes = (const rigid_sizes *)(const void *)block;
  size_t place = block_padded(sizeof *sizes);
  RIGID_ARRAYS(ARRAY_BIND)
}

rigid_system rigid_system_of(const carom_model *m) {
  rigid_system p;
  bind_arrays(m->own, &p);
  return p;
}

static size_t own_size(const rigid_sizes *sizes) {
  rigid_system nowhere;
  rigid_system *to = &nowhere;
  unsigned char *block = NULL;
  size_t place = block_padded(sizeof *sizes);
  RIGID_ARRAYS(ARRAY_BIND)
  (void)to;
  return place;
}

// The obstacle nearest to the string counts, at each node from either side.
static void add_obstacle(const compiler *c, const model_link *link, rigid_system *p) {
  const double position = c->m.body[link->barrier].barrier.position;
  const int i = link->place;
  const double height = position + link->side * link->offset;
  if (link->side > 0 && height > p->low[i]) {
    p->low[i] = height;
    p->low_contact[i] = link->contact;
  }
  if (link->side < 0 && height < p->high[i]) {
    p->high[i] = height;
    p->high_contact[i] = link->contact;
  }
}

static void collect_obstacles(const compiler *c, rigid_system *p) {
  for (int i = 0; i < p->sizes->nodes; ++i) {
    p->low[i] = -INFINITY;
    p->high[i] = INFINITY;
    p->low_contact[i] = p->high_contact[i] = -1;
  }
  for (int i = 0; i < c->m.link_count; ++i)
    add_obstacle(c, &c->m.link[i], p);
}

// --- The start ----------------------------------------------------------------------------------

// Obstacles neither meet nor hold the string inside them. Rounding moves a wrapped string.
static bool check_start(compiler *c, const model_body *b, const rigid_system *p) {
  const item *it = compile_body_item(c, p->sizes->body);
  for (int i = 1; i < b->nx; ++i) {
    double *u = &c->m.start[node_at(b, i, 0)];
    const double x = b->lx * i / b->nx;
    if (p->low[i] > p->high[i])
      return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                     "obstacles overlap at %g m; allowed is room for the string between them", x);
    const double inside = fmax(p->low[i] - *u, *u - p->high[i]);
    if (inside > 1e-9 * (fabs(*u) + fabs(*u + inside)))
      return MISTAKE(c, it, item_has(it, "start.shape") ? "start.shape" : NULL, CAROM_BAD_VALUE,
                     "the string starts %g m inside the obstacle at %g m; allowed is a start "
                     "outside it (wrapped lies on a parabolic bridge), or solver.method audio",
                     inside, x);
    *u = fmin(fmax(*u, p->low[i]), p->high[i]);
  }
  return true;
}

bool rigid_compile(compiler *c) {
  const int body = string_of(c);
  const model_body *b = &c->m.body[body];
  const rigid_sizes sizes = {.body = body,
                             .nodes = b->nx + 1,
                             .step = b->h / sqrt(b->start.c2),
                             .tension = b->start.c2 * b->density,
                             .spacing = b->h};
  unsigned char *own = BUILDER_ADD(&c->m, own, (int)own_size(&sizes));
  if (own == NULL)
    return false;
  memcpy(own, &sizes, sizeof sizes);
  rigid_system p;
  bind_arrays(own, &p);
  collect_obstacles(c, &p);
  for (int i = 0; i < c->m.contact_count; ++i) {
    c->m.contact[i].numerical = true;
    c->m.contact[i].largest_island = 1;
  }
  return wrapped_starts(c) && check_start(c, b, &p);
}
