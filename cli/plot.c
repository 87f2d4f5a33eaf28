// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom plot: pictures of a finished run.

#include "cli/cli.h"

#include "cli/message.h"
#include "plot/plots.h"
#include <stdio.h>

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
  if (count != 1)
    return wrong_usage("'plot' takes the folder of one finished run");
  name_list drawn = {0};
  name_list missing = {0};
  const carom_status status = plot_folder(arguments[0], &drawn, &missing, &error);
  if (status == CAROM_OK)
    print_pictures(arguments[0], &drawn, &missing);
  else
    print_message("carom: %s\n", error.text);
  name_list_free(&drawn);
  name_list_free(&missing);
  if (status == CAROM_OK)
    return EXIT_GOOD;
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
