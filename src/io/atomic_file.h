// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A result file: written beside its final name and renamed when it is whole, so that a reader never
// sees half of it.

#ifndef CAROM_PART_H
#define CAROM_PART_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>

enum { PATH_ROOM = 4096 };

typedef struct {
  FILE *file; // NULL if it is not open
  char name[PATH_ROOM];
  char part[PATH_ROOM + 8];
} part;

/// Opens DIRECTORY/NAME.part for writing and reading; false with errno set if it cannot.
bool part_open(part *p, const char *directory, const char *name);

/// Closes the file and gives it its name; false, and the part removed, if not all could be written.
bool part_finish(part *p);

/// Closes and removes it.
void part_drop(part *p);

/// Lets this thread write numbers with a decimal point whatever the host program chose, until
/// plain_locale_end() gets what this returned.
locale_t plain_locale_begin(void);
void plain_locale_end(locale_t before);

/// Makes a folder and the folders above it; false with errno set if it cannot.
bool make_folder(const char *path);

#endif
