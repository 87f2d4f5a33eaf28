// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts -> links. A contact at a point is one link; a contact along a body is one link for each
// node, with K times h (or h^2), so that sums over links stand for integrals.

#include "contacts/friction.h"
#include "model/compile.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// --- Barriers -----------------------------------------------------------------------------------

static const item *body_item(const compiler *c, int body) {
  const char *name = c->m.text + c->m.body[body].name;
  return scene_item(c->scene, scene_find(c->scene, SECTION_BODIES, name, strlen(name)));
}

static bool check_profile(compiler *c, const item *it) {
  const char *shape = item_text(it, "profile.shape");
  const bool table = strcmp(shape, "table") == 0;
  const bool curve = strcmp(shape, "sine") == 0 || strcmp(shape, "parabola") == 0;
  if (curve && item_entry(it, "profile.width") == NULL)
    return MISTAKE(c, it, "profile.width", CAROM_MISSING, "missing; needed with profile.shape: %s",
                   shape);
  if (table && item_numbers(it, "profile.values", 1, NULL, 0) < 2)
    return MISTAKE(c, it, "profile.values", CAROM_MISSING,
                   "needed with profile.shape: table are at least two heights");
  if (item_number(it, "profile.to", INFINITY) <= item_number(it, "profile.from", 0))
    return MISTAKE(c, it, "profile.to", CAROM_BAD_VALUE,
                   "not beyond profile.from; allowed is a number above it, in m");
  return true;
}

/// The heights of a barrier whose profile is a table; none for any other.
typedef struct {
  int count;
  double *values;
} heights;

// They are read once a contact: there may be as many of them as there are links.
static bool heights_begin(compiler *c, const item *it, heights *table) {
  if (!item_word_is(it, "profile.shape", "table"))
    return true;
  const int count = item_numbers(it, "profile.values", 1, NULL, 0);
  table->values =
      c->m.memory.resize(c->m.memory.user, NULL, 0, (size_t)count * sizeof *table->values);
  if (table->values == NULL) {
    c->m.out_of_memory = true;
    return false;
  }
  table->count = item_numbers(it, "profile.values", 1, table->values, count);
  return true;
}

static void heights_end(compiler *c, heights *table) {
  if (table->values != NULL)
    c->m.memory.resize(c->m.memory.user, table->values,
                       (size_t)table->count * sizeof *table->values, 0);
}

// A table's height at a fraction of its span, straight between its values.
static double table_height(const heights *table, double fraction) {
  const int last = table->count - 1;
  const double place = fraction * last;
  const int i = place >= last ? last - 1 : (int)place;
  const double *values = table->values + i;
  return values[0] + (values[1] - values[0]) * (place - i);
}

// The height of a barrier above its position at x metres from the body's left end; false where
// there is no obstacle.
static bool profile_height(const item *it, const heights *table, double x, double length,
                           double *height) {
  const double from = item_number(it, "profile.from", 0);
  const double to = item_number(it, "profile.to", length);
  const double h = item_number(it, "profile.height", 0);
  const double B = item_number(it, "profile.width", 1);
  const double slack = 1e-9 * length;
  *height = 0;
  if (x < from - slack || x > to + slack)
    return false;
  if (item_word_is(it, "profile.shape", "parabola"))
    *height = 4 * h * x * (B - x) / (B * B);
  else if (item_word_is(it, "profile.shape", "sine"))
    *height = h * sin(2 * pi * x / B);
  else if (table->count > 0)
    *height = table_height(table, fmin(fmax((x - from) / (to - from), 0), 1));
  return true;
}

// --- Links --------------------------------------------------------------------------------------

/// The two sides of a contact.
typedef struct {
  body_point below, above;
  int order;   // of interpolation
  double gap;  // m
  bool linear; // springs and the published scheme
  bool exact;  // the exact scheme
  heights table;
} sides;

// One link between two points, `scale` times the contact's law. Where one side is a barrier its
// profile is taken at the other's x; no obstacle there, no link.
static bool add_link(compiler *c, int contact, const sides *s, double scale) {
  const model_body *below = &c->m.body[s->below.body];
  const model_body *above = &c->m.body[s->above.body];
  model_link link = {.contact = contact,
                     .first_term = c->m.term_count,
                     .barrier = -1,
                     .moving = -1,
                     .offset = -s->gap,
                     .scale = scale,
                     .linear = s->linear,
                     .exact = s->exact};
  const bool wall_below = below->grid == LAYOUT_NONE;
  if (wall_below || above->grid == LAYOUT_NONE) {
    link.barrier = wall_below ? s->below.body : s->above.body;
    link.side = wall_below ? 1 : -1;
    const model_body *body = wall_below ? above : below;
    const double x = wall_below ? s->above.x : s->below.x;
    double height = 0;
    if (!profile_height(body_item(c, link.barrier), &s->table, x * body->lx, body->lx, &height))
      return true;
    link.offset += link.side * height;
  }
  link.terms = compile_weights(c, s->below, s->order, false, 1);
  link.terms += compile_weights(c, s->above, s->order, false, -1);
  if (link.terms == 0) // both sides are held there
    return true;
  model_link *kept = BUILDER_ADD(&c->m, link, 1);
  if (kept == NULL)
    return false;
  *kept = link;
  ++c->m.contact[contact].links;
  return true;
}

