// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom compare: arguments, progress, and the table.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/scene_argument.h"
#include "cli/sentences.h"
#include "io/compare.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64 };

/// Words of an option that may be given several times, or with commas.
typedef struct {
  int count;
  const char *word[MOST_WORDS];
} word_list;

typedef struct {
  const char *scene, *directory, *reference;
  scene_changes changes;
  word_list schemes, methods, rates, outputs;
  double rate[MOST_WORDS];
  int workers;
} compare_arguments;

// Cuts the text at its commas.
static bool read_words(const char *name, char *text, void *to) {
  word_list *list = to;
  static const char comma[] = ",";
  for (char *at = text; at != NULL;) {
    char *end = strpbrk(at, comma);
    if (end != NULL)
      *end = '\0';
    if (*at == '\0' || list->count == MOST_WORDS) {
      wrong_usage(*at == '\0' ? "%s: an empty word; allowed is A,B,..."
                              : "%s: too many words; allowed is A,B,...",
                  name);
      return false;
    }
    list->word[list->count++] = at;
    at = end != NULL ? end + 1 : NULL;
  }
  return true;
}

static bool read_rates(compare_arguments *a) {
  for (int i = 0; i < a->rates.count; ++i) {
    char *end = NULL;
    a->rate[i] = strtod(a->rates.word[i], &end);
    if (end == a->rates.word[i] || *end != '\0' || !(a->rate[i] > 0) || !isfinite(a->rate[i])) {
      wrong_usage("--rates: '%s'; allowed are numbers above 0, in Hz, X,Y,...", a->rates.word[i]);
      return false;
    }
  }
  return true;
}

