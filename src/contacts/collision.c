// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A collision: F = K [eta]^alpha (1 + mu d(eta)/dt), never below zero (theory 2.5 and 2.10; K. H.
// Hunt, F. R. E. Crossley, 1975). Stiffness and loss are live. In the audio method its scheme says
// how it is stepped.

#include "contacts/kinds.h"
#include "contacts/links.h"
#include "contacts/striker.h"
#include "model/method.h"
#include <math.h>

// The law of a contact and of a barrier's profile says nothing where obstacles are rigid.
static void list_ignored(compiler *c, const item *it, int index) {
  static const char *const keys[] = {"stiffness", "exponent", "damping", "scheme"};
  static const char *const of_profile[] = {"profile.stiffness", "profile.exponent"};
  const int links = c->m.contact[index].links; // the last ones
  const int barrier = links > 0 ? c->m.link[c->m.link_count - 1].barrier : -1;
  char text[120];
  sentence ignored = sentence_in(text, sizeof text);
  const char *comma = "";
  for (int i = 0; i < 6; ++i) {
    const item *of = i < 4 ? it : barrier >= 0 ? compile_body_item(c, barrier) : NULL;
    const char *key = i < 4 ? keys[i] : of_profile[i - 4];
    if (of == NULL || !item_has(of, key))
      continue;
    sentence_add(&ignored, "%s%s", comma, key);
    comma = ", ";
  }
  if (comma[0] != '\0')
    c->m.contact[index].ignored = builder_text(&c->m, text);
}

// solver.bound false takes the law that was written.
static bool check_given(compiler *c, const item *it, const model_contact *contact) {
  if (c->m.head.bounds)
    return true;
  if (contact->ignored != 0)
    return MISTAKE(
        c, it, NULL, CAROM_BAD_VALUE,
        "with solver.bound false it has the law that was written, of which solver.method "
        "%s ignores %s; allowed is solver.method audio, or to leave these out",
        method_table[c->m.head.method]->about.name, c->m.text + contact->ignored);
  return !item_has(it, "numerical_loss") || !item_flag(it, "numerical_loss") ||
         MISTAKE(
             c, it, "numerical_loss", CAROM_BAD_VALUE,
             "with solver.bound false no contact has a loss of its scheme; allowed is false, or "
             "to leave it out");
}

bool compile_collision(compiler *c, const item *it, int index, model_contact contact) {
  const bool rigid = method_table[c->m.head.method]->rigid_obstacles;
  striker of;
  if (!striker_read(c, it, "damping", &of))
    return false;
  if (!rigid && isnan(of.stiffness))
    return MISTAKE(c, it, "stiffness", CAROM_MISSING,
                   "missing; required is a number of at least 0, in N/m^alpha");
  contact.law = links_power_law(of.exponent);
  contact.impacts = true;
  contact.start.stiffness = rigid ? item_number(it, "stiffness") : of.stiffness;
  contact.start.damping = of.damping;
  contact.start.gap = item_number(it, "gap");
  contact.scheme = (contact_scheme)item_choice(it, "scheme");
  striker_live(c, it, "stiffness", index, contact.start.stiffness);
  striker_live(c, it, "damping", index, contact.start.damping);
  compile_live(c, it, "gap", index, -INFINITY, INFINITY);
  if (!links_pair(c, it, index, &contact, item_flag(it, "along"),
                  (link_solution){.linear = contact.scheme == SCHEME_PUBLISHED,
                                  .exact = contact.scheme == SCHEME_EXACT}))
    return false;
  if (rigid)
    list_ignored(c, it, index);
  return check_given(c, it, &c->m.contact[index]);
}
