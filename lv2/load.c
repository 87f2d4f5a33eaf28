// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The files of a bundle, and a player of its scene. Not for the audio thread.

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

// A number that changes with the scene: FNV-1a.
static unsigned long long version_of(const char *text, size_t length) {
  unsigned long long hash = 14695981039346656037ULL;
  for (size_t i = 0; i < length; ++i)
    hash = (hash ^ (unsigned char)text[i]) * 1099511628211ULL;
  return hash;
}

carom_player *bundle_load_player(const char *bundle, double rate, unsigned long long *version,
                                 carom_error *error) {
  carom_player *player = NULL;
  carom_player_options options = carom_player_options_default();
  size_t length = 0;
  char *text = bundle_read(bundle, BUNDLE_SCENE, &length);
  carom_scene *scene = carom_scene_new(NULL);
  *error = (carom_error){.text = BUNDLE_SCENE ": cannot be read from the plugin's bundle"};
  options.rate = rate;
  if (text != NULL && scene != NULL &&
      carom_scene_parse_json(scene, BUNDLE_SCENE, text, length, error) == CAROM_OK)
    player = carom_player_new(scene, &options, NULL, error);
  *version = version_of(text != NULL ? text : "", length);
  carom_scene_free(scene);
  free(text);
  return player;
}
