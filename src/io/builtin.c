// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The built-in scenes as they were written, compiled in from scenes/ by the build.

#include "builtin_yaml.h"
#include <carom/file.h>

const char *carom_builtin_text(int index) {
  return index >= 0 && index < builtin_scene_count ? builtin_scenes[index].text : NULL;
}
