// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Grids in single precision (theory 8.14 to 8.16): what the ledger tells, how far pitch, level and
// decay are from those of double precision, and what states of floats keep.

#include "played_scene.h"
#include "random_scene.h"
#include <carom/play.h>
#include <math.h>

/// The stated tolerance, times the oversampling.
static const double stated = 1e-3;

static const char *const string =
    "{carom: 1, bodies: {b: {type: string, length: 1, model: grid, tension: 100, density: 7850, "
    "radius: 5e-4, youngs: 2e11, start: {shape: pluck, at: 0.3, amplitude: 1e-3}}}, outputs: {o: "
    "{of: b@0.37}}}";
static const char *const bar =
    "{carom: 1, bodies: {b: {type: bar, length: 0.3, model: grid, density: 7850, thickness: 2e-3, "
    "width: 0.02, youngs: 2e11, ends: [clamped, free], start: {shape: hump, amplitude: 1e-4}}}, "
    "outputs: {o: {of: b@0.37}}}";
static const char *const plate =
    "{carom: 1, bodies: {b: {type: plate, size: [0.5, 0.4], model: grid, thickness: 2e-3, density: "
    "7850, youngs: 2e11, start: {shape: hump, at: [0.4, 0.4], amplitude: 1e-4}}}, outputs: {o: "
    "{of: b@0.37:0.3}}}";

static rig rig_in(const char *text, const char *precision) {
  carom_scene *scene = scene_of(text);
  rig_set(scene, "solver.precision", precision);
  return rig_of(scene);
}

// --- The ledger ---------------------------------------------------------------------------------

// Without losses nothing hides what rounding adds. Measured: 5e-6, 2e-6, 1e-6 and 1e-6. More than
// 1e-10 shows that it is single precision, and that the ledger tells so.
static void lossless_grids_keep_their_energy_for_a_second(void **state) {
  (void)state;
  const char *const scenes[] = {string, bar, plate, plate};
  for (int i = 0; i < 4; ++i) {
    carom_scene *scene = scene_of(scenes[i]);
    rig_set(scene, "solver.precision", "single");
    if (i == 3)
      rig_set(scene, "bodies.b.edges", "free");
    rig r = rig_of(scene);
    assert_near(carom_model_describe(r.model).energy_tolerance, stated, 0);
    rig_steps(&r, slow_build() ? 4410 : 44100);
    assert_true(rig_error(&r) > 1e-10);
    assert_at_most(rig_error(&r), 3e-5);
    rig_free(&r);
  }
}

static void tromba_marinas_keep_their_balance(void **state) {
  (void)state;
  const char *const scenes[] = {"tromba", "tromba-author", "tromba-spring", "tromba-brass"};
  for (int i = 0; i < 4; ++i) {
    carom_scene *scene = scene_of(scenes[i]);
    rig_set(scene, "solver.precision", "single");
    rig_set(scene, "bodies.string.model", "grid"); // modes are in double precision
    rig r = rig_of(scene);
    rig_steps(&r, slow_build() ? 1000 : 10000);
    assert_true(rig_error(&r) > 1e-10);
    assert_at_most(rig_error(&r), 5e-5); // measured: 2e-5 without losses, else 3e-7
    rig_free(&r);
  }
}

// Masses on strings, and strings along each other; stiffness over ten decades.
static void random_contacts_keep_their_balance(void **state) {
  (void)state;
  static const char *const schemes[] = {"positive", "clamp", "exact"};
  const int cases = random_cases(60, 6);
  for (int i = 0; i < cases; ++i) {
    carom_scene *scene =
        random_scene(500000 + (uint64_t)i, 6 + i % 3, schemes[i % 3], i % 2 == 0 ? 0 : 0.5);
    rig_set(scene, "solver.precision", "single");
    rig r = rig_of(scene);
    rig_steps(&r, 3000);
    if (!(rig_error(&r) <= stated / 10))
      fail_msg("seed %d: energy error %g", 500000 + i, rig_error(&r));
    rig_free(&r);
  }
}

