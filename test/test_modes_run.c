// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Several steps of modes at once, while nothing touches them: outputs and states have the bytes of
// single steps, in every variant of the loops, and whatever comes in between.

#include "support.h"

#include "base/kernel.h"
#include "methods/audio/modes/modes.h"
#include "methods/audio/stages.h"
#include <carom/control.h>

/// Two bodies whose numbers of modes are no multiples of a block, read in all ways.
static const char *const quiet =
    "carom: 1\n"
    "bodies:\n"
    "  string: {type: string, length: 1, linear_density: 0.01, pitch: 150, sigma0: 1,\n"
    "           sigma1: 1e-4, model: modes, points: 37, start: {shape: pluck, at: 0.2}}\n"
    "  bar: {type: bar, length: 0.3, density: 7800, width: 0.03, thickness: 6e-3, youngs: 2e11,\n"
    "        ends: [free, free], model: modes, points: 11, start: {shape: mode, mode: 4}}\n"
    "  mute: {type: string, length: 1, linear_density: 0.01, pitch: 80, model: modes, points: 16,\n"
    "         start: {shape: pluck, at: 0.3}}\n"
    "  wall: {type: barrier, position: 0.25}\n"
    "controls:\n"
    "  pick: {gesture: pluck, on: bar@0.1, midi: note-on, from: 0, to: 2}\n"
    "  loss: {key: bodies.string.sigma0, midi: cc1, from: 0, to: 10, smooth: 0.001}\n"
    "outputs:\n"
    "  x: {of: bar@0.05}\n"
    "  v: {of: string@0.7, quantity: velocity}\n"
    "  a: {of: string@0.05, quantity: acceleration}\n"
    "  q: {of: string, quantity: mode, mode: 20}\n"
    "  s: {of: string@0.6, quantity: slope}\n"
    "  w: {of: wall}\n";

/// A ball bounces on a string and rattles on a bar that is tied to it; a pluck on the bar, too.
static const char *const bouncing =
    "carom: 1\n"
    "gravity: 9.81\n"
    "bodies:\n"
    "  string: {type: string, length: 1, linear_density: 0.01, pitch: 150, sigma0: 1,\n"
    "           sigma1: 1e-4, model: modes, points: 37}\n"
    "  bar: {type: bar, length: 0.3, density: 7800, width: 0.03, thickness: 6e-3, youngs: 2e11,\n"
    "        ends: [clamped, free], model: modes, points: 11, sigma0: 3}\n"
    "  ball: {type: mass, mass: 0.002, position: 1e-4}\n"
    "contacts:\n"
    "  hit: {type: collision, below: string@0.3, above: ball, stiffness: 1e6}\n"
    "  low: {type: collision, below: string@0.3, above: bar@0.7, stiffness: 1e6, gap: 1e-5}\n"
    "controls:\n"
    "  pick: {gesture: pluck, on: bar@0.1, midi: note-on, from: 0, to: 2}\n"
    "  loss: {key: bodies.string.sigma0, midi: cc1, from: 0, to: 10, smooth: 0.001}\n"
    "outputs:\n"
    "  x: {of: bar@0.05}\n"
    "  v: {of: string@0.7, quantity: velocity}\n"
    "  h: {of: ball}\n"
    "  q: {of: string, quantity: mode, mode: 20}\n"
    "  f: {of: hit, quantity: force}\n"
    "  o: {of: %s, quantity: %s}\n";

enum { OUTPUTS = 6, SAMPLES = 3000 };

/// What a run leaves: all outputs, then the state.
typedef struct {
  double values[SAMPLES * OUTPUTS];
  unsigned char *state;
  size_t size;
} traces;

static void take_state(const rig *r, traces *to) {
  to->size = carom_state_saved_size(r->model);
  to->state = malloc(to->size);
  assert_non_null(to->state);
  carom_state_save(r->model, r->state, to->state);
}

static void assert_same(const traces *a, const traces *b) {
  for (int i = 0; i < SAMPLES * OUTPUTS; ++i)
    if (memcmp(&a->values[i], &b->values[i], sizeof(double)) != 0)
      fail_msg("output %d of sample %d: %.17g, not %.17g", i % OUTPUTS, i / OUTPUTS, b->values[i],
               a->values[i]);
  assert_int_equal(a->size, b->size);
  assert_memory_equal(a->state, b->state, a->size);
}

// A pluck and a glide at samples of their own, without the ledger. A block of 0: blocks of random
// lengths.
static void play(const char *text, int block, bool ledger, traces *to) {
  rig r = rig_of(scene_of(text));
  const int pick = carom_model_find_control(r.model, "pick");
  const int loss = carom_model_find_control(r.model, "loss");
  carom_stroke stroke = carom_stroke_default();
  stroke.force = 2;
  stroke.over = 0.003;
  uint64_t seed = 3;
  carom_state_keep_ledger(r.model, r.state, ledger);
  assert_int_equal(carom_state_play(r.model, r.state, pick, &stroke, 1001), CAROM_OK);
  assert_int_equal(carom_state_control(r.model, r.state, loss, 0, 7, 2203), CAROM_OK);
  for (int n = 0, some = 0; n < SAMPLES; n += some) {
    some = block > 0 ? block : 1 + (int)(40 * random_unit(&seed));
    some = n + some > SAMPLES ? SAMPLES - n : some;
    assert_int_equal(carom_process(r.model, r.state, some, to->values + n * OUTPUTS), CAROM_OK);
  }
  take_state(&r, to);
  rig_free(&r);
}

