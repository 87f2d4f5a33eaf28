// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_scene_write() into a FILE.

#include "io/scene_text.h"

static bool write_text(void *file, const char *text, size_t length) {
  return fwrite(text, 1, length, file) == length;
}

bool scene_text_write(const carom_scene *scene, FILE *file) {
  return carom_scene_write(scene, write_text, file);
}
