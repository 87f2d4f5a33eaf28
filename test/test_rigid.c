// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Claims about the rigid method: an ideal string and rigid obstacles. Scenes are dimensionless:
// length, linear density and tension are 1.

#include "test/support.h"

enum { NODES_MOST = 8001 };

static rig string_and(int points, const char *start, const char *obstacle, const char *outputs) {
  char text[2048];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 1000, duration: 1, bodies: {s: {type: string, length: 1, "
           "linear_density: 1, tension: 1, points: %d, start: %s}, w: {type: barrier, %s}}, "
           "contacts: {c: {type: collision, below: w, above: s, along: true}}, outputs: {mid: {of: "
           "s@0.5}, %s}, solver: {method: rigid}}",
           points, start, obstacle, outputs);
  return rig_of(scene_of(text));
}

static const char *const bridge = "profile: {shape: parabola, height: 1, width: 0.05, to: 0.05}";
static const char *const extent = "length: {of: c, quantity: contact_length}, patches: {of: c, "
                                  "quantity: patches}";

// Between steps displacements are linear, so that the error of a sine is at most (pi k)^2 / 8.
static void a_free_string_is_exact_at_its_nodes(void **state) {
  (void)state;
  rig r = string_and(130, "{shape: sine, amplitude: 1}", "position: -2",
                     "v: {of: s@0.5, quantity: velocity}, e: {of: s, quantity: energy}");
  for (int n = 0; n <= 3000; ++n) {
    rig_steps(&r, 1);
    const double t = n / 1000.0;
    assert_near(carom_output(r.model, r.state, 0), cos(M_PI * t), pow(M_PI / 130, 2) / 8 + 1e-11);
    assert_near(carom_output(r.model, r.state, 1), -M_PI * sin(M_PI * t), 2 * pow(M_PI / 130, 2));
    assert_near(carom_output(r.model, r.state, 2), M_PI * M_PI / 4, 1e-3);
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// The string at rest leaves the bridge where its tangent meets the far end: 1 - sqrt(1 - b).
static void a_string_rests_on_a_bridge(void **state) {
  (void)state;
  rig r = string_and(2000, "{shape: wrapped, amplitude: 0}", bridge, extent);
  const double before = carom_state_ledger(r.state).potential;
  rig_steps(&r, 5001);
  const double l = sqrt(0.95);
  assert_near(carom_output(r.model, r.state, 0), 1600 * (1 - l) * (0.05 - (1 - l)) / l / 2, 2e-3);
  assert_near(carom_output(r.model, r.state, 1), 1 - l, 1.0 / 2000);
  assert_true(carom_output(r.model, r.state, 2) == 1);
  assert_at_most(carom_state_ledger(r.state).kinetic, 1e-3 * before); // it leaves between two nodes
  rig_free(&r);
}

// The same by the audio method, which comes to rest by itself.
static void the_audio_method_tells_the_same_contact_length(void **state) {
  (void)state;
  rig r = rig_of(
      scene_of("{carom: 1, rate: 300, bodies: {s: {type: string, length: 1, linear_density: 1, "
               "tension: 1, sigma0: 3, start: {shape: sine, amplitude: 30}}, w: {type: barrier, "
               "profile: {shape: parabola, height: 1, width: 0.05, to: 0.05}}}, contacts: {c: "
               "{type: collision, below: w, above: s, along: true, stiffness: 1e7, exponent: 1}}, "
               "outputs: {length: {of: c, quantity: contact_length}, patches: {of: c, quantity: "
               "patches}}}"));
  rig_steps(&r, 6000);
  assert_near(carom_output(r.model, r.state, 0), 1 - sqrt(0.95), 1.5 / 300);
  assert_true(carom_output(r.model, r.state, 1) == 1);
  rig_free(&r);
}

// --- A straight obstacle ------------------------------------------------------------------------

// The line of influence (theory 14.7) of a string 2 sin pi x cos pi t above -1: it lands on
// 1/4 < x < 3/4 between t = 2/3 and 3/4, faster than waves, and each point then acts on the cone
// behind it. Images of the cone make the ends.
static double landed(double x, double t) {
  enum { PARTS = 4000 };
  double y = 2 * sin(M_PI * x) * cos(M_PI * t);
  for (int i = 0; i < PARTS; ++i) {
    const double z = 0.25 + 0.5 * (i + 0.5) / PARTS;
    const double S2 = pow(sin(M_PI * z), 2);
    const double when = acos(-0.5 / sin(M_PI * z)) / M_PI;
    const double r = 2 * M_PI * (S2 * S2 - 0.25) / (S2 * sqrt(S2 - 0.25)) * 0.5 / PARTS;
    const double image[] = {z, -z, 2 - z};
    for (int j = 0; j < 3; ++j)
      if (fabs(x - image[j]) <= t - when)
        y += j == 0 ? r : -r;
  }
  return y;
}

static double worst_shape(const rig *r, int points, double t, double (*exact)(double, double)) {
  static double shape[NODES_MOST];
  assert_int_equal(carom_body_shape(r->model, r->state, 0, shape, NODES_MOST), points + 1);
  double worst = 0;
  for (int i = 0; i <= points; i += 10)
    worst = fmax(worst, fabs(shape[i] - exact((double)i / points, t)));
  return worst;
}

static double at_rest(double x, double t) {
  (void)t;
  return 2 * sin(M_PI * x);
}

static void a_straight_obstacle_makes_the_period_three(void **state) {
  (void)state;
  rig r = string_and(4000, "{shape: sine, amplitude: 2}", "position: -1", extent);
  rig_steps(&r, 1100);
  assert_at_most(worst_shape(&r, 4000, 1.1, landed), 4e-3);
  rig_steps(&r, 400);
  assert_at_most(worst_shape(&r, 4000, 1.5, landed), 4e-3);
  rig_steps(&r, 1); // outputs of t = 1.5: the midpoint is back, the quarter is not
  assert_near(carom_output(r.model, r.state, 0), 2, 2e-3);
  assert_near(landed(0.25, 1.5), 2 - sqrt(2), 1e-3);
  rig_steps(&r, 1499);
  assert_at_most(worst_shape(&r, 4000, 3, at_rest), 1e-2);
  assert_at_most(rig_error(&r), 1e-11);
  rig_free(&r);
}

// --- A sinusoidal obstacle ----------------------------------------------------------------------

// In closed form at t = 1 for an amplitude 2 / c with c < 1/3 (theory 14.8).
static double over_a_sine(double x, double t) {
  (void)t;
  const double c = 0.25;
  return -2 / c * sin(M_PI * x) +
         4 * (1 - c * c) / (c * c) *
             asin(c * sin(M_PI * x) / sqrt(1 + c * c + 2 * c * cos(M_PI * x)));
}

static void a_sinusoidal_obstacle_agrees_with_its_closed_form(void **state) {
  (void)state;
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const int points = i == 0 ? 1000 : 4000;
    rig r = string_and(points, "{shape: sine, amplitude: 8}",
                       "profile: {shape: sine, height: 1, width: 1}", extent);
    rig_steps(&r, 1000);
    error[i] = worst_shape(&r, points, 1, over_a_sine);
    rig_free(&r);
  }
  assert_at_most(error[1], 1e-4);
  assert_true(error[0] / error[1] > 3); // first order at least
}

// --- Wrapping and what follows ------------------------------------------------------------------

static double first_loss(int points, const char *start, double from) {
  rig r = string_and(points, start, bridge, extent);
  double found = NAN;
  for (int n = 0; isnan(found) && n < 15000; ++n) {
    rig_steps(&r, 1);
    if (carom_output(r.model, r.state, 2) > 1) {
      assert_true(n / 1000.0 > from);
      found = n / 1000.0;
    }
  }
  assert_at_most(rig_error(&r), 1e-11);
  rig_free(&r);
  return found;
}

// One patch until the contact point reaches the speed of waves, at the times that the exact
// solution predicts: 8.2690 and 12.171 (test_wave), to samples of 1e-3 and O(h).
static void wrapping_is_lost_where_the_contact_point_is_as_fast_as_waves(void **state) {
  (void)state;
  assert_near(first_loss(8000, "{shape: sine, amplitude: 35.35}", 8.2), 8.2690, 3e-3);
  assert_near(first_loss(4000, "{shape: wrapped, amplitude: 17}", 12.1), 12.171, 5e-3);
}

// A kink splits the contact at once: at least six patches for half of the first cycle.
static void a_pluck_touches_in_several_patches(void **state) {
  (void)state;
  rig r = string_and(4000, "{shape: pluck, at: 0.1, amplitude: 10}", bridge, extent);
  int many = 0;
  int most = 0;
  for (int n = 0; n < 1000; ++n) {
    rig_steps(&r, 1);
    const int patches = (int)carom_output(r.model, r.state, 2);
    many += patches >= 6 && patches <= 8;
    most = patches > most ? patches : most;
  }
  assert_true(many > 500 && most >= 8);
  rig_free(&r);
}

// Forces do work on the discrete energy, O(h) in all; the ledger has it as numerical loss.
static void what_the_obstacle_does_to_the_energy_is_shown(void **state) {
  (void)state;
  double wanders[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    rig r = string_and(i == 0 ? 500 : 2000, "{shape: sine, amplitude: 35.35}", bridge, extent);
    const double first =
        carom_state_ledger(r.state).kinetic + carom_state_ledger(r.state).potential;
    for (int n = 0; n < 4000; ++n) {
      rig_steps(&r, 1);
      const carom_ledger l = carom_state_ledger(r.state);
      const double change = l.kinetic + l.potential - first;
      wanders[i] = fmax(wanders[i], fabs(change) / first);
      assert_near(carom_contact_share(r.model, r.state, 0).numerical, -change, 1e-9 * first);
    }
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
  assert_true(wanders[1] > 1e-5 && wanders[1] < 2e-3);
  assert_true(wanders[1] < wanders[0] / 2);
}

// Turned upside down everything has the other sign; two obstacles make a corridor.
static void obstacles_may_be_above(void **state) {
  (void)state;
  rig below = string_and(1000, "{shape: pluck, at: 0.1, amplitude: 10}", bridge, extent);
  rig above = rig_of(scene_of(
      "{carom: 1, rate: 1000, bodies: {s: {type: string, length: 1, linear_density: 1, tension: 1, "
      "points: 1000, start: {shape: pluck, at: 0.1, amplitude: -10}}, w: {type: barrier, profile: "
      "{shape: parabola, height: -1, width: 0.05, to: 0.05}}, far: {type: barrier, position: 20}}, "
      "contacts: {c: {type: collision, below: s, above: w, along: true}, d: {type: collision, "
      "below: s, above: far, along: true}}, outputs: {mid: {of: s@0.5}}, solver: {method: "
      "rigid}}"));
  for (int n = 0; n < 3000; ++n) {
    rig_steps(&below, 1);
    rig_steps(&above, 1);
    assert_true(carom_output(below.model, below.state, 0) ==
                -carom_output(above.model, above.state, 0));
  }
  rig_free(&below);
  rig_free(&above);
}

static void a_string_in_a_corridor_stays_in_it(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 1000, bodies: {s: {type: string, length: 1, linear_density: 1, tension: 1, "
      "points: 777, start_velocity: {shape: hump, at: 0.4, width: 0.3, amplitude: 30}}, low: "
      "{type: barrier, position: -1}, high: {type: barrier, position: 1.5}, bump: {type: barrier, "
      "position: -1, profile: {shape: parabola, height: 0.8, width: 0.2, at: 0.7}}}, contacts: {a: "
      "{type: collision, below: low, above: s, along: true}, b: {type: collision, below: s, above: "
      "high, along: true}, c: {type: collision, below: bump, above: s, along: true}}, solver: "
      "{method: rigid}}"));
  static double shape[NODES_MOST];
  for (int n = 0; n < 5000; ++n) {
    rig_steps(&r, 1);
    const int count = carom_body_shape(r.model, r.state, 0, shape, NODES_MOST);
    for (int i = 0; i < count; i += 7)
      assert_true(shape[i] < 1.5 + 0.1 && shape[i] > -1 - 0.1);
  }
  for (int i = 0; i < 3; ++i)
    assert_true(carom_contact_counts(r.model, r.state, i).impacts > 10);
  assert_at_most(rig_error(&r), 1e-11);
  rig_free(&r);
}

// --- What it does not take ----------------------------------------------------------------------

static void refused(const char *string, const char *barrier, const char *contact, const char *why) {
  char text[2048];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 1000, bodies: {s: {type: string, length: 1, linear_density: 1, "
           "tension: 1, %s}, w: {type: barrier, %s}}, contacts: {c: {type: collision, below: w, "
           "above: s, %s}}, solver: {method: rigid}}",
           string, barrier, contact);
  carom_scene *scene = scene_of(text);
  carom_model *model = NULL;
  carom_error error;
  assert_true((model = carom_model_compile(scene, NULL, &error)) == NULL);
  assert_null(model);
  if (strstr(error.text, why) == NULL)
    fail_msg("'%s' lacks '%s'", error.text, why);
  carom_scene_free(scene);
}

static void what_it_does_not_take_is_refused(void **state) {
  (void)state;
  refused("sigma0: 1", "position: -1", "along: true", "without losses");
  refused("bending_stiffness: 1", "position: -1", "along: true", "ideal string");
  refused("model: modes, points: 4", "position: -1", "along: true", "model: grid");
  refused("points: 50", "position: 1", "along: true", "inside the obstacle");
  refused("points: 50", "position: {sine: {amplitude: 1, frequency: 1}}", "along: true", "stands");
  refused("start: {shape: wrapped}", "position: -1", "along: true", "parabola");
}

// A stiffness is ignored, and that is said.
static void ignored_keys_are_named(void **state) {
  (void)state;
  carom_scene *scene = scene_of(
      "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 1, tension: 1}, w: {type: "
      "barrier, position: -1}}, contacts: {c: {type: collision, below: w, above: s, along: true, "
      "stiffness: 1, exponent: 2}}, solver: {method: rigid}}");
  rig r = rig_of(scene);
  assert_string_equal(carom_model_contact(r.model, 0).ignored, "stiffness, exponent");
  assert_int_equal(carom_warnings(r.model, NULL, NULL, NULL, 0), 0);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_free_string_is_exact_at_its_nodes),
      cmocka_unit_test(a_string_rests_on_a_bridge),
      cmocka_unit_test(the_audio_method_tells_the_same_contact_length),
      cmocka_unit_test(a_straight_obstacle_makes_the_period_three),
      cmocka_unit_test(a_sinusoidal_obstacle_agrees_with_its_closed_form),
      cmocka_unit_test(wrapping_is_lost_where_the_contact_point_is_as_fast_as_waves),
      cmocka_unit_test(a_pluck_touches_in_several_patches),
      cmocka_unit_test(what_the_obstacle_does_to_the_energy_is_shown),
      cmocka_unit_test(obstacles_may_be_above),
      cmocka_unit_test(a_string_in_a_corridor_stays_in_it),
      cmocka_unit_test(what_it_does_not_take_is_refused),
      cmocka_unit_test(ignored_keys_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
