// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is doubted of a run, as a list that is filled.

#ifndef CAROM_DOUBT_LIST_H
#define CAROM_DOUBT_LIST_H

#include "model/doubts.h"
#include "model/model.h"
#include <carom/doubt.h>

/// The share of the energy that goes through contacts from which on they count.
static const double notable_energy = 0.05;

typedef struct {
  carom_doubt *list;
  int room, count;
} doubt_list;

/// Adds a doubt; beyond the room it is only counted.
void doubt_tell(doubt_list *to, doubt_kind kind, const doubt_words *words);

/// doubts_impacts.c
void doubt_impacts(const carom_model *m, const carom_state *s, doubt_list *to);

#endif
