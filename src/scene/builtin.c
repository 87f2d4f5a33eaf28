// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The built-in scenes, compiled in from scenes/json/ by the build.

#include "builtin_json.h"
#include <carom/scene.h>
#include <string.h>

int carom_builtin_count(void) {
  return builtin_scene_count;
}

static bool is_builtin(int index) {
  return index >= 0 && index < builtin_scene_count;
}

const char *carom_builtin_name(int index) {
  return is_builtin(index) ? builtin_scenes[index].name : NULL;
}

const char *carom_builtin_json(int index) {
  return is_builtin(index) ? builtin_scenes[index].text : NULL;
}

int carom_builtin_find(const char *name) {
  for (int i = 0; name != NULL && i < builtin_scene_count; ++i)
    if (strcmp(builtin_scenes[i].name, name) == 0)
      return i;
  return -1;
}
