// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom plot: pictures of a finished run.

#include "cli/cli.h"

#include <stdio.h>

static int plot(int count, char **arguments) {
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

const command command_plot = {
    .name = "plot",
    .run = plot,
    .usage = "carom plot DIR",
    .help = "Draws the pictures of a finished run from the files in its folder: waveforms, energy "
            "ledger,\n"
            "spectrogram, phase portraits, contact forces and shapes, as far as the files go.",
};
