// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The steps of exp, log and power, for one number and for four. Included once for each, with
//
//   real, whole             a double and an integer of 64 bits, or four of them
//   NAME(x)                 the name of x for this many
//   BITS(x), REAL(b)        the bits of a real, and back
//   LOOK_UP(type, table, field, i)   field of row i
//
// Every operation is one of IEEE 754, so that both round alike. Arguments out of range do no harm
// and give nonsense; elementary.c asks for the range.

/// exp(x) = scale + scale rest
typedef struct {
  real scale, rest;
} NAME(exp_parts);

/// exp(x + below), with x near `about`. With whole k and i, x = ln 2 (k + i/128) + r, |r| <= ln 2 /
/// 256 and a bit; e^r - 1 is a polynomial, 2^(i/128) a row of the table. The products with n are
/// exact or small.
INLINE void NAME(exp_steps)(const real *about, const real *x, const real *below,
                            NAME(exp_parts) * e) {
  const real shifted = *about * 0x1.71547652b82fep+7 + 0x1.8p52; // rounds to a whole n = 128 k + i
  const real n = shifted - 0x1.8p52;
  const whole bits = BITS(shifted);
  const whole i = bits & 127;
  const real r = (*x - n * 0x1.62e42fefa0000p-8) + (*below - n * 0x1.cf79abc9e3b3ap-47);
  const real r2 = r * r;
  e->scale = REAL(LOOK_UP(whole, exp_table, bits, i) + (bits << 45));
  e->rest = (LOOK_UP(real, exp_table, tail, i) + r) +
            r2 * ((0x1.fffffffffff58p-2 + r * 0x1.5555555555525p-3) +
                  r2 * (0x1.55555accc1ca7p-5 + r * 0x1.11111430bcc06p-7));
}

/// x = 2^k z with 0.705 <= z < 1.41, r = z inverse - 1, |r| < 2^-7, and log x = first + second + r
/// - r^2/2 + r^3 series. The inverse has so few bits that r is exact; `first` is a multiple of
/// 2^-16.
typedef struct {
  real first, second, r, series;
} NAME(log_parts);

INLINE void NAME(log_steps)(const real *x, NAME(log_parts) * l) {
  const whole bits = BITS(*x);
  const whole shifted = bits + (0x3ff0000000000000ULL - FIRST_ROW); // 1023 + k
  const whole i = (shifted >> 45) & 127;
  const real k = REAL((shifted >> 52) | 0x4330000000000000ULL) - (0x1p52 + 1023);
  const whole z_bits = bits - ((shifted & 0xfff0000000000000ULL) - 0x3ff0000000000000ULL);
  const real z_first = REAL(z_bits & 0xfffffffff8000000ULL); // 26 bits
  const real inverse = LOOK_UP(real, log_table, inverse, i);
  const real r = (z_first * inverse - 1) + (REAL(z_bits) - z_first) * inverse;
  const real r2 = r * r;
  l->r = r;
  l->first = k * LN2_FIRST + LOOK_UP(real, log_table, first, i);
  l->second = k * LN2_SECOND + LOOK_UP(real, log_table, second, i);
  l->series = (0x1.5555555555555p-2 + r * -0x1.fffffffe938e6p-3) +
              r2 * ((0x1.9999999855a65p-3 + r * -0x1.55580056e38bap-3) + r2 * 0x1.2494a8427d971p-3);
}

/// log x
INLINE void NAME(log_sum)(const NAME(log_parts) * l, real *log) {
  const real high = l->first + l->r;
  const real low = ((l->first - high) + l->r) + l->second;
  *log = high + (low + l->r * l->r * (l->r * l->series - 0.5));
}

/// x^y for |y| <= 8, and y log x in units of ln 2 / 128 for the question of range. The steps of
/// log and exp in these units: neither k nor n need be multiplied. The product is exact.
INLINE void NAME(power_steps)(const real *x, const real *y, real *about, NAME(exp_parts) * e) {
  const whole bits = BITS(*x);
  const whole shifted = bits + (0x3ff0000000000000ULL - FIRST_ROW); // 1023 + k
  const whole row = (shifted >> 45) & 127;
  const real k128 = REAL((shifted >> 52) | 0x43a0000000000000ULL) - (0x1p59 + 1023 * 128);
  const whole z_bits = bits - ((shifted & 0xfff0000000000000ULL) - 0x3ff0000000000000ULL);
  const real z_first = REAL(z_bits & 0xfffffffff8000000ULL); // 26 bits
  const real inverse = LOOK_UP(real, power_table, inverse, row);
  const real r = (z_first * inverse - 1) + (REAL(z_bits) - z_first) * inverse;
  const real r2 = r * r;
  const real series = (-0x1.71547652b8300p+6 + r * 0x1.ec709dc3a0401p+5) +
                      r2 * ((-0x1.71547650defb4p+5 + r * 0x1.2776c50d551f4p+5) +
                            r2 * (-0x1.ec753c361da52p+4 + r * 0x1.a61b7db84b472p+4));
  const real first = k128 + LOOK_UP(real, power_table, first, row);
  const real second =
      (LOOK_UP(real, power_table, second, row) + r * 0x1.71547652b82fep+7) + r2 * series;
  const real y_first = REAL(BITS(*y) & 0xfffffffff8000000ULL); // 26 bits
  const real product = y_first * first;
  const real below = (*y - y_first) * first + *y * second;
  *about = product + below;
  const real rounded = *about + 0x1.8p52; // to a whole n = 128 k + i
  const whole n_bits = BITS(rounded);
  const whole i = n_bits & 127;
  const real t = (product - (rounded - 0x1.8p52)) + below;
  const real t2 = t * t;
  e->scale = REAL(LOOK_UP(whole, exp_table, bits, i) + (n_bits << 45));
  e->rest = (LOOK_UP(real, exp_table, tail, i) + t * 0x1.62e42fefa39efp-8) +
            t2 * ((0x1.ebfbdff82c4edp-17 + t * 0x1.c6b08d704a080p-26) +
                  t2 * (0x1.3b2abc07c95eep-35 + t * 0x1.5d8802783e8c9p-45));
}
