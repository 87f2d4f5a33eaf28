// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom version.

#include "cli/cli.h"

#include <stdio.h>

static int version(int count, char **arguments) {
  (void)arguments;
  if (count > 0)
    return wrong_usage("'version' takes no arguments");
  puts("carom " CAROM_VERSION);
  return EXIT_GOOD;
}

const command command_version = {
    .name = "version",
    .run = version,
    .usage = "carom version",
    .help = "Prints the version.",
    .aliases = {"--version"},
};
