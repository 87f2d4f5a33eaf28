// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A double in decimal with 17 significant digits, in integer arithmetic. With |x| = N 10^(e - 16),
// N is |x| 10^p rounded to 17 digits, p = 16 - e. Powers of ten up to 23 are exact in 64 bits;
// others are a product of two, less than two units of the 64th bit off, and N is then known to
// 2^-6. Where that does not decide the rounding, or it is a tie, printf does.

#include "io/format_double.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const uint64_t ten16 = 10000000000000000ULL; // 1e16

/// mantissa 2^power, with the mantissa's first bit set
typedef struct {
  uint64_t mantissa;
  int power;
} scaled;

__extension__ typedef unsigned __int128 wide;

/// 10^0 .. 10^23
static const scaled ones[] = {
    {0x8000000000000000ULL, -63}, {0xa000000000000000ULL, -60}, {0xc800000000000000ULL, -57},
    {0xfa00000000000000ULL, -54}, {0x9c40000000000000ULL, -50}, {0xc350000000000000ULL, -47},
    {0xf424000000000000ULL, -44}, {0x9896800000000000ULL, -40}, {0xbebc200000000000ULL, -37},
    {0xee6b280000000000ULL, -34}, {0x9502f90000000000ULL, -30}, {0xba43b74000000000ULL, -27},
    {0xe8d4a51000000000ULL, -24}, {0x9184e72a00000000ULL, -20}, {0xb5e620f480000000ULL, -17},
    {0xe35fa931a0000000ULL, -14}, {0x8e1bc9bf04000000ULL, -10}, {0xb1a2bc2ec5000000ULL, -7},
    {0xde0b6b3a76400000ULL, -4},  {0x8ac7230489e80000ULL, 0},   {0xad78ebc5ac620000ULL, 3},
    {0xd8d726b7177a8000ULL, 6},   {0x878678326eac9000ULL, 10},  {0xa968163f0a57b400ULL, 13}};

/// 10^-264, 10^-240 .. 10^276
static const scaled steps[] = {
    {0x80fa687f881c7f8eULL, -940}, {0xd5605fcdcf32e1d7ULL, -861}, {0xb080392cc4349dedULL, -781},
    {0x91ff83775423cc06ULL, -701}, {0xf18899b1bc3f8ca2ULL, -622}, {0xc7caba6e7c5382c9ULL, -542},
    {0xa54394fe1eedb8ffULL, -462}, {0x88b402f7fd75539bULL, -382}, {0xe2280b6c20dd5232ULL, -303},
    {0xbb127c53b17ec159ULL, -223}, {0x9abe14cd44753b53ULL, -143}, {0x8000000000000000ULL, -63},
    {0xd3c21bcecceda100ULL, 16},   {0xaf298d050e4395d7ULL, 96},   {0x90e40fbeea1d3a4bULL, 176},
    {0xefb3ab16c59b14a3ULL, 255},  {0xc646d63501a1511eULL, 335},  {0xa402b9c5a8d3a6e7ULL, 415},
    {0x87aa9aff79042287ULL, 495},  {0xe070f78d3927556bULL, 574},  {0xb9a74a0637ce2ee1ULL, 654},
    {0x9991a6f3d6bf1766ULL, 734},  {0xfe0efb53d30dd4d8ULL, 813},  {0xd226fc195c6a2f8cULL, 893}};

// 10^p, and whether that is all of it.
static scaled power_of_ten(int p, bool *exact) {
  const int step = (p + 264) / 24;
  const scaled one = ones[(p + 264) % 24];
  *exact = step == 11;
  if (*exact)
    return one;
  const wide product = (wide)one.mantissa * steps[step].mantissa;
  const int shift = product >> 127 != 0 ? 64 : 63;
  return (scaled){.mantissa = (uint64_t)(product >> shift),
                  .power = one.power + steps[step].power + shift};
}

// The 17 digits of |x| and its decimal exponent; false where the rounding is not certain.
static bool digits_of(double x, uint64_t *digits, int *exponent) {
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
  return false;
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
    return snprintf(text, FORMAT_DOUBLE_ROOM, "%.17g", x);
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
