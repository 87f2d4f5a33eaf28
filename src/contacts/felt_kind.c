// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Felt between a circle and a segment or a string. In a plane it is the mechanism method's
// (methods/mechanism/compile_felt.c). Elsewhere a power law of felt is a collision without a rim,
// whose circle is a mass or a point of another body: F = K [eta]^p (1 + d d(eta)/dt) (theory 16.1).

#include "contacts/kinds.h"
#include "contacts/links.h"
#include <math.h>

static bool keep(compiler *c, model_contact contact) {
  contact.law.psi_ratio = contact.law.g_ratio = 1;
  model_contact *kept = BUILDER_ADD(&c->m, contact, 1);
  if (kept != NULL)
    *kept = contact;
  return kept != NULL;
}

// What only a circle in a plane has.
static bool check_plain(compiler *c, const item *it) {
  static const char *const planar[] = {"a",        "b",  "c",  "from",      "to",          "radius",
                                       "friction", "B1", "B2", "threshold", "slope_force", "side"};
  for (size_t i = 0; i < sizeof planar / sizeof planar[0]; ++i)
    if (item_has(it, planar[i]))
      return MISTAKE(
          c, it, planar[i], CAROM_BAD_VALUE,
          "solver.method audio takes felt as a power law between two points; allowed are "
          "stiffness, exponent and d, or solver.method mechanism");
  if (!item_has(it, "stiffness"))
    return MISTAKE(c, it, "stiffness", CAROM_MISSING,
                   "missing; required is a number of at least 0, in N/m^alpha");
  return true;
}

bool compile_felt(compiler *c, const item *it, int index, model_contact contact) {
  contact.impacts = true;
  if (c->m.head.method != METHOD_AUDIO) { // the method reads its keys, or refuses it
    contact.start.friction = item_number(it, "friction");
    compile_live(c, it, "friction", index, 0, INFINITY);
    return keep(c, contact);
  }
  if (!check_plain(c, it))
    return false;
  const double exponent = item_number(it, "exponent");
  contact.law = (power_law){.acts = true, .exponent = exponent, .power = power_of(exponent)};
  contact.start.stiffness = item_number(it, "stiffness");
  contact.start.damping = item_number(it, "d");
  contact.scheme = SCHEME_POSITIVE;
  return links_pair(c, it, index, &contact, false, (link_solution){.felt = true});
}
