// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points between nodes, starting shapes and velocities of bodies.

#include "support.h"

static double pinned_shape(double x) {
  return sin(M_PI * x);
}

static double clamped_shape(double x) {
  return pow(sin(M_PI * x), 2);
}

static double free_shape(double x) {
  return 0.3 + 0.5 * x;
}

// --- Points -------------------------------------------------------------------------------------

// A cubic is interpolated exactly by order 3, a straight line by order 1; slopes likewise.
static void points_between_nodes_are_interpolated(void **state) {
  (void)state;
  carom_scene *s =
      scene_of("{carom: 1, solver: {start: first-order}, bodies: {b: {type: bar, length: 1, "
               "linear_density: 1, bending_stiffness: 1e-3, ends: [free, free], points: 10, "
               "start: {shape: table, values: [0, 0.001, 0.008, 0.027, 0.064, 0.125, 0.216, "
               "0.343, 0.512, 0.729, 1]}}}, outputs: {cubic: {of: b@0.437}, linear: {of: "
               "b@0.437, interpolation: 1}, node: {of: b@0.437, interpolation: 0}, slope: "
               "{of: b@0.437, quantity: slope}, end: {of: b@1}, start: {of: b@0}}}");
  rig r = rig_of(s);
  rig_steps(&r, 1); // outputs of t = 0
  assert_near(carom_output(r.model, r.state, 0), 0.437 * 0.437 * 0.437, 1e-15);
  assert_near(carom_output(r.model, r.state, 1), 0.064 + 0.37 * (0.125 - 0.064), 1e-15);
  assert_near(carom_output(r.model, r.state, 2), 0.064, 1e-15);
  assert_near(carom_output(r.model, r.state, 3), 3 * 0.437 * 0.437, 1e-13);
  assert_near(carom_output(r.model, r.state, 4), 1, 1e-15);
  assert_near(carom_output(r.model, r.state, 5), 0, 1e-15);
  rig_free(&r);
}

// Near an end the cubic needs a node beyond it: mirrored with its sign turned where the body is
// pinned, as it is where clamped, straight on where free. Shapes that obey the ends are read to
// O(h^4) there, free ones (a straight line) exactly; the wrong mirror misses by O(h).
static void points_beside_the_ends_follow_their_ends(void **state) {
  (void)state;
  const struct {
    const char *ends;
    double (*shape)(double x);
    double tolerance;
  } cases[] = {{"[pinned, pinned]", pinned_shape, 2e-4},
               {"[clamped, clamped]", clamped_shape, 2e-3},
               {"[free, free]", free_shape, 1e-12}};
  for (int i = 0; i < 3; ++i) {
    char values[1024] = "[";
    for (int n = 0; n <= 20; ++n)
      snprintf(values + strlen(values), sizeof values - strlen(values), "%s%.17g",
               n > 0 ? ", " : "", cases[i].shape(n / 20.0));
    strcat(values, "]");
    carom_scene *s =
        scene_of("{carom: 1, solver: {start: first-order}, bodies: {b: {type: bar, length: 1, "
                 "linear_density: 1, bending_stiffness: 1e-3, points: 20}}, outputs: {left: "
                 "{of: b@0.017}, right: {of: b@0.983}}}");
    rig_set(s, "bodies.b.ends", cases[i].ends);
    rig_set(s, "bodies.b.start.shape", "table");
    rig_set(s, "bodies.b.start.values", values);
    rig r = rig_of(s);
    rig_steps(&r, 1);
    assert_near(carom_output(r.model, r.state, 0), cases[i].shape(0.017), cases[i].tolerance);
    assert_near(carom_output(r.model, r.state, 1), cases[i].shape(0.983), cases[i].tolerance);
    rig_free(&r);
  }
}

// A mass that hangs on a spring contact under gravity: the start takes in what the contact and
// gravity do, so the error falls with the square of the step.
static void start_with_a_contact_is_of_second_order(void **state) {
  (void)state;
  const double w = 2 * M_PI * 50;
  double error[2];
  for (int fine = 0; fine < 2; ++fine) {
    carom_scene *s =
        scene_of("{carom: 1, gravity: 9.81, bodies: {m: {type: mass, mass: 0.01}, roof: {type: "
                 "barrier}}, contacts: {hook: {type: spring, below: m, above: roof}}}");
    rig_set_number(s, "contacts.hook.linear", 0.01 * w * w);
    rig_set_number(s, "rate", fine == 0 ? 22050 : 44100);
    rig r = rig_of(s);
    rig_steps(&r, fine == 0 ? 100 : 200);
    double u = 0;
    carom_body_shape(r.model, r.state, 0, &u, 1);
    error[fine] = fabs(u + 9.81 / (w * w) * (1 - cos(w * 100 / 22050)));
    rig_free(&r);
  }
  assert_true(log2(error[0] / error[1]) > 1.9);
}

