// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file file.h
/// Scene files and results folders: the native library beside the core (libcarom-file).
///
/// What carom.h says of all calls holds here too. A report that is not wanted may be NULL. A folder
/// belongs to one call at a time, in this process or another: CAROM_CANNOT_WRITE for the others.

#ifndef CAROM_FILE_H
#define CAROM_FILE_H

#include <carom/api.h>
#include <carom/carom.h>

CAROM_BEGIN

/// Reads a scene file (YAML 1.2, and so JSON) into a scene; "-" is standard input. Mistakes are
/// reported with file, line and column. [setup]
carom_status carom_scene_load(carom_scene *scene, const char *path, carom_error *error);

/// The same from text in memory; `name` stands for the file in messages. [setup]
carom_status carom_scene_parse(carom_scene *scene, const char *name, const char *text,
                               size_t length, carom_error *error);

/// Gives a state what its method needs beyond the core: the adaptive method's integrator, which is
/// freed with the state. Other methods need nothing. CAROM_NO_PART if this build lacks SUNDIALS.
/// carom_run() and carom_sweep() do this by themselves. libcarom exports carom_state_attach() for
/// this call alone. [setup]
carom_status carom_state_equip(const carom_model *model, carom_state *state, carom_error *error);

/// Whether this build has the adaptive method's integrator. [audio]
bool carom_has_integrator(void);

/// A built-in scene as it was written, with its comments, for carom_scene_parse(); NULL for an
/// index that is none. [audio]
const char *carom_builtin_text(int index);

/// What a run should write, and its callbacks. Start from carom_run_options_default().
typedef struct {
  size_t size;              ///< sizeof of this; carom_run_options_default() sets it
  const char *directory;    ///< made if it is not there
  bool wav, csv, npy, plot; ///< which of the optional files
  const carom_stop *stop;   ///< ends the run early where it is requested; or NULL
  void (*progress)(void *user, double done); ///< called with 0 .. 1 now and then; or NULL
  void (*warning)(void *user,
                  const carom_warning *warning); ///< called with each warning about start, run
                                                 ///< and sound once it is known; or NULL
  void *user;
} carom_run_options;

/// No folder and no optional file; fill in what you want. [audio]
carom_run_options carom_run_options_default(void);

/// The result of a run.
typedef struct {
  carom_status status; ///< CAROM_OK, CAROM_INTERRUPTED, CAROM_NOT_FINITE, CAROM_TOLERANCE,
                       ///< CAROM_NO_PART or CAROM_CANNOT_WRITE
  long long samples;   ///< rows computed
  carom_ledger ledger;
  bool balanced;  ///< the ledger closes within solver.energy_tolerance
  double seconds; ///< of computing, writing included
} carom_run_report;

/// Runs a model, compiled from `scene` as it is, from t = 0 for its duration and writes the results
/// folder: summary.json, energy.csv and events.csv always, samples.csv, samples.npy, audio.wav and
/// pictures as asked. Each file is written beside its final name and renamed, so it is complete or
/// absent. [setup]
carom_status carom_run(const carom_scene *scene, const carom_model *model,
                       const carom_run_options *options, carom_run_report *report,
                       carom_error *error);

/// carom_batch_process() with all states of a batch, by as many threads as its options say; neither
/// the states nor the values, values[(state * steps + step) * outputs + j], depend on their number.
/// All states are stepped; the status and the sentence are those of the first one that went wrong.
/// CAROM_INTERRUPTED where `stop` (or NULL) is requested before the end: carom_state_steps() of a
/// state that is got tells how far it has come. [setup]
carom_status carom_batch_run(carom_batch *batch, int samples, double *values,
                             const carom_stop *stop, carom_error *error);

/// Draws the pictures of a finished run from the files in its folder: waveform.svg, energy.svg,
/// spectrogram.svg, phase.svg, contacts.svg, friction.svg, impact.svg, shapes.svg and
/// mechanism.svg, as far as the files go. [setup]
carom_status carom_plot(const char *directory, carom_error *error);

/// Draws `count` stills of a mechanism, one or more, from the first to the last instant of a run of
/// linkages with pictures: mechanism-0001.svg and so on. [setup]
carom_status carom_plot_frames(const char *directory, int count, carom_error *error);

/// What a sweep can measure at each point. A name that ends in a dot takes an output's name behind
/// it, "rms.bridge".
typedef struct {
  const char *name, *unit, *help;
} carom_measure;

/// How many there are, and each of them; NULL for an index that is none. [audio]
int carom_measure_count(void);
const carom_measure *carom_measure_at(int index);

/// One key that a sweep varies: `count` values from one to the other, both included.
typedef struct {
  const char *path;
  double from, to;
  int count;
  bool logarithmic; ///< evenly spaced in the logarithm
} carom_sweep_axis;

/// Whether a point starts where its neighbour on the first axis has ended.
typedef enum { CAROM_CARRY_NONE, CAROM_CARRY_UP, CAROM_CARRY_DOWN, CAROM_CARRY_BOTH } carom_carry;

/// The processes that mpirun has started with this one, numbered from 0, in sweeps that they share.
/// It belongs to one thread at a time.
typedef struct carom_ranks carom_ranks;