// In blocks of these lengths, the last of them 0, the same as in single steps, which are freed.
static void assert_same_in_blocks(const char *text, bool ledger, const int *blocks,
                                  traces *single) {
  static traces at_once;
  int length = 0;
  do {
    length = *blocks++;
    play(text, length, ledger, &at_once);
    assert_same(single, &at_once);
    free(at_once.state);
  } while (length != 0);
  free(single->state);
}

static void steps_at_once_leave_the_bytes_of_single_steps(void **state) {
  (void)state;
  static traces single;
  static const int blocks[] = {2, 7, 8, 64, SAMPLES, 0};
  play(quiet, 1, false, &single);
  assert_true(fabs(single.values[SAMPLES * OUTPUTS - OUTPUTS]) > 1e-9);
  assert_same_in_blocks(quiet, false, blocks, &single);
}

// Contacts come and go at any sample of a block. An overlap reads modes at every step; a slope of
// the string does not.
static void contacts_find_modes_where_single_steps_do(void **state) {
  (void)state;
  static traces single;
  static const char *const last[][2] = {{"string@0.6", "slope"}, {"low", "overlap"}};
  static const int blocks[] = {7, 8, 9, 64, SAMPLES, 0};
  for (int i = 0; i < 4; ++i) {
    char text[2000];
    int touching = 0;
    const bool ledger = i >= 2;
    snprintf(text, sizeof text, bouncing, last[i % 2][0], last[i % 2][1]);
    play(text, 1, ledger, &single);
    for (int n = 0; n < SAMPLES; ++n)
      touching += single.values[n * OUTPUTS + 4] > 0;
    assert_in_range(touching, 50, SAMPLES - 500);
    assert_same_in_blocks(text, ledger, blocks, &single);
  }
}

// The ledger is kept step by step.
static void the_ledger_changes_no_output(void **state) {
  (void)state;
  static traces with;
  static traces without;
  char text[2000];
  snprintf(text, sizeof text, bouncing, "string@0.6", "slope");
  for (int i = 0; i < 2; ++i) {
    play(i == 0 ? quiet : text, 64, true, &with);
    play(i == 0 ? quiet : text, 64, false, &without);
    assert_memory_equal(with.values, without.values, sizeof with.values);
    free(with.state);
    free(without.state);
  }
}

static void variants_leave_the_same_bytes(void **state) {
  (void)state;
#if defined(CAROM_AVX2)
  static traces first;
  static traces other;
  const int best = best_variant();
  char text[2000];
  snprintf(text, sizeof text, bouncing, "string@0.6", "slope");
  for (int i = 0; i < 2; ++i) {
    play(i == 0 ? quiet : text, 64, false, &first);
    for (int variant = VARIANT_FUSED; variant < best; ++variant) {
      atomic_store(&variant_chosen, variant);
      play(i == 0 ? quiet : text, 64, false, &other);
      assert_same(&first, &other);
      free(other.state);
    }
    atomic_store(&variant_chosen, best);
    free(first.state);
  }
#endif
}

// The claims above would hold as well if no step were ever taken with others.
static void free_modes_are_run_and_others_are_not(void **state) {
  (void)state;
  double values[64 * OUTPUTS];
  rig r = rig_of(scene_of(quiet));
  carom_state_keep_ledger(r.model, r.state, false);
  assert_int_equal(audio_run(r.model, r.state, 64, values), 64);
  const int pick = carom_model_find_control(r.model, "pick");
  carom_stroke stroke = carom_stroke_default();
  stroke.force = 2;
  stroke.over = 0.003;
  assert_int_equal(carom_state_play(r.model, r.state, pick, &stroke, 10), CAROM_OK);
  assert_int_equal(audio_run(r.model, r.state, 64, values), 10);
  assert_int_equal(audio_run(r.model, r.state, 64, values), 0);
  carom_process(r.model, r.state, 200, NULL); // the pluck is over
  assert_int_equal(audio_run(r.model, r.state, 3, values), 3);
  rig_free(&r);
}

// A ball that never comes down.
static void modes_apart_are_predicted(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, bouncing, "string@0.6", "slope");
  for (int ledger = 0; ledger < 2; ++ledger) {
    carom_scene *scene = scene_of(text);
    rig_set(scene, "gravity", "0");
    rig_set(scene, "bodies.string.start.shape", "pluck");
    rig_set(scene, "bodies.string.start.amplitude", "1e-7");
    rig r = rig_of(scene);
    carom_state_keep_ledger(r.model, r.state, ledger == 1);
    carom_process(r.model, r.state, 64, NULL);
    const audio_state *a = audio_of(r.state);
    assert_int_equal(modes_coming(a, r.model->body[0].modes.first_point)[0].here != 0, 1);
    assert_int_equal(modes_booked(a, 0)[0].potential > 0, ledger);
    assert_int_equal(a->prediction[0].known, 0);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_at_once_leave_the_bytes_of_single_steps),
      cmocka_unit_test(contacts_find_modes_where_single_steps_do),
      cmocka_unit_test(the_ledger_changes_no_output),
      cmocka_unit_test(variants_leave_the_same_bytes),
      cmocka_unit_test(free_modes_are_run_and_others_are_not),
      cmocka_unit_test(modes_apart_are_predicted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
