// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is refused of a state instead of undefined: NULL, one of another model, an index that is
// none.

#include "refused.h"

static carom_error error;
static double values[64];
static _Alignas(64) unsigned char block[4096]; // as a mailbox wants it

static bool has_zeros(carom_share a) {
  return zeros(&a, sizeof a);
}

static bool no_counts(carom_counts a) {
  return zeros(&a, sizeof a);
}

static bool no_solver(carom_solver_counts a) {
  return zeros(&a, sizeof a);
}

/// What each call does with a model and a state that do not belong together.
static void refuse(const carom_model *m, carom_state *s) {
  carom_impact impact;
  carom_bound bound;
  carom_initial_overlap initial;
  carom_resolution resolution;
  carom_mailbox *mailbox = carom_mailbox_init(block, 4);
  const int live = 0;
  const double value = 1;
  double depth;
  QUIET(carom_state_reset(m, s));
  IS(carom_state_start(m, s, 1, &live, &value) == CAROM_WRONG_MODEL);
  QUIET(carom_step(m, s));
  IS(carom_process(m, s, 1, values) == CAROM_WRONG_MODEL);
  IS(isnan(carom_output(m, s, 0)));
  IS(carom_body_shape(m, s, 0, values, 64) == 0);
  IS(carom_body_velocity(m, s, 0, values, 64) == 0);
  IS(!carom_linkage_place(m, s, 0, 0, 0, values));
  IS(carom_contact_force(m, s, 0) == 0);
  IS(carom_contact_forces(m, s, 0, values, 64) == 0);
  IS(has_zeros(carom_body_share(m, s, 0)));
  IS(has_zeros(carom_contact_share(m, s, 0)));
  IS(!carom_contact_bound(m, s, 0, &bound));
  IS(!carom_contact_initial_overlap(m, s, 0, &initial));
  IS(!carom_contact_resolution(m, s, 0, &resolution));
  QUIET(carom_state_keep_ledger(m, s, true));
  IS(!carom_state_next_impact(m, s, &impact));
  IS(!carom_state_open_impact(m, s, 0, &impact));
  IS(!carom_contact_first(m, s, 0, &impact, &depth));
  IS(no_counts(carom_contact_counts(m, s, 0)));
  IS(carom_state_set(m, s, 0, 1) == CAROM_WRONG_MODEL);
  IS(isnan(carom_state_get(m, s, 0)));
  QUIET(carom_state_save(m, s, block));
  IS(carom_state_restore(m, s, block) == CAROM_WRONG_MODEL);
  IS(carom_state_control(m, s, 0, 0, 1, 0) == CAROM_WRONG_MODEL);
  IS(carom_state_play(m, s, 1, NULL, 0) == CAROM_WRONG_MODEL);
  IS(carom_state_play_voice(m, s, 1, 0, NULL, 0) == CAROM_WRONG_MODEL);
  IS(carom_state_place(m, s, 0, 1, 1, 0) == CAROM_WRONG_MODEL);
  IS(carom_mailbox_deliver(m, s, mailbox, NULL) == 0);
  IS(carom_state_equip(m, s, &error) == CAROM_WRONG_MODEL);
  IS(s == NULL || carom_warnings(m, s, NULL, NULL, 0) == 0);
}

static void a_state_of_another_model_is_refused(void **state) {
  (void)state;
  rig r = rig_of(scene_of(refused_scene));
  rig other = rig_of(scene_of("two-masses"));
  const size_t size = carom_state_saved_size(other.model);
  unsigned char *bytes[2] = {malloc(size), malloc(size)};
  carom_state_save(other.model, other.state, bytes[0]);
  refuse(r.model, other.state);
  refuse(r.model, NULL);
  refuse(NULL, other.state);
  refuse(NULL, NULL);
  // It is as it was.
  carom_state_save(other.model, other.state, bytes[1]);
  assert_memory_equal(bytes[0], bytes[1], size);
  // What was saved in vain fits nowhere.
  carom_state_save(r.model, other.state, block);
  IS(carom_state_restore(r.model, r.state, block) == CAROM_WRONG_MODEL);
  IS(carom_state_restore(r.model, r.state, NULL) == CAROM_DAMAGED);
  QUIET(carom_state_save(r.model, r.state, NULL));
  free(bytes[0]);
  free(bytes[1]);
  rig_free(&r);
  rig_free(&other);
}

