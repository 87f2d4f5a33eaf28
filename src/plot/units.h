// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers with units as pictures show them: with SI prefixes, or powers of ten where a unit takes
// none.

#ifndef CAROM_UNITS_H
#define CAROM_UNITS_H

#include <stddef.h>

enum { LABEL_ROOM = 240 };

/// What the numbers of an axis are multiplied by, and its label with the unit to match.
typedef struct {
  double factor;
  char label[LABEL_ROOM];
} unit_scale;

/// A label is "name, unit"; without a comma it is dimensionless. `most` is the largest size of the
/// axis.
unit_scale unit_scale_for(const char *label, double most);

/// "45.5 N", "809 µs": a value in four digits.
const char *unit_text(double value, const char *unit, char *text, size_t size);

/// The same with the prefix that suits another value.
const char *unit_text_like(double value, double like, const char *unit, char *text, size_t size);

/// "from 0.461 s to 0.542 s", both with the prefix of the later time.
const char *unit_times(double from, double to, char *text, size_t size);

/// unit_text() of a time, s; one within rounding of 0 is 0.
const char *unit_time(double time, char *text, size_t size);

/// "2·10⁻⁵", "0.02", "300": a number without a letter e.
const char *unit_number(double value, char *text, size_t size);

/// "10⁻⁵"
const char *unit_power(int exponent, char *text, size_t size);

#endif
