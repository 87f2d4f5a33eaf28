// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers as text: the same characters as "%.17g", for any double.

#include "io/format_double.h"
#include "support.h"

static void check(double x) {
  char ours[FORMAT_DOUBLE_ROOM];
  char theirs[64];
  const int length = format_double(x, ours);
  snprintf(theirs, sizeof theirs, "%.17g", x);
  if (strcmp(ours, theirs) != 0 || length != (int)strlen(theirs))
    fail_msg("%s instead of %s", ours, theirs);
}

static void digits_are_those_of_printf(void **state) {
  (void)state;
  uint64_t seed = 4711;
  const int count = random_cases(1000000, 1000000);
  for (int i = 0; i < count; ++i) {
    random_unit(&seed);
    double x = 0;
    memcpy(&x, &seed, sizeof x); // every exponent
    check(x);
    check(random_between(&seed, -1, 1));
    check(random_log(&seed, 1e-12, 1e12));
  }
}

static void special_numbers_are_written_too(void **state) {
  (void)state;
  const double specials[] = {0,
                             -0.0,
                             1,
                             -1,
                             0.1,
                             0.5,
                             1e16,
                             1e17,
                             123456789012345678.0,
                             1e-4,
                             1e-5,
                             1e22,
                             1e23,
                             5e-324,
                             1.7e308,
                             9.999999999999999e22,
                             44100.0,
                             1.0 / 3,
                             2.5e-5,
                             1e15 + 0.5,
                             99999999999999990.0,
                             9.9999999999999995e-5};
  for (size_t i = 0; i < sizeof specials / sizeof specials[0]; ++i)
    check(specials[i]);
  check(INFINITY);
  for (int e = -300; e < 300; ++e) {
    check(pow(10, e));
    check(nextafter(pow(10, e), 0));
    check(nextafter(pow(10, e), INFINITY));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digits_are_those_of_printf),
      cmocka_unit_test(special_numbers_are_written_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
