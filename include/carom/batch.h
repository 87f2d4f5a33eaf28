// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file batch.h
/// Many states that step together: of one model, or of models of one shape (carom_model_shape()),
/// which differ in their numbers alone. A batch keeps its states in a way of its own, which its
/// engine chooses: opening it copies states in, closing it copies them out. carom_batch_run() in
/// file.h steps it by several threads.
///
/// Threads: one thread at a time, but for carom_batch_process().

#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include <carom/api.h>
#include <carom/kinds.h>
#include <carom/state.h>

CAROM_BEGIN

typedef struct carom_batch carom_batch;

/// How to step. Start from carom_batch_options_default().
typedef struct {
  size_t size;              ///< sizeof of this; carom_batch_options_default() sets it
  carom_engine_kind engine; ///< default auto: the fastest that takes the models
  int threads;              ///< that carom_batch_process() is called by at once; default 1
  bool ledger;              ///< whether balances of energy are kept; default on
  bool impacts;             ///< whether impacts are kept for carom_batch_next_impact(); default on
  /// The model of each state; default NULL: that of the call for all. They are of its shape.
  const carom_model *const *models;
} carom_batch_options;

/// [audio]
carom_batch_options carom_batch_options_default(void);

/// What steps a batch. `scalar` steps a state after the other: each moves as one alone does, bit
/// for bit, whatever the number of threads.
typedef struct {
  const char *name;
  const char *help;
} carom_engine;

/// How many engines there are, and each of them, in the order of carom_engine_kind; NULL
/// beyond. [audio]
int carom_engine_count(void);
const carom_engine *carom_engine_at(int index);

/// What models must share to be in one batch, as one number: the method and the steps of a sample;
/// kinds, sizes and modes of bodies; kinds of contacts, where they act and the forms of their laws;
/// outputs, forces and live keys; of methods other than audio, all that is theirs alone. Masses,
/// stiffnesses, exponents above 1, losses, starts, scores and names may differ; so may what does
/// not change a grid. [audio]
unsigned long long carom_model_shape(const carom_model *model);

/// Bytes of a batch of so many states; SIZE_MAX if that cannot be addressed, or the options are
/// refused. NULL for the default options. [setup]
size_t carom_batch_size(const carom_model *model, int count, const carom_batch_options *options);

/// Opens a batch of `count` states in one block of memory: states[i] is copied in; where `states`
/// or states[i] is NULL it begins at t = 0. Models stay the caller's and outlive the batch. NULL if
/// that fails: an integrator belongs to one state alone, so that methods which integrate have no
/// batches; models are of different shapes; a state is of another model; or memory is out. Pass
/// NULL for the heap, and for the default options. [setup]
carom_batch *carom_batch_open(const carom_model *model, int count, const carom_state *const *states,
                              const carom_batch_options *options, const carom_memory *memory,
                              carom_error *error);

/// Copies state i out to states[i], and frees the batch. NULL drops them, or one of them. Of a
/// state of another model nothing is written: CAROM_WRONG_MODEL; NULL for a batch is
/// allowed. [setup]
carom_status carom_batch_close(carom_batch *batch, carom_state *const *states);

/// How many states it holds, and the options it works by: with the engine that was chosen. [audio]
int carom_batch_count(const carom_batch *batch);
carom_batch_options carom_batch_describe(const carom_batch *batch);

/// The model of a state; NULL for an index that is none. [audio]
const carom_model *carom_batch_model(const carom_batch *batch, int index);

/// Copies one state out, and one in; where options.ledger is off a state that is got keeps its
/// ledger or not as before. CAROM_BAD_VALUE for an index that is none, CAROM_WRONG_MODEL for a
/// state of another model than that of the index. [audio]
carom_status carom_batch_get(carom_batch *batch, int index, carom_state *state);
carom_status carom_batch_put(carom_batch *batch, int index, const carom_state *state);

/// carom_state_set() of one live key in all states, values[i] in state i. All that may are set;
/// returns the first status that is not CAROM_OK. [audio]
carom_status carom_batch_set(carom_batch *batch, int live, const double *values);

/// carom_state_ledger() and carom_state_next_impact() of a state: NAN and false for an index that
/// is none, or where the options leave them out. [audio]
carom_ledger carom_batch_ledger(carom_batch *batch, int index);
bool carom_batch_next_impact(carom_batch *batch, int index, carom_impact *impact);

/// States that its engine steps at once: ranges begin at multiples of it, and end at one or with
/// the last state. [audio]
int carom_batch_grain(const carom_batch *batch);

/// carom_process() with each of the states first .. first + count - 1, `samples` samples each; the
/// outputs go to values[(state - first) * stride + step * outputs + j] (NULL to discard), of
/// samples * oversample steps. All of them are stepped; returns the first status that is not
/// CAROM_OK, and in *bad (or NULL) the state it is of. CAROM_BAD_VALUE for ranges, threads or
/// samples that are none. Threads 0 .. threads - 1 may call at once, each with its number and with
/// states of its own. [audio]
carom_status carom_batch_process(carom_batch *batch, int thread, int first, int count, int samples,
                                 double *values, size_t stride, int *bad);

CAROM_END

#endif