static void oversampling_widens_the_stated_tolerance(void **state) {
  (void)state;
  carom_scene *scene = scene_of(string);
  rig_set(scene, "solver.precision", "single");
  rig_set(scene, "solver.oversample", "4");
  rig r = rig_of(scene);
  assert_near(carom_model_describe(r.model).energy_tolerance, 4 * stated, 0);
  rig_steps(&r, 4 * (slow_build() ? 4410 : 44100));
  assert_at_most(rig_error(&r), stated);
  rig_free(&r);
}

// --- Stability and rest -------------------------------------------------------------------------

// c k = h: rounding upwards would let waves of half the rate grow by e^22 in a second. Measured:
// 1.1e-4, since such waves keep all that rounding adds.
static void a_string_at_its_limit_stays_stable_for_ten_seconds(void **state) {
  (void)state;
  rig r = rig_in("{carom: 1, rate: 44100, bodies: {b: {type: string, length: 1, points: 100, "
                 "model: grid, linear_density: 0.01, tension: 1944.81, start: {shape: pluck, at: "
                 "0.3, amplitude: 1e-3}}}}",
                 "single");
  rig_steps(&r, slow_build() ? 44100 : 441000);
  assert_at_most(rig_error(&r), stated / 3);
  rig_free(&r);
}

static double peak_of(rig *r, int steps) {
  double peak = 0;
  for (int i = 0; i < steps; ++i) {
    double value = 0;
    carom_process(r->model, r->state, 1, &value);
    peak = fmax(peak, fabs(value));
  }
  return peak;
}

// e^-120 of a millimetre is 1e-55 m, nothing of a float. What may be left is a bend of 127
// intervals whose forces, u (pi / 127)^2, are denormal.
static void a_plucked_string_falls_silent(void **state) {
  (void)state;
  carom_scene *scene = scene_of(string);
  rig_set(scene, "solver.precision", "single");
  rig_set(scene, "bodies.b.sigma0", "12");
  rig_set(scene, "bodies.b.sigma1", "1e-3");
  rig r = rig_of(scene);
  assert_true(peak_of(&r, 4410) > 5e-4);
  rig_steps(&r, 441000);
  assert_at_most(peak_of(&r, 4410), 1.2e-38 * pow(127 / M_PI, 2));
  assert_at_most(carom_state_ledger(r.state).kinetic, 1e-60);
  assert_at_most(rig_error(&r), 1e-5);
  rig_free(&r);
}

// A ball of 10 g hangs the string through by T / a + T / b times that, and rests there within
// rounding: a string that stands still off zero has du of about 6e-8 u.
static void a_mass_comes_to_rest_on_a_string(void **state) {
  (void)state;
  rig r = rig_in("{carom: 1, gravity: 9.81, bodies: {s: {type: string, length: 1, points: 100, "
                 "model: grid, linear_density: 0.006, tension: 100, sigma0: 40, sigma1: 1e-3}, m: "
                 "{type: mass, mass: 0.01, position: 1e-4, damping: 1}}, contacts: {c: {type: "
                 "collision, below: s@0.4, above: m, stiffness: 1e9, exponent: 1.5}}, outputs: "
                 "{o: {of: s@0.4}}}",
                 "single");
  rig_steps(&r, 10 * 44100);
  const double depth = 0.01 * 9.81 / (100 / 0.4 + 100 / 0.6);
  assert_near(peak_of(&r, 441), depth, 1e-4 * depth);
  const double speed = 6e-8 * depth * 44100;
  assert_at_most(carom_state_ledger(r.state).kinetic, 10 * 0.006 / 2 * speed * speed);
  assert_at_most(rig_error(&r), stated / 10);
  rig_free(&r);
}

// --- Pitch, level and decay ---------------------------------------------------------------------

/// Amplitude and phase of a motion of about this frequency, over `count` samples.
typedef struct {
  double size, phase;
} partial;

static partial partial_of(rig *r, double frequency, int count) {
  double re = 0;
  double im = 0;
  for (int i = 0; i < count; ++i) {
    double value = 0;
    carom_process(r->model, r->state, 1, &value);
    const double turn = 2 * M_PI * frequency * (double)carom_state_steps(r->state) / 44100;
    const double window = 1 - cos(2 * M_PI * (i + 0.5) / count);
    re += window * value * cos(turn);
    im -= window * value * sin(turn);
  }
  return (partial){.size = hypot(re, im), .phase = atan2(im, re)};
}

