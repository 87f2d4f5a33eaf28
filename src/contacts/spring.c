// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A spring, which pushes and pulls: F = K1 eta + K3 eta^3 + 2 sigma_x d(eta)/dt, or the two-sided
// power law K |eta|^alpha sgn eta (theory 2.6 and 2.11). All of them are live.

#include "contacts/kinds.h"
#include "contacts/links.h"
#include <math.h>

// The energy of K3 eta^3 is that of overlaps at whole steps, where modes are not kept.
static bool check_cubic(compiler *c, const item *it, int cubic) {
  const model_link *link = &c->m.link[c->m.link_count - 1];
  bool modal = false;
  for (int t = link->first_term; t < link->first_term + link->terms; ++t)
    modal = modal || body_is_modal(&c->m.body[c->m.term[t].body]);
  if (modal && item_largest(it, "cubic") > 0)
    return MISTAKE(c, it, "cubic", CAROM_BAD_VALUE,
                   "modes have no cubic spring; allowed is the same force by stiffness and "
                   "exponent: 3, or model: grid");
  if (modal && cubic >= 0)
    c->m.live[cubic].high = 0;
  return true;
}

bool compile_spring(compiler *c, const item *it, int index, model_contact contact) {
  const bool power = item_has(it, "stiffness");
  if (!power && !item_has(it, "linear") && !item_has(it, "cubic") && !item_has(it, "sigma_x"))
    return MISTAKE(c, it, NULL, CAROM_MISSING,
                   "a spring needs linear, cubic or sigma_x, or stiffness and exponent");
  const double exponent = item_number(it, "exponent");
  contact.law = (power_law){.acts = power,
                            .two_sided = true,
                            .printed_branch = item_choice(it, "branch") == BRANCH_PRINTED,
                            .exponent = exponent,
                            .power = power_of(exponent),
                            .dead_zone = item_number(it, "dead_zone")};
  contact.start = (contact_values){.stiffness = item_number(it, "stiffness"),
                                   .linear = item_number(it, "linear"),
                                   .cubic = item_number(it, "cubic"),
                                   .sigma_x = item_number(it, "sigma_x")};
  if (power)
    compile_live(c, it, "stiffness", index, 0, INFINITY);
  compile_live(c, it, "linear", index, 0, INFINITY);
  const int cubic = compile_live(c, it, "cubic", index, 0, INFINITY);
  compile_live(c, it, "sigma_x", index, 0, INFINITY);
  return links_pair(c, it, index, &contact, item_flag(it, "along"),
                    (link_solution){.linear = true}) &&
         check_cubic(c, it, cubic);
}
