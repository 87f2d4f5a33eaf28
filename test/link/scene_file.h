// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A model from a scene in a JSON file, with calls of the core alone.

#ifndef CAROM_TEST_SCENE_FILE_H
#define CAROM_TEST_SCENE_FILE_H

#include <carom/carom.h>
#include <stdio.h>

/// NULL if there is none; the error tells why.
static carom_model *model_from_file(const char *path, carom_error *error) {
  static char text[1 << 16];
  FILE *file = fopen(path, "r");
  const size_t length = file != NULL ? fread(text, 1, sizeof text, file) : 0;
  if (file != NULL)
    fclose(file);
  carom_scene *scene = carom_scene_new(NULL);
  carom_model *model = NULL;
  if (scene != NULL && carom_scene_parse_json(scene, path, text, length, error) == CAROM_OK)
    model = carom_model_compile(scene, NULL, error);
  carom_scene_free(scene);
  return model;
}

#endif