static bool read_arguments(int count, char **arguments, compare_arguments *a) {
  const option options[] = {{"--schemes", NULL, read_words, &a->schemes, false},
                            {"--methods", NULL, read_words, &a->methods, false},
                            {"--rates", NULL, read_words, &a->rates, false},
                            {"--output", NULL, read_words, &a->outputs, false},
                            {"--reference", NULL, read_text, &a->reference, false},
                            {"--set", NULL, read_more, &a->changes.sets, false},
                            {"--duration", NULL, read_text, &a->changes.duration, false},
                            {"-j", NULL, read_workers, &a->workers, true},
                            {"-o", NULL, read_folder, &a->directory, false},
                            {"--quiet", NULL, NULL, &a->changes.quiet, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "scene"};
  if (!arguments_read(&table, count, arguments, &a->scene))
    return false;
  if (a->scene == NULL)
    wrong_usage("'compare' needs a scene: a file, - or a name from 'carom list'");
  return a->scene != NULL && read_rates(a);
}

// --- The table ----------------------------------------------------------------------------------

/// What has been printed so far.
typedef struct {
  bool begun;
  const compare_curve *curve;
  const char *output;
} table_state;

static void print_number(const char *format, int width, double value) {
  char text[32] = "-";
  if (isfinite(value))
    snprintf(text, sizeof text, format, value);
  printf(" %*s", width, text);
}

static void print_row(void *user, const compare_row *row) {
  table_state *t = user;
  if (!t->begun)
    printf("%-22s %-14s %9s %6s %6s   %s\n", "variant", "output", "error", "local", "order",
           "level, dB: 0-1    1-2    2-4    4-8 kHz");
  if (t->begun &&
      (t->curve != row->curve || t->output == NULL || strcmp(t->output, row->output) != 0))
    printf("\n");
  *t = (table_state){true, row->curve, row->output};
  printf("%-22s", row->name);
  const compare_figure *f = row->figure;
  if (f == NULL) {
    putchar(' ');
    write_sentence(stdout, row->note);
    putchar('\n');
    return;
  }
  printf(" %-14s", row->output);
  print_number("%.3g", 9, f->error);
  print_number("%.2f", 6, f->local_order);
  print_number("%.2f", 6, f->order);
  if (isfinite(f->level[0])) {
    printf("        ");
    for (int b = 0; b < LEVEL_BANDS; ++b)
      print_number("%+.2f", 6, f->level[b]);
  }
  printf("%s%s\n", row->note[0] != '\0' ? "   " : "", row->note);
}

static void print_end(const carom_compare_report *r, const char *directory) {
  printf("\n%d of %d variants in %.3g s", r->done, r->variants, r->seconds);
  if (r->resumed > 0)
    printf(", %d of them from before", r->resumed);
  if (r->refused > 0)
    printf(", %d refused", r->refused);
  printf("%s\nresults in %s\n",
         r->interpolated ? "; rates that are no whole multiples of the lowest are interpolated"
                         : "",
         directory);
}

// --- Running it ---------------------------------------------------------------------------------

static int run_compare(carom_scene *scene, const compare_arguments *a) {
  char directory[1024];
  if (!scene_apply(scene, &a->changes))
    return EXIT_WRONG;
  default_folder(a->scene, "-compare", directory, sizeof directory);
  int last = -1;
  const carom_compare_options options = {.size = sizeof options,
                                         .directory =
                                             a->directory != NULL ? a->directory : directory,
                                         .schemes = a->schemes.word,
                                         .scheme_count = a->schemes.count,
                                         .methods = a->methods.word,
                                         .method_count = a->methods.count,
                                         .rates = a->rate,
                                         .rate_count = a->rates.count,
                                         .outputs = a->outputs.word,
                                         .output_count = a->outputs.count,
                                         .reference = a->reference,
                                         .workers = a->workers,
                                         .stop = catch_signals(),
                                         .progress = a->changes.quiet ? NULL : show_progress,
                                         .user = &last};
  carom_compare_report report;
  table_state table = {0};
  carom_error error = {.text = ""};
  const carom_status status =
      compare_run(scene, &options, &report, a->changes.quiet ? NULL : print_row, &table, &error);
  if (!a->changes.quiet && report.done > 0)
    print_end(&report, options.directory);
  if (status == CAROM_INTERRUPTED)
    print_message("carom: interrupted; the same comparison into %s goes on from here\n",
                  options.directory);
  else if (status != CAROM_OK)
    print_error("", &error);
  if (status == CAROM_OK)
    return EXIT_GOOD;
  const bool lacked = status == CAROM_CANNOT_WRITE || status == CAROM_NO_MEMORY;
  return report.variants == 0 && !lacked ? EXIT_WRONG : EXIT_BROKEN;
}

static int compare(int count, char **arguments) {
  compare_arguments a = {.changes.sets.text = argument_room(count, sizeof *a.changes.sets.text),
                         .workers = default_workers()};
  int code = EXIT_WRONG;
  if (read_arguments(count, arguments, &a)) {
    carom_scene *scene = scene_load(a.scene);
    if (scene != NULL)
      code = run_compare(scene, &a);
    carom_scene_free(scene);
  }
  free(a.changes.sets.text);
  return code;
}

const command command_compare = {
    .name = "compare",
    .run = compare,
    .usage = "carom compare SCENE [--schemes A,B] [--methods A,B] [--rates X,Y] [--output NAME]\n"
             "               [--reference NAME[@HZ]] [--set PATH=VALUE]... [--duration S] [-j N] "
             "[-o DIR] [--quiet]",
    .help =
        "Runs a scene by each scheme (of all collisions) or method and by rising rates, N at a "
        "time, and\n"
        "tells how far each is from the finest: the rms of the difference over the rms of the "
        "finest, the\n"
        "order in the time step that follows, and levels in octave bands of audio outputs. The "
        "finest is the\n"
        "first scheme or method at the highest rate, or --reference, such as exact@352800 or "
        "adaptive.\n"
        "Without --rates these are 1, 2, 4 and 8 times the scene's, and 16 times for the finest. "
        "Leaves\n"
        "compare.csv, compare.json and compare.svg in DIR (out/NAME-compare). Interrupted, the "
        "same command\n"
        "goes on where it was. The results do not depend on N. What a method does not take is a "
        "row that "
        "says\n"
        "why. Exit codes are 0 good, 1 wrong scene or arguments, 2 failed or interrupted.",
};
