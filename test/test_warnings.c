// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Warnings: each is told where it should be, and not in a scene that is close to it.

#include "warning_rig.h"

// --- Energies -----------------------------------------------------------------------------------

static void a_grid_at_half_the_rate_brings_a_warning_and_modes_and_losses_none(void **state) {
  (void)state;
  for (int i = 0; i < 3; ++i) {
    carom_scene *s = scene_of("mass-between-ideal");
    if (i != 0) {
      rig_set(s, "bodies.string.model", "grid");
      rig_set(s, "bodies.string.points", "219");
    }
    if (i == 2)
      rig_set(s, "bodies.string.sigma1", "4e-4"); // 20 h^2, as the warning says
    rig r = rig_of(s);
    run_for(&r, 11025);
    assert_int_equal(brings_a_warning(&r, NULL, "half-rate"), i == 1);
    rig_free(&r);
  }
}

// --- Sound --------------------------------------------------------------------------------------

// The second mode of a string, read at a fraction of its length, with a gain or none.
static rig run_second_mode(double at, double gain, carom_mix **mix) {
  enum { SAMPLES = 2000 };
  char of[24];
  carom_scene *s = scene_of("{carom: 1, bodies: {s: {type: string, length: 1, linear_density: "
                            "1e-3, tension: 100, start: {shape: sine, mode: 2, amplitude: 1e-3}}}, "
                            "outputs: {o: {of: s@0.5, quantity: velocity, audio: true}}}");
  snprintf(of, sizeof of, "s@%g", at);
  rig_set(s, "outputs.o.of", of);
  if (gain > 0)
    rig_set_number(s, "outputs.o.gain", gain);
  rig r = rig_of(s);
  double *values = calloc(SAMPLES, sizeof *values);
  float *sides[] = {calloc(SAMPLES, sizeof(float)), calloc(SAMPLES, sizeof(float))};
  *mix = carom_mix_new(r.model, NULL, NULL, NULL);
  assert_int_equal(carom_process(r.model, r.state, SAMPLES, values), CAROM_OK);
  carom_mix_block(r.model, *mix, values, SAMPLES, sides[0], sides[1]);
  free(values);
  free(sides[0]);
  free(sides[1]);
  return r;
}

