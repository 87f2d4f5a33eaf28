// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All warnings of carom_warnings(), in memory of their own.

#ifndef CAROM_WARNING_LIST_H
#define CAROM_WARNING_LIST_H

#include <carom/warning.h>

typedef struct {
  carom_warning *warning;
  int count;
} warning_list;

/// Takes the present warnings instead of those it had; without memory it has none.
void warning_list_take(warning_list *list, const carom_model *model, const carom_state *state,
                       const carom_mix *mix);
void warning_list_free(warning_list *list);

#endif
