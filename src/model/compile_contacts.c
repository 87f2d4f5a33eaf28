// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts: each by its kind.

#include "model/compile.h"
#include "model/kinds.h"
#include "scene/words.h"

#include <assert.h>
#include <string.h>

static bool add_contact(compiler *c, const item *it, int index) {
  if (compile_find_body(c, it->name, strlen(it->name)) >= 0)
    return MISTAKE(
        c, it, NULL, CAROM_DUPLICATE,
        "a body has this name; allowed is a name of its own, for outputs and the ledger");
  const contact_type type = (contact_type)item_choice(it, "type");
  const bool good = contact_kinds[type](c, it, index,
                                        (model_contact){.name = builder_text(&c->m, it->name),
                                                        .type = type,
                                                        .moving = -1,
                                                        .end = {{.body = -1}, {.body = -1}},
                                                        .rule = STOP_LAW});
  assert((!good || c->m.contact_count == index + 1) && "a kind keeps its contact, and one");
  return good;
}

bool compile_contacts(compiler *c) {
  for (int i = 0, index = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTACTS && !add_contact(c, it, index++))
      return false;
  }
  return !c->m.out_of_memory;
}
