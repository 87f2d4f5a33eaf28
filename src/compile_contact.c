// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts -> links. A contact at a point is one link; a contact along a body is one link for each
// node, with K times h (or h^2), so that sums over links stand for integrals.

#include "compile.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// --- Barriers -----------------------------------------------------------------------------------

static const item *body_item(const compiler *c, int body) {
  const char *name = c->d.text + c->d.body[body].name;
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
      c->d.memory.resize(c->d.memory.user, NULL, 0, (size_t)count * sizeof *table->values);
  if (table->values == NULL) {
    c->d.out_of_memory = true;
    return false;
  }
  table->count = item_numbers(it, "profile.values", 1, table->values, count);
  return true;
}

static void heights_end(compiler *c, heights *table) {
  if (table->values != NULL)
    c->d.memory.resize(c->d.memory.user, table->values,
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
  spot below, above;
  int order;   // of interpolation
  double gap;  // m
  bool linear; // springs and the published scheme
  heights table;
} sides;

// One link between two points, `scale` times the contact's law. Where one side is a barrier its
// profile is taken at the other's x; no obstacle there, no link.
static bool add_link(compiler *c, int contact, const sides *s, double scale) {
  const model_body *below = &c->d.body[s->below.body];
  const model_body *above = &c->d.body[s->above.body];
  model_link link = {.contact = contact,
                     .first_term = c->d.term_count,
                     .barrier = -1,
                     .offset = -s->gap,
                     .scale = scale,
                     .linear = s->linear};
  const bool wall_below = below->grid == GRID_NONE;
  if (wall_below || above->grid == GRID_NONE) {
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
  model_link *kept = DRAFT_ADD(&c->d, link, 1);
  if (kept == NULL)
    return false;
  *kept = link;
  ++c->d.contact[contact].links;
  return true;
}

// The body whose nodes carry the links of a contact along its length: the one with the finer grid.
static int carrier(const compiler *c, const sides *s) {
  const model_body *below = &c->d.body[s->below.body];
  const model_body *above = &c->d.body[s->above.body];
  return above->nx > below->nx ? s->above.body : s->below.body;
}

static bool add_links_along(compiler *c, int contact, sides s) {
  const model_body *lower = &c->d.body[s.below.body];
  const model_body *upper = &c->d.body[s.above.body];
  if (lower->grid == upper->grid && fabs(lower->lx - upper->lx) > 1e-9 * lower->lx)
    compile_warn(c,
                 "contacts.%s: the bodies are %g m and %g m long; points at the same fraction meet",
                 c->d.text + c->d.contact[contact].name, lower->lx, upper->lx);
  const model_body b = c->d.body[carrier(c, &s)];
  for (int j = 0; j <= b.ny; ++j)
    for (int i = 0; i <= b.nx; ++i) {
      const double x = (double)i / b.nx;
      const double y = b.ny > 0 ? (double)j / b.ny : 0;
      s.below.x = s.above.x = x;
      s.below.y = s.above.y = y;
      double scale = b.grid == GRID_PLATE ? b.h * b.h : b.h;
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

static bool check_sides(compiler *c, const item *it, const sides *s, bool along) {
  const model_body *below = &c->d.body[s->below.body];
  const model_body *above = &c->d.body[s->above.body];
  if (s->below.body == s->above.body)
    return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                   "a contact of a body with itself; allowed are two different bodies");
  if (below->grid == GRID_NONE && above->grid == GRID_NONE)
    return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                   "neither side can move; allowed is at most one barrier");
  if (!along)
    return true;
  const bool wall = below->grid == GRID_NONE || above->grid == GRID_NONE;
  if (below->grid == GRID_POINT || above->grid == GRID_POINT ||
      (!wall && below->grid != above->grid))
    return MISTAKE(
        c, it, "along", CAROM_BAD_VALUE,
        "allowed are a string or bar along a string, bar or barrier, and a plate along a "
        "plate or barrier");
  return true;
}

static bool compile_contact(compiler *c, const item *it, int index) {
  if (compile_find_body(c, it->name, strlen(it->name)) >= 0)
    return MISTAKE(
        c, it, NULL, CAROM_DUPLICATE,
        "a body has this name; allowed is a name of its own, for outputs and the ledger");
  model_contact contact = {.name = draft_text(&c->d, it->name)};
  if (!read_law(c, it, index, &contact))
    return false;
  model_contact *kept = DRAFT_ADD(&c->d, contact, 1);
  if (kept == NULL)
    return false;
  *kept = contact;
  const bool along = item_flag(it, "along");
  sides s = {.order = (int)item_number(it, "interpolation", 3),
             .gap = item_number(it, "gap", 0),
             .linear = contact.type == CONTACT_SPRING || contact.scheme == SCHEME_PUBLISHED};
  if (!compile_spot(c, it, "below", along, &s.below) ||
      !compile_spot(c, it, "above", along, &s.above) || !check_sides(c, it, &s, along))
    return false;
  const int barrier = c->d.body[s.below.body].grid == GRID_NONE   ? s.below.body
                      : c->d.body[s.above.body].grid == GRID_NONE ? s.above.body
                                                                  : -1;
  if (barrier >= 0 && (!check_profile(c, body_item(c, barrier)) ||
                       !heights_begin(c, body_item(c, barrier), &s.table)))
    return false;
  const bool good = along ? add_links_along(c, index, s) : add_link(c, index, &s, 1);
  heights_end(c, &s.table);
  if (!good)
    return false;
  if (c->d.contact[index].links == 0)
    return MISTAKE(c, it, "above", CAROM_BAD_VALUE,
                   "nothing can move there: both sides are held, or the barrier's profile does not "
                   "reach; allowed is a point that moves");
  return true;
}

bool compile_contacts(compiler *c) {
  int index = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTACTS && !compile_contact(c, it, index++))
      return false;
  }
  return !c->d.out_of_memory;
}
