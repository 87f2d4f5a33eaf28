// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Felt between a circle and a segment or a string. In a plane it is the mechanism method's
// (methods/mechanism/compile_felt.c). In the audio method it is a collision whose circle is a mass
// or a point of another body, without a rim and without friction: F = phi'(eta) (1 + d d(eta)/dt)
// with phi' = K [eta]^p or a [eta]^3 + b [eta]^2 + c [eta] (theory 16.1).

#include "contacts/kinds.h"
#include "contacts/links.h"
#include "contacts/striker.h"
#include "model/method.h"
#include <math.h>

// Only the audio method changes a stiffness while it runs.
static bool check_fixed(compiler *c, const item *it) {
  return !item_is_list(it, "stiffness") ||
         MISTAKE(c, it, "stiffness", CAROM_BAD_VALUE,
                 "changes in solver.method audio only; allowed is a number");
}

// What only a circle in a plane has.
static bool check_plain(compiler *c, const item *it) {
  static const char *const planar[] = {"from", "to",        "radius",      "friction", "B1",
                                       "B2",   "threshold", "slope_force", "side"};
  for (size_t i = 0; i < sizeof planar / sizeof planar[0]; ++i)
    if (item_has(it, planar[i]))
      return MISTAKE(
          c, it, planar[i], CAROM_BAD_VALUE,
          "solver.method audio takes felt between two points, without rim and friction; allowed "
          "are a, b, c or stiffness, exponent, and d, or solver.method mechanism");
  return true;
}

bool felt_choose(compiler *c, const item *it, bool *cubic) {
  *cubic = item_has(it, "a") || item_has(it, "b") || item_has(it, "c");
  const bool power = item_has(it, "stiffness") || (item_has(it, "material") && !*cubic);
  return *cubic != power ||
         MISTAKE(c, it, power ? "stiffness" : NULL, power ? CAROM_DUPLICATE : CAROM_MISSING,
                 "needs either a, b and c (a cubic) or stiffness and exponent (a power law)");
}

// A cubic has the factor 1 in place of the stiffness.
static bool read_law(compiler *c, const item *it, int index, model_contact *contact) {
  bool cubic = false;
  striker of;
  if (!felt_choose(c, it, &cubic) || !striker_read(c, it, "d", &of))
    return false;
  contact->law = links_power_law(of.exponent);
  if (cubic)
    contact->law =
        (contact_law){.form = LAW_CUBIC,
                      .cubic = {item_number(it, "a"), item_number(it, "b"), item_number(it, "c")}};
  contact->start.stiffness = cubic ? 1 : of.stiffness;
  contact->start.damping = of.damping;
  if (!cubic)
    striker_live(c, it, "stiffness", index, of.stiffness);
  return true;
}

bool compile_felt(compiler *c, const item *it, int index, model_contact contact) {
  contact.impacts = true;
  contact.scheme = SCHEME_POSITIVE;
  if (!method_table[c->m.head.method]->steps_links) { // the method reads its keys, or refuses it
    if (item_has(it, "material"))
      return MISTAKE(c, it, "material", CAROM_BAD_VALUE,
                     "solver.method audio knows it; allowed are a, b, c and d, or stiffness, "
                     "exponent and d");
    contact.start.friction = item_number(it, "friction");
    compile_live(c, it, "friction", index, 0, INFINITY);
    return check_fixed(c, it) && links_keep(c, &contact);
  }
  if (!check_plain(c, it) || !read_law(c, it, index, &contact))
    return false;
  return links_pair(c, it, index, &contact, false, (link_solution){.felt = true});
}
