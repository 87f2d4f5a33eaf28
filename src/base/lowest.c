// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The lowest eigenvectors of a symmetric banded matrix S by block Lanczos iteration on R = (S + s
// I)^-1, whose largest eigenvalues are 1 / (lambda + s): with the small shift s a matrix that is
// only semidefinite (rigid motion) has a Cholesky factor too. A block of BANDED_SIDES vectors finds
// eigenvalues of that multiplicity, as square plates and free bodies have. The basis V is kept
// orthogonal in full. Eigenvectors are V y with T y = theta y and T = V^T R V. What they leave,
// |R V y - theta V y|, is at most |B| |y_last|, with B the norms of what the last block left
// outside V. (B. N. Parlett, The symmetric eigenvalue problem, 1980, chapter 13.)

#include "base/banded.h"
#include "base/block.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/// The basis is at most so many vectors longer than what is asked for.
enum { MARGIN = 200 };

/// What is left of a converged eigenvector, over its eigenvalue.
static const double negligible = 1e-12;

/// The iteration: n rows, d basis vectors of at most `max`.
typedef struct {
  int n, max, d;
  int count, needed;         // eigenvectors, and how many of them must have converged
  double left[BANDED_SIDES]; // norms of what the last block left
  double *basis;             // most vectors of n numbers
  double *solved;            // a block, interleaved
  double *T, *a, *y, *theta; // most x most
} lanczos;

#define LANCZOS_ARRAYS(X)                                                                          \
  X(double, basis, (size_t)to->max *(size_t)to->n)                                                 \
  X(double, solved, (size_t)BANDED_SIDES *(size_t)to->n)                                           \
  X(double, T, (size_t)to->max *(size_t)to->max)                                                   \
  X(double, a, (size_t)to->max *(size_t)to->max)                                                   \
  X(double, y, (size_t)to->max *(size_t)to->max)                                                   \
  X(double, theta, (size_t)to->max)

static size_t place_arrays(lanczos *to, unsigned char *block) {
  size_t place = 0;
  LANCZOS_ARRAYS(ARRAY_BIND)
  return place;
}

static double *vector_at(const lanczos *l, int i) {
  return l->basis + (size_t)i * (size_t)l->n;
}

static double dot(const double *x, const double *y, int n) {
  double partial[4] = {0};
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int c = 0; c < 4; ++c)
      partial[c] += x[i + c] * y[i + c];
  for (; i < n; ++i)
    partial[0] += x[i] * y[i];
  return (partial[0] + partial[1]) + (partial[2] + partial[3]);
}

// Takes the basis out of x, twice because of rounding; returns the length of what is left.
static double orthogonalise(const lanczos *l, double *restrict x) {
  for (int twice = 0; twice < 2; ++twice)
    for (int i = 0; i < l->d; ++i) {
      const double *v = vector_at(l, i);
      const double partial = dot(v, x, l->n);
      for (int j = 0; j < l->n; ++j)
        x[j] -= partial * v[j];
    }
  return sqrt(dot(x, x, l->n));
}

static void fill_random(double *x, int n, uint64_t *seed) {
  for (int i = 0; i < n; ++i) {
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    x[i] = (double)(*seed >> 11) * 0x1p-53 - 0.5;
  }
}

// Adds x, already in its place behind the basis; where nothing of it is new, a random vector.
static double add_vector(lanczos *l, uint64_t *seed) {
  double *x = vector_at(l, l->d);
  const double before = sqrt(dot(x, x, l->n));
  const double left = orthogonalise(l, x);
  double length = left;
  while (!(length > 1e-12 * before)) {
    fill_random(x, l->n, seed);
    length = orthogonalise(l, x);
  }
  for (int i = 0; i < l->n; ++i)
    x[i] /= length;
  ++l->d;
  return left;
}

// R times the last block, and its columns of T.
static void apply(lanczos *l, const banded *factor) {
  const int first = l->d - BANDED_SIDES;
  for (int c = 0; c < BANDED_SIDES; ++c)
    for (int i = 0; i < l->n; ++i)
      l->solved[BANDED_SIDES * i + c] = vector_at(l, first + c)[i];
  banded_solve(factor, l->solved);
  for (int c = 0; c < BANDED_SIDES; ++c) {
    double *x = vector_at(l, l->d + c);
    for (int i = 0; i < l->n; ++i)
      x[i] = l->solved[BANDED_SIDES * i + c];
    for (int i = 0; i < l->d; ++i)
      l->T[i * l->max + first + c] = l->T[(first + c) * l->max + i] = dot(vector_at(l, i), x, l->n);
  }
}