// 2 pi f a = 2.0 m/s at a quarter, less 3 dB of pan in the middle.
static void silence_and_clipping_bring_a_warning_and_what_fits_none(void **state) {
  (void)state;
  static const struct {
    double at, gain;
    bool silent, clips;
  } cases[] = {{0.5, 0, true, false},     {0.25, 0, false, false},  {0.49, 0, false, false},
               {0.25, 0.6, false, false}, {0.25, 0.8, false, true}, {0.25, 1e-7, true, false},
               {0.25, 1e-5, false, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    carom_mix *mix = NULL;
    rig r = run_second_mode(cases[i].at, cases[i].gain, &mix);
    assert_int_equal(brings_a_warning(&r, mix, "silent"), cases[i].silent);
    assert_int_equal(brings_a_warning(&r, mix, "clipping"), cases[i].clips);
    assert_false(brings_a_warning(&r, NULL, "silent"));
    carom_mix_free(mix);
    rig_free(&r);
  }
}

static void a_limiter_does_not_clip(void **state) {
  (void)state;
  carom_mix *mix = NULL;
  rig r = run_second_mode(0.25, 5, &mix);
  assert_true(brings_a_warning(&r, mix, "clipping"));
  carom_mix_options options = carom_mix_options_default();
  options.limit = true;
  carom_mix *limited = carom_mix_new(r.model, &options, NULL, NULL);
  const double loud[] = {0, 4, 0};
  float sides[2][3];
  carom_mix_block(r.model, limited, loud, 3, sides[0], sides[1]);
  assert_true(carom_mix_sum_peak(limited) > 1);
  assert_false(brings_a_warning(&r, limited, "clipping"));
  carom_mix_free(limited);
  carom_mix_free(mix);
  rig_free(&r);
}

// --- The model and the table --------------------------------------------------------------------

static void a_sine_of_frequency_0_brings_a_warning_and_a_table_none(void **state) {
  (void)state;
  static const char *const given[] = {"{on: m, frequency: 0}", "{on: m, frequency: 0.1}",
                                      "{on: m, table: [[0, 1]]}"};
  for (int i = 0; i < 3; ++i) {
    char text[200];
    snprintf(text, sizeof text, "{carom: 1, bodies: {m: {type: mass, mass: 1}}, forces: {f: %s}}",
             given[i]);
    rig r = rig_of(scene_of(text));
    assert_int_equal(brings_a_warning(&r, NULL, "zero-force"), i == 0);
    assert_int_equal(carom_warnings(r.model, NULL, NULL, NULL, 0), i == 0);
    rig_free(&r);
  }
}

static void two_controls_on_one_message_bring_a_warning_and_on_two_none(void **state) {
  (void)state;
  static const struct {
    const char *midi[2];
    bool told;
  } cases[] = {{{"cc7", "cc7"}, true},         {{"cc7", "cc8"}, false},
               {{"cc7", "note-on"}, false},    {{"cc7", "pressure"}, false},
               {{"bend", "bend"}, true},       {{"pressure", "pressure"}, true},
               {{"bend", "pressure"}, false},  {{"poly-pressure", "poly-pressure"}, true},
               {{"note-on", "note-on"}, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    carom_scene *s = scene_of(
        "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 1e-3, tension: 100}}, "
        "controls: {loss: {key: bodies.s.sigma0, from: 0, to: 9}, pluck: {gesture: "
        "pluck, on: s@0.1, force: [0, 1]}}}");
    rig_set(s, "controls.loss.midi", cases[i].midi[0]);
    rig_set(s, "controls.pluck.midi", cases[i].midi[1]);
    rig r = rig_of(s);
    assert_int_equal(brings_a_warning(&r, NULL, "controller"), cases[i].told);
    carom_warning found[2];
    if (cases[i].told) {
      char says[80];
      snprintf(says, sizeof says, "controls.pluck.midi: %s moves controls.loss too",
               cases[i].midi[0]);
      assert_true(carom_warnings(r.model, r.state, NULL, found, 2) > 0);
      assert_non_null(strstr(found[0].text, says));
    }
    rig_free(&r);
  }
}

// At the surface, above it or held there a mass is not inside; 5 mm in it is, moving or not.
static void a_mass_that_is_put_inside_a_body_is_told(void **state) {
  (void)state;
  const double rest = pow(0.01 * 9.81 / 1e7, 1 / 1.5);
  const struct {
    double position, velocity;
    bool told;
  } places[] = {{-5e-3, 0, true}, {-5e-3, -1, true},  {0, -1, false},       {-rest, 0, false},
                {1e-2, 1, false}, {-1e-6, -1, false}, {-5 * rest, 0, true}, {-1e-3, 3, true}};
  for (int i = 0; i < 8; ++i) {
    rig r = rig_of(scene_of(ball_scene));
    const int ball = carom_model_find_body(r.model, "ball");
    run_for(&r, 100);
    assert_false(brings_a_warning(&r, NULL, "placed"));
    carom_state_place(r.model, r.state, ball, places[i].position, places[i].velocity, 0);
    run_for(&r, 100);
    assert_int_equal(brings_a_warning(&r, NULL, "placed"), places[i].told);
    carom_state_place(r.model, r.state, ball, 0.1, 0, 0); // it stays told
    run_for(&r, 10);
    assert_int_equal(brings_a_warning(&r, NULL, "placed"), places[i].told);
    rig_free(&r);
  }
}

static void kinds_differ_and_sentences_are_whole(void **state) {
  (void)state;
  for (int i = 0; i < carom_warning_kind_count(); ++i) {
    assert_true(strlen(carom_warning_kind_at(i)->help) > 10);
    for (int j = 0; j < i; ++j)
      assert_string_not_equal(carom_warning_kind_at(i)->word, carom_warning_kind_at(j)->word);
  }
  assert_null(carom_warning_kind_at(-1));
  assert_null(carom_warning_kind_at(carom_warning_kind_count()));
  carom_scene *s = scene_of(ball_scene);
  rig_set_number(s, "bodies.ball.position", -0.01);
  rig r = rig_of(s);
  carom_warning warning;
  assert_int_equal(carom_warnings(r.model, r.state, NULL, &warning, 1), 1);
  assert_null(strpbrk(warning.text, "{}"));
  assert_non_null(strstr(warning.text, "contacts.c: the bodies overlap by 0.01 m at t = 0"));
  assert_non_null(strstr(warning.text, "start the bodies apart"));
  rig_free(&r);
}

static void the_library_tells_its_physics(void **state) {
  (void)state;
  assert_int_equal(carom_physics(), CAROM_PHYSICS);
  assert_true(CAROM_PHYSICS >= 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_grid_at_half_the_rate_brings_a_warning_and_modes_and_losses_none),
      cmocka_unit_test(silence_and_clipping_bring_a_warning_and_what_fits_none),
      cmocka_unit_test(a_limiter_does_not_clip),
      cmocka_unit_test(a_sine_of_frequency_0_brings_a_warning_and_a_table_none),
      cmocka_unit_test(two_controls_on_one_message_bring_a_warning_and_on_two_none),
      cmocka_unit_test(a_mass_that_is_put_inside_a_body_is_told),
      cmocka_unit_test(kinds_differ_and_sentences_are_whole),
      cmocka_unit_test(the_library_tells_its_physics),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
