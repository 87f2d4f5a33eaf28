// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The embedded pair of Runge-Kutta formulae of orders 5 and 4 (J. R. Dormand and P. J. Prince, A
// family of embedded Runge-Kutta formulae, 1980). The last stage is the result of order 5; the sum
// of all slopes with the weights `error` is its difference from that of order 4.

#ifndef CAROM_DORMAND_PRINCE_H
#define CAROM_DORMAND_PRINCE_H

enum { STAGES = 7 };

typedef struct {
  double time[STAGES];
  double stage[STAGES][STAGES - 1];
  double error[STAGES];
} runge_kutta_pair;

extern const runge_kutta_pair dormand_prince;

#endif
