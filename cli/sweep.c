// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom sweep: arguments, progress, and where the results are.

#include "cli/cli.h"

#include "cli/progress.h"
#include "cli/scene_argument.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const char *scene, *directory;
  scene_changes changes;
  int axes, measures;
  carom_sweep_axis *axis; // room for all arguments
  const char **measure;
  double settle, strobe;
  carom_carry carry;
  int workers;
  bool quiet;
} sweep_arguments;

// PATH=FROM:TO:COUNT[:log]; the path is cut off where it stands.
static bool read_axis(char *text, int index, carom_sweep_axis *axis) {
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
    fprintf(
        stderr,
        "--vary:%d: %s: cannot be read; allowed is PATH=FROM:TO:COUNT, or PATH=FROM:TO:COUNT:log\n",
        index, text);
    return false;
  }
  *equals = '\0';
  *axis = (carom_sweep_axis){text, numbers[0], numbers[1], (int)numbers[2], logarithmic};
  return true;
}

static bool read_number(const char *option, const char *text, double low, double *value) {
  char *end = NULL;
  *value = strtod(text, &end);
  if (end != text && *end == '\0' && *value >= low && isfinite(*value))
    return true;
  wrong_usage("%s: '%s'; allowed is a number of at least %g", option, text, low);
  return false;
}

static bool read_carry(const char *text, carom_carry *carry) {
  static const char *const words[] = {"none", "up", "down", "both"};
  for (int i = 0; i < 4; ++i)
    if (strcmp(text, words[i]) == 0) {
      *carry = (carom_carry)i;
      return true;
    }
  wrong_usage("--carry: '%s'; allowed is one of none, up, down, both", text);
  return false;
}

// One option with its value.
static bool read_option(const char *word, char *value, sweep_arguments *a) {
  double number = 0;
  if (strcmp(word, "-o") == 0)
    a->directory = value;
  else if (strcmp(word, "--duration") == 0)
    a->changes.duration = value;
  else if (strcmp(word, "--rate") == 0)
    a->changes.rate = value;
  else if (strcmp(word, "--set") == 0)
    a->changes.sets[a->changes.set_count++] = value;
  else if (strcmp(word, "--measure") == 0)
    a->measure[a->measures++] = value;
  else if (strcmp(word, "--vary") == 0) {
    ++a->axes;
    return read_axis(value, a->axes, &a->axis[a->axes - 1]);
  } else if (strcmp(word, "--settle") == 0)
    return read_number(word, value, 0, &a->settle);
  else if (strcmp(word, "--strobe") == 0)
    return read_number(word, value, 0, &a->strobe);
  else if (strcmp(word, "--carry") == 0)
    return read_carry(value, &a->carry);
  else if (strcmp(word, "-j") == 0) {
    if (!read_number(word, value, 1, &number))
      return false;
    a->workers = (int)fmin(number, 256);
  } else {
    wrong_usage("unknown option '%s'; options are --vary, --measure, --settle, --carry, --strobe, "
                "-j, -o, --set, --duration, --rate and --quiet",
                word);
    return false;
  }
  return true;
}

static bool read_arguments(int count, char **arguments, sweep_arguments *a) {
  for (int i = 0; i < count; ++i) {
    char *word = arguments[i];
    if (strcmp(word, "--quiet") == 0) {
      a->quiet = true;
    } else if (word[0] == '-' && word[1] == 'j' && word[2] != '\0') { // -j4
      if (!read_option("-j", word + 2, a))
        return false;
    } else if (word[0] == '-' && word[1] != '\0') {
      if (i + 1 >= count) {
        wrong_usage("%s needs a value", word);
        return false;
      }
      if (!read_option(word, arguments[++i], a))
        return false;
    } else if (a->scene != NULL) {
      wrong_usage("more than one scene: '%s' and '%s'", a->scene, word);
      return false;
    } else {
      a->scene = word;
    }
  }
  if (a->scene == NULL || a->axes == 0 || a->directory == NULL) {
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
                                       .axes = a->axis,
                                       .axis_count = a->axes,
                                       .measures = a->measure,
                                       .measure_count = a->measures,
                                       .settle = a->settle,
                                       .strobe = a->strobe,
                                       .carry = a->carry,
                                       .workers = a->workers,
                                       .stop = catch_signals(),
                                       .progress = a->quiet ? NULL : show_progress,
                                       .user = &last};
  carom_sweep_report report;
  carom_error error = {.text = ""};
  const carom_status status = carom_sweep(scene, &options, &report, &error);
  if (!a->quiet && report.points > 0)
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
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  sweep_arguments a = {.axis = calloc(room, sizeof *a.axis),
                       .measure = calloc(room, sizeof *a.measure),
                       .changes = {.sets = calloc(room, sizeof *a.changes.sets)},
                       .workers = cores > 0 ? (int)cores : 1};
  int code = EXIT_WRONG;
  if (a.axis != NULL && a.measure != NULL && a.changes.sets != NULL &&
      read_arguments(count, arguments, &a)) {
    carom_scene *scene = scene_load(a.scene);
    if (scene != NULL)
      code = run_sweep(scene, &a);
    carom_scene_free(scene);
  }
  free(a.axis);
  free(a.measure);
  free(a.changes.sets);
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
