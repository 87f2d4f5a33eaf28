// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom plot: pictures of a finished run.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/sentences.h"
#include "plot/plots.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST_STILLS = 9999 };

// NOLINTNEXTLINE(readability-non-const-parameter): as the table wants it
static bool read_stills(const char *name, char *text, void *to) {
  char *end = NULL;
  const long wanted = strtol(text, &end, 10);
  if (end != text && *end == '\0' && wanted >= 1 && wanted <= MOST_STILLS) {
    *(int *)to = (int)wanted;
    return true;
  }
  wrong_usage("%s: '%s'; allowed is a whole number from 1 to %d", name, text, MOST_STILLS);
  return false;
}

static bool read_arguments(int count, char **arguments, const char **directory, int *stills) {
  const option options[] = {{"--frames", "N", read_stills, stills, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "folder"};
  if (!arguments_read(&table, count, arguments, directory))
    return false;
  if (*directory == NULL)
    wrong_usage("'plot' needs the folder of a finished run");
  return *directory != NULL;
}

static void print_pictures(const char *directory, const name_list *drawn,
                           const name_list *missing) {
  if (drawn->count > 0)
    printf("pictures in %s\n", directory);
  if (missing->count == 0)
    return;
  printf("not drawn:");
  for (int i = 0; i < missing->count; ++i)
    printf("%s %s", i > 0 ? "," : "", missing->name[i]);
  printf("; they need samples.csv or samples.npy, which run leaves with --csv or --npy\n");
}

static int plot(int count, char **arguments) {
  carom_error error = {.text = "out of memory"};
  const char *directory = NULL;
  int stills = 0;
  if (!read_arguments(count, arguments, &directory, &stills))
    return EXIT_WRONG;
  name_list drawn = {0};
  name_list missing = {0};
  const carom_status status = stills > 0 ? carom_plot_frames(directory, stills, &error)
                                         : plot_folder(directory, &drawn, &missing, &error);
  if (status == CAROM_OK && stills > 0)
    printf("pictures in %s\n", directory);
  else if (status == CAROM_OK)
    print_pictures(directory, &drawn, &missing);
  else
    print_error("carom: ", &error);
  name_list_free(&drawn);
  name_list_free(&missing);
  if (status == CAROM_OK)
    return EXIT_GOOD;
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
