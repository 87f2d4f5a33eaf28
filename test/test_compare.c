// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Claims about what comparisons are measured by: orders fitted to errors, powers in bands.

#include "io/compare.h"
#include "io/levels.h"
#include "test/support.h"
#include <math.h>

// --- Orders -------------------------------------------------------------------------------------

static void an_order_is_found_from_errors_that_follow_it(void **unused) {
  (void)unused;
  for (double p = 0.5; p <= 4; p += 0.5) {
    double step[4];
    double error[4];
    for (int i = 0; i < 4; ++i) {
      step[i] = 1 / ldexp(44100, i);
      error[i] = 3 * pow(step[i], p);
    }
    assert_true(fabs(compare_order(step, error, 4, 0) - p) < 1e-6);
  }
}

// Differences from a finest that has an error of its own, at twice the highest rate.
static void an_order_is_not_raised_by_the_error_of_the_finest(void **unused) {
  (void)unused;
  const double finest = 1 / ldexp(44100, 4);
  for (double p = 0.5; p <= 4; p += 0.5) {
    double step[4];
    double error[4];
    for (int i = 0; i < 4; ++i) {
      step[i] = 1 / ldexp(44100, i);
      error[i] = 3 * (pow(step[i], p) - pow(finest, p));
    }
    assert_true(fabs(compare_order(step, error, 4, finest) - p) < 1e-6);
    assert_true(fabs(compare_order(step + 2, error + 2, 2, finest) - p) < 1e-6);
    if (p <= 2) // with nothing said of the finest it is; the less the higher p is
      assert_true(compare_order(step, error, 4, 0) > p + 0.05);
  }
}

static void errors_that_do_not_fall_have_no_order(void **unused) {
  (void)unused;
  const double step[] = {1.0 / 44100, 1.0 / 88200, 1.0 / 176400};
  const double rising[] = {0.1, 0.2, 0.25};
  const double level[] = {0.1, 0.1, 0.1};
  assert_true(isnan(compare_order(step, rising, 3, 0)));
  assert_true(isnan(compare_order(step, level, 3, 0)));
  assert_true(isnan(compare_order(step, level, 3, 1.0 / 352800)));
  assert_true(isnan(compare_order(step, level, 1, 0)));
}

// --- Bands --------------------------------------------------------------------------------------

// A tone of half a second that swells and fades, so that its ends do not spread.
static void powers_of_sine(double rate, double frequency, double amplitude,
                           double power[LEVEL_BANDS]) {
  levels *l = levels_begin(rate);
  assert_non_null(l);
  for (int i = 0; i < (int)(0.5 * rate); ++i) {
    const double swell = sin(2 * M_PI * i / rate);
    levels_add(l, amplitude * swell * swell * sin(2 * M_PI * frequency * i / rate));
  }
  levels_finish(l, power);
  levels_free(l);
}

static void a_tone_has_its_power_in_its_band_alone(void **unused) {
  (void)unused;
  static const double tones[LEVEL_BANDS] = {500, 1500, 3000, 6000};
  for (int b = 0; b < LEVEL_BANDS; ++b) {
    double power[LEVEL_BANDS];
    powers_of_sine(44100, tones[b], 1, power);
    for (int other = 0; other < LEVEL_BANDS; ++other)
      if (other != b)
        assert_true(power[other] < 1e-6 * power[b]); // side lobes of the windows
  }
}

static void twice_the_amplitude_is_six_decibels(void **unused) {
  (void)unused;
  double one[LEVEL_BANDS];
  double two[LEVEL_BANDS];
  powers_of_sine(44100, 1500, 1, one);
  powers_of_sine(44100, 1500, 2, two);
  assert_true(fabs(10 * log10(two[1] / one[1]) - 20 * log10(2)) < 1e-9);
}

// Windows are of the same length in time, so that a rate changes only how many samples they have.
static void powers_do_not_depend_on_the_rate(void **unused) {
  (void)unused;
  static const double rates[] = {48000, 88200, 100000, 705600};
  double first[LEVEL_BANDS];
  powers_of_sine(44100, 1500, 1, first);
  for (int i = 0; i < 4; ++i) {
    double power[LEVEL_BANDS];
    powers_of_sine(rates[i], 1500, 1, power);
    assert_true(fabs(10 * log10(power[1] / first[1])) < 0.02);
  }
}

static void bands_above_half_the_rate_have_no_power(void **unused) {
  (void)unused;
  double power[LEVEL_BANDS];
  powers_of_sine(5000, 500, 1, power);
  assert_true(isfinite(power[0]) && isfinite(power[1]));
  assert_true(isnan(power[2]) && isnan(power[3]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_order_is_found_from_errors_that_follow_it),
      cmocka_unit_test(an_order_is_not_raised_by_the_error_of_the_finest),
      cmocka_unit_test(errors_that_do_not_fall_have_no_order),
      cmocka_unit_test(a_tone_has_its_power_in_its_band_alone),
      cmocka_unit_test(twice_the_amplitude_is_six_decibels),
      cmocka_unit_test(powers_do_not_depend_on_the_rate),
      cmocka_unit_test(bands_above_half_the_rate_have_no_power),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
