// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The door of batches: options and models are judged, an engine is chosen, states go in and out.
// What is done with one state is done while the engine lends it as one alone.

#include "batch/engine.h"

#include "base/error.h"
#include "base/options.h"
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_THREADS = 1024 };

carom_batch_options carom_batch_options_default(void) {
  return (carom_batch_options){.size = sizeof(carom_batch_options),
                               .engine = CAROM_ENGINE_AUTO,
                               .threads = 1,
                               .ledger = true,
                               .impacts = true};
}

// --- Opening ------------------------------------------------------------------------------------

static bool take_options(carom_batch_options *own, const carom_batch_options *given,
                         carom_error *error) {
  *own = carom_batch_options_default();
  if (!options_take(own, sizeof *own, given)) {
    error_set(error, CAROM_BAD_VALUE, OPTIONS_REFUSED(carom_batch_options));
    return false;
  }
  if (own->threads < 1 || own->threads > MOST_THREADS) {
    error_set(error, CAROM_BAD_VALUE, "options.threads: %d; allowed is 1 to %d", own->threads,
              MOST_THREADS);
    return false;
  }
  if (own->engine != CAROM_ENGINE_AUTO && engine_row(own->engine) == NULL) {
    error_set(error, CAROM_BAD_VALUE, "options.engine: %d; allowed are those of carom_engine_kind",
              (int)own->engine);
    return false;
  }
  return true;
}

// The engine of the options: auto is the last row that does not refuse.
static const batch_engine *choose(const carom_model *m, const carom_batch_options *options,
                                  carom_error *error) {
  if (options->engine != CAROM_ENGINE_AUTO) {
    const batch_engine *row = engine_row(options->engine);
    const char *why = row->refuses(m, options);
    if (why != NULL)
      error_set(error, CAROM_BAD_VALUE, "options.engine: %s does not take these models: %s",
                row->about.name, why);
    return why == NULL ? row : NULL;
  }
  const batch_engine *row = NULL;
  for (int i = 1; i < carom_engine_count(); ++i)
    if (engine_row((carom_engine_kind)i)->refuses(m, options) == NULL)
      row = engine_row((carom_engine_kind)i);
  return row;
}

static size_t head_size(int count) {
  return block_padded(sizeof(carom_batch)) +
         block_padded((size_t)count * sizeof(const carom_model *));
}

static size_t whole_size(const batch_engine *engine, const carom_model *m, int count,
                         const carom_batch_options *options) {
  const size_t own = count > 0 ? engine->size(m, count, options) : 0;
  return own > SIZE_MAX - head_size(count) ? SIZE_MAX : head_size(count) + own;
}

static bool may_open(const carom_model *m, int count, carom_error *error) {
  if (m == NULL)
    error_set(error, CAROM_BAD_VALUE, "model: NULL; allowed is a model");
  else if (count < 0)
    error_set(error, CAROM_BAD_VALUE, "count: %d; allowed is 0 or more", count);
  else if (method_of(m)->attach != NULL)
    error_set(error, CAROM_NO_PART,
              "the method integrates, and an integrator belongs to one state alone; allowed is "
              "a batch of any other method, or states of their own");
  else
    return true;
  return false;
}

size_t carom_batch_size(const carom_model *m, int count, const carom_batch_options *options) {
  carom_batch_options own;
  if (!may_open(m, count, NULL) || !take_options(&own, options, NULL))
    return SIZE_MAX;
  const batch_engine *engine = choose(m, &own, NULL);
  return engine != NULL ? whole_size(engine, m, count, &own) : SIZE_MAX;
}

static const carom_model *model_of(const carom_model *m, const carom_batch_options *options,
                                   int index) {
  return options->models != NULL ? options->models[index] : m;
}

// All models of one shape, and states of their models.
static bool belong(const carom_model *m, const carom_state *const *states, int count,
                   const carom_batch_options *options, carom_error *error) {
  const unsigned long long shape = carom_model_shape(m);
  for (int i = 0; i < count; ++i) {
    const carom_model *own = model_of(m, options, i);
    if (own == NULL || (own != m && carom_model_shape(own) != shape)) {
      error_set(error, CAROM_WRONG_MODEL, "options.models[%d]: %s; allowed are models of one shape",
                i, own == NULL ? "NULL" : "of another shape");
      return false;
    }
    if (states != NULL && states[i] != NULL && !state_is_of(own, states[i])) {
      error_set(error, CAROM_WRONG_MODEL, "states[%d] is of another model", i);
      return false;
    }
  }
  return true;
}

static carom_engine_kind kind_of(const batch_engine *engine) {
  int kind = carom_engine_count() - 1;
  while (engine_row((carom_engine_kind)kind) != engine)
    --kind;
  assert(kind > CAROM_ENGINE_AUTO && "an engine of the table");
  return (carom_engine_kind)kind;
}

