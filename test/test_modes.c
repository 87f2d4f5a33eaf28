// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies in the audio method: exact under forces that are constant over a cell, energy and
// losses true. Their contacts are in test_modes_contacts.c.

#include "methods/audio/audio.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

// --- One mode -----------------------------------------------------------------------------------

/// Displacement and velocity after a time, from the closed form; with the force f.
typedef struct {
  long double q, v;
} motion;

static motion closed_form(double omega, double sigma, double f, motion m, double time) {
  const long double s = sigma;
  const long double t = time;
  const long double square = (long double)omega * omega - s * s;
  if (omega == 0) { // q'' = f - 2 s q'
    if (s == 0)
      return (motion){m.q + m.v * t + f * t * t / 2, m.v + f * t};
    const long double end = f / (2 * s);
    const long double gone = -expm1l(-2 * s * t);
    return (motion){m.q + end * t + (m.v - end) * gone / (2 * s), end + (m.v - end) * (1 - gone)};
  }
  const long double rest = f / ((long double)omega * omega);
  const long double q = m.q - rest;
  const long double y = m.v + s * q;
  const long double rate = sqrtl(fabsl(square));
  const long double c = square > 0 ? cosl(rate * t) : coshl(rate * t);
  const long double sine = square > 0 ? sinl(rate * t) / rate : sinhl(rate * t) / rate;
  const long double fall = expl(-s * t);
  const long double q_then = fall * (c * q + sine * y);
  const long double y_then = fall * (c * y - square * sine * q);
  return (motion){rest + q_then, y_then - s * q_then};
}

/// omega k and sigma k: slow, fast, beyond half the rate, rigid, damped below and beyond critical.
static const double turns[][2] = {{1e-5, 0},   {1e-3, 1e-5}, {0.3, 0.01}, {0.49, 0.4}, {0.7, 0},
                                  {2.9, 0.05}, {3.1415, 0},  {17.3, 0.3}, {0, 0},      {0, 1e-3},
                                  {0, 4},      {0.3, 0.31},  {0.4, 6},    {2, 2.5}};

/// Gauss-Legendre, five of ten points; the others have the opposite sign.
static const double gauss_at[] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244,
                                  0.8650633666889845, 0.9739065285171717};
static const double gauss_part[] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                                    0.1494513491505806, 0.0666713443086881};

enum { PANELS = 64 };

// The i-th of 10 PANELS times from 0 to k, and its share of the integral.
static double gauss_time(int i, double k, double *share) {
  const int at = i % 5;
  *share = gauss_part[at] / 2 * k / PANELS;
  return (i / 10 + 0.5 + (i % 10 < 5 ? 0.5 : -0.5) * gauss_at[at]) * k / PANELS;
}

// g_2 is the response to an impulse in closed form, and g_1 its integral.
static void forces_over_a_cell_move_modes_exactly(void **state) {
  (void)state;
  const double k = 1.0 / 44100;
  for (size_t i = 0; i < sizeof turns / sizeof turns[0]; ++i) {
    const double omega = turns[i][0] / k;
    const double sigma = turns[i][1] / k;
    mode_rotation turn;
    modal_rotation_of(omega, sigma, k, &turn);
    double moved = 0;
    for (int n = 0; n < 10 * PANELS; ++n) {
      double share = 0;
      const double t = gauss_time(n, k, &share);
      moved += share * (double)closed_form(omega, sigma, 0, (motion){0, 1}, t).q;
    }
    const double speed = (double)closed_form(omega, sigma, 0, (motion){0, 1}, k).q;
    assert_near(turn.to_q / (k * k), moved / (k * k), 1e-14);
    assert_near((turn.to_y - sigma * turn.to_q) / k, speed / k, 1e-14);
  }
}

/// A bank of the turns above, each as a mode, and the forces of a cell.
enum { MODES = 14, LENGTH = 16 };

static void fill_bank(double k, double *bank) {
  memset(bank, 0, BANK_ROWS * LENGTH * sizeof *bank);
  for (int j = 0; j < MODES; ++j) {
    for (int t = 0; t < ROTATION_COUNT; ++t) {
      mode_rotation turn;
      const double tau = t == ROTATION_STEP ? k : k / (2 << (t - ROTATION_HALF));
      modal_rotation_of(turns[j][0] / k, turns[j][1] / k, tau, &turn);
      const double rows[] = {turn.a, turn.b, turn.keep, turn.to_q, turn.to_y};
      double *to = bank + (modal_rotation(bank, LENGTH, t) - bank) + j;
      for (int r = 0; r < ROTATION_ROWS; ++r)
        to[r * LENGTH] = rows[r];
    }
    bank[BANK_SIGMA * LENGTH + j] = turns[j][1] / k;
    bank[BANK_OMEGA2 * LENGTH + j] = turns[j][0] / k * turns[j][0] / k;
    bank[BANK_LOSSY * LENGTH + j] = turns[j][1] > 0;
  }
}

static double force_of(int n, int j) {
  return 1e3 * sin(0.37 * n + j) * (n % 7 < 4);
}