// One mode alone, at its beginning and half a second later, in both precisions.
static void compare_mode(const char *text, const char *mode, double frequency) {
  enum { WINDOW = 4410, BETWEEN = 17640 };
  partial found[2][2];
  for (int p = 0; p < 2; ++p) {
    carom_scene *scene = scene_of(text);
    rig_set(scene, "solver.precision", p == 0 ? "double" : "single");
    rig_set(scene, "bodies.b.start.shape", "mode");
    rig_set(scene, "bodies.b.start.mode", mode);
    rig_set(scene, "bodies.b.sigma0", "3");
    rig r = rig_of(scene);
    found[p][0] = partial_of(&r, frequency, WINDOW);
    rig_steps(&r, BETWEEN);
    found[p][1] = partial_of(&r, frequency, WINDOW);
    rig_free(&r);
  }
  for (int i = 0; i < 2; ++i)
    assert_near(20 * log10(found[1][i].size / found[0][i].size), 0, 0.01); // dB
  const double turned[2] = {found[0][1].phase - found[0][0].phase,
                            found[1][1].phase - found[1][0].phase};
  const double hertz =
      remainder(turned[1] - turned[0], 2 * M_PI) / (2 * M_PI) * 44100 / (WINDOW + BETWEEN);
  assert_near(1200 * log2(1 + hertz / frequency), 0, 0.01); // cents
}

static void pitch_level_and_decay_are_those_of_double_precision(void **state) {
  (void)state;
  compare_mode(string, "1", 63.7);
  compare_mode(string, "5", 322);
  compare_mode(bar, "2", 113.5);
  compare_mode(bar, "4", 623);
  compare_mode(plate, "1", 49);
  compare_mode(plate, "5", 202);
}

// --- States -------------------------------------------------------------------------------------

static void floats_take_half_the_bytes(void **state) {
  (void)state;
  const char *const text = "{carom: 1, bodies: {b: {type: plate, size: [6.32, 6.32], points: [316, "
                           "316], model: grid, thickness: 1e-3, density: 1000, youngs: 8e9}}}";
  rig in_double = rig_in(text, "double");
  rig in_single = rig_in(text, "single");
  const double nodes = 317.0 * 317;
  assert_true((double)carom_state_size(in_single.model) < 15 * nodes);
  assert_true((double)carom_state_saved_size(in_single.model) <
              0.51 * (double)carom_state_saved_size(in_double.model));
  rig_free(&in_double);
  rig_free(&in_single);
}

static void a_restored_state_goes_on_alike(void **state) {
  (void)state;
  rig r = rig_in("tromba-author", "single");
  const size_t size = carom_state_saved_size(r.model);
  void *bytes[3] = {malloc(size), malloc(size), malloc(size)};
  rig_steps(&r, 501);
  carom_state_save(r.model, r.state, bytes[0]);
  rig_steps(&r, 500);
  carom_state_save(r.model, r.state, bytes[1]);
  carom_state_reset(r.model, r.state);
  assert_int_equal(carom_state_restore(r.model, r.state, bytes[0]), CAROM_OK);
  rig_steps(&r, 500);
  carom_state_save(r.model, r.state, bytes[2]);
  assert_memory_equal(bytes[1], bytes[2], size);
  rig in_double = rig_in("tromba-author", "double");
  assert_int_equal(carom_state_restore(in_double.model, in_double.state, bytes[0]),
                   CAROM_WRONG_MODEL);
  for (int i = 0; i < 3; ++i)
    free(bytes[i]);
  rig_free(&in_double);
  rig_free(&r);
}

