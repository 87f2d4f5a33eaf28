// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Controls, gestures and masses put somewhere while a model runs.

#include "controls_rig.h"

// --- What a model tells -------------------------------------------------------------------------

static void controls_are_told_with_the_model(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  assert_int_equal(carom_model_describe(r.model).controls, 7);
  const carom_control_info pitch = carom_model_control(r.model, control(&r, "pitch"));
  assert_string_equal(pitch.path, "bodies.string.pitch");
  assert_string_equal(pitch.unit, "Hz");
  assert_string_equal(pitch.midi, "note");
  assert_int_equal(pitch.voices, 2);
  assert_near(carom_control_value(&pitch, 0.5), sqrt(60 * 130.0), 1e-12);
  assert_near(carom_control_value(&pitch, 2), 130, 0);
  assert_near(carom_control_value(&pitch, -1), 60, 0);
  const carom_control_info pluck = carom_model_control(r.model, control(&r, "pluck"));
  assert_string_equal(pluck.gesture, "pluck");
  assert_string_equal(pluck.path, "");
  assert_string_equal(carom_model_control(r.model, 99).name, "");
  assert_int_equal(carom_model_find_control(r.model, "nothing"), -1);
  // The grid is chosen for the highest pitch a control may ask for.
  const int live = carom_model_find_live(r.model, "bodies.string.pitch");
  assert_true(carom_model_live(r.model, live).high >= 130);
  rig_free(&r);
}

static void refuse(const char *path, const char *value, const char *text) {
  carom_scene *scene = scene_of(played);
  carom_model *model = NULL;
  carom_error error;
  rig_set(scene, path, value);
  if ((model = carom_model_compile(scene, NULL, &error)) != NULL)
    fail_msg("%s: %s is taken", path, value);
  if (strstr(error.text, text) == NULL)
    fail_msg("%s: %s: %s", path, value, error.text);
  carom_scene_free(scene);
}

static void refuse_value(const char *path, const char *value, const char *text) {
  carom_scene *scene = scene_of(played);
  carom_error error;
  assert_int_equal(carom_scene_set(scene, path, value, &error), CAROM_BAD_VALUE);
  if (strstr(error.text, text) == NULL)
    fail_msg("%s: %s: %s", path, value, error.text);
  carom_scene_free(scene);
}

static void bad_times_and_curves_are_refused_at_once(void **state) {
  (void)state;
  refuse_value("controls.stiff.smooth", "[0.1, 0.2, 0.3]", "is neither one number nor two");
  refuse_value("controls.stiff.smooth", "[0.1, -1]", "is out of range; allowed is");
  refuse_value("controls.pluck.to", "{C3: 1, C5: [2, 3]}", "by note changes over time too");
  refuse_value("controls.pluck.to", "{C3: 1, H5: 2}", "is no value by note");
}

static void bad_controls_are_refused_with_a_sentence(void **state) {
  (void)state;
  refuse("controls.pitch.key", "bodies.string.colour", "there is no live key");
  refuse("controls.stiff.from", "-1", "allowed are ends above 0");
  refuse("controls.stiff.key", "contacts.bow.position",
         "cannot be 100000 in this scene; allowed is");
  refuse("controls.pluck.on", "floor", "nothing can move there");
  refuse("controls.draw.on", "finger", "there is no bow 'finger'");
  refuse("controls.stiff.midi", "cc128", "is no message; allowed are note,");
  refuse("controls.stiff.gesture", "pluck", "needs one of key, moves and gesture");
  refuse("controls.stiff.from", "{C3: 1e5, C5: 1e6}", "has values by note, and no note moves it");
  refuse("controls.stiff.smooth", "{C3: 0.1, C5: 0.2}", "has values by note");
  refuse("solver.method", "event", "does not take");
  // The wheel bends what follows notes.
  carom_scene *scene = scene_of(
      "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, pitch: 110}}, "
      "controls: {p: {key: bodies.s.pitch, midi: note}, w: {key: bodies.s.pitch, midi: "
      "bend}}}");
  carom_error error;
  assert_null(carom_model_compile(scene, NULL, &error));
  assert_non_null(strstr(error.text, "controls.w.midi: the wheel bends bodies.s.pitch already, as "
                                     "it follows notes: by play.bend semitones; allowed is"));
  carom_scene_free(scene);
}

