// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All kinds of contact.

#include "contacts/kinds.h"

#define CONTACT_ROW(name, word, compile) [name] = (compile),

contact_compile *const contact_kinds[CONTACT_TYPE_COUNT] = {CONTACT_TYPES(CONTACT_ROW)};