static void no_state_is_nothing(void **state) {
  (void)state;
  IS(isnan(carom_state_ledger(NULL).total));
  IS(carom_state_steps(NULL) == 0);
  IS(no_solver(carom_state_solver(NULL)));
  IS(carom_state_waiting(NULL) == 0);
  QUIET(carom_state_overflow(NULL, NULL, NULL));
  QUIET(carom_state_stop(NULL, NULL));
  QUIET(carom_state_free(NULL));
  QUIET(carom_stop_request(NULL));
  QUIET(carom_stop_reset(NULL));
  IS(!carom_stop_requested(NULL));
}

static void an_index_that_is_none_is_refused(void **state) {
  (void)state;
  rig r = rig_of(scene_of(refused_scene));
  static const int none[] = {-1, 9999, INT32_MIN, INT32_MAX};
  for (int i = 0; i < 4; ++i) {
    const int index = none[i];
    const double value = 1;
    double depth;
    carom_impact impact;
    carom_bound bound;
    carom_initial_overlap initial;
    carom_resolution resolution;
    IS(isnan(carom_output(r.model, r.state, index)));
    IS(carom_body_shape(r.model, r.state, index, values, 64) == 0);
    IS(carom_body_velocity(r.model, r.state, index, values, 64) == 0);
    IS(!carom_linkage_place(r.model, r.state, index, 0, 0, values));
    IS(carom_contact_force(r.model, r.state, index) == 0);
    IS(carom_contact_forces(r.model, r.state, index, values, 64) == 0);
    IS(has_zeros(carom_body_share(r.model, r.state, index)));
    IS(has_zeros(carom_contact_share(r.model, r.state, index)));
    IS(!carom_contact_bound(r.model, r.state, index, &bound));
    IS(!carom_contact_initial_overlap(r.model, r.state, index, &initial));
    IS(!carom_contact_resolution(r.model, r.state, index, &resolution));
    IS(!carom_state_open_impact(r.model, r.state, index, &impact));
    IS(!carom_contact_first(r.model, r.state, index, &impact, &depth));
    IS(no_counts(carom_contact_counts(r.model, r.state, index)));
    IS(carom_state_set(r.model, r.state, index, 1) == CAROM_NOT_LIVE);
    IS(isnan(carom_state_get(r.model, r.state, index)));
    IS(carom_state_start(r.model, r.state, 1, &index, &value) == CAROM_NOT_LIVE);
    IS(carom_state_control(r.model, r.state, index, 0, 1, 0) == CAROM_NOT_LIVE);
    IS(carom_state_control(r.model, r.state, 0, index == -1 ? -2 : index, 1, 0) == CAROM_BAD_VALUE);
    IS(carom_state_play(r.model, r.state, index, NULL, 0) == CAROM_NOT_LIVE);
    IS(carom_state_play_voice(r.model, r.state, 1, index == -1 ? -2 : index, NULL, 0) ==
       CAROM_BAD_VALUE);
    IS(carom_state_place(r.model, r.state, index, 0, 0, 0) == CAROM_NOT_LIVE);
  }
  IS(carom_state_control(r.model, r.state, 0, 0, 1, -1) == CAROM_BAD_VALUE);
  IS(carom_state_play(r.model, r.state, 1, NULL, -1) == CAROM_BAD_VALUE);
  IS(carom_state_place(r.model, r.state, 0, 0, 0, -1) == CAROM_BAD_VALUE);
  IS(carom_state_start(r.model, r.state, -1, NULL, NULL) == CAROM_BAD_VALUE);
  IS(carom_state_start(r.model, r.state, 1, NULL, NULL) == CAROM_BAD_VALUE);
  IS(carom_process(r.model, r.state, -1, NULL) == CAROM_BAD_VALUE);
  IS(carom_body_shape(r.model, r.state, 2, NULL, 0) > 0);
  IS(carom_body_shape(r.model, r.state, 2, values, -1) > 0);
  IS(!carom_state_next_impact(r.model, r.state, NULL));
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_of_another_model_is_refused),
      cmocka_unit_test(no_state_is_nothing),
      cmocka_unit_test(an_index_that_is_none_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
