// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the mechanism method makes of a felt: its circle, what it meets, its law and its friction.

#include "methods/mechanism/mechanism.h"

#include "contacts/links.h"
#include "scene/words.h"
#include <math.h>
#include <string.h>

static bool read_law(compiler *c, const item *it, mechanism_touch *t) {
  bool cubic = false;
  if (!felt_choose(c, it, &cubic))
    return false;
  t->law = (felt_law){.power = !cubic,
                      .a = item_number(it, "a"),
                      .b = item_number(it, "b"),
                      .c = item_number(it, "c"),
                      .stiffness = item_number(it, "stiffness"),
                      .exponent = item_number(it, "exponent"),
                      .damping = item_number(it, "d")};
  t->rub = (felt_friction){.friction = item_number(it, "friction"),
                           .b1 = item_number(it, "B1"),
                           .b2 = item_number(it, "B2"),
                           .threshold = item_number(it, "threshold")};
  t->radius = item_number(it, "radius");
  t->slope_force = item_flag(it, "slope_force");
  return true;
}

static bool read_circle(compiler *c, const item *it, const mechanism_system *p,
                        mechanism_touch *t) {
  body_point at;
  if (!compile_point(c, it, "circle", false, &at))
    return false;
  c->m.contact[t->contact].end[0] = at;
  const int link = link_of_body(p, at.body);
  const int mass = mass_of_body(p, at.body);
  t->translates = mass >= 0;
  if (mass >= 0)
    t->coordinate = p->mass[mass].coordinate;
  else if (link >= 0 && at.marked)
    t->circle = point_of(p, link, at.x, at.y);
  else
    return MISTAKE(c, it, "circle", CAROM_BAD_VALUE,
                   "a felt lies on a mark of a linkage or on a mass; allowed are LINKAGE@MARK and "
                   "MASS");
  return true;
}

static bool read_ends(compiler *c, const item *it, mechanism_touch *t) {
  static const char *const keys[2] = {"from", "to"};
  for (int i = 0; i < 2; ++i) {
    if (item_rows(it, keys[i]) != 2)
      return MISTAKE(c, it, keys[i], CAROM_MISSING,
                     "needed is [x, y], an end of the segment, in m");
    memcpy(t->ends[i], item_numbers(it, keys[i]), sizeof t->ends[i]);
  }
  const double along[2] = {t->ends[1][0] - t->ends[0][0], t->ends[1][1] - t->ends[0][1]};
  t->length = hypot(along[0], along[1]);
  t->line[0] = t->length > 0 ? along[0] / t->length : 1;
  t->line[1] = t->length > 0 ? along[1] / t->length : 0;
  return true;
}

// STRING, or STRING@x under a mass.
static bool read_string(compiler *c, const item *it, const mechanism_system *p,
                        const body_point *at, bool placed, mechanism_touch *t) {
  for (int i = 0; i < p->strings; ++i)
    if (p->string[i].body == at->body)
      t->string = i;
  const mechanism_string *s = &p->string[t->string];
  int others = 0;
  for (int i = 0; i < p->touches; ++i)
    others += p->touch[i].faces == FACES_STRING && p->touch[i].string == t->string;
  if (others == MAX_ON_STRING)
    return MISTAKE(c, it, "segment", CAROM_BAD_VALUE,
                   "too many felts meet this string; allowed are %d", (int)MAX_ON_STRING);
  if (placed != t->translates)
    return MISTAKE(c, it, "segment", CAROM_BAD_VALUE,
                   "allowed are STRING@x under a mass and STRING under a linkage, whose place is "
                   "its own");
  t->faces = FACES_STRING;
  t->place = s->left + at->x * s->length;
  t->side = item_choice(it, "side") == SIDE_BELOW ? 1 : -1;
  return true;
}

static bool read_segment(compiler *c, const item *it, const mechanism_system *p,
                         mechanism_touch *t) {
  const char *text = item_text(it, "segment");
  const size_t length = strcspn(text, "@");
  const int body = compile_find_body(c, text, length);
  t->on = -1;
  if (strcmp(text, "ground") == 0)
    return read_ends(c, it, t);
  body_point at;
  if (!compile_point(c, it, "segment", body >= 0 && text[length] == '\0', &at))
    return false;
  c->m.contact[t->contact].end[1] = at;
  t->on = link_of_body(p, at.body);
  if (t->on >= 0)
    return read_ends(c, it, t);
  if (!body_is_modal(&c->m.body[at.body]))
    return MISTAKE(c, it, "segment", CAROM_BAD_REFERENCE,
                   "'%.40s' has no segment; allowed are ground, a linkage and a string", text);
  return read_string(c, it, p, &at, text[length] == '@', t);
}

// Where it starts: not farther inside what it meets than felt can be.
static bool check_start(compiler *c, const item *it, const mechanism_model *w,
                        const mechanism_touch *t) {
  const mechanism_system *p = &w->system;
  link_poses poses;
  poses_make(p, w->start[0], w->start[1], &poses);
  point_pose centre = {.at = {t->place, w->start[0][t->coordinate]}};
  if (!t->translates)
    centre = pose_point(&poses, &t->circle);
  const point_pose is = pose_read(&poses, t->on, &centre);
  const bool string = t->faces == FACES_STRING;
  const double depth = string ? t->radius + t->side * (centre.at[1] - p->string[t->string].height)
                              : t->radius - beside_segment(t, is.at[0], is.at[1]).distance;
  const double max = string ? t->radius : t->radius / 2;
  if (depth > max * (1 + 1e-12) && depth > 0)
    return MISTAKE(c, it, "circle", CAROM_BAD_VALUE,
                   "starts %g m inside %s; allowed is at most %s, %g m", depth,
                   item_text(it, "segment"), string ? "its radius" : "half its radius", max);
  return true;
}

bool compile_touch(compiler *c, const item *it, int contact, mechanism_model *w) {
  mechanism_system *p = &w->system;
  if (p->touches == MAX_TOUCHES)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE, "too many felts; allowed are %d",
                   (int)MAX_TOUCHES);
  mechanism_touch t = {.contact = contact, .on = -1};
  if (!read_law(c, it, &t) || !read_circle(c, it, p, &t) || !read_segment(c, it, p, &t) ||
      !check_start(c, it, w, &t))
    return false;
  p->touch[p->touches++] = t;
  return true;
}
