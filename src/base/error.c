// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Errors as a status and a sentence.

#include "base/error.h"

#include "base/text.h"
#include <stdarg.h>
#include <stdio.h>

carom_status error_set(carom_error *error, carom_status status, const char *format, ...) {
  if (error == NULL)
    return status;
  va_list args;
  va_start(args, format);
  *error = (carom_error){.status = status};
  vsnprintf(error->text, sizeof error->text, format, args);
  va_end(args);
  text_one_line(error->text);
  return status;
}

carom_status error_null(carom_error *error, const char *argument) {
  return error_set(error, CAROM_BAD_VALUE, "%s: NULL, which is not allowed here", argument);
}
