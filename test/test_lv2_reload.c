// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The scene of a plugin, read anew while it plays: compiled by the host's worker, and faded in.

#include "allocations.h"
#include "lv2_rig.h"

static lv2_rig rig_a, rig_b;

// Plays a chord and runs until what it rings with has settled somewhat.
static void strike_chord(lv2_rig *r) {
  lv2_send(r, 0, 0x90, 52, 110);
  lv2_send(r, 0, 0x90, 57, 110);
  for (int i = 0; i < 8; ++i)
    lv2_run(r, 512);
}

static void press_reload(lv2_rig *r) {
  r->value[PORT_RELOAD] = 1;
  lv2_run(r, 64);
  r->value[PORT_RELOAD] = 0;
  lv2_run(r, 64);
}

static void a_scene_is_compiled_by_the_worker_and_faded_in(void **state) {
  (void)state;
  lv2_rig *r = opened(&rig_a, 44100);
  lv2_rig *plain = opened(&rig_b, 44100);
  instrument *in = r->handle;
  const carom_player *old = lv2_player(r);
  lv2_state before = {0};
  lv2_state after = {0};
  float step = 0; // largest, of the same chord that rings on
  strike_chord(r);
  strike_chord(plain);
  const float level = loudest(r, 512);
  r->value[lv2_port(r, "press")] = 222;
  assert_int_equal(
      carom_player_tie(lv2_player(r), carom_plugin_parameter(in->plugin, 0).control, 21), CAROM_OK);
  lv2_run(r, 64);
  assert_int_equal(lv2_save(r, &before), LV2_STATE_SUCCESS);
  lv2_write_scene(r, "bodies.body.mass", "0.06");
  const long long allocated = calls;
  press_reload(r);
  assert_ptr_equal(lv2_player(r), old);
  assert_int_equal(calls, allocated); // not by run()
  assert_int_equal(lv2_work(r), 1);
  const long long compiled = calls;
  assert_true(compiled > allocated);
  float last = r->left[63];
  for (int i = 0; i < 20; ++i) {
    lv2_run(r, 64);
    lv2_run(plain, 64);
    for (int k = 0; k < 64; ++k) {
      step = fmaxf(step, fabsf(r->left[k] - last));
      last = r->left[k];
    }
  }
  assert_int_equal(calls, compiled);
  assert_ptr_not_equal(lv2_player(r), old);
  // The chord is gone without a click: no step is larger than those of the chord itself.
  float chord = 0;
  for (int k = 1; k < 64; ++k)
    chord = fmaxf(chord, fabsf(plain->left[k] - plain->left[k - 1]));
  assert_true(step < 2 * chord);
  assert_true(loudest(r, 64) < level / 100);
  // The old one is freed by the worker; controls and what was learned are as they were.
  assert_int_equal(lv2_work(r), 1);
  const int press = carom_model_find_control(carom_player_model(lv2_player(r)), "press");
  assert_near(carom_player_get(lv2_player(r), press), 222, 0);
  assert_int_equal(carom_player_tied(lv2_player(r), carom_plugin_parameter(in->plugin, 0).control),
                   21);
  assert_int_equal(lv2_save(r, &after), LV2_STATE_SUCCESS);
  assert_true(memcmp(before.text, after.text, 30) != 0); // another scene
  assert_string_equal(strchr(before.text, '\n'), strchr(after.text, '\n'));
  strike_chord(r);
  assert_true(loudest(r, 512) > level / 10);
  lv2_close(r);
  lv2_close(plain);
}

