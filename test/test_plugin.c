// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What plugins of any format have, where hosts seldom go: memory that runs out, several reloads at
// once, and keys with two controls. test_toy_plugin has what they do every day.

#include "failing_memory.h"
#include "play_rig.h"

static int parameter(const carom_plugin *p, const char *name) {
  for (int i = 0; i < carom_plugin_parameters(p); ++i)
    if (strcmp(carom_plugin_parameter(p, i).name, name) == 0)
      return i;
  fail_msg("there is no parameter %s", name);
  return -1;
}

static carom_plugin *plugin_of(const char *text) {
  carom_scene *scene = scene_of(text);
  carom_error error;
  carom_plugin *p = carom_plugin_new(scene, NULL, NULL, &error);
  if (p == NULL)
    fail_msg("%s", error.text);
  carom_scene_free(scene);
  return p;
}

static carom_status reload(carom_plugin *p, const char *path, const char *value) {
  carom_scene *scene = scene_of(played_scene);
  if (path != NULL)
    rig_set(scene, path, value);
  const carom_status status = carom_plugin_reload(p, scene, NULL);
  carom_scene_free(scene);
  return status;
}

static void block(carom_plugin *p) {
  (void)carom_plugin_begin(p);
  carom_plugin_render(p, 512, left, right);
}

// --- Setting up ---------------------------------------------------------------------------------

static void memory_may_run_out_anywhere_and_the_old_player_plays_on(void **state) {
  (void)state;
  int failures = 0;
  for (long long n = 1;; ++n) {
    failing_memory f = {.left = n};
    const carom_memory memory = {.resize = failing_resize, .user = &f};
    carom_scene *scene = scene_of(played_scene);
    carom_error error;
    carom_plugin *p = carom_plugin_new(scene, NULL, &memory, &error);
    carom_scene_free(scene);
    assert_int_equal(p == NULL, f.left <= 0);
    if (p != NULL) {
      f.left = n; // the same in what comes later
      const carom_status made = reload(p, NULL, NULL);
      assert_true(made == CAROM_OK || made == CAROM_NO_MEMORY);
      f.left = n;
      const carom_status kept = carom_plugin_restore(p, "carom 1 scene 0\npress x\n", &error);
      assert_true(kept == CAROM_OK || kept == CAROM_NO_MEMORY);
      for (int i = 0; i < 4; ++i)
        block(p);
      failures += made != CAROM_OK;
    }
    carom_plugin_free(p);
    assert_int_equal(f.bytes, 0);
    if (p != NULL && f.left > 0 && n > 400)
      break;
    failures += p == NULL;
  }
  assert_true(failures > 20);
}

static void a_scene_with_other_parameters_is_refused(void **state) {
  (void)state;
  carom_plugin *p = plugin_of(played_scene);
  assert_int_equal(reload(p, "controls.more.key", "bodies.body.damping"), CAROM_WRONG_MODEL);
  carom_plugin_free(p);
}

// --- Reloading ----------------------------------------------------------------------------------

static void of_scenes_that_come_too_fast_the_last_one_plays(void **state) {
  (void)state;
  carom_plugin *p = plugin_of(played_scene);
  static const char *const values[] = {"1e6", "2e6", "3e6", "4e6"};
  block(p);
  for (int i = 0; i < 3; ++i)
    assert_int_equal(reload(p, "contacts.strike.stiffness", values[i]), CAROM_OK);
  (void)carom_plugin_begin(p);
  carom_plugin_render(p, 100, left, right); // in the middle of the fade
  assert_near(live(carom_plugin_player(p), "contacts.strike.stiffness"), 3e6, 0);
  assert_int_equal(reload(p, "contacts.strike.stiffness", values[3]), CAROM_OK);
  assert_false(carom_plugin_rests(p));
  carom_plugin_tidy(p);
  block(p);
  assert_true(carom_plugin_spent(p));
  assert_false(carom_plugin_spent(p)); // told once
  block(p);
  assert_near(live(carom_plugin_player(p), "contacts.strike.stiffness"), 4e6, 0);
  for (int i = 0; i < 100; ++i)
    block(p);
  assert_true(carom_plugin_rests(p));
  carom_plugin_free(p);
}

static void tuning_and_what_was_learned_outlast_a_reload(void **state) {
  (void)state;
  carom_plugin *p = plugin_of(played_scene);
  carom_plugin_tune(p, 432, (double)NAN);
  block(p);
  assert_int_equal(carom_plugin_set(p, parameter(p, "press"), 250, 0), CAROM_OK);
  carom_plugin_learn(p, true);
  carom_player_midi(carom_plugin_player(p), (const unsigned char[]){0xB0, 21, 64}, 3);
  carom_plugin_learn(p, false);
  block(p);
  assert_int_equal(reload(p, "play.bend", "7"), CAROM_OK);
  carom_player *next = carom_plugin_begin(p);
  send(next, 0xB0, 21, 127);
  send(next, 0x90, 45, 90);
  send(next, 0xE0, 0x7F, 0x7F);
  carom_plugin_render(p, 4096, left, right);
  assert_near(carom_plugin_get(p, parameter(p, "press")), 300, 0);
  assert_near(live(next, "bodies.string1.pitch"), equal(52) * 432 / 440, 1e-9);
  carom_plugin_free(p);
}