// Forces that change from cell to cell, by the closed form in long double.
static void modes_follow_piecewise_constant_forces(void **state) {
  (void)state;
  const double k = 1.0 / 44100;
  static double bank[BANK_ROWS * LENGTH];
  double q[LENGTH] = {0};
  double y[LENGTH] = {0};
  double f[LENGTH] = {0};
  motion is[MODES];
  motion most[MODES] = {{0}};
  fill_bank(k, bank);
  for (int j = 0; j < MODES; ++j) {
    is[j] = (motion){1e-6, 0.1};
    q[j] = 1e-6;
    y[j] = 0.1 + turns[j][1] / k * 1e-6;
  }
  for (int n = 0; n < 400; ++n) {
    for (int j = 0; j < MODES; ++j) {
      f[j] = force_of(n, j);
      is[j] = closed_form(turns[j][0] / k, turns[j][1] / k, f[j], is[j], k);
      most[j].q = fmaxl(most[j].q, fabsl(is[j].q));
      most[j].v = fmaxl(most[j].v, fabsl(is[j].v));
    }
    modal_advance(bank, ROTATION_STEP, LENGTH, f, q, y);
  }
  for (int j = 1; j < MODES; ++j) { // the first is so slow that f / omega^2 cancels
    const double v = y[j] - turns[j][1] / k * q[j];
    assert_near(q[j], (double)is[j].q, 1e-13 * (double)most[j].q);
    assert_near(v, (double)is[j].v, 1e-13 * (double)most[j].v);
  }
}

// What is booked as lost is int 2 sigma v^2 dt, by Gauss-Legendre over the closed form.
static void losses_of_modes_are_true(void **state) {
  (void)state;
  const double k = 1.0 / 44100;
  static double bank[BANK_ROWS * LENGTH];
  fill_bank(k, bank);
  for (int j = 0; j < MODES; ++j)
    for (int driven = 0; driven < 2; ++driven) {
      const double sigma = turns[j][1] / k;
      double q[LENGTH] = {0};
      double y[LENGTH] = {0};
      double f[LENGTH] = {0};
      q[j] = 1e-5;
      y[j] = -0.3 + sigma * q[j];
      f[j] = driven * 2e4;
      const modal_energies before = modal_energy(bank, LENGTH, q, y);
      const modal_energies now = modal_advance_booked(bank, ROTATION_STEP, LENGTH, f, q, y);
      double lost = 0;
      for (int n = 0; n < 10 * PANELS; ++n) {
        double share = 0;
        const double t = gauss_time(n, k, &share);
        const motion m = closed_form(turns[j][0] / k, sigma, f[j], (motion){1e-5, -0.3}, t);
        lost += share * 2 * sigma * (double)(m.v * m.v);
      }
      assert_near(now.lost, lost, 1e-13 * (before.kinetic + before.potential + lost));
      assert_true(sigma > 0 || now.lost == 0);
    }
}

// Work of forces is what undamped modes gain, over a million samples.
static void undamped_modes_keep_the_balance(void **state) {
  (void)state;
  rig r = rig_of(scene_of("carom: 1\n"
                          "bodies:\n"
                          "  bar: {type: bar, length: 0.5, linear_density: 0.3, model: modes,\n"
                          "        bending_stiffness: 5, ends: [clamped, free], points: 3,\n"
                          "        start_velocity: {shape: hump, at: 0.7}}\n"
                          "forces:\n"
                          "  shake: {on: bar@0.8, amplitude: 3, frequency: 317.3}\n"
                          "  pull: {on: bar@0.3, table: [[0, 0], [3, 5], [3.01, 0], [20, -2]]}\n"));
  rig_steps(&r, slow_build() ? 30000 : 1000000);
  assert_at_most(rig_error(&r), 1e-13);
  assert_true(carom_state_ledger(r.state).dissipated == 0);
  rig_free(&r);
}

// --- Readings and the start ---------------------------------------------------------------------

// A constant force: the mode swings about f / omega^2, from t = 0 on.
static void driven_modes_are_read_exactly(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "carom: 1\n"
      "bodies:\n"
      "  string: {type: string, length: 1, linear_density: 0.01, pitch: 2000, model: modes,\n"
      "           points: 9, sigma0: 40, start: {shape: sine, mode: 3}}\n"
      "forces:\n"
      "  pull: {on: string@0.5, table: [[0, 7], [1, 7]]}\n"
      "outputs:\n"
      "  q: {of: string, quantity: mode, mode: 3}\n"
      "  x: {of: string@0.5}\n"
      "  v: {of: string@0.5, quantity: velocity}\n"
      "  a: {of: string@0.5, quantity: acceleration}\n"));
  const double scale = sqrt(2 / 0.01);
  double shape[101];
  for (int n = 0; n < 300; ++n) {
    double x = 0;
    double v = 0;
    double a = 0;
    motion third = {0, 0};
    for (int j = 1; j <= 9; ++j) {
      const double weight = scale * sin(j * pi / 2);
      const double omega = 2 * pi * 2000 * j;
      const motion start = {j == 3 ? 1e-3 / scale : 0, 0};
      const motion now = closed_form(omega, 40, weight * 7, start, n / 44100.0);
      x += weight * (double)now.q;
      v += weight * (double)now.v;
      a += weight * (weight * 7 - omega * omega * (double)now.q - 80 * (double)now.v);
      third = j == 3 ? now : third;
    }
    carom_body_shape(r.model, r.state, 0, shape, 101);
    assert_near(shape[50], x, 1e-15); // the force does not change
    carom_step(r.model, r.state);
    assert_near(carom_output(r.model, r.state, 0), (double)third.q, 1e-16);
    assert_near(carom_output(r.model, r.state, 1), x, 2e-15);
    assert_near(carom_output(r.model, r.state, 2), v, 1e-10);
    assert_near(carom_output(r.model, r.state, 3), a, 1e-5);
  }
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_over_a_cell_move_modes_exactly),
      cmocka_unit_test(modes_follow_piecewise_constant_forces),
      cmocka_unit_test(losses_of_modes_are_true),
      cmocka_unit_test(undamped_modes_keep_the_balance),
      cmocka_unit_test(driven_modes_are_read_exactly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