// --- Keys ---------------------------------------------------------------------------------------

static void a_control_glides_and_arrives_at_its_sample(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  const int pitch = control(&r, "pitch");
  const double start = live_value(&r, "bodies.string.pitch");
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, 120, 100), CAROM_OK);
  assert_int_equal(carom_state_waiting(r.state), 1);
  rig_steps(&r, 100);
  assert_near(live_value(&r, "bodies.string.pitch"), start, 0);
  rig_steps(&r, 441);
  assert_near(live_value(&r, "bodies.string.pitch"), (start + 120) / 2, 0.1);
  rig_steps(&r, 441);
  assert_near(live_value(&r, "bodies.string.pitch"), 120, 0);
  assert_near(live_value(&r, "bodies.string2.pitch"), start, 0); // the other voice
  assert_int_equal(carom_state_control(r.model, r.state, pitch, -1, 70, 0), CAROM_OK);
  rig_steps(&r, 1000);
  assert_near(live_value(&r, "bodies.string2.pitch"), 70, 0);
  // One that is set meanwhile stays where it is put.
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, 120, 0), CAROM_OK);
  rig_steps(&r, 10);
  const int live = carom_model_find_live(r.model, "bodies.string.tension");
  assert_int_equal(carom_state_set(r.model, r.state, live, 90), CAROM_OK);
  rig_steps(&r, 1000);
  assert_near(live_value(&r, "bodies.string.tension"), 90, 0);
  rig_free(&r);
}

// Towards `to` in 20 ms and back at once; the other way round where a control goes from more to
// less.
static void each_direction_has_its_time(void **state) {
  (void)state;
  static const char *const ends[] = {"from: 60, to: 100", "from: 100, to: 60"};
  for (int i = 0; i < 2; ++i) {
    char text[400];
    snprintf(text, sizeof text,
             "{carom: 1, rate: 20000, bodies: {s: {type: string, length: 0.7, linear_density: "
             "6e-3, pitch: 80, points: 20, model: grid}}, controls: {pitch: {key: bodies.s.pitch, "
             "%s, smooth: [0.02, 0]}}}",
             ends[i]);
    rig r = rig_of(scene_of(text));
    const int pitch = control(&r, "pitch");
    const carom_control_info info = carom_model_control(r.model, pitch);
    assert_near(info.smooth, 0.02, 0);
    assert_near(info.smooth_back, 0, 0);
    assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, info.to, 0), CAROM_OK);
    rig_steps(&r, 200);
    assert_near(live_value(&r, "bodies.s.pitch"), (80 + info.to) / 2, 0.1);
    rig_steps(&r, 201);
    assert_near(live_value(&r, "bodies.s.pitch"), info.to, 0);
    assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, info.from, 0), CAROM_OK);
    rig_steps(&r, 1);
    assert_near(live_value(&r, "bodies.s.pitch"), info.from, 0);
    rig_free(&r);
  }
}

