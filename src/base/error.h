// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Errors without a position in a file.

#ifndef CAROM_ERROR_H
#define CAROM_ERROR_H

#include <carom/status.h>

/// Sets an error unless it is NULL; returns the status.
__attribute__((format(printf, 3, 4))) carom_status
error_set(carom_error *error, carom_status status, const char *format, ...);

/// CAROM_BAD_VALUE for an argument that is NULL, by its name.
carom_status error_null(carom_error *error, const char *argument);

#endif
