// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All kinds of contact.

#include "contacts/kinds.h"

contact_compile *const contact_kinds[CONTACT_TYPE_COUNT] = {
    [CONTACT_COLLISION] = compile_collision,
    [CONTACT_SPRING] = compile_spring,
    [CONTACT_BOW] = compile_bow,
    [CONTACT_FINGER] = compile_finger,
    [CONTACT_STOP] = compile_stop,
};