// How often a key changes in 160 steps of a glide that takes 400, and whether it arrives.
static int changes_of_pitch(const char *model) {
  char text[600];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 20000, bodies: {s: {type: string, length: 0.7, linear_density: 6e-3, "
           "tension: 100, points: 20, model: %s}}, controls: {pitch: {key: bodies.s.pitch, from: "
           "60, to: 100, smooth: 0.02}}}",
           model);
  rig r = rig_of(scene_of(text));
  int changes = 0;
  assert_int_equal(carom_state_control(r.model, r.state, control(&r, "pitch"), 0, 60, 37),
                   CAROM_OK);
  rig_steps(&r, 100);
  for (int n = 0; n < 160; ++n) {
    const double before = live_value(&r, "bodies.s.pitch");
    rig_steps(&r, 1);
    changes += live_value(&r, "bodies.s.pitch") != before;
  }
  rig_steps(&r, 200);
  assert_near(live_value(&r, "bodies.s.pitch"), 60, 0);
  rig_free(&r);
  return changes;
}

// Each change of a modal body costs more than its step.
static void keys_of_modes_glide_in_larger_steps(void **state) {
  (void)state;
  assert_int_equal(changes_of_pitch("grid"), 160);
  assert_int_equal(changes_of_pitch("modes"), 10);
}

// Each value is that of the ramp in the middle of the 16 steps that begin with it.
static void keys_of_modes_are_those_of_the_middle(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 20000, bodies: {s: {type: string, length: 0.7, linear_density: 6e-3, "
      "pitch: 80, points: 20, model: modes}}, controls: {pitch: {key: bodies.s.pitch, from: 60, "
      "to: 100, smooth: 0.02}}}"));
  assert_int_equal(carom_state_control(r.model, r.state, control(&r, "pitch"), 0, 60, 37),
                   CAROM_OK);
  for (int n = 0; n < 420; ++n) {
    rig_steps(&r, 1); // the step at t_n
    if (n % 16 == 0 && n > 37 && n + 16 < 437)
      assert_near(live_value(&r, "bodies.s.pitch"), 80 - 20 * (n + 7.5 - 37) / 400, 1e-10);
  }
  rig_free(&r);
}

static void what_is_wrong_is_refused_at_once(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  carom_stroke stroke = carom_stroke_default();
  const int pitch = control(&r, "pitch");
  assert_int_equal(carom_state_control(r.model, r.state, -1, 0, 1, 0), CAROM_NOT_LIVE);
  assert_int_equal(carom_state_control(r.model, r.state, 99, 0, 1, 0), CAROM_NOT_LIVE);
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 2, 100, 0),
                   CAROM_BAD_VALUE); // a voice
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, 131, 0), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, NAN, 0), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, 100, -1), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_play(r.model, r.state, pitch, &stroke, 0), CAROM_NOT_LIVE);
  stroke.force = INFINITY;
  assert_int_equal(carom_state_play(r.model, r.state, control(&r, "pluck"), &stroke, 0),
                   CAROM_BAD_VALUE);
  stroke = carom_stroke_default();
  stroke.position = 2;
  assert_int_equal(carom_state_play(r.model, r.state, control(&r, "draw"), &stroke, 0),
                   CAROM_BAD_VALUE);
  assert_int_equal(carom_state_place(r.model, r.state, 0, 0, 0, 0), CAROM_NOT_LIVE); // a string
  assert_int_equal(carom_state_place(r.model, r.state, 2, NAN, 0, 0), CAROM_BAD_VALUE);
  carom_status status = CAROM_OK;
  for (int i = 0; i < 1000 && status == CAROM_OK; ++i)
    status = carom_state_place(r.model, r.state, 2, 0, 0, 100000);
  assert_int_equal(status, CAROM_FULL);
  rig_free(&r);
}

// A slider that is dragged ends where it is let go, however many moves come in one block, and
// beside whatever else waits.
static void the_last_move_of_a_control_counts(void **state) {
  (void)state;
  for (int apart = 0; apart < 2; ++apart) {
    rig r = rig_of(scene_of(played));
    const int pitch = control(&r, "pitch");
    for (int i = 0; i < 100; ++i)
      assert_int_equal(carom_state_place(r.model, r.state, 2, 0, 0, 100000), CAROM_OK);
    for (int i = 1; i <= 500; ++i)
      assert_int_equal(
          carom_state_control(r.model, r.state, pitch, -1, 80 + i * 0.1, apart == 0 ? 0 : i / 2),
          CAROM_OK);
    if (apart == 0)
      assert_int_equal(carom_state_waiting(r.state), 102);
    rig_steps(&r, 3000);
    assert_near(live_value(&r, "bodies.string.pitch"), 130, 0);
    assert_near(live_value(&r, "bodies.string2.pitch"), 130, 0);
    rig_free(&r);
  }
}