// The body whose nodes carry the links of a contact along its length: the one with the finer grid.
static int carrier(const compiler *c, const sides *s) {
  const model_body *below = &c->m.body[s->below.body];
  const model_body *above = &c->m.body[s->above.body];
  return above->nx > below->nx ? s->above.body : s->below.body;
}

static bool add_links_along(compiler *c, int contact, sides s) {
  const model_body *lower = &c->m.body[s.below.body];
  const model_body *upper = &c->m.body[s.above.body];
  if (lower->grid == upper->grid && fabs(lower->lx - upper->lx) > 1e-9 * lower->lx)
    compile_warn(c,
                 "contacts.%s: the bodies are %g m and %g m long; points at the same fraction meet",
                 c->m.text + c->m.contact[contact].name, lower->lx, upper->lx);
  const model_body b = c->m.body[carrier(c, &s)];
  for (int j = 0; j <= b.ny; ++j)
    for (int i = 0; i <= b.nx; ++i) {
      const double x = (double)i / b.nx;
      const double y = b.ny > 0 ? (double)j / b.ny : 0;
      s.below.x = s.above.x = x;
      s.below.y = s.above.y = y;
      double scale = b.grid == LAYOUT_PLATE ? b.h * b.h : b.h;
      if (i == 0 || i == b.nx) // half a cell
        scale /= 2;
      if (!add_link(c, contact, &s, scale))
        return false;
    }
  return true;
}

// --- Contacts -----------------------------------------------------------------------------------

static power_kind power_of(double exponent) {
  if (exponent == 1)
    return POWER_ONE;
  if (exponent == 1.5)
    return POWER_FOURTH_ROOT;
  if (exponent == 2)
    return POWER_ROOT;
  return exponent == 3 ? POWER_LINEAR : POWER_GENERAL;
}

static bool read_law(compiler *c, const item *it, int index, model_contact *contact) {
  if (item_word_is(it, "type", "stop")) { // what it does is read in compile_event.c
    contact->type = CONTACT_STOP;
    contact->exponent = 1;
    return true;
  }
  const bool spring = item_word_is(it, "type", "spring");
  const bool power = item_entry(it, "stiffness") != NULL;
  const bool polynomial = item_entry(it, "linear") != NULL || item_entry(it, "cubic") != NULL ||
                          item_entry(it, "sigma_x") != NULL;
  if (!spring && !power)
    return MISTAKE(c, it, "stiffness", CAROM_MISSING,
                   "missing; required is a number of at least 0, in N/m^alpha");
  if (spring && !power && !polynomial)
    return MISTAKE(c, it, NULL, CAROM_MISSING,
                   "a spring needs linear, cubic or sigma_x, or stiffness and exponent");
  contact->type = spring ? CONTACT_SPRING : CONTACT_COLLISION;
  contact->scheme = item_word_is(it, "scheme", "clamp")       ? SCHEME_CLAMP
                    : item_word_is(it, "scheme", "published") ? SCHEME_PUBLISHED
                    : item_word_is(it, "scheme", "exact")     ? SCHEME_EXACT
                                                              : SCHEME_POSITIVE;
  contact->power_law = power;
  contact->two_sided = spring;
  contact->printed_branch = item_word_is(it, "branch", "printed");
  contact->exponent = item_number(it, "exponent", 1.5);
  contact->power = power_of(contact->exponent);
  contact->dead_zone = item_number(it, "dead_zone", 0);
  contact->stiffness = item_number(it, "stiffness", 0);
  contact->damping = item_number(it, "damping", 0);
  contact->linear = item_number(it, "linear", 0);
  contact->cubic = item_number(it, "cubic", 0);
  contact->sigma_x = item_number(it, "sigma_x", 0);
  if (power)
    compile_live(c, it, "stiffness", LIVE_STIFFNESS, index, 0, INFINITY);
  if (!spring) {
    compile_live(c, it, "damping", LIVE_LOSS, index, 0, INFINITY);
  } else {
    compile_live(c, it, "linear", LIVE_LINEAR, index, 0, INFINITY);
    compile_live(c, it, "cubic", LIVE_CUBIC, index, 0, INFINITY);
    compile_live(c, it, "sigma_x", LIVE_SIGMA_X, index, 0, INFINITY);
  }
  return true;
}

