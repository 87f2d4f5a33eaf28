// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom run: arguments, progress, and the ledger in words.

#include "cli/cli.h"

#include "cli/progress.h"
#include "cli/scene_argument.h"
#include "io/results.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const char *scene;
  const char *directory;
  scene_changes changes;
  bool wav, csv, npy, plot, quiet;
} run_arguments;

// A switch such as --wav; NULL if the word is none.
static bool *find_switch(run_arguments *a, const char *word) {
  const struct {
    const char *name;
    bool *flag;
  } switches[] = {{"--wav", &a->wav},
                  {"--csv", &a->csv},
                  {"--npy", &a->npy},
                  {"--plot", &a->plot},
                  {"--quiet", &a->quiet}};
  for (size_t i = 0; i < sizeof switches / sizeof switches[0]; ++i)
    if (strcmp(switches[i].name, word) == 0)
      return switches[i].flag;
  return NULL;
}

// Where the value of an option such as --rate goes; NULL if the word is none.
static const char **find_option(run_arguments *a, const char *word) {
  const struct {
    const char *name;
    const char **value;
  } options[] = {{"-o", &a->directory},
                 {"--set", &a->changes.sets[a->changes.set_count]},
                 {"--duration", &a->changes.duration},
                 {"--rate", &a->changes.rate}};
  for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i)
    if (strcmp(options[i].name, word) == 0)
      return options[i].value;
  return NULL;
}

static bool read_arguments(int count, char **arguments, run_arguments *a) {
  for (int i = 0; i < count; ++i) {
    const char *word = arguments[i];
    bool *flag = find_switch(a, word);
    const char **value = find_option(a, word);
    if (flag != NULL) {
      *flag = true;
    } else if (value != NULL && i + 1 >= count) {
      wrong_usage("%s needs a value", word);
      return false;
    } else if (value != NULL) {
      *value = arguments[++i];
      a->changes.set_count += strcmp(word, "--set") == 0;
    } else if (word[0] == '-' && word[1] != '\0') {
      wrong_usage("unknown option '%s'; options are -o DIR, --set PATH=VALUE, --duration S, "
                  "--rate HZ, --wav, --csv, --npy, --plot and --quiet",
                  word);
      return false;
    } else if (a->scene != NULL) {
      wrong_usage("more than one scene: '%s' and '%s'", a->scene, word);
      return false;
    } else {
      a->scene = word;
    }
  }
  if (a->scene == NULL)
    wrong_usage("'run' needs a scene: a file, - or a name from 'carom list'");
  return a->scene != NULL;
}

// out/NAME, from the file's name without folder and ending.
static void default_directory(const char *scene, char *directory, size_t size) {
  const char *name = strrchr(scene, '/');
  name = name != NULL ? name + 1 : scene;
  if (strcmp(scene, "-") == 0)
    name = "scene";
  const char *dot = strrchr(name, '.');
  const int length = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
  snprintf(directory, size, "out/%.*s", length, name);
}

static void print_number(const char *name, double exact, double found) {
  printf("  %-24s %14.7g %14.7g", name, exact, found);
  if (exact != 0)
    printf(" %11.3g %%", 100 * (found / exact - 1));
  printf("\n");
}

// First impacts of free masses, beside their closed form.
static void print_impacts(const char *directory) {
  result_impact impacts[MOST_IMPACTS];
  const int count = results_impacts(directory, impacts);
  for (int i = 0; i < count; ++i) {
    const result_rebound *a = &impacts[i].closed_form;
    const result_rebound *b = &impacts[i].found;
    printf("first impact of %-10s %14s %14s %13s\n", impacts[i].contact, "closed form", "found",
           "error");
    print_number("rebound speed, m/s", a->speed_out, b->speed_out);
    print_number("largest compression, m", a->compression, b->compression);
    print_number("contact time, s", a->contact_time, b->contact_time);
    print_number("largest force, N", a->peak_force, b->peak_force);
    print_number("energy lost, J", a->energy_lost, b->energy_lost);
    printf("\n");
  }
}

static void print_report(const carom_model *model, const carom_run_report *r,
                         const char *directory) {
  const carom_model_info info = carom_model_describe(model);
  const carom_ledger *l = &r->ledger;
  const double sound = (double)r->samples / info.rate;
  printf("%lld samples, %.3g s at %g Hz, in %.3g s: %.3g times real time\n\n", r->samples, sound,
         info.rate, r->seconds, r->seconds > 0 ? sound / r->seconds : 0);
  printf("energy ledger, J\n");
  printf("  at the start        %14.6e\n", l->total - l->balance_error);
  printf("  + supplied          %14.6e\n", l->supplied);
  printf("  - dissipated        %14.6e\n", l->dissipated);
  printf("  = kinetic           %14.6e\n", l->kinetic);
  printf("  + potential         %14.6e\n", l->potential);
  printf("  + in contacts       %14.6e\n", l->contact);
  printf("  balance error       %14.6e   largest of all steps, relative %.1e\n\n", l->balance_error,
         l->largest_balance_error);
  print_impacts(directory);
  printf("results in %s\n", directory);
}

