// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts along a body by its modes, in the adaptive method, against closed forms for a string
// that falls on a rigid obstacle (H. Cabannes; dimensionless).

#include "support.h"

static const char *const flat =
    "{carom: 1, rate: 1000, bodies: {string: {type: string, model: modes, points: 60, length: 1, "
    "linear_density: 1, tension: 1, start: {shape: sine, amplitude: 2}}, floor: {type: barrier, "
    "position: -1}}, contacts: {touch: {type: collision, below: floor, above: string, along: true, "
    "stiffness: 1.23e6, exponent: 1}}, outputs: {mid: {of: string@0.5}, quarter: {of: "
    "string@0.25}, "
    "force: {of: touch, quantity: force}, length: {of: touch, quantity: contact_length}, deep: "
    "{of: touch, quantity: overlap}}, solver: {method: adaptive, tolerance: 1e-8}}";

static rig rig_with(const char *text, const char *const (*changes)[2], int count) {
  carom_scene *scene = scene_of(text);
  for (int i = 0; i < count; ++i)
    rig_set(scene, changes[i][0], changes[i][1]);
  rig r = rig_of(scene);
  carom_error error;
  if (carom_state_equip(r.model, r.state, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return r;
}

// Outputs are those of the beginning of a step: one more step reads the time.
static void run_to(rig *r, double seconds) {
  const double rate = carom_model_describe(r->model).rate;
  while ((double)carom_state_steps(r->state) < seconds * rate + 1)
    assert_int_equal(carom_process(r->model, r->state, 1, NULL), CAROM_OK);
}

// The exact string touches from 2/3 to 3/4, without a gap in between, and is symmetric in time
// about 1.5: y(1/2) = 2 and y(1/4) = 2 - sqrt 2 there.
static void a_string_returns_from_a_floor(void **state) {
  (void)state;
  if (!carom_has_integrator())
    skip();
  rig r = rig_with(flat, NULL, 0);
  run_to(&r, 1.5);
  assert_near(carom_output(r.model, r.state, 0), 2, 0.02);
  assert_near(carom_output(r.model, r.state, 1), 2 - sqrt(2), 0.02);
  carom_impact e;
  double impulse = 0;
  double begin = 10;
  double end = 0;
  while (carom_state_next_impact(r.model, r.state, &e)) {
    impulse += e.impulse;
    begin = fmin(begin, e.begin);
    end = fmax(end, e.end);
  }
  assert_near(begin, 2.0 / 3, 1e-4);
  assert_near(end, 0.75, 0.01);
  // what turns it round is the change of its momentum less what its ends pull
  assert_true(impulse > 3.5 && impulse < 4.5);
  assert_at_most(rig_error(&r), 1e-5);
  rig_free(&r);
}

// More modes and a harder floor come closer to the rigid one.
static void the_penalty_converges_to_the_rigid_floor(void **state) {
  (void)state;
  if (!carom_has_integrator() || slow_build())
    skip();
  double error[2];
  for (int i = 0; i < 2; ++i) {
    static const char *const changes[][2] = {{"bodies.string.points", "120"},
                                             {"contacts.touch.stiffness", "6e6"}};
    rig r = rig_with(flat, changes, i == 0 ? 0 : 2);
    run_to(&r, 1.5);
    error[i] = fmax(fabs(carom_output(r.model, r.state, 0) - 2),
                    fabs(carom_output(r.model, r.state, 1) - 2 + sqrt(2)));
    rig_free(&r);
  }
  assert_true(error[1] < 0.6 * error[0]);
}

// Obstacle sin 2 pi x, start (2/c) sin pi x with c < 1/3: every point is hit once before t = 1. The
// largest difference from its closed form (theory 14.8) there, with c = 1/4.
static double wavy_error(const char *modes, const char *stiffness) {
  const char *const changes[][2] = {
      {"bodies.string.start.amplitude", "8"}, {"bodies.floor.position", "0"},
      {"bodies.floor.profile.shape", "sine"}, {"bodies.floor.profile.height", "1"},
      {"bodies.floor.profile.width", "1"},    {"bodies.string.points", modes},
      {"contacts.touch.stiffness", stiffness}};
  rig r = rig_with(flat, changes, 7);
  run_to(&r, 0.999);
  static double shape[2001];
  const int points = carom_body_shape(r.model, r.state, 0, shape, 2001);
  assert_true(points > 600 && points <= 2001);
  const double c = 2.0 / 8;
  const double pi = 3.14159265358979324;
  double worst = 0;
  for (int i = 0; i < points; ++i) {
    const double x = i / (points - 1.0);
    const double turned = asin(c * sin(pi * x) / sqrt(1 + c * c + 2 * c * cos(pi * x)));
    const double y = -2 / c * sin(pi * x) + 4 * (1 - c * c) / (c * c) * turned;
    worst = fmax(worst, fabs(shape[i] - y));
  }
  rig_free(&r);
  return worst;
}

// A two-thousandth of the amplitude at most, and less with more modes on a harder floor.
static void a_string_on_a_wavy_floor_has_its_closed_form(void **state) {
  (void)state;
  if (!carom_has_integrator())
    skip();
  const double coarse = wavy_error("60", "1.23e6");
  assert_at_most(coarse, 0.004); // 0.0024
  if (!slow_build())
    assert_at_most(wavy_error("120", "6e6"), coarse / 2);
}

static void losses_along_a_body_are_booked(void **state) {
  (void)state;
  if (!carom_has_integrator())
    skip();
  static const char *const changes[][2] = {{"contacts.touch.damping", "0.5"},
                                           {"contacts.touch.exponent", "1.5"},
                                           {"bodies.string.points", "30"}};
  rig r = rig_with(flat, changes, 3);
  run_to(&r, 1.5);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_true(l.dissipated > 0.5);
  assert_at_most(rig_error(&r), 1e-5);
  assert_near(carom_contact_share(r.model, r.state, 0).dissipated, l.dissipated, 1e-12);
  rig_free(&r);
}

// The deepest point of a string at rest in a bed of springs: T y'' = -K eta near the middle.
static void force_overlap_and_length_are_those_of_the_points(void **state) {
  (void)state;
  if (!carom_has_integrator())
    skip();
  rig r = rig_with(flat, NULL, 0);
  run_to(&r, 0.7);
  static double shape[601];
  carom_body_shape(r.model, r.state, 0, shape, 601);
  run_to(&r, 0.701); // reads the outputs of that shape
  double force = 0;
  double length = 0;
  double deep = -10;
  for (int i = 0; i <= 600; ++i) {
    const double eta = -1 - shape[i];
    deep = fmax(deep, eta);
    force += eta > 0 ? 1.23e6 * eta / 600 : 0;
    length += eta > 0 ? 1.0 / 600 : 0;
  }
  assert_true(deep > 0);
  assert_near(carom_output(r.model, r.state, 2), force, 1e-9 * force);
  assert_near(carom_output(r.model, r.state, 3), length, 1e-12);
  assert_near(carom_output(r.model, r.state, 4), deep, 1e-12);
  rig_free(&r);
}

static void what_it_cannot_take_is_told(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {"solver.method", "event", "or solver.method adaptive"},
      {"contacts.touch.scheme", "clamp", "schemes"},
      {"contacts.touch.below", "other", "a barrier on one side"},
  };
  for (int i = 0; i < 3; ++i) {
    carom_scene *scene = scene_of(flat);
    carom_model *model = NULL;
    carom_error error;
    rig_set(scene, "bodies.other.type", "string");
    rig_set(scene, "bodies.other.model", "modes");
    rig_set(scene, "bodies.other.points", "3");
    rig_set(scene, "bodies.other.length", "1");
    rig_set(scene, "bodies.other.linear_density", "1");
    rig_set(scene, "bodies.other.tension", "1");
    rig_set(scene, cases[i][0], cases[i][1]);
    assert_null(model = carom_model_compile(scene, NULL, &error));
    if (strstr(error.text, cases[i][2]) == NULL)
      fail_msg("%s", error.text);
    carom_scene_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_string_returns_from_a_floor),
      cmocka_unit_test(the_penalty_converges_to_the_rigid_floor),
      cmocka_unit_test(a_string_on_a_wavy_floor_has_its_closed_form),
      cmocka_unit_test(losses_along_a_body_are_booked),
      cmocka_unit_test(force_overlap_and_length_are_those_of_the_points),
      cmocka_unit_test(what_it_cannot_take_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