// u(-1) = u(0) - k v + k^2 a / 2. Without the last term the motion is off by O(k) for good.
static void start_is_of_second_order(void **state) {
  (void)state;
  const char *text =
      "{carom: 1, bodies: {m: {type: mass, mass: 1, frequency: 50, damping: 3, position: "
      "1e-3, velocity: 0.2}}}";
  const double sigma = 1.5;
  const double w = sqrt(pow(2 * M_PI * 50, 2) - sigma * sigma);
  const double exact =
      exp(-sigma * 0.005) * (1e-3 * cos(w * 0.005) + (0.2 + sigma * 1e-3) / w * sin(w * 0.005));
  double error[2][2];
  for (int order = 0; order < 2; ++order)
    for (int fine = 0; fine < 2; ++fine) {
      carom_scene *s = scene_of(text);
      rig_set(s, "solver.start", order == 0 ? "first-order" : "second-order");
      rig_set_number(s, "rate", fine == 0 ? 20000 : 40000);
      rig r = rig_of(s);
      rig_steps(&r, fine == 0 ? 100 : 200);
      double u = 0;
      carom_body_shape(r.model, r.state, 0, &u, 1);
      error[order][fine] = fabs(u - exact);
      rig_free(&r);
    }
  assert_near(log2(error[0][0] / error[0][1]), 1, 0.1);
  assert_near(log2(error[1][0] / error[1][1]), 2, 0.1);
}

// A string, a plate and a mass that start from rest positions with a velocity, and after a step
// with or without the ledger: what is told is the increment over the step.
static void velocities_are_told_point_by_point(void **state) {
  (void)state;
  for (int ledger = 0; ledger < 2; ++ledger) {
    rig r = rig_of(scene_of(
        "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, tension: 100, "
        "points: "
        "40, start_velocity: {shape: sine, amplitude: 2}}, p: {type: plate, size: [0.4, 0.3], "
        "thickness: 2e-3, density: 700, youngs: 1e10, points: [8, 6], start_velocity: {shape: "
        "sine, "
        "amplitude: 3}}, m: {type: mass, mass: 1, frequency: 10, velocity: -1}, b: {type: "
        "barrier}}}"));
    static double before[4][100];
    double now[100];
    double v[100];
    carom_state_keep_ledger(r.model, r.state, ledger == 1);
    assert_int_equal(carom_body_velocity(r.model, r.state, 0, v, 100), 41);
    assert_near(v[20], 2, 1e-12);
    assert_int_equal(carom_body_velocity(r.model, r.state, 1, v, 100), 63);
    assert_near(v[3 * 9 + 4], 3, 1e-12);
    assert_int_equal(carom_body_velocity(r.model, r.state, 2, v, 100), 1);
    const double turn = M_PI * 10 / 44100; // half of that in a step: theory 1.40
    assert_near(v[0], -sin(turn) / turn, 1e-12);
    for (int step = 0; step < 5; ++step) {
      for (int b = 0; b < 4; ++b)
        carom_body_shape(r.model, r.state, b, before[b], 100);
      rig_steps(&r, 1);
      for (int b = 0; b < 4; ++b) {
        const int count = carom_body_shape(r.model, r.state, b, now, 100);
        assert_int_equal(carom_body_velocity(r.model, r.state, b, v, 100), count);
        for (int i = 0; i < count; ++i)
          assert_near(v[i], (now[i] - before[b][i]) * 44100, 1e-9);
      }
    }
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_between_nodes_are_interpolated),
      cmocka_unit_test(points_beside_the_ends_follow_their_ends),
      cmocka_unit_test(start_with_a_contact_is_of_second_order),
      cmocka_unit_test(start_is_of_second_order),
      cmocka_unit_test(velocities_are_told_point_by_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
