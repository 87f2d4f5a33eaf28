// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The action of a grand piano: its energy, its rest, and blows of many forces.

#include "action.h"

// --- Energy -------------------------------------------------------------------------------------

static void leave(carom_scene *scene, const char *format, const char *name) {
  char path[64];
  snprintf(path, sizeof path, format, name);
  rig_set(scene, path, "0");
}

static void leave_losses(carom_scene *scene) {
  for (int i = 0; i < ACTION_CONTACTS; ++i) {
    leave(scene, "contacts.%s.d", action_contacts[i]);
    leave(scene, "contacts.%s.friction", action_contacts[i]);
  }
  for (int i = 0; i < ACTION_BODIES; ++i)
    leave(scene, "bodies.%s.pin_friction", action_bodies[i]);
  leave(scene, "bodies.%s.stop.damping", "jack");
  leave(scene, "bodies.%s.stop.damping", "lever");
  leave(scene, "bodies.%s.stop.damping", "damper");
  leave(scene, "bodies.%s.shank.damping_ratio", "hammer");
  leave(scene, "bodies.%s.sigma0", "string");
  leave(scene, "bodies.%s.sigma1", "string");
}

// A forte blow and the release after it, 0.5 s: every contact pushes at some time, the hammer's
// rest, which is raised for that, from the start. Balance: the sum of all energies less the work of
// the finger, over the largest of them.
static void energy_is_kept_with_all_contacts_active(void **state) {
  (void)state;
  for (int losses = 0; losses < 2; ++losses) {
    carom_scene *scene = action_scene();
    bool pushed[ACTION_CONTACTS] = {false};
    rig_set(scene, "forces.finger.table", "[[0, 0], [0.02, -8], [0.2, -8], [0.22, 0]]");
    rig_set(scene, "contacts.rest.from", "[0.1, 0.0764]");
    rig_set(scene, "contacts.rest.to", "[0.22, 0.0764]");
    if (losses == 0)
      leave_losses(scene);
    rig r = rig_of(scene);
    for (int n = 0; n < 24000; ++n) {
      rig_steps(&r, 1);
      for (int i = 0; i < ACTION_CONTACTS; ++i) {
        char name[32];
        snprintf(name, sizeof name, "on_%s", action_contacts[i]);
        pushed[i] = pushed[i] || action_read(&r, name) > 0;
      }
    }
    const carom_ledger ledger = carom_state_ledger(r.state);
    for (int i = 0; i < ACTION_CONTACTS; ++i)
      if (!pushed[i])
        fail_msg("%s never pushes", action_contacts[i]);
    assert_at_most(rig_error(&r), 1e-10); // 1e-6 is asked for
    assert_true(ledger.supplied > 0.01);
    if (losses == 0)
      assert_at_most(fabs(ledger.dissipated), 1e-9 * ledger.supplied);
    else
      assert_true(ledger.dissipated > 0.5 * ledger.supplied);
    rig_free(&r);
  }
}

// --- Rest ---------------------------------------------------------------------------------------

// Nothing moves before the finger does, and the damper presses on the string with its weight: the
// torque about its pin over the lever of its head, from the scene's numbers.
static void the_action_rests_before_it_is_played(void **state) {
  (void)state;
  carom_scene *scene = action_scene();
  rig_set(scene, "forces.finger.table", "[[0, 0]]");
  rig r = rig_of(scene);
  rig_steps(&r, 1);
  const double gap = action_read(&r, "gap");
  const double press = action_read(&r, "on_damp");
  rig_steps(&r, 4800);
  assert_near(action_read(&r, "gap"), gap, 1e-9);
  assert_near(action_read(&r, "key"), 0, 1e-9);
  assert_near(action_read(&r, "on_damp"), press, 1e-6 * press);
  const double torque = 8e-3 * 9.81 * 0.11 + 0.01; // the lever turns by 1 mrad: 1 %
  assert_near(press, torque / 0.16, 0.01 * press);
  assert_near(gap, 0.048, 0.001); // the blow distance
  rig_free(&r);
}

// --- Blows --------------------------------------------------------------------------------------

// At every force the jack lets go before the hammer strikes, and a stronger one strikes faster.
// Without damper and shank an independent program, a tree of the same sizes stepped by Runge-Kutta
// formulas of order 4 at 2 us, found the speeds of the second row; it is not part of this
// repository. The damper takes up to 10 %.
static void the_jack_lets_off_and_speed_rises_with_force(void **state) {
  (void)state;
  static const double forces[] = {0.8, 1, 1.5, 2, 3, 4, 6, 8, 12, 16};
  static const double bare[] = {0.50, 0.70, 1.06, 1.32, 1.73, 2.05, 2.58, 2.99, 3.70, 4.23};
  double before = 0;
  for (int i = 0; i < 10; ++i) {
    carom_scene *scene = action_scene();
    action_hold(scene, forces[i]);
    rig r = rig_of(scene);
    const blow b = action_blow(&r, 0.25);
    assert_true(b.strikes && b.speed > before);
    assert_true(b.letoff > 0 && b.time > b.letoff + 1.5 / 48000);
    assert_true(b.gap > 0.3e-3);
    assert_near(b.speed, bare[i], 0.11 * bare[i]);
    before = b.speed;
    if (i == 0)
      assert_at_most(b.speed, 0.5);
    rig_free(&r);
  }
  assert_true(before > 4);
}

