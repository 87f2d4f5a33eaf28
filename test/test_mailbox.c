// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Moves, strokes and masses handed from one thread to another.

#include "controls_rig.h"

#include <pthread.h>

enum { SENT = 20000 };

typedef struct {
  carom_mailbox *mailbox;
  int live;
} sender;

static void *send_all(void *user) {
  const sender *s = user;
  for (int i = 0; i < SENT; ++i)
    while (!carom_mailbox_set(s->mailbox, s->live, 100 + (double)i / SENT))
      ;
  return NULL;
}

static void a_mailbox_keeps_order_and_the_newest_move(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  void *block = aligned_alloc(64, (carom_mailbox_size(100) + 63) / 64 * 64);
  carom_mailbox *mailbox = carom_mailbox_init(block, 100);
  sender s = {mailbox, carom_model_find_live(r.model, "bodies.string.tension")};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, send_all, &s), 0);
  double last = 0;
  int taken = 0;
  while (last < 100 + (SENT - 1.0) / SENT) {
    int refused = 0;
    taken += carom_mailbox_deliver(r.model, r.state, mailbox, &refused);
    assert_true(taken <= SENT);
    assert_int_equal(refused, 0);
    const double now = carom_state_get(r.model, r.state, s.live);
    assert_true(now >= last);
    last = now;
    carom_process(r.model, r.state, 8, NULL);
  }
  pthread_join(thread, NULL);
  assert_near(last, 100 + (SENT - 1.0) / SENT, 0);
  assert_int_equal(carom_mailbox_deliver(r.model, r.state, mailbox, NULL), 0);
  carom_mailbox_play(mailbox, 99, &(carom_stroke){0});
  int refused = 0;
  assert_int_equal(carom_mailbox_deliver(r.model, r.state, mailbox, &refused), 1);
  assert_int_equal(refused, 1);
  free(block);
  rig_free(&r);
}

// Of each key, and of each control and voice by itself; strokes and what does not wait are refused.
static void a_full_mailbox_takes_the_newest_move_of_what_waits_in_it(void **state) {
  (void)state;
  enum { ROOM = 16 };
  rig r = rig_of(scene_of(played));
  void *block = aligned_alloc(64, (carom_mailbox_size(ROOM) + 63) / 64 * 64);
  carom_mailbox *mailbox = carom_mailbox_init(block, ROOM);
  const int tension = carom_model_find_live(r.model, "bodies.string.tension");
  const int sigma0 = carom_model_find_live(r.model, "bodies.string.sigma0");
  assert_true(sigma0 >= 0);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 128; ++i) {
      assert_true(carom_mailbox_set(mailbox, tension, 100 + i / 200.0 + round));
      assert_int_equal(carom_mailbox_set(mailbox, sigma0, i + 0.5), 1);
    }
    assert_false(carom_mailbox_control(mailbox, 0, -1, 1));
    assert_false(carom_mailbox_play(mailbox, 0, NULL));
    assert_false(carom_mailbox_place(mailbox, 2, 0, 0));
    int refused = 0;
    assert_int_equal(carom_mailbox_deliver(r.model, r.state, mailbox, &refused), ROOM);
    assert_int_equal(refused, 0);
    assert_near(carom_state_get(r.model, r.state, tension), 100 + 127 / 200.0 + round, 0);
    assert_near(carom_state_get(r.model, r.state, sigma0), 127.5, 0);
    for (int i = 0; i < 40; ++i) // voices are told apart
      assert_int_equal(carom_mailbox_control(mailbox, 0, i % 20, 1), i % 20 < ROOM);
    assert_int_equal(carom_mailbox_deliver(r.model, r.state, mailbox, &refused), ROOM);
  }
  free(block);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mailbox_keeps_order_and_the_newest_move),
      cmocka_unit_test(a_full_mailbox_takes_the_newest_move_of_what_waits_in_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
