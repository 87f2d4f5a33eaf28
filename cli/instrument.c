// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene that is to be played: which one a name means, and its gains.

#include "cli/instrument.h"

#include "cli/scene_argument.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// play-NAME, if that is a built-in scene, else the name itself.
static const char *meant(const char *name, char *room, size_t size) {
  snprintf(room, size, "play-%s", name);
  return carom_builtin_find(name) >= 0 && carom_builtin_find(room) >= 0 ? room : name;
}

carom_scene *instrument_load(const char *name, const text_list *sets) {
  char room[200];
  carom_error error;
  const scene_changes changes = {.sets = *sets};
  carom_scene *scene = scene_load(meant(name, room, sizeof room));
  if (scene == NULL)
    return NULL;
  bool good = scene_apply(scene, &changes);
  if (good && carom_scene_count(scene, "controls") == 0) {
    fprintf(stderr, "%s: controls: missing; a scene that is played needs at least one control\n",
            name);
    good = false;
  } else if (good && carom_scene_prepare_play(scene, &error) != CAROM_OK) {
    scene_refused(&error);
    good = false;
  }
  if (!good)
    carom_scene_free(scene);
  return good ? scene : NULL;
}

void instrument_name(const char *scene, char *name, size_t size) {
  const char *stem = NULL;
  const int length = scene_stem(scene, &stem);
  size_t used = 0;
  for (int i = 0; i < length && used + 1 < size; ++i)
    name[used++] = (char)(isalnum((unsigned char)stem[i]) || stem[i] == '_' ? stem[i] : '-');
  name[used] = '\0';
  if (used == 0)
    snprintf(name, size, "scene");
}

// Whether a body of the scene starts with a shape or a velocity, which an instrument leaves out.
static bool starts_moving(const char *name) {
  static const char *const keys[] = {"start.shape", "start_velocity.shape", "velocity",
                                     "angular_velocity"};
  carom_scene *scene = scene_load(name);
  bool moving = scene == NULL;
  for (int i = 0; !moving && i < carom_scene_count(scene, "bodies"); ++i)
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; ++k) {
      char path[200];
      snprintf(path, sizeof path, "bodies.%s.%s", carom_scene_name(scene, "bodies", i), keys[k]);
      const char *text = carom_scene_get(scene, path);
      moving = moving || (text != NULL && text[0] != '\0' && carom_scene_number(scene, path) != 0);
    }
  carom_scene_free(scene);
  return moving;
}

bool instrument_like(const char *scene, char *like, size_t size) {
  char room[200];
  const char *name = meant(scene, room, sizeof room);
  char *path = carom_builtin_find(name) >= 0 ? NULL : realpath(name, NULL);
  snprintf(like, size, "%s", path != NULL ? path : name);
  free(path);
  return strcmp(scene, "-") != 0 && !starts_moving(name);
}