static void remove_keys(carom_scene *scene, const char *const *paths) {
  for (; *paths != NULL; ++paths)
    assert_int_equal(carom_scene_remove(scene, *paths, NULL), CAROM_OK);
}

// The same without damper and with a rigid hammer: within the digits of that program, which is not
// here.
static void the_bare_action_strikes_as_an_independent_program_had_it(void **state) {
  (void)state;
  static const double forces[] = {1, 4, 16};
  static const double speeds[] = {0.70, 2.05, 4.23};
  static const char *const extra[] = {"contacts.lift",
                                      "contacts.damp",
                                      "outputs.on_lift",
                                      "outputs.on_damp",
                                      "outputs.damper",
                                      "bodies.damper",
                                      "bodies.hammer.shank.from",
                                      "bodies.hammer.shank.length",
                                      "bodies.hammer.shank.diameter",
                                      "bodies.hammer.shank.youngs",
                                      "bodies.hammer.shank.density",
                                      "bodies.hammer.shank.damping_ratio",
                                      "bodies.hammer.shank.shapes",
                                      "bodies.hammer.shank.head_mass",
                                      "bodies.hammer.shank.head_inertia",
                                      "bodies.hammer.shank.head_centre",
                                      NULL};
  for (int i = 0; i < 3; ++i) {
    carom_scene *scene = action_scene();
    action_hold(scene, forces[i]);
    remove_keys(scene, extra);
    rig r = rig_of(scene);
    assert_near(action_blow(&r, 0.2).speed, speeds[i], 0.006);
    rig_free(&r);
  }
}

// The fitted forte: it strikes at 109 ms (C. P. Vyasarayani, 2009), here with 2.8 m/s, and the
// backcheck holds the hammer as long as the key is down.
static void a_forte_blow_is_checked(void **state) {
  (void)state;
  carom_scene *scene = action_scene();
  rig r = rig_of(scene);
  const blow b = action_blow(&r, 0.15);
  assert_near(b.time, 0.109, 0.005);
  assert_near(b.speed, 2.8, 0.1);
  rig_steps(&r, (long long)(48000 * (0.3 - b.time)));
  double least = 1;
  double most = 0;
  for (int n = 0; n < 4800; ++n) {
    rig_steps(&r, 1);
    assert_true(action_read(&r, "on_check") > 0);
    least = fmin(least, action_read(&r, "gap"));
    most = fmax(most, action_read(&r, "gap"));
  }
  assert_true(least > 0.012 && most < 0.025 && most - least < 0.001);
  rig_free(&r);
}

// The same two links under other names and in another order are the same motion.
static void links_may_be_named_in_any_order(void **state) {
  (void)state;
  static const char *const texts[] = {
      "{carom: 1, rate: 4000, gravity: 9.81, solver: {method: mechanism}, bodies: {a: {type: "
      "linkage, pin: [0, 0], mass: 0.2, inertia: 1e-3, centre: [0.1, 0]}, b: {type: linkage, on: "
      "a, pin: [0.2, 0], mass: 0.1, inertia: 1e-3, centre: [0.1, 0], marks: {tip: [0.2, 0]}}}, "
      "outputs: {tip: {of: b@tip, quantity: x}}}",
      "{carom: 1, rate: 4000, gravity: 9.81, solver: {method: mechanism}, bodies: {b: {type: "
      "linkage, on: a, pin: [0.2, 0], mass: 0.1, inertia: 1e-3, centre: [0.1, 0], marks: {tip: "
      "[0.2, 0]}}, a: {type: linkage, pin: [0, 0], mass: 0.2, inertia: 1e-3, centre: [0.1, 0]}}, "
      "outputs: {tip: {of: b@tip, quantity: x}}}"};
  rig r[2] = {rig_of(scene_of(texts[0])), rig_of(scene_of(texts[1]))};
  for (int n = 0; n < 4000; ++n) {
    rig_steps(&r[0], 1);
    rig_steps(&r[1], 1);
    assert_true(carom_output(r[0].model, r[0].state, 0) == carom_output(r[1].model, r[1].state, 0));
  }
  rig_free(&r[0]);
  rig_free(&r[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_is_kept_with_all_contacts_active),
      cmocka_unit_test(the_action_rests_before_it_is_played),
      cmocka_unit_test(the_jack_lets_off_and_speed_rises_with_force),
      cmocka_unit_test(the_bare_action_strikes_as_an_independent_program_had_it),
      cmocka_unit_test(a_forte_blow_is_checked),
      cmocka_unit_test(links_may_be_named_in_any_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
