// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Files that are whole or not there.

#include "io/atomic_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool part_open(part *p, const char *directory, const char *name) {
  const int n = snprintf(p->name, sizeof p->name, "%s/%s", directory, name);
  p->file = NULL;
  if (n < 0 || n >= (int)sizeof p->name) {
    errno = ENAMETOOLONG;
    return false;
  }
  snprintf(p->part, sizeof p->part, "%s.part", p->name);
  p->file = fopen(p->part, "wb+");
  return p->file != NULL;
}

bool part_finish(part *p) {
  if (p->file == NULL)
    return false;
  const bool written = fflush(p->file) == 0 && ferror(p->file) == 0;
  const int reason = errno;
  const bool closed = fclose(p->file) == 0;
  p->file = NULL;
  if (written && closed && rename(p->part, p->name) == 0)
    return true;
  remove(p->part);
  if (!written)
    errno = reason;
  return false;
}

void part_drop(part *p) {
  if (p->file == NULL)
    return;
  fclose(p->file);
  p->file = NULL;
  remove(p->part);
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

locale_t plain_locale_begin(void) {
  const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return plain != (locale_t)0 ? uselocale(plain) : (locale_t)0;
}

void plain_locale_end(locale_t before) {
  if (before != (locale_t)0)
    freelocale(uselocale(before));
}
