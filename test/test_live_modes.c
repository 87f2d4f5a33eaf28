// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Live keys of modal bodies: glides, hammers and scores against integrators and against fine grids,
// and their work.

#include "methods/audio/audio.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

// --- Turns --------------------------------------------------------------------------------------

// All modes at once are those of modal_rotation_of(), whose responses are summed otherwise.
static void turns_at_once_are_those_of_single_modes(void **state) {
  (void)state;
  enum { COUNT = 61, LENGTH = 64 };
  static double bank[BANK_ROWS * LENGTH];
  const double k = 1.0 / 44100;
  for (int n = 0; n < 6; ++n) {
    const modal_material of = {.now = {{pow(10, n)}, .sigma0 = n % 3 * 2.0, .sigma1 = n % 2 * 1e-3},
                               .damping_ratio = n == 5 ? 0.7 : 0,
                               .k = k};
    memset(bank, 0, sizeof bank);
    for (int j = 0; j < COUNT; ++j) { // the first is rigid
      bank[BANK_STRETCH * LENGTH + j] = pow(pi * j, 2);
      bank[BANK_STIFF * LENGTH + j] = n == 1 ? 2 * pow(pi * j, 4) : 0;
    }
    modal_bank_fill(bank, COUNT, LENGTH, &of, (modal_changes){.losses = true, .fractions = true});
    for (int j = 0; j < COUNT; ++j)
      for (int t = 0; t < ROTATION_COUNT; ++t) {
        mode_rotation one;
        const mode_rotation all = modal_rotation_at(bank, LENGTH, t, j);
        modal_rotation_of(sqrt(modal_omega2(bank, LENGTH, j, &of)),
                          modal_sigma(bank, LENGTH, j, &of),
                          t == ROTATION_STEP ? k : k / (2 << (t - ROTATION_HALF)), &one);
        assert_near(all.a, one.a, 4e-15 * fabs(one.a));
        assert_near(all.b, one.b, 4e-15 * fabs(one.b));
        assert_near(all.keep, one.keep, 1e-15);
        assert_near(all.to_q, one.to_q, 1e-14 * fabs(one.to_q));
        assert_near(all.to_y, one.to_y, 1e-14 * fabs(one.to_y) + 1e-20);
      }
  }
}

// --- Glides -------------------------------------------------------------------------------------

/// A stiff string of 12 modes that is tuned from 200 to 300 Hz, and damped more and more.
#define STRING                                                                                     \
  "bodies:\n"                                                                                      \
  "  string: {type: string, length: 0.7, linear_density: 5e-3, bending_stiffness: 3e-3,\n"         \
  "           pitch: [[0, 200], [0.01, 200], [0.05, 300]], sigma0: [[0, 1], [0.05, 30]],\n"        \
  "           sigma1: [[0, 1e-3], [0.05, 4e-3]], start: {shape: hump, at: 0.3, width: 0.4},\n"     \
  "           start_velocity: {shape: sine, mode: 2, amplitude: 0.5}, %s}\n"                       \
  "outputs: {x: {of: string@0.23}, v: {of: string@0.23, quantity: velocity}}\n"

enum { PARTIALS = 12 };

static double glide(double from, double to, double begin, double t) {
  return from + (to - from) * fmin(fmax((t - begin) / (0.05 - begin), 0), 1);
}

// q'' of one mode.
static double acceleration(int j, double t, double q, double v) {
  const double beta2 = pow(j * pi / 0.7, 2);
  const double kappa2 = 3e-3 / 5e-3;
  const double pitch = glide(200, 300, 0.01, t);
  const double c2 = pow(2 * 0.7 * pitch, 2) - kappa2 * pow(pi / 0.7, 2);
  const double sigma = glide(1, 30, 0, t) + glide(1e-3, 4e-3, 0, t) * beta2;
  return -(c2 * beta2 + kappa2 * beta2 * beta2) * q - 2 * sigma * v;
}

// int sin(j pi x) of a raised cosine of width w about `at`, times two, by the midpoint rule.
static double hump_part(int j) {
  enum { STEPS = 20000 };
  double sum = 0;
  for (int i = 0; i < STEPS; ++i) {
    const double x = 0.1 + 0.4 * (i + 0.5) / STEPS;
    sum += 0.5e-3 * (1 + cos(2 * pi * (x - 0.3) / 0.4)) * sin(j * pi * x);
  }
  return 2 * sum * 0.4 / STEPS;
}

