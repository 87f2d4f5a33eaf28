// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Messages and values with an offset: each acts at its sample, as if the block had been cut there.

#include "allocations.h"
#include "play_rig.h"

enum { SAMPLES = 8192, MESSAGES = 300 };

/// What is done, in the order of its samples.
typedef struct {
  int at, control; // control -1: a message
  double value;
  unsigned char bytes[3];
} deed;

// Many at one sample too. All sound off, sustain and learned controllers are among them.
static void make_deeds(deed *deeds, const carom_model *model) {
  static const int kinds[] = {0x80, 0x90, 0x90, 0x90, 0xA0, 0xB0, 0xB0, 0xD0, 0xE0};
  static const int controllers[] = {1, 2, 3, 64, 120, 121, 7};
  uint64_t seed = 7;
  const int stiff = carom_model_find_control(model, "stiff");
  for (int i = 0, at = 0; i < MESSAGES; ++i) {
    at += (int)(random_31_bits(&seed) % 5) * (int)(random_31_bits(&seed) % 24);
    const int kind = kinds[random_31_bits(&seed) % 9];
    const int first = kind == 0xB0 ? controllers[random_31_bits(&seed) % 7]
                                   : 40 + (int)(random_31_bits(&seed) % 24);
    deeds[i] = (deed){.at = at,
                      .control = i % 10 == 9 ? stiff : -1,
                      .value = 1e6 * (1 + i),
                      .bytes = {(unsigned char)kind, (unsigned char)first,
                                (unsigned char)(random_31_bits(&seed) % 128)}};
  }
}

static void do_it(carom_player *p, const deed *d, int offset) {
  if (d->control >= 0)
    assert_int_equal(carom_player_set_at(p, d->control, d->value, offset), CAROM_OK);
  else
    carom_player_midi_at(p, d->bytes, 3, offset);
}

static void require_same(const float *a, const float *b) {
  for (int i = 0; i < SAMPLES; ++i)
    if (memcmp(&a[i], &b[i], sizeof *a) != 0)
      fail_msg("sample %d: %g and %g", i, (double)a[i], (double)b[i]);
}

static void offsets_are_as_good_as_blocks_that_are_cut_there(void **state) {
  (void)state;
  static float cut[SAMPLES];
  static deed deeds[MESSAGES];
  static const int blocks[] = {1, 63, 512, SAMPLES};
  carom_player *p = player_of(played_scene);
  make_deeds(deeds, p->model);
  assert_in_range(deeds[MESSAGES - 1].at, SAMPLES / 2, SAMPLES - 1);
  int done = 0;
  for (int i = 0; i < MESSAGES; ++i) {
    carom_player_render(p, deeds[i].at - done, cut + done, right);
    done = deeds[i].at;
    do_it(p, &deeds[i], 0);
  }
  carom_player_render(p, SAMPLES - done, cut + done, right);
  assert_true(carom_player_poll(p).peak_left > 0.01f);
  carom_player_free(p);
  for (int b = 0; b < 4; ++b) {
    p = player_of(played_scene);
    for (int n = 0, next = 0; n < SAMPLES; n += blocks[b]) {
      const int count = n + blocks[b] < SAMPLES ? blocks[b] : SAMPLES - n;
      for (; next < MESSAGES && deeds[next].at < n + count; ++next)
        do_it(p, &deeds[next], deeds[next].at - n);
      carom_player_render(p, count, left + n, right + n);
    }
    require_same(cut, left);
    carom_player_free(p);
  }
}

static void what_comes_out_of_order_acts_in_order_and_beyond_the_block(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  const int press = carom_model_find_control(p->model, "press");
  const int offsets[] = {300, 100, 200, 100};
  const double values[] = {130, 110, 120, 111};
  for (int i = 0; i < 4; ++i)
    assert_int_equal(carom_player_set_at(p, press, values[i], offsets[i]), CAROM_OK);
  assert_near(carom_player_get(p, press), 200, 0); // not yet
  carom_player_render(p, 99, left, right);
  assert_near(carom_player_get(p, press), 200, 0);
  carom_player_render(p, 1, left, right); // the next sample is the one
  assert_near(carom_player_get(p, press), 111, 0);
  carom_player_render(p, 150, left, right);
  assert_near(carom_player_get(p, press), 120, 0);
  carom_player_reset(p); // nothing waits any more
  wait_for(p, 512);
  assert_near(carom_player_get(p, press), 200, 0);
  carom_player_free(p);
}

static void what_is_wrong_is_refused_when_it_comes(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  assert_int_equal(carom_player_set_at(p, 0, (double)NAN, 5), CAROM_BAD_VALUE);
  assert_int_equal(carom_player_set_at(p, -1, 1, 5), CAROM_NOT_LIVE);
  assert_int_equal(carom_player_set_at(p, 99, 1, 5), CAROM_NOT_LIVE);
  assert_int_equal(p->waiting.count, 0);
  carom_player_midi_at(p, NULL, 0, 5); // no message at all: counted at its sample
  wait_for(p, 64);
  assert_int_equal(carom_player_poll(p).ignored, 2);
  const int press = carom_model_find_control(p->model, "press");
  assert_int_equal(carom_player_set_at(p, press, 150, -5), CAROM_OK); // late: at once
  assert_near(carom_player_get(p, press), 150, 0);
  carom_player_free(p);
}

static void where_too_many_wait_the_first_act_early_and_none_is_lost(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  const long long before = calls;
  for (int i = 0; i < 3 * WAITING; ++i)
    carom_player_midi_at(p, (const unsigned char[]){0x90, (unsigned char)(i % 128), 0x40}, 3,
                         1 + i / 8);
  assert_int_equal(p->waiting.count, WAITING);
  assert_int_equal(carom_player_poll(p).held, 128);
  wait_for(p, 512);
  assert_int_equal(p->waiting.count, 0);
  for (int i = 0; i < 128; ++i)
    carom_player_midi_at(p, (const unsigned char[]){0x80, (unsigned char)i, 0x40}, 3, 200);
  wait_for(p, 512);
  assert_int_equal(carom_player_poll(p).held, 0);
  assert_int_equal(calls, before); // all of it without allocation
  carom_player_free(p);
}

static void it_does_not_rest_while_something_waits(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  assert_false(carom_player_rests(p));
  wait_for(p, 44100);
  assert_true(carom_player_rests(p));
  carom_player_midi_at(p, (const unsigned char[]){0x90, 50, 100}, 3, 700);
  assert_false(carom_player_rests(p));
  carom_player_render(p, 2048, left, right);
  for (int i = 0; i < 2048; ++i)
    if (left[i] != 0) {
      assert_true(i >= 700);
      break;
    }
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  assert_false(carom_player_rests(p));
  carom_player_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(offsets_are_as_good_as_blocks_that_are_cut_there),
      cmocka_unit_test(what_comes_out_of_order_acts_in_order_and_beyond_the_block),
      cmocka_unit_test(what_is_wrong_is_refused_when_it_comes),
      cmocka_unit_test(where_too_many_wait_the_first_act_early_and_none_is_lost),
      cmocka_unit_test(it_does_not_rest_while_something_waits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
