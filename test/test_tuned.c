// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A pitch that means what sounds: strings on springs, masses and plates, over the range of a
// control, against what runs sound; instruments; and what is refused.

#include "heard.h"

static const char on_mass[] =
    "{carom: 1, rate: 44100, duration: 3, bodies: {s: {type: string, length: 1.2, density: 7850, "
    "radius: 5e-4, youngs: 2e11, pitch: 80, tuned: true, sigma0: 0.8, sigma1: 2e-3, model: grid, "
    "start: {shape: sine}}, m: {type: mass, mass: 5e-3, frequency: 420, damping: 0.2}}, contacts: "
    "{k: {type: spring, below: s@0.87, above: m, linear: 8e4, sigma_x: 0.1}}, controls: {p: {key: "
    "bodies.s.pitch, from: 50, to: 130}}, outputs: {heard: {of: s@0.31}}}";

static const char on_plate[] =
    "{carom: 1, rate: 48000, duration: 3, bodies: {s: {type: string, length: 0.7, density: 7850, "
    "radius: 4e-4, youngs: 2e11, pitch: 196, tuned: true, sigma0: 0.6, sigma1: 1e-3, model: modes, "
    "points: 40, start: {shape: sine}}, p: {type: plate, size: [0.5, 0.35], thickness: 3e-3, "
    "density: 450, youngs: 1e10, sigma0: 30, edges: clamped, model: modes, points: 40}}, contacts: "
    "{k: {type: spring, below: s@0.94, above: 'p@0.4:0.6', linear: 5e4, sigma_x: 0.05}}, controls: "
    "{p: {key: bodies.s.pitch, from: 110, to: 440}}, outputs: {heard: {of: s@0.31}}}";

static void a_string_on_a_spring_on_a_mass_sounds_its_pitch(void **state) {
  (void)state;
  carom_scene *scene = scene_of(on_mass);
  assert_scene_in_tune(scene, "bodies.s.pitch", 6, (const double[]){50, 61.7, 80, 97.3, 110, 130});
  carom_scene_free(scene);
}

static void a_string_over_a_plate_sounds_its_pitch(void **state) {
  (void)state;
  carom_scene *scene = scene_of(on_plate);
  assert_scene_in_tune(scene, "bodies.s.pitch", 6, (const double[]){110, 137, 196, 233, 311, 440});
  carom_scene_free(scene);
}

// Without `tuned` it is the pitch of the string alone: nothing but the key makes the difference.
// It starts under its damper, which its notes lift; without the control it is tuned as it starts.
static void a_damped_string_is_tuned_as_its_note_sounds(void **state) {
  (void)state;
  static const char *const paths[] = {"bodies.s.sigma0", "contacts.d.damper"};
  static const double lifted[] = {0.6, 0};
  carom_scene *scene = scene_of(on_plate);
  rig_set(scene, "bodies.s.sigma0", "25");
  rig_set(scene, "contacts.d.type", "finger");
  rig_set(scene, "contacts.d.on", "s@0.13");
  rig_set(scene, "contacts.d.damper", "4");
  rig_set(scene, "controls.damper.key", "contacts.d.damper");
  rig_set(scene, "controls.damper.to", "4");
  rig_set(scene, "controls.damper.midi", "note-off");
  rig_set(scene, "controls.mute.key", "bodies.s.sigma0");
  rig_set(scene, "controls.mute.from", "0.6");
  rig_set(scene, "controls.mute.to", "25");
  rig_set(scene, "controls.mute.midi", "note-off");
  rig r = rig_in(scene);
  for (int i = 0; i < 2; ++i)
    assert_int_equal(
        carom_state_set(r.model, r.state, carom_model_find_live(r.model, paths[i]), lifted[i]),
        CAROM_OK);
  int samples = 0;
  double rate = 0;
  double *x = sounded(&r, carom_model_find_output(r.model, "heard"), 2.3, &samples, &rate);
  const ringing first = ringing_of(x, samples, rate, 0.1, 0.5, 196);
  const ringing heard = ringing_of(x, samples, rate, 0.1, 0.5, first.frequency);
  assert_near(cents_between(heard.frequency, 196), 0, in_tune);
  free(x);
  rig_free(&r);
  carom_scene_free(scene);
}

static void a_string_that_is_not_tuned_sounds_higher(void **state) {
  (void)state;
  carom_scene *scene = scene_of(on_mass);
  rig_set(scene, "bodies.s.tuned", "false");
  assert_true(cents_between(heard_near(scene, "bodies.s.pitch", 80, 90.5, 2, 0.5), 80) > 100);
  carom_scene_free(scene);
}

