// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The rules of playing in real time: blocks of any length, no allocation, floods of messages,
// motions that break, and rest.

#include "allocations.h"
#include "methods/audio/audio.h"
#include "play_rig.h"
#include <time.h>

static void blocks_of_any_length_give_the_same_bits(void **state) {
  (void)state;
  enum { SAMPLES = 8192 };
  static float first[SAMPLES];
  static const int lengths[] = {1, 7, 64, 333, 4096};
  for (int b = 0; b < 5; ++b) {
    carom_player *p = player_of(played_scene);
    uint64_t seed = 3;
    int due = 0; // messages every 100 samples, whatever the block
    for (int n = 0; n < SAMPLES;) {
      const int end = n + lengths[b] < SAMPLES ? n + lengths[b] : SAMPLES;
      while (n < end) {
        if (n == due) {
          random_message(&seed, p);
          due += 100;
        }
        const int until = due < end ? due : end;
        carom_player_render(p, until - n, left + n, right + n);
        n = until;
      }
    }
    if (b == 0)
      memcpy(first, left, sizeof first);
    assert_memory_equal(first, left, sizeof first);
    carom_player_free(p);
  }
}

static void playing_allocates_nothing(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  uint64_t seed = 5;
  const long long before = calls;
  for (int i = 0; i < 500; ++i) {
    random_message(&seed, p);
    carom_player_render(p, 1 + (int)(random_31_bits(&seed) % 64), left, right);
  }
  carom_player_poll(p);
  carom_player_reset(p);
  assert_int_equal(calls - before, 0);
  carom_player_free(p);
}

static void floods_and_nonsense_are_survived_and_counted(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  const unsigned char odd[][3] = {{0x90, 0xFF, 1}, {0x10, 1, 1}, {0x90, 60, 200}, {0xB0, 3, 128}};
  for (int i = 0; i < 4; ++i)
    carom_player_midi(p, odd[i], 3);
  carom_player_midi(p, odd[0], 0);
  carom_player_midi(p, (const unsigned char[]){0x90}, 1);
  assert_int_equal(carom_player_poll(p).ignored, 6);
  carom_player_midi(p, (const unsigned char[]){0xF8}, 1); // clock
  assert_int_equal(carom_player_set(p, 0, (double)NAN), CAROM_BAD_VALUE);
  assert_int_equal(carom_player_set(p, 99, 1), CAROM_NOT_LIVE);
  assert_int_equal(carom_player_poll(p).ignored, 7);
  for (int i = 0; i < 10000; ++i) // in one sample
    send(p, 0x90, i % 128, 1 + i % 127);
  carom_player_render(p, 8192, left, right);
  const carom_player_report report = carom_player_poll(p);
  assert_true(report.refused > 0);
  assert_int_equal(report.restarts, 0);
  assert_true(report.peak_left <= 1);
  carom_player_free(p);
}

static void a_broken_motion_fades_and_starts_again(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  send(p, 0x90, 50, 127);
  wait_for(p, 4000);
  carom_player_poll(p);
  const float before = right[(4000 - 1) % 512];
  audio_of(p->state)->u.wide[1] = (double)NAN; // the body
  carom_player_render(p, 4096, left, right);
  float step = fabsf(right[0] - before);
  for (int i = 0; i < 4096; ++i) {
    assert_true(isfinite(left[i]) && isfinite(right[i]));
    if (i > 0)
      step = fmaxf(step, fabsf(right[i] - right[i - 1]));
  }
  assert_int_equal(carom_player_poll(p).restarts, 1);
  assert_at_most((double)step, (double)fabsf(before) / 100);     // no click
  assert_near(live(p, "bodies.string1.pitch"), equal(50), 1e-9); // controls are kept
  send(p, 0x90, 52, 127);
  wait_for(p, 4000);
  assert_true(carom_player_poll(p).peak_right > 1e-3f); // and it plays on
  carom_player_free(p);
}

