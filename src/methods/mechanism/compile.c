// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the mechanism method makes of a scene: links, masses, strings and forces.

#include "model/compile.h"
#include "methods/mechanism/mechanism.h"
#include "scene/keys.h"
#include "scene/words.h"

#include <math.h>
#include <string.h>

// --- What it does not take ----------------------------------------------------------------------

static bool check_output(compiler *c, const item *it) {
  if (item_choice(it, "quantity") == OUTPUT_PSI)
    return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                   "solver.method mechanism does not know it; allowed are displacement, velocity, "
                   "acceleration, energy, angle, x, y, travel, force, friction, scuff, gap and "
                   "overlap");
  return true;
}

// Breakpoints of keys that stay as they are.
static bool check_changes(compiler *c, const item *it) {
  const method *row = method_table[c->m.head.method];
  for (int i = 0; i < it->count; ++i) {
    const carom_key *key = carom_key_at(it->entries[i].key);
    if (!key->live || !item_is_list(it, key->name) ||
        (row->has_live_keys && text_list_has(row->live_keys, key->name, strlen(key->name))))
      continue;
    return MISTAKE(c, it, key->name, CAROM_BAD_VALUE,
                   "does not change with solver.method %s; allowed is a number%s", row->about.name,
                   row->has_live_keys ? "; amplitude, friction and pin_friction change" : "");
  }
  return true;
}

static bool check_string(compiler *c, const item *it) {
  if (!body_is_modal(&c->m.body[compile_find_body(c, it->name, strlen(it->name))]))
    return MISTAKE(c, it, "model", CAROM_BAD_VALUE,
                   "solver.method mechanism takes strings by their modes; allowed is model: modes "
                   "with points, their number");
  return true;
}

bool mechanism_fits(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_SCORE && !method_table[c->m.head.method]->has_live_keys)
      return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                     "solver.method adaptive has no live keys; allowed are forces");
    if (!check_changes(c, it))
      return false;
    if (it->in == SECTION_OUTPUTS && !check_output(c, it))
      return false;
    if (it->in == SECTION_BODIES && strcmp(item_text(it, "type"), "string") == 0 &&
        !check_string(c, it))
      return false;
  }
  return true;
}

// --- Masses and strings -------------------------------------------------------------------------

static bool add_mass(compiler *c, const item *it, int body, mechanism_model *w) {
  mechanism_system *p = &w->system;
  const model_body *b = &c->m.body[body];
  const int at = p->coordinates++;
  if (p->masses == MAX_LINKS || p->coordinates > MAX_COORDINATES)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE, "too many masses; allowed are %d", (int)MAX_LINKS);
  p->mass[p->masses++] =
      (mechanism_mass){.body = body, .node = b->first, .coordinate = at, .mass = b->mass};
  p->constant_mass[at][at] = b->mass;
  p->stiffness[at][at] = b->mass * b->start.omega2;
  p->damping[at][at] = 2 * b->mass * b->start.sigma0;
  w->start[0][at] = c->m.start[b->first];
  w->start[1][at] = c->m.start_speed[b->first];
  return true;
}

static bool add_string(compiler *c, const item *it, int body, mechanism_system *p) {
  const model_body *b = &c->m.body[body];
  if (p->strings == MAX_TOUCHES)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE, "too many strings; allowed are %d",
                   (int)MAX_TOUCHES);
  if (b->ends[0] != END_PINNED || b->ends[1] != END_PINNED)
    return MISTAKE(c, it, "ends", CAROM_BAD_VALUE,
                   "this method knows the modes of pinned strings; allowed is [pinned, pinned]");
  p->string[p->strings++] =
      (mechanism_string){.body = body,
                         .first = b->first,
                         .modes = b->nodes,
                         .left = b->left,
                         .height = b->height,
                         .length = b->lx,
                         .shape = c->m.shape[b->modes.first_shape].coefficient[0],
                         .first_mode = p->string_modes};
  p->string_modes += b->nodes;
  return true;
}

static void fill_string_modes(const compiler *c, mechanism_system *p, string_mode *string_modes) {
  for (int i = 0; i < p->strings; ++i) {
    mechanism_string *s = &p->string[i];
    const model_body *b = &c->m.body[s->body];
    for (int j = 0; j < s->modes; ++j) {
      const mode_shape *shape = &c->m.shape[b->modes.first_shape + j];
      const double omega2 = shape_omega2(shape, b->start.c2, b->bend);
      const double decay = b->start.sigma0 + b->start.sigma1 * shape->stretch +
                           b->modes.damping_ratio * sqrt(omega2);
      string_modes[s->first_mode + j] = string_mode_of(omega2, decay, p->h);
      s->give += s->shape * s->shape * string_modes[s->first_mode + j].respond[0];
    }
  }
}

