// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers in files.

#include "io/print.h"

#include "base/c_locale.h"
#include <stdarg.h>

void print_to(FILE *file, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const locale_t before = c_locale_begin();
  vfprintf(file, format, args);
  c_locale_end(before);
  va_end(args);
}

void print_in(char *text, size_t size, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const locale_t before = c_locale_begin();
  vsnprintf(text, size, format, args);
  c_locale_end(before);
  va_end(args);
}
