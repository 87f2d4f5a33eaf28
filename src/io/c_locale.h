// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The C locale while files are written and read: numbers have a decimal point, whatever locale the
// host program chose.

#ifndef CAROM_C_LOCALE_H
#define CAROM_C_LOCALE_H

#include <locale.h>

/// Switches this thread to the C locale, until c_locale_end() gets what this returned.
locale_t c_locale_begin(void);
void c_locale_end(locale_t before);

#endif
