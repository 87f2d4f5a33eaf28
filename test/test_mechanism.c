// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mechanism method: links beside closed forms, energy, the adaptive reference, saving.

#include "support.h"

// A scene of links, with its bodies and outputs.
static carom_scene *links(double rate, const char *bodies, const char *outputs) {
  char text[2000];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %g, gravity: 9.81, duration: 1, solver: {method: mechanism}, bodies: "
           "{%s}, outputs: {%s}}",
           rate, bodies, outputs);
  return scene_of(text);
}

#define PENDULUM                                                                                   \
  "rod: {type: linkage, pin: [0.1, 0.2], mass: 0.3, inertia: 2e-3, centre: [0.15, 0.05], angle: "  \
  "%s}"

static double agm(double a, double b) {
  for (int i = 0; i < 60 && fabs(a - b) > 1e-16 * a; ++i) {
    const double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return a;
}

// The m-th upward zero crossing of an output less an offset, s.
static double crossing(rig *r, int output, double offset, int m, long long most) {
  double before = 0;
  for (long long n = 0; n < most; ++n) {
    rig_steps(r, 1);
    const double now = carom_output(r->model, r->state, output) - offset;
    if (n > 0 && before < 0 && now >= 0 && --m == 0)
      return ((double)n - now / (now - before)) / carom_model_describe(r->model).rate;
    before = now;
  }
  fail_msg("no crossing");
  return 0;
}

// A physical pendulum from 2 rad off its rest: its period by the arithmetic-geometric mean.
static void a_link_swings_as_a_physical_pendulum(void **state) {
  (void)state;
  const double rest = -1.5707963267948966 - atan2(0.05, 0.15);
  const double radius = hypot(0.15, 0.05);
  const double omega = sqrt(0.3 * 9.81 * radius / (2e-3 + 0.3 * radius * radius));
  const double period = 6.283185307179586 / omega / agm(1, cos(2.0 / 2));
  char body[300];
  snprintf(body, sizeof body,
           "rod: {type: linkage, pin: [0.1, 0.2], mass: 0.3, inertia: 2e-3, centre: [0.15, 0.05], "
           "angle: %.17g}",
           rest + 2);
  double error[2];
  for (int i = 0; i < 2; ++i) {
    rig r = rig_of(links(i == 0 ? 2000 : 4000, body, "angle: {of: rod, quantity: angle}"));
    // up through the rest angle first after three quarters of a period
    error[i] = crossing(&r, 0, rest, 1, 20000) - 0.75 * period;
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
  assert_at_most(fabs(error[1]), 1e-5 * period);
  assert_near(error[0] / error[1], 4, 0.2); // second order
}

#define TWO_LINKS                                                                                  \
  "upper: {type: linkage, pin: [0, 0], mass: 0.2, inertia: 1e-3, centre: [0.1, 0], angle: 0.4}, "  \
  "lower: {type: linkage, on: upper, pin: [0.2, 0.03], mass: 0.1, inertia: 5e-4, centre: [0.08, "  \
  "0.01], angle: 1.2, angular_velocity: 6, marks: {tip: [0.15, 0]}}"

// A chaotic motion: the ledger must not drift whatever it does.
static void a_double_pendulum_keeps_its_energy(void **state) {
  (void)state;
  rig r = rig_of(links(4000, TWO_LINKS, "tip: {of: lower@tip, quantity: y}"));
  rig_steps(&r, 20000);
  assert_at_most(rig_error(&r), 1e-10);
  rig_free(&r);
}

// Against point masses on two rods, whose Lagrange equations are in every book: angles to the
// vertical a and b, lengths l, equal masses, small angles: omega^2 = (2 +- sqrt2) g / l.
static void two_rods_swing_in_their_two_modes(void **state) {
  (void)state;
  const double slow = sqrt((2 - sqrt(2)) * 9.81 / 0.25);
  // In the slow mode the lower rod's angle to the vertical is sqrt2 that of the upper one.
  rig r = rig_of(links(
      8000,
      "upper: {type: linkage, pin: [0, 0], mass: 1, inertia: 1e-12, centre: [0.25, 0], angle: "
      "-1.5697963267948966}, lower: {type: linkage, on: upper, pin: [0.25, 0], mass: 1, inertia: "
      "1e-12, centre: [0.25, 0], angle: 4.142135623730951e-4}",
      "upper: {of: upper, quantity: angle}"));
  const double period = 6.283185307179586 / slow;
  assert_near(crossing(&r, 0, -1.5707963267948966, 3, 80000), 2.75 * period, 2e-5 * period);
  rig_free(&r);
}

// Constant torque A: the rate falls linearly.
static void friction_in_a_pin_brakes_evenly(void **state) {
  (void)state;
  carom_scene *scene =
      links(10000,
            "rod: {type: linkage, pin: [0, 0], mass: 0.1, inertia: 1e-3, centre: [0, 0], "
            "angular_velocity: 20, pin_friction: 5e-3}",
            "angle: {of: rod, quantity: angle}");
  rig r = rig_of(scene);
  rig_steps(&r, 10001);
  assert_near(carom_output(r.model, r.state, 0), 20 * 1 - 0.5 * 5 * 1, 1e-9);
  assert_at_most(rig_error(&r), 1e-10); // 10,000 steps, each solved to 1e-14
  rig_free(&r);
}

static void a_spring_and_a_stop_act_on_a_pin(void **state) {
  (void)state;
  const double I = 1e-3;
  rig r = rig_of(links(20000,
                       "rod: {type: linkage, pin: [0, 0], mass: 0.1, inertia: 1e-3, centre: [0, "
                       "0], angle: 0.1, spring: {torque: 0.02, rate: 0.4}}",
                       "angle: {of: rod, quantity: angle}"));
  // It swings about -torque / rate = -0.05; from the start at 0.1, up through that after 3/4
  // period.
  const double period = 6.283185307179586 / sqrt(0.4 / I);
  assert_near(crossing(&r, 0, -0.05, 1, 20000), 0.75 * period, 1e-5 * period);
  rig_free(&r);
  // On a stop at 0 alone: half a period of contact, and back with the speed it came.
  r = rig_of(links(200000,
                   "rod: {type: linkage, pin: [0, 0], mass: 0.1, inertia: 1e-3, centre: [0, 0], "
                   "angle: 0.1, angular_velocity: -10, stop: {angle: 0, stiffness: 40}}",
                   "angle: {of: rod, quantity: angle}"));
  const double contact = 3.141592653589793 / sqrt(40 / I);
  rig_steps(&r, 1 + (long long)(200000 * (0.01 + contact + 0.01)));
  const double late = 1e-5 * (200000 * (0.02 + contact) - floor(200000 * (0.02 + contact))) * 0.5;
  assert_near(carom_output(r.model, r.state, 0), 0.1 - late * 10, 1e-4);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// --- The shank ----------------------------------------------------------------------------------

// A link whose head is all its mass: a clamped beam on a heavy pin. Its tip gives F l^3 / 3EI.
static void a_shank_bends_as_a_cantilever(void **state) {
  (void)state;
  const double EI = 11e9 * 3.141592653589793 * pow(6.4e-3, 4) / 64;
  carom_scene *scene = scene_of(
      "{carom: 1, rate: 2e4, duration: 1, solver: {method: mechanism}, bodies: {rod: {type: "
      "linkage, pin: [0, 0], mass: 1000, inertia: 1000, centre: [0, 0], marks: {tip: [0.1, 0]}, "
      "shank: {from: 0, length: 0.1, diameter: 6.4e-3, youngs: 11e9, density: 700, "
      "damping_ratio: 0.7}}}, forces: {push: {on: rod@tip, table: [[0, 0], [0.01, 1]]}}, outputs: "
      "{tip: {of: rod@tip, quantity: displacement}}}");
  rig r = rig_of(scene);
  rig_steps(&r, 1000);
  // The heavy base turns by less than a millionth of that.
  assert_near(carom_output(r.model, r.state, 0), 1e-3 / (3 * EI), 1e-4 * 1e-3 / (3 * EI));
  rig_free(&r);
}

// Stiffer and stiffer, it becomes the rigid link.
static void a_stiff_shank_is_a_rigid_link(void **state) {
  (void)state;
  double peak[3];
  static const char *const youngs[3] = {"1.1e12", "1.1e14", "rigid"};
  for (int i = 0; i < 3; ++i) {
    carom_scene *scene = scene_of("piano-hammer-stop");
    if (i < 2)
      rig_set(scene, "bodies.hammer.shank.youngs", youngs[i]);
    else
      for (const char *const *key =
               (const char *const[]){"from", "length", "diameter", "youngs", "density", "shapes",
                                     "damping_ratio", "head_mass", "head_inertia", "head_centre",
                                     NULL};
           *key != NULL; ++key) {
        char path[80];
        snprintf(path, sizeof path, "bodies.hammer.shank.%s", *key);
        assert_int_equal(carom_scene_remove(scene, path, NULL), CAROM_OK);
      }
    rig r = rig_of(scene);
    peak[i] = 0;
    for (int n = 0; n < 8000; ++n) {
      rig_steps(&r, 1);
      peak[i] = fmax(peak[i], carom_output(r.model, r.state, 0));
    }
    rig_free(&r);
  }
  assert_at_most(fabs(peak[0] - peak[2]), 0.02 * peak[2]);
  assert_at_most(fabs(peak[1] - peak[2]), 0.0005 * peak[2]);
}

// --- Felt between links -------------------------------------------------------------------------

#define LEVERS                                                                                     \
  "{carom: 1, rate: 48000, gravity: 9.81, duration: 1, solver: {method: mechanism}, bodies: "      \
  "{key: "                                                                                         \
  "{type: linkage, pin: [0, 0], mass: 0.1, inertia: 3e-4, centre: [0.05, 0], stop: {angle: "       \
  "-0.05, "                                                                                        \
  "stiffness: 50}}, arm: {type: linkage, pin: [0.25, 0.03], mass: 0.02, inertia: 2e-5, centre: "   \
  "[-0.08, 0.01], angle: -0.3, marks: {nose: [-0.1, -0.01]}}}, contacts: {knock: {type: felt, "    \
  "circle: arm@nose, radius: 0.005, segment: key, from: [0.02, 0.01], to: [0.149, 0.01], b: 1e7, " \
  "c: 1e4}}, outputs: {force: {of: knock, quantity: force}, gap: {of: knock, quantity: gap}, "     \
  "tip: "                                                                                          \
  "{of: arm@nose, quantity: travel}}}"

// An arm falls on a lever that lies on its stop, and knocks and slides over its end, without and
// with losses.
static void felt_between_two_links_keeps_the_ledger_closed(void **state) {
  (void)state;
  for (int rough = 0; rough < 2; ++rough) {
    carom_scene *scene = scene_of(LEVERS);
    if (rough) {
      rig_set(scene, "contacts.knock.friction", "0.4");
      rig_set(scene, "contacts.knock.B1", "0.2");
      rig_set(scene, "contacts.knock.B2", "0.1");
      rig_set(scene, "contacts.knock.d", "0.2");
      rig_set(scene, "bodies.key.stop.damping", "0.01");
      rig_set(scene, "bodies.arm.pin_friction", "1e-4");
    }
    rig r = rig_of(scene);
    double force = 0;
    double deepest = 0;
    for (int n = 0; n < 30000; ++n) {
      rig_steps(&r, 1);
      force = fmax(force, carom_output(r.model, r.state, 0));
      deepest = fmin(deepest, carom_output(r.model, r.state, 1));
    }
    const carom_ledger ledger = carom_state_ledger(r.state);
    assert_true(force > 1 && deepest > -2e-3);
    assert_at_most(rig_error(&r), 1e-10);
    if (rough)
      assert_true(ledger.dissipated > 1e-3);
    else
      assert_near(ledger.dissipated, 0, 1e-12);
    rig_free(&r);
  }
}

// --- Marks --------------------------------------------------------------------------------------

static void marks_are_set_read_and_removed_by_their_paths(void **state) {
  (void)state;
  carom_scene *scene = scene_of("piano-hammer-stop");
  carom_error error;
  rig_set(scene, "bodies.hammer.marks.tail", "[0.14, -0.02]");
  assert_string_equal(carom_scene_get(scene, "bodies.hammer.marks.tail"), "[0.14, -0.02]");
  assert_string_equal(carom_scene_get(scene, "bodies.hammer.marks.nose"), "[0.1291, 0.0356]");
  assert_null(carom_scene_get(scene, "bodies.hammer.marks.none"));
  rig_set(scene, "bodies.hammer.marks.tail", "[0.15, -0.02]");
  assert_string_equal(carom_scene_get(scene, "bodies.hammer.marks.tail"), "[0.15, -0.02]");
  assert_int_equal(carom_scene_remove(scene, "bodies.hammer.marks.tail", &error), CAROM_OK);
  assert_null(carom_scene_get(scene, "bodies.hammer.marks.tail"));
  assert_int_not_equal(carom_scene_remove(scene, "bodies.hammer.marks.tail", &error), CAROM_OK);
  rig r = rig_of(scene);
  rig_free(&r);
}

// --- The reference ------------------------------------------------------------------------------

// Largest difference of the force from the adaptive method's, over its largest value.
static double difference_from(const char *scene_name, double rate, const char *friction) {
  double largest = 0;
  double peak = 0;
  carom_scene *scene[2];
  rig r[2];
  for (int i = 0; i < 2; ++i) {
    scene[i] = scene_of(scene_name);
    rig_set(scene[i], "contacts.strike.friction", friction);
    rig_set(scene[i], "solver.method", i == 0 ? "mechanism" : "adaptive");
    rig_set_number(scene[i], "rate", i == 0 ? rate : 48000);
    rig_set(scene[i], "solver.tolerance", "1e-9");
    if (i == 0)
      assert_int_equal(carom_scene_remove(scene[i], "solver.tolerance", NULL), CAROM_OK);
    r[i] = rig_of(scene[i]);
    assert_int_equal(carom_state_equip(r[i].model, r[i].state, NULL), CAROM_OK);
  }
  for (int n = 0; n < 1920; ++n) { // 40 ms
    rig_steps(&r[0], n == 0 ? 1 : (long long)(rate / 48000));
    rig_steps(&r[1], 1);
    const double force = carom_output(r[1].model, r[1].state, 0);
    largest = fmax(largest, fabs(carom_output(r[0].model, r[0].state, 0) - force));
    peak = fmax(peak, force);
  }
  assert_at_most(rig_error(&r[0]), 1e-10);
  assert_at_most(rig_error(&r[1]), 1e-6);
  rig_free(&r[0]);
  rig_free(&r[1]);
  return largest / peak;
}

// With friction that sticks and slips.
static void the_step_converges_to_the_adaptive_reference(void **state) {
  (void)state;
  if (!carom_has_integrator() || slow_build())
    return;
  const double coarse = difference_from("piano-hammer", 96000, "0.6");
  const double fine = difference_from("piano-hammer", 192000, "0.6");
  assert_at_most(fine, 2e-4);
  assert_near(coarse / fine, 4, 0.6);
}

// --- Saving -------------------------------------------------------------------------------------

static void a_saved_strike_goes_on_as_it_would_have(void **state) {
  (void)state;
  rig a = rig_of(scene_of("piano-hammer"));
  rig b = rig_of(scene_of("piano-hammer"));
  rig_steps(&a, 7100); // the hammer is on the strings
  assert_true(carom_output(a.model, a.state, 0) > 1);
  assert_goes_on_when_restored(&a, &b, 500);
  rig_free(&a);
  rig_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_link_swings_as_a_physical_pendulum),
      cmocka_unit_test(a_double_pendulum_keeps_its_energy),
      cmocka_unit_test(two_rods_swing_in_their_two_modes),
      cmocka_unit_test(friction_in_a_pin_brakes_evenly),
      cmocka_unit_test(a_spring_and_a_stop_act_on_a_pin),
      cmocka_unit_test(a_shank_bends_as_a_cantilever),
      cmocka_unit_test(a_stiff_shank_is_a_rigid_link),
      cmocka_unit_test(felt_between_two_links_keeps_the_ledger_closed),
      cmocka_unit_test(marks_are_set_read_and_removed_by_their_paths),
      cmocka_unit_test(the_step_converges_to_the_adaptive_reference),
      cmocka_unit_test(a_saved_strike_goes_on_as_it_would_have),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
