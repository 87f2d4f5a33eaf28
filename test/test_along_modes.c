// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts along modal bodies: a bed of springs in closed form, a bridge against a fine grid, and
// the balance where everything touches.

#include "model/model.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

// A string on a bed of springs: omega_j^2 = (j pi c / L)^2 + K / rho A, and the shapes are the same
// sines. Between modes there is nothing left, since sums of products of sines over the links vanish
// as the integrals do.
static void a_bed_of_springs_raises_all_modes(void **state) {
  (void)state;
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const int rate = 44100 * (1 + i);
    char text[700];
    snprintf(
        text, sizeof text,
        "carom: 1\n"
        "rate: %d\n"
        "bodies:\n"
        "  string: {type: string, length: 0.7, linear_density: 5e-3, pitch: 900, model: modes,\n"
        "           points: 12, start: {shape: sine, mode: 1}}\n"
        "  bed: {type: barrier, position: 0}\n"
        "contacts:\n"
        "  moss: {type: spring, below: bed, above: string, along: true, linear: 2e4}\n"
        "outputs:\n"
        "  first: {of: string, quantity: mode, mode: 1}\n"
        "  second: {of: string, quantity: mode, mode: 2}\n",
        rate);
    rig r = rig_of(scene_of(text));
    const double omega = sqrt(pow(2 * pi * 900, 2) + 2e4 / 5e-3);
    const double q = 1e-3 * sqrt(0.7 * 5e-3 / 2);
    error[i] = 0;
    for (int n = 0; n < rate / 100; ++n) {
      carom_step(r.model, r.state);
      const double expected = q * cos(omega * n / rate);
      error[i] = fmax(error[i], fabs(carom_output(r.model, r.state, 0) - expected) / q);
      assert_near(carom_output(r.model, r.state, 1), 0, 1e-9 * q);
    }
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
  assert_at_most(error[0], 2e-2);
  assert_near(log2(error[0] / error[1]), 2, 0.2);
}

/// 50 ms of a string that wraps about a bridge.
typedef struct {
  double impulse; // of the bridge, N s
  double energy;  // at the end, J
  double level;   // rms of the velocity, m/s
} buzz;

static buzz pluck(const char *model, int times) {
  char text[900];
  snprintf(text, sizeof text,
           "carom: 1\n"
           "rate: %d\n"
           "bodies:\n"
           "  string: {type: string, length: 0.65, linear_density: 3e-3, pitch: 196, sigma0: 1,\n"
           "           sigma1: 5e-4, start: {shape: pluck, at: 0.7, amplitude: 1e-3}, model: %s}\n"
           "  bridge: {type: barrier, position: -1e-4,\n"
           "           profile: {shape: parabola, height: 1e-4, width: 0.06, from: 0, to: 0.06}}\n"
           "contacts:\n"
           "  buzz: {type: collision, below: bridge, above: string, along: true, stiffness: 1e8,\n"
           "         exponent: 1.3}\n"
           "outputs:\n"
           "  v: {of: string@0.7, quantity: velocity}\n"
           "  f: {of: buzz, quantity: force}\n",
           44100 * times, model);
  rig r = rig_of(scene_of(text));
  const int count = 2205 * times;
  buzz b = {0};
  for (int n = 0; n < count; ++n) {
    carom_step(r.model, r.state);
    b.level += pow(carom_output(r.model, r.state, 0), 2) / count;
    b.impulse += carom_output(r.model, r.state, 1) / (44100 * times);
  }
  const carom_ledger l = carom_state_ledger(r.state);
  b.energy = l.kinetic + l.potential + l.contact;
  b.level = sqrt(b.level);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  return b;
}

static void bridges_push_modes_as_they_push_a_fine_grid(void **state) {
  (void)state;
  const buzz fine = pluck("grid", 8);
  const buzz modes = pluck("modes", 2);
  assert_true(fine.impulse > 0);
  assert_near(modes.impulse, fine.impulse, 0.03 * fine.impulse);
  assert_near(modes.energy, fine.energy, 0.05 * fine.energy);
  assert_near(modes.level, fine.level, 0.02 * fine.level);
}

/// Modes along a floor, modes along a grid, and modes along modes, tuned, bowed and pulled.
static const char *const crowd =
    "carom: 1\n"
    "rate: 11025\n"
    "bodies:\n"
    "  upper: {type: string, length: 0.65, linear_density: 3e-3, pitch: [[0, 196], [0.1, 250]],\n"
    "          model: modes, sigma0: 1, start: {shape: pluck, at: 0.3, amplitude: 3e-3}}\n"
    "  lower: {type: string, length: 0.65, linear_density: 4e-3, pitch: 150, model: modes,\n"
    "          points: 15}\n"
    "  side: {type: string, length: 0.65, linear_density: 4e-3, pitch: 250, sigma0: 1}\n"
    "  floor: {type: barrier, position: -2e-3}\n"
    "contacts:\n"
    "  under: {type: collision, below: floor, above: lower, along: true, stiffness: 1e8,\n"
    "          damping: 0.2}\n"
    "  between: {type: collision, below: lower, above: upper, along: true, stiffness: 1e8,\n"
    "            exponent: 1.3, gap: 5e-4}\n"
    "  beside: {type: spring, below: upper, above: side, along: true, linear: 100, cubic: 1e9}\n"
    "  bow: {type: bow, on: upper@0.1, force: 0.5, speed: 0.2}\n"
    "forces:\n"
    "  pull: {on: lower@0.4, amplitude: 2, frequency: 70}\n"
    "outputs:\n"
    "  x: {of: upper@0.4}\n";

static void modes_touched_along_keep_the_balance(void **state) {
  (void)state;
  rig r = rig_of(scene_of(crowd));
  rig_steps(&r, slow_build() ? 100 : 300);
  assert_true(carom_contact_counts(r.model, r.state, 1).impacts > 0);
  assert_true(fabs(carom_output(r.model, r.state, 0)) < 0.1);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// All links of a body by modes act on each other: there are no more than 200, whatever the grid
// would have had, and no more than counted modes can follow.
static void links_along_modes_are_those_of_a_grid_up_to_200_or_to_the_modes(void **state) {
  (void)state;
  static const struct {
    const char *string;
    int links, warnings;
  } rows[] = {{"pitch: 196", 111, 0}, {"pitch: 40", 199, 1}, {"pitch: 196, points: 40", 40, 0}};
  for (int i = 0; i < 3; ++i) {
    char text[500];
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {s: {type: string, length: 0.65, linear_density: 3e-3, %s,"
             " model: modes}, floor: {type: barrier, position: -2e-3}},"
             " contacts: {c: {type: collision, below: floor, above: s, along: true,"
             " stiffness: 1e8}}}",
             rows[i].string);
    rig r = rig_of(scene_of(text));
    assert_int_equal(carom_model_contact(r.model, 0).links, rows[i].links);
    assert_int_equal(r.model->warning_count, rows[i].warnings);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bed_of_springs_raises_all_modes),
      cmocka_unit_test(bridges_push_modes_as_they_push_a_fine_grid),
      cmocka_unit_test(modes_touched_along_keep_the_balance),
      cmocka_unit_test(links_along_modes_are_those_of_a_grid_up_to_200_or_to_the_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
