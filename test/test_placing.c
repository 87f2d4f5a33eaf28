// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Masses that are put somewhere while others move, and how accurate a start is (theory 8.17 to
// 8.25).

#include "test/starts.h"

// --- Orders -------------------------------------------------------------------------------------

/// Whether a mass starts somewhere or is put there, after a while or while it pushes the string.
typedef enum { STARTS, IS_PUT, IS_PUT_PRESSED } way_there;

/// A scene with a mass `m`, its position and velocity, and the output that is compared.
typedef struct {
  const char *claim, *scene;
  double position, velocity;
  way_there how;
} motion;

static const char *const string_and_mass =
    "{carom: 1, rate: %.17g, bodies: {s: {type: string, model: %s, points: 20, length: 1, "
    "linear_density: 0.01, tension: 100, start_velocity: {shape: hump, amplitude: 0.3}, start: "
    "{shape: pluck, amplitude: 1e-4, at: 0.3}}, m: {type: mass, mass: 0.003, position: %.17g, "
    "velocity: %.17g}}, contacts: {c: {type: collision, below: m, above: s@0.3, stiffness: 1e7, "
    "exponent: 1.5, numerical_loss: false}}, outputs: {x: {of: s@0.3}}}";

static const char *const string_along =
    "{carom: 1, rate: %.17g, bodies: {s: {type: string, model: %s, points: 20, length: 1, "
    "linear_density: 0.01, tension: 100, start_velocity: {shape: hump, amplitude: 1}, start: "
    "{shape: sine, amplitude: -1e-4}}, m: {type: mass, mass: 0.003, position: %.17g, velocity: "
    "%.17g}, w: {type: barrier}}, contacts: {c: {type: collision, below: w, above: s, along: true, "
    "stiffness: 1e7, exponent: 1.5, numerical_loss: false}}, outputs: {x: {of: s@0.3}}}";

static double string_after(const motion *of, const char *model, int times) {
  const bool pressed = of->how == IS_PUT_PRESSED;
  const bool put = of->how != STARTS;
  rig r = rig_with(of->scene, 44100.0 * times, model,
                   pressed ? 2e-4
                   : put   ? -2e-4
                           : of->position,
                   put ? 0.5 : of->velocity);
  if (put) {
    carom_impact touch;
    rig_steps(&r, (pressed ? 4 : 16) * times);
    assert_true(pressed == carom_state_open_impact(r.model, r.state, 0, &touch));
    assert_int_equal(carom_state_place(r.model, r.state, carom_model_find_body(r.model, "m"),
                                       of->position, of->velocity, 0),
                     CAROM_OK);
  }
  rig_steps(&r, 32 * times + 1);
  const double x = carom_output(r.model, r.state, 0);
  assert_at_most(rig_error(&r), 1e-10);
  rig_free(&r);
  return x;
}

// Where errors are as small as rounding there is no order.
static void errors_fall_with_the_square_of_the_step(void **state) {
  const motion *of = *state;
  for (int modes = 0; modes < 2; ++modes) {
    const char *model = modes ? "modes" : "grid";
    const double truth = string_after(of, model, 128);
    double last = fabs(string_after(of, model, 4) - truth);
    for (int times = 8; times <= 16; times *= 2) {
      const double error = fabs(string_after(of, model, times) - truth);
      assert_true(error < 1e-15 || (last / error > 2.7 && last / error < 7));
      last = error;
    }
  }
}

static const motion motions[] = {
    {"a mass starts in a string, closing", string_and_mass, 1.45e-4, 4, STARTS},
    {"a mass starts in a string, leaving", string_and_mass, 1.45e-4, -4, STARTS},
    {"a mass starts in a string, at rest", string_and_mass, 1.9e-4, 0, STARTS},
    {"a mass starts near a string, closing", string_and_mass, 0.91e-4, 4, STARTS},
    {"a mass starts near a string, leaving", string_and_mass, 0.91e-4, -4, STARTS},
    {"a mass starts away from a string, closing", string_and_mass, -1e-4, 4, STARTS},
    {"a string starts in an obstacle along it, leaving", string_along, 0, 0, STARTS},
    {"a mass is put into a string, closing", string_and_mass, 2.3e-4, 4, IS_PUT},
    {"a mass is put into a string, leaving", string_and_mass, 2.3e-4, -4, IS_PUT},
    {"a mass is put into a string, at rest", string_and_mass, 2.3e-4, 0, IS_PUT},
    {"a mass is put near a string, closing", string_and_mass, 0.9e-4, 4, IS_PUT},
    {"a mass is taken away from a string", string_and_mass, -1e-2, 1, IS_PUT},
    {"a mass that pushes a string is taken away", string_and_mass, -1e-2, 1, IS_PUT_PRESSED},
    {"a mass that pushes a string is put deeper", string_and_mass, 3e-4, 1, IS_PUT_PRESSED},
};

