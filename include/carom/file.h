// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file file.h
/// Scene files and results folders: the native library beside the core (libcarom-file).

#ifndef CAROM_FILE_H
#define CAROM_FILE_H

#include <carom/carom.h>
#include <signal.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a scene file (YAML 1.2, and so JSON) into a scene; "-" is standard input. Mistakes are
/// reported with file, line and column. [setup]
carom_status carom_scene_load(carom_scene *scene, const char *path, carom_error *error);

/// The same from text in memory; `name` stands for the file in messages. [setup]
carom_status carom_scene_parse(carom_scene *scene, const char *name, const char *text,
                               size_t length, carom_error *error);

/// The built-in scenes: how many, their names and texts. `find` returns -1 for no such
/// name.
int carom_builtin_count(void);
const char *carom_builtin_name(int index);
const char *carom_builtin_text(int index);
int carom_builtin_find(const char *name);

/// What a run should leave behind, and whom to tell about it.
typedef struct {
  const char *directory;             ///< made if it is not there
  bool wav, csv, npy, plot;          ///< which of the optional files
  const volatile sig_atomic_t *stop; ///< polled; the run ends early where it is not 0; or NULL
  void (*progress)(void *user, double done); ///< called with 0 .. 1 now and then; or NULL
  void *user;
} carom_run_options;

/// How a run went.
typedef struct {
  carom_status status; ///< CAROM_OK, CAROM_INTERRUPTED, CAROM_NOT_FINITE or CAROM_CANNOT_WRITE
  long long samples;   ///< rows computed
  carom_ledger ledger;
  bool balanced;  ///< the ledger closes within solver.energy_tolerance
  double seconds; ///< of computing, writing included
} carom_run_report;

/// Runs a model from t = 0 for its duration and writes the results folder: summary.json, energy.csv
/// and events.csv always, samples.csv, samples.npy, audio.wav and pictures as asked. Each file is
/// written beside its final name and renamed, so it is complete or absent. [setup]
carom_status carom_run(const carom_scene *scene, const carom_model *model,
                       const carom_run_options *options, carom_run_report *report,
                       carom_error *error);

/// Draws the pictures of a finished run from the files in its folder: waveform.svg, energy.svg,
/// spectrogram.svg, phase.svg, contacts.svg, friction.svg, impact.svg and shapes.svg, as far as the
/// files go. [setup]
carom_status carom_plot(const char *directory, carom_error *error);

#ifdef __cplusplus
}
#endif

#endif
