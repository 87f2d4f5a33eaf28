// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Locks by flock().

#include "io/folder_lock.h"

#include "base/error.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

bool folder_relock(int lock, bool shared) {
  return lock < 0 || flock(lock, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 ||
         errno != EWOULDBLOCK;
}

bool folder_lock(int *lock, const char *directory, bool shared) {
  *lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_relock(*lock, shared))
    return true;
  folder_unlock(lock);
  return false;
}

void folder_unlock(int *lock) {
  if (*lock >= 0)
    close(*lock);
  *lock = -1;
}

carom_status folder_busy(const char *directory, carom_error *error) {
  return error_set(error, CAROM_CANNOT_WRITE,
                   "%.300s: another run is writing its results there; allowed is a folder of its "
                   "own for each, or to wait until that one has ended",
                   directory);
}
