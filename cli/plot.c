// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom plot: pictures of a finished run.

#include "cli.h"

#include <stdio.h>

int command_plot(int count, char **arguments) {
  carom_error error = {.text = "out of memory"};
  if (count != 1)
    return wrong_usage("'plot' takes the folder of one finished run");
  const carom_status status = carom_plot(arguments[0], &error);
  if (status == CAROM_OK) {
    printf("pictures in %s\n", arguments[0]);
    return EXIT_GOOD;
  }
  fprintf(stderr, "carom: %s\n", error.text);
  return status == CAROM_BAD_FILE ? EXIT_WRONG : EXIT_BROKEN;
}
