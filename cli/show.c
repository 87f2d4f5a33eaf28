// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom show: the text of a built-in scene.

#include "cli/cli.h"

#include "io/nearest.h"
#include <stdio.h>

static int show(int count, char **arguments) {
  if (count != 1)
    return wrong_usage("'show' takes the name of one built-in scene");
  const int index = carom_builtin_find(arguments[0]);
  if (index < 0) {
    char hint[200];
    nearest n = nearest_to(arguments[0]);
    for (int i = 0; i < carom_builtin_count(); ++i)
      nearest_try(&n, carom_builtin_name(i));
    return wrong_usage("there is no built-in scene '%s'; %s'carom list' shows what there is",
                       arguments[0], nearest_hint(&n, hint, sizeof hint));
  }
  fputs(carom_builtin_text(index), stdout);
  return EXIT_GOOD;
}

const command command_show = {
    .name = "show",
    .run = show,
    .usage = "carom show SCENE",
    .help = "Prints a built-in scene, to copy and edit.",
};
