// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Controls that learn controllers.

#include "allocations.h"
#include "play/play.h"
#include "played_scene.h"
#include "support.h"

static carom_player *player_of(const char *text) {
  carom_scene *scene = scene_of(text);
  carom_player *p = NULL;
  assert_non_null(p = carom_player_new(scene, NULL, NULL, NULL));
  carom_scene_free(scene);
  return p;
}

static int control(const carom_player *p, const char *name) {
  return carom_model_find_control(p->model, name);
}

static void send_controller(carom_player *p, int number, int value) {
  const unsigned char bytes[] = {0xB0, (unsigned char)number, (unsigned char)value};
  carom_player_midi(p, bytes, 3);
}

static float left[4096], right[4096];

static void a_control_learns_the_next_controller(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  const int press = control(p, "press");
  carom_player_learn(p, press);
  assert_int_equal(carom_player_learning(p), press);
  send_controller(p, 21, 127);
  assert_int_equal(carom_player_learning(p), -1);
  assert_int_equal(carom_player_tied(p, press), 21);
  assert_near(carom_player_get(p, press), 300, 0);
  send_controller(p, 22, 0); // not that one
  assert_near(carom_player_get(p, press), 300, 0);
  send_controller(p, 21, 0);
  assert_near(carom_player_get(p, press), 100, 0);
  // It follows pressure as before.
  const unsigned char pressure[] = {0xD0, 127};
  carom_player_midi(p, pressure, 2);
  assert_near(carom_player_get(p, press), 300, 0);
  carom_player_free(p);
}

static void what_has_learned_leaves_the_scene_s_controller(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  const int stiff = control(p, "stiff"); // cc1
  const int bow = control(p, "bow");     // cc2
  assert_int_equal(carom_player_tie(p, stiff, 21), CAROM_OK);
  send_controller(p, 1, 127);
  assert_near(carom_player_get(p, stiff), 1e7, 0);
  send_controller(p, 21, 127);
  assert_near(carom_player_get(p, stiff), 1e8, 0);
  // A controller that was learned moves nothing else.
  assert_int_equal(carom_player_tie(p, stiff, 2), CAROM_OK);
  send_controller(p, 2, 0);
  assert_near(carom_player_get(p, stiff), 1e5, 1e-9);
  assert_near(carom_player_get(p, bow), 0, 0);
  assert_int_equal(carom_player_poll(p).refused, 0);
  // Untied, both are as the scene says; a reset does not untie.
  carom_player_reset(p);
  assert_int_equal(carom_player_tied(p, stiff), 2);
  assert_int_equal(carom_player_tie(p, stiff, -1), CAROM_OK);
  send_controller(p, 1, 127);
  assert_near(carom_player_get(p, stiff), 1e8, 0);
  send_controller(p, 2, 127);
  assert_near(carom_player_get(p, bow), 1, 0);
  carom_player_free(p);
}

static void controllers_with_a_meaning_are_not_learned(void **state) {
  (void)state;
  static const int meaning[] = {0, 6, 32, 38, 64, 96, 98, 101, 120, 121, 123, 127};
  carom_player *p = player_of(played_scene);
  const int stiff = control(p, "stiff");
  carom_player_learn(p, stiff);
  for (size_t i = 0; i < sizeof meaning / sizeof meaning[0]; ++i) {
    send_controller(p, meaning[i], 1);
    assert_int_equal(carom_player_learning(p), stiff);
    assert_int_equal(carom_player_tie(p, stiff, meaning[i]), CAROM_BAD_VALUE);
  }
  assert_int_equal(carom_player_tied(p, stiff), -1);
  carom_player_learn(p, -1);
  send_controller(p, 21, 1);
  assert_int_equal(carom_player_tied(p, stiff), -1);
  assert_int_equal(carom_player_tie(p, stiff, 128), CAROM_BAD_VALUE);
  assert_int_equal(carom_player_tie(p, 99, 21), CAROM_NOT_LIVE);
  assert_int_equal(carom_player_tied(p, 99), -1);
  carom_player_learn(p, 99);
  assert_int_equal(carom_player_learning(p), -1);
  carom_player_free(p);
}

static void a_button_strikes_when_it_is_pressed_and_not_when_it_is_let_go(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  assert_int_equal(carom_player_tie(p, control(p, "pluck"), 21), CAROM_OK);
  send_controller(p, 21, 0);
  carom_player_render(p, 4096, left, right);
  assert_near(carom_player_poll(p).peak_left, 0, 0);
  send_controller(p, 21, 127);
  carom_player_render(p, 4096, left, right);
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  carom_player_free(p);
}

static void a_flood_of_controllers_while_learning_is_survived_without_allocation(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  uint64_t seed = 3;
  const long long before = calls;
  for (int i = 0; i < 20000; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    if (i % 7 == 0)
      carom_player_learn(p, (int)(seed >> 60));
    send_controller(p, (int)(seed >> 40) & 127, (int)(seed >> 50) & 127);
    if (i % 1000 == 0)
      carom_player_render(p, 256, left, right);
  }
  assert_int_equal(calls, before);
  for (int i = 0; i < 256; ++i)
    assert_true(isfinite(left[i]) && fabsf(left[i]) <= 1);
  carom_player_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_control_learns_the_next_controller),
      cmocka_unit_test(what_has_learned_leaves_the_scene_s_controller),
      cmocka_unit_test(controllers_with_a_meaning_are_not_learned),
      cmocka_unit_test(a_button_strikes_when_it_is_pressed_and_not_when_it_is_let_go),
      cmocka_unit_test(a_flood_of_controllers_while_learning_is_survived_without_allocation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
