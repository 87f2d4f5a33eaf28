// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The kinds of contact, as scene/words.h lists them.

#ifndef CAROM_CONTACT_KINDS_H
#define CAROM_CONTACT_KINDS_H

#include "model/kinds.h"

#define CONTACT_FUNCTION(name, ...) contact_compile WORD_SECOND(__VA_ARGS__, 0);
CONTACT_TYPES(CONTACT_FUNCTION)

#endif
