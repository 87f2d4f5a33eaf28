// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom reproduce: results of papers beside what is computed here.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/message.h"
#include "io/nearest.h"
#include "reproduce/reproduce.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int list_entries(void) {
  for (int i = 0; i < reproduce_count(); ++i)
    printf("%-32s %s\n", reproduce_at(i)->id, reproduce_at(i)->title);
  return EXIT_GOOD;
}

static int count_matches(const char *id) {
  int count = 0;
  for (int i = 0; i < reproduce_count(); ++i)
    count += reproduce_matches(reproduce_at(i), id);
  return count;
}

// Runs what matches, onto the page where there is one.
static tally run_matches(const char *id, atomic_file *page) {
  tally all = {0};
  for (int i = 0; i < reproduce_count(); ++i) {
    const entry *e = reproduce_at(i);
    if (!reproduce_matches(e, id))
      continue;
    report r = reproduce_run(e);
    report_print(e, &r, stdout);
    fflush(stdout);
    if (page != NULL)
      page_entry(page, e, &r);
    tally_add(&all, &r);
    report_free(&r);
  }
  return all;
}

static int unknown_entry(const char *id) {
  char hint[200];
  nearest n = nearest_to(id);
  for (int i = 0; i < reproduce_count(); ++i)
    nearest_try(&n, reproduce_at(i)->id);
  return wrong_usage("there is no entry '%s'; %s'carom reproduce' shows what there is", id,
                     nearest_hint(&n, hint, sizeof hint));
}

static int run_and_write(const char *id, const char *directory) {
  static atomic_file page;
  const int matches = count_matches(id);
  if (matches == 0)
    return unknown_entry(id);
  if (directory == NULL && strcmp(id, "all") == 0)
    directory = "out/reproduce";
  errno = 0;
  if (directory != NULL && !page_open(&page, directory, matches)) {
    print_message("carom: %s: cannot be written: %s\n", directory, strerror(errno));
    return EXIT_BROKEN;
  }
  const tally all = run_matches(id, directory != NULL ? &page : NULL);
  if (directory != NULL && !page_close(&page, &all)) {
    print_message("carom: %s: cannot be written: %s\n", directory, strerror(errno));
    return EXIT_BROKEN;
  }
  tally_print(&all, stdout);
  if (directory != NULL)
    printf("; all of it in %s/index.html", directory);
  printf("\n");
  return all.hold < all.entries ? EXIT_BROKEN : EXIT_GOOD;
}

static int reproduce(int count, char **arguments) {
  const char *id = NULL;
  const char *directory = NULL;
  const option options[] = {{"-o", "DIR", read_folder, &directory, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "entry"};
  if (!arguments_read(&table, count, arguments, &id))
    return EXIT_WRONG;
  if (id == NULL && directory != NULL)
    return wrong_usage("'reproduce' with -o needs an entry or 'all'");
  return id != NULL ? run_and_write(id, directory) : list_entries();
}

const command command_reproduce = {
    .name = "reproduce",
    .run = reproduce,
    .usage = "carom reproduce [ID | all] [-o DIR]",
    .help = "Lists results of papers; runs one, all below a folder such as collisions, or all of "
            "them: each with\n"
            "what the document prints beside what is computed here, the limit by which it holds, "
            "and a verdict:\n"
            "reproduced, fitted (constants were fitted to these numbers), given (parameters, taken "
            "over), corrected\n"
            "(a misprint), refuted (what is stated is not so), open, or not-run (this build lacks "
            "what it takes).\n"
            "'all', or -o, leaves DIR/index.html (out/reproduce).\n"
            "Exit codes: 0 every check holds, 1 wrong arguments, 2 a check does not hold or was "
            "not run, or the\n"
            "page cannot be written.",
};
