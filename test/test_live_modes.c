// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Live keys of modal bodies: glides against an integrator and against fine grids, their work, and
// the same bytes whatever the blocks, after restoring and in batches.

#include "methods/audio/audio.h"
#include "support.h"
#include <carom/batch.h>

static const double pi = 3.14159265358979323846;

// --- Turns --------------------------------------------------------------------------------------

// All modes at once are those of modal_turn_of(), whose responses are summed otherwise.
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
    modal_bank_fill(bank, COUNT, LENGTH, &of, (modal_changes){.losses = true, .parts = true});
    for (int j = 0; j < COUNT; ++j)
      for (int t = 0; t < TURN_COUNT; ++t) {
        mode_turn one;
        const mode_turn all = modal_turn_at(bank, LENGTH, t, j);
        modal_turn_of(sqrt(modal_omega2(bank, LENGTH, j, &of)), modal_sigma(bank, LENGTH, j, &of),
                      t == TURN_STEP ? k : k / (2 << (t - TURN_HALF)), &one);
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
    of[0] += pow(carom_output(r.state, 0) - x[n], 2);
    of[1] += pow(carom_output(r.state, 1) - v[n], 2);
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
    assert_near(carom_output(r.state, 0), integrate_struck(K, gap), 1e-3);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// --- The same bytes -----------------------------------------------------------------------------

/// Everything that may change, while contacts of all kinds act.
static const char *const busy =
    "carom: 1\n"
    "bodies:\n"
    "  string: {type: string, length: 1, linear_density: 0.01, pitch: [[0, 150], [0.1, 200]],\n"
    "           sigma0: [[0, 1], [0.02, 5], [0.1, 0]], sigma1: 1e-4, model: modes, points: 37,\n"
    "           start: {shape: pluck, at: 0.2}}\n"
    "  bar: {type: bar, length: 0.3, density: 7800, width: 0.03, thickness: 6e-3, youngs: 2e11,\n"
    "        ends: [free, free], model: modes, points: 11, sigma0: 3, sigma1: [[0, 0], [0.1, "
    "0.01]],\n"
    "        damping_ratio: 1e-4}\n"
    "  rail: {type: string, length: 0.5, linear_density: 0.02, tension: 80, points: 20}\n"
    "  mallet: {type: mass, mass: 0.02, position: 2e-4, velocity: -1}\n"
    "forces:\n"
    "  shake: {on: bar@0.3, amplitude: 5, frequency: 100}\n"
    "contacts:\n"
    "  tie: {type: spring, below: bar@0.2, above: string@0.9, linear: 1e4, sigma_x: 0.1}\n"
    "  fret: {type: collision, below: rail@0.5, above: string@0.4, stiffness: 1e7, gap: 1e-4}\n"
    "  hit: {type: collision, below: bar@0.5, above: mallet, stiffness: 1e8, damping: 0.3}\n"
    "  bow: {type: bow, on: string@0.1, force: [[0, 0], [0.05, 1]], speed: 0.2}\n"
    "outputs:\n"
    "  x: {of: bar@0.05}\n"
    "  a: {of: string@0.05, quantity: acceleration}\n"
    "  q: {of: string, quantity: mode, mode: 20}\n"
    "  s: {of: string@0.6, quantity: slope}\n"
    "  f: {of: bow, quantity: force}\n";

enum { OUTPUTS = 5, BLOCK_SAMPLES = 2000 };

static void changes_keep_the_balance(void **state) {
  (void)state;
  static const char *const keys[] = {"bodies.string.sigma0",  "bodies.string.sigma1",
                                     "bodies.string.tension", "bodies.bar.sigma0",
                                     "bodies.bar.sigma1",     "contacts.fret.stiffness"};
  static const double most[] = {100, 1e-2, 150, 100, 0.05, 1e8};
  uint64_t seed = 11;
  for (int exact = 0; exact < 2; ++exact) {
    carom_scene *scene = scene_of(busy);
    rig_set(scene, "contacts.hit.scheme", exact ? "exact" : "positive");
    rig r = rig_of(scene);
    for (int n = 0; n < 8000; ++n) {
      const int which = (int)(6 * random_unit(&seed));
      const int live = carom_model_find_live(r.model, keys[which]);
      if (n % 3 == 0)
        assert_int_equal(carom_state_set(r.model, r.state, live, most[which] * random_unit(&seed)),
                         CAROM_OK);
      carom_step(r.model, r.state);
    }
    assert_true(carom_contact_counts(r.state, 1).impacts > 3);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

static void blocks_and_saved_states_give_the_same_bytes(void **state) {
  (void)state;
  static double once[BLOCK_SAMPLES * OUTPUTS];
  static double again[BLOCK_SAMPLES * OUTPUTS];
  rig r = rig_of(scene_of(busy));
  assert_int_equal(carom_process(r.model, r.state, BLOCK_SAMPLES, once), CAROM_OK);
  const size_t size = carom_state_saved_size(r.model);
  void *bytes = malloc(size);
  assert_non_null(bytes);
  carom_state *other = carom_state_new(r.model, NULL);
  carom_state_reset(r.model, r.state);
  for (int n = 0, block = 1; n < BLOCK_SAMPLES; n += block, block = block % 37 + 5) {
    block = n + block > BLOCK_SAMPLES ? BLOCK_SAMPLES - n : block;
    assert_int_equal(
        carom_process(r.model, n % 2 == 0 ? r.state : other, block, again + n * OUTPUTS), CAROM_OK);
    carom_state_save(r.model, n % 2 == 0 ? r.state : other, bytes);
    carom_state_reset(r.model, n % 2 == 0 ? r.state : other);
    for (int i = 0; i < 2; ++i)
      assert_int_equal(carom_state_restore(r.model, i == 0 ? r.state : other, bytes), CAROM_OK);
  }
  assert_memory_equal(once, again, sizeof once);
  free(bytes);
  carom_state_free(other);
  rig_free(&r);
}

// Two states of a batch, tuned differently, share a worker.
static void batches_give_the_same_bytes(void **state) {
  (void)state;
  enum { STATES = 3, PART = 500 };
  static double alone[STATES][BLOCK_SAMPLES * OUTPUTS];
  static double part[STATES * PART * OUTPUTS];
  rig r = rig_of(scene_of(busy));
  carom_batch *batch = NULL;
  carom_error error;
  const int live = carom_model_find_live(r.model, "bodies.string.tension");
  carom_worker *worker = carom_worker_new(r.model, NULL);
  assert_int_equal(carom_batch_new(r.model, STATES, NULL, &batch, &error), CAROM_OK);
  for (int i = 0; i < STATES; ++i) {
    carom_state_reset(r.model, r.state);
    if (i > 0) {
      carom_state_set(r.model, r.state, live, 100 * i);
      carom_state_set(r.model, carom_batch_open(r.model, batch, i, worker), live, 100 * i);
    }
    carom_process(r.model, r.state, BLOCK_SAMPLES, alone[i]);
  }
  for (int n = 0; n < BLOCK_SAMPLES; n += PART) {
    assert_int_equal(carom_batch_process(r.model, batch, worker, 0, STATES, PART, part), CAROM_OK);
    for (int i = 0; i < STATES; ++i)
      assert_memory_equal(part + i * PART * OUTPUTS, alone[i] + n * OUTPUTS,
                          PART * OUTPUTS * sizeof(double));
  }
  carom_batch_free(batch);
  carom_worker_free(worker);
  rig_free(&r);
}

// What follows from live keys has no memory of them: changed and changed back, a state goes on as
// one that was never touched, but for energies that have been supplied.
static void changes_leave_no_trace(void **state) {
  (void)state;
  rig r = rig_of(scene_of(busy));
  rig plain = rig_of(scene_of(busy));
  const int live = carom_model_find_live(r.model, "bodies.bar.sigma0");
  for (int n = 0; n < 1000; ++n) {
    carom_step(plain.model, plain.state);
    carom_state_set(r.model, r.state, live, 30);
    carom_state_set(r.model, r.state, live, 3);
    carom_step(r.model, r.state);
    for (int i = 0; i < OUTPUTS; ++i) // y = v + sigma q is rounded with each change
      assert_near(carom_output(r.state, i), carom_output(plain.state, i),
                  1e-9 * (1e-4 + fabs(carom_output(plain.state, i))));
  }
  rig_free(&r);
  rig_free(&plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(turns_at_once_are_those_of_single_modes),
      cmocka_unit_test(glides_are_those_of_their_equations),
      cmocka_unit_test(slow_glides_keep_the_action),
      cmocka_unit_test(modes_are_those_of_the_highest_pitch),
      cmocka_unit_test(exact_hammers_hit_strings_that_are_tuned),
      cmocka_unit_test(changes_keep_the_balance),
      cmocka_unit_test(blocks_and_saved_states_give_the_same_bytes),
      cmocka_unit_test(batches_give_the_same_bytes),
      cmocka_unit_test(changes_leave_no_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
