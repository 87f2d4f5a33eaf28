// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The files of a bundle, and its scene. Not for the audio thread.

#include "lv2/plugin.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_BYTES = 1 << 24 };

char *bundle_read(const char *bundle, const char *name, size_t *length) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", bundle, name);
  FILE *file = fopen(path, "rb");
  char *text = file != NULL ? malloc(MOST_BYTES) : NULL;
  *length = text != NULL ? fread(text, 1, MOST_BYTES - 1, file) : 0;
  if (file != NULL)
    fclose(file);
  if (text != NULL)
    text[*length] = '\0';
  return text;
}

carom_scene *bundle_load_scene(const char *bundle, carom_error *error) {
  size_t length = 0;
  char *text = bundle_read(bundle, BUNDLE_SCENE, &length);
  carom_scene *scene = carom_scene_new(NULL);
  *error = (carom_error){.text = BUNDLE_SCENE ": cannot be read from the plugin's bundle"};
  if (text == NULL || scene == NULL ||
      carom_scene_parse_json(scene, BUNDLE_SCENE, text, length, error) != CAROM_OK) {
    carom_scene_free(scene);
    scene = NULL;
  }
  free(text);
  return scene;
}
