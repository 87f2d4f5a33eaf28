// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Anything that a host may ask for, at any time: the ledger balances, and the bits do not depend on
// blocks.

#include "allocations.h"
#include "controls_rig.h"

// One random action; the same for the same seed.
static void act(const carom_model *m, carom_state *s, carom_mailbox *mailbox, uint64_t *seed,
                int most) {
  const int offset = (int)(random_unit(seed) * most);
  const int index = (int)(random_unit(seed) * 7);
  const carom_control_info info = carom_model_control(m, index);
  const double value = carom_control_value(&info, random_unit(seed));
  const double choice = random_unit(seed);
  carom_stroke stroke = carom_stroke_default();
  stroke.force = random_between(seed, 0, 3);
  stroke.over = random_log(seed, 1e-3, 0.05);
  if (random_unit(seed) < 0.5)
    stroke.lasts = random_log(seed, 1e-3, 0.1);
  stroke.speed = random_between(seed, -0.3, 0.3);
  stroke.damper = random_between(seed, 0, 2);
  stroke.spring = random_unit(seed) < 0.5 ? 0 : random_log(seed, 1, 1e4);
  stroke.position = random_between(seed, 0.02, 0.98);
  const double x = random_between(seed, -0.015, -1e-3);
  const double v = random_between(seed, -3, 3);
  if (choice < 0.1)
    carom_state_place(m, s, 2, x, v, offset);
  else if (choice < 0.2)
    carom_mailbox_place(mailbox, 2, x, v);
  else if (info.gesture[0] == '\0' && choice < 0.6)
    carom_state_control(m, s, index, choice < 0.3 ? -1 : 0, value, offset);
  else if (info.gesture[0] == '\0')
    carom_mailbox_control(mailbox, index, 0, value);
  else if (choice < 0.6)
    carom_state_play(m, s, index, &stroke, offset);
  else
    carom_mailbox_play(mailbox, index, &stroke);
}

enum { TURNS_APART = 64 };

// The same actions with the run cut into blocks of another length.
static unsigned char *play_at_random(int actions, int block_length, uint64_t seed, double *error) {
  rig r = rig_of(scene_of(played));
  void *block = aligned_alloc(64, (carom_mailbox_size(64) + 63) / 64 * 64);
  carom_mailbox *mailbox = carom_mailbox_init(block, 64);
  const long long before = calls;
  for (int i = 0; i < actions; ++i) {
    act(r.model, r.state, mailbox, &seed, TURNS_APART);
    carom_mailbox_deliver(r.model, r.state, mailbox, NULL);
    for (int n = 0; i % 4 == 3 && n < TURNS_APART; n += block_length)
      if (carom_process(r.model, r.state, block_length, NULL) != CAROM_OK)
        fail_msg("not finite after %d actions", i);
    carom_impact event;
    while (carom_state_next_impact(r.model, r.state, &event))
      ;
  }
  assert_true(calls == before);
  *error = rig_error(&r);
  unsigned char *saved = malloc(carom_state_saved_size(r.model));
  carom_state_save(r.model, r.state, saved);
  unsigned char *kept = malloc(carom_state_saved_size(r.model));
  memcpy(kept, saved, carom_state_saved_size(r.model));
  free(saved);
  free(block);
  rig_free(&r);
  return kept;
}

static void anything_at_any_time_keeps_the_ledger_and_the_bits(void **state) {
  (void)state;
  const int actions = random_cases(100000, 100000);
  static const int lengths[] = {64, 1, 16};
  unsigned char *first = NULL;
  rig r = rig_of(scene_of(played));
  for (int i = 0; i < 3; ++i) {
    double error = 0;
    // The whole number once; blocks of other lengths on a part of it.
    unsigned char *whole = i == 0 ? play_at_random(actions, lengths[i], 7, &error) : NULL;
    assert_at_most(error, 1e-10);
    free(whole);
    unsigned char *saved = play_at_random(4000, lengths[i], 8, &error);
    assert_at_most(error, 1e-10);
    if (first == NULL)
      first = saved;
    else
      assert_memory_equal(saved, first, carom_state_saved_size(r.model));
    if (saved != first)
      free(saved);
  }
  free(first);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(anything_at_any_time_keeps_the_ledger_and_the_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
