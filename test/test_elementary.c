// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Exponentials, logarithms and powers: how far they are from those of long double, whose 64 bits
// or more are eleven more than a double has; what they give at the ends of their range; that arrays
// give the same bytes as single numbers, and every machine the same bytes as this one.

#include "support.h"

#include "base/elementary.h"
#include "base/hash.h"
#include <float.h>

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double real_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static bool same(double a, double b) {
  return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b));
}

// How far a value is from the true one, in units in the last place of a double.
static double off(double value, long double truth) {
  if (isinf(value)) // from the middle between the largest double and the next one on
    return fabsl(truth) >= 0x1.fffffffffffff8p1023L ? 0 : HUGE_VAL;
  int power;
  frexpl(truth, &power);
  const int unit = (power > -1021 ? power : -1021) - 53;
  return (double)fabsl(ldexpl((long double)value - truth, -unit));
}

/// A function, the same in more digits, a range of arguments and the largest error there.
typedef struct {
  double (*f)(double);
  long double (*more_digits)(long double);
  double low, high;
  enum { EVENLY, BY_SIZE, ABOUT_ONE } spread;
  double most_off;
} claim;

static double argument(const claim *c, uint64_t *seed) {
  switch (c->spread) {
  case EVENLY:
    return random_between(seed, c->low, c->high);
  case BY_SIZE:
    return copysign(exp2(random_between(seed, log2(fabs(c->low)), log2(fabs(c->high)))), c->low);
  case ABOUT_ONE:
    break;
  }
  return 1 + random_between(seed, -1, 1) * exp2(random_between(seed, -52, -1));
}

static void errors_stay_below_six_tenths_of_a_unit(void **unused) {
  (void)unused;
  assert_in_range(LDBL_MANT_DIG, 64, 113);
  const claim claims[] = {
      {real_exp, expl, -745.2, 709.8, EVENLY, 0.52},
      {real_exp, expl, -2, 2, EVENLY, 0.52},
      {real_exp, expl, 1e-20, 1, BY_SIZE, 0.52},
      {real_exp, expl, -1e-20, -1, BY_SIZE, 0.52},
      {real_exp, expl, -746, -700, EVENLY, 0.52}, // subnormal results
      {real_expm1, expm1l, -45, 709.8, EVENLY, 0.58},
      {real_expm1, expm1l, -1.5, 1.5, EVENLY, 0.58},
      {real_expm1, expm1l, 1e-20, 1, BY_SIZE, 0.58},
      {real_expm1, expm1l, -1e-20, -1, BY_SIZE, 0.58},
      {real_log, logl, DBL_MIN, DBL_MAX, BY_SIZE, 0.52},
      {real_log, logl, 0x1p-1074, DBL_MIN, BY_SIZE, 0.52},
      {real_log, logl, 0.5, 2, EVENLY, 0.52},
      {real_log, logl, 0, 0, ABOUT_ONE, 0.52},
      {real_log1p, log1pl, -1, 3, EVENLY, 0.52},
      {real_log1p, log1pl, 1e-20, 1, BY_SIZE, 0.52},
      {real_log1p, log1pl, -1e-20, -1, BY_SIZE, 0.52},
      {real_log1p, log1pl, 1, DBL_MAX, BY_SIZE, 0.52},
  };
  uint64_t seed = 11;
  for (size_t n = 0; n < sizeof claims / sizeof *claims; ++n) {
    const claim *c = &claims[n];
    double worst = 0;
    for (int i = random_cases(200000, 20000); i > 0; --i) {
      const double x = argument(c, &seed);
      const double error = off(c->f(x), c->more_digits((long double)x));
      if (!(error <= c->most_off))
        fail_msg("row %zu: f(%a) is off by %.3f units", n, x, error);
      worst = fmax(worst, error);
    }
    assert_true(worst > 0.49); // all that rounding can do was met
  }
}

/// Ranges of x and of y, or of y log x if that is given.
typedef struct {
  double low, high; // of x, by size; both 0: about 1
  double y_low, y_high;
  double most_product;
  double most_off;
} power_claim;

