// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom version.

#include "cli/cli.h"

#include <stdio.h>

static int version(int count, char **arguments) {
  (void)arguments;
  if (count > 0)
    return wrong_usage("'version' takes no arguments");
  printf("carom %s, physics %d\n", carom_version(), carom_physics());
  return EXIT_GOOD;
}

const command command_version = {
    .name = "version",
    .run = version,
    .usage = "carom version",
    .help =
        "Prints the version of the program, and of its physics: results may change when that does.",
    .aliases = {"--version"},
};
