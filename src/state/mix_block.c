// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// From outputs to sound: decimation, a high-pass filter, gain and pan, level, fade, limiter. Each
// sample is summed in one order, however the blocks fall, so that its bits are always the same.

#include "state/mix.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Beyond `max` a value counts as not finite, below `min` as 0. Nothing between them leaves the
/// normal numbers on its way through the filters, so the host's treatment of denormals is no
/// matter.
static const double max = 1e280;
static const double min = 1e-280;

// --- Filters ------------------------------------------------------------------------------------

static double flushed(double x) {
  return fabs(x) < min ? 0 : x;
}

// Takes the steps of `count` samples of one channel.
static void take_steps(carom_mix *x, int c, const double *values, int count) {
  double *steps = x->steps + (size_t)c * (size_t)x->capacity;
  double *present = steps + x->taps - 1;
  values += x->channel[c].output;
  for (int i = 0; i < count * x->oversample; ++i) {
    const double value = values[(size_t)i * (size_t)x->outputs];
    const bool good = fabs(value) <= max;
    present[i] = good ? flushed(value) : 0;
    x->not_finite += !good;
  }
  for (int i = 0; x->samples == 0 && i < x->taps - 1; ++i)
    steps[i] = present[0]; // as if the first value had always been there
}

// The decimated samples of one channel: the filter's last tap is at the first step of each. Four of
// them need not wait for each other.
static void decimate(const carom_mix *x, int c, int count, double *decimated) {
  const double *h = x->filter;
  const size_t over = (size_t)x->oversample;
  const double *s = x->steps + (size_t)c * (size_t)x->capacity;
  int k = 0;
  for (; k + 4 <= count; k += 4, s += 4 * over) {
    double sum[4] = {0, 0, 0, 0};
    for (int i = 0; i < x->taps; ++i) {
      sum[0] += h[i] * s[i];
      sum[1] += h[i] * s[(size_t)i + over];
      sum[2] += h[i] * s[(size_t)i + 2 * over];
      sum[3] += h[i] * s[(size_t)i + 3 * over];
    }
    memcpy(decimated + k, sum, sizeof sum);
  }
  for (; k < count; ++k, s += over) {
    decimated[k] = 0;
    for (int i = 0; i < x->taps; ++i)
      decimated[k] += h[i] * s[i];
  }
}

static double high_pass(const carom_mix *x, channel *ch, double in, bool first) {
  if (x->options.high_pass == 0)
    return in;
  if (first)
    ch->before = in; // a constant offset is silent from the start
  ch->passed = flushed(x->pole * ch->passed + (1 + x->pole) / 2 * (in - ch->before));
  ch->before = in;
  return ch->passed;
}

// At most CHUNK samples of all channels. The filter has linear phase: what it makes of them before
// it stands at the first step is not heard.
static void filter_chunk(carom_mix *x, const double *values, int count, double *filtered) {
  const int latency = carom_mix_latency(x);
  const size_t past = (size_t)x->taps - 1;
  for (int c = 0; c < x->heard; ++c) {
    channel *ch = &x->channel[c];
    double decimated[CHUNK];
    take_steps(x, c, values, count);
    decimate(x, c, count, decimated);
    for (int k = 0; k < count; ++k) {
      const long long n = x->samples + k - latency;
      const double y = n < 0 ? 0 : high_pass(x, ch, flushed(decimated[k]), n == 0);
      ch->peak = fmax(ch->peak, fabs(y));
      filtered[(size_t)k * (size_t)x->heard + (size_t)c] = y;
    }
    double *steps = x->steps + (size_t)c * (size_t)x->capacity;
    memmove(steps, steps + (size_t)count * (size_t)x->oversample, past * sizeof *steps);
  }
  x->samples += count;
}

// --- Mixing -------------------------------------------------------------------------------------

// One to one up to the threshold, then towards the ceiling; two derivatives are continuous.
static double limited(const carom_mix *x, double in) {
  const double size = fabs(in);
  if (!x->options.limit || !(size > x->threshold))
    return in;
  const double above = x->ceiling - x->threshold;
  const double u = (size - x->threshold) / above;
  const double bent = u < 1e8 ? u / sqrt(1 + u * u) : 1;
  return copysign(fmin(x->threshold + above * bent, x->ceiling), in);
}

static float to_float(double x) {
  const double size = fabs(x);
  if (!(size >= (double)FLT_MIN)) // NaN, too
    return 0;
  return size > (double)FLT_MAX ? copysignf(FLT_MAX, (float)x) : (float)x;
}

static double next_fade(carom_mix *x) {
  const double p = x->fade;
  x->fade = fmin(fmax(p + x->fade_step, 0), 1);
  return p * p * (3 - 2 * p);
}

static void silence(int samples, float *left, float *right) {
  for (int n = 0; n < samples; ++n)
    left[n] = 0;
  for (int n = 0; right != NULL && n < samples; ++n)
    right[n] = 0;
}

void carom_mix_down(carom_mix *x, const double *filtered, int samples, float *left, float *right) {
  if (x == NULL) {
    silence(samples, left, right);
    return;
  }
  for (int n = 0; n < samples; ++n, filtered += x->heard) {
    double sum[2] = {0, 0};
    for (int c = 0; c < x->heard; ++c) {
      const channel *ch = &x->channel[c];
      const double y = filtered[c] * ch->gain;
      sum[0] += y * (right != NULL ? ch->left : ch->mono);
      sum[1] += right != NULL ? y * ch->right : 0;
    }
    x->sum_peak = fmax(x->sum_peak, fmax(fabs(sum[0]), fabs(sum[1])));
    const double fade = next_fade(x);
    left[n] = to_float(limited(x, sum[0] * x->level * fade));
    if (right != NULL)
      right[n] = to_float(limited(x, sum[1] * x->level * fade));
  }
}

static bool is_of(const carom_mix *x, const carom_model *m) {
  return x != NULL && m != NULL && x->outputs == m->column_count && x->oversample == m->oversample;
}

static int chunk_of(int samples) {
  return samples < CHUNK ? samples : CHUNK;
}

void carom_mix_filter(const carom_model *m, carom_mix *x, const double *values, int samples,
                      double *filtered) {
  if (!is_of(x, m))
    return;
  for (int n = 0; n < samples; n += CHUNK) {
    const size_t row = (size_t)n * (size_t)m->oversample;
    filter_chunk(x, values + row * (size_t)m->column_count, chunk_of(samples - n),
                 filtered + (size_t)n * (size_t)x->heard);
  }
}

void carom_mix_block(const carom_model *m, carom_mix *x, const double *values, int samples,
                     float *left, float *right) {
  if (!is_of(x, m)) {
    silence(samples, left, right);
    return;
  }
  for (int n = 0; n < samples; n += CHUNK) {
    const size_t row = (size_t)n * (size_t)m->oversample;
    const int count = chunk_of(samples - n);
    carom_mix_filter(m, x, values + row * (size_t)m->column_count, count, x->frames);
    carom_mix_down(x, x->frames, count, left + n, right != NULL ? right + n : NULL);
  }
}
