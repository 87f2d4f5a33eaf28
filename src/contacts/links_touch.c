// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts with one side, a bow or a finger -> one link on a body, at a point that may travel.

#include "contacts/links.h"

#include "model/layout.h"
#include <math.h>
#include <string.h>

double links_force(const item *it, double standard) {
  return item_has(it, "force") ? item_number(it, "force") : standard;
}

void links_live_force(compiler *c, const item *it, int index, double standard) {
  const int live = compile_live(c, it, "force", index, 0, INFINITY);
  if (live >= 0 && !item_has(it, "force"))
    c->m.live[live].start = c->m.live[live].largest = standard;
}

/// Where a point may come to, as fractions of the length.
typedef struct {
  double min, max;
} reach;

static reach reach_of(const item *it) {
  if (!item_has(it, "reach"))
    return (reach){0, 1};
  const double *ends = item_numbers(it, "reach");
  return (reach){ends[0], ends[1]};
}

static bool out_of_reach(compiler *c, const item *it, reach r) {
  return MISTAKE(c, it, item_has(it, "position") ? "position" : "on", CAROM_BAD_VALUE,
                 "out of reach; allowed is from %g to %g", r.min, r.max);
}

static bool check_reach(compiler *c, const item *it, double place) {
  if (item_has(it, "reach") && item_rows(it, "reach") != 2)
    return MISTAKE(c, it, "reach", CAROM_BAD_VALUE,
                   "allowed are two numbers, the least and the largest position");
  const reach r = reach_of(it);
  if (r.max < r.min)
    return MISTAKE(c, it, "reach", CAROM_BAD_VALUE,
                   "ends at %g and begins at %g; allowed is an end beyond the beginning", r.max,
                   r.min);
  return (place >= r.min && place <= r.max) || out_of_reach(c, it, r);
}

// The live key of its place.
static bool add_place(compiler *c, const item *it, int index, double place) {
  if (!check_reach(c, it, place))
    return false;
  const reach r = reach_of(it);
  const int live = compile_live(c, it, "position", index, r.min, r.max);
  if (live < 0)
    return true;
  const model_live *l = &c->m.live[live];
  for (int i = l->first_point; i < l->first_point + l->points; ++i)
    if (!(c->m.point[i].value >= r.min && c->m.point[i].value <= r.max))
      return out_of_reach(c, it, r);
  if (!item_has(it, "position"))
    c->m.live[live].start = c->m.live[live].largest = place;
  return true;
}

// A point that may travel: for the islands its link has all nodes that it may come to, up to three
// beside its place, or all modes.
static bool add_moving_link(compiler *c, const item *it, int index, body_point at,
                            model_link *link) {
  const model_body *b = &c->m.body[at.body];
  model_contact *contact = &c->m.contact[index];
  contact->moving = link->moving = c->m.moving_count;
  if (item_has(it, "position"))
    contact->end[0].x = item_number(it, "position");
  contact->end[0].placed = true;
  if (!add_place(c, it, index, contact->end[0].x))
    return false;
  const reach r = reach_of(it);
  const bool modal = body_is_modal(b);
  const int nodes = modal ? b->nodes : b->nx + 1;
  for (int i = 0; i < nodes; ++i) {
    const int node = modal ? b->first + i : node_at(b, i, 0);
    const bool near = modal || (i + 3 >= r.min * b->nx && i - 3 <= r.max * b->nx);
    if (c->m.inverse_mass[node] == 0 || !near)
      continue;
    link_term *term = BUILDER_ADD(&c->m, term, 1);
    if (term == NULL)
      return false;
    *term = (link_term){.node = node, .body = at.body};
    ++link->terms;
  }
  model_moving *moving = BUILDER_ADD(&c->m, moving, 1);
  if (moving != NULL)
    *moving = (model_moving){.body = at.body, .order = (int)item_number(it, "interpolation")};
  return moving != NULL;
}

static bool add_fixed_link(compiler *c, const item *it, body_point at, model_link *link) {
  static const char *const keys[] = {"position", "reach"};
  for (int i = 0; i < 2; ++i)
    if (item_has(it, keys[i]))
      return MISTAKE(c, it, keys[i], CAROM_BAD_VALUE,
                     "only points of strings and bars can move; allowed is a point given with on");
  link->terms = compile_weights(c, at, (int)item_number(it, "interpolation"), false, 1);
  return link->terms > 0 || c->m.out_of_memory ||
         MISTAKE(c, it, "on", CAROM_BAD_VALUE,
                 "the body is held there; allowed is a point that moves");
}

bool links_touch(compiler *c, const item *it, int index, const model_contact *contact) {
  body_point at;
  const bool bare = item_has(it, "position") && strchr(item_text(it, "on"), '@') == NULL;
  if (!links_keep(c, contact) || !compile_point(c, it, "on", bare, &at))
    return false;
  c->m.contact[index].end[0] = at;
  if (body_stands(&c->m.body[at.body]))
    return MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                   "a barrier does not move; allowed is a body that moves");
  model_link link = {.contact = index,
                     .first_term = c->m.term_count,
                     .barrier = -1,
                     .law = -1,
                     .moving = -1,
                     .scale = 1,
                     .linear = true};
  if (!(links_is_long(&c->m.body[at.body]) ? add_moving_link(c, it, index, at, &link)
                                           : add_fixed_link(c, it, at, &link)))
    return false;
  model_link *kept = BUILDER_ADD(&c->m, link, 1);
  if (kept == NULL)
    return false;
  *kept = link;
  c->m.contact[index].links = 1;
  return true;
}
