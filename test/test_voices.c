// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Voices: which string a note goes to, which one is taken from another note, and what comes back.

#include "play_rig.h"

#define STRING                                                                                     \
  "{type: string, length: 0.7, linear_density: 6e-3, pitch: 110, sigma0: 1, sigma1: 2e-3}"

static const char *const three_strings =
    "{carom: 1, duration: 1, bodies: {s1: " STRING ", s2: " STRING ", s3: " STRING "}, controls: "
    "{pitch: {key: bodies.s*.pitch, from: 80, to: 480, midi: note}, pluck: {gesture: pluck, on: "
    "s*@0.3, force: [0.1, 3], midi: note-on}}, outputs: {l: {of: s1@0.8, audio: true}}}";

static void press(carom_player *p, int key) {
  send(p, 0x90, key, 90);
}

static void release(carom_player *p, int key) {
  send(p, 0x80, key, 64);
}

/// The voice that plays a key, or -1.
static int voice_with(const carom_player *p, int key) {
  for (int v = 0; v < p->voices; ++v)
    if (p->voice[v].note == key && p->voice[v].sounding)
      return v;
  return -1;
}

// Each key goes down and stays down; `voices` tells where each went.
static void require_voices(carom_player *p, int count, const int *keys, const int *voices) {
  for (int i = 0; i < count; ++i) {
    press(p, keys[i]);
    assert_int_equal(voice_with(p, keys[i]), voices[i]);
  }
}

static void the_oldest_note_is_stolen_however_often(void **state) {
  (void)state;
  carom_player *p = player_of(three_strings);
  assert_int_equal(carom_player_voices(p), 3);
  require_voices(p, 7, (const int[]){45, 48, 50, 52, 53, 55, 57},
                 (const int[]){0, 1, 2, 0, 1, 2, 0});
  wait_for(p, 512); // and the strings have those pitches
  assert_near(live(p, "bodies.s1.pitch"), equal(57), 1e-9);
  assert_near(live(p, "bodies.s2.pitch"), equal(53), 1e-9);
  assert_near(live(p, "bodies.s3.pitch"), equal(55), 1e-9);
  carom_player_free(p);
}

static void the_oldest_is_stolen_after_a_billion_notes_too(void **state) {
  (void)state;
  carom_player *p = player_of(three_strings);
  p->order = 1LL << 60; // a double has no digits left for the next one
  require_voices(p, 7, (const int[]){45, 48, 50, 52, 53, 55, 57},
                 (const int[]){0, 1, 2, 0, 1, 2, 0});
  carom_player_free(p);
}

static void a_note_goes_to_the_string_that_played_it_last(void **state) {
  (void)state;
  carom_player *p = player_of(three_strings);
  require_voices(p, 2, (const int[]){45, 48}, (const int[]){0, 1});
  release(p, 45);
  release(p, 48);
  press(p, 48); // rather than to the one that never played
  assert_int_equal(voice_with(p, 48), 1);
  press(p, 48); // or to itself, while it sounds
  assert_int_equal(voice_with(p, 48), 1);
  carom_player_free(p);
}

static void a_string_that_never_played_comes_first_then_that_let_go_longest_ago(void **state) {
  (void)state;
  carom_player *p = player_of(three_strings);
  require_voices(p, 2, (const int[]){45, 48}, (const int[]){0, 1});
  release(p, 48);
  release(p, 45);
  require_voices(p, 3, (const int[]){50, 52, 53}, (const int[]){2, 1, 0});
  carom_player_free(p);
}

static void no_sounding_note_is_stolen_while_one_is_let_go(void **state) {
  (void)state;
  carom_player *p = player_of(three_strings);
  require_voices(p, 3, (const int[]){45, 48, 50}, (const int[]){0, 1, 2});
  release(p, 50); // the youngest
  press(p, 52);
  assert_int_equal(voice_with(p, 52), 2);
  press(p, 53);
  assert_int_equal(voice_with(p, 53), 0);
  carom_player_free(p);
}

static void a_string_goes_back_to_the_last_key_that_was_robbed(void **state) {
  (void)state;
  carom_player *p = player_of(three_strings);
  require_voices(p, 5, (const int[]){45, 48, 50, 52, 53}, (const int[]){0, 1, 2, 0, 1});
  release(p, 52); // 48 went down after 45
  assert_int_equal(voice_with(p, 48), 0);
  assert_int_equal(voice_with(p, 45), -1);
  release(p, 53);
  assert_int_equal(voice_with(p, 45), 1);
  press(p, 55); // a key that comes back is as old as it was
  assert_int_equal(voice_with(p, 55), 1);
  carom_player_free(p);
}

static void a_pedal_keeps_strings_from_those_that_are_free(void **state) {
  (void)state;
  carom_player *p = player_of(three_strings);
  send(p, 0xB0, 64, 127);
  require_voices(p, 2, (const int[]){45, 48}, (const int[]){0, 1});
  release(p, 45);
  assert_int_equal(voice_with(p, 45), 0); // sounds on
  require_voices(p, 2, (const int[]){50, 52}, (const int[]){2, 1});
  send(p, 0xB0, 64, 0);
  assert_int_equal(voice_with(p, 45), -1);
  press(p, 55);
  assert_int_equal(voice_with(p, 55), 0);
  carom_player_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_oldest_note_is_stolen_however_often),
      cmocka_unit_test(the_oldest_is_stolen_after_a_billion_notes_too),
      cmocka_unit_test(a_note_goes_to_the_string_that_played_it_last),
      cmocka_unit_test(a_string_that_never_played_comes_first_then_that_let_go_longest_ago),
      cmocka_unit_test(no_sounding_note_is_stolen_while_one_is_let_go),
      cmocka_unit_test(a_string_goes_back_to_the_last_key_that_was_robbed),
      cmocka_unit_test(a_pedal_keeps_strings_from_those_that_are_free),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
