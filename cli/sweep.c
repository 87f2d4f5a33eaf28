// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom sweep: arguments, progress, and where the results are.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/scene_argument.h"
#include "cli/sentences.h"
#include "cli/sweep_merge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The varied keys; room for all arguments.
typedef struct {
  carom_sweep_axis *axis;
  int count;
} axis_list;

typedef struct {
  const char *scene, *directory;
  scene_changes changes;
  axis_list axes;
  text_list measures;
  double settle, strobe;
  carom_carry carry;
  int part, parts, workers;
} sweep_arguments;

enum { MOST_VALUES = 10000000 };

// PATH=FROM:TO:COUNT[:log]; the path is cut off where it stands.
static bool read_axis(const char *name, char *text, void *to) {
  axis_list *list = to;
  const int index = ++list->count;
  char *equals = strchr(text, '=');
  char *end = NULL;
  bool good = equals != NULL && equals != text;
  double numbers[3] = {0};
  char *at = good ? equals + 1 : NULL;
  for (int i = 0; good && i < 3; ++i) {
    numbers[i] = strtod(at, &end);
    good = end != at && (i == 2 || *end == ':');
    at = end + 1;
  }
  const bool logarithmic = good && strcmp(end, ":log") == 0;
  good = good && (*end == '\0' || logarithmic);
  if (good && !(numbers[2] >= 1 && numbers[2] <= MOST_VALUES && numbers[2] == floor(numbers[2]))) {
    print_message("%s:%d: %.*s: %.15g values; allowed is a whole number from 1 to %d\n", name,
                  index, (int)(equals - text), text, numbers[2], MOST_VALUES);
    return false;
  }
  if (!good) {
    print_message(
        "%s:%d: %s: cannot be read; allowed is PATH=FROM:TO:COUNT, or PATH=FROM:TO:COUNT:log\n",
        name, index, text);
    return false;
  }
  *equals = '\0';
  list->axis[index - 1] =
      (carom_sweep_axis){text, numbers[0], numbers[1], (int)numbers[2], logarithmic};
  return true;
}

static bool read_carry(const char *name, char *text, void *to) {
  static const char *const words[] = {"none", "up", "down", "both"};
  for (int i = 0; i < 4; ++i)
    if (strcmp(text, words[i]) == 0) {
      *(carom_carry *)to = (carom_carry)i;
      return true;
    }
  wrong_usage("%s: '%s'; allowed is one of none, up, down, both", name, text);
  return false;
}

/// --part i/n.
static bool read_part(const char *name, char *text, void *to) {
  sweep_arguments *a = to;
  char *end = NULL;
  const long part = strtol(text, &end, 10);
  const long parts = *end == '/' ? strtol(end + 1, &end, 10) : 0;
  if (*end == '\0' && part >= 1 && part <= parts && parts <= 1000000) {
    a->part = (int)part;
    a->parts = (int)parts;
    return true;
  }
  wrong_usage("%s: '%s'; allowed is i/n, 1/n to n/n", name, text);
  return false;
}

