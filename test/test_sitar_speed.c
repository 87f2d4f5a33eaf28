// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a string on a bridge costs, in processor time of one run of this program: the moving
// boundary beside a bed of springs at the same tolerance, and the exact wave, a sample of which
// costs the same however fine its grid is and however late it comes.

#include "support.h"
#include <time.h>

enum { REPEATS = 5 };

static double processor_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static rig rig_with(const char *const (*changes)[2]) {
  carom_scene *scene = scene_of("sitar-string");
  carom_scene_remove(scene, "solver.modes", NULL);
  for (; (*changes)[0] != NULL; ++changes)
    rig_set(scene, (*changes)[0], (*changes)[1]);
  rig r = rig_of(scene);
  carom_error error;
  if (carom_state_equip(r.model, r.state, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return r;
}

static double seconds_for(rig *r, long long samples) {
  enum { BLOCK = 50 };
  const double begin = processor_seconds();
  for (long long n = 0; n < samples; n += BLOCK)
    assert_int_equal(carom_process(r->model, r->state, BLOCK, NULL), CAROM_OK);
  return processor_seconds() - begin;
}

// --- A moving boundary and a bed of springs -----------------------------------------------------

// Two periods of beta = 9 at a tolerance of 1e-6; 60 modes on K = 1.23e6. Some hundred times less.
static void one_mode_that_wraps_costs_a_fiftieth_of_springs(void **state) {
  (void)state;
  static const char *const wrap[][2] = {{"rate", "100"}, {"solver.tolerance", "1e-6"}, {NULL}};
  static const char *const springs[][2] = {{"rate", "100"},
                                           {"solver.tolerance", "1e-6"},
                                           {"solver.method", "adaptive"},
                                           {"bodies.string.points", "60"},
                                           {"contacts.wrap.stiffness", "1.23e6"},
                                           {NULL}};
  if (!carom_has_integrator() || slow_build())
    skip();
  double least[2] = {INFINITY, INFINITY};
  double work[2] = {0, 0};
  for (int n = 0; n < REPEATS; ++n)
    for (int i = 0; i < 2; ++i) {
      rig r = rig_with(i == 0 ? wrap : springs);
      least[i] = fmin(least[i], seconds_for(&r, 400));
      work[i] = (double)carom_state_solver(r.state).right_sides;
      rig_free(&r);
    }
  print_message("wrap %.3g s, %.0f right-hand sides; springs %.3g s, %.0f: %.0f and %.0f times\n",
                least[0], work[0], least[1], work[1], least[1] / least[0], work[1] / work[0]);
  assert_true(least[1] > 50 * least[0]);
}

// --- The exact wave -----------------------------------------------------------------------------

// Least time for a thousand samples from a sample on.
static double wave_cost(const char *points, long long from, bool more) {
  const char *const changes[][2] = {{"solver.method", "wave"},
                                    {"bodies.string.points", points},
                                    {more ? "outputs.a.of" : "rate", more ? "string@0.3" : "1000"},
                                    {more ? "outputs.b.of" : "rate", more ? "string@0.7" : "1000"},
                                    {NULL}};
  double least = INFINITY;
  for (int n = 0; n < REPEATS; ++n) {
    rig r = rig_with(changes);
    seconds_for(&r, from);
    least = fmin(least, seconds_for(&r, 1000));
    rig_free(&r);
  }
  return least;
}

// Eight cycles later, where fronts are steeper and Newton's method takes some steps more, and on
// grids from a hundred to a hundred thousand intervals. Two more outputs cost less than all that a
// sample costs otherwise.
static void a_sample_of_the_exact_wave_costs_the_same_at_any_time_on_any_grid(void **state) {
  (void)state;
  if (slow_build())
    skip();
  const double early = wave_cost("100", 0, false);
  const double late = wave_cost("100", 16000, false);
  const double fine = wave_cost("100000", 0, false);
  const double outputs = wave_cost("100", 0, true);
  print_message("%.2f us a sample; late %.2f, fine %.2f, two more outputs %.2f times\n",
                1e3 * early, late / early, fine / early, outputs / early);
  assert_true(late < 2.5 * early);
  assert_true(fine < 2 * early);
  assert_true(outputs < 2 * early);
}

// --- A sitar's string ---------------------------------------------------------------------------

// The stiff, lossy string of the scene `sitar` on its jawari, two steps a sample, with its ledger,
// for the two seconds after a pluck, in blocks of fifty samples: 13 times and more on a core of
// Zen 4. Other machines, and cores that share their units with a neighbour, take up to twice as
// long.
static void a_sitars_string_sounds_five_times_faster_than_real_time(void **state) {
  (void)state;
  if (slow_build())
    skip();
  double least = INFINITY;
  for (int n = 0; n < REPEATS; ++n) {
    rig r = rig_of(scene_of(
        "{carom: 1, bodies: {s: {type: string, length: 0.88, density: 7850, radius: 1.5e-4, pitch: "
        "136, youngs: 2e11, sigma0: 0.6, sigma1: 2e-4}, bridge: {type: barrier, position: -2.6e-4, "
        "profile: {shape: parabola, height: 2.6e-4, width: 0.08, at: -0.04, from: 0, to: 0.04}}}, "
        "contacts: {jawari: {type: collision, below: bridge, above: s, along: true, stiffness: "
        "1e8, "
        "exponent: 1.5}}, score: [{gesture: pluck, at: 0.02, on: s@0.12, force: -0.6, over: "
        "0.012}], outputs: {v: {of: s@0.97, quantity: velocity}}, solver: {oversample: 2}}"));
    least = fmin(least, seconds_for(&r, 2 * 88200));
    rig_free(&r);
  }
  print_message("%.1f times\n", 2 / least);
  assert_true(2 / least > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sitars_string_sounds_five_times_faster_than_real_time),
      cmocka_unit_test(one_mode_that_wraps_costs_a_fiftieth_of_springs),
      cmocka_unit_test(a_sample_of_the_exact_wave_costs_the_same_at_any_time_on_any_grid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
