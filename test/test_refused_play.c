// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What players and plugins refuse instead of undefined: NULL, and indices that are none.

#include "refused.h"

#include <carom/plugin.h>

static const char scene_text[] =
    "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, tension: 100}}, "
    "outputs: "
    "{o: {of: s@0.2, audio: true, gain: 1}}, controls: {k: {key: bodies.s.sigma0, to: 9}, p: "
    "{gesture: pluck, on: s@0.2, to: 2, midi: note-on}}}";

static carom_error error;
static float left[4], right[4];

static bool is_silent(void) {
  bool silent = true;
  for (int i = 0; i < 4; ++i) {
    silent = silent && left[i] == 0 && right[i] == 0;
    left[i] = right[i] = 1;
  }
  return silent;
}

static bool no_report(carom_player_report a) {
  return zeros(&a, offsetof(carom_player_report, balance_error)) && isnan(a.balance_error);
}

static bool no_parameter(carom_parameter a) {
  return a.control == -1 && empty(a.name) && !a.triggers;
}

static void no_player_is_silent(void **state) {
  (void)state;
  const unsigned char note[] = {0x90, 60, 100};
  IS(carom_scene_prepare_play(NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_player_compile(NULL, 0, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
  IS(carom_player_new(NULL, NULL, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
  IS(carom_player_new_of(NULL, NULL, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
  QUIET(carom_player_free(NULL));
  QUIET(carom_player_reset(NULL));
  IS(carom_player_model(NULL) == NULL);
  IS(carom_player_latency(NULL) == 0);
  IS(carom_player_voices(NULL) == 0);
  QUIET(carom_player_midi(NULL, note, 3));
  QUIET(carom_player_midi_at(NULL, note, 3, 0));
  IS(carom_player_set(NULL, 0, 1) == CAROM_NOT_LIVE);
  IS(carom_player_set_at(NULL, 0, 1, 0) == CAROM_NOT_LIVE);
  IS(isnan(carom_player_get(NULL, 0)));
  QUIET(carom_player_tune(NULL, 440, 2));
  IS(carom_player_recall(NULL, -1) == CAROM_NOT_LIVE);
  QUIET(carom_player_learn(NULL, 0));
  IS(carom_player_learning(NULL) == -1);
  IS(carom_player_tie(NULL, 0, 1) == CAROM_NOT_LIVE);
  IS(carom_player_tied(NULL, 0) == -1);
  QUIET(carom_player_watch(NULL, NULL, NULL));
  IS(carom_player_rests(NULL));
  IS(no_report(carom_player_poll(NULL)));
  (void)is_silent();
  IS((carom_player_render(NULL, 4, left, right), is_silent()));
}

static void a_player_refuses_what_is_none(void **state) {
  (void)state;
  carom_scene *scene = scene_of(scene_text);
  carom_player *player = carom_player_new(scene, NULL, NULL, &error);
  assert_non_null(player);
  static const int none[] = {-1, 9999, INT32_MIN, INT32_MAX};
  for (int i = 0; i < 4; ++i) {
    IS(carom_player_set(player, none[i], 1) == CAROM_NOT_LIVE);
    IS(carom_player_set_at(player, none[i], 1, 0) == CAROM_NOT_LIVE);
    IS(isnan(carom_player_get(player, none[i])));
    IS(carom_player_recall(player, none[i] == -1 ? 1 : none[i]) == CAROM_NOT_LIVE);
    IS(carom_player_tie(player, none[i], 1) == CAROM_NOT_LIVE);
    IS(carom_player_tie(player, 0, none[i] == -1 ? 64 : none[i]) == CAROM_BAD_VALUE);
    IS(carom_player_tied(player, none[i]) == -1);
    IS((carom_player_learn(player, none[i]), carom_player_learning(player) == -1));
  }
  QUIET(carom_player_midi(player, NULL, 3));
  QUIET(carom_player_midi_at(player, NULL, 3, 0));
  QUIET(carom_player_render(player, -1, left, right));
  carom_player_free(player);
  carom_scene_free(scene);
}

static void no_plugin_is_silent(void **state) {
  (void)state;
  IS(carom_model_parameters(NULL) == 0);
  IS(no_parameter(carom_model_parameter(NULL, 0)));
  IS(carom_plugin_new(NULL, NULL, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
  IS(carom_plugin_new_of(NULL, NULL, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
  QUIET(carom_plugin_free(NULL));
  QUIET(carom_plugin_reset(NULL));
  IS(carom_plugin_parameters(NULL) == 0);
  IS(no_parameter(carom_plugin_parameter(NULL, 0)));
  IS(isnan(carom_plugin_get(NULL, 0)));
  IS(carom_plugin_begin(NULL) == NULL);
  IS(carom_plugin_player(NULL) == NULL);
  IS(carom_plugin_set(NULL, 0, 1, 0) == CAROM_NOT_LIVE);
  QUIET(carom_plugin_tune(NULL, 440, 2));
  QUIET(carom_plugin_learn(NULL, true));
  (void)is_silent();
  IS((carom_plugin_render(NULL, 4, left, right), is_silent()));
  IS(carom_plugin_rests(NULL));
  IS(!carom_plugin_spent(NULL));
  QUIET(carom_plugin_tidy(NULL));
  IS(carom_plugin_reload(NULL, NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_plugin_saved_size(NULL) == 0);
  IS(carom_plugin_save(NULL, NULL) == 0);
  IS(carom_plugin_restore(NULL, "", &error) == CAROM_BAD_VALUE);
}

static void a_plugin_refuses_what_is_none(void **state) {
  (void)state;
  carom_scene *scene = scene_of(scene_text);
  carom_plugin *plugin = carom_plugin_new(scene, NULL, NULL, &error);
  assert_non_null(plugin);
  IS(carom_plugin_begin(plugin) != NULL);
  static const int none[] = {-1, 9999, INT32_MIN, INT32_MAX};
  for (int i = 0; i < 4; ++i) {
    IS(no_parameter(
        carom_model_parameter(carom_player_model(carom_plugin_player(plugin)), none[i])));
    IS(no_parameter(carom_plugin_parameter(plugin, none[i])));
    IS(isnan(carom_plugin_get(plugin, none[i])));
    IS(carom_plugin_set(plugin, none[i], 1, 0) == CAROM_NOT_LIVE);
  }
  IS(carom_plugin_set(plugin, 0, NAN, 0) == CAROM_BAD_VALUE);
  IS(carom_plugin_reload(plugin, NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_plugin_restore(plugin, NULL, &error) == CAROM_BAD_FILE);
  carom_plugin_free(plugin);
  carom_scene_free(scene);
}

static void options_of_zeros_are_refused(void **state) {
  (void)state;
  carom_scene *scene = scene_of(scene_text);
  carom_model *model = carom_player_compile(scene, 0, NULL, &error);
  assert_non_null(model);
  const carom_player_options zero = {0};
  IS(carom_player_new(scene, &zero, NULL, &error) == NULL && begins_wrong(&error));
  IS(carom_player_new_of(model, &zero, NULL, &error) == NULL && begins_wrong(&error));
  IS(carom_plugin_new(scene, &zero, NULL, &error) == NULL && begins_wrong(&error));
  IS(carom_plugin_new_of(model, &zero, NULL, &error) == NULL && begins_wrong(&error));
  carom_model_free(model);
  carom_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_player_is_silent),
      cmocka_unit_test(a_player_refuses_what_is_none),
      cmocka_unit_test(no_plugin_is_silent),
      cmocka_unit_test(a_plugin_refuses_what_is_none),
      cmocka_unit_test(options_of_zeros_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
