// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The interfaces of bodies and contacts: rows in bodies/table.c and contacts/table.c.

#ifndef CAROM_MODEL_KINDS_H
#define CAROM_MODEL_KINDS_H

#include "model/compile.h"
#include "scene/words.h"

/// A kind of body: its keys become constants on some layout.
typedef bool body_compile(compiler *c, const item *it, int index, model_body *b);
extern body_compile *const body_kinds[BODY_TYPE_COUNT];

/// A kind of contact: its keys become constants and links. `contact` has its name and type.
typedef bool contact_compile(compiler *c, const item *it, int index, model_contact contact);
extern contact_compile *const contact_kinds[CONTACT_TYPE_COUNT];

#endif
