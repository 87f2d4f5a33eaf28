// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// fprintf() and snprintf() in the C locale: files have the same bytes whatever locale a host
// program has chosen. They are for numbers; texts alone need them not.

#ifndef CAROM_PRINT_H
#define CAROM_PRINT_H

#include <stdio.h>

__attribute__((format(printf, 2, 3))) void print_to(FILE *file, const char *format, ...);

__attribute__((format(printf, 3, 4))) void print_in(char *text, size_t size, const char *format,
                                                    ...);

#endif