// Solves the eigenproblem of -T, so that the largest come first; whether those that are needed have
// converged.
static bool converged(lanczos *l, int d) {
  for (int i = 0; i < d; ++i)
    for (int j = 0; j < d; ++j)
      l->a[i * d + j] = -l->T[i * l->max + j];
  symmetric_eigen(l->a, d, l->theta, l->y);
  for (int i = 0; i < l->needed; ++i) {
    double rest = 0;
    for (int c = 0; c < BANDED_SIDES; ++c)
      rest += l->left[c] * fabs(l->y[i * d + d - BANDED_SIDES + c]);
    if (!(rest <= negligible * -l->theta[i]))
      return false;
  }
  return true;
}

static void write_vectors(const lanczos *l, int d, double *vectors) {
  for (int i = 0; i < l->count; ++i) {
    double *to = vectors + (size_t)i * (size_t)l->n;
    memset(to, 0, (size_t)l->n * sizeof *to);
    for (int j = 0; j < d; ++j)
      for (int k = 0; k < l->n; ++k)
        to[k] += l->y[i * d + j] * vector_at(l, j)[k];
  }
}

static lowest_status iterate(lanczos *l, const banded *factor, double *vectors) {
  uint64_t seed = 1;
  for (int c = 0; c < BANDED_SIDES; ++c) {
    fill_random(vector_at(l, l->d), l->n, &seed);
    add_vector(l, &seed);
  }
  int check = l->count + 12;
  while (l->d + BANDED_SIDES <= l->max) {
    const int d = l->d;
    apply(l, factor);
    for (int c = 0; c < BANDED_SIDES; ++c)
      l->left[c] = add_vector(l, &seed);
    if (d < check && d + 2 * BANDED_SIDES <= l->max)
      continue;
    if (converged(l, d)) {
      write_vectors(l, d, vectors);
      return LOWEST_FOUND;
    }
    check += check / 3;
  }
  return LOWEST_NOT_FOUND;
}

// A small matrix in full.
static void solve_dense(lanczos *l, const banded *S, double *vectors) {
  const int n = S->n;
  memset(l->a, 0, (size_t)n * (size_t)n * sizeof *l->a);
  for (int j = 0; j < n; ++j)
    for (int p = 0; p <= S->width && j + p < n; ++p)
      l->a[j * n + j + p] = l->a[(j + p) * n + j] =
          S->column[(size_t)j * ((size_t)S->width + 1) + (size_t)p];
  symmetric_eigen(l->a, n, l->theta, l->y);
  memcpy(vectors, l->y, (size_t)l->count * (size_t)n * sizeof *vectors);
}

// An upper bound of the eigenvalues: the largest sum of a row's magnitudes.
static double largest_of(const banded *S) {
  double largest = 0;
  const size_t next = (size_t)S->width + 1;
  for (int j = 0; j < S->n; ++j) {
    double sum = 0;
    for (int p = -S->width; p <= S->width; ++p)
      if (j + p >= 0 && j + p < S->n)
        sum += fabs(p < 0 ? S->column[(size_t)(j + p) * next + (size_t)-p]
                          : S->column[(size_t)j * next + (size_t)p]);
    largest = fmax(largest, sum);
  }
  return largest;
}

static lowest_status find(lanczos *l, banded *S, double *vectors) {
  const bool small = S->n < 48 + l->count || S->n < 4 * l->count;
  if (S->n <= l->max && small) {
    solve_dense(l, S, vectors);
    return LOWEST_FOUND;
  }
  const double shift = 1e-12 * largest_of(S);
  for (int j = 0; j < S->n; ++j)
    S->column[(size_t)j * ((size_t)S->width + 1)] += shift;
  return banded_factor(S) ? iterate(l, S, vectors) : LOWEST_NOT_FOUND;
}

lowest_status banded_lowest(const carom_memory *memory, banded *S, int count, int needed,
                            double *vectors) {
  const int wanted = 2 * count + MARGIN;
  lanczos l = {.n = S->n, .count = count, .needed = needed, .max = wanted < S->n ? wanted : S->n};
  const size_t size = place_arrays(&l, NULL);
  unsigned char *block = memory->resize(memory->user, NULL, 0, size);
  if (block == NULL)
    return LOWEST_NO_MEMORY;
  place_arrays(&l, block);
  const lowest_status status = find(&l, S, vectors);
  memory->resize(memory->user, block, size, 0);
  return status;
}
