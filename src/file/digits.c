// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// With |x| = N 10^(e - 16), N is |x| 10^(16 - e) rounded to 17 digits. Of an extended product below
// 2^57 the last place is 2^-7, and at most five halves of it are lost on the way: N is known to
// 0.02. Where that does not decide the rounding, printf does.

#include "digits.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const uint64_t ten16 = 10000000000000000ULL; // 1e16

// 10^p as a product of at most three table entries, each exact or rounded once.
static long double power_of_ten(int p) {
  static const long double ones[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,
                                     1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L,
                                     1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L};
  static const long double steps[] = {1e0L,   1e24L,  1e48L,  1e72L,  1e96L,  1e120L,
                                      1e144L, 1e168L, 1e192L, 1e216L, 1e240L, 1e264L};
  return ones[p % 24] * steps[p / 24];
}

// The 17 digits of |x| and its decimal exponent; false where the rounding is not certain.
static bool digits_of(double x, uint64_t *digits, int *exponent) {
  if (LDBL_MANT_DIG < 64 || !(x >= 1e-270 && x <= 1e270))
    return false;
  int e = ilogb(x) * 315653 >> 20; // log10(2) = 315653 / 2^20, rounded down: right or one too small
  for (int tries = 0; tries < 2; ++tries) {
    const int p = 16 - e;
    const long double scaled =
        p >= 0 ? (long double)x * power_of_ten(p) : (long double)x / power_of_ten(-p);
    const uint64_t whole = (uint64_t)scaled;
    if (whole < ten16 || whole >= 10 * ten16) {
      e += whole < ten16 ? -1 : 1;
      continue;
    }
    const long double rest = scaled - (long double)whole;
    *digits = whole + (rest > 0.5L);
    *exponent = e;
    return (rest < 0.48L || rest > 0.52L) && *digits < 10 * ten16;
  }
  return false;
}

static void write_decimals(uint32_t n, char *first, int count) {
  for (int i = count - 1; i >= 0; --i, n /= 10)
    first[i] = (char)('0' + n % 10);
}

int digits_write(double x, char text[DIGITS_ROOM]) {
  uint64_t n = 0;
  int e = 0;
  if (x == 0) { // half of what contacts say
    memcpy(text, signbit(x) ? "-0" : "0", signbit(x) ? 3 : 2);
    return signbit(x) ? 2 : 1;
  }
  if (!digits_of(fabs(x), &n, &e))
    return snprintf(text, DIGITS_ROOM, "%.17g", x);
  char d[17]; // in three parts, so that none has to wait for the whole
  write_decimals((uint32_t)(n % 1000000), d + 11, 6);
  write_decimals((uint32_t)(n / 1000000 % 1000000), d + 5, 6);
  write_decimals((uint32_t)(n / 1000000000000), d, 5);
  int count = 17;
  while (count > 1 && d[count - 1] == '0')
    --count;

  char *c = text;
  if (x < 0)
    *c++ = '-';
  if (e < -4 || e >= 17) { // d.ddde+XX
    *c++ = d[0];
    if (count > 1) {
      *c++ = '.';
      memcpy(c, d + 1, (size_t)count - 1);
      c += count - 1;
    }
    *c++ = 'e';
    *c++ = e < 0 ? '-' : '+';
    const int size = e < 0 ? -e : e;
    if (size >= 100)
      *c++ = (char)('0' + size / 100);
    *c++ = (char)('0' + size / 10 % 10);
    *c++ = (char)('0' + size % 10);
    *c = '\0';
    return (int)(c - text);
  }
  if (e < 0) { // 0.00ddd
    memcpy(c, "0.0000", (size_t)(1 - e));
    c += 1 - e;
    memcpy(c, d, (size_t)count);
    c += count;
  } else { // ddd.ddd
    const int whole = e + 1;
    for (int i = 0; i < whole; ++i)
      *c++ = i < count ? d[i] : '0';
    if (count > whole) {
      *c++ = '.';
      memcpy(c, d + whole, (size_t)(count - whole));
      c += count - whole;
    }
  }
  *c = '\0';
  return (int)(c - text);
}
