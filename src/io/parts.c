// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The folder of finished parts.

#include "io/parts.h"

#include "io/atomic_file.h"
#include <dirent.h>
#include <unistd.h>

static bool same_file(const char *path, const char *text) {
  FILE *file = fopen(path, "r");
  bool same = file != NULL;
  for (const char *c = text; same && *c != '\0'; ++c)
    same = fgetc(file) == (unsigned char)*c;
  same = same && fgetc(file) == EOF;
  if (file != NULL)
    fclose(file);
  return same;
}

void parts_clear(const char *folder) {
  DIR *d = opendir(folder);
  const struct dirent *entry = NULL;
  while (d != NULL && (entry = readdir(d)) != NULL) {
    char path[PATH_ROOM + 300];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.')
      unlink(path);
  }
  if (d != NULL)
    closedir(d);
}

bool parts_open(const char *folder, const char *plan) {
  char path[PATH_ROOM + 16];
  atomic_file file = {0};
  snprintf(path, sizeof path, "%s/plan", folder);
  if (!make_folder(folder))
    return false;
  if (same_file(path, plan))
    return true;
  parts_clear(folder);
  if (!atomic_file_open(&file, folder, "plan"))
    return false;
  fputs(plan, file.file);
  return atomic_file_commit(&file);
}
