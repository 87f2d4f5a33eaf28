// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Gestures that come again: lists of times, `every`, and values that take turns.

#include "support.h"

// A hammer below a wall that is thrown again and again: each impact comes at the speed of its
// throw.
static int impacts(const char *score, carom_impact *event, int room) {
  char text[1000];
  snprintf(text, sizeof text,
           "{carom: 1, duration: 1, bodies: {h: {type: mass, mass: 0.01, position: -1e-3}, w: "
           "{type: barrier}}, contacts: {hit: {type: collision, below: h, above: w, stiffness: "
           "1e7}}, score: [%s]}",
           score);
  rig r = rig_of(scene_of(text));
  int count = 0;
  for (int n = 0; n < 44101; ++n) {
    carom_step(r.model, r.state);
    carom_impact e;
    while (carom_state_next_impact(r.model, r.state, &e))
      if (count < room)
        event[count++] = e;
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  return count;
}

static void a_hammer_strikes_at_every_time_of_a_list(void **state) {
  (void)state;
  static const double at[] = {0.1, 0.25, 0.7};
  static const double speed[] = {1, 2, 1};
  carom_impact event[10];
  assert_int_equal(
      impacts("{gesture: throw, on: h, at: [0.1, 0.25, 0.7], speed: [1, 2]}", event, 10), 3);
  for (int i = 0; i < 3; ++i) { // it flies 1 mm
    assert_near(event[i].begin, at[i] + 1e-3 / speed[i], 1.0 / 44100);
    assert_near(event[i].speed_in, speed[i], 1e-9);
  }
}

static void every_repeats_a_gesture_to_the_end_or_some_times(void **state) {
  (void)state;
  carom_impact event[10];
  assert_int_equal(impacts("{gesture: throw, at: 0.15, every: 0.25, speed: [2, 1]}", event, 10), 4);
  for (int i = 0; i < 4; ++i) {
    const double speed = i % 2 == 0 ? 2 : 1;
    assert_near(event[i].begin, 0.15 + 0.25 * i + 1e-3 / speed, 1.0 / 44100);
    assert_near(event[i].speed_in, speed, 1e-9);
  }
  assert_int_equal(impacts("{gesture: throw, at: 0, every: 0.1, times: 3, speed: 1}", event, 10),
                   3);
  assert_near(event[2].begin, 0.201, 1.0 / 44100);
}

// A list says what its gestures would say one by one, bit for bit.
static void a_melody_in_two_lines_is_that_of_its_notes(void **state) {
  (void)state;
  const char *const head = "{carom: 1, duration: 0.5, bodies: {s: {type: string, length: 0.7, "
                           "linear_density: 5e-3, pitch: A3, sigma0: 1}}, outputs: {o: {of: s@0.9, "
                           "quantity: velocity}}, score: [%s]}";
  const char *const scores[] = {
      "{gesture: tune, at: [0, 0.1, 0.2, 0.3], pitch: [A3, C4, 300, A3+14], over: 0.01}, {gesture: "
      "pluck, at: 0, every: 0.1, on: s@0.2, force: [1, 2]}",
      "{gesture: tune, at: 0, pitch: A3, over: 0.01}, {gesture: tune, at: 0.1, pitch: C4, over: "
      "0.01}, {gesture: tune, at: 0.2, pitch: 300, over: 0.01}, {gesture: tune, at: "
      "0.3, pitch: "
      "A3+14, over: 0.01}, {gesture: pluck, at: 0, on: s@0.2, force: 1}, {gesture: pluck, at: 0.1, "
      "on: s@0.2, force: 2}, {gesture: pluck, at: 0.2, on: s@0.2, force: 1}, {gesture: pluck, at: "
      "0.30000000000000004, on: s@0.2, force: 2}, {gesture: pluck, at: 0.4, on: s@0.2, force: 1}, "
      "{gesture: pluck, at: 0.5, on: s@0.2, force: 2}"};
  rig r[2];
  for (int i = 0; i < 2; ++i) {
    char text[3000];
    snprintf(text, sizeof text, head, scores[i]);
    r[i] = rig_of(scene_of(text));
  }
  double loudest = 0;
  for (int n = 0; n < 22050; ++n) {
    rig_steps(&r[0], 1);
    rig_steps(&r[1], 1);
    loudest = fmax(loudest, fabs(carom_output(r[0].model, r[0].state, 0)));
    if (carom_output(r[0].model, r[0].state, 0) != carom_output(r[1].model, r[1].state, 0))
      fail_msg("they differ in step %d", n);
  }
  assert_true(loudest > 0.1);
  rig_free(&r[0]);
  rig_free(&r[1]);
}

static void refuse(const char *score, const char *says) {
  char text[1000];
  snprintf(text, sizeof text,
           "{carom: 1, duration: 1, bodies: {m: {type: mass, mass: 1}}, score: [%s]}", score);
  assert_refused(text, says);
}

static void repetitions_without_sense_are_refused(void **state) {
  (void)state;
  refuse("{gesture: throw, at: [0.2, 0.1], speed: 1}", "does not rise; allowed is");
  refuse("{gesture: throw, at: [], speed: 1}", "is empty");
  refuse("{gesture: throw, at: 0, every: 0, speed: 1}", "a number above 0, in s");
  refuse("{gesture: throw, at: 0, every: 1e-9, speed: 1}", "at most 100000 times");
  refuse("{gesture: throw, at: 0, times: 3, speed: 1}", "needs every");
  refuse("{gesture: throw, at: 0, every: 0.1, times: 0, speed: 1}", "from 1 to 100000");
  refuse("{gesture: throw, at: [0.1, 0.2], every: 0.3, speed: 1}", "at is a list");
  refuse("{gesture: throw, at: [1.5, 2], speed: 1}", "after the end");
  refuse("{gesture: strike, on: m, at: 0, force: [1, x]}", "'x' is not a number");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hammer_strikes_at_every_time_of_a_list),
      cmocka_unit_test(every_repeats_a_gesture_to_the_end_or_some_times),
      cmocka_unit_test(a_melody_in_two_lines_is_that_of_its_notes),
      cmocka_unit_test(repetitions_without_sense_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
