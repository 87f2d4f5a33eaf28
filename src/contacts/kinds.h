// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The kinds of contact, for the table of table.c.

#ifndef CAROM_CONTACT_KINDS_H
#define CAROM_CONTACT_KINDS_H

#include "model/kinds.h"

contact_compile compile_collision, compile_spring, compile_bow, compile_finger, compile_stop;

#endif
