// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom sweep: arguments, progress, and where the results are.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/progress.h"
#include "cli/scene_argument.h"

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
  int workers;
} sweep_arguments;

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
  good = good && (*end == '\0' || logarithmic) && numbers[2] >= 1 && numbers[2] <= 1e7 &&
         numbers[2] == floor(numbers[2]);
  if (!good) {
    fprintf(stderr,
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

static bool read_arguments(int count, char **arguments, sweep_arguments *a) {
  const option options[] = {{"--vary", NULL, read_axis, &a->axes, false},
                            {"--measure", NULL, read_more, &a->measures, false},
                            {"--settle", NULL, read_number, &a->settle, false},
                            {"--carry", NULL, read_carry, &a->carry, false},
                            {"--strobe", NULL, read_number, &a->strobe, false},
                            {"-j", NULL, read_workers, &a->workers, true},
                            {"-o", NULL, read_text, &a->directory, false},
                            {"--set", NULL, read_more, &a->changes.sets, false},
                            {"--duration", NULL, read_text, &a->changes.duration, false},
                            {"--rate", NULL, read_text, &a->changes.rate, false},
                            {"--quiet", NULL, NULL, &a->changes.quiet, false}};
  const option_table table = {options, sizeof options / sizeof options[0]};
  if (!arguments_read(&table, count, arguments, &a->scene))
    return false;
  if (a->scene == NULL || a->axes.count == 0 || a->directory == NULL) {
    wrong_usage("'sweep' needs a scene, --vary PATH=FROM:TO:COUNT and -o DIR");
    return false;
  }
  return true;
}

static void print_report(const sweep_arguments *a, const carom_sweep_report *r) {
  printf("%lld of %lld points in %.3g s", r->done, r->points, r->seconds);
  if (r->resumed > 0)
    printf(", %lld of them from before", r->resumed);
  printf("\nresults in %s\n", a->directory);
}

static int run_sweep(carom_scene *scene, const sweep_arguments *a) {
  if (!scene_apply(scene, &a->changes))
    return EXIT_WRONG;
  int last = -1;
  const carom_sweep_options options = {.directory = a->directory,
                                       .axes = a->axes.axis,
                                       .axis_count = a->axes.count,
                                       .measures = a->measures.text,
                                       .measure_count = a->measures.count,
                                       .settle = a->settle,
                                       .strobe = a->strobe,
                                       .carry = a->carry,
                                       .workers = a->workers,
                                       .stop = catch_signals(),
                                       .progress = a->changes.quiet ? NULL : show_progress,
                                       .user = &last};
  carom_sweep_report report;
  carom_error error = {.text = ""};
  const carom_status status = carom_sweep(scene, &options, &report, &error);
  if (!a->changes.quiet && report.points > 0)
    print_report(a, &report);
  if (status == CAROM_INTERRUPTED)
    fprintf(stderr, "carom: interrupted; the same sweep into %s goes on from here\n", a->directory);
  else if (status != CAROM_OK)
    fprintf(stderr, "%s\n", error.text);
  if (status == CAROM_OK)
    return EXIT_GOOD;
  return report.points == 0 && status != CAROM_CANNOT_WRITE ? EXIT_WRONG : EXIT_BROKEN;
}

static int sweep(int count, char **arguments) {
  const size_t room = (size_t)count + 1;
  sweep_arguments a = {.axes.axis = calloc(room, sizeof *a.axes.axis),
                       .measures.text = calloc(room, sizeof *a.measures.text),
                       .changes.sets.text = calloc(room, sizeof *a.changes.sets.text),
                       .workers = default_workers()};
  int code = EXIT_WRONG;
  if (a.axes.axis != NULL && a.measures.text != NULL && a.changes.sets.text != NULL &&
      read_arguments(count, arguments, &a)) {
    carom_scene *scene = scene_load(a.scene);
    if (scene != NULL)
      code = run_sweep(scene, &a);
    carom_scene_free(scene);
  }
  free(a.axes.axis);
  free(a.measures.text);
  free(a.changes.sets.text);
  return code;
}

const command command_sweep = {
    .name = "sweep",
    .run = sweep,
    .usage = "carom sweep SCENE --vary PATH=FROM:TO:COUNT[:log] [--vary ...] -o DIR [--measure "
             "NAME]...\n"
             "               [--settle S] [--carry up|down|both] [--strobe HZ] [-j N] [--set "
             "PATH=VALUE]...\n"
             "               [--duration S] [--rate HZ] [--quiet]",
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
        "The results do not depend on N. Exit codes are those of run.",
};
