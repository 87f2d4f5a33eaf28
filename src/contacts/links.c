// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts -> links. A contact at a point is one link; a contact along a body is one link for each
// node, with K times h (or h hy), so that sums over links stand for integrals.

#include "contacts/links.h"

#include "model/interpolate.h"
#include "model/method.h"
#include "model/profile.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>
#include <string.h>

bool links_keep(compiler *c, const model_contact *contact) {
  model_contact *kept = BUILDER_ADD(&c->m, contact, 1);
  if (kept == NULL)
    return false;
  *kept = *contact;
  return true;
}

contact_law links_power_law(double exponent) {
  return (contact_law){
      .form = LAW_POWER,
      .power = {
          .kind = power_kind_of(exponent), .exponent = exponent, .psi_ratio = 1, .g_ratio = 1}};
}

/// The two sides of a contact.
typedef struct {
  body_point below, above;
  int order;            // of interpolation
  double gap;           // m
  bool linear;          // springs and the published scheme
  bool exact;           // the exact scheme
  bool along;           // one of many links along a body
  int place;            // which of them
  double spacing, cell; // between them, m; what of an interval is this one's, 1 or a half at ends
  int barrier;          // one of the two, or -1
  profile obstacle;     // and its profile
} sides;

// Short impacts excite all waves of a plate.
static int order_of(const compiler *c, const sides *s, int body) {
  return s->order == UNIT_ORDER && body_is_plate(&c->m.body[body]) ? PLATE_ORDER : s->order;
}

// Stiffness and exponent of a link as the barrier's profile has them there, at x. With
// an exponent alpha_l of its own and the contact's K, psi and g have the factors
// sqrt((alpha + 1) / (alpha_l + 1)) and its inverse.
static bool vary_law(compiler *c, model_link *link, const profile *p, double x) {
  const contact_law *shared = &c->m.contact[link->contact].law;
  link->scale *= profile_value(p, &p->stiffness, x, 1);
  if (p->exponent.count == 0 || shared->form != LAW_POWER)
    return true;
  contact_law *own = BUILDER_ADD(&c->m, link_law, 1);
  if (own == NULL)
    return false;
  *own = *shared;
  own->power.exponent = profile_value(p, &p->exponent, x, shared->power.exponent);
  own->power.kind = power_kind_of(own->power.exponent);
  own->power.g_ratio = sqrt((own->power.exponent + 1) / (shared->power.exponent + 1));
  own->power.psi_ratio = 1 / own->power.g_ratio;
  link->law = c->m.link_law_count - 1;
  return true;
}

// One link between two points, `scale` times the contact's law. Where one side is a barrier its
// profile is taken at the other's x; no obstacle there, no link. Along a body a link has the part
// of its cell that the obstacle covers; where obstacles are rigid, nodes touch or not.
static bool add_link(compiler *c, int contact, const sides *s, double scale) {
  const model_body *below = &c->m.body[s->below.body];
  const model_body *above = &c->m.body[s->above.body];
  model_link link = {.contact = contact,
                     .first_term = c->m.term_count,
                     .barrier = -1,
                     .law = -1,
                     .moving = -1,
                     .offset = -s->gap,
                     .scale = scale,
                     .linear = s->linear,
                     .exact = s->exact,
                     .along = s->along,
                     .place = s->place,
                     .next = -1,
                     .width = scale};
  if (s->barrier >= 0) {
    const bool wall_below = s->barrier == s->below.body;
    link.barrier = s->barrier;
    link.side = wall_below ? 1 : -1;
    const model_body *body = wall_below ? above : below;
    const double x = (wall_below ? s->above.x : s->below.x) * body->lx;
    const bool partly = s->along && !method_table[c->m.head.method]->rigid_obstacles;
    if (partly)
      link.width = link.scale *= profile_cover(&s->obstacle, x, body->lx, s->spacing) / s->cell;
    if (partly ? link.scale < 1e-9 * scale : !profile_reaches(&s->obstacle, x, body->lx))
      return true;
    link.offset += link.side * profile_height(&s->obstacle, x);
    if (!vary_law(c, &link, &s->obstacle, x))
      return false;
  }
  link.terms = compile_weights(c, s->below, order_of(c, s, s->below.body), false, 1);
  link.terms += compile_weights(c, s->above, order_of(c, s, s->above.body), false, -1);
  if (link.terms == 0) // both sides are fixed there
    return true;
  assert(contact == c->m.contact_count - 1 && "links are in the order of their contacts");
  model_link *kept = BUILDER_ADD(&c->m, link, 1);
  if (kept == NULL)
    return false;
  *kept = link;
  ++c->m.contact[contact].links;
  return true;
}