static bool keep_contact(compiler *c, model_contact contact) {
  model_contact *kept = BUILDER_ADD(&c->m, contact, 1);
  if (kept != NULL)
    *kept = contact;
  return kept != NULL;
}

// --- Collisions and springs ---------------------------------------------------------------------

static bool check_sides(compiler *c, const item *it, const sides *s, bool along) {
  const model_body *below = &c->m.body[s->below.body];
  const model_body *above = &c->m.body[s->above.body];
  if (s->below.body == s->above.body)
    return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                   "a contact of a body with itself; allowed are two different bodies");
  if (below->grid == LAYOUT_NONE && above->grid == LAYOUT_NONE)
    return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                   "neither side can move; allowed is at most one barrier");
  if (!along)
    return true;
  if (below->grid == LAYOUT_MODES || above->grid == LAYOUT_MODES)
    return MISTAKE(c, it, "along", CAROM_BAD_VALUE,
                   "modes are touched at points; allowed along a body is model: grid");
  const bool wall = below->grid == LAYOUT_NONE || above->grid == LAYOUT_NONE;
  if (below->grid == LAYOUT_POINT || above->grid == LAYOUT_POINT ||
      (!wall && below->grid != above->grid))
    return MISTAKE(
        c, it, "along", CAROM_BAD_VALUE,
        "allowed are a string or bar along a string, bar or barrier, and a plate along a "
        "plate or barrier");
  return true;
}

// Two sides, at a point or along each other.
static bool compile_pair(compiler *c, const item *it, int index, model_contact contact) {
  if (!read_law(c, it, index, &contact) || !keep_contact(c, contact))
    return false;
  if (contact.scheme == SCHEME_EXACT && c->m.head.method != METHOD_AUDIO)
    return MISTAKE(c, it, "scheme", CAROM_BAD_VALUE,
                   "exact belongs to solver.method audio; allowed is to leave it out");
  const bool along = item_flag(it, "along");
  sides s = {.order = (int)item_number(it, "interpolation", 3),
             .gap = item_number(it, "gap", 0),
             .linear = contact.type == CONTACT_SPRING || contact.scheme == SCHEME_PUBLISHED,
             .exact = contact.scheme == SCHEME_EXACT};
  if (!compile_point(c, it, "below", along, &s.below) ||
      !compile_point(c, it, "above", along, &s.above) || !check_sides(c, it, &s, along))
    return false;
  const int barrier = c->m.body[s.below.body].grid == LAYOUT_NONE   ? s.below.body
                      : c->m.body[s.above.body].grid == LAYOUT_NONE ? s.above.body
                                                                    : -1;
  if (barrier >= 0 && (!check_profile(c, body_item(c, barrier)) ||
                       !heights_begin(c, body_item(c, barrier), &s.table)))
    return false;
  const bool good = along ? add_links_along(c, index, s) : add_link(c, index, &s, 1);
  heights_end(c, &s.table);
  if (!good)
    return false;
  if (c->m.contact[index].links == 0)
    return MISTAKE(c, it, "above", CAROM_BAD_VALUE,
                   "nothing can move there: both sides are held, or the barrier's profile does not "
                   "reach; allowed is a point that moves");
  return true;
}

// --- Bows and fingers ---------------------------------------------------------------------------

static void read_friction(compiler *c, const item *it, int index, model_friction *f) {
  f->law =
      item_word_is(it, "law", "elasto-plastic") ? FRICTION_ELASTO_PLASTIC : FRICTION_EXPONENTIAL;
  f->solve = item_word_is(it, "solve", "linear")    ? SOLVE_LINEAR
             : item_word_is(it, "solve", "linear2") ? SOLVE_LINEAR2
                                                    : SOLVE_NEWTON;
  f->curve = friction_curve_of(item_number(it, "sharpness", 0));
  f->static_friction = item_number(it, "static_friction", 0);
  f->dynamic_friction = item_number(it, "dynamic_friction", 0);
  f->stribeck = item_number(it, "stribeck", 0);
  f->bristle_stiffness = item_number(it, "bristle_stiffness", 0);
  f->bristle_damping = item_number(it, "bristle_damping", 0);
  f->viscous = item_number(it, "viscous", 0);
  f->start_force = item_number(it, "force", 0);
  f->start_speed = item_number(it, "speed", 0);
  compile_live(c, it, "force", LIVE_BOW_FORCE, index, 0, INFINITY);
  compile_live(c, it, "speed", LIVE_BOW_SPEED, index, -INFINITY, INFINITY);
}

