// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Presets of a scene, and controls that move several keys.

#include "play/play.h"
#include "played_scene.h"
#include "support.h"
#include <carom/file.h>

// The instrument of the other tests with more behind it.
static carom_scene *scene_with(const char *more) {
  char text[6000];
  snprintf(text, sizeof text, "%.*s, %s}", (int)strlen(played_scene) - 1, played_scene, more);
  return scene_of(text);
}

static carom_scene *scene_with_control(const char *more) {
  carom_scene *scene = scene_of(played_scene);
  carom_error error;
  char json[1000];
  snprintf(json, sizeof json, "{\"controls\": {\"many\": %s}}", more);
  if (carom_scene_parse_json(scene, "more", json, strlen(json), &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return scene;
}

static carom_player *player_of(carom_scene *scene) {
  carom_player *p = NULL;
  carom_error error;
  if ((p = carom_player_new(scene, NULL, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  carom_scene_free(scene);
  return p;
}

static double live(const carom_player *p, const char *path) {
  const int index = carom_model_find_live(p->model, path);
  assert_true(index >= 0);
  return carom_state_get(p->model, p->state, index);
}

static float left[4096], right[4096];

// --- Presets ------------------------------------------------------------------------------------

static const char *const two_presets =
    "presets: {soft: {stiff: 2e5, press: 120}, hard: {stiff: 9e7}}";

static void presets_are_told_with_the_model(void **state) {
  (void)state;
  rig r = rig_of(scene_with(two_presets));
  const int stiff = carom_model_find_control(r.model, "stiff");
  const int press = carom_model_find_control(r.model, "press");
  assert_int_equal(carom_model_presets(r.model), 2);
  assert_string_equal(carom_model_preset_name(r.model, 1), "hard");
  assert_string_equal(carom_model_preset_name(r.model, 2), "");
  assert_int_equal(carom_model_find_preset(r.model, "soft"), 0);
  assert_int_equal(carom_model_find_preset(r.model, "none"), -1);
  assert_near(carom_model_preset_value(r.model, 0, stiff), 2e5, 0);
  assert_near(carom_model_preset_value(r.model, 0, press), 120, 0);
  assert_near(carom_model_preset_value(r.model, 1, press), 200, 0); // as the scene starts
  assert_near(carom_model_preset_value(r.model, -1, stiff), 1e7, 0);
  rig_free(&r);
}

static void a_preset_moves_controls_and_none_brings_them_back(void **state) {
  (void)state;
  carom_player *p = player_of(scene_with(two_presets));
  const int stiff = carom_model_find_control(p->model, "stiff");
  assert_int_equal(carom_player_recall(p, 0), CAROM_OK);
  carom_player_render(p, 4096, left, right);
  assert_near(live(p, "contacts.strike.stiffness"), 2e5, 0);
  assert_near(live(p, "bodies.body.frequency"), 120, 1e-12);
  assert_near(carom_player_get(p, stiff), 2e5, 0);
  assert_int_equal(carom_player_recall(p, 1), CAROM_OK);
  carom_player_render(p, 4096, left, right);
  assert_near(live(p, "contacts.strike.stiffness"), 9e7, 0);
  assert_near(live(p, "bodies.body.frequency"), 200, 1e-12);
  assert_int_equal(carom_player_recall(p, -1), CAROM_OK);
  carom_player_render(p, 4096, left, right);
  assert_near(live(p, "contacts.strike.stiffness"), 1e7, 0);
  assert_int_equal(carom_player_recall(p, 2), CAROM_NOT_LIVE);
  assert_int_equal(carom_player_recall(p, -2), CAROM_NOT_LIVE);
  assert_int_equal(carom_player_poll(p).refused, 0);
  carom_player_free(p);
}

static void refuse(carom_scene *scene, const char *text) {
  carom_model *model = NULL;
  carom_error error;
  if ((model = carom_model_compile(scene, NULL, &error)) != NULL)
    fail_msg("%s: is taken", text);
  if (strstr(error.text, text) == NULL)
    fail_msg("%s: %s", text, error.text);
  carom_scene_free(scene);
}

static void bad_presets_are_refused_with_a_sentence(void **state) {
  (void)state;
  refuse(scene_with("presets: {a: {stif: 2e5}}"),
         "presets.a.stif: there is no such control; allowed are stiff, touch, press");
  refuse(scene_with("presets: {a: {stiff: 2e5}, b: {press: 99}}"),
         "presets.b.press: 99 is outside the control's range; allowed is from 100 to 300");
  refuse(
      scene_with("presets: {a: {pluck: 1}}"),
      "presets.a.pluck: a stroke, or moved by notes: a preset cannot hold it; allowed are stiff");
  refuse(scene_with("presets: {a: {pitch: 100}}"), "presets.a.pitch: a stroke, or moved by notes");
  refuse(scene_with("presets: {a: {'*': 1}}"), "presets.a.*: there is no such control");
  carom_scene *scene = scene_of(played_scene);
  carom_error error;
  assert_int_equal(carom_scene_set(scene, "presets.a.stiff", "soft", &error), CAROM_BAD_VALUE);
  assert_non_null(strstr(error.text, "presets.a.stiff: 'soft' is not a number"));
  assert_int_equal(carom_scene_set(scene, "presets.a.stiff", ".nan", &error), CAROM_BAD_VALUE);
  assert_true(carom_scene_set(scene, "presets.a.9", "1", &error) != CAROM_OK);
  carom_scene_free(scene);
}

// The instruments that are built in, with a note each.
static void presets_of_instruments_sound_and_differ(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int note;
  } instruments[] = {{"play-tromba", 45},
                     {"play-sitar", 49},
                     {"play-tanpura", 40},
                     {"hammered-string", 48},
                     {"prepared-string", 48}};
  enum { SAMPLES = 12000 };
  const int samples = getenv("CAROM_SLOW_BUILD") != NULL ? SAMPLES / 4 : SAMPLES;
  static float heard[2][SAMPLES], other[SAMPLES];
  for (size_t i = 0; i < sizeof instruments / sizeof instruments[0]; ++i) {
    const int index = carom_builtin_find(instruments[i].name);
    carom_scene *scene = scene_of(carom_builtin_text(index));
    carom_player *p = player_of(scene);
    const int presets = carom_model_presets(p->model);
    assert_true(presets >= 3);
    for (int k = -1; k < presets; ++k) {
      const unsigned char note[] = {0x90, (unsigned char)instruments[i].note, 90};
      float *mix = heard[k >= 0];
      carom_player_reset(p);
      assert_int_equal(carom_player_recall(p, k), CAROM_OK);
      carom_player_render(p, samples / 4, mix, other);
      carom_player_midi(p, note, 3);
      carom_player_render(p, samples, mix, other);
      const carom_player_report report = carom_player_poll(p);
      assert_true(report.peak_left > 1e-6f && report.peak_left <= 1);
      assert_int_equal(report.restarts, 0);
      assert_int_equal(report.refused, 0);
      if (k >= 0 && memcmp(heard[0], heard[1], (size_t)samples * sizeof(float)) == 0)
        fail_msg("%s: %s sounds as without it", instruments[i].name,
                 carom_model_preset_name(p->model, k));
    }
    carom_player_free(p);
  }
}

// --- Several keys -------------------------------------------------------------------------------

static const char *const linear = "{\"moves\": [[\"bodies.body.damping\", 1, 9], "
                                  "[\"contacts.foot*.linear\", 4000, 2000]], \"midi\": \"cc7\"}";
static const char *const geometric =
    "{\"moves\": [[\"bodies.body.damping\", 1, 9], [\"contacts.strike.stiffness\", 1e5, 1e7]], "
    "\"curve\": \"log\"}";

static void a_control_moves_several_keys_each_between_its_ends(void **state) {
  (void)state;
  carom_player *p = player_of(scene_with_control(linear));
  const int many = carom_model_find_control(p->model, "many");
  const carom_control_info info = carom_model_control(p->model, many);
  assert_int_equal(info.keys, 3);
  assert_int_equal(info.voices, 1);
  assert_near(info.initial, 0.25, 1e-15); // where the first key starts: 3 of 1 to 9
  assert_string_equal(info.unit, "");
  assert_string_equal(info.path, "bodies.body.damping");
  assert_string_equal(carom_model_control_key(p->model, many, 2), "contacts.foot2.linear");
  assert_string_equal(carom_model_control_key(p->model, many, 3), "");
  assert_int_equal(carom_player_set(p, many, 0.75), CAROM_OK);
  carom_player_render(p, 4096, left, right);
  assert_near(live(p, "bodies.body.damping"), 7, 1e-12);
  assert_near(live(p, "contacts.foot1.linear"), 2500, 1e-9);
  assert_near(live(p, "contacts.foot2.linear"), 2500, 1e-9);
  const unsigned char controller[] = {0xB0, 7, 127};
  carom_player_midi(p, controller, 3);
  carom_player_render(p, 4096, left, right);
  assert_near(live(p, "bodies.body.damping"), 9, 0);
  assert_near(live(p, "contacts.foot1.linear"), 2000, 0);
  assert_near(carom_player_get(p, many), 1, 0);
  carom_player_free(p);

  p = player_of(scene_with_control(geometric));
  assert_int_equal(carom_player_set(p, carom_model_find_control(p->model, "many"), 0.5), CAROM_OK);
  carom_player_render(p, 4096, left, right);
  assert_near(live(p, "bodies.body.damping"), 3, 1e-12);
  assert_near(live(p, "contacts.strike.stiffness"), 1e6, 1e-6);
  carom_player_free(p);
}

static void the_grid_is_chosen_for_the_highest_pitch_of_several_keys(void **state) {
  (void)state;
  const char *const pitches = "{\"moves\": [[\"bodies.string*.pitch\", 100, 400]]}";
  rig r = rig_of(scene_with_control(pitches));
  const int live_key = carom_model_find_live(r.model, "bodies.string1.pitch");
  assert_true(carom_model_live(r.model, live_key).high >= 400);
  rig_free(&r);
}

static void a_score_and_a_player_move_several_keys_alike(void **state) {
  (void)state;
  carom_scene *scene = scene_with_control(linear);
  rig_set(scene, "score.1.gesture", "control");
  rig_set(scene, "score.1.at", "0");
  rig_set(scene, "score.1.on", "many");
  rig_set(scene, "score.1.to", "1");
  rig_set(scene, "score.2.gesture", "control");
  rig_set(scene, "score.2.at", "0");
  rig_set(scene, "score.2.on", "pluck");
  rig_set(scene, "score.2.to", "3");
  rig scored = rig_of(scene);
  rig played = rig_of(scene_with_control(linear));
  carom_stroke stroke = carom_stroke_default();
  stroke.force = 3;
  assert_int_equal(carom_state_control(played.model, played.state,
                                       carom_model_find_control(played.model, "many"), -1, 1, 0),
                   CAROM_OK);
  assert_int_equal(carom_state_play(played.model, played.state,
                                    carom_model_find_control(played.model, "pluck"), &stroke, 0),
                   CAROM_OK);
  static double a[2 * 5000], b[2 * 5000];
  assert_int_equal(carom_process(scored.model, scored.state, 5000, a), CAROM_OK);
  assert_int_equal(carom_process(played.model, played.state, 5000, b), CAROM_OK);
  assert_memory_equal(a, b, sizeof a);
  assert_at_most(rig_error(&played), 1e-10);
  assert_true(carom_state_ledger(played.state).supplied > 0);
  rig_free(&scored);
  rig_free(&played);
}

static void bad_lists_of_keys_are_refused_with_a_sentence(void **state) {
  (void)state;
  carom_error error;
  refuse(scene_with_control("{\"moves\": [[\"bodies.body.colour\", 0, 1]]}"),
         "controls.many.moves: there is no live key 'bodies.body.colour' in this scene");
  refuse(scene_with_control("{\"moves\": [[\"bodies.body.damping\", -1, 1]]}"),
         "bodies.body.damping cannot go from -1 to 1 in this scene; allowed is from 0");
  refuse(scene_with_control("{\"moves\": [[\"bodies.body.damping\", 0, 1]], \"curve\": \"log\"}"),
         "controls.many.curve: log from 0 to 1; allowed are ends above 0");
  refuse(scene_with_control("{\"moves\": [[\"bodies.body.damping\", 0, 1]], \"from\": 2}"),
         "controls.many.from: a control with moves goes from 0 to 1");
  refuse(scene_with_control("{\"moves\": [[\"bodies.body.damping\", 0, 1]], \"midi\": \"note\"}"),
         "controls.many.midi: a note has one pitch");
  refuse(scene_with_control("{\"moves\": [[\"bodies.body.damping\", 0, 1]], \"key\": \"a\"}"),
         "needs one of key, moves and gesture");
  carom_scene *scene = scene_of(played_scene);
  static const char many[] = "[[a,0,1],[a,0,1],[a,0,1],[a,0,1],[a,0,1],[a,0,1],[a,0,1],[a,0,1],"
                             "[a,0,1],[a,0,1],[a,0,1],[a,0,1],[a,0,1],[a,0,1],[a,0,1],[a,0,1],"
                             "[a,0,1]]";
  static const char *const wrong[] = {"[]",
                                      "[a, 0, 1]",
                                      "[[a, 0]]",
                                      "[[a, 0, 1, 2]]",
                                      "[[a, 0, x]]",
                                      "[[a, 0, .inf]]",
                                      "[[a, 0, 1]] b",
                                      "a",
                                      "",
                                      "[",
                                      "[[a, 0, 1]",
                                      "[[a, 0, 1],]",
                                      "[[a, 0, 1] [b, 0, 1]]",
                                      many};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    assert_int_equal(carom_scene_set(scene, "controls.many.moves", wrong[i], &error),
                     CAROM_BAD_VALUE);
    assert_non_null(
        strstr(error.text, "allowed is a list [[key, from, to], ...] of live keys, 1 to 16"));
  }
  carom_scene_free(scene);
}

static bool keep(void *user, const char *text, size_t length) {
  strncat(user, text, length);
  return true;
}

static void presets_and_lists_of_keys_are_written_as_they_are_read(void **state) {
  (void)state;
  static char first[8000], second[8000];
  carom_scene *scene = scene_with_control(linear);
  rig_set(scene, "presets.soft.many", "0.5");
  assert_true(carom_scene_write(scene, keep, first));
  carom_scene *again = carom_scene_new(NULL);
  carom_error error;
  if (carom_scene_parse_json(again, "again", first, strlen(first), &error) != CAROM_OK)
    fail_msg("%s", error.text);
  assert_true(carom_scene_write(again, keep, second));
  assert_string_equal(first, second);
  assert_non_null(strstr(first, "\"moves\": [[\"bodies.body.damping\", 1, 9], "));
  assert_non_null(strstr(first, "\"presets\": {\n  \"soft\": {\"many\": 0.5}}"));
  carom_scene_free(scene);
  carom_scene_free(again);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(presets_are_told_with_the_model),
      cmocka_unit_test(a_preset_moves_controls_and_none_brings_them_back),
      cmocka_unit_test(bad_presets_are_refused_with_a_sentence),
      cmocka_unit_test(presets_of_instruments_sound_and_differ),
      cmocka_unit_test(a_control_moves_several_keys_each_between_its_ends),
      cmocka_unit_test(the_grid_is_chosen_for_the_highest_pitch_of_several_keys),
      cmocka_unit_test(a_score_and_a_player_move_several_keys_alike),
      cmocka_unit_test(bad_lists_of_keys_are_refused_with_a_sentence),
      cmocka_unit_test(presets_and_lists_of_keys_are_written_as_they_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
