// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom plot: pictures of a finished run.

#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STILLS = 9999 };

// DIR, and --frames N before or after it; -1 if they are something else.
static int read_arguments(int count, char **arguments, const char **directory) {
  int stills = 0;
  *directory = NULL;
  for (int i = 0; i < count; ++i) {
    char *end = NULL;
    if (strcmp(arguments[i], "--frames") == 0) {
      const long wanted = i + 1 < count ? strtol(arguments[++i], &end, 10) : 0;
      if (end == NULL || *end != '\0' || wanted < 1 || wanted > MOST_STILLS)
        return -1;
      stills = (int)wanted;
    } else if (*directory == NULL && arguments[i][0] != '-')
      *directory = arguments[i];
    else
      return -1;
  }
  return *directory != NULL ? stills : -1;
}

static int plot(int count, char **arguments) {
  carom_error error = {.text = "out of memory"};
  const char *directory = NULL;
  const int stills = read_arguments(count, arguments, &directory);
  if (stills < 0)
    return wrong_usage(
        "'plot' takes the folder of one finished run, and --frames N from 1 to 9999");
  const carom_status status =
      stills > 0 ? carom_plot_frames(directory, stills, &error) : carom_plot(directory, &error);
  if (status == CAROM_OK) {
    printf("pictures in %s\n", directory);
    return EXIT_GOOD;
  }
  fprintf(stderr, "carom: %s\n", error.text);
  return status == CAROM_BAD_FILE ? EXIT_WRONG : EXIT_BROKEN;
}

const command command_plot = {
    .name = "plot",
    .run = plot,
    .usage = "carom plot DIR [--frames N]",
    .help = "Draws the pictures of a finished run from the files in its folder: waveforms, energy "
            "ledger,\n"
            "spectrogram, phase portraits, contact forces, shapes and mechanisms that move, as far "
            "as the files "
            "go.\n"
            "--frames N draws N stills of a mechanism instead, from the first instant to the last.",
};
