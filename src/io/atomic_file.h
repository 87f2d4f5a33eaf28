// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Atomic files: written under a temporary name and renamed when they are complete, so that a reader
// never sees an incomplete file.

#ifndef CAROM_ATOMIC_FILE_H
#define CAROM_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

enum { PATH_ROOM = 4096 };

typedef struct {
  FILE *file; // NULL if it is not open
  char name[PATH_ROOM];
  char temporary[PATH_ROOM + 8]; // the name until it is complete
} atomic_file;

/// Opens DIRECTORY/NAME.part for writing and reading; false with errno set if it cannot.
bool atomic_file_open(atomic_file *f, const char *directory, const char *name);

/// Syncs the file to the disk, closes and renames it, so that a name never stands for less than the
/// whole file, after a loss of power too; false with errno set, and the file removed, if not all
/// could be written.
bool atomic_file_commit(atomic_file *f);

/// The same without the sync, for files that can be checked when they are read.
bool atomic_file_rename(atomic_file *f);

/// Whether writing to a stream, or to none, has failed; then errno says why.
bool stream_failed(FILE *file);

/// Closes and removes it.
void atomic_file_discard(atomic_file *f);

/// Makes a folder and the folders above it; false with errno set if it cannot.
bool make_folder(const char *path);

#endif
