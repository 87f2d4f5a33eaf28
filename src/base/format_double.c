// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A double in decimal with 17 significant digits, in integer arithmetic. With |x| = N 10^(e - 16),
// N is |x| 10^p rounded to 17 digits, p = 16 - e. With a power of ten that is not exact N is known
// to 2^-6. Where that does not decide the rounding, or it is a tie, printf does.

#include "base/format_double.h"

#include "base/powers_of_ten.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint64_t ten16 = 10000000000000000ULL; // 1e16

// The 17 digits of |x| and its decimal exponent; false where the rounding is not certain.
static bool digits_of(double x, uint64_t *digits, int *exponent) {
#ifdef __SIZEOF_INT128__
  if (!(x >= 1e-250 && x <= 1e270))
    return false;
  uint64_t bits = 0;
  memcpy(&bits, &x, sizeof bits);
  const uint64_t mantissa = (bits & ((1ULL << 52) - 1)) | 1ULL << 52; // x = mantissa 2^power
  const int power = (int)(bits >> 52) - 1075;
  int e = (power + 52) * 315653 >> 20; // log10(2), rounded down: right or one too small
  for (int tries = 0; tries < 2; ++tries, ++e) {
    bool exact = false;
    const scaled ten = power_of_ten(16 - e, &exact);
    const wide product = (wide)mantissa * ten.mantissa;
    const int shift = -(power + ten.power);
    const uint64_t whole = (uint64_t)(product >> shift);
    if (whole >= 10 * ten16)
      continue;
    const wide half = (wide)1 << (shift - 1);
    const wide rest = product & (2 * half - 1);
    const wide unsure = exact ? 0 : (wide)1 << 54;
    *digits = whole + (rest > half);
    *exponent = e;
    return (rest < half - unsure || rest > half + unsure) && *digits < 10 * ten16;
  }
#else
  (void)x, (void)digits, (void)exponent;
#endif
  return false;
}

// By printf, whose decimal point is that of the locale a host program has chosen: one or more bytes
// between digits.
static int print_digits(double x, char *text) {
  char local[64];
  snprintf(local, sizeof local, "%.17g", x);
  if (!isfinite(x))
    return snprintf(text, FORMAT_DOUBLE_ROOM, "%s", local);
  int length = 0;
  for (const char *c = local; *c != '\0'; ++c)
    if (strchr("+-0123456789e", *c) != NULL)
      text[length++] = *c;
    else if (text[length - 1] != '.')
      text[length++] = '.';
  text[length] = '\0';
  return length;
}

// Eight digits, two by two.
static void write_eight(uint32_t n, char *to) {
  static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                              "25262728293031323334353637383940414243444546474849"
                              "50515253545556575859606162636465666768697071727374"
                              "75767778798081828384858687888990919293949596979899";
  const uint32_t high = n / 10000;
  const uint32_t low = n % 10000;
  memcpy(to, pairs + 2 * (size_t)(high / 100), 2);
  memcpy(to + 2, pairs + 2 * (size_t)(high % 100), 2);
  memcpy(to + 4, pairs + 2 * (size_t)(low / 100), 2);
  memcpy(to + 6, pairs + 2 * (size_t)(low % 100), 2);
}

// d.ddde+XX
static char *write_scientific(char *c, const char *d, int count, int e) {
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
  return c;
}

// 0.00ddd or ddd.ddd
static char *write_fixed(char *c, const char *d, int count, int e) {
  if (e < 0) {
    memcpy(c, "0.0000", (size_t)(1 - e));
    c += 1 - e;
    memcpy(c, d, (size_t)count);
    return c + count;
  }
  const int whole = e + 1;
  for (int i = 0; i < whole; ++i)
    *c++ = i < count ? d[i] : '0';
  if (count > whole) {
    *c++ = '.';
    memcpy(c, d + whole, (size_t)(count - whole));
    c += count - whole;
  }
  return c;
}

int format_double(double x, char text[FORMAT_DOUBLE_ROOM]) {
  uint64_t n = 0;
  int e = 0;
  if (x == 0) { // half of all contact forces
    memcpy(text, signbit(x) ? "-0" : "0", signbit(x) ? 3 : 2);
    return signbit(x) ? 2 : 1;
  }
  if (!digits_of(fabs(x), &n, &e))
    return print_digits(x, text);
  char d[17];
  d[0] = (char)('0' + n / ten16);
  write_eight((uint32_t)(n % ten16 / 100000000), d + 1);
  write_eight((uint32_t)(n % 100000000), d + 9);
  int count = 17;
  while (count > 1 && d[count - 1] == '0')
    --count;
  char *c = text;
  if (x < 0)
    *c++ = '-';
  c = e < -4 || e >= 17 ? write_scientific(c, d, count, e) : write_fixed(c, d, count, e);
  *c = '\0';
  return (int)(c - text);
}