// An instrument without its score, whose string starts as a small sine: nothing touches but
// springs.
static carom_scene *instrument(const char *name, const char *string, int strings) {
  carom_scene *scene = scene_of(name);
  carom_error error;
  char path[60];
  assert_int_equal(carom_scene_remove(scene, "score", &error), CAROM_OK);
  for (int i = 1; i <= strings; ++i) {
    if (strings == 1)
      snprintf(path, sizeof path, "bodies.%s.tuned", string);
    else
      snprintf(path, sizeof path, "bodies.string%d.tuned", i);
    rig_set(scene, path, "true");
  }
  snprintf(path, sizeof path, "bodies.%s.start.shape", string);
  rig_set(scene, path, "sine");
  snprintf(path, sizeof path, "bodies.%s.start.amplitude", string);
  rig_set(scene, path, "1e-6");
  snprintf(path, sizeof path, "%s@0.31", string);
  rig_set(scene, "outputs.heard.of", path);
  return scene;
}

static void strings_of_instruments_sound_their_pitches(void **state) {
  (void)state;
  carom_scene *sitar = instrument("play-sitar", "string2", 3);
  assert_scene_in_tune(sitar, "bodies.string2.pitch", 5, (const double[]){99, 124, 155, 208, 330});
  carom_scene_free(sitar);
  carom_scene *tromba = instrument("play-tromba", "string", 1);
  assert_scene_in_tune(tromba, "bodies.string.pitch", 4, (const double[]){49, 65.406, 98, 131});
  carom_scene_free(tromba);
  carom_scene *hammered = instrument("hammered-string", "string3", 4);
  rig_set(hammered, "contacts.damper3.damper", "0");
  rig_set(hammered, "bodies.string3.sigma0", "0.4");
  assert_scene_in_tune(hammered, "bodies.string3.pitch", 4, (const double[]){110, 196, 247, 390});
  carom_scene_free(hammered);
}

// The modes of a sitar whose strings are not tuned: what its string sounds, 9 to 50 cents above its
// pitch.
static void the_modes_of_a_sitar_tell_what_it_sounds(void **state) {
  (void)state;
  carom_scene *scene = instrument("play-sitar", "string1", 0);
  for (int i = 0; i < 6; ++i) {
    char path[40];
    snprintf(path, sizeof path, "bodies.%s%d.tuned", i < 3 ? "string" : "taraf", i % 3 + 1);
    rig_set(scene, path, "false");
  }
  rig_set(scene, "bodies.string2.pitch", "100");
  rig_set(scene, "bodies.string3.pitch", "330");
  rig r = rig_in(scene);
  double sounds = 0;
  const int string = carom_model_find_body(r.model, "string1");
  assert_true(carom_body_sounding(r.model, string, &sounds));
  assert_true(cents_between(sounds, 138.59) > 30);
  assert_near(cents_between(heard_near(scene, NULL, 0, sounds, 2.3, 0.5), sounds), 0, in_tune);
  rig_free(&r);
  carom_scene_free(scene);
}

// --- The table ----------------------------------------------------------------------------------

// The plate resonates in the range, with next to no loss: what sounds as the string jumps there.
static void tension_rises_without_jumps_where_the_support_resonates(void **state) {
  (void)state;
  enum { PITCHES = 4000 };
  carom_scene *scene = scene_of(on_plate);
  rig_set(scene, "bodies.p.sigma0", "0.5");
  rig r = rig_in(scene);
  const int pitch = carom_model_find_live(r.model, "bodies.s.pitch");
  const int tension = carom_model_find_live(r.model, "bodies.s.tension");
  double before = 0;
  const double step = log(440.0 / 110) / PITCHES;
  for (int i = 0; i <= PITCHES; ++i) {
    assert_int_equal(carom_state_set(r.model, r.state, pitch, 110 * exp(i * step)), CAROM_OK);
    const double now = carom_state_get(r.model, r.state, tension);
    assert_true(now > before);
    if (i > 0) // twice the step of the pitch; a gap of some cents may be passed in one
      assert_at_most(log(now / before), 2 * step + 40 * log(2) / 1200);
    before = now;
  }
  rig_free(&r);
  carom_scene_free(scene);
}

static void tension_and_pitch_follow_each_other(void **state) {
  (void)state;
  carom_scene *scene = scene_of(on_mass);
  rig r = rig_in(scene);
  const int pitch = carom_model_find_live(r.model, "bodies.s.pitch");
  const int tension = carom_model_find_live(r.model, "bodies.s.tension");
  assert_near(carom_state_get(r.model, r.state, pitch), 80, 0);
  const double start = carom_state_get(r.model, r.state, tension);
  for (double p = 40; p < 135; p *= 1.07) {
    assert_int_equal(carom_state_set(r.model, r.state, pitch, p), CAROM_OK);
    const double N = carom_state_get(r.model, r.state, tension);
    assert_int_equal(carom_state_set(r.model, r.state, pitch, 77), CAROM_OK);
    assert_int_equal(carom_state_set(r.model, r.state, tension, N), CAROM_OK);
    assert_near(carom_state_get(r.model, r.state, pitch) / p, 1, 1e-9);
  }
  assert_int_equal(carom_state_set(r.model, r.state, pitch, 80), CAROM_OK);
  assert_near(carom_state_get(r.model, r.state, tension) / start, 1, 1e-12);
  rig_free(&r);
  carom_scene_free(scene);
}

