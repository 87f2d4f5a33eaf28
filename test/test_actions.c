// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Actions: what waits for its step in a state, in which order it is done, and what a thrown mass
// does from its step on, against closed forms.

#include "support.h"

static carom_scene *scene_with(const char *body, double rate, int oversample) {
  char text[1200];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %.17g, gravity: 9.81, solver: {oversample: %d}, bodies: {m: {type: "
           "mass, %s}, string: {type: string, length: 0.7, linear_density: 6e-3, tension: 60}}, "
           "contacts: {damp: {type: finger, on: string@0.5, damper: 0}, bow: {type: bow, on: "
           "string@0.1, force: 0, speed: 0.1}}, controls: {throw: {gesture: throw, on: m, from: "
           "0.5, to: 4}, damper: {key: contacts.damp.damper, from: 0, to: 8, smooth: 0}, glide: "
           "{key: bodies.m.damping, from: 0, to: 10, smooth: 0.01}, draw: {gesture: bow, on: bow, "
           "to: 1}, pluck: {gesture: pluck, on: string@0.3, to: 2}}, outputs: {x: {of: m}, force: "
           "{of: bow, quantity: force}}}",
           rate, oversample, body);
  return scene_of(text);
}

static rig free_mass(double rate, int oversample) {
  return rig_of(scene_with("mass: 0.01", rate, oversample));
}

static int control(const rig *r, const char *name) {
  const int index = carom_model_find_control(r->model, name);
  assert_true(index >= 0);
  return index;
}

static int mass(const rig *r) {
  return carom_model_find_body(r->model, "m");
}

static double live_value(const rig *r, const char *path) {
  return carom_state_get(r->model, r->state, carom_model_find_live(r->model, path));
}

static void put(const rig *r, double position, double velocity, int offset) {
  assert_int_equal(carom_state_place(r->model, r->state, mass(r), position, velocity, offset),
                   CAROM_OK);
}

// --- Thrown masses ------------------------------------------------------------------------------

// Under a constant force a leapfrog is exact, if it begins with the velocity of its half step:
// without that the mass would be late by g k / 2 times the time.
static void a_thrown_mass_follows_its_parabola_to_rounding(void **state) {
  (void)state;
  for (int over = 1; over <= 4; over *= 4)
    for (int offset = 0; offset <= 37; offset += 37) {
      rig r = free_mass(8000, over);
      rig_steps(&r, 100 * over);
      const double begin = (100.0 + offset) / 8000;
      put(&r, 0.02, 1.5, offset);
      for (int n = 101 + offset; n < 1100; ++n) {
        while (carom_state_steps(r.state) <= (long long)n * over)
          rig_steps(&r, 1);
        const double t = n / 8000.0 - begin;
        assert_near(carom_output(r.model, r.state, 0), 0.02 + 1.5 * t - 9.81 / 2 * t * t, 1e-12);
      }
      rig_free(&r);
    }
}

// Of a mass that is thrown on its own spring and damper, after a third of a period, against its
// sine.
static double error_on_a_spring(double sigma, int times) {
  const double omega = 2 * M_PI * 100;
  const double damped = sqrt(omega * omega - sigma * sigma);
  const double rest = -9.81 / (omega * omega);
  const double t = 27.0 / 8000;
  char body[80];
  snprintf(body, sizeof body, "mass: 0.01, frequency: 100, damping: %.17g", 2 * 0.01 * sigma);
  rig r = rig_of(scene_with(body, 8000.0 * times, 1));
  rig_steps(&r, 10 * times);
  put(&r, 1e-3, 2, 0);
  rig_steps(&r, 27 * times + 1);
  const double x =
      rest + exp(-sigma * t) * ((1e-3 - rest) * cos(damped * t) +
                                (2 + sigma * (1e-3 - rest)) / damped * sin(damped * t));
  const double error = fabs(carom_output(r.model, r.state, 0) - x);
  rig_free(&r);
  return error;
}

static void a_mass_thrown_on_its_spring_errs_with_the_square_of_the_step(void **state) {
  (void)state;
  static const double dampings[] = {0, 50, 300};
  for (int i = 0; i < 3; ++i) {
    double last = error_on_a_spring(dampings[i], 4);
    for (int times = 8; times <= 32; times *= 2) {
      const double error = error_on_a_spring(dampings[i], times);
      assert_near(last / error, 4, 0.2);
      last = error;
    }
  }
}

// The position of a mass that is thrown on a string, 2 ms later.
static double thrown_on_a_string(int times) {
  carom_scene *scene = scene_with("mass: 0.01, position: -1", 8000.0 * times, 1);
  rig_set(scene, "bodies.string.points", "20");
  rig_set(scene, "contacts.hit.type", "collision");
  rig_set(scene, "contacts.hit.below", "m");
  rig_set(scene, "contacts.hit.above", "string@0.3");
  rig_set(scene, "contacts.hit.stiffness", "1e5");
  rig_set(scene, "contacts.hit.numerical_loss", "false");
  rig r = rig_of(scene);
  rig_steps(&r, 10 * times);
  put(&r, 1e-3, 2, 0);
  rig_steps(&r, 16 * times + 1);
  const double x = carom_output(r.model, r.state, 0);
  rig_free(&r);
  return x;
}

static void a_mass_thrown_on_a_string_errs_with_the_square_of_the_step(void **state) {
  (void)state;
  const double truth = thrown_on_a_string(256);
  double last = fabs(thrown_on_a_string(4) - truth);
  for (int times = 8; times <= 32; times *= 2) {
    const double error = fabs(thrown_on_a_string(times) - truth);
    assert_true(last / error > 3 && last / error < 5.5);
    last = error;
  }
}

static void a_throw_puts_the_mass_where_it_began_with_the_speed_of_the_stroke(void **state) {
  (void)state;
  static const double speeds[] = {0.7, (double)NAN};
  for (int i = 0; i < 2; ++i) {
    rig r = rig_of(scene_with("mass: 0.01, position: 0.3", 8000, 1));
    carom_stroke stroke = carom_stroke_default();
    const double speed = isnan(speeds[i]) ? 4 : speeds[i]; // as the control says
    stroke.speed = speeds[i];
    rig_steps(&r, 800);
    const double supplied = carom_state_ledger(r.state).supplied;
    const double x = carom_output(r.model, r.state, 0);
    assert_int_equal(carom_state_play(r.model, r.state, control(&r, "throw"), &stroke, 0),
                     CAROM_OK);
    rig_steps(&r, 401);
    const double t = 0.05;
    assert_near(carom_output(r.model, r.state, 0), 0.3 + speed * t - 9.81 / 2 * t * t, 1e-12);
    // What it takes is told: the new motion less that of a fall through 0.3 - x and a step.
    const double fallen = 800.0 / 8000 * 9.81;
    const double height = 0.3 - 9.81 / 2 * 0.01;
    assert_true(x > height);
    assert_near(carom_state_ledger(r.state).supplied - supplied,
                0.005 * (speed * speed - fallen * fallen) + 0.01 * 9.81 * (0.3 - height), 1e-6);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// --- When ---------------------------------------------------------------------------------------

static void an_action_is_done_in_the_step_of_its_sample(void **state) {
  (void)state;
  for (int over = 1; over <= 2; ++over) {
    rig r = free_mass(8000, over);
    rig_steps(&r, 10 * over);
    assert_int_equal(carom_state_control(r.model, r.state, control(&r, "damper"), 0, 5, 7),
                     CAROM_OK);
    rig_steps(&r, 7 * over);
    assert_int_equal(carom_state_waiting(r.state), 1);
    assert_near(live_value(&r, "contacts.damp.damper"), 0, 0);
    rig_steps(&r, 1);
    assert_int_equal(carom_state_waiting(r.state), 0);
    assert_near(live_value(&r, "contacts.damp.damper"), 5, 0);
    rig_free(&r);
  }
}

static void what_waits_is_done_by_time_and_at_one_time_as_it_came(void **state) {
  (void)state;
  rig r = free_mass(8000, 1);
  put(&r, 3, 0, 30);
  put(&r, 1, 0, 10);
  put(&r, 2, 0, 20);
  put(&r, 1.5, 0, 10); // after the other one
  static const double there[] = {1.5, 2, 3};
  for (int i = 0; i < 3; ++i) {
    rig_steps(&r, i == 0 ? 11 : 10);
    assert_near(carom_output(r.model, r.state, 0), there[i], 1e-12);
    assert_int_equal(carom_state_waiting(r.state), 2 - i);
  }
  rig_free(&r);
}

static void a_glide_takes_its_time_in_equal_steps(void **state) {
  (void)state;
  rig r = free_mass(8000, 1);
  assert_int_equal(carom_state_control(r.model, r.state, control(&r, "glide"), 0, 8, 3), CAROM_OK);
  rig_steps(&r, 3);
  for (int n = 1; n <= 80; ++n) { // 0.01 s
    rig_steps(&r, 1);
    assert_near(live_value(&r, "bodies.m.damping"), n / 10.0, 1e-12);
  }
  rig_steps(&r, 5);
  assert_near(live_value(&r, "bodies.m.damping"), 8, 0);
  rig_free(&r);
}

static void a_bow_is_lifted_when_its_time_is_over(void **state) {
  (void)state;
  rig r = free_mass(8000, 1);
  carom_stroke stroke = carom_stroke_default();
  stroke.force = 0.6;
  stroke.over = 0;
  stroke.lasts = 0.02;
  assert_int_equal(carom_state_play(r.model, r.state, control(&r, "draw"), &stroke, 5), CAROM_OK);
  assert_int_equal(carom_state_waiting(r.state), 2);
  for (int n = 0; n < 200; ++n) {
    rig_steps(&r, 1);
    assert_near(live_value(&r, "contacts.bow.force"), n >= 5 && n < 165 ? 0.6 : 0, 0);
  }
  rig_free(&r);
}

// --- How many -----------------------------------------------------------------------------------

static void
too_many_are_refused_and_the_last_move_of_a_key_takes_the_place_of_another(void **state) {
  (void)state;
  rig r = free_mass(8000, 1);
  const int room = 16 + 16 * carom_model_describe(r.model).controls;
  const int damper = control(&r, "damper");
  for (int i = 0; i < room - 1; ++i)
    put(&r, 0, 0, 100 + i);
  assert_int_equal(carom_state_control(r.model, r.state, damper, 0, 1, 50), CAROM_OK);
  assert_int_equal(carom_state_waiting(r.state), room);
  assert_int_equal(carom_state_place(r.model, r.state, mass(&r), 0, 0, 0), CAROM_FULL);
  assert_int_equal(carom_state_play(r.model, r.state, control(&r, "pluck"), NULL, 0), CAROM_FULL);
  assert_int_equal(carom_state_control(r.model, r.state, control(&r, "glide"), 0, 1, 50),
                   CAROM_FULL);
  assert_int_equal(carom_state_control(r.model, r.state, damper, 0, 2, 40), CAROM_FULL);
  assert_int_equal(carom_state_control(r.model, r.state, damper, 0, 3, 60), CAROM_OK);
  assert_int_equal(carom_state_waiting(r.state), room);
  rig_steps(&r, 60);
  assert_near(live_value(&r, "contacts.damp.damper"), 0, 0); // the first one has given way
  rig_steps(&r, 1);
  assert_near(live_value(&r, "contacts.damp.damper"), 3, 0);
  rig_free(&r);
}

static void what_waits_is_saved_and_restored(void **state) {
  (void)state;
  rig r = free_mass(8000, 1);
  put(&r, 0.5, 1, 20);
  rig_steps(&r, 5);
  void *saved = malloc(carom_state_saved_size(r.model));
  carom_state_save(r.model, r.state, saved);
  rig_steps(&r, 100);
  const double x = carom_output(r.model, r.state, 0);
  carom_state_reset(r.model, r.state);
  assert_int_equal(carom_state_waiting(r.state), 0);
  assert_int_equal(carom_state_restore(r.model, r.state, saved), CAROM_OK);
  assert_int_equal(carom_state_waiting(r.state), 1);
  rig_steps(&r, 100);
  assert_near(carom_output(r.model, r.state, 0), x, 0);
  free(saved);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_thrown_mass_follows_its_parabola_to_rounding),
      cmocka_unit_test(a_mass_thrown_on_its_spring_errs_with_the_square_of_the_step),
      cmocka_unit_test(a_mass_thrown_on_a_string_errs_with_the_square_of_the_step),
      cmocka_unit_test(a_throw_puts_the_mass_where_it_began_with_the_speed_of_the_stroke),
      cmocka_unit_test(an_action_is_done_in_the_step_of_its_sample),
      cmocka_unit_test(what_waits_is_done_by_time_and_at_one_time_as_it_came),
      cmocka_unit_test(a_glide_takes_its_time_in_equal_steps),
      cmocka_unit_test(a_bow_is_lifted_when_its_time_is_over),
      cmocka_unit_test(too_many_are_refused_and_the_last_move_of_a_key_takes_the_place_of_another),
      cmocka_unit_test(what_waits_is_saved_and_restored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
