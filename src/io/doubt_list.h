// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All doubts of carom_doubts(), in memory of their own.

#ifndef CAROM_DOUBT_LIST_H
#define CAROM_DOUBT_LIST_H

#include <carom/doubt.h>

typedef struct {
  carom_doubt *doubt;
  int count;
} doubt_list;

/// Takes the present doubts instead of those it had; without memory it has none.
void doubt_list_take(doubt_list *list, const carom_model *model, const carom_state *state,
                     const carom_mix *mix);
void doubt_list_free(doubt_list *list);

#endif