// --- Forces -------------------------------------------------------------------------------------

static bool add_pull(compiler *c, int force, mechanism_system *p) {
  const model_force *of = &c->m.force[force];
  mechanism_pull *pull = &p->pull[p->pulls];
  if (p->pulls == MAX_PULLS)
    return MISTAKE(c, scene_item(c->scene, 0), NULL, CAROM_BAD_VALUE,
                   "too many forces; allowed are %d", (int)MAX_PULLS);
  *pull = (mechanism_pull){.force = force, .coordinate = -1, .axis = (int)of->plane.axis};
  const int body = of->plane.link > 0 ? of->plane.link - 1 : c->m.term[of->first_term].body;
  const int link = link_of_body(p, body);
  const int mass = mass_of_body(p, body);
  if (mass >= 0)
    pull->coordinate = p->mass[mass].coordinate;
  else if (link >= 0 && of->plane.marked)
    pull->at = point_of(p, link, of->plane.x, of->plane.y);
  else if (link >= 0)
    pull->coordinate = p->link[link].angle;
  else
    return MISTAKE(c, scene_item(c->scene, 0), "solver.method", CAROM_BAD_VALUE,
                   "mechanism knows no force on a string; allowed are linkages and masses");
  ++p->pulls;
  return true;
}

// --- The whole ----------------------------------------------------------------------------------

static bool add_bodies(compiler *c, mechanism_model *w) {
  if (!compile_links(c, w))
    return false;
  for (int i = 0; i < c->m.body_count; ++i) {
    const item *it = compile_body_item(c, i);
    const model_body *b = &c->m.body[i];
    if (body_is_link(b))
      continue;
    if (!(body_is_mass(b) ? add_mass(c, it, i, w) : add_string(c, it, i, &w->system)))
      return false;
  }
  return true;
}

// Rotary inertias: angles of cross-sections are linear in the coordinates.
static void add_inertias(mechanism_system *p) {
  const double at_rest[MAX_COORDINATES] = {0};
  link_poses poses;
  link_frames frames;
  poses_make(p, at_rest, at_rest, &poses);
  frames_make(&poses, &poses, &frames);
  for (int k = 0; k < p->point_masses; ++k) {
    difference angle;
    point_angle(&frames, &p->point[k].at, &angle);
    for (int i = 0; i < p->coordinates; ++i)
      for (int j = 0; j < p->coordinates; ++j)
        p->constant_mass[i][j] += p->point[k].inertia * angle.g[i] * angle.g[j];
  }
}

static double extent_of(const mechanism_system *p) {
  double extent = 1e-3;
  for (int i = 0; i < p->links; ++i)
    extent = fmax(extent, hypot(p->link[i].pin[0], p->link[i].pin[1]));
  for (int i = 0; i < p->strings; ++i)
    extent =
        fmax(extent, hypot(fabs(p->string[i].left) + p->string[i].length, p->string[i].height));
  for (int i = 0; i < p->touches; ++i)
    for (int k = 0; k < 2; ++k)
      extent = fmax(extent, hypot(p->touch[i].ends[k][0], p->touch[i].ends[k][1]));
  return extent;
}

static bool build(compiler *c, mechanism_model *w) {
  mechanism_system *p = &w->system;
  p->h = c->m.head.k;
  p->gravity = c->m.head.gravity;
  if (!add_bodies(c, w))
    return false;
  add_inertias(p);
  for (int i = 0; i < c->m.contact_count; ++i)
    if (!compile_touch(c, compile_contact_item(c, i), i, w))
      return false;
  for (int i = 0; i < c->m.force_count; ++i)
    if (!add_pull(c, i, p))
      return false;
  p->extent = extent_of(p);
  const size_t head = block_padded(sizeof *w);
  unsigned char *own =
      BUILDER_ADD(&c->m, own, (int)(head + (size_t)p->string_modes * sizeof(string_mode)));
  if (own == NULL)
    return false;
  string_mode *string_modes = (string_mode *)(void *)(own + head);
  fill_string_modes(c, p, string_modes);
  const bool good = mechanism_settle(c, w, string_modes);
  memcpy(own, w, sizeof *w);
  return good;
}

bool mechanism_compile(compiler *c) {
  mechanism_model *w = compile_take(c, sizeof *w);
  const bool good = w != NULL && build(c, w);
  compile_drop(c, w, sizeof *w);
  return good;
}