static void a_scene_that_cannot_be_played_is_told_and_the_old_one_plays_on(void **state) {
  (void)state;
  static const char *const wrong[][2] = {
      {"{\"carom\": 1, \"bodies\": {\"b\": {\"type\": \"blob\"}}}", "carom: scene.json:1:"},
      {"", "scene.json"},
      {NULL, "scene.json: cannot be read from the plugin's bundle; what was loaded before"},
      {"controls", "its controls are no longer those that the host knows; load the plugin anew"},
      {"key", "there is no live key 'contacts.none.stiffness'"},
  };
  lv2_rig *r = opened(&rig_a, 44100);
  const carom_player *old = lv2_player(r);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    char path[200];
    snprintf(path, sizeof path, "%.60s/scene.json", r->bundle);
    if (wrong[i][0] == NULL)
      assert_int_equal(unlink(path), 0);
    else if (strcmp(wrong[i][0], "controls") == 0)
      lv2_write_scene(r, "controls.more.key", "bodies.body.damping");
    else if (strcmp(wrong[i][0], "key") == 0)
      lv2_write_scene(r, "controls.stiff.key", "contacts.none.stiffness");
    else
      lv2_write(r, "scene.json", wrong[i][0]);
    strike_chord(r);
    r->log[0] = '\0';
    press_reload(r);
    assert_int_equal(lv2_work(r), 1);
    if (strstr(r->log, wrong[i][1]) == NULL)
      fail_msg("%s: %s", wrong[i][1], r->log);
    lv2_run(r, 512);
    assert_true(loudest(r, 512) > 1e-3f);
    assert_ptr_equal(lv2_player(r), old);
  }
  lv2_write_scene(r, NULL, NULL); // and once it is right again
  press_reload(r);
  assert_int_equal(lv2_work(r), 1);
  lv2_run(r, 64);
  assert_ptr_not_equal(lv2_player(r), old);
  lv2_close(r);
}

static void a_bundle_without_a_scene_or_with_a_bad_one_is_refused_and_told(void **state) {
  (void)state;
  char path[200];
  lv2_make_bundle(fresh(&rig_a));
  snprintf(path, sizeof path, "%.60s/scene.json", rig_a.bundle);
  lv2_write_scene(&rig_a, "controls.stiff.key", "contacts.none.stiffness");
  assert_false(lv2_instantiate(&rig_a, 44100));
  assert_non_null(strstr(rig_a.log, "controls.stiff.key: there is no live key"));
  lv2_end(&rig_a);
  assert_int_equal(unlink(path), 0);
  assert_false(lv2_instantiate(&rig_a, 44100));
  assert_non_null(strstr(rig_a.log, "scene.json: cannot be read from the plugin's bundle"));
  lv2_close(&rig_a);
}

static void without_a_worker_reload_starts_from_rest(void **state) {
  (void)state;
  fresh(&rig_a)->without_worker = true;
  lv2_open(&rig_a, 44100);
  lv2_rig *r = &rig_a;
  const carom_player *old = lv2_player(r);
  strike_chord(&rig_a);
  press_reload(&rig_a);
  for (int i = 0; i < 3; ++i)
    lv2_run(&rig_a, 512);
  assert_ptr_equal(lv2_player(r), old);
  assert_near(loudest(&rig_a, 512), 0, 1e-9);
  assert_int_equal(lv2_restore_text(&rig_a, "carom 1 scene 0\nstiff 4130000000000000\n"), 0);
  const long long before = calls;
  lv2_run(&rig_a, 64);
  assert_int_equal(calls, before);
  lv2_close(&rig_a);
}

// Whatever a host leaves undone, nothing is played twice, and the sanitizers find nothing lost.
static void hosts_may_end_at_any_time(void **state) {
  (void)state;
  for (int stage = 0; stage < 4; ++stage) {
    lv2_rig *r = opened(&rig_a, 44100);
    const carom_player *old = lv2_player(r);
    strike_chord(r);
    press_reload(r);
    if (stage >= 1)
      lv2_work(r);
    if (stage >= 2)
      lv2_run(r, 100); // in the middle of the fade
    if (stage >= 2)
      assert_ptr_not_equal(lv2_player(r), old);
    if (stage >= 3) {
      assert_int_equal(lv2_restore_text(r, "carom 1 scene 0\nstiff 4130000000000000\n"), 0);
      r->plugin->activate(r->handle);
      lv2_run(r, 100);
      assert_near(loudest(r, 100), 0, 0);
    }
    lv2_close(r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_scene_is_compiled_by_the_worker_and_faded_in),
      cmocka_unit_test(a_scene_that_cannot_be_played_is_told_and_the_old_one_plays_on),
      cmocka_unit_test(a_bundle_without_a_scene_or_with_a_bad_one_is_refused_and_told),
      cmocka_unit_test(without_a_worker_reload_starts_from_rest),
      cmocka_unit_test(hosts_may_end_at_any_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
