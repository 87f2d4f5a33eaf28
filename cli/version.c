// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom version.

#include "cli/cli.h"

#include <stdio.h>

void print_lacking(void) {
  if (!carom_has_integrator())
    printf("this build lacks SUNDIALS and so the method adaptive; 'apt-get install "
           "libsundials-dev' and build again\n");
}

static int version(int count, char **arguments) {
  (void)arguments;
  if (count > 0)
    return wrong_usage("'version' takes no arguments");
  printf("carom %s, physics %d\n", carom_version(), carom_physics());
  printf("commit %s, compiler %s\n", carom_commit(), carom_compiler());
  print_lacking();
  return EXIT_GOOD;
}

const command command_version = {
    .name = "version",
    .run = version,
    .usage = "carom version",
    .help =
        "Prints the version of the program, and of its physics: results may change when that does; "
        "of\n"
        "which commit and by which compiler it was built; and what the build lacks.",
    .aliases = {"--version"},
};
