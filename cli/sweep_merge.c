// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom sweep --merge: the tables of a sweep computed in parts.

#include "cli/sweep_merge.h"

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/sentences.h"
#include <stdio.h>
#include <stdlib.h>

// Into the first folder if none is given.
static int merge(const text_list *folders, const char *directory, bool quiet) {
  carom_sweep_report report;
  carom_error error = {.text = ""};
  const char *to = directory != NULL ? directory : folders->text[0];
  const carom_status status = carom_sweep_merge(folders->text, folders->count, to, &report, &error);
  if (report.points > 0 && !quiet)
    printf("%lld of %lld points merged\nresults in %s\n", report.done, report.points, to);
  if (status == CAROM_OK)
    return EXIT_GOOD;
  print_error("carom: ", &error);
  return status == CAROM_BAD_FILE ? EXIT_WRONG : EXIT_BROKEN;
}

int merge_parts(int count, char **arguments) {
  text_list folders = {.text = argument_room(count, sizeof *folders.text)};
  const char *directory = NULL;
  bool merges = false;
  bool quiet = false;
  const option options[] = {{"--merge", "DIR...", NULL, &merges, false},
                            {"-o", "DIR", read_folder, &directory, false},
                            {"--quiet", NULL, NULL, &quiet, false}};
  const option_table table = {options, sizeof options / sizeof options[0], &folders, NULL};
  int code = EXIT_WRONG;
  if (arguments_read(&table, count, arguments, NULL))
    code = folders.count > 0 ? merge(&folders, directory, quiet)
                             : wrong_usage("'sweep --merge' needs the folders of the parts");
  free(folders.text);
  return code;
}
