// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How far grids are out of tune, and that bodies which would be are taken by their modes:
// frequencies of runs, by their zero crossings, against theory.

#include "bodies/tuning.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

enum { MODES = 5 };

#define BAR "type: bar, length: 0.4, linear_density: 0.15, bending_stiffness: 8"

static rig rig_of_body(const char *keys, double rate) {
  char text[1000];
  snprintf(text, sizeof text, "{carom: 1, rate: %g, bodies: {it: {%s}}}", rate, keys);
  return rig_of(scene_of(text));
}

// --- Estimates ----------------------------------------------------------------------------------

static void extrapolated_frequencies_of_bars_are_those_of_theory(void **state) {
  (void)state;
  static const char *const ends[] = {"[free, free]", "[clamped, free]", "[clamped, clamped]",
                                     "[clamped, pinned]", "[pinned, free]"};
  const carom_memory heap = carom_memory_heap();
  for (int e = 0; e < 5; ++e) {
    char keys[300];
    snprintf(keys, sizeof keys, BAR ", model: grid, ends: %s", ends[e]);
    rig r = rig_of_body(keys, 44100);
    double estimated[MODES];
    double known[MODES];
    assert_int_equal(tuning_estimate(&heap, &r.model->body[0], MODES, estimated), MODES);
    assert_int_equal(tuning_closed_form(&r.model->body[0], MODES, known), MODES);
    for (int i = 0; i < MODES; ++i)
      assert_near(estimated[i], known[i], 1.8e-5 * known[i]); // 0.03 cents, on 21 intervals
    rig_free(&r);
  }
}

// A. W. Leissa, Vibration of plates (NASA SP-160, 1969): a clamped square plate has
// omega a^2 / kappa = 35.992, 73.413 (twice), 108.27, 131.64; the digits are upper bounds by
// series.
static void extrapolated_frequencies_of_a_clamped_plate_are_the_published_ones(void **state) {
  (void)state;
  static const double published[MODES] = {35.985, 73.394, 73.394, 108.22, 131.58};
  rig r =
      rig_of_body("type: plate, size: [0.5, 0.5], thickness: 2e-3, density: 2700, youngs: 7e10, "
                  "poisson: 0.3, edges: clamped",
                  44100);
  carom_mode_info modes[MODES];
  assert_int_equal(carom_body_modes(r.model, 0, MODES, modes), MODES);
  const double unit = sqrt(r.model->body[0].bend) / (0.5 * 0.5 * 2 * pi);
  for (int i = 0; i < MODES; ++i) {
    assert_true(modes[i].estimated);
    assert_near(modes[i].true_frequency / (published[i] * unit), 1, 1e-3);
  }
  rig_free(&r);
}

// --- Cents --------------------------------------------------------------------------------------

static void cents_compare_a_grid_with_theory(void **state) {
  (void)state;
  rig r = rig_of_body("type: string, length: 1, linear_density: 0.006, tension: 120, points: 50",
                      44100);
  carom_mode_info modes[MODES];
  assert_int_equal(carom_body_modes(r.model, 0, MODES, modes), MODES);
  const double k = 1 / 44100.0;
  const double c = sqrt(120 / 0.006);
  for (int m = 1; m <= MODES; ++m) {
    const double f = asin(c * k * 50 * sin(m * pi / 100)) / (pi * k);
    assert_false(modes[m - 1].estimated);
    assert_near(modes[m - 1].true_frequency, m * c / 2, 1e-9);
    assert_near(modes[m - 1].frequency, f, 1e-9);
    assert_near(modes[m - 1].cents, 1200 * log2(f / (m * c / 2)), 1e-9);
  }
  rig_free(&r);
}

static void masses_barriers_and_what_is_not_there_have_no_modes(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-between"));
  carom_mode_info modes[MODES];
  assert_int_equal(carom_body_modes(r.model, 1, MODES, modes), 0);
  assert_int_equal(carom_body_modes(r.model, 2, MODES, modes), 0);
  assert_int_equal(carom_body_modes(r.model, 3, MODES, modes), 0);
  assert_int_equal(carom_body_modes(r.model, -1, MODES, modes), 0);
  assert_int_equal(carom_body_modes(r.model, 0, 0, modes), 0);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(extrapolated_frequencies_of_bars_are_those_of_theory),
      cmocka_unit_test(extrapolated_frequencies_of_a_clamped_plate_are_the_published_ones),
      cmocka_unit_test(cents_compare_a_grid_with_theory),
      cmocka_unit_test(masses_barriers_and_what_is_not_there_have_no_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
