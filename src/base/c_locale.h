// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The C locale of a thread while it prints, by uselocale(): numbers have a decimal point, whatever
// locale a host program has chosen.

#ifndef CAROM_C_LOCALE_H
#define CAROM_C_LOCALE_H

#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#ifdef LC_ALL_MASK // POSIX, and so locales of a thread
/// Until c_locale_end() gets what this returned.
static inline locale_t c_locale_begin(void) {
  const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return c != (locale_t)0 ? uselocale(c) : (locale_t)0;
}

static inline void c_locale_end(locale_t before) {
  if (before != (locale_t)0)
    freelocale(uselocale(before));
}
#else
typedef int locale_t;
static inline locale_t c_locale_begin(void) {
  return 0;
}

static inline void c_locale_end(locale_t before) {
  (void)before;
}
#endif

#endif
