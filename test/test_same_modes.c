// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Live keys of modal bodies among contacts of all kinds: the balance, and the same bytes whatever
// the blocks, after restoring and in batches.

#include "support.h"
#include <carom/batch.h>

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
    assert_true(carom_contact_counts(r.model, r.state, 1).impacts > 3);
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

// States of a batch, tuned differently, share the scratch of a thread.
static void batches_give_the_same_bytes(void **state) {
  (void)state;
  enum { STATES = 3, PART = 500 };
  static double alone[STATES][BLOCK_SAMPLES * OUTPUTS];
  static double part[STATES * PART * OUTPUTS];
  rig r = rig_of(scene_of(busy));
  carom_error error;
  const int live = carom_model_find_live(r.model, "bodies.string.tension");
  carom_batch *batch = carom_batch_open(r.model, STATES, NULL, NULL, NULL, &error);
  assert_non_null(batch);
  for (int i = 0; i < STATES; ++i) {
    carom_state_reset(r.model, r.state);
    if (i > 0) {
      carom_state_set(r.model, r.state, live, 100 * i);
      assert_int_equal(carom_batch_put(batch, i, r.state), CAROM_OK);
    }
    carom_process(r.model, r.state, BLOCK_SAMPLES, alone[i]);
  }
  for (int n = 0; n < BLOCK_SAMPLES; n += PART) {
    assert_int_equal(carom_batch_process(batch, 0, 0, STATES, PART, part, PART * OUTPUTS, NULL),
                     CAROM_OK);
    for (int i = 0; i < STATES; ++i)
      assert_memory_equal(part + i * PART * OUTPUTS, alone[i] + n * OUTPUTS,
                          PART * OUTPUTS * sizeof(double));
  }
  carom_batch_close(batch, NULL);
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
      assert_near(carom_output(r.model, r.state, i), carom_output(plain.model, plain.state, i),
                  1e-9 * (1e-4 + fabs(carom_output(plain.model, plain.state, i))));
  }
  rig_free(&r);
  rig_free(&plain);
}

// A state that starts with another loss is one of a scene that gives it.
static void states_start_with_their_own_losses(void **state) {
  (void)state;
  carom_scene *scene = scene_of(busy);
  rig_set(scene, "bodies.bar.sigma0", "20");
  rig given = rig_of(scene);
  rig r = rig_of(scene_of(busy));
  const int live = carom_model_find_live(r.model, "bodies.bar.sigma0");
  const double value = 20;
  assert_int_equal(carom_state_start(r.model, r.state, 1, &live, &value), CAROM_OK);
  double largest[OUTPUTS] = {0}; // an acceleration is small now and then, its rounding is not
  for (int n = 0; n < 500; ++n) {
    carom_step(given.model, given.state);
    carom_step(r.model, r.state);
    for (int i = 0; i < OUTPUTS; ++i) { // starting forces on modes are rounded otherwise
      largest[i] = fmax(largest[i], fabs(carom_output(given.model, given.state, i)));
      assert_near(carom_output(r.model, r.state, i), carom_output(given.model, given.state, i),
                  1e-10 * (1e-4 + largest[i]));
    }
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  rig_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changes_keep_the_balance),
      cmocka_unit_test(blocks_and_saved_states_give_the_same_bytes),
      cmocka_unit_test(batches_give_the_same_bytes),
      cmocka_unit_test(changes_leave_no_trace),
      cmocka_unit_test(states_start_with_their_own_losses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
