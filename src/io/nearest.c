// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The name nearest to a word, by the number of letters that differ: one in a word of up to three
// letters, two in longer ones, three from ten letters on.

#include "io/nearest.h"

#include "base/text.h"
#include <carom/file.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 256 };

nearest nearest_to(const char *word) {
  const size_t length = strlen(word);
  return (nearest){.word = word, .distance = length <= 3 ? 2 : length < 10 ? 3 : 4};
}

void nearest_try(nearest *n, const char *name) {
  const int distance = text_distance(n->word, name);
  if (distance < n->distance) {
    n->distance = distance;
    n->found = name;
  }
}

const char *nearest_hint(const nearest *n, char *text, size_t size) {
  text[0] = '\0';
  if (n->found != NULL)
    snprintf(text, size, "did you mean '%s'? ", n->found);
  return text;
}

// Whether a file's name ends as that of a scene, and its stem.
static bool is_scene_file(const char *name, char *stem, size_t size) {
  static const char *const endings[] = {".yaml", ".yml", ".json"};
  const char *dot = strrchr(name, '.');
  snprintf(stem, size, "%.*s", dot != NULL ? (int)(dot - name) : 0, name);
  for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0]; ++i)
    if (strcmp(dot, endings[i]) == 0)
      return stem[0] != '\0';
  return false;
}

// The nearest file of a folder; `found` keeps its path.
static void try_files(nearest *n, const char *folder, int folder_length, char *found, size_t size) {
  char path[4096];
  char stem[LONGEST_NAME];
  snprintf(path, sizeof path, "%.*s", folder_length, folder);
  DIR *files = opendir(folder_length > 0 ? path : ".");
  if (files == NULL)
    return;
  for (const struct dirent *e = readdir(files); e != NULL; e = readdir(files)) {
    nearest near = *n;
    if (!is_scene_file(e->d_name, stem, sizeof stem))
      continue;
    nearest_try(&near, e->d_name);
    nearest_try(&near, stem);
    if (near.distance < n->distance) {
      snprintf(found, size, "%.*s%s", folder_length, folder, e->d_name);
      *n = (nearest){.word = n->word, .found = found, .distance = near.distance};
    }
  }
  closedir(files);
}

const char *nearest_scene_hint(const char *scene, char *text, size_t size) {
  const char *slash = strrchr(scene, '/');
  const char *name = slash != NULL ? slash + 1 : scene;
  char found[4096];
  char stem[LONGEST_NAME];
  nearest n = nearest_to(name);
  try_files(&n, scene, (int)(name - scene), found, sizeof found);
  for (int i = 0; i < carom_builtin_count(); ++i)
    nearest_try(&n, carom_builtin_name(i));
  if (is_scene_file(name, stem, sizeof stem)) {
    const int builtin = carom_builtin_find(stem);
    if (builtin >= 0 && n.found == NULL)
      n.found = carom_builtin_name(builtin);
  }
  return nearest_hint(&n, text, size);
}
