// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Small dense systems of linear equations.

#ifndef CAROM_DENSE_H
#define CAROM_DENSE_H

#include <stdbool.h>

/// Gauss-Jordan elimination with partial pivoting on n rows of n + 1 numbers, the right-hand side
/// last: row i is left with its diagonal element and its right-hand side alone. False if a pivot is
/// below 1e-12: the rows must be scaled to the order of 1.
bool dense_eliminate(double *rows, int n);

/// Factors a matrix of n rows of n numbers with partial pivoting, in its place; false if a pivot is
/// below 1e-12. The second solves with the factors: b becomes x.
bool dense_factor(double *a, int n, int *pivot);
void dense_substitute(const double *a, int n, const int *pivot, double *b);

/// Solves G x = b for a symmetric, positive semidefinite G, n x n, of which the lower triangle is
/// read and overwritten by its Cholesky factor; b becomes x. A redundant unknown becomes 0.
void dense_solve_semidefinite(double *G, int n, double *b);

#endif
