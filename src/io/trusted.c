// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Who could have written a file: its owner, the owners of the folders above it, and those whom they
// let write. Groups are their choice. In a folder such as /tmp others may not touch what is there,
// but they may add to it.

#define _GNU_SOURCE // dladdr()

#include "io/trusted.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char program[] = "/proc/self/exe";

static bool place_beside(const char *file, char *path, size_t size, const char *relative) {
  const char *slash = file != NULL ? strrchr(file, '/') : NULL;
  if (slash == NULL)
    return false;
  const int n = snprintf(path, size, "%.*s/%s", (int)(slash - file), file, relative);
  return n > 0 && (size_t)n < size;
}

bool trusted_place(char *path, size_t size, const char *relative) {
  char own[PATH_MAX];
  const ssize_t length = readlink(program, own, sizeof own - 1);
  own[length > 0 ? length : 0] = '\0';
  return place_beside(own, path, size, relative);
}

bool trusted_beside(char *path, size_t size, const char *relative) {
  Dl_info here = {.dli_fname = NULL};
  return dladdr(program, &here) != 0 && place_beside(here.dli_fname, path, size, relative);
}

static bool is_trusted(const struct stat *what, bool kept_apart) {
  struct stat self;
  const bool ours = what->st_uid == 0 || what->st_uid == geteuid() ||
                    (stat(program, &self) == 0 && what->st_uid == self.st_uid);
  return ours && ((what->st_mode & S_IWOTH) == 0 || (kept_apart && (what->st_mode & S_ISVTX) != 0));
}

bool trusted_file(const char *path, const char **refused) {
  char whole[PATH_MAX];
  struct stat what;
  *refused = NULL;
  if (realpath(path, whole) == NULL)
    return false;
  for (int above = 0;; ++above) {
    if (stat(whole, &what) != 0 || !is_trusted(&what, above > 1))
      *refused = "others may write there; allowed is a place where only you, root and the owner of "
                 "the program may";
    char *slash = strrchr(whole, '/');
    if (slash == NULL || whole[1] == '\0')
      return true;
    slash[slash == whole] = '\0'; // the root last
  }
}
