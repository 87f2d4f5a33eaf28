// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Code that is found on the disk and run.

#ifndef CAROM_TRUSTED_H
#define CAROM_TRUSTED_H

#include <stdbool.h>
#include <stddef.h>

/// Makes a path relative to the folder of the running program; false if that is not known.
bool trusted_place(char *path, size_t size, const char *relative);

/// The same beside what this code was loaded from, the library or the program; false if that is not
/// known.
bool trusted_beside(char *path, size_t size, const char *relative);

/// Whether a file is there, and the reason, or NULL, why it must not be run: nobody but root, the
/// user and the owner of the running program may be able to change it or put another in its place.
bool trusted_file(const char *path, const char **refused);

#endif