// Breakpoints go through the table as live keys do.
static void breakpoints_sound_their_pitches(void **state) {
  (void)state;
  carom_scene *scene = scene_of(on_mass);
  rig_set(scene, "bodies.s.pitch", "[[0, 60], [0.01, 104]]");
  assert_near(cents_between(heard_near(scene, NULL, 0, 104, 2.3, 0.5), 104), 0, in_tune);
  carom_scene_free(scene);
}

// --- What is refused ----------------------------------------------------------------------------

#define STRING "type: string, length: 1, linear_density: 0.01, "

static void tuned_without_a_pitch_is_refused(void **state) {
  (void)state;
  assert_refused("{carom: 1, bodies: {s: {" STRING "tension: 100, tuned: true}}}",
                 "bodies.s.tuned: there is no pitch");
}

static void tuned_with_another_method_is_refused(void **state) {
  (void)state;
  assert_refused("{carom: 1, bodies: {s: {" STRING
                 "pitch: 100, tuned: true, model: modes, points: 5}}, solver: {method: event}}",
                 "bodies.s.tuned: solver.method event knows no modes of whole scenes");
}

// Springs so hard that the string is four of different lengths: none is the first shape of all.
static void a_string_without_a_mode_of_its_own_is_refused(void **state) {
  (void)state;
  assert_refused(
      "{carom: 1, bodies: {s: {" STRING
      "pitch: 100, tuned: true, model: modes, points: 40}, w: {type: barrier}}, contacts: "
      "{a: {type: spring, below: s@0.2, above: w, linear: 1e9}, b: {type: spring, below: s@0.47, "
      "above: w, linear: 1e9}, c: {type: spring, below: s@0.76, above: w, linear: 1e9}}}",
      "bodies.s.tuned: no mode of the scene near 100 Hz is this body's first");
}

// The grid that is given carries no higher tension.
static void a_pitch_beyond_the_grid_is_refused(void **state) {
  (void)state;
  assert_refused(
      "{carom: 1, rate: 8000, bodies: {s: {" STRING
      "pitch: 100, tuned: true, model: grid, points: 37}, m: {type: mass, mass: 0.002}}, "
      "contacts: {k: {type: spring, below: s@0.5, above: m, linear: 1e5}}}",
      "bodies.s.pitch: cannot be tuned to 100 Hz");
}

static void memory_that_runs_out_is_told(void **state) {
  (void)state;
  carom_scene *scene = scene_of(on_mass);
  int all = 0;
  for (;; ++all) {
    int left = all;
    carom_error error = {.status = CAROM_OK};
    const carom_memory memory = {&left, failing};
    carom_model *model = carom_model_compile(scene, &memory, &error);
    if (model != NULL) {
      carom_scene_mode mode;
      int found = 0;
      for (int more = 0;; ++more) { // and of the modes
        left = more;
        const carom_status status = carom_model_modes(model, 1, &mode, NULL, &found);
        assert_true(status == CAROM_NO_MEMORY ? found == 0 : found == 1);
        if (status == CAROM_OK)
          break;
      }
      left = 1000;
      carom_model_free(model);
      break;
    }
    assert_int_equal(error.status, CAROM_NO_MEMORY);
  }
  assert_true(all > 20);
  carom_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_string_on_a_spring_on_a_mass_sounds_its_pitch),
      cmocka_unit_test(a_string_over_a_plate_sounds_its_pitch),
      cmocka_unit_test(a_damped_string_is_tuned_as_its_note_sounds),
      cmocka_unit_test(a_string_that_is_not_tuned_sounds_higher),
      cmocka_unit_test(strings_of_instruments_sound_their_pitches),
      cmocka_unit_test(the_modes_of_a_sitar_tell_what_it_sounds),
      cmocka_unit_test(tension_rises_without_jumps_where_the_support_resonates),
      cmocka_unit_test(tension_and_pitch_follow_each_other),
      cmocka_unit_test(breakpoints_sound_their_pitches),
      cmocka_unit_test(tuned_without_a_pitch_is_refused),
      cmocka_unit_test(tuned_with_another_method_is_refused),
      cmocka_unit_test(a_string_without_a_mode_of_its_own_is_refused),
      cmocka_unit_test(a_pitch_beyond_the_grid_is_refused),
      cmocka_unit_test(memory_that_runs_out_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
