// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// States that begin with other values of live keys move as if their scene were compiled with them.

#include "method_scenes.h"

#include "methods/audio/audio.h"

// --- Starting with other values -----------------------------------------------------------------

// All that is kept but whose model it is and by whose hand keys are where they are.
static unsigned char *motion_of(const rig *r) {
  const carom_state *s = r->state;
  unsigned char *copy = malloc(s->kept_size);
  const size_t by_hand = (size_t)((unsigned char *)s->by_hand - s->kept);
  memcpy(copy, s->kept, s->kept_size);
  memset(copy + offsetof(state_head, fingerprint), 0, sizeof s->head->fingerprint);
  memset(copy + by_hand, 0, (size_t)r->model->live_count * sizeof(int));
  return copy;
}

static void assert_same_motion(const rig *a, const rig *b) {
  unsigned char *motion_a = motion_of(a);
  unsigned char *motion_b = motion_of(b);
  assert_int_equal(a->state->kept_size, b->state->kept_size);
  assert_memory_equal(motion_a, motion_b, a->state->kept_size);
  free(motion_a);
  free(motion_b);
}

static bool is_refused(const carom_model *m, int live) {
  const char *path = carom_model_live(m, live).path;
  const char *key = strrchr(path, '.') != NULL ? strrchr(path, '.') + 1 : path;
  return strcmp(key, "tension") == 0 || strcmp(key, "pitch") == 0 || strcmp(key, "sigma1") == 0 ||
         (strncmp(path, "contacts.", 9) == 0 &&
          (strcmp(key, "position") == 0 || strcmp(key, "gap") == 0)) ||
         m->live[live].points > 0 || m->tuned_count > 0;
}

// One live key of a scene: another value at the start, or compiled with it.
static void compare_start(int index, int live, int *compared) {
  rig a = rig_of(case_at(index));
  const carom_live_info info = carom_model_live(a.model, live);
  const double value = info.start != 0 ? 0.83 * info.start : 0.0137;
  const carom_status status = carom_state_start(a.model, a.state, 1, &live, &value);
  const bool within = value >= info.low && value <= info.high; // no cubic part on modes
  assert_int_equal(status, is_refused(a.model, live) ? CAROM_NOT_LIVE
                           : within                  ? CAROM_OK
                                                     : CAROM_BAD_VALUE);
  if (status == CAROM_OK) {
    carom_scene *scene = case_at(index);
    rig_set_number(scene, info.path, value);
    rig b = rig_of(scene);
    ++*compared;
    assert_true(carom_state_get(a.model, a.state, live) == value);
    assert_same_motion(&a, &b);
    carom_process(a.model, a.state, 200, NULL);
    carom_process(b.model, b.state, 200, NULL);
    assert_same_motion(&a, &b);
    carom_state_reset(a.model, a.state);
    assert_true(carom_state_get(a.model, a.state, live) == info.start);
    rig_free(&b);
  }
  rig_free(&a);
}

static void a_start_with_other_values_is_the_same_as_compiling_with_them(void **state) {
  (void)state;
  int compared = 0;
  for (int i = 0; i < case_count(); ++i) {
    carom_scene *scene = case_at(i);
    if (scene == NULL)
      continue;
    rig r = rig_of(scene);
    for (int live = 0; live < carom_model_describe(r.model).lives; ++live)
      compare_start(i, live, &compared);
    rig_free(&r);
  }
  assert_true(compared > 100);
}

static void a_start_that_cannot_be_leaves_the_state_as_it_was(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  rig_steps(&r, 10);
  const int live[] = {carom_model_find_live(r.model, "contacts.hit.stiffness"),
                      carom_model_find_live(r.model, "contacts.hit.damping")};
  const double values[] = {1e5, -1};
  const int none[] = {-1, 1000};
  assert_true(live[0] >= 0 && live[1] >= 0);
  assert_int_equal(carom_state_start(r.model, r.state, 2, live, values), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_start(r.model, r.state, 1, live, &(double){NAN}), CAROM_BAD_VALUE);
  for (int i = 0; i < 2; ++i)
    assert_int_equal(carom_state_start(r.model, r.state, 1, &none[i], values), CAROM_NOT_LIVE);
  assert_int_equal(carom_state_steps(r.state), 10);
  assert_int_equal(carom_state_start(r.model, r.state, 1, live, values), CAROM_OK);
  assert_int_equal(carom_state_steps(r.state), 0);
  rig_free(&r);
}

static void a_start_leaves_the_ledger_on_or_off(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  assert_true(r.state->head->keep_ledger);
  carom_state_keep_ledger(r.model, r.state, false);
  rig_steps(&r, 10);
  carom_state_reset(r.model, r.state);
  assert_false(r.state->head->keep_ledger);
  assert_int_equal(carom_state_start(r.model, r.state, 0, NULL, NULL), CAROM_OK);
  assert_false(r.state->head->keep_ledger);
  carom_state_keep_ledger(r.model, r.state, true);
  carom_state_reset(r.model, r.state);
  assert_true(r.state->head->keep_ledger);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_start_with_other_values_is_the_same_as_compiling_with_them),
      cmocka_unit_test(a_start_that_cannot_be_leaves_the_state_as_it_was),
      cmocka_unit_test(a_start_leaves_the_ledger_on_or_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
