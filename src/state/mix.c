// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mix: its memory, its start, gains, peaks and fades. What it does with sound is in
// mix_block.c.

#include "state/mix.h"

#include "base/constants.h"
#include "base/error.h"
#include "base/options.h"
#include <math.h>

// --- Memory -------------------------------------------------------------------------------------

static int mix_heard(const carom_model *m) {
  int heard = 0;
  for (int i = 0; i < m->column_count; ++i)
    heard += m->output[m->column[i].first].audio;
  return heard;
}

static int mix_taps(const carom_model *m) {
  return m->oversample == 1 ? 1 : 2 * HALF_TAPS * m->oversample + 1;
}

static int mix_capacity(const carom_model *m) {
  return mix_taps(m) - 1 + CHUNK * m->oversample;
}

static size_t bind(const carom_model *m, carom_mix *to, unsigned char *block) {
  size_t place = block_padded(sizeof *to);
  MIX_ARRAYS(ARRAY_BIND)
  return place;
}

size_t carom_mix_size(const carom_model *m) {
  carom_mix nowhere;
  return m != NULL ? bind(m, &nowhere, NULL) : 0;
}

// --- Setting up ---------------------------------------------------------------------------------

carom_mix_options carom_mix_options_default(void) {
  return (carom_mix_options){
      .size = sizeof(carom_mix_options), .high_pass = 5, .ceiling = 1, .threshold = 0.75};
}

/// An option and its range.
typedef struct {
  const char *name;
  double value, low, high;
} mix_range;

// The first option outside its range; without a name if there is none.
static mix_range first_bad(const carom_mix_options *o) {
  const mix_range ranges[] = {{"high_pass", o->high_pass, 0, 1000},
                              {"fade_in", o->fade_in, 0, 3600},
                              {"fade_out", o->fade_out, 0, 3600},
                              {"ceiling", o->ceiling, 1e-6, 1e6},
                              {"threshold", o->threshold, 0, 0.99}};
  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i)
    if (!(ranges[i].value >= ranges[i].low && ranges[i].value <= ranges[i].high))
      return ranges[i];
  return (mix_range){.name = NULL};
}

// A windowed sinc (Blackman), cut-off at 0.46 of the final rate, unit gain at 0.
static void design_filter(carom_mix *x) {
  const int middle = x->taps / 2;
  double sum = 0;
  for (int i = 0; i < x->taps; ++i) {
    const double t = (i - middle) / (double)x->oversample;
    const double phase = 2 * pi * 0.46 * t;
    const double window = 0.42 + 0.5 * cos(pi * t / HALF_TAPS) + 0.08 * cos(2 * pi * t / HALF_TAPS);
    x->filter[i] = (phase == 0 ? 1 : sin(phase) / phase) * window;
    sum += x->filter[i];
  }
  for (int i = 0; i < x->taps; ++i)
    x->filter[i] /= sum;
}

// The channel of an output, which is no side of one.
static channel *find(const carom_mix *x, int output) {
  for (int c = 0; x != NULL && c < x->heard; ++c)
    if (x->channel[c].output == output && x->channel[c].of == output)
      return &x->channel[c];
  return NULL;
}

static void set_up_channels(const carom_model *m, carom_mix *x) {
  channel *next = x->channel;
  for (int i = 0; i < m->column_count; ++i) {
    const model_column *column = &m->column[i];
    const model_output *o = &m->output[column->first];
    if (o->audio)
      *next++ = (channel){.output = i,
                          .of = column->of,
                          .gain = o->gain,
                          .mono = 1,
                          .left = o->left,
                          .right = o->right};
  }
  for (channel *side = x->channel; side < next; ++side) // where there are two, its column is mono's
    if (m->column[side->output].side != SIDE_NONE) {
      channel *whole = find(x, side->of);
      const bool left = m->column[side->output].side == SIDE_LEFT;
      whole->left = whole->right = side->mono = 0;
      side->left = left;
      side->right = !left;
    }
}

static void set_up_limiter(carom_mix *x) {
  float ceiling = (float)x->options.ceiling;
  if ((double)ceiling > x->options.ceiling)
    ceiling = nextafterf(ceiling, 0);
  x->ceiling = (double)ceiling;
  x->threshold = x->options.threshold * x->ceiling;
}

