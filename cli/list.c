// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom list: the built-in scenes and their titles.

#include "cli/cli.h"

#include "cli/scene_argument.h"
#include <stdio.h>
#include <string.h>

// How it is played, if it has controls: carom play knows play-NAME as NAME.
static void print_player(const carom_scene *scene, const char *name) {
  static const char play[] = "play-";
  const size_t length = strlen(play);
  if (scene != NULL && carom_scene_count(scene, "controls") > 0)
    printf(" (carom play %s)", strncmp(name, play, length) == 0 ? name + length : name);
}

static int list(int count, char **arguments) {
  (void)arguments;
  if (count > 0)
    return wrong_usage("'list' takes no arguments");
  for (int i = 0; i < carom_builtin_count(); ++i) {
    carom_scene *scene = scene_load_builtin(i);
    const char *title = scene != NULL ? carom_scene_get(scene, "title") : NULL;
    printf("%-20s %s", carom_builtin_name(i), title != NULL ? title : "");
    print_player(scene, carom_builtin_name(i));
    printf("\n");
    carom_scene_free(scene);
  }
  return EXIT_GOOD;
}

const command command_list = {
    .name = "list",
    .run = list,
    .usage = "carom list",
    .help = "Lists the built-in scenes, and those that can be played with how.",
};
