// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a technician measures of an action: touch weight, let-off and drop. A heavy arm presses the
// key down with 5 mm/s and lets it up again, so slowly that nothing swings; friction is viscous
// only far below that speed. Bands are those of regulated grands.

#include "action.h"

static const double arm_speed = 5e-3; // m/s
static const double arm_turns = 2.3;  // s
enum { RATE = 24000 };

static void set_thresholds(carom_scene *scene) {
  for (int i = 0; i < 5; ++i) {
    char path[64];
    snprintf(path, sizeof path, "bodies.%s.pin_threshold", action_bodies[i]);
    rig_set(scene, path, i < 4 ? "0.002" : "0.01");
  }
  for (int i = 0; i < 7; ++i) {
    char path[64];
    snprintf(path, sizeof path, "contacts.%s.threshold", action_contacts[i]);
    rig_set(scene, path, "2e-4");
  }
}

// The arm is 1 m long and has 1000 kg m2: it turns at a constant rate, and at the other from
// `arm_turns` on.
static carom_scene *pressed(void) {
  static const char *const keys[][2] = {
      {"rate", "24000"},
      {"bodies.string.points", "5"},
      {"forces.finger.amplitude", "0"},
      {"bodies.arm.type", "linkage"},
      {"bodies.arm.pin", "[-1.218, 0.0051]"},
      {"bodies.arm.mass", "1"},
      {"bodies.arm.inertia", "1000"},
      {"bodies.arm.centre", "[0, 0]"},
      {"bodies.arm.angular_velocity", "-5e-3"},
      {"bodies.arm.marks.tip", "[1, 0]"},
      {"contacts.press.type", "felt"},
      {"contacts.press.circle", "arm@tip"},
      {"contacts.press.radius", "0.005"},
      {"contacts.press.segment", "key"},
      {"contacts.press.from", "[-0.25, 0]"},
      {"contacts.press.to", "[-0.19, 0]"},
      {"contacts.press.c", "2e3"},
      {"contacts.press.d", "20"},
      {"forces.turn.on", "arm"},
      {"forces.turn.table", "[[2.3, 0], [2.301, 1000], [2.31, 1000], [2.311, 0]]"},
      {"outputs.press.of", "press"},
      {"outputs.press.quantity", "force"}};
  carom_scene *scene = scene_of("piano-action");
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i)
    rig_set(scene, keys[i][0], keys[i][1]);
  set_thresholds(scene);
  return scene;
}

/// A mean of the force on the key's front, in g, over a range of its travel.
typedef struct {
  double sum;
  int count;
} weight;

static void weigh(weight *w, const rig *r, double low, double high) {
  const double key = action_read(r, "key");
  if (key > low && key < high) {
    w->sum += action_read(r, "press") / 9.81 * 1e3;
    ++w->count;
  }
}

static double weight_of(const weight *w) {
  assert_true(w->count > 0);
  return w->sum / w->count;
}

// Down weight from 2 to 4 mm of travel, before the key lifts the damper and the jack's toe meets
// its button; up weight likewise. The closest approach of the hammer in a slow press is the
// let-off; then it lies on the repetition lever, lower by the drop.
static void touch_weight_letoff_and_drop_are_those_of_a_grand(void **state) {
  (void)state;
  rig r = rig_of(pressed());
  weight down[2] = {{0, 0}};
  weight up[2] = {{0, 0}};
  double closest = 1;
  double letoff_force = 0;
  for (int n = 0; n < arm_turns * RATE; ++n) {
    rig_steps(&r, 1);
    weigh(&down[0], &r, 2e-3, 2.5e-3);
    weigh(&down[1], &r, 3e-3, 3.5e-3);
    closest = fmin(closest, action_read(&r, "gap"));
    letoff_force = fmax(letoff_force, action_read(&r, "press"));
  }
  const double drop = action_read(&r, "gap");
  assert_true(action_read(&r, "key") > 9e-3);
  for (int n = 0; n < (arm_turns - 0.3) * RATE; ++n) {
    rig_steps(&r, 1);
    weigh(&up[0], &r, 2e-3, 2.5e-3);
    weigh(&up[1], &r, 3e-3, 3.5e-3);
  }
  for (int i = 0; i < 2; ++i) {
    assert_near(weight_of(&down[i]), 47.5, 10.5); // 37 to 58 g
    assert_near(weight_of(&up[i]), 25.5, 7.5);    // 18 to 33 g
  }
  assert_near(closest, 1.5e-3, 0.5e-3); // 1 to 2 mm
  assert_near(drop, 3e-3, 1e-3);        // 2 to 4 mm below the string
  assert_true(letoff_force > 0.8 && letoff_force < 2);
  assert_at_most(rig_error(&r), 1e-6);
  assert_near(arm_speed * arm_turns, 11.5e-3, 1e-12); // as the table has it
  rig_free(&r);
}

// Raised by 0.5 mm, the button comes too late: the jack still pushes when the hammer strikes.
static void a_button_too_high_blocks_the_hammer(void **state) {
  (void)state;
  carom_scene *scene = action_scene();
  rig_set(scene, "contacts.letoff.from", "[0.045, 0.0555]");
  rig_set(scene, "contacts.letoff.to", "[0.075, 0.0555]");
  action_hold(scene, 2);
  rig r = rig_of(scene);
  const blow b = action_blow(&r, 0.2);
  assert_true(b.strikes && b.time - b.letoff < 1.5 / 48000);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(touch_weight_letoff_and_drop_are_those_of_a_grand),
      cmocka_unit_test(a_button_too_high_blocks_the_hammer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
