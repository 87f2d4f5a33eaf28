// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A finger: a spring and a damper between a point and the ground, and a force that presses the
// point down, F = f + K1 eta + 2 sigma_x d(eta)/dt with 2 sigma_x its damper (theory 5.14). All of
// them and its place are live. The force f is the player's: its work -f d(eta)/dt is supplied.

#include "contacts/kinds.h"
#include "contacts/links.h"
#include <math.h>

bool compile_finger(compiler *c, const item *it, int index, model_contact contact) {
  contact.law.two_sided = true;
  contact.pressed = true;
  contact.start.bow_force = links_force(it, 0);
  contact.start.linear = item_number(it, "spring");
  contact.start.sigma_x = item_number(it, "damper") / 2;
  links_live_force(c, it, index, 0);
  compile_live(c, it, "spring", index, 0, INFINITY);
  compile_live(c, it, "damper", index, 0, INFINITY);
  return links_touch(c, it, index, &contact);
}