// Intervals between the links of a contact along a body: those of its grid, or as many as modes
// have instead.
static int intervals_of(const compiler *c, const model_body *b) {
  if (!body_is_modal(b) || method_table[c->m.head.method]->along_modes)
    return b->nx;
  return b->modes.along < MOST_ALONG_MODES ? b->modes.along : MOST_ALONG_MODES;
}

// The body that carries the links of a contact along its length: the one with the finer grid.
static int carrier(const compiler *c, const sides *s) {
  const model_body *below = &c->m.body[s->below.body];
  const model_body *above = &c->m.body[s->above.body];
  return intervals_of(c, above) > intervals_of(c, below) ? s->above.body : s->below.body;
}

static bool add_links_along(compiler *c, int contact, sides s) {
  const model_body *lower = &c->m.body[s.below.body];
  const model_body *upper = &c->m.body[s.above.body];
  if ((lower->layout == upper->layout || (links_is_long(lower) && links_is_long(upper))) &&
      fabs(lower->lx - upper->lx) > 1e-9 * lower->lx)
    compile_warning(c, WARNING_LENGTHS,
                    &(warning_words){.name = c->m.text + c->m.contact[contact].name,
                                     .number = {lower->lx, upper->lx}});
  const model_body b = c->m.body[carrier(c, &s)];
  const int nx = intervals_of(c, &b);
  const double h = body_is_modal(&b) ? b.lx / nx : b.h;
  s.spacing = b.lx / nx;
  c->m.contact[contact].spacing = h;
  if (body_is_modal(&b) && b.modes.along > nx)
    compile_warning(c, WARNING_LINKS,
                    &(warning_words){.name = c->m.text + c->m.contact[contact].name,
                                     .number = {nx, b.modes.along}});
  for (int j = 0; j <= b.ny; ++j)
    for (int i = 0; i <= nx; ++i) {
      const double x = (double)i / nx;
      const double y = b.ny > 0 ? (double)j / b.ny : 0;
      s.below.x = s.above.x = x;
      s.below.y = s.above.y = y;
      s.place = i;
      s.cell = i == 0 || i == nx ? 0.5 : 1;
      double scale = body_is_plate(&b) ? body_cell(&b) : h;
      scale *= s.cell;
      if (b.ny > 0 && (j == 0 || j == b.ny))
        scale /= 2;
      if (!add_link(c, contact, &s, scale))
        return false;
    }
  return true;
}

static bool check_sides(compiler *c, const item *it, const sides *s, bool along) {
  const model_body *below = &c->m.body[s->below.body];
  const model_body *above = &c->m.body[s->above.body];
  if (s->below.body == s->above.body)
    return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                   "a contact of a body with itself; allowed are two different bodies");
  if (body_stands(below) && body_stands(above))
    return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                   "neither side can move; allowed is at most one barrier");
  if (!along)
    return true;
  const bool wall = body_stands(below) || body_stands(above);
  const bool lines =
      (links_is_long(below) || body_stands(below)) && (links_is_long(above) || body_stands(above));
  if (!lines && (body_is_modal(below) || body_is_modal(above)))
    return MISTAKE(
        c, it, "along", CAROM_BAD_VALUE,
        "modes of strings and bars only are touched along them; allowed along a plate is "
        "model: grid");
  if (!lines &&
      (body_is_mass(below) || body_is_mass(above) || (!wall && below->layout != above->layout)))
    return MISTAKE(
        c, it, "along", CAROM_BAD_VALUE,
        "allowed are a string or bar along a string, bar or barrier, and a plate along a "
        "plate or barrier");
  return true;
}

static int barrier_of(const compiler *c, const sides *s) {
  if (body_stands(&c->m.body[s->below.body]))
    return s->below.body;
  return body_stands(&c->m.body[s->above.body]) ? s->above.body : -1;
}

