// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Names of files, one after the other.

#ifndef CAROM_NAME_LIST_H
#define CAROM_NAME_LIST_H

#include <stdbool.h>

typedef struct {
  char **name;
  int count;
  bool broken; // memory was out: some are missing
} name_list;

/// Adds a copy of a name.
void name_list_add(name_list *list, const char *name);
void name_list_free(name_list *list);

#endif
