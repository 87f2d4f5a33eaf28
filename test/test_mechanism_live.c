// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mechanism method while it runs: live forces and frictions, and accelerations.

#include "support.h"

static int live_key(const rig *r, const char *path) {
  const int index = carom_model_find_live(r->model, path);
  assert_true(index >= 0);
  return index;
}

#define ROD                                                                                        \
  "{carom: 1, rate: 10000, solver: {method: mechanism}, bodies: {rod: {type: linkage, pin: [0, "   \
  "0], mass: 0.1, inertia: 1e-3, centre: [0, 0], angular_velocity: 20, pin_friction: 5e-3, "       \
  "marks: {tip: [0.2, 0]}}}, forces: {turn: {on: rod, table: [[0, 1e-3]], amplitude: 0}}, "        \
  "outputs: {angle: {of: rod, quantity: angle}, x: {of: rod@tip, quantity: acceleration, axis: "   \
  "x}, y: {of: rod@tip, quantity: acceleration}}}"

// Constant torques: the rate falls linearly, with one slope and then with another.
static void friction_in_a_pin_is_live(void **state) {
  (void)state;
  rig r = rig_of(scene_of(ROD));
  rig_steps(&r, 5000); // 0.5 s at 5 rad/s2: 20 -> 17.5 rad/s
  assert_int_equal(carom_state_set(r.model, r.state, live_key(&r, "bodies.rod.pin_friction"), 0.02),
                   CAROM_OK);
  rig_steps(&r, 5001); // and at 20 rad/s2
  assert_near(carom_output(r.model, r.state, 0), 20 * 0.5 - 2.5 * 0.25 + 17.5 * 0.5 - 10 * 0.25,
              1e-9);
  assert_at_most(rig_error(&r), 1e-10);
  rig_free(&r);
}

// A player's hand: the amplitude of a force is set while it acts; its work is in the ledger.
static void a_force_is_live(void **state) {
  (void)state;
  carom_scene *scene = scene_of(ROD);
  rig_set(scene, "bodies.rod.pin_friction", "0");
  rig r = rig_of(scene);
  rig_steps(&r, 5000);
  assert_int_equal(carom_state_set(r.model, r.state, live_key(&r, "forces.turn.amplitude"), 7),
                   CAROM_OK);
  rig_steps(&r, 5001); // 7e-3 N m on 1e-3 kg m2
  assert_near(carom_output(r.model, r.state, 0), 20 + 3.5 * 0.25, 1e-9);
  const double rate = 20 + 7 * 0.5001; // the ledger is one step ahead
  assert_near(carom_state_ledger(r.state).supplied, (rate * rate - 400) * 1e-3 / 2, 1e-11);
  assert_at_most(rig_error(&r), 1e-10);
  rig_free(&r);
}

// On the strings the hammer's friction goes up from 0 to 0.6 in the middle of the strike.
static void friction_of_felt_follows_breakpoints(void **state) {
  (void)state;
  carom_scene *scene = scene_of("piano-hammer");
  rig_set(scene, "contacts.strike.friction", "[[0.0375, 0], [0.0376, 0.6]]");
  rig r = rig_of(scene);
  double before = 0;
  double after = 0;
  for (int n = 0; n < 7800; ++n) {
    rig_steps(&r, 1);
    double *most = n < 0.0375 * 192000 ? &before : &after;
    *most = fmax(*most, fabs(carom_output(r.model, r.state, 1)));
  }
  assert_near(before, 0, 0);
  assert_true(after > 1);
  assert_at_most(rig_error(&r), 1e-9);
  rig_free(&r);
}

// The tip goes round: -omega^2 r towards the pin, alpha r across. The outputs are those of t_n.
static void a_mark_has_the_acceleration_of_circular_motion(void **state) {
  (void)state;
  carom_scene *scene = scene_of(ROD);
  rig_set(scene, "forces.turn.amplitude", "50");
  rig_set(scene, "bodies.rod.pin_friction", "0");
  rig r = rig_of(scene);
  for (int n = 0; n < 100; ++n) {
    rig_steps(&r, 1);
    const double t = n / 1e4;
    const double angle = 20 * t + 25 * t * t; // 50 rad/s2
    const double rate = 20 + 50 * t;
    const double inward = 0.2 * rate * rate;
    const double across = 0.2 * 50;
    assert_near(carom_output(r.model, r.state, 1), -inward * cos(angle) - across * sin(angle),
                1e-5);
    assert_near(carom_output(r.model, r.state, 2), -inward * sin(angle) + across * cos(angle),
                1e-5);
  }
  rig_free(&r);
}

// A string in its first mode: -omega^2 u; a mass that falls: f / m - g.
static void strings_and_masses_have_accelerations(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 48000, gravity: 9.81, solver: {method: mechanism}, bodies: {s: {type: "
      "string, length: 0.5, linear_density: 5e-3, tension: 500, model: modes, points: 10, height: "
      "1, start: {shape: sine, amplitude: 1e-3}}, m: {type: mass, mass: 2e-3, position: 1.001}}, "
      "contacts: {f: {type: felt, circle: m, segment: s@0.5, side: above, c: 100}}, outputs: {u: "
      "{of: s@0.5, quantity: displacement}, a: {of: s@0.5, quantity: acceleration}, mass: {of: m, "
      "quantity: acceleration}, force: {of: f, quantity: force}}}"));
  const double omega = 3.141592653589793 / 0.5 * sqrt(500 / 5e-3);
  double pushed = 0;
  for (int n = 0; n < 2000; ++n) {
    rig_steps(&r, 1);
    const double force = carom_output(r.model, r.state, 3);
    assert_near(carom_output(r.model, r.state, 2), force / 2e-3 - 9.81, 1e-9);
    pushed = fmax(pushed, force);
    if (pushed == 0)
      assert_near(carom_output(r.model, r.state, 1),
                  -omega * omega * carom_output(r.model, r.state, 0), 1e-6);
  }
  assert_true(pushed > 0);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_in_a_pin_is_live),
      cmocka_unit_test(a_force_is_live),
      cmocka_unit_test(friction_of_felt_follows_breakpoints),
      cmocka_unit_test(a_mark_has_the_acceleration_of_circular_motion),
      cmocka_unit_test(strings_and_masses_have_accelerations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
