// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One variant from t = 0 to the end. Its outputs are kept at the instants of the comparison: every
// m-th sample where the rate is m times the lowest, else the cubic through the four samples around
// the instant. They are not filtered before: what is compared are values at the same times.

#include "io/compare.h"

#include "base/error.h"
#include "io/blocks.h"
#include "io/clock.h"
#include "io/print.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BETWEEN_TELLS = 4096, NODES = 4 }; // samples

/// Between two questions whether to stop, s.
static const double longest_silence = 0.05;

typedef struct {
  compare_queue *queue;
  compare_variant *variant;
  blocks blocks;
  double ratio;         // samples between two instants
  long long next;       // instant
  double *last;         // outputs of the last NODES samples
  levels **level;       // of each output; NULL if it is not audio
  long long done, told; // samples
  double told_at;       // s
} variant_run;

// The cubic through four values at 0, 1, 2 and 3.
static double cubic(const double *y, double x) {
  return -y[0] * (x - 1) * (x - 2) * (x - 3) / 6 + y[1] * x * (x - 2) * (x - 3) / 2 -
         y[2] * x * (x - 1) * (x - 3) / 2 + y[3] * x * (x - 1) * (x - 2) / 6;
}

// Keeps the instants that lie between the samples so far.
static void keep_instants(variant_run *r) {
  const compare_plan *p = r->queue->plan;
  const bool whole = r->ratio == round(r->ratio);
  const long long newest = r->done;
  while (r->next < p->instants) {
    const double x = (double)r->next * r->ratio;
    const long long first = whole ? llround(x) : (long long)fmax(floor(x) - 1, 0);
    if (newest < first + (whole ? 0 : NODES - 1))
      return;
    for (int j = 0; j < p->outputs; ++j) {
      double y[NODES] = {0};
      for (int i = 0; i < (whole ? 1 : NODES); ++i)
        y[i] = r->last[(first + i) % NODES * p->outputs + j];
      r->variant->at[r->next * p->outputs + j] = whole ? y[0] : cubic(y, x - (double)first);
    }
    ++r->next;
  }
}

static void add_sample(variant_run *r, const double *outputs) {
  const compare_plan *p = r->queue->plan;
  for (int j = 0; j < p->outputs; ++j) {
    const double value = outputs[p->output[j]];
    r->last[r->done % NODES * p->outputs + j] = value;
    if (r->level[j] != NULL)
      levels_add(r->level[j], value);
  }
  keep_instants(r);
  ++r->done;
}

static carom_status run_block(variant_run *r) {
  int count = 0;
  const carom_status status = blocks_next(&r->blocks, r->variant->samples - r->done, &count);
  for (int i = 0; status == CAROM_OK && i < count; ++i)
    add_sample(r, r->blocks.values + (size_t)i * r->blocks.stride);
  return status;
}

static carom_status run_all(variant_run *r) {
  while (r->done < r->variant->samples) {
    const carom_status status = run_block(r);
    if (status != CAROM_OK)
      return status;
    const double now = clock_seconds();
    if (r->done - r->told < BETWEEN_TELLS && now - r->told_at < longest_silence &&
        r->done < r->variant->samples)
      continue;
    if (!jobs_tell(&r->queue->jobs, (double)(r->done - r->told)))
      return CAROM_INTERRUPTED;
    r->told = r->done;
    r->told_at = now;
  }
  return CAROM_OK;
}

// FFTW plans under the lock of the queue.
static bool begin_levels(variant_run *r) {
  const compare_plan *p = r->queue->plan;
  bool good = r->level != NULL;
  pthread_mutex_lock(&r->queue->jobs.lock);
  for (int j = 0; good && j < p->outputs; ++j)
    if (carom_model_output(p->model, p->output[j]).audio) {
      r->level[j] = levels_begin(r->blocks.info.rate);
      good = r->level[j] != NULL;
    }
  pthread_mutex_unlock(&r->queue->jobs.lock);
  return good;
}

size_t compare_values(const compare_plan *p) {
  return (size_t)p->outputs * (LEVEL_BANDS + (size_t)p->instants);
}

bool compare_take_memory(const compare_plan *p, compare_variant *v) {
  v->power = calloc(compare_values(p), sizeof *v->power);
  v->at = v->power != NULL ? v->power + (size_t)p->outputs * LEVEL_BANDS : NULL;
  return v->power != NULL;
}

static bool allocate(variant_run *r) {
  const compare_plan *p = r->queue->plan;
  const size_t outputs = (size_t)p->outputs;
  r->last = calloc(NODES * outputs, sizeof *r->last);
  r->level = calloc(outputs, sizeof(levels *));
  return r->last != NULL && compare_take_memory(p, r->variant) && begin_levels(r);
}

static void clean_up(variant_run *r) {
  pthread_mutex_lock(&r->queue->jobs.lock);
  for (int j = 0; r->level != NULL && j < r->queue->plan->outputs; ++j)
    levels_free(r->level[j]);
  pthread_mutex_unlock(&r->queue->jobs.lock);
  free(r->level);
  free(r->last);
  blocks_end(&r->blocks);
}

static void finish(variant_run *r) {
  compare_variant *v = r->variant;
  const double error = carom_state_ledger(r->blocks.state).largest_balance_error;
  for (int j = 0; j < r->queue->plan->outputs; ++j) {
    double *power = v->power + (size_t)j * LEVEL_BANDS;
    for (int b = 0; b < LEVEL_BANDS; ++b)
      power[b] = (double)NAN;
    if (r->level[j] != NULL)
      levels_finish(r->level[j], power);
  }
  if (error > r->blocks.info.energy_tolerance)
    print_in(v->note, sizeof v->note,
             "the energy balance is off by %.2e; solver.energy_tolerance is %.2e", error,
             r->blocks.info.energy_tolerance);
}

static carom_status run_model(variant_run *r, carom_error *error) {
  carom_status status = blocks_begin(&r->blocks, error);
  if (status != CAROM_OK)
    return status;
  if (!allocate(r))
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  status = run_all(r);
  if (status == CAROM_OK)
    finish(r);
  else
    error_set(error, status, "%s, after %lld samples", carom_status_text(status), r->done);
  return status;
}

carom_status compare_run_variant(compare_queue *q, compare_variant *v, carom_error *error) {
  const compare_plan *p = q->plan;
  carom_scene *scene = compare_scene(p, &p->curve[v->curve], v->rate, error);
  carom_model *model = scene != NULL ? carom_model_compile(scene, NULL, error) : NULL;
  carom_status status = error->status;
  if (model != NULL) {
    variant_run r = {.queue = q,
                     .variant = v,
                     .blocks = {.model = model,
                                .max = carom_model_describe(model).block_most,
                                .stop = p->options->stop},
                     .ratio = v->rate / p->coarsest};
    status = run_model(&r, error);
    clean_up(&r);
  }
  carom_model_free(model);
  carom_scene_free(scene);
  return status;
}
