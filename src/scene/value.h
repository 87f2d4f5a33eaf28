// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values as they are written: numbers, words, lists of either. The one reader behind scene files,
// --set and the calls by path.

#ifndef CAROM_VALUE_H
#define CAROM_VALUE_H

#include <stdbool.h>
#include <stddef.h>

/// Reads a number that fills the whole text, whatever the locale; it may be infinite or NaN.
bool value_number(const char *text, double *number);

/// Reads "[a, b, ...]" (width 1) or "[[a, b], ...]" (width 2), copying at most `room` numbers.
/// Returns the number of rows, or -1 if the text is no such list.
int value_list(const char *text, int width, double *numbers, int room);

/// The value of breakpoints "[[t, value], ...]" at a time (linear between, held outside), and the
/// largest of their values, without copying them. False if the text is no such list.
bool value_breakpoints(const char *text, double time, double *at, double *largest);

/// Counts the words of "[a, b]"; -1 if the text is no such list.
int value_words(const char *text);

/// Reads the index-th word of "[a, b]"; false if there is none.
bool value_word(const char *text, int index, const char **word, size_t *length);

#endif
