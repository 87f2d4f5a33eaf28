// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Felt between a circle and a segment or a string. The mechanism method reads its keys
// (methods/mechanism/compile_felt.c).

#include "contacts/kinds.h"

bool compile_felt(compiler *c, const item *it, int index, model_contact contact) {
  (void)it;
  (void)index;
  contact.impacts = true;
  contact.law.psi_ratio = contact.law.g_ratio = 1;
  model_contact *kept = BUILDER_ADD(&c->m, contact, 1);
  if (kept != NULL)
    *kept = contact;
  return kept != NULL;
}
