// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Atomic files by rename(), which replaces a file in one step.

#include "io/atomic_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool atomic_file_open(atomic_file *f, const char *directory, const char *name) {
  const int n = snprintf(f->name, sizeof f->name, "%s/%s", directory, name);
  f->file = NULL;
  if (n < 0 || n >= (int)sizeof f->name) {
    errno = ENAMETOOLONG;
    return false;
  }
  snprintf(f->temporary, sizeof f->temporary, "%s.part", f->name);
  f->file = fopen(f->temporary, "wb+");
  return f->file != NULL;
}

// Why a stream has failed is seen when it is tried again, or one byte more of a file that will not
// be kept; else it is not known.
bool stream_failed(FILE *file) {
  if (file == NULL || ferror(file) == 0)
    return false;
  errno = 0;
  if (fflush(file) == 0 && write(fileno(file), "", 1) == 1)
    errno = EIO;
  return true;
}

// Some file systems have no sync; there is nothing to wait for then.
static bool sync_file(FILE *file) {
  return fsync(fileno(file)) == 0 || errno == EINVAL || errno == ENOSYS;
}

static bool finish(atomic_file *f, bool sync) {
  if (f->file == NULL) {
    errno = EBADF;
    return false;
  }
  errno = 0;
  const bool written =
      !stream_failed(f->file) && fflush(f->file) == 0 && (!sync || sync_file(f->file));
  const int reason = errno;
  const bool closed = fclose(f->file) == 0;
  f->file = NULL;
  if (written && closed && rename(f->temporary, f->name) == 0)
    return true;
  const int why = written ? errno : reason;
  remove(f->temporary);
  errno = why;
  return false;
}

bool atomic_file_commit(atomic_file *f) {
  return finish(f, true);
}

bool atomic_file_rename(atomic_file *f) {
  return finish(f, false);
}

void atomic_file_discard(atomic_file *f) {
  if (f->file == NULL)
    return;
  fclose(f->file);
  f->file = NULL;
  remove(f->temporary);
}

bool make_folder(const char *path) {
  char partial[PATH_ROOM];
  const size_t length = strlen(path);
  if (length == 0 || length >= sizeof partial) {
    errno = length == 0 ? ENOENT : ENAMETOOLONG;
    return false;
  }
  memcpy(partial, path, length + 1);
  for (size_t i = 1; i <= length; ++i) {
    if (partial[i] != '/' && partial[i] != '\0')
      continue;
    const char kept = partial[i];
    partial[i] = '\0';
    struct stat what;
    if (mkdir(partial, 0777) != 0 && errno != EEXIST)
      return false;
    if (stat(partial, &what) != 0)
      return false;
    if (!S_ISDIR(what.st_mode)) {
      errno = ENOTDIR;
      return false;
    }
    partial[i] = kept;
  }
  return access(path, W_OK | X_OK) == 0;
}
