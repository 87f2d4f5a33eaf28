// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A rigid stop. The event method reads its keys (methods/event/compile.c).

#include "contacts/kinds.h"
#include "contacts/links.h"

bool compile_stop(compiler *c, const item *it, int index, model_contact contact) {
  contact.rule = (stop_rule)item_choice(it, "treatment");
  return links_pair(c, it, index, &contact, false, (link_solution){.linear = false});
}
