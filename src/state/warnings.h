// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a run warns of, as a list that is filled.

#ifndef CAROM_WARNING_LIST_H
#define CAROM_WARNING_LIST_H

#include "model/model.h"
#include "model/warnings.h"
#include <carom/warning.h>

/// The share of the energy that goes through contacts from which on they count.
static const double notable_energy = 0.05;

typedef struct {
  carom_warning *list;
  int room, count;
} warning_list;

/// Adds a warning; beyond the room it is only counted.
void warning_tell(warning_list *to, warning_kind kind, const warning_words *words);

/// warnings_impacts.c
void warn_of_impacts(const carom_model *m, const carom_state *s, warning_list *to);

#endif
