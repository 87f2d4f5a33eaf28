// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Stepping allocates nothing: the linker sends every allocation through a counter.

#include "allocations.h"
#include "model/method.h"
#include "scene/words.h"
#include "support.h"

static void the_counter_counts(void **state) {
  (void)state;
  const long long before = calls;
  rig r = rig_of(scene_of("mass-barrier"));
  rig_free(&r);
  assert_true(calls > before + 20);
}

// Everything marked [audio], on every built-in scene and by every method.
static void stepping_allocates_nothing(void **state) {
  (void)state;
  for (int i = 0; i < carom_builtin_count() + carom_method_count(); ++i) {
    const int by = i - carom_builtin_count();
    carom_scene *scene = by < 0 ? scene_of(carom_builtin_name(i)) : scene_for_method(by);
    rig r = rig_of(scene);
    unsigned char *bytes = malloc(carom_state_saved_size(r.model));
    static double values[64 * 16];
    static double shape[100000];
    const long long before = calls;
    for (int n = 0; n < 40; ++n) {
      carom_process(r.model, r.state, 64, values);
      carom_impact event;
      while (carom_state_next_impact(r.model, r.state, &event))
        continue;
      carom_state_open_impact(r.model, r.state, 0, &event);
      carom_state_set(r.model, r.state, 0, 0.1 * n);
      carom_state_get(r.model, r.state, 0);
      carom_state_ledger(r.state);
      carom_body_shape(r.model, r.state, 0, shape, 100000);
      carom_state_save(r.model, r.state, bytes);
      carom_state_restore(r.model, r.state, bytes);
      carom_state_keep_ledger(r.model, r.state, n % 2 == 0);
    }
    carom_state_reset(r.model, r.state);
    assert_int_equal(calls - before, 0);
    free(bytes);
    rig_free(&r);
  }
}

// --- Blocks -------------------------------------------------------------------------------------

// The ledger waits for the next step within a block; one by one, at once, or with the string's
// tension on its way: the state is the same to the last bit.
static void blocks_of_any_length_are_the_same(void **state) {
  (void)state;
  enum { TOTAL = 1260 };
  static const int lengths[] = {TOTAL, 1, 7, 60};
  for (int gliding = 0; gliding < 2; ++gliding) {
    unsigned char *first = NULL;
    for (int i = 0; i < 4; ++i) {
      carom_scene *scene = scene_of("tromba-author");
      if (gliding)
        rig_set(scene, "bodies.string.pitch", "[[0, 32], [0.01, 30], [0.02, 31]]");
      rig r = rig_of(scene);
      const size_t size = carom_state_saved_size(r.model);
      unsigned char *bytes = malloc(size);
      for (int n = 0; n < TOTAL; n += lengths[i])
        carom_process(r.model, r.state, lengths[i], NULL);
      carom_state_save(r.model, r.state, bytes);
      if (first == NULL)
        first = bytes;
      else
        assert_memory_equal(bytes, first, size);
      assert_at_most(rig_error(&r), 1e-13);
      if (bytes != first)
        free(bytes);
      rig_free(&r);
    }
    free(first);
  }
}

// --- Ramps of every live key --------------------------------------------------------------------

/// A live key on its way.
typedef struct {
  int live;
  double from, to;
  int begin, length; // samples
} glide;

// Somewhere between half and twice where it started, or anywhere if that is nowhere.
static glide random_glide(const rig *r, uint64_t *seed, int live, int begin) {
  const carom_live_info info = carom_model_live(r->model, live);
  const double scale = info.start != 0 ? fabs(info.start) : isfinite(info.high) ? info.high : 1e-3;
  const double low = fmax(info.low, info.start - scale / 2);
  const double high = fmin(info.high, info.start + scale);
  return (glide){.live = live,
                 .from = carom_state_get(r->model, r->state, live),
                 .to = random_between(seed, low, high),
                 .begin = begin,
                 .length = 200 + (int)(4000 * random_unit(seed))};
}

/// What a run of random glides was like.
typedef struct {
  double click; // largest second difference of the string under the bow, m
  double error;
  long long allocations;
  bool restored; // a saved state goes on bit for bit
} ride;

enum { GLIDES = 1000, SPACING = 120, AT_ONCE = 64 };

// The tromba without its score, the bow and the finger on the string.
static carom_scene *held_tromba(void) {
  carom_scene *scene = scene_of("tromba");
  while (carom_scene_count(scene, "score") > 0) {
    char path[80];
    snprintf(path, sizeof path, "score.%s", carom_scene_name(scene, "score", 0));
    carom_scene_remove(scene, path, NULL);
  }
  rig_set(scene, "contacts.bow.force", "2");
  rig_set(scene, "contacts.bow.speed", "0.1");
  rig_set(scene, "contacts.finger.damper", "0.2");
  rig_set(scene, "contacts.finger.spring", "50");
  return scene;
}