static bool read_arguments(int count, char **arguments, sweep_arguments *a) {
  const option options[] = {{"--vary", NULL, read_axis, &a->axes, false},
                            {"--measure", NULL, read_more, &a->measures, false},
                            {"--settle", NULL, read_number, &a->settle, false},
                            {"--carry", NULL, read_carry, &a->carry, false},
                            {"--strobe", NULL, read_number, &a->strobe, false},
                            {"-j", NULL, read_workers, &a->workers, true},
                            {"--part", NULL, read_part, a, false},
                            {"--merge", NULL, read_text, &a->scene, false}, // sweep_merge.c has it
                            {"-o", NULL, read_folder, &a->directory, false},
                            {"--set", NULL, read_more, &a->changes.sets, false},
                            {"--duration", NULL, read_text, &a->changes.duration, false},
                            {"--rate", NULL, read_text, &a->changes.rate, false},
                            {"--quiet", NULL, NULL, &a->changes.quiet, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "scene"};
  if (!arguments_read(&table, count, arguments, &a->scene))
    return false;
  if (a->scene == NULL || a->axes.count == 0 || a->directory == NULL) {
    wrong_usage("'sweep' needs a scene, --vary PATH=FROM:TO:COUNT and -o DIR");
    return false;
  }
  return true;
}

static void print_report(const sweep_arguments *a, int processes, const carom_sweep_report *told) {
  printf("%lld of %lld points in %.3g s", told->done, told->points, told->seconds);
  if (told->resumed > 0)
    printf(", %lld of them from before", told->resumed);
  if (processes > 1)
    printf(", by %d processes", processes);
  if (a->parts > 0)
    printf("\npart %d of %d in %s; when all are there: carom sweep --merge %s\n", a->part, a->parts,
           a->directory, a->directory);
  else
    printf("\nresults in %s\n", a->directory);
}

static int tell_end(const sweep_arguments *a, int processes, carom_status status,
                    const carom_sweep_report *report, const carom_error *error) {
  if (!a->changes.quiet && report->points > 0)
    print_report(a, processes, report);
  if (status == CAROM_INTERRUPTED)
    print_message("carom: interrupted; the same sweep into %s goes on from here\n", a->directory);
  else if (status != CAROM_OK)
    print_error("", error);
  if (status == CAROM_OK)
    return EXIT_GOOD;
  const bool lacked = status == CAROM_CANNOT_WRITE || status == CAROM_NO_MEMORY;
  return report->points == 0 && !lacked ? EXIT_WRONG : EXIT_BROKEN;
}

// In all processes; the first one speaks.
static int run_sweep(const carom_scene *scene, const sweep_arguments *a, carom_ranks *ranks) {
  int last = -1;
  const bool first = carom_ranks_number(ranks) == 0;
  const int processes = carom_ranks_count(ranks);
  const int workers = processes > 1 ? 1 : default_workers();
  const carom_sweep_options options = {.size = sizeof options,
                                       .directory = a->directory,
                                       .axes = a->axes.axis,
                                       .axis_count = a->axes.count,
                                       .measures = a->measures.text,
                                       .measure_count = a->measures.count,
                                       .settle = a->settle,
                                       .strobe = a->strobe,
                                       .carry = a->carry,
                                       .part = a->part,
                                       .parts = a->parts,
                                       .workers = a->workers > 0 ? a->workers : workers,
                                       .stop = catch_signals(),
                                       .progress =
                                           a->changes.quiet || !first ? NULL : show_progress,
                                       .user = &last,
                                       .ranks = ranks};
  carom_sweep_report report;
  carom_error error = {.text = ""};
  const carom_status status = carom_sweep(scene, &options, &report, &error);
  if (scene == NULL) // which has been told
    return EXIT_WRONG;
  return first ? tell_end(a, processes, status, &report, &error) : EXIT_GOOD;
}

// The scene with its changes; NULL after a message. Standard input reaches process 0 alone.
static carom_scene *read_scene(const sweep_arguments *a, int processes) {
  if (processes > 1 && strcmp(a->scene, "-") == 0) {
    wrong_usage("standard input reaches one process only; allowed is a file or a name from 'carom "
                "list'");
    return NULL;
  }
  carom_scene *scene = scene_load(a->scene);
  if (scene == NULL || scene_apply(scene, &a->changes))
    return scene;
  carom_scene_free(scene);
  return NULL;
}

static int sweep_by(carom_ranks *ranks, int count, char **arguments) {
  sweep_arguments a = {.axes.axis = argument_room(count, sizeof *a.axes.axis),
                       .measures.text = argument_room(count, sizeof *a.measures.text),
                       .changes.sets.text = argument_room(count, sizeof *a.changes.sets.text)};
  const bool good = read_arguments(count, arguments, &a);
  carom_scene *scene = good ? read_scene(&a, carom_ranks_count(ranks)) : NULL;
  const int code = run_sweep(scene, &a, ranks); // without a scene the others hear of it
  carom_scene_free(scene);
  free(a.axes.axis);
  free(a.measures.text);
  free(a.changes.sets.text);
  return code;
}

// Of several processes only the first one speaks.
static void fall_silent(void) {
  if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL)
    exit(EXIT_BROKEN);
}

static int sweep(int count, char **arguments) {
  for (int i = 0; i < count; ++i)
    if (strcmp(arguments[i], "--merge") == 0)
      return merge_parts(count, arguments);
  carom_error error;
  carom_ranks *ranks = carom_ranks_new(&error);
  if (ranks == NULL) {
    print_error("carom: ", &error);
    return error.status == CAROM_NO_MEMORY ? EXIT_BROKEN : EXIT_WRONG;
  }
  const bool first = carom_ranks_number(ranks) == 0;
  if (!first)
    fall_silent();
  const int code = sweep_by(ranks, count, arguments);
  fflush(stdout);
  carom_ranks_free(ranks);
  return first ? code : EXIT_GOOD;
}

const command command_sweep = {
    .name = "sweep",
    .run = sweep,
    .usage = "carom sweep SCENE --vary PATH=FROM:TO:COUNT[:log] [--vary ...] -o DIR [--measure "
             "NAME]...\n"
             "               [--settle S] [--carry up|down|both] [--strobe HZ] [-j N] [--set "
             "PATH=VALUE]...\n"
             "               [--duration S] [--rate HZ] [--part i/n] [--quiet]\n"
             "  carom sweep --merge DIR... [-o DIR] [--quiet]",
    .help =
        "Runs a scene at every point of a grid of values, N at a time, and measures each run from\n"
        "--settle seconds on ('carom help measures'). Leaves sweep.csv (a row a point), "
        "impacts.csv and\n"
        "poincare.csv (the outputs at whole periods of the drive, or of --strobe HZ), sweep.json "
        "and a\n"
        "picture of one or two varied keys. With --carry each point starts where its neighbour "
        "along the\n"
        "first --vary has ended, upwards or downwards. Interrupted, the same command goes on where "
        "it was.\n"
        "The results do not depend on N. 'mpirun -n P carom sweep ...' spreads the points over P "
        "processes,\n"
        "-j N (1) in each, with DIR on a file system that all see. --part i/n computes the i-th of "
        "n parts, for\n"
        "job arrays; --merge writes the tables when all parts are there, in one DIR or several. "
        "Exit codes are\n"
        "those of run.",
};
