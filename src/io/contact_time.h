// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How long a signal is above 1 % of its largest size: of a force, the time of contact. Samples that
// are below 1 % of the largest so far cannot count and are not kept.

#ifndef CAROM_CONTACT_TIME_H
#define CAROM_CONTACT_TIME_H

#include <stdbool.h>
#include <stddef.h>

/// All zero to begin with.
typedef struct {
  double largest;      // size so far
  double (*pair)[2];   // sizes of neighbouring samples
  size_t count, space; // of pairs
} contact_time;

/// Adds a sample and the one before it; false if memory is out.
bool contact_time_add(contact_time *t, double before, double now);

/// In samples, with straight lines between them.
double contact_time_value(const contact_time *t);

void contact_time_free(contact_time *t);

#endif