static ride random_ride(bool moving) {
  rig r = rig_of(held_tromba());
  rig twin = {.model = r.model, .state = carom_state_new(r.model, NULL)};
  const int lives = carom_model_describe(r.model).lives;
  uint64_t seed = 2024;
  glide going[AT_ONCE] = {{0}};
  unsigned char *bytes = malloc(carom_state_saved_size(r.model));
  double past[2] = {0, 0};
  ride result = {.restored = true};
  const long long before = calls;
  const int samples = GLIDES * SPACING;
  for (int n = 0; n < samples; ++n) {
    if (moving && n % SPACING == 0) // each key in its turn
      going[n / SPACING % AT_ONCE] = random_glide(&r, &seed, n / SPACING % lives, n);
    for (int i = 0; i < AT_ONCE; ++i) {
      const glide *g = &going[i];
      if (g->length == 0 || n > g->begin + g->length)
        continue;
      const double value = g->from + (g->to - g->from) * (n - g->begin) / g->length;
      const carom_status status = carom_state_set(r.model, r.state, g->live, value);
      assert_true(status == CAROM_OK || status == CAROM_BAD_VALUE); // more than the grid carries
      if (n > samples / 2)
        carom_state_set(twin.model, twin.state, g->live, value);
    }
    assert_int_equal(carom_process(r.model, r.state, 1, NULL), CAROM_OK);
    if (n > samples / 2) {
      carom_process(twin.model, twin.state, 1, NULL);
      result.restored =
          result.restored &&
          carom_output(r.model, r.state, 0) == carom_output(twin.model, twin.state, 0) &&
          carom_state_ledger(r.state).total == carom_state_ledger(twin.state).total;
    }
    if (n == samples / 2) {
      carom_state_save(r.model, r.state, bytes);
      assert_int_equal(carom_state_restore(twin.model, twin.state, bytes), CAROM_OK);
    }
    const double now = carom_output(r.model, r.state, 2); // the string under the bow
    if (n > 4410)                                         // past the attack
      result.click = fmax(result.click, fabs(now - 2 * past[1] + past[0]));
    past[0] = past[1];
    past[1] = now;
  }
  result.allocations = calls - before;
  result.error = rig_error(&r);
  free(bytes);
  carom_state_free(twin.state);
  rig_free(&r);
  return result;
}

// Every live key of the bowed instrument glides, one after the other and many at once.
static void a_thousand_ramps_are_smooth_and_accounted_for(void **state) {
  (void)state;
  if (slow_build())
    return;
  const ride still = random_ride(false);
  const ride moving = random_ride(true);
  assert_int_equal(moving.allocations, 0);
  assert_at_most(moving.error, 1e-10);
  assert_true(moving.restored);
  assert_at_most(moving.click, 2 * still.click); // no louder than the slips of the bow itself
}

// What the engine takes for granted of every method.
static void every_method_has_a_whole_row(void **state) {
  (void)state;
  for (int i = 0; i < METHOD_COUNT; ++i) {
    const method *row = method_table[i];
    assert_non_null(row);
    assert_string_equal(row->about.name, carom_method_at(i)->name);
    assert_true(row->about.bodies != NULL && row->about.contacts != NULL &&
                row->about.limits != NULL && row->about.help != NULL && row->keys != NULL);
    assert_true(row->compile != NULL && row->bind != NULL && row->start != NULL &&
                row->step != NULL && row->fields != NULL && row->body_energy != NULL &&
                row->open_accounts != NULL);
    assert_non_null(row->force);
    assert_true(row->impacts_kept > 0 && row->block_most > 0 && row->size > 0);
    assert_true((row->attach == NULL) == (row->detach == NULL));
  }
}

// One step more at most, whose ledger is whole, and then none until the state begins anew.
static void a_requested_stop_ends_every_method(void **state) {
  (void)state;
  for (int i = 0; i < carom_builtin_count() + carom_method_count(); ++i) {
    const int by = i - carom_builtin_count();
    rig r = rig_of(by < 0 ? scene_of(carom_builtin_name(i)) : scene_for_method(by));
    carom_stop stop = {0};
    carom_state_stop(r.state, &stop);
    if (carom_process(r.model, r.state, 100, NULL) == CAROM_OK) { // else it needs an integrator
      const long long steps = carom_state_steps(r.state);
      carom_stop_request(&stop);
      assert_int_equal(carom_process(r.model, r.state, 1000, NULL), CAROM_INTERRUPTED);
      assert_true(carom_state_steps(r.state) - steps <= 1);
      assert_at_most(rig_error(&r), carom_model_describe(r.model).energy_tolerance);
      carom_stop_reset(&stop);
      assert_int_equal(carom_process(r.model, r.state, 1, NULL), CAROM_INTERRUPTED);
      carom_state_reset(r.model, r.state);
      assert_int_equal(carom_process(r.model, r.state, 1, NULL), CAROM_OK);
    }
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_method_has_a_whole_row),
      cmocka_unit_test(the_counter_counts),
      cmocka_unit_test(stepping_allocates_nothing),
      cmocka_unit_test(a_requested_stop_ends_every_method),
      cmocka_unit_test(blocks_of_any_length_are_the_same),
      cmocka_unit_test(a_thousand_ramps_are_smooth_and_accounted_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
