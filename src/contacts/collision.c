// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A collision: F = K [eta]^alpha (1 + mu d(eta)/dt), never below zero (theory 2.5 and 2.10; K. H.
// Hunt, F. R. E. Crossley, 1975). Stiffness and loss are live. In the audio method its scheme says
// how it is stepped.

#include "contacts/kinds.h"
#include "contacts/links.h"
#include <math.h>

bool compile_collision(compiler *c, const item *it, int index, model_contact contact) {
  if (!item_has(it, "stiffness"))
    return MISTAKE(c, it, "stiffness", CAROM_MISSING,
                   "missing; required is a number of at least 0, in N/m^alpha");
  const double exponent = item_number(it, "exponent");
  contact.law = (power_law){.acts = true, .exponent = exponent, .power = power_of(exponent)};
  contact.impacts = true;
  contact.start.stiffness = item_number(it, "stiffness");
  contact.start.damping = item_number(it, "damping");
  contact.scheme = (contact_scheme)item_choice(it, "scheme");
  compile_live(c, it, "stiffness", index, 0, INFINITY);
  compile_live(c, it, "damping", index, 0, INFINITY);
  return links_pair(c, it, index, &contact, item_flag(it, "along"),
                    (link_solution){.linear = contact.scheme == SCHEME_PUBLISHED,
                                    .exact = contact.scheme == SCHEME_EXACT});
}