// No point of the body that moves lies over the obstacle.
static bool misses(compiler *c, const item *it, const profile *p, double length) {
  return MISTAKE(
      c, it, "along", CAROM_BAD_VALUE,
      "the obstacle lies from %g m to %g m, where no point of the body, %g m long, moves; "
      "allowed is a profile that reaches one",
      p->from, p->to, length);
}

// The barrier of a contact, if it has one, and its profile under the other side.
static bool find_obstacle(compiler *c, sides *s, bool along, double *length) {
  s->barrier = barrier_of(c, s);
  if (s->barrier < 0)
    return true;
  const item *barrier = compile_body_item(c, s->barrier);
  *length = c->m.body[s->barrier == s->below.body ? s->above.body : s->below.body].lx;
  if (!profile_check(c, barrier, along))
    return false;
  s->obstacle = profile_of(barrier, *length);
  return true;
}

// Whether a side of a bounded contact responds by waves, or if it lies along that by bending waves:
// it then loses what is radiated above half the rate.
static bool loses_numerically(const compiler *c, const item *it, const model_contact *contact) {
  const bool bounds = c->m.head.bounds && method_table[c->m.head.method]->bound != NULL;
  if (!contact->bounded || !bounds || !item_flag(it, "numerical_loss"))
    return false;
  for (int i = c->m.link_count - contact->links; i < c->m.link_count; ++i) // the last ones
    for (int t = 0; t < c->m.link[i].terms; ++t) {
      const model_body *b = &c->m.body[c->m.term[c->m.link[i].first_term + t].body];
      if (c->m.link[i].along ? b->bend > 0 : !body_is_mass(b))
        return true;
    }
  return false;
}

// Every law that only pushes is bounded to what the bodies can answer, but for other schemes.
static bool respond(compiler *c, const item *it, model_contact *contact, link_solution solution) {
  const method *taken = method_table[c->m.head.method];
  if (contact->law.form > LAW_POWER && taken->bound == NULL && !taken->rigid_obstacles)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "solver.method %s takes power laws; allowed is solver.method audio",
                   taken->about.name);
  contact->bounded = contact->law.form != LAW_NONE && !contact->law.two_sided && !solution.linear &&
                     contact->scheme == SCHEME_POSITIVE;
  contact->numerical = loses_numerically(c, it, contact);
  return true;
}

bool links_pair(compiler *c, const item *it, int index, const model_contact *contact, bool along,
                link_solution solution) {
  sides s = {.order = (int)item_number(it, "interpolation"),
             .gap = item_number(it, "gap"),
             .linear = solution.linear,
             .exact = solution.exact,
             .along = along};
  if (contact->impacts && !along && !solution.linear)
    s.order = compile_order(it);
  const char *const below = solution.felt ? "circle" : "below";
  const char *const above = solution.felt ? "segment" : "above";
  if (!links_keep(c, contact) || !compile_point(c, it, below, along, &s.below) ||
      !compile_point(c, it, above, along, &s.above) || !check_sides(c, it, &s, along))
    return false;
  c->m.contact[index].end[0] = s.below;
  c->m.contact[index].end[1] = s.above;
  double length = 0;
  if (!find_obstacle(c, &s, along, &length))
    return false;
  if (s.obstacle.exponent.count > 0 && contact->law.form > LAW_POWER)
    return MISTAKE(
        c, it, above, CAROM_BAD_VALUE,
        "the barrier's profile has exponents, and this law has none; allowed are a power "
        "law, or a profile without exponent");
  c->m.contact[index].on_line =
      along && (links_is_long(&c->m.body[s.below.body]) || links_is_long(&c->m.body[s.above.body]));
  if (!(along ? add_links_along(c, index, s) : add_link(c, index, &s, 1)))
    return false;
  if (c->m.contact[index].links == 0 && along && s.barrier >= 0)
    return misses(c, it, &s.obstacle, length);
  if (c->m.contact[index].links == 0)
    return MISTAKE(c, it, above, CAROM_BAD_VALUE,
                   "nothing can move there: both sides are held, or the barrier's profile does not "
                   "reach; allowed is a point that moves");
  return respond(c, it, &c->m.contact[index], solution);
}
