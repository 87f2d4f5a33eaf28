// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of what rests pressed on something: against the tangent of the law, against what runs
// ring with, and what does not count.

#include "ringing.h"

/// kg, N/m^alpha, m/s2
static const double M = 0.005, K = 1e7, gravity = 9.81;

/// A mass on a barrier, at its overlap at rest, which moves by a thousandth of that: its law bends
/// the frequency by less than the square.
static const char resting[] =
    "{carom: 1, rate: 48000, duration: 3, gravity: 9.81, bodies: {floor: {type: barrier}, m: "
    "{type: mass, mass: 0.005}}, contacts: {c: {type: collision, below: floor, above: m, "
    "stiffness: 1e7, exponent: 1.5}}, outputs: {heard: {of: m, quantity: velocity}}}";

static double overlap(double alpha) {
  return pow(M * gravity / K, 1 / alpha);
}

static carom_scene *resting_with(double alpha, double damping) {
  carom_scene *scene = scene_of(resting);
  char text[40];
  snprintf(text, sizeof text, "%.17g", alpha);
  rig_set(scene, "contacts.c.exponent", text);
  snprintf(text, sizeof text, "%.17g", damping);
  rig_set(scene, "contacts.c.damping", text);
  snprintf(text, sizeof text, "%.17g", -overlap(alpha));
  rig_set(scene, "bodies.m.position", text);
  const double tangent = alpha * M * gravity / overlap(alpha);
  snprintf(text, sizeof text, "%.17g", 1e-3 * overlap(alpha) * sqrt(tangent / M));
  rig_set(scene, "bodies.m.velocity", text);
  return scene;
}

static carom_scene_mode only_mode(const carom_model *m) {
  carom_scene_mode mode[2];
  int found = 0;
  assert_int_equal(carom_model_modes(m, 2, mode, NULL, &found), CAROM_OK);
  assert_int_equal(found, 1);
  return mode[0];
}

static ringing heard_of(rig *r, double pitch) {
  int samples = 0;
  double rate = 0;
  double *x = sounded(r, 0, 2.5, &samples, &rate);
  const ringing heard = ringing_of(x, samples, rate, 0.05, 0.5, pitch);
  free(x);
  return heard;
}

// K_t cosh^2(s k / 2) against M (z - 2 + 1/z) / k^2: tan(omega k / 2) = k / 2 sqrt(K_t / M).
static void a_mass_at_rest_rings_with_the_tangent_of_its_law(void **state) {
  (void)state;
  static const double alpha[] = {1, 1.5, 2.3, 3};
  const double k = 1 / 48000.0;
  for (int i = 0; i < 4; ++i) {
    const double tangent = alpha[i] * M * gravity / overlap(alpha[i]);
    rig r = rig_of(resting_with(alpha[i], 0));
    const carom_scene_mode mode = only_mode(r.model);
    const double closed = 2 / k * atan(k / 2 * sqrt(tangent / M)) / (2 * M_PI);
    assert_near(mode.frequency / closed, 1, 1e-9);
    assert_near(cents_between(heard_of(&r, mode.frequency).frequency, mode.frequency), 0, 0.1);
    rig_free(&r);
  }
}

// mu F at rest is a damper: sigma = mu g / 2 of the mass, whatever its law.
static void its_loss_at_rest_is_that_of_its_weight(void **state) {
  (void)state;
  const double mu = 0.4;
  rig r = rig_of(resting_with(1.5, mu));
  const carom_scene_mode mode = only_mode(r.model);
  assert_near(mode.decay_time / (log(1000) / (mu * gravity / 2)), 1, 1e-3); // of (omega k)^2 / 4
  const ringing heard = heard_of(&r, mode.frequency);
  assert_near(heard.decay * mode.decay_time / log(1000), 1, 0.01);
  assert_near(cents_between(heard.frequency, mode.frequency), 0, 0.1);
  rig_free(&r);
}

// What does not overlap as the scene starts is open: the mass is free, and has no mode.
static void what_touches_without_overlap_is_open(void **state) {
  (void)state;
  carom_scene *scene = scene_of(resting);
  rig_set(scene, "bodies.m.position", "0");
  rig r = rig_of(scene);
  carom_scene_mode mode;
  int found = 1;
  assert_int_equal(carom_model_modes(r.model, 1, &mode, NULL, &found), CAROM_OK);
  assert_int_equal(found, 0);
  rig_free(&r);
}

// A felt of a D^3 + b D^2 + c D is at an overlap D as hard as a law of 3 a D^2 + 2 b D + c times D.
static void a_felt_on_a_string_has_the_tangent_of_its_cubic(void **state) {
  (void)state;
  static const char scenes[2][400] = {
      "{carom: 1, bodies: {s: {type: string, length: 0.9, linear_density: 5e-3, tension: 150}, m: "
      "{type: mass, mass: 0.004, frequency: 70, position: 2e-4}}, contacts: {f: {type: felt, "
      "circle: m, segment: s@0.3, a: 1e11, b: 2e7, c: 3000}}, outputs: {o: {of: m}}}",
      "{carom: 1, bodies: {s: {type: string, length: 0.9, linear_density: 5e-3, tension: 150}, m: "
      "{type: mass, mass: 0.004, frequency: 70, position: 2e-4}}, contacts: {f: {type: collision, "
      "above: s@0.3, below: m, stiffness: 23000, exponent: 1}}, outputs: {o: {of: m}}}"};
  carom_scene_mode modes[2][5];
  for (int i = 0; i < 2; ++i) {
    rig r = rig_of(scene_of(scenes[i]));
    int found = 0;
    assert_int_equal(carom_model_modes(r.model, 5, modes[i], NULL, &found), CAROM_OK);
    assert_int_equal(found, 5);
    rig_free(&r);
  }
  for (int i = 0; i < 5; ++i)
    assert_near(modes[0][i].frequency / modes[1][i].frequency, 1, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mass_at_rest_rings_with_the_tangent_of_its_law),
      cmocka_unit_test(its_loss_at_rest_is_that_of_its_weight),
      cmocka_unit_test(a_felt_on_a_string_has_the_tangent_of_its_cubic),
      cmocka_unit_test(what_touches_without_overlap_is_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