static bool check_friction(compiler *c, const item *it, const model_friction *f) {
  if (f->law == FRICTION_ELASTO_PLASTIC && f->solve != SOLVE_NEWTON)
    return MISTAKE(c, it, "solve", CAROM_BAD_VALUE,
                   "the elasto-plastic law has no linear form; allowed is newton");
  if (f->dynamic_friction > f->static_friction)
    return MISTAKE(c, it, "dynamic_friction", CAROM_BAD_VALUE,
                   "above static_friction; allowed is at most %g", f->static_friction);
  return true;
}

// A point that may travel: for the islands its link touches every node it can reach.
static bool add_moving_link(compiler *c, const item *it, int index, body_point at,
                            model_link *link) {
  const model_body *b = &c->m.body[at.body];
  model_contact *contact = &c->m.contact[index];
  const bool given = item_entry(it, "position") != NULL;
  contact->moving = link->moving = c->m.moving_count;
  contact->place = given ? item_number(it, "position", 0) : at.x;
  const int live = compile_live(c, it, "position", LIVE_PLACE, index, 0, 1);
  if (live >= 0 && !given)
    c->m.live[live].start = c->m.live[live].largest = at.x;
  for (int i = 0; i <= b->nx; ++i) {
    const int node = node_at(b, i, 0);
    if (c->m.inverse_mass[node] == 0)
      continue;
    link_term *term = BUILDER_ADD(&c->m, term, 1);
    if (term == NULL)
      return false;
    *term = (link_term){.node = node, .body = at.body};
    ++link->terms;
  }
  model_moving *moving = BUILDER_ADD(&c->m, moving, 1);
  if (moving != NULL)
    *moving = (model_moving){.body = at.body, .order = (int)item_number(it, "interpolation", 3)};
  return moving != NULL;
}

static bool add_fixed_link(compiler *c, const item *it, body_point at, model_link *link) {
  if (item_entry(it, "position") != NULL)
    return MISTAKE(c, it, "position", CAROM_BAD_VALUE,
                   "only points of strings and bars can move; allowed is a point given with on");
  link->terms = compile_weights(c, at, (int)item_number(it, "interpolation", 3), false, 1);
  return link->terms > 0 || c->m.out_of_memory ||
         MISTAKE(c, it, "on", CAROM_BAD_VALUE,
                 "the body is held there; allowed is a point that moves");
}

// One point of one body, rubbed by a bow or damped by a finger.
static bool compile_touch(compiler *c, const item *it, int index, model_contact contact) {
  const bool bow = item_word_is(it, "type", "bow");
  contact.type = bow ? CONTACT_BOW : CONTACT_FINGER;
  contact.two_sided = true;
  contact.exponent = 1;
  contact.links = 1;
  if (bow) {
    read_friction(c, it, index, &contact.friction);
    if (!check_friction(c, it, &contact.friction))
      return false;
  } else {
    contact.linear = item_number(it, "spring", 0);
    contact.sigma_x = item_number(it, "damper", 0) / 2;
    compile_live(c, it, "spring", LIVE_LINEAR, index, 0, INFINITY);
    compile_live(c, it, "damper", LIVE_DAMPER, index, 0, INFINITY);
  }
  if (!keep_contact(c, contact))
    return false;
  body_point at;
  const bool placed = item_entry(it, "position") != NULL;
  const bool bare = placed && strchr(item_text(it, "on"), '@') == NULL;
  if (!compile_point(c, it, "on", bare, &at))
    return false;
  const layout_kind grid = c->m.body[at.body].grid;
  if (grid == LAYOUT_NONE)
    return MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                   "a barrier does not move; allowed is a body that moves");
  model_link link = {.contact = index,
                     .first_term = c->m.term_count,
                     .barrier = -1,
                     .moving = -1,
                     .scale = 1,
                     .linear = true};
  if (!(grid == LAYOUT_LINE ? add_moving_link(c, it, index, at, &link)
                            : add_fixed_link(c, it, at, &link)))
    return false;
  model_link *kept = BUILDER_ADD(&c->m, link, 1);
  if (kept != NULL)
    *kept = link;
  return kept != NULL;
}

static bool compile_contact(compiler *c, const item *it, int index) {
  if (compile_find_body(c, it->name, strlen(it->name)) >= 0)
    return MISTAKE(
        c, it, NULL, CAROM_DUPLICATE,
        "a body has this name; allowed is a name of its own, for outputs and the ledger");
  const model_contact contact = {.name = builder_text(&c->m, it->name), .moving = -1};
  return item_word_is(it, "type", "bow") || item_word_is(it, "type", "finger")
             ? compile_touch(c, it, index, contact)
             : compile_pair(c, it, index, contact);
}

bool compile_contacts(compiler *c) {
  int index = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTACTS && !compile_contact(c, it, index++))
      return false;
  }
  return !c->m.out_of_memory;
}
