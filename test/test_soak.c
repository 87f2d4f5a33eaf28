// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Instruments that go on for long: the motion stays finite, the ledger balances, and memory does
// not grow. 150 simulated seconds of each, times CAROM_SOAK (3000 with make soak).

#include "support.h"
#include <sys/resource.h>

static long memory_kilobytes(void) {
  struct rusage usage;
  assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
  return usage.ru_maxrss;
}

static void go_on(const char *name) {
  rig r = rig_of(scene_of(name));
  const carom_model_info info = carom_model_describe(r.model);
  const int block = (int)(info.rate / 10);
  const int blocks = random_cases(1500, 15);
  double *values = malloc(sizeof *values * (size_t)(block * info.oversample * info.outputs));
  long begin = 0;
  long long impacts = 0;
  carom_impact e;
  for (int n = 0; n < blocks; ++n) {
    assert_int_equal(carom_process(r.model, r.state, block, values), CAROM_OK);
    for (int i = 0; i < block * info.oversample * info.outputs; ++i)
      assert_true(isfinite(values[i]));
    while (carom_state_next_impact(r.model, r.state, &e))
      ++impacts;
    begin = n == 10 ? memory_kilobytes() : begin;
  }
  const carom_ledger l = carom_state_ledger(r.state);
  const long end = memory_kilobytes(); // what prints takes some of its own
  printf("%s: %.0f s, error of the balance %.2g of %.3g J, %lld impacts, %ld kB, at first %ld kB\n",
         name, l.time, l.largest_balance_error, l.largest_turnover, impacts, end, begin);
  assert_true(isfinite(l.total));
  assert_at_most(l.largest_balance_error, info.energy_tolerance);
  assert_true(end <= begin + 64);
  free(values);
  rig_free(&r);
}

static void sitar_goes_on(void **state) {
  (void)state;
  go_on("sitar");
}

static void tanpura_goes_on(void **state) {
  (void)state;
  go_on("tanpura");
}

static void piano_action_goes_on(void **state) {
  (void)state;
  go_on("piano-action");
}

int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sitar_goes_on),
      cmocka_unit_test(tanpura_goes_on),
      cmocka_unit_test(piano_action_goes_on),
  };
  if (count > 1)
    cmocka_set_test_filter(arguments[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
