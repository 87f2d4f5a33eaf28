// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Controls whose ends are curves over the keyboard: a stroke has the force of its key.

#include "play_rig.h"

static double played_value[8];
static int played_count;

static void keep(void *user, const carom_played *what) {
  const carom_player *p = user;
  const char *name = carom_model_control(p->model, what->control).name;
  if (strcmp(name, "pluck") == 0 && played_count < 8)
    played_value[played_count++] = what->value;
}

static double force_of(carom_player *p, int key, int velocity) {
  played_count = 0;
  carom_player_watch(p, keep, p);
  send(p, 0x90, key, velocity);
  assert_int_equal(played_count, 1);
  return played_value[0];
}

static carom_player *plucked(const char *from, const char *to, const char *curve) {
  carom_scene *scene = scene_of(played_scene);
  carom_error error;
  assert_int_equal(carom_scene_remove(scene, "controls.pluck.force", NULL), CAROM_OK);
  rig_set(scene, "controls.pluck.from", from);
  rig_set(scene, "controls.pluck.to", to);
  rig_set(scene, "controls.pluck.curve", curve);
  carom_player *p = carom_player_new(scene, NULL, NULL, &error);
  if (p == NULL)
    fail_msg("%s", error.text);
  carom_scene_free(scene);
  return p;
}

// Geometric between the notes, held beyond them; a line over velocity, or a curve.
static void a_stroke_has_the_force_of_its_key(void **state) {
  (void)state;
  carom_player *p = plucked("{C3: 0.1, C5: 0.4}", "{60: 2}", "linear");
  const carom_control_info info =
      carom_model_control(p->model, carom_model_find_control(p->model, "pluck"));
  assert_near(info.from, 0.1, 0);
  assert_near(info.to, 2, 0);
  assert_near(force_of(p, 48, 127), 2, 1e-15);
  assert_near(force_of(p, 60, 127), 2, 1e-15);
  for (int i = 0; i < 5; ++i) {
    const int key = (int[]){40, 48, 54, 60, 80}[i];
    const double soft = (double[]){0.1, 0.1, 0.1 * sqrt(2), 0.2, 0.4}[i];
    assert_near(force_of(p, key, 1), soft + (2 - soft) / 127, 1e-12);
  }
  carom_player_free(p);
}

static void downwards_a_stroke_may_grow_by_a_factor_too(void **state) {
  (void)state;
  carom_player *p = plucked("{C3: -0.1, C5: -0.2}", "-2", "log");
  const carom_control_info info =
      carom_model_control(p->model, carom_model_find_control(p->model, "pluck"));
  assert_near(info.from, -0.1, 0);
  assert_near(info.to, -2, 0);
  assert_near(force_of(p, 48, 127), -2, 1e-14);
  assert_near(force_of(p, 48, 64), -0.1 * pow(20, 64 / 127.), 1e-12);
  assert_near(force_of(p, 60, 64), -0.15 * pow(2 / 0.15, 64 / 127.),
              1e-12); // a line where negative
  assert_int_equal(carom_player_poll(p).refused, 0);
  carom_player_free(p);
}

// What a note's end does follows its key as well.
static void a_damper_may_fall_harder_on_lower_keys(void **state) {
  (void)state;
  carom_player *p = player_with(played_scene, "controls.damper.to", "{C3: 4, C4: 1}");
  send(p, 0x90, 54, 90);
  send(p, 0x80, 54, 64);
  wait_for(p, 2048);
  assert_near(live(p, "contacts.damp1.damper"), 2, 1e-12);
  carom_player_free(p);
}

// The ends of a range may be rounded numbers: a key a little beyond them is not moved by an octave.
static void a_key_at_the_end_of_a_range_is_not_folded(void **state) {
  (void)state;
  static const struct {
    const char *path, *end;
    int key;
    double pitch;
  } ends[] = {{"controls.pitch.to", "220", 57, 220},
              {"controls.pitch.to", "219.9", 57, 219.9},
              {"controls.pitch.from", "110.1", 45, 110.1},
              {"controls.pitch.from", "120", 45, 220}};
  for (int i = 0; i < 4; ++i) {
    carom_player *p = player_with(played_scene, ends[i].path, ends[i].end);
    send(p, 0x90, ends[i].key, 90);
    wait_for(p, 2048);
    assert_near(live(p, "bodies.string1.pitch"), ends[i].pitch, 1e-9);
    carom_player_free(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stroke_has_the_force_of_its_key),
      cmocka_unit_test(downwards_a_stroke_may_grow_by_a_factor_too),
      cmocka_unit_test(a_damper_may_fall_harder_on_lower_keys),
      cmocka_unit_test(a_key_at_the_end_of_a_range_is_not_folded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