// --- Masses that are put somewhere ---------------------------------------------------------------

// A wall at 0 and a mass at rest before it.
static rig ball(const char *scheme, double K, double alpha) {
  return rig_with(
      "{carom: 1, bodies: {w: {type: barrier}, m: {type: mass, mass: 0.01, position: "
      "-1e-6}}, contacts: {c: {type: collision, below: m, above: w, stiffness: %g, "
      "exponent: %g, scheme: %s}}, outputs: {v: {of: m, quantity: velocity}}, controls: "
      "{t: {gesture: throw, on: m, from: -5, to: 5}}}",
      K, alpha, scheme);
}

static void a_mass_that_is_put_at_a_wall_has_the_energy_it_was_given(void **state) {
  (void)state;
  static const double positions[] = {-1e-6, 0, 1e-6, 3e-5};
  static const double speeds[] = {-3, 3, 0};
  for (int i = 0; i < 4 * 4 * 3; ++i)
    for (double K = 1e6; K < 2e12; K *= 1e3) {
      rig r = ball(schemes[i % 4], K, 1.5);
      const double x = positions[i / 4 % 4];
      const double v = speeds[i / 16];
      const double given = 0.005 * v * v + law_energy(1.5, K, x);
      rig_steps(&r, 100);
      assert_int_equal(carom_state_place(r.model, r.state, 1, x, v, 0), CAROM_OK);
      carom_step(r.model, r.state);
      if (v <= 0 && x <= 0)
        assert_near(carom_output(r.model, r.state, 0), v, 1e-12);
      rig_steps(&r, 2000);
      assert_near(carom_state_ledger(r.state).supplied, given, 1e-12 * given);
      assert_at_most(rig_error(&r), 1e-12);
      if (i % 4 != 3)
        assert_near(carom_output(r.model, r.state, 0), -sqrt(2 * given / 0.01),
                    1e-9 * sqrt(200 * given));
      rig_free(&r);
    }
}

// What the first output will be in the coming step, if nothing happens.
static double next_output(rig *r) {
  void *saved = malloc(carom_state_saved_size(r->model));
  carom_state_save(r->model, r->state, saved);
  carom_step(r->model, r->state);
  const double x = carom_output(r->model, r->state, 0);
  assert_int_equal(carom_state_restore(r->model, r->state, saved), CAROM_OK);
  free(saved);
  return x;
}

static void a_mass_that_is_put_into_a_string_gets_its_energy_and_that_of_the_contact(void **state) {
  (void)state;
  for (int i = 0; i < 2 * 2 * 3; ++i) {
    static const double speeds[] = {1.5, -1.5, 0};
    const bool swings = i & 1;
    rig r =
        rig_with("{carom: 1, bodies: {s: {type: string, model: %s, length: 1, linear_density: "
                 "0.01, tension: 100, start: {shape: sine, amplitude: %g}}, m: {type: mass, "
                 "mass: 0.003, position: -1}}, contacts: {c: {type: collision, below: m, above: "
                 "s@0.3, stiffness: 1e8, exponent: 1.5, numerical_loss: false}}, outputs: {s: "
                 "{of: s@0.3}}}",
                 (i & 2) != 0 ? "modes" : "grid", swings ? 1e-5 : 0);
    rig_steps(&r, 501);
    const double v = speeds[i / 4];
    const double x = 2e-5 + next_output(&r);
    const double given = 0.0015 * v * v + law_energy(1.5, 1e8, 2e-5);
    assert_int_equal(carom_state_place(r.model, r.state, 1, x, v, 0), CAROM_OK);
    carom_step(r.model, r.state);
    assert_near(carom_state_ledger(r.state).supplied, given, (swings ? 1e-5 : 1e-12) * given);
    rig_steps(&r, 500);
    assert_at_most(rig_error(&r), 1e-11);
    rig_free(&r);
  }
}

// Where it touches at once, too, and where it has been put before.
static void an_impact_tells_the_speed_with_which_a_mass_was_put_there(void **state) {
  (void)state;
  static const double gaps[] = {1e-3, 1e-4, 4e-5, 1e-5, 1e-6, 0};
  for (int i = 0; i < 6 * 3; ++i) {
    rig r = ball(schemes[i % 3], 1e7, 1.5);
    carom_impact e;
    for (int n = 0; n < 2; ++n) {
      carom_state_place(r.model, r.state, 1, -gaps[i / 3], 2, 10);
      const double at = ((double)carom_state_steps(r.state) + 10) / 44100;
      rig_steps(&r, 1000);
      assert_true(carom_state_next_impact(r.model, r.state, &e));
      assert_near(e.speed_in, 2, 1e-9);
      assert_near(e.speed_out, 2, 1e-9);
      assert_near(e.impulse, 0.04, 1e-9);
      assert_true(e.begin >= at - 1e-12 && e.begin <= at + gaps[i / 3] / 2 + 1 / 44100.0);
      assert_true(e.end >= e.begin);
      assert_false(carom_state_next_impact(r.model, r.state, &e));
    }
    rig_free(&r);
  }
}

