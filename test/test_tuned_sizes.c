// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bars and plates whose pitch means what sounds, against what runs sound, and what is refused.

#include "heard.h"

/// A free bar on two cords; its first nodes are at 0.2242 and 0.7758 of it.
#define ON_CORDS(sizes, at)                                                                        \
  "{carom: 1, rate: 44100, duration: 3, bodies: {b: {type: bar, " sizes ", pitch: 220, tuned: "    \
  "true, ends: [free, free], sigma0: 0.8, sigma1: 2e-3, start: {shape: pluck, at: 0.5, "           \
  "amplitude: 1e-6}}, w: {type: barrier}}, contacts: {a: {type: spring, below: b@" at              \
  ", above: w, linear: 1e4, sigma_x: 0.02}, c: {type: spring, below: b@0.7758, above: w, linear: " \
  "1e4, sigma_x: 0.02}}, outputs: {heard: {of: b@0.5}}}"

// Cords beside the node make it higher, and each of the sizes may follow. Its rigid modes on the
// cords are not taken for its first one, which is what rings near the pitch.
static void a_bar_on_cords_sounds_its_pitch(void **state) {
  (void)state;
  static const char *const scenes[] = {
      ON_CORDS("length: 0.35, width: 0.05, thickness: 0.015, density: 1080", "0.2242"),
      ON_CORDS("length: 0.35, width: 0.05, thickness: 0.015, density: 1080", "0.08"),
      ON_CORDS("length: 0.35, width: 0.05, material: rosewood", "0.08"),
      ON_CORDS("width: 0.05, thickness: 0.015, material: rosewood", "0.08"),
      ON_CORDS("width: 0.05, thickness: 0.015, material: rosewood, model: grid", "0.08")};
  for (int i = 0; i < 5; ++i) {
    carom_scene *scene = scene_of(scenes[i]);
    assert_scene_in_tune(scene, NULL, 1, (const double[]){220});
    rig_set(scene, "bodies.b.tuned", "false");
    const double alone = heard_near(scene, NULL, 0, 220, 2.3, 0.5);
    if (i >= 1 && i <= 3) // what the scene makes of it; the grid's own error happens to be as large
      assert_true(fabs(cents_between(alone, 220)) > 10);
    carom_scene_free(scene);
  }
}

static const char plates[] =
    "{carom: 1, rate: 44100, duration: 3, bodies: {p: {type: plate, size: [0.3, 0.24], thickness: "
    "3e-3, density: 7850, pitch: 150, tuned: true, edges: clamped, sigma0: 1, sigma1: 1e-3, start: "
    "{shape: sine, amplitude: 1e-6}}, q: {type: plate, size: [0.3, 0.24], density: 7850, youngs: "
    "2e11, pitch: 180, tuned: true, sigma0: 1, sigma1: 1e-3, start: {shape: sine, amplitude: "
    "1e-6}}}, contacts: {k: {type: spring, below: "
    "'p@0.45:0.4', above: 'q@0.5:0.55', linear: 4e4}}, outputs: {heard: {of: 'p@0.5:0.5'}}}";

// Each is what the other one is joined to.
static void plates_that_are_joined_sound_their_pitches(void **state) {
  (void)state;
  static const char *const of[] = {"p@0.5:0.5", "q@0.5:0.5"};
  carom_scene *scene = scene_of(plates);
  for (int i = 0; i < 2; ++i) {
    rig_set(scene, "outputs.heard.of", of[i]);
    assert_scene_in_tune(scene, NULL, 1, (const double[]){i == 0 ? 150 : 180});
  }
  rig r = rig_in(scene);
  for (int i = 0; i < 2; ++i) {
    double sounds = 0;
    assert_true(carom_body_sounding(r.model, i, &sounds));
    assert_near(cents_between(sounds, i == 0 ? 150 : 180), 0, 0.011);
  }
  rig_free(&r);
  carom_scene_free(scene);
}

static void a_bar_that_cannot_have_its_pitch_is_refused(void **state) {
  (void)state;
  assert_refused(
      "{carom: 1, bodies: {b: {type: bar, length: 0.3, width: 0.03, thickness: 0.01, density: "
      "1000, pitch: 300, tuned: true}, w: {type: barrier}}, contacts: {a: {type: spring, below: "
      "b@0.2, above: w, linear: 1e9}, c: {type: spring, below: b@0.47, above: w, linear: 1e9}, d: "
      "{type: spring, below: b@0.76, above: w, linear: 1e9}}}",
      "bodies.b.tuned: no mode of the scene near 300 Hz is this body's first");
  assert_refused("{carom: 1, bodies: {b: {type: bar, length: 0.3, width: 0.03, thickness: 0.01, "
                 "density: 1000, youngs: 1e10, tuned: true}}}",
                 "bodies.b.tuned: there is no pitch");
  assert_refused(
      "{carom: 1, bodies: {p: {type: plate, size: [0.3, 0.2], thickness: 3e-3, density: 1000, "
      "pitch: 100, tuned: true, model: modes, points: 5}}, solver: {method: event}}",
      "bodies.p.tuned: solver.method event");
}

// Blocks that a scene takes until it is compiled; without one of them memory is out.
static int blocks_of(const carom_scene *scene) {
  int all = 0;
  for (carom_model *model = NULL; model == NULL; ++all) {
    int left = all;
    carom_error error = {.status = CAROM_OK};
    const carom_memory memory = {&left, failing};
    model = carom_model_compile(scene, &memory, &error);
    assert_int_equal(error.status, model != NULL ? CAROM_OK : CAROM_NO_MEMORY);
    left = 1;
    carom_model_free(model);
  }
  return all;
}

// In any round, of which there are at least two.
static void memory_that_runs_out_is_told(void **state) {
  (void)state;
  carom_scene *scene =
      scene_of(ON_CORDS("length: 0.35, width: 0.05, thickness: 0.015, density: 1080", "0.08"));
  const int tuned = blocks_of(scene);
  rig_set(scene, "bodies.b.tuned", "false");
  assert_true(tuned > 2 * blocks_of(scene));
  carom_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bar_on_cords_sounds_its_pitch),
      cmocka_unit_test(plates_that_are_joined_sound_their_pitches),
      cmocka_unit_test(a_bar_that_cannot_have_its_pitch_is_refused),
      cmocka_unit_test(memory_that_runs_out_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
