// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers as text: the same characters as "%.17g", for any double; and from text: the same double
// as strtod(), for any text. No locale is set here, so both are those of the C locale.

#include "base/format_double.h"
#include "base/parse_double.h"
#include "support.h"
#include <float.h>

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

// --- Reading
// --------------------------------------------------------------------------------------

static void check_text(const char *text) {
  double ours = 0;
  char *end = NULL;
  const double theirs = strtod(text, &end);
  const bool number = end != text && *end == '\0';
  if (parse_double(text, strlen(text), &ours) != number)
    fail_msg("'%s' is %s number", text, number ? "a" : "no");
  if (number && memcmp(&ours, &theirs, sizeof ours) != 0 && !(isnan(ours) && isnan(theirs)))
    fail_msg("'%s' is %a, not %a", text, theirs, ours);
}

// Any number of digits, a point anywhere, most exponents near the ends of the range.
static void random_text(uint64_t *seed, char *text) {
  const int digits = 1 + (int)(random_unit(seed) * (random_unit(seed) < 0.9 ? 24 : 900));
  const int point = (int)(random_unit(seed) * (digits + 5));
  const bool zeros = random_unit(seed) < 0.2;
  char *c = text;
  if (random_unit(seed) < 0.5)
    *c++ = '-';
  for (int i = 0; i < digits; ++i) {
    if (i == point)
      *c++ = '.';
    *c++ = zeros && random_unit(seed) < 0.9 ? '0' : (char)('0' + (int)(10 * random_unit(seed)));
  }
  const double where = random_unit(seed);
  const int power = (int)(where < 0.3   ? random_between(seed, -30, 30)
                          : where < 0.5 ? random_between(seed, -345, -290)
                          : where < 0.7 ? random_between(seed, 270, 330)
                                        : random_between(seed, -400, 400));
  snprintf(c, 16, where < 0.1 ? "" : "%c%+d", where < 0.5 ? 'e' : 'E', power);
}

static void random_double(uint64_t *seed, double *x) {
  random_unit(seed);
  const uint64_t bits = *seed & 0x7FFFFFFFFFFFFFFFULL;
  memcpy(x, &bits, sizeof *x);
  if (random_unit(seed) < 0.2)
    *x *= 0x1p-1000; // many of them subnormal
}

// The middle of two neighbours is a tie; a digit far behind it decides.
static void check_middle(double x) {
  char text[1300];
  const long double middle = ((long double)x + (long double)nextafter(x, INFINITY)) / 2;
  for (int digits = 17; digits < 21; ++digits) {
    snprintf(text, sizeof text, "%.*Le", digits, middle);
    check_text(text);
  }
  snprintf(text, sizeof text, "%.1100Le", middle);
  check_text(text);
  char *e = strchr(text, 'e');
  e[-1] = '1';
  check_text(text);
  char *last = e - 2; // the last digit that counts
  while (*last == '0')
    --last;
  --*last;
  for (char *c = last + 1; c < e; ++c)
    *c = '9';
  check_text(text);
}

static void doubles_are_those_of_strtod(void **state) {
  (void)state;
  uint64_t seed = 815;
  const int count = random_cases(300000, 30000);
  for (int i = 0; i < count; ++i) {
    char text[1200];
    double x = 0;
    random_text(&seed, text);
    check_text(text);
    random_double(&seed, &x);
    for (int digits = 15; digits < 18; ++digits) {
      snprintf(text, sizeof text, "%.*g", digits, x);
      check_text(text);
    }
    snprintf(text, sizeof text, "%a", x);
    check_text(text);
    if (x >= DBL_MIN) { // glibc rounds subnormal hexadecimals the wrong way, at least up to 2.36
      snprintf(text, sizeof text, "%.*LA", (int)(16 * random_unit(&seed)),
               (long double)x * (1 + (long double)random_unit(&seed)));
      check_text(text);
    }
#if LDBL_MANT_DIG > DBL_MANT_DIG
    if (i % 10 == 0 && x < DBL_MAX)
      check_middle(x);
#endif
  }
}

static void special_texts_are_read_or_refused(void **state) {
  (void)state;
  const char *texts[] = {
      "0", "-0", "+0", "00", "007", ".5", "5.", "-.5e1", "+5.e-1", "1e5", "1E+5", "0e9999999999",
      "1e-9999999999999999999999", "1e99999999999999999999", "-1e400", "5e-324", "2e-324", "3e-324",
      "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308",
      "2.2250738585072014e-308", "1.7976931348623157e308", "1.7976931348623158e308",
      "1.7976931348623159e308", "1.797693134862315807e308", "9007199254740993",
      "9007199254740992.5", "9007199254740993.0000000000000000000000000000000001",
      "9223372036854775807", "18446744073709551616", "99999999999999999999", "1e22", "1e23",
      "8.5e22", "123456789012345678901e-20", "0x0", "0X1P+3", "0x1.8p3", "0x.8", "0x8.",
      "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.00000000000008p0", "0x1.000000000000081p0",
      "0x1.fffffffffffff8p1023", "0x1p1024", "0x123456789abcdef0123456789p-20",
      "0x1p99999999999999999999", "0x1p-99999999999999999999", "0x0p99999999999999999999", "inf",
      "INF", "-Infinity", "nan", "-NaN",
      // and what is none
      "", "+", "-", ".", "e5", ".e5", "1e", "1e+", "1ee5", "1e5.", "1.2.3", "1,5", "--1", "+-1",
      "0x", "0x.", "0xg", "0x1p", "0x1p+", "x1", "infi", "infinit", "infinityy", "na", "1f", "1 ",
      "0x1e+5"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i)
    check_text(texts[i]);
  double x = 0;
  assert_true(parse_double("0x0.df3436635f56acp-1022", 24, &x));
  assert_near(x, 0x0.df3436635f56bp-1022, 0);
  assert_true(parse_double("0x0.df3436635f56a8p-1022", 24, &x));
  assert_near(x, 0x0.df3436635f56ap-1022, 0);
  x = 7;
  assert_false(parse_double(" 1", 2, &x)); // strtod() would skip the blank
  assert_false(parse_double("1\0", 2, &x));
  assert_near(x, 7, 0);
  assert_true(parse_double("12", 1, &x));
  assert_near(x, 1, 0);
}

// A text of a million digits is read in one pass.
static void long_texts_are_read_too(void **state) {
  (void)state;
  enum { LENGTH = 1000000 };
  static char text[LENGTH + 32];
  memset(text, '0', LENGTH);
  memcpy(text, "0.", 2);
  snprintf(text + LENGTH, 32, "5e%d", LENGTH);
  check_text(text);
  memset(text, '7', LENGTH);
  snprintf(text + LENGTH, 32, "e-%d", LENGTH + 310);
  check_text(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digits_are_those_of_printf),
      cmocka_unit_test(special_numbers_are_written_too),
      cmocka_unit_test(doubles_are_those_of_strtod),
      cmocka_unit_test(special_texts_are_read_or_refused),
      cmocka_unit_test(long_texts_are_read_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