/// Joins them, once in a process and in all of them; a process that was started alone is the only
/// one. NULL with the reason where others are there and this build lacks MPI: CAROM_NO_PART. MPI is
/// started with MPI_THREAD_SERIALIZED, and ended by carom_ranks_free(), unless the program has
/// started it before; then that does both. [setup]
carom_ranks *carom_ranks_new(carom_error *error);

/// Leaves them, when all do; where some no longer answer, after a sweep that was stopped, it ends
/// them all. NULL is allowed. [setup]
void carom_ranks_free(carom_ranks *ranks);

/// The number of this process, and how many there are; 0 and 1 for NULL. [audio]
int carom_ranks_number(const carom_ranks *ranks);
int carom_ranks_count(const carom_ranks *ranks);

/// What a sweep should do, and its callbacks. Start from carom_sweep_options_default().
typedef struct {
  size_t size;           ///< sizeof of this; carom_sweep_options_default() sets it
  const char *directory; ///< made if it is not there
  const carom_sweep_axis *axes;
  int axis_count;
  const char *const *measures; ///< names of carom_measure_at()
  int measure_count;           ///< 0 takes the ones that need no output
  double settle;               ///< s at the beginning of each run that do not count
  double strobe;               ///< Hz of the Poincare section; 0 takes the scene's own drive
  carom_carry carry;
  int part, parts;        ///< compute the part-th of so many parts (from 1) and leave it
                          ///< in the folder, for carom_sweep_merge(); 0: all of it
  int workers;            ///< threads; the results do not depend on it
  const carom_stop *stop; ///< ends the sweep early where it is requested; or NULL
  void (*progress)(void *user, double done); ///< called with 0 .. 1 now and then; or NULL
  void *user;
  carom_ranks *ranks; ///< processes that share the points; NULL: this one computes all
} carom_sweep_options;

/// No folder and no axes, one thread. [audio]
carom_sweep_options carom_sweep_options_default(void);

/// The result of a sweep.
typedef struct {
  carom_status status;
  long long points;  ///< in all, or of this part, each direction counted
  long long done;    ///< points that have results
  long long resumed; ///< of these, how many were there from an interrupted sweep
  double seconds;
} carom_sweep_report;

/// Runs a scene at every point of a grid of values and leaves sweep.csv (one row a point),
/// impacts.csv and poincare.csv (the last of each point after it has settled), sweep.json and, for
/// one or two axes, sweep.svg. What is finished survives an interruption; the same sweep into the
/// same folder goes on from there. With `ranks` all processes call it, with the same scene and
/// options, and see the same folder; one that has no scene passes NULL, and none begins. All return
/// the same status; process 0 alone has a report and the reason. [setup]
carom_status carom_sweep(const carom_scene *scene, const carom_sweep_options *options,
                         carom_sweep_report *report, carom_error *error);

/// Writes into `directory`, NULL for the first of the folders, what carom_sweep() would have left
/// of a sweep whose parts were computed in `count` folders, one or several; which sweep it was
/// stands there beside them. CAROM_INTERRUPTED where points are missing: the tables have the
/// others. [setup]
carom_status carom_sweep_merge(const char *const *folders, int count, const char *directory,
                               carom_sweep_report *report, carom_error *error);

/// What a comparison should do, and its callbacks. A variant is one scheme or method at one rate.
/// Start from carom_compare_options_default().
typedef struct {
  size_t size;                ///< sizeof of this; carom_compare_options_default() sets it
  const char *directory;      ///< made if it is not there
  const char *const *schemes; ///< of all collisions: words of contacts.NAME.scheme
  int scheme_count;           ///< 0 leaves the scene's own
  const char *const *methods; ///< words of solver.method
  int method_count;           ///< 0 leaves the scene's own
  const double *rates;        ///< Hz
  int rate_count;             ///< 0 takes the scene's own times 1, 2, 4 and 8, the finest at 16
  const char *const *outputs; ///< names; the first one is drawn
  int output_count;           ///< 0 takes all
  const char *reference;  ///< the finest: "SCHEME@HZ", "METHOD@HZ", "METHOD/SCHEME@HZ" or the name
                          ///< alone; NULL takes the first scheme or method at the highest rate
  int workers;            ///< threads; the results do not depend on it
  const carom_stop *stop; ///< ends it early where it is requested; or NULL
  void (*progress)(void *user, double done); ///< called with 0 .. 1 now and then; or NULL
  void *user;
} carom_compare_options;

/// No folder, the scene's own scheme and method at five rates, one thread. [audio]
carom_compare_options carom_compare_options_default(void);

/// The result of a comparison.
typedef struct {
  carom_status status;
  int variants;      ///< in all, the finest among them
  int done;          ///< that have results
  int resumed;       ///< of these, how many were there from an interrupted comparison
  int refused;       ///< that a method does not take, or that failed; compare.csv says why
  bool interpolated; ///< some rates are no whole multiples of the lowest
  double seconds;
} carom_compare_report;

/// Runs one scene by several schemes, methods and rates and leaves compare.csv (a row for each
/// variant and output: the rms of its difference from the finest over the rms of the finest, the
/// order that follows, differences of octave-band levels), compare.json and compare.svg. What is
/// finished survives an interruption; the same comparison into the same folder goes on from there.
/// [setup]
carom_status carom_compare(const carom_scene *scene, const carom_compare_options *options,
                           carom_compare_report *report, carom_error *error);

CAROM_END

#endif
