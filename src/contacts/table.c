// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All kinds of contact.

#include "contacts/kinds.h"
#include "scene/words.h"

#define CONTACT_ROW(name, ...) [name] = (WORD_SECOND(__VA_ARGS__, 0)),

contact_compile *const contact_kinds[CONTACT_TYPE_COUNT] = {CONTACT_TYPES(CONTACT_ROW)};
