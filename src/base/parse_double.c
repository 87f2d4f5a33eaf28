// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A decimal number as a double, in integer arithmetic. The first 19 digits times a power of ten in
// 64 bits give 128 bits, of which all but some of the last are certain; where these do not decide
// the rounding, two large integers are divided.

#include "base/parse_double.h"

#include "base/powers_of_ten.h"
#include <math.h>
#include <string.h>

/// A number as it is written: digits, perhaps with a point, times 10^exponent or 2^exponent.
typedef struct {
  const char *digits, *end;
  long long exponent;
} written;

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// --- From binary
// ----------------------------------------------------------------------------------

// mantissa 2^power, rounded; the mantissa's first bit is set, and `more` says that there is more
// behind its last.
static double round_to_double(uint64_t mantissa, int power, bool more) {
  const int e = power + 63; // the first bit is 2^e
  if (e > 1023)
    return (double)INFINITY;
  const int drop = e < -1022 ? 11 - 1022 - e : 11;
  if (drop > 64)
    return 0;
  const uint64_t kept = drop < 64 ? mantissa >> drop : 0;
  const uint64_t half = 1ULL << (drop - 1);
  const uint64_t rest = mantissa & (half | (half - 1));
  const bool up = rest > half || (rest == half && (more || (kept & 1) != 0));
  uint64_t bits = kept + up; // a carry goes into the exponent, where it belongs
  if (e >= -1022)
    bits += (uint64_t)(e + 1022) << 52;
  double x = 0;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static int hex_digit(char c) {
  if (is_digit(c))
    return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static double from_hex(const written *w) {
  uint64_t mantissa = 0;
  long long power = w->exponent;
  bool more = false;
  bool fraction = false;
  for (const char *c = w->digits; c < w->end; ++c) {
    const uint64_t digit = (uint64_t)hex_digit(*c);
    if (*c == '.') {
      fraction = true;
    } else if (mantissa >> 60 == 0) {
      mantissa = mantissa << 4 | digit;
      power -= fraction ? 4 : 0;
    } else {
      more = more || digit != 0;
      power += fraction ? 0 : 4;
    }
  }
  if (mantissa == 0)
    return 0;
  for (; mantissa >> 63 == 0; --power)
    mantissa <<= 1;
  const long long max = 5000; // beyond it all is infinite or zero
  power = power > max ? max : power < -max ? -max : power;
  return round_to_double(mantissa, (int)power, more);
}

// --- From decimal, exactly
// ------------------------------------------------------------------------

/// No double and no middle of two has more than 768 digits.
enum { MAX_DIGITS = 800, WORDS = 120 };

/// A large integer, its lowest word first.
typedef struct {
  uint32_t word[WORDS];
  int count; // of words, the last of them not zero
} large;

// n = n factor + plus
static void scale(large *n, uint32_t factor, uint32_t plus) {
  uint64_t carry = plus;
  for (int i = 0; i < n->count; ++i) {
    carry += (uint64_t)n->word[i] * factor;
    n->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry > 0)
    n->word[n->count++] = (uint32_t)carry;
}

static void scale_by_ten(large *n, long long power) {
  for (; power >= 9; power -= 9)
    scale(n, 1000000000, 0);
  for (; power > 0; --power)
    scale(n, 10, 0);
}

static int bits_of(const large *n) {
  int bits = 32 * n->count;
  for (uint32_t last = n->word[n->count - 1]; last >> 31 == 0; last <<= 1)
    --bits;
  return bits;
}

static void shift(large *n, int bits) {
  for (; bits >= 31; bits -= 31)
    scale(n, 1U << 31, 0);
  scale(n, 1U << bits, 0);
}

static bool less(const large *a, const large *b) {
  if (a->count != b->count)
    return a->count < b->count;
  for (int i = a->count - 1; i >= 0; --i)
    if (a->word[i] != b->word[i])
      return a->word[i] < b->word[i];
  return false;
}

// a = a - b, which is not less than 0
static void subtract(large *a, const large *b) {
  uint64_t borrowed = 0;
  for (int i = 0; i < a->count; ++i) {
    const uint64_t taken = borrowed + (i < b->count ? b->word[i] : 0);
    borrowed = a->word[i] < taken;
    a->word[i] -= (uint32_t)taken;
  }
  while (a->count > 0 && a->word[a->count - 1] == 0)
    --a->count;
}

// a / b, bit by bit.
static double divide(large *a, large *b) {
  int e = bits_of(a) - bits_of(b); // the quotient's first bit is 2^e
  shift(e < 0 ? a : b, e < 0 ? -e : e);
  if (less(a, b)) {
    shift(a, 1);
    --e;
  }
  uint64_t quotient = 0;
  for (int i = 0; i < 64; ++i) {
    const bool bit = !less(a, b);
    if (bit)
      subtract(a, b);
    quotient = quotient << 1 | bit;
    shift(a, 1);
  }
  return round_to_double(quotient, e - 63, a->count > 0);
}

// The digits are not all zero, and the number is between 1e-330 and 1e310.
static double from_digits(const written *w) {
  large a = {.count = 0};
  large b = {.word = {1}, .count = 1};
  long long power = w->exponent;
  int count = 0;
  bool more = false;
  bool fraction = false;
  for (const char *c = w->digits; c < w->end; ++c) {
    const uint32_t digit = (uint32_t)(*c - '0');
    if (*c == '.') {
      fraction = true;
    } else if (count < MAX_DIGITS) {
      scale(&a, 10, digit);
      count += count > 0 || digit > 0;
      power -= fraction;
    } else {
      more = more || digit != 0;
      power += !fraction;
    }
  }
  if (more) { // whatever they are, they only decide between a middle and what is above it
    scale(&a, 10, 1);
    --power;
  }
  scale_by_ten(power < 0 ? &b : &a, power < 0 ? -power : power);
  return divide(&a, &b);
}

// --- From decimal
// ---------------------------------------------------------------------------------

// leading 10^power, if that is certain; `more` says that up to one is to be added to `leading`.
static bool from_leading(uint64_t leading, long long power, bool more, double *x) {
#ifdef __SIZEOF_INT128__
  if (power < MIN_POWER_OF_TEN || power > MAX_POWER_OF_TEN)
    return false;
  bool exact = false;
  const scaled ten = power_of_ten((int)power, &exact);
  int binary = ten.power + 64;
  for (; leading >> 63 == 0; --binary)
    leading <<= 1;
  wide product = (wide)leading * ten.mantissa;
  if (product >> 127 == 0) {
    product <<= 1;
    --binary;
  }
  // Off by less than 2^66 for the power and 2^69 for the digits left out: 19 digits leave 4 bits.
  const wide unsure = more ? (wide)1 << 70 : exact ? 0 : (wide)1 << 66;
  const wide half = (wide)1 << 74;
  const wide rest = product & (2 * half - 1);
  if (unsure > 0 && rest + unsure >= half && rest <= half + unsure)
    return false;
  *x = round_to_double((uint64_t)(product >> 64), binary, (uint64_t)product != 0);
  return true;
#else
  (void)leading, (void)power, (void)more, (void)x;
  return false;
#endif
}

static double from_decimal(const written *w) {
  uint64_t leading = 0;
  int count = 0; // digits of `leading`
  long long power = w->exponent;
  bool more = false;
  bool fraction = false;
  for (const char *c = w->digits; c < w->end; ++c) {
    const uint64_t digit = (uint64_t)(*c - '0');
    if (*c == '.') {
      fraction = true;
    } else if (count < 19) {
      leading = 10 * leading + digit;
      count += leading > 0;
      power -= fraction;
    } else {
      more = more || digit != 0;
      power += !fraction;
    }
  }
  double x = 0;
  if (leading == 0 || power + count < -330)
    return 0;
  if (power + count > 310)
    return (double)INFINITY;
  return from_leading(leading, power, more, &x) ? x : from_digits(w);
}

// --- As it is written
// -----------------------------------------------------------------------------

static bool is_word(const char *text, const char *end, const char *word) {
  if ((size_t)(end - text) != strlen(word))
    return false;
  for (; text < end; ++text, ++word)
    if ((*text | 0x20) != *word) // lower case
      return false;
  return true;
}

// Digits with at most one point among them, and what is behind them; at least one digit.
static bool read_digits(const char *text, const char *end, bool hex, written *w) {
  bool any = false;
  bool point = false;
  w->digits = text;
  for (; text < end; ++text) {
    const bool digit = hex ? hex_digit(*text) >= 0 : is_digit(*text);
    if (!digit && (*text != '.' || point))
      break;
    any = any || digit;
    point = point || !digit;
  }
  w->end = text;
  return any;
}

// "e-12" or "p+3" up to the end, or nothing.
static bool read_exponent(const char *text, const char *end, char letter, written *w) {
  const long long max = 1000000000000; // more than any text has digits to make up for
  w->exponent = 0;
  if (text == end)
    return true;
  if ((*text++ | 0x20) != letter || text == end)
    return false;
  const bool negative = *text == '-';
  text += *text == '-' || *text == '+';
  if (text == end)
    return false;
  for (; text < end; ++text) {
    if (!is_digit(*text))
      return false;
    if (w->exponent < max)
      w->exponent = 10 * w->exponent + (*text - '0');
  }
  if (negative)
    w->exponent = -w->exponent;
  return true;
}

bool parse_double(const char *text, size_t length, double *number) {
  const char *end = text + length;
  const bool negative = length > 0 && text[0] == '-';
  if (length > 0 && (text[0] == '-' || text[0] == '+'))
    ++text;
  const bool hex = end - text > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
  written w;
  double x = 0;
  if (is_word(text, end, "inf") || is_word(text, end, "infinity"))
    x = (double)INFINITY;
  else if (is_word(text, end, "nan"))
    x = (double)NAN;
  else if (!read_digits(hex ? text + 2 : text, end, hex, &w) ||
           !read_exponent(w.end, end, hex ? 'p' : 'e', &w))
    return false;
  else
    x = hex ? from_hex(&w) : from_decimal(&w);
  *number = negative ? -x : x;
  return true;
}