carom_batch *carom_batch_open(const carom_model *m, int count, const carom_state *const *states,
                              const carom_batch_options *options, const carom_memory *memory,
                              carom_error *error) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  carom_batch_options own;
  if (!may_open(m, count, error) || !take_options(&own, options, error) ||
      !belong(m, states, count, &own, error))
    return NULL;
  const batch_engine *engine = choose(m, &own, error);
  if (engine == NULL)
    return NULL;
  const size_t size = whole_size(engine, m, count, &own);
  unsigned char *block = size < SIZE_MAX ? from.resize(from.user, NULL, 0, size) : NULL;
  if (block == NULL) {
    error_set(error, CAROM_NO_MEMORY, "out of memory");
    return NULL;
  }
  carom_batch *b = (carom_batch *)(void *)block;
  *b = (carom_batch){.memory = from,
                     .size = size,
                     .engine = engine,
                     .options = own,
                     .count = count,
                     .own = block + head_size(count)};
  b->model = (const carom_model **)(void *)(block + block_padded(sizeof *b));
  for (int i = 0; i < count; ++i)
    b->model[i] = model_of(m, &own, i);
  b->options.engine = kind_of(engine);
  b->options.models = b->model;
  if (count > 0)
    engine->start(b);
  for (int i = 0; states != NULL && i < count; ++i)
    if (states[i] != NULL)
      (void)carom_batch_put(b, i, states[i]);
  return b;
}

carom_status carom_batch_close(carom_batch *b, carom_state *const *states) {
  carom_status bad = CAROM_OK;
  if (b == NULL)
    return bad;
  for (int i = 0; states != NULL && i < b->count; ++i) {
    const carom_status status = states[i] != NULL ? carom_batch_get(b, i, states[i]) : CAROM_OK;
    if (bad == CAROM_OK)
      bad = status;
  }
  const carom_memory from = b->memory;
  from.resize(from.user, b, b->size, 0);
  return bad;
}

// --- States -------------------------------------------------------------------------------------

static bool has(const carom_batch *b, int index) {
  return b != NULL && index >= 0 && index < b->count;
}

int carom_batch_count(const carom_batch *b) {
  return b != NULL ? b->count : 0;
}

carom_batch_options carom_batch_describe(const carom_batch *b) {
  return b != NULL ? b->options : (carom_batch_options){0};
}

const carom_model *carom_batch_model(const carom_batch *b, int index) {
  return has(b, index) ? b->model[index] : NULL;
}

int carom_batch_grain(const carom_batch *b) {
  return b != NULL ? b->engine->grain : 1;
}

// What a state keeps is all of it.
static void copy(const carom_model *m, carom_state *to, const carom_state *from) {
  memcpy(to->kept, from->kept, from->kept_size);
  state_bind(m, to, to->kept);
}

carom_status carom_batch_get(carom_batch *b, int index, carom_state *s) {
  if (!has(b, index))
    return CAROM_BAD_VALUE;
  if (!state_is_of(b->model[index], s))
    return CAROM_WRONG_MODEL;
  const bool keep = s->head->keep_ledger;
  copy(b->model[index], s, b->engine->borrow(b, 0, index));
  b->engine->give_back(b, 0, index);
  if (!b->options.ledger) // the batch kept none
    carom_state_keep_ledger(b->model[index], s, keep);
  return CAROM_OK;
}

carom_status carom_batch_put(carom_batch *b, int index, const carom_state *s) {
  if (!has(b, index))
    return CAROM_BAD_VALUE;
  if (!state_is_of(b->model[index], s))
    return CAROM_WRONG_MODEL;
  carom_state *own = b->engine->borrow(b, 0, index);
  copy(b->model[index], own, s);
  if (!b->options.ledger)
    carom_state_keep_ledger(b->model[index], own, false);
  b->engine->give_back(b, 0, index);
  return CAROM_OK;
}

carom_status carom_batch_set(carom_batch *b, int live, const double *values) {
  if (b == NULL || values == NULL)
    return CAROM_BAD_VALUE;
  carom_status bad = CAROM_OK;
  for (int i = 0; i < b->count; ++i) {
    const carom_status status =
        carom_state_set(b->model[i], b->engine->borrow(b, 0, i), live, values[i]);
    b->engine->give_back(b, 0, i);
    if (bad == CAROM_OK)
      bad = status;
  }
  return bad;
}

carom_ledger carom_batch_ledger(carom_batch *b, int index) {
  carom_ledger none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  if (!has(b, index) || !b->options.ledger)
    return none;
  const carom_ledger ledger = carom_state_ledger(b->engine->borrow(b, 0, index));
  b->engine->give_back(b, 0, index);
  return ledger;
}

bool carom_batch_next_impact(carom_batch *b, int index, carom_impact *impact) {
  if (!has(b, index) || !b->options.impacts)
    return false;
  const bool some =
      carom_state_next_impact(b->model[index], b->engine->borrow(b, 0, index), impact);
  b->engine->give_back(b, 0, index);
  return some;
}

static bool may_be(const carom_batch *b, int first, int count) {
  const int grain = b->engine->grain;
  return first >= 0 && count >= 0 && first <= b->count && count <= b->count - first &&
         first % grain == 0 && (count % grain == 0 || first + count == b->count);
}

carom_status carom_batch_process(carom_batch *b, int thread, int first, int count, int samples,
                                 double *values, size_t stride, int *bad) {
  int at = 0;
  if (b == NULL || thread < 0 || thread >= b->options.threads || samples < 0 ||
      !may_be(b, first, count))
    return CAROM_BAD_VALUE;
  const carom_status status =
      b->engine->process(b, thread, first, count, samples, values, stride, &at);
  if (status != CAROM_OK && bad != NULL)
    *bad = at;
  return status;
}
