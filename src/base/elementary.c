// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Exponentials, logarithms and powers by tables of 128 rows and short polynomials (P. T. P. Tang,
// ACM Trans. Math. Softw. 15, 1989, and 16, 1990). The steps are in elementary_steps.h; here are
// the ranges in which they hold, what lies beyond, and loops over arrays.

#include "base/elementary.h"

#include "base/exp_table.h"
#include "base/kernel.h"
#include "base/log_tables.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static const double min_normal = 0x1p-1022;

/// Up to here neither results nor the smallest part of them leave the normal numbers.
static const double max_exponent = 700;
static const double max_about = 0x1.f8p16; // 128 / ln 2 times as much

/// For exponents up to this a power needs log x to about 60 bits after the point and no more.
static const double max_power = 8;

INLINE uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

INLINE double real_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// One number.
#define real                           double
#define whole                          uint64_t
#define NAME(x)                        x
#define BITS(x)                        bits_of(x)
#define REAL(b)                        real_of(b)
#define LOOK_UP(type, table, field, i) ((table)[i].field)
#include "base/elementary_steps.h"
#undef real
#undef whole
#undef NAME
#undef BITS
#undef REAL
#undef LOOK_UP

// Four numbers.
#define real    lanes_4
#define whole   masks_4
#define NAME(x) x##_4
#define BITS(x) ((masks_4)(x))
#define REAL(b) ((lanes_4)(b))
#define LOOK_UP(type, table, field, i)                                                             \
  ((type){(table)[(i)[0]].field, (table)[(i)[1]].field, (table)[(i)[2]].field,                     \
          (table)[(i)[3]].field})
#include "base/elementary_steps.h"

// --- One number ---------------------------------------------------------------------------------

INLINE bool positive_normal(double x) {
  return bits_of(x) - 0x0010000000000000ULL < 0x7fe0000000000000ULL;
}

static double exp_near(double x, double below) {
  exp_parts e;
  exp_steps(&x, &x, &below, &e);
  return e.scale + e.scale * e.rest;
}

// e^(x + below) where it is not a normal number, or might not be. A subnormal number is rounded
// once: as part of a sum whose last place is that of subnormal numbers.
APART static double exp_beyond(double x, double below) {
  if (isnan(x))
    return x;
  if (fabs(x) > 800)
    return x > 0 ? (double)INFINITY : 0;
  const double sign = x > 0 ? 1 : -1;
  const double reduced = x - sign * 0x1.62e42fefa0000p8; // 512 ln 2
  const double rest = below - sign * 0x1.cf79abc9e3b3ap-31;
  const double large = exp_near(reduced, rest);
  if (x > 0)
    return large * 0x1p512;
  if (large >= 0x1p-510)
    return large * 0x1p-512;
  exp_parts e;
  exp_steps(&reduced, &reduced, &rest, &e);
  const double unit = 0x1p-510; // its last place, 2^-562, is 2^-1074 after scaling
  const double sum = unit + e.scale;
  const double dropped = (unit - sum) + e.scale;
  return ((sum + (dropped + e.scale * e.rest)) - unit) * 0x1p-512;
}

double real_exp(double x) {
  return fabs(x) < max_exponent ? exp_near(x, 0) : exp_beyond(x, 0);
}

// Near 0 by a polynomial; beyond, e^x as scale + scale rest, and scale - 1 without error.
double real_expm1(double x) {
  const double none = 0;
  if (fabs(x) < 0.125) {
    const double x2 = x * x;
    const double x4 = x2 * x2;
    const double sum = (0x1.5555555555555p-3 + x * 0x1.5555555555555p-5) +
                       x2 * (0x1.1111111111111p-7 + x * 0x1.6c16c16c1af5ap-10) +
                       x4 * ((0x1.a01a01a01c97ep-13 + x * 0x1.a01a00adf7125p-16) +
                             x2 * (0x1.71de39c06b815p-19 + x * 0x1.27f928d5df576p-22) +
                             x4 * 0x1.ae7d2bc3cb7a4p-26);
    return x + (x2 / 2 + x2 * x * sum);
  }
  if (!(x < max_exponent))
    return exp_beyond(x, 0);
  if (x < -40)
    return -1;
  exp_parts e;
  exp_steps(&x, &x, &none, &e);
  const double less = e.scale - 1;
  const double dropped = e.scale > 1 ? (e.scale - less) - 1 : e.scale - (less + 1);
  return less + (dropped + e.scale * e.rest);
}

// The parts of log x, x > 0 and finite.
static log_parts log_parts_of(double x) {
  const bool tiny = x < min_normal;
  const double normal = tiny ? x * 0x1p54 : x;
  log_parts l;
  log_steps(&normal, &l);
  l.first -= tiny ? 54 * LN2_FIRST : 0;
  l.second -= tiny ? 54 * LN2_SECOND : 0;
  return l;
}

// log x where x is no positive normal number.
APART static double log_beyond(double x) {
  if (isnan(x) || x == (double)INFINITY)
    return x;
  if (x <= 0)
    return x == 0 ? -(double)INFINITY : (double)NAN;
  const log_parts l = log_parts_of(x);
  double log;
  log_sum(&l, &log);
  return log;
}

double real_log(double x) {
  if (!positive_normal(x))
    return log_beyond(x);
  log_parts l;
  double log;
  log_steps(&x, &l);
  log_sum(&l, &log);
  return log;
}

