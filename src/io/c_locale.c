// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The C locale of a thread, by uselocale().

#include "io/c_locale.h"

locale_t c_locale_begin(void) {
  const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return c != (locale_t)0 ? uselocale(c) : (locale_t)0;
}

void c_locale_end(locale_t before) {
  if (before != (locale_t)0)
    freelocale(uselocale(before));
}
