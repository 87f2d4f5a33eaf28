// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The rows of the table of keys, for keys.c alone.

#ifndef CAROM_KEYS_TABLE_H
#define CAROM_KEYS_TABLE_H

#include "scene/keys.h"

typedef struct {
  carom_key key;
  key_kind kind;
} key_row;

extern const key_row key_table[];
extern const int key_table_size;

#endif
