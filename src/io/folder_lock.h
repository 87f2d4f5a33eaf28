// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Locks on results folders: one run, sweep or comparison writes into a folder at a time. The lock
// is on the folder itself, leaves no file, and ends with its holder. Where the file system knows no
// locks every writer gets one.

#ifndef CAROM_FOLDER_LOCK_H
#define CAROM_FOLDER_LOCK_H

#include <carom/status.h>
#include <stdbool.h>

/// Takes a lock on a folder that is there; false if another one holds it. A shared one goes with
/// other shared ones. *lock is for folder_unlock().
bool folder_lock(int *lock, const char *directory, bool shared);

/// Changes a lock to shared or not; false if it cannot, and then there is no lock any more.
bool folder_relock(int lock, bool shared);

void folder_unlock(int *lock);

/// The sentence for a folder that another one holds; returns CAROM_CANNOT_WRITE.
carom_status folder_busy(const char *directory, carom_error *error);

#endif
