// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers as text, fast: the same characters as printf("%.17g"), which costs ten times as much.

#ifndef CAROM_DIGITS_H
#define CAROM_DIGITS_H

enum { DIGITS_ROOM = 32 };

/// Writes a number with 17 significant digits, as "%.17g" would; returns its length.
int digits_write(double x, char text[DIGITS_ROOM]);

#endif
