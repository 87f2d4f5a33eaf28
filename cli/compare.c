// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom compare: arguments, progress, and the table.

#include "cli/cli.h"

#include "cli/progress.h"
#include "cli/scene_argument.h"
#include "io/compare.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
  bool quiet;
} compare_arguments;

// Cuts the text at its commas.
static bool read_words(const char *option, char *text, word_list *list) {
  static const char comma[] = ",";
  for (char *at = text; at != NULL;) {
    char *end = strpbrk(at, comma);
    if (end != NULL)
      *end = '\0';
    if (*at == '\0' || list->count == MOST_WORDS) {
      wrong_usage(*at == '\0' ? "%s: an empty word; allowed is A,B,..."
                              : "%s: too many words; allowed is A,B,...",
                  option);
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

static bool read_workers(const char *text, int *workers) {
  char *end = NULL;
  const double number = strtod(text, &end);
  if (end == text || *end != '\0' || !(number >= 1)) {
    wrong_usage("-j: '%s'; allowed is a number of at least 1", text);
    return false;
  }
  *workers = (int)fmin(number, 256);
  return true;
}

// One option with its value.
static bool read_option(const char *word, char *value, compare_arguments *a) {
  const struct {
    const char *name;
    word_list *list;
  } lists[] = {{"--schemes", &a->schemes},
               {"--methods", &a->methods},
               {"--rates", &a->rates},
               {"--output", &a->outputs}};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i)
    if (strcmp(word, lists[i].name) == 0)
      return read_words(word, value, lists[i].list);
  if (strcmp(word, "-o") == 0)
    a->directory = value;
  else if (strcmp(word, "--reference") == 0)
    a->reference = value;
  else if (strcmp(word, "--duration") == 0)
    a->changes.duration = value;
  else if (strcmp(word, "--set") == 0)
    a->changes.sets[a->changes.set_count++] = value;
  else if (strcmp(word, "-j") == 0)
    return read_workers(value, &a->workers);
  else {
    wrong_usage("unknown option '%s'; options are --schemes, --methods, --rates, --output, "
                "--reference, --set, --duration, -j, -o and --quiet",
                word);
    return false;
  }
  return true;
}

static bool read_arguments(int count, char **arguments, compare_arguments *a) {
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
    printf(" %s\n", row->note);
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

// out/NAME-compare, from the file's name without folder and ending.
static void default_directory(const char *scene, char *directory, size_t size) {
  const char *name = strrchr(scene, '/');
  name = name != NULL ? name + 1 : scene;
  if (strcmp(scene, "-") == 0)
    name = "scene";
  const char *dot = strrchr(name, '.');
  const int length = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
  snprintf(directory, size, "out/%.*s-compare", length, name);
}

static int run_compare(carom_scene *scene, const compare_arguments *a) {
  char directory[1024];
  if (!scene_apply(scene, &a->changes))
    return EXIT_WRONG;
  const int dropped = a->changes.duration != NULL ? carom_scene_cut_score(scene) : 0;
  if (dropped > 0 && !a->quiet)
    fprintf(stderr, "warning: the scene ends before %d gestures of its score\n", dropped);
  default_directory(a->scene, directory, sizeof directory);
  int last = -1;
  const carom_compare_options options = {.directory =
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
                                         .progress = a->quiet ? NULL : show_progress,
                                         .user = &last};
  carom_compare_report report;
  table_state table = {0};
  carom_error error = {.text = ""};
  const carom_status status =
      compare_run(scene, &options, &report, a->quiet ? NULL : print_row, &table, &error);
  if (!a->quiet && report.done > 0)
    print_end(&report, options.directory);
  if (status == CAROM_INTERRUPTED)
    fprintf(stderr, "carom: interrupted; the same comparison into %s goes on from here\n",
            options.directory);
  else if (status != CAROM_OK)
    fprintf(stderr, "%s\n", error.text);
  if (status == CAROM_OK)
    return EXIT_GOOD;
  return report.variants == 0 && status != CAROM_CANNOT_WRITE ? EXIT_WRONG : EXIT_BROKEN;
}

static int compare(int count, char **arguments) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  compare_arguments a = {.changes = {.sets = calloc((size_t)count + 1, sizeof *a.changes.sets)},
                         .workers = cores > 0 ? (int)cores : 1};
  int code = EXIT_WRONG;
  if (a.changes.sets != NULL && read_arguments(count, arguments, &a)) {
    carom_scene *scene = scene_load(a.scene);
    if (scene != NULL)
      code = run_compare(scene, &a);
    carom_scene_free(scene);
  }
  free(a.changes.sets);
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
