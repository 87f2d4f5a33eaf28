// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Behind the mix: the limiter stays below its ceiling and leaves what is quiet, fades have no
// corners.

#include "mix_rig.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_limiter_stays_below_its_ceiling_and_has_no_corner),
      cmocka_unit_test(the_limiter_leaves_what_is_below_its_threshold),
      cmocka_unit_test(fades_are_smooth_and_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
