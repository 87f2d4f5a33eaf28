// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Gauss-Legendre quadrature with ten points, symmetric about the middle of its interval: exact for
// polynomials of degree 19; and with six, for degree 11.

#ifndef CAROM_QUADRATURE_H
#define CAROM_QUADRATURE_H

enum { GAUSS_HALF = 5, GAUSS_POINTS = 2 * GAUSS_HALF };

/// Points of [-1, 1] to the right of its middle, and the weights of each and of its mirror image.
static const double gauss_at[GAUSS_HALF] = {0.14887433898163122, 0.43339539412924719,
                                            0.67940956829902441, 0.86506336668898451,
                                            0.97390652851717172};
static const double gauss_weight[GAUSS_HALF] = {0.29552422471475287, 0.26926671930999636,
                                                0.21908636251598204, 0.14945134915058059,
                                                0.06667134430868814};

/// Point n of 0 .. GAUSS_POINTS - 1, from the middle outwards.
static inline double gauss_point(int n) {
  return n % 2 == 0 ? gauss_at[n / 2] : -gauss_at[n / 2];
}

enum { GAUSS_FEW = 6 };

static const double gauss_few_at[GAUSS_FEW / 2] = {0.23861918608319693, 0.66120938646626448,
                                                   0.93246951420315205};
static const double gauss_few_weight[GAUSS_FEW / 2] = {0.46791393457269137, 0.36076157304813894,
                                                       0.17132449237916975};

/// Point n of 0 .. GAUSS_FEW - 1, from the middle outwards.
static inline double gauss_few_point(int n) {
  return n % 2 == 0 ? gauss_few_at[n / 2] : -gauss_few_at[n / 2];
}

#endif
