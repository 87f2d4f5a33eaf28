// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The interface of output quantities, rows in state/quantities.c. Words and units are in
// scene/words.h.

#ifndef CAROM_QUANTITY_H
#define CAROM_QUANTITY_H

#include "model/model.h"
#include <carom/state.h>

typedef struct {
  body_reading of_body;
  /// Of a contact at t_n; NULL if it has none, or if it is the energy.
  double (*of_contact)(const carom_model *m, const carom_state *s, int contact);
} quantity;

extern const quantity quantity_table[]; // by QUANTITIES of scene/words.h

#endif