static void a_throw_is_a_start(void **state) {
  (void)state;
  for (int i = 0; i < 4; ++i)
    for (int away = 0; away < 2; ++away) {
      rig r = ball(schemes[i], 1e10, 1.5);
      carom_stroke stroke = carom_stroke_default();
      stroke.speed = away ? -3 : 3;
      const double had = energy_of(&r);
      rig_steps(&r, 100);
      assert_int_equal(carom_state_play(r.model, r.state, 0, &stroke, 0), CAROM_OK);
      rig_steps(&r, 2000);
      assert_near(carom_state_ledger(r.state).supplied + had, 0.045, 1e-13);
      if (i != 3) // as printed, contacts may keep some of it
        assert_near(carom_output(r.model, r.state, 0), -3, 1e-9);
      rig_free(&r);
    }
}

// What was under way when a mass is put elsewhere is over.
static void an_impact_ends_when_its_mass_is_put_elsewhere(void **state) {
  (void)state;
  for (int i = 0; i < 3; ++i) {
    rig r = ball(schemes[i], 1e5, 1.5);
    carom_impact e;
    carom_state_place(r.model, r.state, 1, -1e-5, 1, 0);
    rig_steps(&r, 20);
    carom_state_place(r.model, r.state, 1, -0.5, -1, 0);
    rig_steps(&r, 100);
    assert_true(carom_state_next_impact(r.model, r.state, &e));
    assert_near(e.end, 20 / 44100.0, 1e-12);
    assert_true(e.begin < e.end && e.impulse > 0);
    assert_false(carom_state_next_impact(r.model, r.state, &e));
    assert_near(carom_output(r.model, r.state, 0), -1, 1e-12);
    rig_free(&r);
  }
}

// A ball that is put at any distance from a wall, touching included: what pushes is in the log,
// however hard and short, and however slight.
static void every_push_is_in_the_log(void **state) {
  (void)state;
  static const double stiffness[] = {1e6, 1e10, 7.7e13, 1e15};
  uint64_t seed = 1;
  for (int i = 0; i < 4; ++i) {
    rig r =
        rig_with("{carom: 1, bodies: {w: {type: barrier}, b: {type: mass, mass: 0.0015, position: "
                 "1}}, contacts: {c: {type: collision, below: w, above: b, stiffness: %g, "
                 "exponent: 1}}, outputs: {F: {of: c, quantity: force}}}",
                 stiffness[i]);
    const int body = carom_model_find_body(r.model, "b");
    for (int n = 0; n < 500; ++n) {
      const double way = n == 0 ? 0 : 14.67 / 44100 * pow(10, -8 * random_unit(&seed));
      carom_impact e;
      double pushed = 0;
      double told = 0;
      carom_state_reset(r.model, r.state);
      assert_int_equal(carom_state_place(r.model, r.state, body, way, -14.67, 0), CAROM_OK);
      for (int k = 0; k < 300; ++k) {
        carom_step(r.model, r.state);
        pushed += carom_output(r.model, r.state, 0) / 44100;
      }
      while (carom_state_next_impact(r.model, r.state, &e)) {
        assert_true(e.begin >= 0 && e.end >= e.begin);
        told += e.impulse;
      }
      if (carom_state_open_impact(r.model, r.state, 0, &e))
        told += e.impulse;
      assert_true(pushed > 0);
      assert_near(told, pushed, 1e-9 * pushed);
    }
    rig_free(&r);
  }
}

int main(void) {
  enum { MOTIONS = sizeof motions / sizeof *motions };
  const struct CMUnitTest claims[] = {
      cmocka_unit_test(a_mass_that_is_put_at_a_wall_has_the_energy_it_was_given),
      cmocka_unit_test(a_mass_that_is_put_into_a_string_gets_its_energy_and_that_of_the_contact),
      cmocka_unit_test(an_impact_tells_the_speed_with_which_a_mass_was_put_there),
      cmocka_unit_test(a_throw_is_a_start),
      cmocka_unit_test(an_impact_ends_when_its_mass_is_put_elsewhere),
      cmocka_unit_test(every_push_is_in_the_log),
  };
  struct CMUnitTest orders[MOTIONS];
  for (int i = 0; i < MOTIONS; ++i)
    orders[i] = (struct CMUnitTest){.name = motions[i].claim,
                                    .test_func = errors_fall_with_the_square_of_the_step,
                                    .initial_state = (void *)&motions[i]};
  const int failed = cmocka_run_group_tests_name("placing", claims, NULL, NULL);
  return failed + cmocka_run_group_tests_name("orders", orders, NULL, NULL);
}
