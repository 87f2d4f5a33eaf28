// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Messages. They quote what users wrote: control characters, which a terminal would obey, are shown
// as question marks.

#ifndef CAROM_MESSAGE_H
#define CAROM_MESSAGE_H

#include <stdarg.h>
#include <stdio.h>

/// A message on stderr.
__attribute__((format(printf, 1, 2))) void print_message(const char *format, ...);

/// The same on stdout, for what a command has made.
__attribute__((format(printf, 1, 2))) void print_made(const char *format, ...);

/// A message with arguments in a list.
__attribute__((format(printf, 1, 0))) void print_message_list(const char *format, va_list args);

/// Writes a text to a stream without its control characters.
void print_safely(FILE *file, const char *text);

#endif
