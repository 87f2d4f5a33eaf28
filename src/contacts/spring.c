// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A spring, which pushes and pulls: F = K1 eta + K3 eta^3 + 2 sigma_x d(eta)/dt, or the two-sided
// power law K |eta|^alpha sgn eta (theory 2.6 and 2.11). All of them are live.

#include "contacts/kinds.h"
#include "contacts/links.h"
#include "model/live.h"
#include <math.h>

static bool touches_modes(const compiler *c, int contact) {
  for (int i = c->m.link_count - c->m.contact[contact].links; i < c->m.link_count; ++i) // the last
    for (int t = 0; c->m.link[i].contact == contact && t < c->m.link[i].terms; ++t)
      if (body_is_modal(&c->m.body[c->m.term[c->m.link[i].first_term + t].body]))
        return true;
  return false;
}

// The energy of K3 eta^3 is that of overlaps at whole steps, where modes are not kept. On them it
// is the two-sided power law of exponent 3, whose energy belongs to half steps (theory 7.21).
static bool cubic_on_modes(compiler *c, const item *it, int index, int cubic) {
  model_contact *contact = &c->m.contact[index];
  if (!method_table[c->m.head.method]->steps_links || !touches_modes(c, index))
    return true;
  if (contact->law.form != LAW_NONE && item_largest(it, "cubic") > 0)
    return MISTAKE(c, it, "cubic", CAROM_BAD_VALUE,
                   "on modes it is a power law itself, and stiffness is given; allowed is one of "
                   "the two");
  if (contact->law.form != LAW_NONE) {
    if (cubic >= 0)
      c->m.live[cubic].high = 0;
    return true;
  }
  contact->law = links_power_law(3);
  contact->law.two_sided = true;
  contact->start.stiffness = contact->start.cubic;
  contact->start.cubic = 0;
  if (cubic >= 0)
    c->m.live[cubic].row = live_row_of(SECTION_CONTACTS, "stiffness");
  return true;
}

bool compile_spring(compiler *c, const item *it, int index, model_contact contact) {
  const bool power = item_has(it, "stiffness");
  if (!power && !item_has(it, "linear") && !item_has(it, "cubic") && !item_has(it, "sigma_x"))
    return MISTAKE(c, it, NULL, CAROM_MISSING,
                   "a spring needs linear, cubic or sigma_x, or stiffness and exponent");
  if (power)
    contact.law = links_power_law(item_number(it, "exponent"));
  contact.law.two_sided = true;
  contact.law.power.printed_branch = item_choice(it, "branch") == BRANCH_PRINTED;
  contact.law.power.dead_zone = item_number(it, "dead_zone");
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
         cubic_on_modes(c, it, index, cubic);
}