// The logarithm of the sum, corrected for what the sum dropped; near 0 that of row 1, with r = x.
double real_log1p(double x) {
  const double sum = 1 + x;
  if (!positive_normal(sum))
    return log_beyond(sum);
  const bool near = fabs(x) < 0x1p-9;
  log_parts l;
  log_steps(&sum, &l);
  l.r = near ? x : l.r;
  if (!near)
    l.second += (fabs(x) < 1 ? x - (sum - 1) : 1 - (sum - x)) / sum;
  double log;
  log_sum(&l, &log);
  return log;
}

/// A sum of two that no double can hold.
typedef struct {
  double high, low;
} pair;

static pair exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return (pair){sum, (a - (sum - part)) + (b - part)};
}

static pair exact_product(double a, double b) {
  const double a_first = real_of(bits_of(a) & 0xfffffffff8000000ULL);
  const double b_first = real_of(bits_of(b) & 0xfffffffff8000000ULL);
  const double a_rest = a - a_first;
  const double b_rest = b - b_first;
  const pair sum = exact_sum(a_first * b_first, a_first * b_rest + a_rest * b_first);
  return (pair){sum.high, sum.low + a_rest * b_rest};
}

// x^y for any finite y and x > 0: log x to 68 bits.
static double power_wide(double x, double y) {
  const log_parts l = log_parts_of(x);
  const double r = l.r;
  const double series = (0x1.5555555555557p-2 + r * -0x1.0000000000002p-2) +
                        r * r *
                            ((0x1.99999997527c8p-3 + r * -0x1.555555534887ep-3) +
                             r * r * (0x1.249521af7ee21p-3 + r * -0x1.00028fb053315p-3));
  const pair square = exact_product(r, -0.5 * r);
  const pair a = exact_sum(l.first, r);
  const pair b = exact_sum(a.high, l.second);
  const pair c = exact_sum(b.high, square.high);
  // That of any row where x is subnormal, and without that of k ln 2: both below rounding.
  const double third = log_table[((bits_of(x) - FIRST_ROW) >> 45) & 127].third;
  const double low = (a.low + b.low) + (c.low + square.low) + (third + r * r * (r * series));
  const pair log = exact_sum(c.high, low);
  const pair product = exact_product(y, log.high);
  const double below = product.low + y * log.low;
  return fabs(product.high) < max_exponent ? exp_near(product.high, below)
                                           : exp_beyond(product.high, below);
}

// Powers that are not normal numbers, of numbers that need not be, or with large exponents.
APART static double power_beyond(double x, double y) {
  if (y == 0 || x == 1)
    return 1;
  if (isnan(x) || isnan(y) || x < 0)
    return (double)NAN;
  if (x == 0 || x == (double)INFINITY)
    return (x == 0) == (y > 0) ? 0 : (double)INFINITY;
  if (fabs(y) > 0x1p64) // log x is at least 2^-53
    return (x > 1) == (y > 0) ? (double)INFINITY : 0;
  return power_wide(x, y);
}

double real_power(double x, double y) {
  exp_parts e;
  double about;
  power_steps(&x, &y, &about, &e);
  if (!(positive_normal(x) && fabs(about) < max_about && fabs(y) <= max_power))
    return power_beyond(x, y);
  return e.scale + e.scale * e.rest;
}

// --- Many numbers -------------------------------------------------------------------------------

// Each of four numbers is above `low` and below `high`; NAN is not.
INLINE bool all_between(const lanes_4 *x, double low, double high) {
  const masks_4 good = (masks_4)((*x > low) & (*x < high));
  return (good[0] & good[1] & good[2] & good[3]) != 0;
}

static const double normal[2] = {0x1.fffffffffffffp-1023, (double)INFINITY};

KERNEL
static void all_exps(int count, const double *x, double *to) {
  const lanes_4 none = {0};
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    const lanes_4 these = *(const lanes_4 *)(x + i);
    exp_parts_4 e;
    exp_steps_4(&these, &these, &none, &e);
    *(lanes_4 *)(to + i) = e.scale + e.scale * e.rest;
    if (!all_between(&these, -max_exponent, max_exponent))
      for (int j = 0; j < 4; ++j)
        to[i + j] = real_exp(these[j]);
  }
  for (; i < count; ++i)
    to[i] = real_exp(x[i]);
}

KERNEL
static void all_logs(int count, const double *x, double *to) {
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    const lanes_4 these = *(const lanes_4 *)(x + i);
    log_parts_4 l;
    lanes_4 log;
    log_steps_4(&these, &l);
    log_sum_4(&l, &log);
    *(lanes_4 *)(to + i) = log;
    if (!all_between(&these, normal[0], normal[1]))
      for (int j = 0; j < 4; ++j)
        to[i + j] = real_log(these[j]);
  }
  for (; i < count; ++i)
    to[i] = real_log(x[i]);
}

KERNEL
static void all_powers(int count, const double *x, double y, double *to) {
  const lanes_4 exponent = {y, y, y, y};
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    const lanes_4 these = *(const lanes_4 *)(x + i);
    lanes_4 about;
    exp_parts_4 e;
    power_steps_4(&these, &exponent, &about, &e);
    *(lanes_4 *)(to + i) = e.scale + e.scale * e.rest;
    if (!all_between(&these, normal[0], normal[1]) || !(fabs(y) <= max_power) ||
        !all_between(&about, -max_about, max_about))
      for (int j = 0; j < 4; ++j)
        to[i + j] = real_power(these[j], y);
  }
  for (; i < count; ++i)
    to[i] = real_power(x[i], y);
}

void real_exps(int count, const double *x, double *to) {
  all_exps(count, x, to);
}

void real_logs(int count, const double *x, double *to) {
  all_logs(count, x, to);
}

void real_powers(int count, const double *x, double y, double *to) {
  all_powers(count, x, y, to);
}
