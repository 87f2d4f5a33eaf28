// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mix: what its filters pass and stop, how late it is, gains and pans. Limiter and fades are in
// test_limiter.c, hosts in test_mix_host.c, files in test_audio_wav.c.

#include "mix_rig.h"

// --- Filters ------------------------------------------------------------------------------------

// The magnitude of what the filters make of a frequency, given as part of the rate: cosine and sine
// through two outputs are a phasor, whose length is seen at any sample once they have settled.
static double magnitude(int oversample, const carom_mix_options *options, double frequency,
                        int settled, double *least) {
  carom_model *model = model_of(oversample);
  carom_mix *mix = mix_of(model, options);
  const int samples = settled + 200;
  assert_true(samples * oversample <= MAX);
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
    assert_non_null(model = carom_model_compile(scene, NULL, &error));
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decimation_passes_the_band_and_stops_aliases),
      cmocka_unit_test(low_notes_are_kept_and_offsets_removed),
      cmocka_unit_test(steps_die_away),
      cmocka_unit_test(sound_comes_as_late_as_is_said),
      cmocka_unit_test(pan_is_of_equal_power),
      cmocka_unit_test(gains_are_those_of_the_scene_until_they_are_set),
      cmocka_unit_test(peaks_are_those_behind_the_filters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
