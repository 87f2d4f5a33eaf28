// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Memory that was lacking is remembered here: errno does not last while a picture is written.

#include "plot/drawing.h"

#include <errno.h>
#include <stdlib.h>

static _Thread_local bool lacked;

bool drawing_open(atomic_file *file, const char *directory, const char *name) {
  lacked = false;
  return atomic_file_open(file, directory, name);
}

void *drawing_take(size_t count, size_t size) {
  void *taken = calloc(count, size);
  lacked = lacked || taken == NULL;
  return taken;
}

void drawing_lacks_memory(void) {
  lacked = true;
}

bool drawing_close(atomic_file *file) {
  if (!lacked)
    return atomic_file_commit(file);
  atomic_file_discard(file);
  errno = ENOMEM;
  return false;
}
