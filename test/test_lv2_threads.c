// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The threads of a host around one instance: one renders, one works, one restores and saves states,
// one saves. What is heard stays finite, and the thread sanitizer finds nothing (batch_threads).

#include "lv2_rig.h"
#include <pthread.h>

static lv2_rig rig_of_all;
static atomic_bool over;
static atomic_int restored, saved, reloads;

static void *render(void *user) {
  lv2_rig *r = user;
  const int blocks = getenv("CAROM_SLOW_BUILD") != NULL ? 1500 : 6000;
  uint64_t seed = 1;
  for (int i = 0; i < blocks || atomic_load(&restored) < 20 || atomic_load(&reloads) < 3; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    if (i % 5 == 0)
      lv2_send(r, (int)(seed >> 33) % 64, 0x90, 40 + (int)(seed >> 20) % 24, 100);
    if (i % 7 == 0)
      lv2_send(r, 63, 0xB0, 1 + (int)(seed >> 20) % 40, (int)(seed >> 40) & 127);
    r->value[lv2_port(r, "stiff")] = (float)(1e6 + (double)(i / 50));
    r->value[PORT_LEARN] = (float)(i / 30 % 2);
    r->value[PORT_RELOAD] = (float)(i / 100 % 2);
    const carom_player *before = lv2_player(r);
    lv2_run(r, 64);
    if (lv2_player(r) != before)
      atomic_fetch_add(&reloads, 1);
    for (int k = 0; k < 64; ++k)
      if (!isfinite(r->left[k]) || fabsf(r->left[k]) > 1)
        abort();
  }
  atomic_store(&over, true);
  return NULL;
}

static void *work(void *user) {
  while (!atomic_load(&over))
    if (lv2_work(user) == 0)
      usleep(200);
  return NULL;
}

static void *restore(void *user) {
  static lv2_state state = {0};
  while (!atomic_load(&over)) {
    if (lv2_save(user, &state) != LV2_STATE_SUCCESS || lv2_restore(user, &state) != 0 ||
        lv2_restore_text(user, "carom 1 scene 0\nstiff 4130000000000000\nlearned press 30\n") != 0)
      abort();
    atomic_fetch_add(&restored, 2);
    usleep(300);
  }
  return NULL;
}

static void *save(void *user) {
  static lv2_state state = {0};
  while (!atomic_load(&over)) {
    if (lv2_save(user, &state) != LV2_STATE_SUCCESS ||
        strncmp(state.text, "carom 1 scene ", 14) != 0)
      abort();
    atomic_fetch_add(&saved, 1);
    usleep(100);
  }
  return NULL;
}

static void a_host_may_render_work_restore_and_save_at_once(void **state) {
  (void)state;
  void *(*const threads[])(void *) = {render, work, restore, save};
  pthread_t running[4];
  lv2_open(&rig_of_all, 44100);
  for (int i = 0; i < 4; ++i)
    assert_int_equal(pthread_create(&running[i], NULL, threads[i], &rig_of_all), 0);
  for (int i = 0; i < 4; ++i)
    assert_int_equal(pthread_join(running[i], NULL), 0);
  print_message("%d states restored, %d saved, %d players swapped\n", atomic_load(&restored),
                atomic_load(&saved), atomic_load(&reloads));
  assert_true(atomic_load(&saved) > 0);
  lv2_close(&rig_of_all);
}

// Two instances of one bundle, each with its own thread.
static void *render_one(void *user) {
  lv2_rig *r = user;
  for (int i = 0; i < 300; ++i) {
    if (i % 20 == 0)
      lv2_send(r, 0, 0x90, 50, 100);
    lv2_run(r, 64);
  }
  return NULL;
}

static void instances_share_nothing(void **state) {
  (void)state;
  static lv2_rig two[2];
  pthread_t running[2];
  for (int i = 0; i < 2; ++i)
    lv2_open(&two[i], 44100);
  for (int i = 0; i < 2; ++i)
    assert_int_equal(pthread_create(&running[i], NULL, render_one, &two[i]), 0);
  for (int i = 0; i < 2; ++i)
    assert_int_equal(pthread_join(running[i], NULL), 0);
  assert_memory_equal(two[0].left, two[1].left, 64 * sizeof(float));
  for (int i = 0; i < 2; ++i)
    lv2_close(&two[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_host_may_render_work_restore_and_save_at_once),
      cmocka_unit_test(instances_share_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
