// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The toy contact law, rubber: F = hardness (eta + (eta / thickness)^2 eta), a spring that hardens
// as it is squeezed or drawn to its own thickness.

#include "contacts/kinds.h"
#include "contacts/links.h"
#include <math.h>

bool compile_rubber(compiler *c, const item *it, int index, model_contact contact) {
  const double hardness = item_number(it, "hardness");
  const double thickness = item_number(it, "thickness");
  if (!isfinite(hardness / (thickness * thickness)))
    return MISTAKE(c, it, "thickness", CAROM_BAD_VALUE,
                   "too thin for this hardness; allowed is a spring that can be computed");
  contact.law.two_sided = true;
  contact.start.linear = hardness;
  contact.start.cubic = hardness / (thickness * thickness);
  return links_pair(c, it, index, &contact, false, (link_solution){.linear = true});
}