carom_mix *carom_mix_init(const carom_model *m, const carom_mix_options *options, void *block) {
  carom_mix_options given = carom_mix_options_default();
  if (m == NULL || block == NULL || !options_take(&given, sizeof given, options) ||
      first_bad(&given).name != NULL)
    return NULL;
  carom_mix *x = block;
  *x = (carom_mix){.options = given,
                   .heard = mix_heard(m),
                   .outputs = m->column_count,
                   .oversample = m->oversample,
                   .taps = mix_taps(m),
                   .capacity = mix_capacity(m),
                   .rate = m->rate,
                   .pole = exp(-2 * pi * given.high_pass / m->rate),
                   .level = 1};
  x->size = bind(m, x, block);
  design_filter(x);
  set_up_channels(m, x);
  set_up_limiter(x);
  carom_mix_reset(x);
  return x;
}

carom_mix *carom_mix_new(const carom_model *m, const carom_mix_options *options,
                         const carom_memory *memory, carom_error *error) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  carom_mix_options given = carom_mix_options_default();
  if (m == NULL) {
    (void)error_null(error, "model");
    return NULL;
  }
  if (!options_take(&given, sizeof given, options)) {
    (void)error_set(error, CAROM_BAD_VALUE, OPTIONS_REFUSED(carom_mix_options));
    return NULL;
  }
  const mix_range bad = first_bad(&given);
  if (bad.name != NULL) {
    (void)error_set(error, CAROM_BAD_VALUE, "options.%s: %g; allowed is %g to %g", bad.name,
                    bad.value, bad.low, bad.high);
    return NULL;
  }
  void *block = from.resize(from.user, NULL, 0, carom_mix_size(m));
  if (block == NULL) {
    (void)error_set(error, CAROM_NO_MEMORY, "out of memory");
    return NULL;
  }
  carom_mix *x = carom_mix_init(m, &given, block);
  x->memory = from;
  return x;
}

void carom_mix_free(carom_mix *x) {
  if (x == NULL || x->memory.resize == NULL)
    return;
  const carom_memory from = x->memory;
  from.resize(from.user, x, x->size, 0);
}

void carom_mix_reset(carom_mix *x) {
  if (x == NULL)
    return;
  for (int c = 0; c < x->heard; ++c)
    x->channel[c].before = x->channel[c].passed = x->channel[c].peak = 0;
  x->samples = x->not_finite = 0;
  x->sum_peak = 0;
  x->fade = 0;
  carom_mix_fade_in(x);
}

// --- Gains, peaks and fades ---------------------------------------------------------------------

int carom_mix_heard(const carom_mix *x) {
  return x != NULL ? x->heard : 0;
}

int carom_mix_latency(const carom_mix *x) {
  return x != NULL ? x->taps / 2 / x->oversample : 0;
}

double carom_mix_gain(const carom_mix *x, int output) {
  const channel *found = find(x, output);
  return found != NULL ? found->gain : 0;
}

carom_status carom_mix_set_gain(carom_mix *x, int output, double gain) {
  if (find(x, output) == NULL)
    return CAROM_BAD_REFERENCE;
  if (!isfinite(gain))
    return CAROM_BAD_VALUE;
  for (int c = 0; c < x->heard; ++c)
    if (x->channel[c].of == output)
      x->channel[c].gain = gain;
  return CAROM_OK;
}

double carom_mix_level(const carom_mix *x) {
  return x != NULL ? x->level : 0;
}

carom_status carom_mix_set_level(carom_mix *x, double level) {
  if (x == NULL || !isfinite(level))
    return CAROM_BAD_VALUE;
  x->level = level;
  return CAROM_OK;
}

double carom_mix_peak(const carom_mix *x, int output) {
  const channel *found = find(x, output);
  return found != NULL ? found->peak : 0;
}

double carom_mix_sum_peak(const carom_mix *x) {
  return x != NULL ? x->sum_peak : 0;
}

long long carom_mix_not_finite(const carom_mix *x) {
  return x != NULL ? x->not_finite : 0;
}

void carom_mix_fade_in(carom_mix *x) {
  if (x == NULL)
    return;
  const double samples = x->options.fade_in * x->rate;
  x->fades_out = false;
  x->fade_step = samples > 0 ? 1 / samples : 0;
  x->fade = samples > 0 ? x->fade : 1;
}

void carom_mix_fade_out(carom_mix *x) {
  if (x == NULL)
    return;
  const double samples = x->options.fade_out * x->rate;
  x->fades_out = true;
  x->fade_step = samples > 0 ? -1 / samples : 0;
  x->fade = samples > 0 ? x->fade : 0;
}

bool carom_mix_is_silent(const carom_mix *x) {
  return x == NULL || (x->fades_out && x->fade == 0);
}
