// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Standard MIDI files: times, tempos, running status, several tracks, and files that are none.

#include "io/midi_file.h"
#include "support.h"

#define HEAD(tracks, high, low)                                                                    \
  'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, (tracks) > 1, 0, tracks, high, low
#define TRACK(size) 'M', 'T', 'r', 'k', 0, 0, 0, size

static midi_file parse(const unsigned char *bytes, size_t length) {
  midi_file f;
  carom_error error;
  if (midi_file_parse("song", bytes, length, &f, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return f;
}

static void notes_come_at_their_times(void **state) {
  (void)state;
  // 96 ticks a quarter note, 120 of them a minute: a tick is 1/192 s. The second note has no
  // status.
  const unsigned char song[] = {HEAD(1, 0, 96), TRACK(15), 0,    0x90, 60, 100,  96,   60, 0,
                                0x83,           0x60,      0xD0, 20,   0,  0xFF, 0x2F, 0};
  midi_file f = parse(song, sizeof song);
  assert_int_equal(f.count, 3);
  assert_near(f.event[0].time, 0, 0);
  assert_near(f.event[1].time, 0.5, 1e-15);
  assert_int_equal(f.event[1].bytes[0], 0x90);
  assert_int_equal(f.event[1].bytes[2], 0);
  assert_int_equal(f.event[2].size, 2);
  assert_near(f.event[2].time, 0.5 + 480 / 192.0, 1e-15); // 0x83 0x60 is 480
  assert_near(f.length, 3, 1e-15);
  midi_file_free(&f);
}

static void tracks_lie_over_each_other_and_follow_the_tempo(void **state) {
  (void)state;
  // 60 quarters a minute from the first quarter on.
  const unsigned char song[] = {HEAD(2, 0, 96),
                                TRACK(11),
                                96,
                                0xFF,
                                0x51,
                                3,
                                0x0F,
                                0x42,
                                0x40,
                                0,
                                0xFF,
                                0x2F,
                                0,
                                TRACK(13),
                                96,
                                0x90,
                                1,
                                1,
                                96,
                                0x90,
                                2,
                                1,
                                0,
                                0xFF,
                                0x2F,
                                0,
                                0};
  midi_file f = parse(song, sizeof song);
  assert_int_equal(f.count, 2);
  assert_near(f.event[0].time, 0.5, 1e-15);
  assert_near(f.event[1].time, 1.5, 1e-15);
  midi_file_free(&f);
}

static void ticks_may_be_parts_of_a_second(void **state) {
  (void)state;
  // 25 frames a second of 40 ticks: a tick is a millisecond.
  const unsigned char song[] = {HEAD(1, 0xE7, 40), TRACK(8), 100, 0xC0, 5, 0, 0xFF, 0x2F, 0, 0};
  midi_file f = parse(song, sizeof song);
  assert_near(f.event[0].time, 0.1, 1e-15);
  midi_file_free(&f);
}

static void refuse(const unsigned char *bytes, size_t length, const char *text) {
  midi_file f;
  carom_error error;
  assert_int_equal(midi_file_parse("song", bytes, length, &f, &error), CAROM_BAD_FILE);
  if (strncmp(error.text, "song: byte ", 11) != 0 || strstr(error.text, text) == NULL)
    fail_msg("%s", error.text);
}

static void what_is_no_song_is_refused(void **state) {
  (void)state;
  const unsigned char other[] = "RIFF and more than fourteen bytes";
  const unsigned char late[] = {HEAD(1, 0, 96), TRACK(200), 0, 0x90, 60, 100};
  const unsigned char cut[] = {HEAD(1, 0, 96), TRACK(3), 0, 0x90, 60};
  const unsigned char bare[] = {HEAD(1, 0, 96), TRACK(3), 0, 60, 100};
  const unsigned char still[] = {HEAD(1, 0, 0), TRACK(4), 0, 0xFF, 0x2F, 0};
  const unsigned char many[] = {'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 2, 0, 1, 0, 96};
  refuse(other, sizeof other, "begin with MThd");
  refuse(late, sizeof late, "longer than the file");
  refuse(cut, sizeof cut, "longer than its track");
  refuse(bare, sizeof bare, "without a status");
  refuse(still, sizeof still, "ticks without a length");
  refuse(many, sizeof many, "formats 0 and 1");
}

static void random_bytes_are_read_or_refused(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int i = 0; i < random_cases(20000, 2000); ++i) {
    unsigned char bytes[120] = {HEAD(1, 0, 96), TRACK(98)};
    for (size_t n = 22; n < sizeof bytes; ++n) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      bytes[n] = (unsigned char)(seed >> 40);
    }
    midi_file f;
    carom_error error;
    if (midi_file_parse("song", bytes, sizeof bytes, &f, &error) == CAROM_OK)
      for (int e = 1; e < f.count; ++e)
        assert_true(f.event[e].time >= f.event[e - 1].time);
    midi_file_free(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(notes_come_at_their_times),
      cmocka_unit_test(tracks_lie_over_each_other_and_follow_the_tempo),
      cmocka_unit_test(ticks_may_be_parts_of_a_second),
      cmocka_unit_test(what_is_no_song_is_refused),
      cmocka_unit_test(random_bytes_are_read_or_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
