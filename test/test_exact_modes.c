// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// `scheme: exact` on modes: a hammer against a fine integration, and modes alone, which swing,
// decay and keep their energy. Masses and strings are in test_exact.c.

#include "one_impact.h"

static const double lasting[] = {0.5, 1, 2, 5, 20}; // against a wall, samples

// --- Modes --------------------------------------------------------------------------------------

/// A pinned string of 1 m by its modes, struck at 0.3 by 10 g.
typedef struct {
  int count;
  double pitch; // Hz
  double phi[30], omega[30];
} modal_string;

static modal_string make_modes(int count, double pitch, double mass) {
  const double pi = 3.14159265358979323846;
  modal_string m = {.count = count, .pitch = pitch};
  for (int j = 0; j < count; ++j) {
    m.phi[j] = sin((j + 1) * pi * 0.3) * sqrt(2 / mass); // modal mass 1
    m.omega[j] = 2 * pi * pitch * (j + 1);
  }
  return m;
}

// y: hammer, its speed, then q and v of every mode.
static void push_modal(const impact *i, const modal_string *m, const double *y, double *rate) {
  double xi = y[0];
  double w = y[1];
  for (int j = 0; j < m->count; ++j) {
    xi -= m->phi[j] * y[2 + 2 * j];
    w -= m->phi[j] * y[3 + 2 * j];
  }
  const double F = xi > 0 ? i->K * pow(xi, i->alpha) * fmax(0, 1 + i->mu * w) : 0;
  rate[0] = y[1];
  rate[1] = -F / i->m;
  for (int j = 0; j < m->count; ++j) {
    rate[2 + 2 * j] = y[3 + 2 * j];
    rate[3 + 2 * j] = F * m->phi[j] - m->omega[j] * m->omega[j] * y[2 + 2 * j];
  }
}

static double overlap_of_modes(const modal_string *m, const double *y) {
  double xi = y[0];
  for (int j = 0; j < m->count; ++j)
    xi -= m->phi[j] * y[2 + 2 * j];
  return xi;
}

// The hammer's speed when it first parts from the string: RK4.
static double modal_parting(const impact *i, const modal_string *m, double h) {
  const int size = 2 + 2 * m->count;
  const double part[] = {0, h / 2, h / 2, h};
  double y[62] = {0, i->v};
  for (int n = 0; n == 0 || overlap_of_modes(m, y) > 0; ++n) {
    double rate[4][62];
    double z[62];
    for (int stage = 0; stage < 4; ++stage) {
      for (int j = 0; j < size; ++j)
        z[j] = y[j] + (stage > 0 ? part[stage] * rate[stage - 1][j] : 0);
      push_modal(i, m, z, rate[stage]);
    }
    for (int j = 0; j < size; ++j)
      y[j] += h / 6 * (rate[0][j] + 2 * rate[1][j] + 2 * rate[2][j] + rate[3][j]);
  }
  return y[1];
}

static carom_scene *make_modal_hammer(const impact *i, const modal_string *m, double mass,
                                      double phase) {
  char text[1200];
  const double gap = (3 + phase) / 44100 * i->v;
  snprintf(text, sizeof text,
           "carom: 1\n"
           "bodies:\n"
           "  hammer: {type: mass, mass: %.17g, position: %.17g, velocity: %.17g}\n"
           "  string: {type: string, length: 1, linear_density: %g, pitch: %.17g, model: modes,\n"
           "           points: %d}\n"
           "contacts:\n"
           "  hit: {type: collision, below: hammer, above: string@0.3, stiffness: %.17g,\n"
           "        exponent: %g, damping: %.17g, scheme: exact}\n"
           "outputs:\n"
           "  v: {of: hammer, quantity: velocity}\n",
           i->m, -gap, i->v, mass, m->pitch, m->count, i->K, i->alpha, i->mu);
  return scene_of(text);
}

static double worst_modal(const modal_string *m, double mass, double lasts, int losses_tried) {
  const double exponents[] = {1, 1.5, 2.3};
  const double mu_v[] = {0, 0.5, 2};
  double worst = 0;
  for (int a = 0; a < 3; ++a)
    for (int l = 0; l < losses_tried; ++l) {
      impact i = {.m = 0.01, .alpha = exponents[a], .mu = mu_v[l] / 2, .v = 2};
      i.K = stiffness_for(i, lasts / 44100);
      const double expected = modal_parting(&i, m, fmin(lasts, 4) / 44100 / 400);
      for (int p = 0; p < (slow_build() ? 1 : 8); ++p) {
        rig r = rig_of(make_modal_hammer(&i, m, mass, p / 8.0));
        carom_impact event;
        for (int n = 0; n < 500 && !carom_state_next_impact(r.model, r.state, &event); ++n)
          rig_steps(&r, 1);
        worst = worse(worst, fabs(audio_of(r.state)->du.wide[0] * 44100 - expected) / i.v);
        assert_at_most(rig_error(&r), 1e-12);
        rig_free(&r);
      }
    }
  return worst;
}

