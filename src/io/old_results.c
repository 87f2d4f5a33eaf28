// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Removing the results of an earlier run. A summary is a file that anybody may have written: it can
// name what a run leaves in its folder and nothing else.

#include "io/old_results.h"

#include "io/atomic_file.h"
#include "io/results.h"
#include <dirent.h>
#include <string.h>
#include <unistd.h>

static const char *const stems[] = {"samples.",   "energy.",    "events.", "audio.",
                                    "snapshots.", "snapshots-", "plot.",   "summary."};

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with) {
  const size_t n = strlen(text);
  const size_t m = strlen(with);
  return n >= m && strcmp(text + n - m, with) == 0;
}

// Whether a run may leave a file of that name.
static bool is_ours(const char *name) {
  bool known = false;
  for (size_t i = 0; i < sizeof stems / sizeof stems[0]; ++i)
    known = known || begins(name, stems[i]);
  for (int i = 0; picture_name(i) != NULL; ++i)
    known = known || strcmp(name, picture_name(i)) == 0;
  return known && strchr(name, '/') == NULL;
}

static void remove_in(const char *directory, const char *name) {
  char path[PATH_ROOM + 300];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  unlink(path);
}

// Stills of a mechanism, which are numbered from 1 on.
static void remove_stills(const char *directory) {
  char path[PATH_ROOM + 32];
  int number = 0;
  do
    snprintf(path, sizeof path, "%s/mechanism-%04d.svg", directory, ++number);
  while (unlink(path) == 0);
}

void old_results_remove(const char *directory) {
  static const char *const always[] = {"energy.csv", "events.csv", "samples.csv", "samples.npy",
                                       "audio.wav"};
  name_list files = {0};
  if (!results_files(directory, &files)) // no run has ended here
    return;
  remove_in(directory, "summary.json"); // from here on there are no results
  for (int i = 0; i < files.count; ++i)
    if (is_ours(files.name[i]) && !ends(files.name[i], ".part")) // what is being written now
      remove_in(directory, files.name[i]);
  for (size_t i = 0; i < sizeof always / sizeof always[0]; ++i)
    remove_in(directory, always[i]);
  for (int i = 0; picture_name(i) != NULL; ++i)
    remove_in(directory, picture_name(i));
  remove_stills(directory);
  name_list_free(&files);
}

void old_results_remove_unfinished(const char *directory) {
  DIR *d = opendir(directory);
  const struct dirent *entry = NULL;
  while (d != NULL && (entry = readdir(d)) != NULL)
    if (is_ours(entry->d_name) && ends(entry->d_name, ".part"))
      remove_in(directory, entry->d_name);
  if (d != NULL)
    closedir(d);
}
