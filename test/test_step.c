// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Stepping allocates nothing: the linker sends every allocation through a counter.

#include "support.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);

static long long calls;

void *__wrap_malloc(size_t size) {
  ++calls;
  return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  ++calls;
  return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
  ++calls;
  return __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  ++calls;
  return __real_aligned_alloc(alignment, size);
}

void __wrap_free(void *block) {
  ++calls;
  __real_free(block);
}

static void the_counter_counts(void **state) {
  (void)state;
  const long long before = calls;
  rig r = rig_of(scene_of("mass-barrier"));
  rig_free(&r);
  assert_true(calls > before + 20);
}

// Everything marked [audio], on every built-in scene.
static void stepping_allocates_nothing(void **state) {
  (void)state;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    rig r = rig_of(scene_of(carom_builtin_name(i)));
    unsigned char *bytes = malloc(carom_state_size(r.model));
    static double values[64 * 16];
    static double shape[100000];
    const long long before = calls;
    for (int n = 0; n < 40; ++n) {
      carom_process(r.model, r.state, 64, values);
      carom_event event;
      while (carom_state_next_event(r.model, r.state, &event))
        continue;
      carom_state_open_event(r.model, r.state, 0, &event);
      carom_state_set(r.model, r.state, 0, 0.1 * n);
      carom_state_get(r.state, 0);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_counter_counts),
      cmocka_unit_test(stepping_allocates_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