static void powers_are_off_by_less_than_a_unit(void **unused) {
  (void)unused;
  const power_claim claims[] = {
      {1e-20, 1, -1, 3, 0, 0.53},         // contacts
      {1e-20, 1, 0.1, 0.9, 0, 0.52},      //
      {DBL_MIN, DBL_MAX, 0, 0, 745, 0.6}, // exponents up to 8 and a few beyond
      {0, 0, -8, 8, 0, 0.6},              //
      {0, 0, 0, 0, 745, 0.52},            // large exponents
      {0.7, 1.4, 0, 0, 745, 0.6},
      {0x1p-1074, DBL_MIN, -0.9, 0.9, 0, 0.52}, // subnormal numbers
      {1e-300, 1e-3, 0, 0, -745, 0.6},          // and results
  };
  uint64_t seed = 12;
  for (size_t n = 0; n < sizeof claims / sizeof *claims; ++n) {
    const power_claim *c = &claims[n];
    const claim of_x = {.low = c->low, .high = c->high, .spread = c->low > 0 ? BY_SIZE : ABOUT_ONE};
    double worst = 0;
    for (int i = random_cases(200000, 20000); i > 0; --i) {
      const double x = argument(&of_x, &seed);
      double y = random_between(&seed, c->y_low, c->y_high);
      if (x == 1)
        continue;
      if (c->most_product > 0)
        y = random_between(&seed, -c->most_product, fmin(c->most_product, 709.7)) / log(x);
      if (c->most_product < 0)
        y = random_between(&seed, c->most_product, -700) / log(x);
      const double error = off(real_power(x, y), powl((long double)x, (long double)y));
      if (!(error <= c->most_off))
        fail_msg("row %zu: %a ^ %a is off by %.3f units", n, x, y, error);
      worst = fmax(worst, error);
    }
    assert_true(worst > 0.49);
  }
}

static void limits_are_those_of_c(void **unused) {
  (void)unused;
  const double inf = HUGE_VAL;
  const double least = 0x1p-1074;
  const double of_exp[] = {0,        -0.0,     709.782, 709.783, 1e300, inf,
                           -745.133, -745.134, -1e300,  -inf,    NAN};
  const double of_log[] = {0, -0.0, 1, -1, -least, -inf, inf, NAN};
  const double of_log1p[] = {-1, -2, -inf, inf, NAN};
  for (size_t i = 0; i < sizeof of_exp / sizeof *of_exp; ++i) {
    const double x = of_exp[i];
    assert_true(same(real_exp(x), exp(x)) || off(real_exp(x), expl((long double)x)) < 0.51);
    assert_true(real_expm1(x) == expm1(x) || isnan(x) ||
                off(real_expm1(x), expm1l((long double)x)) < 0.51);
  }
  assert_true(real_exp(709.783) == inf && real_exp(-745.134) == 0 && real_exp(-745.133) == least);
  for (size_t i = 0; i < sizeof of_log / sizeof *of_log; ++i)
    assert_true(same(real_log(of_log[i]), log(of_log[i])));
  for (size_t i = 0; i < sizeof of_log1p / sizeof *of_log1p; ++i)
    assert_true(same(real_log1p(of_log1p[i]), log1p(of_log1p[i])));
  const double numbers[] = {0,           least, 1e-310, DBL_MIN, 0.3, 1 - 0x1p-53, 1,
                            1 + 0x1p-52, 2.5,   1e200,  DBL_MAX, inf, NAN};
  const double exponents[] = {0,   -0.0, least, 1e-300, 0.5,    1,     17,    1e19,   1e20, 1e300,
                              inf, -1,   -0.5,  -17,    -least, -1e19, -1e20, -1e300, -inf, NAN};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    for (size_t j = 0; j < sizeof exponents / sizeof *exponents; ++j) {
      const double x = numbers[i];
      const double y = exponents[j];
      const double found = real_power(x, y);
      if (!same(found, pow(x, y)) && !(off(found, powl((long double)x, (long double)y)) < 0.6))
        fail_msg("%a ^ %a = %a, expected %a", x, y, found, pow(x, y));
    }
  assert_true(isnan(real_power(-1, 2)));
}

static void whole_results_are_exact(void **unused) {
  (void)unused;
  assert_true(real_exp(0) == 1 && real_log(1) == 0);
  for (int k = -1074; k < 1024; ++k)
    assert_true(real_power(2, k) == ldexp(1, k));
  for (int k = -537; k < 512; ++k)
    assert_true(real_power(ldexp(1, 2 * k), 0.5) == ldexp(1, k));
  uint64_t seed = 13;
  for (int i = 0; i < 100000; ++i) {
    const double x = random_log(&seed, 1e-300, 1e300);
    assert_true(real_power(x, 1) == x);
    assert_true(real_power(x, 0) == 1);
    const double whole = floor(random_between(&seed, 1, 1000));
    assert_true(real_power(whole, 3) == whole * whole * whole);
    assert_true(real_power(whole * whole, 0.5) == whole);
  }
}