static void states_of_a_batch_have_the_bytes_of_single_states(void **state) {
  (void)state;
  rig r = rig_in("tromba", "single");
  const size_t size = carom_state_saved_size(r.model);
  void *bytes[2] = {malloc(size), malloc(size)};
  carom_error error;
  carom_batch *batch = carom_batch_open(r.model, 2, NULL, NULL, NULL, &error);
  for (int i = 0; i < 20; ++i)
    assert_int_equal(carom_batch_process(batch, 0, 0, 2, 64, NULL, 0, NULL), CAROM_OK);
  rig_steps(&r, 20 * 64);
  carom_state_save(r.model, r.state, bytes[0]);
  assert_int_equal(carom_batch_get(batch, 1, r.state), CAROM_OK);
  carom_state_save(r.model, r.state, bytes[1]);
  assert_memory_equal(bytes[0], bytes[1], size);
  for (int i = 0; i < 2; ++i)
    free(bytes[i]);
  carom_batch_close(batch, NULL);
  rig_free(&r);
}

// --- Where it applies ---------------------------------------------------------------------------

// Within 2e-5 of the largest displacement and 2e-3 of the largest velocity: rounding of u by 6e-8,
// over k and over a thousand steps.
static void shapes_and_velocities_are_those_of_the_nodes(void **state) {
  (void)state;
  double shape[2][300];
  double velocity[2][300];
  int count = 0;
  for (int p = 0; p < 2; ++p) {
    rig r = rig_in(string, p == 0 ? "double" : "single");
    rig_steps(&r, 1000);
    count = carom_body_shape(r.model, r.state, 0, shape[p], 300);
    assert_int_equal(carom_body_velocity(r.model, r.state, 0, velocity[p], 300), count);
    rig_free(&r);
  }
  assert_true(count > 100 && count <= 300);
  for (int i = 0; i < count; ++i) {
    assert_near(shape[1][i], shape[0][i], 2e-8);
    assert_near(velocity[1][i], velocity[0][i], 1e-3);
  }
}

static void a_string_is_tuned_while_it_sounds(void **state) {
  (void)state;
  rig r = rig_in(string, "single");
  const int pitch = carom_model_find_live(r.model, "bodies.b.pitch");
  assert_true(pitch >= 0);
  const double start = carom_state_get(r.model, r.state, pitch);
  for (int i = 0; i < 200; ++i) {
    rig_steps(&r, 50);
    assert_int_equal(carom_state_set(r.model, r.state, pitch, start * (1 - 0.001 * i)), CAROM_OK);
  }
  assert_at_most(rig_error(&r), stated / 10);
  rig_free(&r);
}

