// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Powers of ten in 64 bits: those up to 10^23 are exact, others are a product of two, less than two
// units of the 64th bit off. Where the compiler has no integers of 128 bits there are none of
// these, and numbers are written and read the long way.

#ifndef CAROM_POWERS_OF_TEN_H
#define CAROM_POWERS_OF_TEN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __SIZEOF_INT128__

enum { MIN_POWER_OF_TEN = -264, MAX_POWER_OF_TEN = 311 };

/// mantissa 2^power, with the mantissa's first bit set
typedef struct {
  uint64_t mantissa;
  int power;
} scaled;

__extension__ typedef unsigned __int128 wide;

/// 10^0 .. 10^23
static const scaled ten_ones[] = {
    {0x8000000000000000ULL, -63}, {0xa000000000000000ULL, -60}, {0xc800000000000000ULL, -57},
    {0xfa00000000000000ULL, -54}, {0x9c40000000000000ULL, -50}, {0xc350000000000000ULL, -47},
    {0xf424000000000000ULL, -44}, {0x9896800000000000ULL, -40}, {0xbebc200000000000ULL, -37},
    {0xee6b280000000000ULL, -34}, {0x9502f90000000000ULL, -30}, {0xba43b74000000000ULL, -27},
    {0xe8d4a51000000000ULL, -24}, {0x9184e72a00000000ULL, -20}, {0xb5e620f480000000ULL, -17},
    {0xe35fa931a0000000ULL, -14}, {0x8e1bc9bf04000000ULL, -10}, {0xb1a2bc2ec5000000ULL, -7},
    {0xde0b6b3a76400000ULL, -4},  {0x8ac7230489e80000ULL, 0},   {0xad78ebc5ac620000ULL, 3},
    {0xd8d726b7177a8000ULL, 6},   {0x878678326eac9000ULL, 10},  {0xa968163f0a57b400ULL, 13}};

/// 10^-264, 10^-240 .. 10^276
static const scaled ten_steps[] = {
    {0x80fa687f881c7f8eULL, -940}, {0xd5605fcdcf32e1d7ULL, -861}, {0xb080392cc4349dedULL, -781},
    {0x91ff83775423cc06ULL, -701}, {0xf18899b1bc3f8ca2ULL, -622}, {0xc7caba6e7c5382c9ULL, -542},
    {0xa54394fe1eedb8ffULL, -462}, {0x88b402f7fd75539bULL, -382}, {0xe2280b6c20dd5232ULL, -303},
    {0xbb127c53b17ec159ULL, -223}, {0x9abe14cd44753b53ULL, -143}, {0x8000000000000000ULL, -63},
    {0xd3c21bcecceda100ULL, 16},   {0xaf298d050e4395d7ULL, 96},   {0x90e40fbeea1d3a4bULL, 176},
    {0xefb3ab16c59b14a3ULL, 255},  {0xc646d63501a1511eULL, 335},  {0xa402b9c5a8d3a6e7ULL, 415},
    {0x87aa9aff79042287ULL, 495},  {0xe070f78d3927556bULL, 574},  {0xb9a74a0637ce2ee1ULL, 654},
    {0x9991a6f3d6bf1766ULL, 734},  {0xfe0efb53d30dd4d8ULL, 813},  {0xd226fc195c6a2f8cULL, 893}};

/// 10^p, and whether that is all of it.
static inline scaled power_of_ten(int p, bool *exact) {
  const int step = (p + 264) / 24;
  const scaled one = ten_ones[(p + 264) % 24];
  *exact = step == 11;
  if (*exact)
    return one;
  const wide product = (wide)one.mantissa * ten_steps[step].mantissa;
  const int shift = product >> 127 != 0 ? 64 : 63;
  return (scaled){.mantissa = (uint64_t)(product >> shift),
                  .power = one.power + ten_steps[step].power + shift};
}

#endif
#endif