static void a_bow_and_what_is_to_be_learned_outlast_a_reload(void **state) {
  (void)state;
  static const char text[] =
      "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, tension: 100}}, "
      "contacts: {b: {type: bow, on: s@0.1}}, controls: {bow: {gesture: bow, on: b, to: 2}, damp: "
      "{key: bodies.s.sigma0, to: 9}}, outputs: {o: {of: s@0.2, audio: true, gain: 1}}}";
  carom_plugin *p = plugin_of(text);
  block(p);
  assert_int_equal(carom_plugin_set(p, parameter(p, "bow"), 0.7, 0), CAROM_OK);
  assert_int_equal(carom_plugin_set(p, parameter(p, "damp"), 3, 0), CAROM_OK);
  carom_plugin_learn(p, true);
  block(p);
  carom_scene *scene = scene_of(text);
  assert_int_equal(carom_plugin_reload(p, scene, NULL), CAROM_OK);
  send(carom_plugin_begin(p), 0xB0, 21, 127); // learned by the new player
  carom_plugin_render(p, 512, left, right);
  assert_near(carom_plugin_get(p, parameter(p, "bow")), 0.7, 0);
  assert_near(carom_plugin_get(p, parameter(p, "damp")), 9, 0);
  assert_int_equal(carom_player_tied(carom_plugin_player(p), 1), 21);
  carom_scene_free(scene);
  carom_plugin_free(p);
}

static void a_reset_keeps_the_tuning(void **state) {
  (void)state;
  carom_plugin *p = plugin_of(played_scene);
  carom_plugin_tune(p, 420, (double)NAN);
  for (int i = 0; i < 3; ++i) {
    if (i == 1)
      carom_plugin_reset(p);
    if (i == 2)
      assert_int_equal(reload(p, NULL, NULL), CAROM_OK);
    send(carom_plugin_begin(p), 0x90, 45, 90);
    carom_plugin_render(p, 4096, left, right);
    assert_near(live(carom_plugin_player(p), "bodies.string1.pitch"), 105, 1e-9);
  }
  carom_plugin_free(p);
}

// However it came to be compiled.
static void saved_values_know_their_scene(void **state) {
  (void)state;
  carom_plugin *p = plugin_of(played_scene);
  carom_scene *scene = scene_of(played_scene);
  carom_model *model = carom_model_compile(scene, NULL, NULL);
  carom_plugin *other = carom_plugin_new_of(model, NULL, NULL, NULL);
  char saved[4000];
  carom_error error;
  assert_in_range(carom_plugin_saved_size(p), 1, sizeof saved);
  carom_plugin_save(p, saved);
  assert_int_equal(carom_plugin_restore(other, saved, &error), CAROM_OK);
  assert_string_equal(error.text, "");
  // A line ends where it ends: the next one is not its value.
  assert_int_equal(
      carom_plugin_restore(other, "carom 1 scene 0\npress\n4059000000000000\n", &error), CAROM_OK);
  block(other);
  assert_true(carom_plugin_get(other, parameter(other, "press")) != 100);
  carom_plugin_free(other);
  carom_plugin_free(p);
  carom_model_free(model);
  carom_scene_free(scene);
}

// A key that has a parameter of its own goes where that says, whichever comes first in the scene.
static void a_key_of_two_parameters_goes_where_its_own_says(void **state) {
  (void)state;
  static const char *const controls[] = {
      "own: {key: bodies.m.damping, from: 0, to: 10}, all: {moves: [[bodies.m.damping, 1, 3], "
      "[bodies.m.frequency, 8, 10]]}",
      "all: {moves: [[bodies.m.damping, 1, 3], [bodies.m.frequency, 8, 10]]}, own: {key: "
      "bodies.m.damping, from: 0, to: 10}"};
  for (int i = 0; i < 2; ++i) {
    char text[600];
    char saved[1000];
    snprintf(text, sizeof text,
             "{carom: 1, duration: 1, bodies: {m: {type: mass, mass: 1, frequency: 9, damping: "
             "2}}, controls: {%s}, outputs: {o: {of: m, audio: true}}}",
             controls[i]);
    carom_plugin *p = plugin_of(text);
    block(p);
    assert_int_equal(carom_plugin_set(p, parameter(p, "all"), 0.25, 0), CAROM_OK);
    assert_int_equal(carom_plugin_set(p, parameter(p, "own"), 7, 0), CAROM_OK);
    block(p);
    assert_in_range(carom_plugin_saved_size(p), 1, sizeof saved);
    const size_t length = carom_plugin_save(p, saved);
    assert_int_equal(length, strlen(saved));
    carom_scene *scene = scene_of(text);
    assert_int_equal(carom_plugin_reload(p, scene, NULL), CAROM_OK);
    carom_scene_free(scene);
    for (int k = 0; k < 4; ++k)
      block(p);
    assert_near(live(carom_plugin_player(p), "bodies.m.damping"), 7, 0);
    carom_plugin *other = plugin_of(text);
    assert_int_equal(carom_plugin_restore(other, saved, NULL), CAROM_OK);
    for (int k = 0; k < 4; ++k)
      block(other);
    assert_near(live(carom_plugin_player(other), "bodies.m.damping"), 7, 0);
    carom_plugin_reset(other); // and again
    for (int k = 0; k < 4; ++k)
      block(other);
    assert_near(live(carom_plugin_player(other), "bodies.m.damping"), 7, 0);
    carom_plugin_free(other);
    carom_plugin_free(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_may_run_out_anywhere_and_the_old_player_plays_on),
      cmocka_unit_test(a_scene_with_other_parameters_is_refused),
      cmocka_unit_test(of_scenes_that_come_too_fast_the_last_one_plays),
      cmocka_unit_test(tuning_and_what_was_learned_outlast_a_reload),
      cmocka_unit_test(a_bow_and_what_is_to_be_learned_outlast_a_reload),
      cmocka_unit_test(a_reset_keeps_the_tuning),
      cmocka_unit_test(saved_values_know_their_scene),
      cmocka_unit_test(a_key_of_two_parameters_goes_where_its_own_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
