// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sines and cosines of the event method.

#include "base/sines.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

// --- Sines --------------------------------------------------------------------------------------

// Together and one by one they are the same to two units of the last digit, near their zeros too.
static void sines_agree_with_those_of_libm(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int round = 0; round < 20000; ++round) {
    double x[8];
    double s[8];
    double c[8];
    const double most = random_log(&seed, 1e-9, 1e7);
    for (int i = 0; i < 7; ++i)
      x[i] = round % 3 == 0 ? floor(random_unit(&seed) * most) * pi / 2 : most * random_unit(&seed);
    sines(7, most * 2, x, s, c);
    for (int i = 0; i < 7; ++i) {
      assert_near(x[i] == 0 ? 1 : s[i] / sin(x[i]), 1, 0x1p-51);
      assert_near(c[i] / cos(x[i]), 1, 0x1p-51);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sines_agree_with_those_of_libm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