// Rows of the tables meet without a step down, and so do neighbours around 1.
static void none_falls_where_it_should_rise(void **unused) {
  (void)unused;
  double before[4] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double x = 1 - 20000 * 0x1p-53;
  for (int i = 0; i < 40000; ++i, x = nextafter(x, 2)) {
    const double now[] = {real_log(x), real_power(x, 0.75), real_power(x, 3.3), real_power(x, 1e4)};
    for (int f = 0; f < 4; ++f) {
      assert_true(now[f] >= before[f]);
      before[f] = now[f];
    }
  }
  const uint64_t one = bits_of(1.0);
  for (uint64_t row = 0; row < 1024; ++row) {
    const uint64_t edge = one - (1ULL << 52) + (row << 44);
    for (uint64_t b = edge - 20; b < edge + 20; ++b) {
      assert_true(real_log(real_of(b)) <= real_log(real_of(b + 1)));
      assert_true(real_power(real_of(b), 0.75) <= real_power(real_of(b + 1), 0.75));
    }
  }
  for (int i = -2000; i < 2000; ++i) {
    double at = (i + 0.5) * 0.69314718055994530942 / 128;
    for (int j = 0; j < 20; ++j)
      at = nextafter(at, -HUGE_VAL);
    for (int j = 0; j < 40; ++j, at = nextafter(at, HUGE_VAL)) {
      assert_true(real_exp(at) <= real_exp(nextafter(at, HUGE_VAL)));
      assert_true(real_expm1(at) <= real_expm1(nextafter(at, HUGE_VAL)));
    }
  }
}

enum { MAX = 11 };

// Numbers of all kinds, special ones among them.
static double any_number(uint64_t *seed) {
  const double kind = random_unit(seed);
  if (kind < 0.4)
    return random_log(seed, 1e-12, 1);
  if (kind < 0.6)
    return random_between(seed, -760, 760);
  if (kind < 0.97)
    return random_log(seed, 1e-300, 1e300);
  const double odd[] = {0, -0.0, 0x1p-1074, 1e-310, HUGE_VAL, -HUGE_VAL, NAN, 1};
  return odd[(int)(8 * random_unit(seed))];
}

static void arrays_give_the_bytes_of_single_numbers(void **unused) {
  (void)unused;
  const double exponents[] = {0.25, 0.65, -1.5, 3, 16, 17, 0, -300, NAN};
  uint64_t seed = 14;
  for (int n = random_cases(100000, 10000); n > 0; --n) {
    const int count = n % (MAX + 1);
    const double y = exponents[n % 9];
    double x[MAX], e[MAX], l[MAX], p[MAX];
    for (int i = 0; i < count; ++i)
      p[i] = x[i] = any_number(&seed);
    real_exps(count, x, e);
    real_logs(count, x, l);
    real_powers(count, p, y, p); // in place
    for (int i = 0; i < count; ++i) {
      assert_true(same(e[i], real_exp(x[i])));
      assert_true(same(l[i], real_log(x[i])));
      assert_true(same(p[i], real_power(x[i], y)));
    }
  }
}

// Recorded once, and found again by gcc and clang, at -O0 and -O3, on x86-64, 64-bit ARM and in
// WebAssembly.
static void bytes_are_those_on_record(void **unused) {
  (void)unused;
  uint64_t seed = 15;
  hash64 hash = hash_begin;
  for (int i = 0; i < 200000; ++i) {
    const double x = random_unit(&seed);
    const double y = 100 * random_unit(&seed) - 50;
    const double of[] = {real_exp(y),
                         real_expm1(y),
                         real_log(x),
                         real_log1p(y + 49.5),
                         real_power(x, 3),
                         real_power(x, y),
                         real_power(x * x, 0.65)};
    hash = hash_words(hash, of, sizeof of);
  }
  assert_true(hash == 0x06c8f39a54f2d315ULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_stay_below_six_tenths_of_a_unit),
      cmocka_unit_test(powers_are_off_by_less_than_a_unit),
      cmocka_unit_test(limits_are_those_of_c),
      cmocka_unit_test(whole_results_are_exact),
      cmocka_unit_test(none_falls_where_it_should_rise),
      cmocka_unit_test(arrays_give_the_bytes_of_single_numbers),
      cmocka_unit_test(bytes_are_those_on_record),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
