// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Exponentials, logarithms and powers that give the same bytes on all machines, whatever their C
// library: they add, multiply and round as IEEE 754 says and fuse nothing. Errors are below 0.6
// units in the last place (test/test_elementary.c). None of them sets errno.

#ifndef CAROM_ELEMENTARY_H
#define CAROM_ELEMENTARY_H

/// e^x; infinite above 709.78, 0 below -745.13.
double real_exp(double x);

/// e^x - 1, accurate for small x.
double real_expm1(double x);

/// log x; -infinity for 0, NAN below.
double real_log(double x);

/// log(1 + x), accurate for small x.
double real_log1p(double x);

/// x^y for x >= 0, with the limits of C for 0, infinity and NAN. NAN for x < 0, whatever y is.
double real_power(double x, double y);

/// The same of many numbers at once, several times as fast, to the same bytes. `to` may be `x`.
void real_exps(int count, const double *x, double *to);
void real_logs(int count, const double *x, double *to);

/// to[i] = x[i]^y.
void real_powers(int count, const double *x, double y, double *to);

#endif
