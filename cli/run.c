// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom run: arguments, progress, and the ledger in words.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/scene_argument.h"
#include "cli/sentences.h"
#include "io/results.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  const char *scene;
  const char *directory;
  scene_changes changes;
  bool wav, csv, npy, plot;
} run_arguments;

static bool read_arguments(int count, char **arguments, run_arguments *a) {
  const option options[] = {{"-o", "DIR", read_folder, &a->directory, false},
                            {"--set", "PATH=VALUE", read_more, &a->changes.sets, false},
                            {"--duration", "S", read_text, &a->changes.duration, false},
                            {"--rate", "HZ", read_text, &a->changes.rate, false},
                            {"--wav", NULL, NULL, &a->wav, false},
                            {"--csv", NULL, NULL, &a->csv, false},
                            {"--npy", NULL, NULL, &a->npy, false},
                            {"--plot", NULL, NULL, &a->plot, false},
                            {"--quiet", NULL, NULL, &a->changes.quiet, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "scene"};
  if (!arguments_read(&table, count, arguments, &a->scene))
    return false;
  if (a->scene == NULL)
    wrong_usage("'run' needs a scene: a file, - or a name from 'carom list'");
  return a->scene != NULL;
}

// What no sample or half step has seen is not known: an impact within a step may have no overlap.
static void print_number(const char *name, double exact, double found) {
  const bool seen = isfinite(found);
  if (seen)
    printf("  %-24s %14.7g %14.7g", name, exact, found);
  else
    printf("  %-24s %14.7g %14s", name, exact, "not seen");
  if (exact != 0 && seen)
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
  printf("  balance error       %14.6e   largest of all steps, relative %.1e\n", l->balance_error,
         l->largest_balance_error);
  if (info.single_bodies > 0)
    printf("  single precision                     good up to %.1e\n", info.energy_tolerance);
  printf("\n");
  print_impacts(directory);
  printf("results in %s\n", directory);
}

// Prints what went wrong; returns the exit code.
static int exit_code(const carom_model *model, const carom_run_report *r, carom_status status,
                     const carom_error *error) {
  if (status == CAROM_INTERRUPTED)
    print_message("carom: interrupted after %lld samples; what was computed is kept\n", r->samples);
  else if (status == CAROM_NOT_FINITE && error->text[0] == '\0')
    print_message("carom: the motion is no longer finite after %lld samples; what was computed is "
                  "kept\n",
                  r->samples);
  else if (status != CAROM_OK)
    print_error("carom: ", error);
  if (status != CAROM_OK)
    return status == CAROM_NO_PART ? EXIT_WRONG : EXIT_BROKEN; // then nothing is written
  if (r->balanced)
    return EXIT_GOOD;
  print_message("carom: the energy balance is off by %.2e; solver.energy_tolerance is %.2e\n",
                r->ledger.largest_balance_error, carom_model_describe(model).energy_tolerance);
  return EXIT_UNBALANCED;
}

static bool has_audio(const carom_model *model) {
  for (int i = 0; i < carom_model_describe(model).columns; ++i)
    if (carom_model_output(model, i).audio)
      return true;
  return false;
}

static int run_scene(carom_scene *scene, const run_arguments *a) {
  if (!scene_apply(scene, &a->changes))
    return EXIT_WRONG;
  carom_model *model = scene_compile(scene);
  if (model == NULL)
    return EXIT_WRONG;
  char directory[1024];
  default_folder(a->scene, "", directory, sizeof directory);
  const bool chosen = a->wav || a->csv || a->npy;
  const bool sounds = has_audio(model);
  if (a->wav && !sounds)
    print_message("note: --wav: no output is marked audio, so there is no sound\n");
  int last = -1;
  const carom_run_options options = {.size = sizeof options,
                                     .directory = a->directory != NULL ? a->directory : directory,
                                     .wav = a->wav || (!chosen && sounds),
                                     .csv = a->csv || (!chosen && !sounds),
                                     .npy = a->npy,
                                     .plot = a->plot,
                                     .stop = catch_signals(),
                                     .progress = a->changes.quiet ? NULL : show_progress,
                                     .warning = print_warning,
                                     .user = &last};
  const struct sigaction ignore = {.sa_handler =
                                       SIG_IGN}; // the reader of the progress may end first
  sigaction(SIGPIPE, &ignore, NULL);
  carom_run_report report;
  carom_error error = {.text = ""};
  const carom_status status = carom_run(scene, model, &options, &report, &error);
  if (!a->changes.quiet && (status == CAROM_OK || report.samples > 0))
    print_report(model, &report, options.directory);
  const int code = exit_code(model, &report, status, &error);
  carom_model_free(model);
  return code;
}

static int run(int count, char **arguments) {
  const char **sets = argument_room(count, sizeof *sets);
  run_arguments a = {.changes = {.sets.text = sets}};
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
            "and events.csv always; audio.wav where an output is marked audio and samples.csv "
            "where none is,\n"
            "unless formats are chosen with --wav, --csv and --npy; pictures with --plot. SCENE is "
            "a file, - for\n"
            "standard input, or a built-in name. DIR belongs to one run: what an earlier one has "
            "left is removed.\n"
            "Exit codes: 0 good, 1 wrong scene or arguments, 2 failed or interrupted (what was "
            "computed is\n"
            "kept), 3 the energy balance is worse than solver.energy_tolerance.",
};