static void what_runs_away_is_never_a_burst(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  wait_for(p, 100);
  audio_of(p->state)->u.wide[1] = 1e30;
  carom_player_render(p, 4096, left, right);
  const carom_player_report report = carom_player_poll(p);
  assert_int_equal(report.restarts, 1);
  assert_at_most((double)report.peak_left, 1e-6);
  assert_at_most((double)report.peak_right, 1e-6);
  carom_player_free(p);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void silence_costs_nearly_nothing_and_a_note_wakes_it(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  send(p, 0x90, 50, 127);
  double began = seconds();
  wait_for(p, 44100);
  const double playing = seconds() - began;
  assert_false(carom_player_poll(p).resting);
  send(p, 0x80, 50, 64);
  for (int i = 0; i < 60 && !carom_player_poll(p).resting; ++i)
    wait_for(p, 44100);
  assert_true(carom_player_poll(p).resting);
  began = seconds();
  wait_for(p, 44100);
  const double resting = seconds() - began;
  assert_at_most(resting, playing / 20);
  assert_near(carom_player_poll(p).peak_left, 0, 0);
  const double before = (double)carom_state_steps(p->state);
  wait_for(p, 1000);
  assert_near((double)carom_state_steps(p->state), before, 0); // exactly: nothing is stepped
  send(p, 0x90, 53, 127);
  wait_for(p, 4410);
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  assert_near(live(p, "bodies.string2.pitch"), equal(53), 1e-9);
  carom_player_free(p);
}

// A ball is thrown up and comes down on a plank 0.8 s later: 2 v / g.
static void what_is_still_in_the_air_sounds_when_it_lands(void **state) {
  (void)state;
  carom_player *p = player_of(
      "{carom: 1, duration: 2, gravity: 9.81, bodies: {ball: {type: mass, mass: 0.01, position: "
      "1e-3}, plank: {type: mass, mass: 0.1, frequency: 200, damping: 20}}, contacts: {hit: {type: "
      "collision, below: plank, above: ball, stiffness: 1e7, exponent: 1.5, damping: 1}}, "
      "controls: "
      "{throw: {gesture: throw, on: ball, from: 0.1, to: 4, midi: cc3}}, outputs: {o: {of: plank, "
      "quantity: velocity, audio: true, gain: 0.1}}}");
  send(p, 0xB0, 3, 127);
  wait_for(p, 15000);
  carom_player_poll(p);
  wait_for(p, 20000); // to 0.79 s: 0.45 s of silence
  assert_at_most((double)carom_player_poll(p).peak_left, 1e-6);
  wait_for(p, 2000);
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  for (int i = 0; i < 60 && !carom_player_poll(p).resting; ++i)
    wait_for(p, 44100);
  assert_true(carom_player_poll(p).resting); // under gravity, on the plank
  carom_player_free(p);
}

static void a_driven_scene_never_rests(void **state) {
  (void)state;
  static const char *const driven[] = {
      "forces: {f: {on: m, table: [[0, 0], [2, 0], [2.1, 1]]}},",
      "forces: {f: {on: m, amplitude: 1e-9, frequency: 0.1}},",
  };
  for (size_t i = 0; i < sizeof driven / sizeof driven[0]; ++i) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "{carom: 1, duration: 1, bodies: {m: {type: mass, mass: 1, frequency: 100, damping: "
        "9}}, %s controls: {c: {key: bodies.m.damping, from: 1, to: 10}}, outputs: {o: {of: m, "
        "quantity: velocity, audio: true, gain: 1}}}",
        driven[i]);
    carom_player *p = player_of(text);
    wait_for(p, 44100);
    assert_false(carom_player_poll(p).resting);
    carom_player_free(p);
  }
}

static void an_instrument_begins_at_rest_and_again_after_all_sound_off(void **state) {
  (void)state;
  carom_player *p = player_with(played_scene, "bodies.string2.start.shape", "pluck");
  wait_for(p, 2000);
  assert_near(carom_player_poll(p).peak_right, 0, 0);
  send(p, 0x90, 50, 127);
  wait_for(p, 2000);
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  send(p, 0xB0, 120, 0);
  wait_for(p, 1024); // the fade
  carom_player_poll(p);
  wait_for(p, 4000);
  const carom_player_report report = carom_player_poll(p);
  assert_near(report.peak_left, 0, 0);
  assert_near(report.peak_right, 0, 0);
  carom_player_free(p);
  static const char *const moving[][2] = {{"bodies.string1.start_velocity.shape", "sine"},
                                          {"bodies.hammer.velocity", "-1"}};
  for (int i = 0; i < 2; ++i) {
    p = player_with(played_scene, moving[i][0], moving[i][1]);
    wait_for(p, 4000);
    assert_near(carom_player_poll(p).peak_left, 0, 0);
    assert_near(carom_state_ledger(p->state).kinetic, 0, 0);
    carom_player_free(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_of_any_length_give_the_same_bits),
      cmocka_unit_test(playing_allocates_nothing),
      cmocka_unit_test(floods_and_nonsense_are_survived_and_counted),
      cmocka_unit_test(a_broken_motion_fades_and_starts_again),
      cmocka_unit_test(what_runs_away_is_never_a_burst),
      cmocka_unit_test(silence_costs_nearly_nothing_and_a_note_wakes_it),
      cmocka_unit_test(what_is_still_in_the_air_sounds_when_it_lands),
      cmocka_unit_test(a_driven_scene_never_rests),
      cmocka_unit_test(an_instrument_begins_at_rest_and_again_after_all_sound_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