// The speed a hammer first parts with. On the lighter string, with much loss, it goes on and hits
// again within the sample.
static void check_modes(int count, double pitch) {
  const modal_string heavy = make_modes(count, pitch, 2);
  const modal_string light = make_modes(count, pitch, 0.5);
  for (int t = 0; t < 5; ++t) {
    assert_at_most(worst_modal(&heavy, 2, lasting[t], 3), 3e-3);
    assert_at_most(worst_modal(&light, 0.5, lasting[t], 2), 3e-3);
  }
}

static void a_hammer_leaves_three_modes(void **state) {
  (void)state;
  check_modes(3, 200);
}

static void a_hammer_leaves_thirty_modes(void **state) {
  (void)state;
  check_modes(30, 566);
}

// A mode alone: its frequency and its decay are those of the equation, whatever the rate.
static void modes_swing_and_decay_exactly(void **state) {
  (void)state;
  const double pi = 3.14159265358979323846;
  const double rates[] = {3000, 44100};
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = scene_of(
        "carom: 1\n"
        "bodies:\n"
        "  string: {type: string, length: 1, linear_density: 0.01, pitch: 100, model: modes,\n"
        "           points: 20, sigma0: 2, sigma1: 0.05, start: {shape: sine, mode: 7}}\n"
        "outputs:\n"
        "  x: {of: string@0.5}\n"
        "  v: {of: string@0.5, quantity: velocity}\n"
        "  a: {of: string@0.5, quantity: acceleration}\n");
    rig_set_number(scene, "rate", rates[i]);
    rig r = rig_of(scene);
    const double sigma = 2 + 0.05 * 49 * pi * pi;
    const double omega = 2 * pi * 700;
    const double swing = sqrt(omega * omega - sigma * sigma);
    const int steps = (int)(0.2 * rates[i]);
    rig_steps(&r, steps + 1);
    const double t = steps / rates[i];
    const double fall = -1e-3 * exp(-sigma * t); // sin(7 pi / 2) = -1
    const double x = fall * (cos(swing * t) + sigma / swing * sin(swing * t));
    const double v = -fall * omega * omega / swing * sin(swing * t);
    assert_near(carom_output(r.model, r.state, 0), x, 1e-14);
    assert_near(carom_output(r.model, r.state, 1), v, 1e-10);
    assert_near(carom_output(r.model, r.state, 2), -omega * omega * x - 2 * sigma * v, 1e-6);
    assert_at_most(rig_error(&r), 1e-13);
    rig_free(&r);
  }
}

// Without its ledger a step goes through fewer arrays; what is heard must not change by a bit.
static void modes_sound_the_same_without_a_ledger(void **state) {
  (void)state;
  const char *const text =
      "carom: 1\n"
      "bodies:\n"
      "  bar: {type: bar, length: 0.3, density: 7800, width: 0.03, thickness: 6e-3, youngs: 2e11,\n"
      "        ends: [free, free], model: modes, points: 12, sigma0: 3, sigma1: 1e-3}\n"
      "  mallet: {type: mass, mass: 0.02, position: -1e-4, velocity: 1}\n"
      "  wall: {type: barrier, position: 1e-3}\n"
      "forces:\n"
      "  shake: {on: bar@0.3, table: [[0, 0], [0.01, 0], [0.02, 30], [0.03, 0]]}\n"
      "contacts:\n"
      "  hit: {type: collision, below: mallet, above: bar@0.5, stiffness: 1e9, damping: 0.3,\n"
      "        scheme: exact}\n"
      "  top: {type: collision, below: bar@0.1, above: wall, stiffness: 1e8, scheme: exact}\n"
      "outputs:\n"
      "  x: {of: bar@0.05}\n"
      "  v: {of: bar@0.05, quantity: velocity}\n"
      "  a: {of: bar@0.05, quantity: acceleration}\n";
  rig with = rig_of(scene_of(text));
  rig without = rig_of(scene_of(text));
  carom_state_keep_ledger(without.model, without.state, false);
  for (int n = 0; n < 3000; ++n) {
    rig_steps(&with, 1);
    rig_steps(&without, 1);
    for (int i = 0; i < 3; ++i)
      assert_true(carom_output(with.model, with.state, i) ==
                  carom_output(without.model, without.state, i));
  }
  assert_at_most(rig_error(&with), 1e-12);
  rig_free(&with);
  rig_free(&without);
}

// Ten seconds of 40 undamped modes.
static void modes_keep_their_energy(void **state) {
  (void)state;
  rig r = rig_of(scene_of("carom: 1\n"
                          "bodies:\n"
                          "  bar: {type: bar, length: 0.5, linear_density: 0.3, model: modes,\n"
                          "        bending_stiffness: 5, ends: [free, free], points: 40,\n"
                          "        start_velocity: {shape: hump, at: 0.2}}\n"));
  rig_steps(&r, slow_build() ? 20000 : 441000);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hammer_leaves_three_modes),
      cmocka_unit_test(a_hammer_leaves_thirty_modes),
      cmocka_unit_test(modes_swing_and_decay_exactly),
      cmocka_unit_test(modes_sound_the_same_without_a_ledger),
      cmocka_unit_test(modes_keep_their_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
