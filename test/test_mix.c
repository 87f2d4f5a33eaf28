// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mix: what its filters pass and stop, how it mixes, fades and limits, that blocks, hosts and
// allocators do not matter, and that audio.wav is made by it.

#include "allocations.h"
#include "support.h"
#include <float.h>
#include <sndfile.h>
#include <stdalign.h>
#include <unistd.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// --- A model to mix -----------------------------------------------------------------------------

enum { RATE = 44100, OUTPUTS = 4, HEARD = 3, A = 0, SHY = 1, B = 2, C = 3 };

/// Three outputs are heard and one is not; what they listen to does not matter, values are made up.
static const char *const text =
    "{carom: 1, rate: 44100, bodies: {m: {type: mass, mass: 1, frequency: 100}}, outputs: {"
    "a: {of: m, audio: true, gain: 1, pan: -1}, shy: {of: m, gain: 9}, "
    "b: {of: m, audio: true, gain: -0.5, pan: 0.3}, c: {of: m, audio: true, pan: 1}}}";

static carom_model *model_of(int oversample) {
  carom_scene *scene = scene_of(text);
  rig_set_number(scene, "solver.oversample", oversample);
  carom_model *model = NULL;
  carom_error error;
  if (carom_model_compile(scene, NULL, &model, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  carom_scene_free(scene);
  return model;
}

static carom_mix *mix_of(const carom_model *model, const carom_mix_options *options) {
  carom_mix *mix = carom_mix_new(model, options, NULL);
  assert_non_null(mix);
  return mix;
}

static carom_mix_options no_high_pass(void) {
  carom_mix_options options = carom_mix_options_default();
  options.high_pass = 0;
  return options;
}

/// Room for values and sound.
enum { MOST = 60000 };
static double values[MOST * OUTPUTS];
static double filtered[MOST * HEARD];
static float left[MOST];
static float right[MOST];
static float left_too[MOST];
static float right_too[MOST];

static void fill_with_noise(uint64_t seed, int rows) {
  for (int i = 0; i < rows * OUTPUTS; ++i)
    values[i] = random_between(&seed, -1, 1);
}

// --- Filters ------------------------------------------------------------------------------------

// The magnitude of what the filters make of a frequency, given as part of the rate: cosine and sine
// through two outputs are a phasor, whose length is seen at any sample once they have settled.
static double magnitude(int oversample, const carom_mix_options *options, double frequency,
                        int settled, double *least) {
  carom_model *model = model_of(oversample);
  carom_mix *mix = mix_of(model, options);
  const int samples = settled + 200;
  assert_true(samples * oversample <= MOST);
  for (int i = 0; i < samples * oversample; ++i) {
    const double turns = frequency * i / oversample;
    values[i * OUTPUTS + A] = cos(2 * M_PI * (turns - floor(turns)));
    values[i * OUTPUTS + B] = sin(2 * M_PI * (turns - floor(turns)));
    values[i * OUTPUTS + C] = 0;
    values[i * OUTPUTS + SHY] = 1e9;
  }
  carom_mix_filter(model, mix, values, samples, filtered);
  double largest = 0;
  *least = INFINITY;
  for (int n = settled; n < samples; ++n) {
    const double size = hypot(filtered[n * HEARD], filtered[n * HEARD + 1]);
    largest = fmax(largest, size);
    *least = fmin(*least, size);
    assert_true(filtered[n * HEARD + 2] == 0);
  }
  carom_mix_free(mix);
  carom_model_free(model);
  return largest;
}

static double decibels(double x) {
  return 20 * log10(x);
}

static void decimation_passes_the_band_and_stops_aliases(void **state) {
  (void)state;
  const carom_mix_options options = no_high_pass();
  double least = 0;
  for (int over = 2; over <= 8; over *= 2) {
    double ripple = 0;
    double stop = 0;
    for (double f = 0; f < 0.4001; f += 0.0125) {
      const double most = magnitude(over, &options, f, 60, &least);
      ripple = fmax(ripple, fmax(fabs(decibels(most)), fabs(decibels(least))));
    }
    for (double f = 0.515; f <= over / 2.0; f += 0.0073)
      stop = fmax(stop, magnitude(over, &options, f, 60, &least));
    print_message("oversample %d: pass band within %.4f dB, stop band %.1f dB\n", over, ripple,
                  decibels(stop));
    assert_at_most(ripple, 0.01);
    assert_at_most(decibels(stop), -60);
  }
}

static void low_notes_are_kept_and_offsets_removed(void **state) {
  (void)state;
  const carom_mix_options options = carom_mix_options_default();
  double least = 0;
  for (int over = 1; over <= 4; over *= 4) {
    const int settled = 12000;
    const double twenty = magnitude(over, &options, 20.0 / RATE, settled, &least);
    print_message("oversample %d: 20 Hz at %.3f dB\n", over, decibels(twenty));
    assert_near(decibels(twenty), 0, 0.3);
    assert_near(decibels(least), 0, 0.3);
    assert_near(decibels(magnitude(over, &options, 5.0 / RATE, settled, &least)), -3, 0.2);
    assert_near(decibels(magnitude(over, &options, 1000.0 / RATE, settled, &least)), 0, 5e-3);
  }
}

// An offset is silent from the first sample on; a step is heard, and gone after its time.
static void steps_die_away(void **state) {
  (void)state;
  for (int over = 1; over <= 4; over *= 4) {
    carom_model *model = model_of(over);
    carom_mix *mix = mix_of(model, NULL);
    const int at = 100;
    const int samples = 14000;
    for (int i = 0; i < samples * over; ++i)
      for (int j = 0; j < OUTPUTS; ++j)
        values[i * OUTPUTS + j] = i < at * over ? 3 : 4;
    carom_mix_filter(model, mix, values, samples, filtered);
    for (int n = 0; n < at - 1; ++n) // what rings ahead of it comes after the latency
      assert_near(filtered[n * HEARD], 0, 1e-12);
    assert_at_most(0.9, carom_mix_peak(mix, A));
    for (int n = 0; n < samples; ++n) // time constant 32 ms
      assert_at_most(fabs(filtered[n * HEARD]), 1.2 * exp(-(n - at - 30) / (0.0318 * RATE)));
    assert_at_most(fabs(filtered[(samples - 1) * HEARD]), 1e-4);
    carom_mix_free(mix);
    carom_model_free(model);
  }
}

// Cross-correlation of noise with what comes out of it.
static void sound_comes_as_late_as_is_said(void **state) {
  (void)state;
  for (int over = 1; over <= 8; over *= 2) {
    carom_model *model = model_of(over);
    carom_mix *mix = mix_of(model, NULL);
    const int samples = 4000;
    uint64_t seed = 3;
    double held = 0; // changes with each sample, in the middle of it
    for (int i = 0; i < samples * over; ++i) {
      if ((i + over / 2) % over == 0)
        held = random_between(&seed, -1, 1);
      values[i * OUTPUTS + A] = held;
    }
    carom_mix_filter(model, mix, values, samples, filtered);
    int best = -1;
    double largest = 0;
    for (int lag = 0; lag < 100; ++lag) {
      double sum = 0;
      for (int n = 0; n + lag < samples; ++n)
        sum += values[n * over * OUTPUTS + A] * filtered[(n + lag) * HEARD];
      if (sum > largest) {
        largest = sum;
        best = lag;
      }
    }
    assert_int_equal(best, carom_mix_latency(mix));
    assert_int_equal(best, over == 1 ? 0 : 24);
    for (int n = 0; n < best; ++n)
      assert_true(filtered[n * HEARD] == 0);
    carom_mix_free(mix);
    carom_model_free(model);
  }
}

// --- Gain and pan -------------------------------------------------------------------------------

static void pan_is_of_equal_power(void **state) {
  (void)state;
  double before = -1;
  for (double pan = -1; pan <= 1; pan += 0.125) {
    carom_scene *scene = scene_of(text);
    rig_set_number(scene, "outputs.a.pan", pan);
    carom_model *model = NULL;
    carom_error error;
    assert_int_equal(carom_model_compile(scene, NULL, &model, &error), CAROM_OK);
    carom_scene_free(scene);
    carom_mix *mix = mix_of(model, NULL);
    const double one[HEARD] = {0.8, 0, 0};
    float l = 0;
    float r = 0;
    carom_mix_down(mix, one, 1, &l, &r);
    const double power = (double)l * (double)l + (double)r * (double)r;
    assert_near(power, 0.64, 1e-7);
    assert_near(atan2((double)r, (double)l), (pan + 1) * M_PI / 4, 1e-7);
    assert_true((double)r > before);
    before = (double)r;
    if (pan == 0)
      assert_true(l == r);
    float mono = 0;
    carom_mix_down(mix, one, 1, &mono, NULL);
    assert_true(mono == 0.8F);
    carom_mix_free(mix);
    carom_model_free(model);
  }
}

static void gains_are_those_of_the_scene_until_they_are_set(void **state) {
  (void)state;
  carom_model *model = model_of(1);
  carom_mix *mix = mix_of(model, NULL);
  assert_int_equal(carom_mix_heard(mix), HEARD);
  assert_true(carom_mix_gain(mix, A) == 1 && carom_mix_gain(mix, B) == -0.5);
  assert_true(carom_mix_gain(mix, C) == 1); // auto
  assert_true(carom_mix_gain(mix, SHY) == 0 && carom_mix_gain(mix, -1) == 0);
  assert_int_equal(carom_mix_set_gain(mix, C, 0.25), CAROM_OK);
  assert_int_equal(carom_mix_set_gain(mix, SHY, 1), CAROM_BAD_REFERENCE);
  assert_int_equal(carom_mix_set_gain(mix, OUTPUTS, 1), CAROM_BAD_REFERENCE);
  assert_int_equal(carom_mix_set_gain(mix, A, NAN), CAROM_BAD_VALUE);
  assert_int_equal(carom_mix_set_level(mix, INFINITY), CAROM_BAD_VALUE);
  assert_int_equal(carom_mix_set_level(mix, 2), CAROM_OK);
  const double some[HEARD] = {0.5, 0.5, -2};
  float l = 0;
  float r = 0;
  carom_mix_down(mix, some, 1, &l, &r);
  const double angle = 1.3 * M_PI / 4;
  assert_near((double)l, 2 * (0.5 - 0.25 * cos(angle)), 1e-7);
  assert_near((double)r, 2 * (-0.25 * sin(angle) - 0.5), 1e-7);
  assert_near(carom_mix_sum_peak(mix), fabs(-0.25 * sin(angle) - 0.5), 1e-12); // before the level
  carom_mix_down(mix, some, 1, &l, NULL);
  assert_near((double)l, 2 * (0.5 - 0.25 - 0.5), 1e-7);
  carom_mix_reset(mix);
  assert_true(carom_mix_gain(mix, C) == 0.25 && carom_mix_level(mix) == 2);
  assert_true(carom_mix_sum_peak(mix) == 0);
  carom_mix_free(mix);
  carom_model_free(model);
}

static void peaks_are_those_behind_the_filters(void **state) {
  (void)state;
  carom_model *model = model_of(4);
  carom_mix *mix = mix_of(model, NULL);
  fill_with_noise(5, 4 * 1000);
  carom_mix_filter(model, mix, values, 1000, filtered);
  static const int heard[] = {A, B, C};
  for (int c = 0; c < HEARD; ++c) {
    double peak = 0;
    for (int n = 0; n < 1000; ++n)
      peak = fmax(peak, fabs(filtered[n * HEARD + c]));
    assert_true(peak > 0.5 && carom_mix_peak(mix, heard[c]) == peak);
  }
  assert_true(carom_mix_peak(mix, SHY) == 0 && carom_mix_peak(mix, 99) == 0);
  carom_mix_reset(mix);
  assert_true(carom_mix_peak(mix, A) == 0);
  carom_mix_free(mix);
  carom_model_free(model);
}

// --- Limiter and fades --------------------------------------------------------------------------

// The limiter alone: output a is heard on the left as it is.
static void limit(carom_mix *mix, const double *in, int count, float *out) {
  for (int n = 0; n < count; ++n) {
    const double frame[HEARD] = {in[n], 0, 0};
    float r = 0;
    carom_mix_down(mix, frame, 1, out + n, &r);
  }
}

static void the_limiter_stays_below_its_ceiling_and_has_no_corner(void **state) {
  (void)state;
  static const double ceilings[] = {1, 0.99, 0.7, 0.1, 1e-6, 3e5};
  static const double thresholds[] = {0, 0.3, 0.75, 0.99};
  static const double far[] = {1e3, 1e10, 1e40, 1e200, 1e302, INFINITY};
  enum { POINTS = 3001 };
  static double in[POINTS];
  carom_model *model = model_of(1);
  for (int i = 0; i < 24; ++i) {
    carom_mix_options options = carom_mix_options_default();
    options.limit = true;
    options.ceiling = ceilings[i / 4];
    options.threshold = thresholds[i % 4];
    carom_mix *mix = mix_of(model, &options);
    const double step = options.ceiling * 1e-3; // up to 3 times the ceiling
    for (int n = 0; n < POINTS; ++n)
      in[n] = n * step;
    limit(mix, in, POINTS, left);
    double slope = 1;
    // The curve turns fastest where it has little room, by 0.86 a room.
    const double turn = 0.9 * 1e-3 / (1 - options.threshold) + 3e-4;
    for (int n = 0; n < POINTS; ++n) {
      assert_at_most((double)left[n], options.ceiling);
      if (in[n] <= options.threshold * options.ceiling * (1 - 1e-6))
        assert_true(left[n] == (float)in[n]);
      if (n == 0)
        continue;
      const double next = ((double)left[n] - (double)left[n - 1]) / step;
      assert_true(next >= 0 && next <= 1 + 3e-4);
      assert_at_most(fabs(next - slope), turn);
      slope = next;
    }
    for (int n = 0; n < POINTS; ++n)
      in[n] = -in[n];
    limit(mix, in, POINTS, right); // odd
    for (int n = 0; n < POINTS; ++n)
      assert_true(right[n] == -left[n]);
    for (int n = 0; n < 6; ++n)
      in[n] = far[n] * options.ceiling;
    limit(mix, in, 6, right);
    for (int n = 0; n < 6; ++n)
      assert_true((double)right[n] <= options.ceiling && right[n] >= left[POINTS - 1]);
    carom_mix_free(mix);
  }
  carom_model_free(model);
}

// Off, or with an automatic gain's peak of -3 dB, it changes no bit.
static void the_limiter_leaves_what_is_below_its_threshold(void **state) {
  (void)state;
  carom_model *model = model_of(4);
  carom_mix_options options = carom_mix_options_default();
  options.limit = true;
  fill_with_noise(8, 4 * 2000);
  for (int i = 0; i < 2; ++i) {
    carom_mix *mix = mix_of(model, i == 0 ? NULL : &options);
    carom_mix_set_level(mix, 0.2);
    carom_mix_block(model, mix, values, 2000, i == 0 ? left : left_too, i == 0 ? right : right_too);
    assert_at_most(0.2 * carom_mix_sum_peak(mix), 0.708);
    carom_mix_free(mix);
  }
  assert_memory_equal(left, left_too, 2000 * sizeof *left);
  assert_memory_equal(right, right_too, 2000 * sizeof *right);
  carom_model_free(model);
}

static void mix_ones(carom_mix *mix, int count, float *out) {
  const double one[HEARD] = {1, 0, 0};
  for (int n = 0; n < count; ++n)
    carom_mix_down(mix, one, 1, out + n, NULL);
}

static void fades_are_smooth_and_end(void **state) {
  (void)state;
  carom_model *model = model_of(1);
  carom_mix_options options = carom_mix_options_default();
  options.fade_in = 0.01;
  options.fade_out = 0.02;
  carom_mix *mix = mix_of(model, &options);
  mix_ones(mix, 1000, left);
  assert_true(left[0] == 0 && left[442] == 1 && left[440] < 1 && left[999] == 1);
  assert_near((double)left[220], 0.5, 0.01);
  carom_mix_fade_out(mix);
  assert_false(carom_mix_is_silent(mix));
  mix_ones(mix, 1000, left + 1000);
  assert_true(carom_mix_is_silent(mix));
  assert_true(left[1000] == 1 && left[1880] > 0 && left[1884] == 0 && left[1999] == 0);
  carom_mix_fade_in(mix);
  assert_false(carom_mix_is_silent(mix));
  mix_ones(mix, 200, left + 2000); // turned round on its way
  carom_mix_fade_out(mix);
  mix_ones(mix, 1000, left + 2200);
  assert_true(carom_mix_is_silent(mix));
  for (int n = 1; n < 3200; ++n) // 1.5 / 441 at most
    assert_at_most(fabs((double)left[n] - (double)left[n - 1]), 3.5e-3);
  carom_mix_reset(mix);
  mix_ones(mix, 1000, left_too);
  assert_memory_equal(left, left_too, 1000 * sizeof *left);
  carom_mix_free(mix);
  mix = mix_of(model, NULL); // at once
  mix_ones(mix, 2, left);
  carom_mix_fade_out(mix);
  assert_true(carom_mix_is_silent(mix));
  mix_ones(mix, 2, left + 2);
  carom_mix_fade_in(mix);
  mix_ones(mix, 2, left + 4);
  const float expected[6] = {1, 1, 0, 0, 1, 1};
  assert_memory_equal(left, expected, sizeof expected);
  carom_mix_free(mix);
  carom_model_free(model);
}

// --- Blocks, hosts, memory ----------------------------------------------------------------------

static carom_mix_options everything(void) {
  return (carom_mix_options){.high_pass = 12,
                             .fade_in = 0.01,
                             .fade_out = 0.03,
                             .ceiling = 0.8,
                             .threshold = 0.3,
                             .limit = true};
}

static void blocks_of_any_length_give_the_same_bits(void **state) {
  (void)state;
  enum { TOTAL = 3000, TURN = 1500 };
  static const int lengths[] = {TURN, 1, 2, 15, 16, 17, 64, 441, 0}; // 0: a random one each time
  const carom_mix_options options = everything();
  fill_with_noise(11, 8 * TOTAL);
  for (int over = 1; over <= 8; over *= 2) {
    carom_model *model = model_of(over);
    uint64_t seed = 21;
    for (int i = 0; i < 9; ++i) {
      carom_mix *mix = mix_of(model, &options);
      for (int n = 0; n < TOTAL;) {
        const int length = lengths[i] > 0 ? lengths[i] : (int)(100 * random_unit(&seed));
        const int end = n < TURN ? TURN : TOTAL;
        const int count = end - n < length ? end - n : length;
        if (n == TURN)
          carom_mix_fade_out(mix);
        carom_mix_block(model, mix, values + (size_t)n * (size_t)over * OUTPUTS, count,
                        (i == 0 ? left : left_too) + n, (i == 0 ? right : right_too) + n);
        n += count;
      }
      if (i > 0) {
        assert_memory_equal(left, left_too, TOTAL * sizeof *left);
        assert_memory_equal(right, right_too, TOTAL * sizeof *right);
      }
      carom_mix_free(mix);
    }
    carom_model_free(model);
  }
}

static unsigned flush_to_zero(bool on) {
#if defined(__SSE2__)
  const unsigned before = _mm_getcsr();
  _mm_setcsr(on ? before | 0x8040U : before & ~0x8040U);
  return before;
#else
  (void)on;
  return 0;
#endif
}

static void restore_flushing(unsigned before) {
#if defined(__SSE2__)
  _mm_setcsr(before);
#else
  (void)before;
#endif
}

static bool is_denormal(float x) {
  return fpclassify(x) == FP_SUBNORMAL;
}

// Values die away through the least floats and the least doubles; then there is silence, at once
// without the high-pass filter.
static void nothing_is_denormal_whatever_the_host_does(void **state) {
  (void)state;
  enum { TOTAL = 14000 };
  uint64_t seed = 4;
  for (int i = 0; i < 4; ++i) {
    const int over = i < 2 ? 1 : 4;
    const carom_mix_options options = i % 2 == 0 ? no_high_pass() : carom_mix_options_default();
    carom_model *model = model_of(over);
    for (int k = 0; k < TOTAL * over * OUTPUTS; ++k)
      values[k] = random_between(&seed, -1, 1) * exp(-(double)(k / OUTPUTS) / over / 10);
    for (int on = 0; on < 2; ++on) {
      carom_mix *mix = mix_of(model, &options);
      const unsigned before = flush_to_zero(on);
      carom_mix_block(model, mix, values, TOTAL, on ? left_too : left, on ? right_too : right);
      restore_flushing(before);
      carom_mix_free(mix);
    }
    assert_memory_equal(left, left_too, TOTAL * sizeof *left);
    assert_memory_equal(right, right_too, TOTAL * sizeof *right);
    for (int n = 0; n < TOTAL; ++n)
      assert_false(is_denormal(left[n]) || is_denormal(right[n]));
    carom_mix *mix = mix_of(model, &options);
    carom_mix_filter(model, mix, values, TOTAL, filtered);
    for (int n = 0; n < TOTAL * HEARD; ++n)
      assert_true(fpclassify(filtered[n]) != FP_SUBNORMAL);
    if (i % 2 == 0)
      assert_true(filtered[(TOTAL - 1) * HEARD] == 0);
    carom_mix_free(mix);
    carom_model_free(model);
  }
}

static void what_is_not_finite_counts_as_zero_and_is_counted(void **state) {
  (void)state;
  enum { TOTAL = 500 };
  static const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -NAN};
  for (int over = 1; over <= 4; over *= 4) {
    carom_model *model = model_of(over);
    for (int with = 0; with < 2; ++with) {
      fill_with_noise(6, TOTAL * over);
      for (int i = 0; i < 50; ++i) { // in each output, the first row included
        values[i * 7 * OUTPUTS + i % OUTPUTS] = with ? odd[i % 5] : 0;
        if (i == 20)
          values[i * 7 * OUTPUTS + B] = 1e279; // allowed, and more than a float holds
      }
      carom_mix *mix = mix_of(model, NULL);
      carom_mix_block(model, mix, values, TOTAL, with ? left_too : left, with ? right_too : right);
      int counted = 0;
      for (int i = 0; i < 50; ++i)
        counted += i % OUTPUTS != SHY;
      assert_int_equal(carom_mix_not_finite(mix), with ? counted : 0);
      assert_true(isfinite(carom_mix_sum_peak(mix)));
      carom_mix_reset(mix);
      assert_int_equal(carom_mix_not_finite(mix), 0);
      carom_mix_free(mix);
    }
    assert_memory_equal(left, left_too, TOTAL * sizeof *left);
    assert_memory_equal(right, right_too, TOTAL * sizeof *right);
    bool full = false;
    for (int n = 0; n < TOTAL; ++n) {
      assert_true(isfinite(left[n]) && isfinite(right[n]));
      full = full || fabsf(left[n]) == FLT_MAX;
    }
    assert_true(full);
    carom_model_free(model);
  }
}

// All it takes is in the block, options outside their range are refused, and reset is a new start.
static void memory_is_the_callers(void **state) {
  (void)state;
  static alignas(64) unsigned char block[1 << 16];
  carom_model *model = model_of(8);
  const size_t size = carom_mix_size(model);
  assert_true(size % 64 == 0 && size + 64 <= sizeof block);
  fill_with_noise(9, 8 * 300);
  memset(block, 0xA5, sizeof block);
  carom_mix_options options = everything();
  carom_mix *mix = carom_mix_init(model, &options, block);
  assert_ptr_equal(mix, block);
  carom_mix_block(model, mix, values, 300, left, right);
  carom_mix_reset(mix);
  carom_mix_block(model, mix, values, 300, left_too, right_too);
  assert_memory_equal(left, left_too, 300 * sizeof *left);
  assert_memory_equal(right, right_too, 300 * sizeof *right);
  for (size_t i = size; i < sizeof block; ++i)
    assert_int_equal(block[i], 0xA5);
  carom_mix_free(mix); // nothing
  carom_mix_free(NULL);
  carom_buffer buffer;
  const carom_memory own = carom_memory_buffer(&buffer, block, sizeof block);
  mix = carom_mix_new(model, NULL, &own);
  assert_non_null(mix);
  assert_true(buffer.used == size);
  carom_mix_free(mix);
  assert_true(buffer.used == 0);
  static const double wrong[][2] = {{-1, 1001}, {-1, 3601}, {-1, 3601}, {0, 1e7}, {-0.1, 1}};
  for (int field = 0; field < 5; ++field)
    for (int i = 0; i < 3; ++i) {
      const carom_mix_options good = carom_mix_options_default();
      double fields[] = {good.high_pass, good.fade_in, good.fade_out, good.ceiling, good.threshold};
      fields[field] = i < 2 ? wrong[field][i] : (double)NAN;
      options = (carom_mix_options){fields[0], fields[1], fields[2], fields[3], fields[4], true};
      assert_null(carom_mix_init(model, &options, block));
      assert_null(carom_mix_new(model, &options, &own));
      assert_true(buffer.used == 0);
    }
  carom_model_free(model);
}

static void mixing_allocates_nothing(void **state) {
  (void)state;
  static alignas(64) unsigned char block[1 << 16];
  carom_model *model = model_of(4);
  const carom_mix_options options = everything();
  fill_with_noise(2, 4 * 512);
  const long long start = calls;
  carom_mix *counted = mix_of(model, NULL);
  assert_int_equal(calls - start, 1);
  carom_mix_free(counted);
  const long long before = calls;
  carom_mix *mix = carom_mix_init(model, &options, block);
  for (int n = 0; n < 100; ++n) {
    carom_mix_block(model, mix, values, 512, left, n % 2 == 0 ? right : NULL);
    carom_mix_filter(model, mix, values, 512, filtered);
    carom_mix_down(mix, filtered, 512, left, right);
    carom_mix_set_gain(mix, A, carom_mix_gain(mix, A) / 2);
    carom_mix_set_level(mix, carom_mix_level(mix) + carom_mix_peak(mix, B) +
                                 carom_mix_sum_peak(mix) + (double)carom_mix_not_finite(mix));
    carom_mix_fade_out(mix);
    carom_mix_fade_in(mix);
    if (carom_mix_is_silent(mix) || n == 50)
      carom_mix_reset(mix);
  }
  assert_int_equal(calls - before, 0);
  carom_model_free(model);
}

static void a_model_without_sound_is_silent(void **state) {
  (void)state;
  rig r = rig_of(scene_of("{carom: 1, bodies: {m: {type: mass, mass: 1, position: 1}}, "
                          "outputs: {o: {of: m}}}"));
  carom_mix *mix = mix_of(r.model, NULL);
  assert_int_equal(carom_mix_heard(mix), 0);
  carom_process(r.model, r.state, 100, values);
  left[99] = right[99] = 1;
  carom_mix_block(r.model, mix, values, 100, left, right);
  assert_true(left[99] == 0 && right[99] == 0);
  carom_mix_free(mix);
  rig_free(&r);
}

// --- audio.wav ----------------------------------------------------------------------------------

// Runs a scene and reads its sound; how many samples there are.
static int read_wav(const rig *r) {
  char directory[FOLDER_ROOM];
  make_test_folder(directory);
  carom_error error;
  carom_run_report report;
  const carom_run_options options = {.directory = directory, .wav = true};
  if (carom_run(r->scene, r->model, &options, &report, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  char path[256];
  snprintf(path, sizeof path, "%s/audio.wav", directory);
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  assert_non_null(file);
  assert_true(info.channels == 2 && info.frames <= MOST);
  for (int n = 0; n < info.frames; ++n) {
    float frame[2];
    assert_int_equal(sf_readf_float(file, frame, 1), 1);
    left[n] = frame[0];
    right[n] = frame[1];
  }
  sf_close(file);
  static const char *const names[] = {"audio.wav", "energy.csv", "events.csv", "summary.json"};
  for (int i = 0; i < 4; ++i) {
    snprintf(path, sizeof path, "%s/%s", directory, names[i]);
    assert_int_equal(remove(path), 0);
  }
  assert_int_equal(rmdir(directory), 0);
  return (int)info.frames;
}

// A live host: blocks of 64 from a state, mixed as they come; with held outputs behind the end.
static void play(rig *r, carom_mix *mix, int samples, float *l, float *r_out) {
  enum { BLOCK = 64 };
  static double block[BLOCK * 8 * 8];
  const carom_model_info info = carom_model_describe(r->model);
  const size_t sample = (size_t)info.oversample * (size_t)info.outputs;
  assert_true(sample <= 64);
  carom_state_reset(r->model, r->state);
  carom_mix_reset(mix);
  int n = 0;
  for (int count = BLOCK; n < samples; n += count) {
    count = samples - n < BLOCK ? samples - n : BLOCK;
    assert_int_equal(carom_process(r->model, r->state, count, block), CAROM_OK);
    carom_mix_block(r->model, mix, block, count, l + n, r_out + n);
    memmove(block, block + (size_t)(count - 1) * sample, sample * sizeof *block);
  }
  for (int i = 0; i < info.oversample - 1; ++i)
    memcpy(block + (size_t)(i * info.outputs), block + sample - info.outputs,
           (size_t)info.outputs * sizeof *block);
  for (; n < samples + carom_mix_latency(mix); ++n)
    carom_mix_block(r->model, mix, block, 1, l + n, r_out + n);
}

// Automatic gains as mix.h tells them: one run for the outputs' peaks, one for the sum's.
static void find_gains(rig *r, carom_mix *mix, int samples) {
  const int outputs = carom_model_describe(r->model).outputs;
  bool any = false;
  play(r, mix, samples, left_too, right_too);
  for (int i = 0; i < outputs; ++i) {
    const carom_output_info o = carom_model_output(r->model, i);
    if (!o.audio || !o.gain_auto)
      continue;
    assert_int_equal(carom_mix_set_gain(mix, i, 1 / carom_mix_peak(mix, i)), CAROM_OK);
    any = true;
  }
  if (!any)
    return;
  play(r, mix, samples, left_too, right_too);
  assert_int_equal(carom_mix_set_level(mix, pow(10, -3.0 / 20) / carom_mix_sum_peak(mix)),
                   CAROM_OK);
}

static void the_mix_is_what_audio_wav_holds(void **state) {
  (void)state;
  static const char *const scenes[] = {"tromba-damped", "string-string", "string-string",
                                       "mass-between", "mass-string"};
  static const char *const oversample[] = {"1", "1", "4", "8", "2"};
  for (int i = 0; i < 5; ++i) {
    carom_scene *scene = scene_of(scenes[i]);
    rig_set(scene, "solver.oversample", oversample[i]);
    rig_set(scene, "duration", slow_build() ? "0.02" : "0.25");
    if (i == 4)
      rig_set(scene, "outputs.string.gain", "3");
    rig r = rig_of(scene);
    const int samples = read_wav(&r);
    carom_mix *mix = mix_of(r.model, NULL);
    find_gains(&r, mix, samples);
    play(&r, mix, samples, left_too, right_too);
    const int late = carom_mix_latency(mix);
    double peak = 0;
    double off = 0;
    for (int n = 0; n < samples; ++n) {
      peak = fmax(peak, fabs((double)left[n]));
      off = fmax(off, fabs((double)left_too[n + late] - (double)left[n]));
      off = fmax(off, fabs((double)right_too[n + late] - (double)right[n]));
    }
    print_message("%s, oversample %s: off by %g\n", scenes[i], oversample[i], off);
    assert_true(peak > 0);
    assert_at_most(off, 6e-8 * peak); // the level is told in other digits
    carom_mix_free(mix);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decimation_passes_the_band_and_stops_aliases),
      cmocka_unit_test(low_notes_are_kept_and_offsets_removed),
      cmocka_unit_test(steps_die_away),
      cmocka_unit_test(sound_comes_as_late_as_is_said),
      cmocka_unit_test(pan_is_of_equal_power),
      cmocka_unit_test(gains_are_those_of_the_scene_until_they_are_set),
      cmocka_unit_test(peaks_are_those_behind_the_filters),
      cmocka_unit_test(the_limiter_stays_below_its_ceiling_and_has_no_corner),
      cmocka_unit_test(the_limiter_leaves_what_is_below_its_threshold),
      cmocka_unit_test(fades_are_smooth_and_end),
      cmocka_unit_test(blocks_of_any_length_give_the_same_bits),
      cmocka_unit_test(nothing_is_denormal_whatever_the_host_does),
      cmocka_unit_test(what_is_not_finite_counts_as_zero_and_is_counted),
      cmocka_unit_test(memory_is_the_callers),
      cmocka_unit_test(mixing_allocates_nothing),
      cmocka_unit_test(a_model_without_sound_is_silent),
      cmocka_unit_test(the_mix_is_what_audio_wav_holds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
