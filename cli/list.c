// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom list: the built-in scenes and their titles.

#include "cli/cli.h"

#include "cli/scene_argument.h"
#include <stdio.h>

static int list(int count, char **arguments) {
  (void)arguments;
  if (count > 0)
    return wrong_usage("'list' takes no arguments");
  for (int i = 0; i < carom_builtin_count(); ++i) {
    carom_scene *scene = scene_load_builtin(i);
    const char *title = scene != NULL ? carom_scene_get(scene, "title") : NULL;
    printf("%-20s %s\n", carom_builtin_name(i), title != NULL ? title : "");
    carom_scene_free(scene);
  }
  return EXIT_GOOD;
}

const command command_list = {
    .name = "list",
    .run = list,
    .usage = "carom list",
    .help = "Lists the built-in scenes.",
};
