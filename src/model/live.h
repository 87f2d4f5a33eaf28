// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The interface of live keys: keys that may change while a model runs, rows in state/live_keys.c.

#ifndef CAROM_LIVE_H
#define CAROM_LIVE_H

#include "model/method.h"
#include "scene/keys.h"

/// The owner of the number that a live key changes.
typedef enum { OF_SCENE, OF_BODY, OF_BARRIER, OF_CONTACT, OF_FORCE } live_owner;

typedef struct {
  section in;
  const char *key;
  live_owner owner;
  size_t number; // its offset in the owner's live values, `material` or `contact_values`
  /// From the key's value to that number; NULL if they are the same. `index` is that of the body,
  /// contact or force.
  double (*convert)(const carom_model *m, int index, double value);
  live_change changes; // what the method has to update
  bool stores;         // stored energy jumps with it, which is work supplied
} live_row;

/// A key without such a number.
#define NO_NUMBER ((size_t)-1)

extern const live_row live_table[];
extern const int live_table_size;

/// The row of a key that is there (compile.c).
int live_row_of(section in, const char *key);

/// The tension a string's live key stands for, with a given value; `row` is that of its tension or
/// pitch.
bool live_is_tension(const live_row *row);
double live_tension(const carom_model *m, const live_row *row, const model_body *b, double value);

/// And back.
double live_value(const carom_model *m, const live_row *row, const model_body *b, double tension);

#endif
