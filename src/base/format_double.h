// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Doubles as decimal text: the same characters as printf("%.17g") in the C locale, whatever locale
// a host program has chosen, in a tenth of the time.

#ifndef CAROM_FORMAT_DOUBLE_H
#define CAROM_FORMAT_DOUBLE_H

enum { FORMAT_DOUBLE_ROOM = 32 };

/// Writes a number with 17 significant digits, as "%.17g" would; returns its length.
int format_double(double x, char text[FORMAT_DOUBLE_ROOM]);

#endif