// Displacement and velocity at 0.23 of the length at sample n, n = 0 .. count - 1, by Runge and
// Kutta in 20 steps a sample.
static void integrate(int count, double *x, double *v) {
  const double h = 1 / 44100.0 / 20;
  memset(x, 0, (size_t)count * sizeof *x);
  memset(v, 0, (size_t)count * sizeof *v);
  for (int j = 1; j <= PARTIALS; ++j) {
    double q = hump_part(j);
    double p = j == 2 ? 0.5 : 0;
    for (int n = 0; n < 20 * count; ++n) {
      const double t = n * h;
      if (n % 20 == 0) {
        x[n / 20] += sin(j * pi * 0.23) * q;
        v[n / 20] += sin(j * pi * 0.23) * p;
      }
      const double a1 = acceleration(j, t, q, p);
      const double p2 = p + h / 2 * a1;
      const double a2 = acceleration(j, t + h / 2, q + h / 2 * p, p2);
      const double p3 = p + h / 2 * a2;
      const double a3 = acceleration(j, t + h / 2, q + h / 2 * p2, p3);
      const double p4 = p + h * a3;
      const double a4 = acceleration(j, t + h, q + h * p3, p4);
      q += h / 6 * (p + 2 * p2 + 2 * p3 + p4);
      p += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
}

/// Samples of the glide.
enum { SAMPLES = 2646 };

// Rms of the difference over rms of the reference, of displacement and velocity.
static void compare(const char *body, int times, const double *x, const double *v, double *error) {
  char text[1200];
  snprintf(text, sizeof text, "carom: 1\nrate: %d\n" STRING, 44100 * times, body);
  rig r = rig_of(scene_of(text));
  double of[4] = {0};
  for (int n = 0; n < SAMPLES; ++n) {
    carom_step(r.model, r.state);
    of[0] += pow(carom_output(r.model, r.state, 0) - x[n], 2);
    of[1] += pow(carom_output(r.model, r.state, 1) - v[n], 2);
    of[2] += x[n] * x[n];
    of[3] += v[n] * v[n];
    rig_steps(&r, times - 1);
  }
  error[0] = sqrt(of[0] / of[2]);
  error[1] = sqrt(of[1] / of[3]);
  assert_at_most(rig_error(&r), 1e-12);
  assert_true(fabs(carom_state_ledger(r.state).supplied) > 0);
  rig_free(&r);
}

// The tension of a step is that in the middle of its cell: of second order, and far better than the
// grid at the same rate.
static void glides_are_those_of_their_equations(void **state) {
  (void)state;
  static double x[SAMPLES];
  static double v[SAMPLES];
  double error[2][2];
  integrate(SAMPLES, x, v);
  for (int i = 0; i < 2; ++i)
    compare("model: modes, points: 12", 1 + i, x, v, error[i]);
  assert_at_most(error[0][0], 2e-6);
  assert_at_most(error[0][1], 2e-6);
  assert_near(log2(error[0][0] / error[1][0]), 2, 0.2);
  double grid[2];
  compare("model: grid", 32, x, v, grid); // it has more modes than 12
  assert_at_most(grid[0], 6e-3);
}

// Tuned slowly, a string keeps energy over frequency.
static void slow_glides_keep_the_action(void **state) {
  (void)state;
  rig r =
      rig_of(scene_of("carom: 1\n"
                      "bodies:\n"
                      "  string: {type: string, length: 0.7, linear_density: 5e-3, model: modes,\n"
                      "           pitch: [[0, 400], [0.9, 600]], points: auto,\n"
                      "           start: {shape: sine, mode: 3}}\n"));
  const carom_ledger before = carom_state_ledger(r.state);
  rig_steps(&r, 44100);
  const carom_ledger now = carom_state_ledger(r.state);
  assert_near((now.kinetic + now.potential) / (before.kinetic + before.potential), 1.5, 1e-4);
  assert_near(now.supplied, (before.kinetic + before.potential) / 2,
              1e-4 * (before.kinetic + before.potential));
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// Only modes that stay below 0.45 of the rate at the highest pitch take part; no higher than half
// of the rate can they be tuned.
static void modes_are_those_of_the_highest_pitch(void **state) {
  (void)state;
  static const char *const pitch[] = {"100", "[[0, 100], [1, 300]]", "100", "100"};
  static const char *const more[] = {
      "", "", "score: [{gesture: tune, on: string, at: 0.5, pitch: 300}]\n",
      "controls: {tune: {key: bodies.string.pitch, from: 80, to: 300}}\n"};
  for (int i = 0; i < 4; ++i) {
    char text[600];
    snprintf(text, sizeof text,
             "carom: 1\n"
             "bodies:\n"
             "  string: {type: string, length: 0.7, linear_density: 5e-3, model: modes,\n"
             "           pitch: %s}\n%s",
             pitch[i], more[i]);
    rig r = rig_of(scene_of(text));
    const int modes = carom_model_body(r.model, 0).modes;
    assert_int_equal(modes, i == 0 ? 198 : 66);
    const int live = carom_model_find_live(r.model, "bodies.string.pitch");
    assert_int_equal(carom_state_set(r.model, r.state, live, 22040.0 / modes), CAROM_OK);
    assert_int_equal(carom_state_set(r.model, r.state, live, 22060.0 / modes), CAROM_BAD_VALUE);
    rig_free(&r);
  }
}

// --- A hammer on a string that is being tuned ---------------------------------------------------

enum { STRUCK = 20, STRUCK_SIZE = 2 + 2 * STRUCK };

static void struck(double K, const double *weight, double t, const double *x, double *rate) {
  double overlap = x[0];
  for (int j = 0; j < STRUCK; ++j)
    overlap -= weight[j] * x[2 + 2 * j];
  const double F = overlap > 0 ? K * pow(overlap, 1.5) : 0;
  rate[0] = x[1];
  rate[1] = -F / 0.003;
  for (int j = 0; j < STRUCK; ++j) {
    const double omega = 2 * pi * (500 + 1e5 * t) * (j + 1);
    rate[2 + 2 * j] = x[3 + 2 * j];
    rate[3 + 2 * j] = F * weight[j] - omega * omega * x[2 + 2 * j];
  }
}

// The hammer's speed after 120 samples, by Runge and Kutta in steps of a 200th of a sample.
static double integrate_struck(double K, double gap) {
  double weight[STRUCK];
  double x[STRUCK_SIZE] = {-gap, 2};
  for (int j = 0; j < STRUCK; ++j)
    weight[j] = sin((j + 1) * pi * 0.3) * sqrt(2 / 0.02);
  const double h = 1 / 44100.0 / 200;
  const double part[] = {0, h / 2, h / 2, h};
  for (int n = 0; n < 120 * 200; ++n) {
    double rate[4][STRUCK_SIZE];
    for (int stage = 0; stage < 4; ++stage) {
      double z[STRUCK_SIZE];
      for (int j = 0; j < STRUCK_SIZE; ++j)
        z[j] = x[j] + (stage > 0 ? part[stage] * rate[stage - 1][j] : 0);
      struck(K, weight, n * h + part[stage], z, rate[stage]);
    }
    for (int j = 0; j < STRUCK_SIZE; ++j)
      x[j] += h / 6 * (rate[0][j] + 2 * rate[1][j] + 2 * rate[2][j] + rate[3][j]);
  }
  return x[1];
}

// From 500 to 772 Hz in 2.7 ms: parts of a sample are tuned too.
static void exact_hammers_hit_strings_that_are_tuned(void **state) {
  (void)state;
  const double gap = 3.3 / 44100 * 2;
  for (double K = 4e6; K < 1e9; K *= 10) {
    char text[700];
    snprintf(text, sizeof text,
             "carom: 1\n"
             "bodies:\n"
             "  hammer: {type: mass, mass: 0.003, position: %.17g, velocity: 2}\n"
             "  string: {type: string, length: 1, linear_density: 0.02, model: modes, points: 20,\n"
             "           pitch: [[0, 500], [0.01, 1500]]}\n"
             "contacts:\n"
             "  hit: {type: collision, below: hammer, above: string@0.3, stiffness: %.17g,\n"
             "        exponent: 1.5, scheme: exact}\n"
             "outputs:\n"
             "  v: {of: hammer, quantity: velocity}\n",
             -gap, K);
    rig r = rig_of(scene_of(text));
    rig_steps(&r, 121);
    assert_near(carom_output(r.model, r.state, 0), integrate_struck(K, gap), 1e-3);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// --- Scores and outputs -------------------------------------------------------------------------

/// A string that is plucked, tuned and damped, and a bar that is struck and shaken.
static const char *const scored =
    "carom: 1\n"
    "bodies:\n"
    "  string: {type: string, length: 0.65, linear_density: 3e-3, pitch: 196, sigma0: 1,\n"
    "           sigma1: 2e-3}\n"
    "  bar: {type: bar, length: 0.3, density: 7800, width: 0.03, thickness: 6e-3, youngs: 2e11,\n"
    "        sigma0: 3, sigma1: 1e-3}\n"
    "forces:\n"
    "  shake: {on: bar@0.3, amplitude: 1, frequency: 440}\n"
    "score:\n"
    "  - {gesture: pluck, on: string@0.2, at: 0.005, force: 1}\n"
    "  - {gesture: strike, on: bar@0.4, at: 0.01, force: 10}\n"
    "  - {gesture: tune, on: string, at: 0.03, pitch: 220, over: 0.02}\n"
    "  - {gesture: set, key: bodies.string.sigma0, at: 0.06, to: 30, over: 0.01}\n"
    "outputs:\n"
    "  v: {of: string@0.7, quantity: velocity}\n"
    "  s: {of: string@0.7, quantity: slope}\n"
    "  x: {of: bar@0.7}\n"
    "  e: {of: string, quantity: energy}\n";

enum { SCORED = 4, SCORED_SAMPLES = 3528 };

static void play_score(const char *model, int times, double (*to)[SCORED]) {
  carom_scene *scene = scene_of(scored);
  rig_set(scene, "bodies.string.model", model);
  rig_set(scene, "bodies.bar.model", model);
  rig_set_number(scene, "rate", 44100 * times);
  rig r = rig_of(scene);
  for (int n = 0; n < SCORED_SAMPLES; ++n) {
    carom_step(r.model, r.state);
    for (int i = 0; i < SCORED; ++i)
      to[n][i] = carom_output(r.model, r.state, i);
    rig_steps(&r, times - 1);
  }
  assert_at_most(rig_error(&r), 1e-13);
  rig_free(&r);
}

// 0.8 % of the velocity and 2.5 % of the bar's displacement lie between them.
static void scores_play_modes_as_fine_grids(void **state) {
  (void)state;
  static double modes[SCORED_SAMPLES][SCORED];
  static double grid[SCORED_SAMPLES][SCORED];
  static const double most[SCORED] = {1e-2, 1.3e-2, 3e-2, 2e-3};
  play_score("modes", 1, modes);
  play_score("grid", 8, grid);
  for (int i = 0; i < SCORED; ++i) {
    double off = 0;
    double all = 0;
    for (int n = 0; n < SCORED_SAMPLES; ++n) {
      off += pow(modes[n][i] - grid[n][i], 2);
      all += pow(grid[n][i], 2);
    }
    assert_true(all > 0);
    assert_at_most(sqrt(off / all), most[i]);
  }
}

// The slope that is read is that of the shape, here by central differences.
static void slopes_of_modes_are_those_of_their_shapes(void **state) {
  (void)state;
  carom_scene *scene = scene_of(scored);
  rig_set(scene, "bodies.string.model", "modes");
  rig_set(scene, "bodies.string.points", "20");
  rig r = rig_of(scene);
  double shape[2001];
  rig_steps(&r, 2000);
  const int count = carom_body_shape(r.model, r.state, 0, shape, 2001);
  assert_int_equal(count, 201);
  carom_step(r.model, r.state);
  const double h = 0.65 / 200;
  const double slope =
      (8 * (shape[141] - shape[139]) - (shape[142] - shape[138])) / (12 * h); // fourth order
  assert_near(carom_output(r.model, r.state, 1), slope, 2e-4 * fabs(slope));
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(turns_at_once_are_those_of_single_modes),
      cmocka_unit_test(glides_are_those_of_their_equations),
      cmocka_unit_test(slow_glides_keep_the_action),
      cmocka_unit_test(modes_are_those_of_the_highest_pitch),
      cmocka_unit_test(exact_hammers_hit_strings_that_are_tuned),
      cmocka_unit_test(scores_play_modes_as_fine_grids),
      cmocka_unit_test(slopes_of_modes_are_those_of_their_shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
