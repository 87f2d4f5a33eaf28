// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Saved states: every byte means something, and a damaged one is refused.

#include "support.h"

/// A state in memory that held this before, some steps on.
typedef struct {
  void *block;
  carom_state *state;
  unsigned char *saved;
} kept_state;

static kept_state run_in(const carom_model *model, int filling, int samples) {
  kept_state k = {.block = aligned_alloc(64, (carom_state_size(model) + 63) / 64 * 64),
                  .saved = malloc(carom_state_saved_size(model))};
  assert_non_null(k.block);
  memset(k.block, filling, carom_state_size(model));
  memset(k.saved, filling, carom_state_saved_size(model));
  k.state = carom_state_init(model, k.block);
  carom_process(model, k.state, samples, NULL);
  carom_state_save(model, k.state, k.saved);
  return k;
}

static void release(kept_state *k) {
  carom_state_free(k->state);
  free(k->block);
  free(k->saved);
}

// Padding and scratch would show what the memory held before.
static void saved_bytes_do_not_depend_on_former_contents_of_memory(void **state) {
  (void)state;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    rig r = rig_of(scene_of(carom_builtin_name(i)));
    kept_state a = run_in(r.model, 0x00, 130);
    kept_state b = run_in(r.model, 0xA5, 130);
    assert_memory_equal(a.saved, b.saved, carom_state_saved_size(r.model));
    release(&a);
    release(&b);
    rig_free(&r);
  }
}

static void a_saved_state_is_smaller_than_a_state(void **state) {
  (void)state;
  rig r = rig_of(scene_of("string-string"));
  assert_true(carom_state_saved_size(r.model) < carom_state_size(r.model));
  rig_free(&r);
}

// Any byte changed on the way is noticed, and nothing is taken over.
static void a_damaged_state_is_refused(void **state) {
  (void)state;
  static const char *const names[] = {"mass-barrier", "tromba", "beam-stop", "hunt-crossley"};
  uint64_t seed = 3;
  for (int i = 0; i < 4; ++i) {
    rig r = rig_of(scene_of(names[i]));
    const size_t size = carom_state_saved_size(r.model);
    unsigned char *saved = malloc(size);
    rig_steps(&r, 50);
    carom_state_save(r.model, r.state, saved);
    rig_steps(&r, 1);
    const double before = carom_output(r.state, 0);
    for (int trial = 0; trial < 200; ++trial) {
      const size_t at = (size_t)(random_unit(&seed) * (double)size);
      const unsigned char bit = (unsigned char)(1U << (unsigned)(random_unit(&seed) * 8));
      saved[at] ^= bit;
      const carom_status status = carom_state_restore(r.model, r.state, saved);
      saved[at] ^= bit;
      // Behind the head's three numbers there is room up to 64 bytes that says nothing.
      assert_true(status == CAROM_DAMAGED || status == CAROM_WRONG_MODEL || (at >= 24 && at < 64));
      if (status == CAROM_OK)
        rig_steps(&r, 1);
      assert_true(carom_output(r.state, 0) == before);
    }
    assert_int_equal(carom_state_restore(r.model, r.state, saved), CAROM_OK);
    free(saved);
    rig_free(&r);
  }
}

// What a state's handle keeps from step to step beside what is saved, as what the springs of an
// island have eliminated, must hold: a state that loses it before every step does the same, also
// where live keys have just changed.
static void a_state_restored_at_every_step_goes_on_as_if_not(void **state) {
  (void)state;
  static const char *const names[] = {"play-sitar", "hammered-string", "tanpura", "tromba-author"};
  for (int i = 0; i < 4; ++i) {
    rig a = rig_of(scene_of(names[i]));
    rig b = rig_of(scene_of(names[i]));
    const size_t size = carom_state_saved_size(a.model);
    unsigned char *saved = malloc(size);
    unsigned char *other = malloc(size);
    uint64_t seed = 41 + (uint64_t)i;
    const int steps = slow_build() ? 300 : 2000;
    for (int n = 0; n < steps; ++n) {
      const int live = (int)(random_unit(&seed) * carom_model_describe(a.model).lives);
      const carom_live_info info = carom_model_live(a.model, live);
      const double value = random_between(&seed, info.slider_low, info.slider_high);
      if (n % 20 == 10)
        assert_int_equal(carom_state_set(a.model, a.state, live, value),
                         carom_state_set(b.model, b.state, live, value));
      carom_state_save(b.model, b.state, saved);
      assert_int_equal(carom_state_restore(b.model, b.state, saved), CAROM_OK);
      rig_steps(&a, 1);
      rig_steps(&b, 1);
    }
    carom_state_save(a.model, a.state, saved);
    carom_state_save(b.model, b.state, other);
    assert_memory_equal(saved, other, size);
    free(saved);
    free(other);
    rig_free(&a);
    rig_free(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(saved_bytes_do_not_depend_on_former_contents_of_memory),
      cmocka_unit_test(a_saved_state_is_smaller_than_a_state),
      cmocka_unit_test(a_damaged_state_is_refused),
      cmocka_unit_test(a_state_restored_at_every_step_goes_on_as_if_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
