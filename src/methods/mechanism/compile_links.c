// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the mechanism method makes of linkages: a tree of links from the ground, parents before what
// is pinned to them, whatever the order in which a scene names them.

#include "methods/mechanism/mechanism.h"
#include "model/compile.h"

#include <math.h>
#include <string.h>

int link_of_body(const mechanism_system *p, int body) {
  for (int i = 0; i < p->links; ++i)
    if (p->link[i].body == body)
      return i;
  return -1;
}

int mass_of_body(const mechanism_system *p, int body) {
  for (int i = 0; i < p->masses; ++i)
    if (p->mass[i].body == body)
      return i;
  return -1;
}

// A key with two numbers.
static bool check_pair(compiler *c, const item *it, const char *key) {
  if (item_rows(it, key) == 2)
    return true;
  return MISTAKE(c, it, key, CAROM_BAD_VALUE, "%d numbers; allowed are two, [x, y]",
                 item_rows(it, key));
}

// The body a link is pinned to; -1 for the ground.
static bool find_parent(compiler *c, const item *it, int *parent) {
  const char *on = item_text(it, "on");
  *parent = -1;
  if (strcmp(on, "ground") == 0)
    return true;
  *parent = compile_find_body(c, on, strlen(on));
  if (*parent < 0 || !body_is_link(&c->m.body[*parent]))
    return MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                   "'%.40s' is no linkage; allowed are ground and the linkages of the scene", on);
  return true;
}

static bool check_pin(compiler *c, const item *it, const mechanism_system *p, int parent) {
  if (parent < 0)
    return true;
  const mechanism_link *l = &p->link[parent];
  if (l->transverses > 0 && item_numbers(it, "pin")[0] > l->from)
    return MISTAKE(c, it, "pin", CAROM_BAD_VALUE,
                   "on the flexible part of '%.40s'; allowed is x up to its shank.from, %g m",
                   item_text(it, "on"), l->from);
  return true;
}

static bool read_shapes(compiler *c, const item *it, mechanism_link *l) {
  if (!item_has(it, "shank.length"))
    return true;
  const double *shapes = item_numbers(it, "shank.shapes");
  if (!check_pair(c, it, "shank.shapes"))
    return false;
  for (int i = 0; i < 2; ++i)
    if (shapes[i] != floor(shapes[i]) || shapes[1] < 1)
      return MISTAKE(c, it, "shank.shapes", CAROM_BAD_VALUE,
                     "allowed are whole numbers, at least one across");
  l->from = item_number(it, "shank.from");
  l->length = item_number(it, "shank.length");
  l->axials = (int)shapes[0];
  l->transverses = (int)shapes[1];
  return true;
}

static bool add_link(compiler *c, const item *it, int body, int parent, mechanism_model *w) {
  mechanism_system *p = &w->system;
  mechanism_link *l = &p->link[p->links];
  if (p->links == MAX_LINKS)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE, "too many linkages; allowed are %d",
                   (int)MAX_LINKS);
  *l =
      (mechanism_link){.body = body,
                       .parent = parent,
                       .angle = p->coordinates,
                       .flex = p->coordinates + 1,
                       .threshold = item_number(it, "pin_threshold"),
                       .spring = {item_number(it, "spring.torque"), item_number(it, "spring.rate")},
                       .stop = {item_number(it, "stop.angle"), item_number(it, "stop.stiffness"),
                                item_number(it, "stop.damping")},
                       .stops = item_has(it, "stop.stiffness")};
  if (!check_pair(c, it, "pin") || !check_pair(c, it, "centre") || !check_pin(c, it, p, parent) ||
      !read_shapes(c, it, l))
    return false;
  memcpy(l->pin, item_numbers(it, "pin"), sizeof l->pin);
  p->coordinates += 1 + l->axials + l->transverses;
  if (p->coordinates > MAX_COORDINATES)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "the mechanism has too many coordinates; allowed are %d", (int)MAX_COORDINATES);
  w->start[0][l->angle] = item_number(it, "angle");
  w->start[1][l->angle] = item_number(it, "angular_velocity");
  return compile_shank(c, it, p, p->links++);
}

// --- The tree -----------------------------------------------------------------------------------

// Adds the links whose parents are there; how many, or -1 after a mistake.
static int add_next(compiler *c, mechanism_model *w, int *waiting) {
  int added = 0;
  *waiting = -1;
  for (int i = 0; i < c->m.body_count; ++i) {
    int parent = -1;
    if (!body_is_link(&c->m.body[i]) || link_of_body(&w->system, i) >= 0)
      continue;
    const item *it = compile_body_item(c, i);
    if (!find_parent(c, it, &parent))
      return -1;
    const int on = parent >= 0 ? link_of_body(&w->system, parent) : -1;
    if (parent >= 0 && on < 0)
      *waiting = i;
    else if (add_link(c, it, i, on, w))
      ++added;
    else
      return -1;
  }
  return added;
}

bool compile_links(compiler *c, mechanism_model *w) {
  int waiting = -1;
  int added = 0;
  do
    added = add_next(c, w, &waiting);
  while (added > 0 && waiting >= 0);
  if (added < 0)
    return false;
  if (waiting >= 0) {
    const item *it = compile_body_item(c, waiting);
    return MISTAKE(
        c, it, "on", CAROM_BAD_REFERENCE,
        "pinned to '%.40s', and that in the end to itself: a loop; allowed are trees that "
        "stand on the ground",
        item_text(it, "on"));
  }
  return true;
}
