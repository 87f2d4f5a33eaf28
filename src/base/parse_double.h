// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Doubles from text: what strtod() reads in the C locale, exactly rounded, whatever locale a host
// program has chosen.

#ifndef CAROM_PARSE_DOUBLE_H
#define CAROM_PARSE_DOUBLE_H

#include <stdbool.h>
#include <stddef.h>

/// Reads a number that fills the text: 12, -.5, 1.5e-3, 0x1.8p3, inf, nan; to nearest, ties to
/// even. False, and the number untouched, if the text is none.
bool parse_double(const char *text, size_t length, double *number);

#endif