static void an_instrument_sounds_and_comes_to_rest(void **state) {
  (void)state;
  static float left[4410];
  static float right[4410];
  static const unsigned char on[] = {0x90, 52, 100};
  static const unsigned char off[] = {0x80, 52, 0};
  carom_scene *scene = scene_of(played_scene);
  carom_player *player = NULL;
  carom_error error;
  rig_set(scene, "solver.precision", "single");
  rig_set(scene, "bodies.string1.model", "grid");
  rig_set(scene, "bodies.string2.model", "grid");
  if ((player = carom_player_new(scene, NULL, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  assert_int_equal(carom_model_describe(carom_player_model(player)).single_bodies, 2);
  carom_player_midi(player, on, 3);
  carom_player_render(player, 4410, left, right);
  assert_true(carom_player_poll(player).peak_left > 1e-3f);
  carom_player_midi(player, off, 3);
  for (int i = 0; i < 600 && !carom_player_poll(player).resting; ++i)
    carom_player_render(player, 4410, left, right);
  assert_true(carom_player_poll(player).resting);
  carom_player_free(player);
  carom_scene_free(scene);
}

// Masses and modes are always in double precision.
static void without_grids_nothing_changes(void **state) {
  (void)state;
  const char *const scenes[] = {"mass-barrier", "hammered-string"};
  for (int i = 0; i < 2; ++i) {
    rig r[2] = {rig_in(scenes[i], "double"), rig_in(scenes[i], "single")};
    const carom_model_info info = carom_model_describe(r[1].model);
    assert_string_equal(info.precision, "single");
    assert_int_equal(info.single_bodies, 0);
    assert_near(info.energy_tolerance, 1e-9, 0);
    double values[2][16];
    for (int n = 0; n < 2000; ++n) {
      for (int p = 0; p < 2; ++p)
        carom_process(r[p].model, r[p].state, 1, values[p]);
      assert_memory_equal(values[0], values[1], (size_t)info.outputs * sizeof(double));
    }
    rig_free(&r[0]);
    rig_free(&r[1]);
  }
}

static void other_methods_refuse_it(void **state) {
  (void)state;
  for (int i = 0; i < carom_method_count(); ++i) {
    const char *name = carom_method_at(i)->name;
    carom_scene *scene = scene_for_method(i);
    carom_error error;
    rig_set(scene, "solver.precision", "single");
    carom_model *model = carom_model_compile(scene, NULL, &error);
    assert_int_equal(error.status, strcmp(name, "audio") == 0 ? CAROM_OK : CAROM_BAD_VALUE);
    if (model == NULL)
      assert_non_null(strstr(error.text, "solver.precision"));
    carom_model_free(model);
    carom_scene_free(scene);
  }
}

static bool has_warning(const rig *r, const char *kind) {
  carom_warning warning[8];
  const int count = carom_warnings(r->model, r->state, NULL, warning, 8);
  bool found = false;
  for (int i = 0; i < count && i < 8; ++i)
    found = found || strcmp(warning[i].kind, kind) == 0;
  return found;
}

// It has gone 0.19 m in 10 s, and rings with a thousand times the energy that it has in double
// precision. A loss at half the rate does not help, double precision or an end that is held does.
static void
a_bar_that_travels_is_told_to_ring_on_by_rounding_and_not_to_move_at_half_the_rate(void **state) {
  (void)state;
  static const struct {
    const char *path, *value;
    bool told;
  } cases[] = {{"bodies.s.sigma0", "0.5", true},
               {"bodies.s.sigma1", "0.00408", true},
               {"solver.precision", "double", false},
               {"bodies.s.ends", "[clamped, free]", false}};
  for (int i = 0; i < (slow_build() ? 1 : 4); ++i) {
    carom_scene *s = scene_of(
        "{carom: 1, bodies: {s: {type: bar, length: 0.4, linear_density: 0.3, bending_stiffness: "
        "6, "
        "ends: [free, free], sigma0: 0.5, sigma1: 1e-4, model: grid, start_velocity: {shape: hump, "
        "at: 0.3}}}, solver: {precision: single}}");
    rig_set(s, cases[i].path, cases[i].value);
    rig r = rig_of(s);
    rig_steps(&r, 44100 / 10);
    assert_false(has_warning(&r, "single-travels"));
    for (int second = 0; second < 10; ++second) {
      rig_steps(&r, 44100);
      assert_false(has_warning(&r, "half-rate"));
    }
    assert_int_equal(has_warning(&r, "single-travels"), cases[i].told);
    const carom_ledger l = carom_state_ledger(r.state);
    assert_int_equal(l.kinetic + l.potential > 1e-7 || l.potential < 0, cases[i].told);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lossless_grids_keep_their_energy_for_a_second),
      cmocka_unit_test(tromba_marinas_keep_their_balance),
      cmocka_unit_test(random_contacts_keep_their_balance),
      cmocka_unit_test(oversampling_widens_the_stated_tolerance),
      cmocka_unit_test(a_string_at_its_limit_stays_stable_for_ten_seconds),
      cmocka_unit_test(a_plucked_string_falls_silent),
      cmocka_unit_test(a_mass_comes_to_rest_on_a_string),
      cmocka_unit_test(pitch_level_and_decay_are_those_of_double_precision),
      cmocka_unit_test(floats_take_half_the_bytes),
      cmocka_unit_test(a_restored_state_goes_on_alike),
      cmocka_unit_test(states_of_a_batch_have_the_bytes_of_single_states),
      cmocka_unit_test(shapes_and_velocities_are_those_of_the_nodes),
      cmocka_unit_test(a_string_is_tuned_while_it_sounds),
      cmocka_unit_test(an_instrument_sounds_and_comes_to_rest),
      cmocka_unit_test(without_grids_nothing_changes),
      cmocka_unit_test(other_methods_refuse_it),
      cmocka_unit_test(
          a_bar_that_travels_is_told_to_ring_on_by_rounding_and_not_to_move_at_half_the_rate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
