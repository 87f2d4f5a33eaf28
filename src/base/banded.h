// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Symmetric matrices with a band: their Cholesky factor, and their lowest eigenvalues.

#ifndef CAROM_BANDED_H
#define CAROM_BANDED_H

#include <carom/memory.h>
#include <stdbool.h>
#include <stddef.h>

/// A symmetric matrix S of which element (j + p, j), 0 <= p <= width, is column[j (width + 1) + p].
/// Elements beyond the last row are there, and are not read.
typedef struct {
  int n, width;
  double *column;
} banded;

/// The numbers that the columns take.
static inline size_t banded_size(int n, int width) {
  return (size_t)n * ((size_t)width + 1);
}

/// Right-hand sides that are solved at once, interleaved: x[BANDED_SIDES i + c].
enum { BANDED_SIDES = 4 };

/// Replaces S by its Cholesky factor L, S = L L^T; false if S is not positive definite.
bool banded_factor(banded *S);

/// x becomes (L L^T)^-1 x, for BANDED_SIDES right-hand sides.
void banded_solve(const banded *L, double *x);

/// All eigenvalues, rising, and eigenvectors of a dense symmetric matrix a, n x n, by Jacobi's
/// rotations: a is overwritten, row i of `vectors` belongs to value[i] and has length 1.
void symmetric_eigen(double *a, int n, double *value, double *vectors);

/// The same, six times as fast at n = 200, but with errors of the largest eigenvalue's rounding: of
/// a matrix whose eigenvalues are far apart the small ones lose digits.
void symmetric_eigen_fast(double *a, int n, double *value, double *vectors);

typedef enum { LOWEST_FOUND, LOWEST_NO_MEMORY, LOWEST_NOT_FOUND } lowest_status;

/// The `count` lowest eigenvectors of a positive semidefinite S, of length 1, rising; S is
/// overwritten. Row i of `vectors`, n numbers, is the i-th. Multiple eigenvalues are found as often
/// as they are there, up to BANDED_SIDES times. Those behind the first `needed` may not have
/// converged.
lowest_status banded_lowest(const carom_memory *memory, banded *S, int count, int needed,
                            double *vectors);

#endif