// Prints what went wrong; returns the exit code.
static int exit_code(const carom_model *model, const carom_run_report *r, carom_status status,
                     const carom_error *error) {
  if (status == CAROM_INTERRUPTED)
    fprintf(stderr, "carom: interrupted after %lld samples; what was computed is kept\n",
            r->samples);
  else if (status == CAROM_NOT_FINITE)
    fprintf(stderr,
            "carom: the motion is no longer finite after %lld samples; what was computed is "
            "kept\n",
            r->samples);
  else if (status != CAROM_OK)
    fprintf(stderr, "carom: %s\n", error->text);
  if (status != CAROM_OK)
    return status == CAROM_NO_PART ? EXIT_WRONG : EXIT_BROKEN; // then nothing is written
  if (r->balanced)
    return EXIT_GOOD;
  fprintf(stderr, "carom: the energy balance is off by %.2e; solver.energy_tolerance is %.2e\n",
          r->ledger.largest_balance_error, carom_model_describe(model).energy_tolerance);
  return EXIT_UNBALANCED;
}

static bool has_audio(const carom_model *model) {
  for (int i = 0; i < carom_model_describe(model).outputs; ++i)
    if (carom_model_output(model, i).audio)
      return true;
  return false;
}

static int run_scene(carom_scene *scene, const run_arguments *a) {
  if (!scene_apply(scene, &a->changes))
    return EXIT_WRONG;
  const int dropped = a->changes.duration != NULL ? carom_scene_cut_score(scene) : 0;
  if (dropped > 0 && !a->quiet)
    fprintf(stderr, "warning: the scene ends before %d gestures of its score\n", dropped);
  carom_model *model = scene_compile(scene);
  if (model == NULL)
    return EXIT_WRONG;
  char directory[1024];
  default_directory(a->scene, directory, sizeof directory);
  const bool chosen = a->wav || a->csv || a->npy;
  if (a->wav && !has_audio(model))
    fprintf(stderr, "warning: --wav: no output is marked audio, so there is no sound\n");
  int last = -1;
  const carom_run_options options = {.directory = a->directory != NULL ? a->directory : directory,
                                     .wav = a->wav || !chosen,
                                     .csv = a->csv || !chosen,
                                     .npy = a->npy,
                                     .plot = a->plot,
                                     .stop = catch_signals(),
                                     .progress = a->quiet ? NULL : show_progress,
                                     .doubt = print_doubt,
                                     .user = &last};
  const struct sigaction ignore = {.sa_handler =
                                       SIG_IGN}; // the reader of the progress may end first
  sigaction(SIGPIPE, &ignore, NULL);
  carom_run_report report;
  carom_error error = {.text = ""};
  const carom_status status = carom_run(scene, model, &options, &report, &error);
  if (!a->quiet && (status == CAROM_OK || report.samples > 0))
    print_report(model, &report, options.directory);
  const int code = exit_code(model, &report, status, &error);
  carom_model_free(model);
  return code;
}

static int run(int count, char **arguments) {
  const char **sets = calloc((size_t)count + 1, sizeof *sets);
  run_arguments a = {.changes = {.sets = sets}};
  if (sets == NULL)
    return EXIT_BROKEN;
  int code = EXIT_WRONG;
  carom_scene *scene = read_arguments(count, arguments, &a) ? scene_load(a.scene) : NULL;
  if (scene != NULL)
    code = run_scene(scene, &a);
  carom_scene_free(scene);
  free(sets);
  return code;
}

const command command_run = {
    .name = "run",
    .run = run,
    .usage = "carom run SCENE [-o DIR] [--set PATH=VALUE]... [--duration S] [--rate HZ]\n"
             "               [--wav] [--csv] [--npy] [--plot] [--quiet]",
    .help = "Runs a scene and leaves its results in DIR (out/NAME if not given): summary.json, "
            "energy.csv\n"
            "and events.csv always; samples.csv and audio.wav unless formats are chosen with "
            "--wav, --csv\n"
            "and --npy; pictures with --plot. SCENE is a file, - for standard input, or a built-in "
            "name.\n"
            "Exit codes: 0 good, 1 wrong scene or arguments, 2 failed or interrupted (what was "
            "computed is\n"
            "kept), 3 the energy balance is worse than solver.energy_tolerance.",
};