// --- Gestures -----------------------------------------------------------------------------------

// Played at a sample they are what a score does at that time.
static void played_gestures_are_those_of_a_score(void **state) {
  (void)state;
  carom_scene *scored = scene_of(played);
  rig_set(scored, "score.0.gesture", "pluck");
  rig_set(scored, "score.0.at", "0.01");
  rig_set(scored, "score.0.on", "string@0.3");
  rig_set(scored, "score.0.force", "2");
  rig_set(scored, "score.1.gesture", "bow");
  rig_set(scored, "score.1.at", "0.03");
  rig_set(scored, "score.1.force", "0.7");
  rig_set(scored, "score.1.for", "0.05");
  rig_set(scored, "score.2.gesture", "control");
  rig_set(scored, "score.2.on", "hit");
  rig_set(scored, "score.2.at", "0.02");
  rig_set(scored, "score.2.to", "15");
  rig a = rig_of(scored);
  rig b = rig_of(scene_of(played));
  carom_stroke stroke = carom_stroke_default();
  stroke.force = 2;
  assert_int_equal(carom_state_play(b.model, b.state, control(&b, "pluck"), &stroke, 441),
                   CAROM_OK);
  stroke.force = 0.7;
  stroke.lasts = 0.05;
  assert_int_equal(carom_state_play(b.model, b.state, control(&b, "draw"), &stroke, 1323),
                   CAROM_OK);
  stroke = carom_stroke_default();
  stroke.force = 15;
  assert_int_equal(carom_state_play(b.model, b.state, control(&b, "hit"), &stroke, 882), CAROM_OK);
  double loudest = 0;
  for (int n = 0; n < 8000; ++n) {
    rig_steps(&a, 1);
    rig_steps(&b, 1);
    loudest = fmax(loudest, fabs(carom_output(a.model, a.state, 0)));
    for (int i = 0; i < 2; ++i) // a bow's ramp is sampled half a step apart
      assert_near(carom_output(b.model, b.state, i), carom_output(a.model, a.state, i),
                  1e-3 * loudest + 1e-12);
  }
  assert_true(loudest > 0.1);
  assert_at_most(rig_error(&a), 1e-12);
  assert_at_most(rig_error(&b), 1e-12);
  rig_free(&a);
  rig_free(&b);
}

static void a_hammer_can_be_thrown_again_and_again(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  const int hammer = 2;
  for (int blow = 0; blow < 5; ++blow) {
    const double supplied = carom_state_ledger(r.state).supplied;
    assert_int_equal(carom_state_place(r.model, r.state, hammer, -1e-3, 2, 10), CAROM_OK);
    rig_steps(&r, 12);
    assert_near(carom_output(r.model, r.state, 3), 2, 1e-2);
    // What it took: the new motion less the old one.
    const double energy = 3e-3 / 2 * 2 * 2;
    assert_near(carom_state_ledger(r.state).supplied - supplied, energy, 0.2 * energy);
    rig_steps(&r, 4000);
    assert_true(carom_output(r.model, r.state, 3) < 1);
  }
  assert_true(carom_contact_counts(r.model, r.state, 0).impacts >= 5);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controls_are_told_with_the_model),
      cmocka_unit_test(bad_times_and_curves_are_refused_at_once),
      cmocka_unit_test(bad_controls_are_refused_with_a_sentence),
      cmocka_unit_test(a_control_glides_and_arrives_at_its_sample),
      cmocka_unit_test(each_direction_has_its_time),
      cmocka_unit_test(keys_of_modes_glide_in_larger_steps),
      cmocka_unit_test(keys_of_modes_are_those_of_the_middle),
      cmocka_unit_test(what_is_wrong_is_refused_at_once),
      cmocka_unit_test(the_last_move_of_a_control_counts),
      cmocka_unit_test(played_gestures_are_those_of_a_score),
      cmocka_unit_test(a_hammer_can_be_thrown_again_and_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
