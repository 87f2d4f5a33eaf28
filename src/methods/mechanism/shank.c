// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The point masses of a link (theory 16.6, 16.7 and 16.9). A rigid one is a mass at its centre. One
// with a shank is a base, a beam and a head: mass, centre and inertia are those of the whole,
// undeformed, and what beam and head leave of them is the base. The beam is round, with
//
//   EA int u'^2 ds / 2 + EI int v''^2 ds / 2      stored,
//   rho A |x'|^2 / 2 + rho I (Theta' + v'_s)^2 / 2  moved, by Gauss points,
//
// and loses as if every mode of the part on its pin had the same damping ratio zeta:
// C = 2 zeta L sqrt(L^-1 K L^-T) L' with M = L L'.

#include "base/constants.h"
#include "base/quadrature.h"
#include "methods/mechanism/mechanism.h"
#include "model/compile.h"
#include <math.h>
#include <stddef.h>

static point_mass *add_mass(compiler *c, const item *it, mechanism_system *p, int link) {
  if (p->point_masses == MAX_POINT_MASSES) {
    (void)MISTAKE(c, it, NULL, CAROM_BAD_VALUE, "too many parts; allowed are %d in a mechanism",
                  (int)MAX_POINT_MASSES);
    return NULL;
  }
  ++p->link[link].point_masses;
  return &p->point[p->point_masses++];
}

/// Mass, first moments and moment of inertia about the pin: of the whole, less what is placed.
typedef struct {
  double mass, moment[2], inertia;
} mass_sums;

static void place_mass(mass_sums *rest, double mass, double inertia, double x, double y) {
  rest->mass -= mass;
  rest->moment[0] -= mass * x;
  rest->moment[1] -= mass * y;
  rest->inertia -= inertia + mass * (x * x + y * y);
}

static mass_sums whole_of(const item *it) {
  const double *centre = item_numbers(it, "centre");
  mass_sums sums = {0, {0, 0}, 0};
  place_mass(&sums, -item_number(it, "mass"), -item_number(it, "inertia"), centre[0], centre[1]);
  return sums;
}

static bool add_base(compiler *c, const item *it, mechanism_system *p, int link,
                     const mass_sums *rest) {
  const double whole = item_number(it, "mass");
  if (rest->mass < -1e-12 * whole || rest->inertia < -1e-12 * whole)
    return MISTAKE(c, it, "shank.head_mass", CAROM_BAD_VALUE,
                   "shank and head have more than the whole: %g kg and %g kg m2 are left for the "
                   "base; allowed are numbers that leave some",
                   rest->mass, rest->inertia);
  point_mass *point = add_mass(c, it, p, link);
  if (point == NULL)
    return false;
  const bool heavy = rest->mass > 1e-12 * whole;
  const double x = heavy ? rest->moment[0] / rest->mass : 0;
  const double y = heavy ? rest->moment[1] / rest->mass : 0;
  point->mass = heavy ? rest->mass : 0;
  point->at = point_on_shank(p, link, 0);
  point->at.offset[0] = x - point->at.along;
  point->at.offset[1] = y;
  point->inertia = rest->inertia - point->mass * (x * x + y * y);
  return true;
}

// --- Weights ------------------------------------------------------------------------------------

// A beam's points together weigh as one: its place is linear in their coefficients.
static void add_to_weight(link_weight *w, const point_mass *point) {
  const double whole = w->mass + point->mass;
  const double share = whole > 0 ? point->mass / whole : 0;
  const double kept = 1 - share;
  w->mass = whole;
  w->at.link = point->at.link;
  w->at.along = kept * w->at.along + share * point->at.along;
  for (int i = 0; i < MAX_SHAPES; ++i) {
    w->at.axial[i] = kept * w->at.axial[i] + share * point->at.axial[i];
    w->at.transverse[i] = kept * w->at.transverse[i] + share * point->at.transverse[i];
    for (int j = 0; j < MAX_SHAPES; ++j)
      w->at.shorten[i][j] = kept * w->at.shorten[i][j] + share * point->at.shorten[i][j];
  }
}

static void add_weights(mechanism_system *p, int link) {
  const mechanism_link *l = &p->link[link];
  link_weight *beam = l->transverses > 0 ? &p->weight[p->weights++] : NULL;
  for (int k = l->first_point; k < l->first_point + l->point_masses; ++k) {
    const point_mass *point = &p->point[k];
    if (beam != NULL && point->at.offset[0] == 0 && point->at.offset[1] == 0)
      add_to_weight(beam, point);
    else
      p->weight[p->weights++] = (link_weight){.at = point->at, .mass = point->mass};
  }
}

// --- The beam -----------------------------------------------------------------------------------

static void add_stiffness(const item *it, mechanism_system *p, const mechanism_link *l) {
  const double radius = item_number(it, "shank.diameter") / 2;
  const double E = item_number(it, "shank.youngs");
  const double EA = E * pi * radius * radius;
  const double EI = EA * radius * radius / 4;
  const double length = l->length;
  for (int i = 1; i <= l->axials; ++i)
    for (int j = 1; j <= l->axials; ++j)
      p->stiffness[l->flex + i - 1][l->flex + j - 1] = EA / length * i * j / (i + j - 1);
  const int flex = l->flex + l->axials;
  for (int i = 0; i < l->transverses; ++i)
    for (int j = 0; j < l->transverses; ++j)
      p->stiffness[flex + i][flex + j] =
          EI / (length * length * length) * (i + 2) * (i + 1) * (j + 2) * (j + 1) / (i + j + 1);
}

static bool add_beam(compiler *c, const item *it, mechanism_system *p, int link, mass_sums *rest) {
  const double radius = item_number(it, "shank.diameter") / 2;
  const double area = pi * radius * radius;
  const double density = item_number(it, "shank.density");
  for (int n = 0; n < GAUSS_FEW; ++n) {
    point_mass *point = add_mass(c, it, p, link);
    if (point == NULL)
      return false;
    const double weight = gauss_few_weight[n / 2] / 2 * p->link[link].length;
    point->at = point_on_shank(p, link, (1 + gauss_few_point(n)) / 2);
    point->mass = density * area * weight;
    point->inertia = density * area * radius * radius / 4 * weight;
    place_mass(rest, point->mass, point->inertia, point->at.along, 0);
  }
  return true;
}

static bool add_head(compiler *c, const item *it, mechanism_system *p, int link, mass_sums *rest) {
  if (!item_has(it, "shank.head_mass"))
    return true;
  if (item_rows(it, "shank.head_centre") != 2)
    return MISTAKE(c, it, "shank.head_centre", CAROM_MISSING,
                   "needed with head_mass is [x, y], the head's centre of mass, in m");
  const double *centre = item_numbers(it, "shank.head_centre");
  point_mass *point = add_mass(c, it, p, link);
  if (point == NULL)
    return false;
  point->at = point_on_shank(p, link, 1);
  point->at.offset[0] = centre[0] - point->at.along;
  point->at.offset[1] = centre[1];
  point->mass = item_number(it, "shank.head_mass");
  point->inertia = item_number(it, "shank.head_inertia");
  place_mass(rest, point->mass, point->inertia, centre[0], centre[1]);
  return true;
}

// --- Damping ------------------------------------------------------------------------------------

enum { BLOCK_MAX = 1 + 2 * MAX_SHAPES };
typedef double square_matrix[BLOCK_MAX][BLOCK_MAX];

// M = L L'
static void factor(square_matrix M, int n, square_matrix L) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = M[i][j];
      for (int k = 0; k < j; ++k)
        sum -= L[i][k] * L[j][k];
      L[i][j] = i == j ? sqrt(fmax(sum, 0)) : sum / L[j][j];
    }
}

// A = L^-1 K L^-T
static void reduce(square_matrix K, square_matrix L, int n, square_matrix A) {
  square_matrix half;
  for (int c = 0; c < n; ++c)
    for (int i = 0; i < n; ++i) {
      double sum = K[i][c];
      for (int k = 0; k < i; ++k)
        sum -= L[i][k] * half[k][c];
      half[i][c] = sum / L[i][i];
    }
  for (int r = 0; r < n; ++r)
    for (int i = 0; i < n; ++i) {
      double sum = half[r][i];
      for (int k = 0; k < i; ++k)
        sum -= L[i][k] * A[r][k];
      A[r][i] = sum / L[i][i];
    }
}

// Jacobi rotations: A becomes diagonal, V' A V before.
static void diagonalise(square_matrix A, int n, square_matrix V) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      V[i][j] = i == j;
  for (int sweep = 0; sweep < 40; ++sweep)
    for (int a = 0; a < n; ++a)
      for (int b = a + 1; b < n; ++b) {
        if (fabs(A[a][b]) <= 1e-300)
          continue;
        const double angle = atan2(2 * A[a][b], A[b][b] - A[a][a]) / 2;
        const double c = cos(angle);
        const double s = sin(angle);
        for (int k = 0; k < n; ++k) {
          const double x = A[k][a];
          const double y = V[k][a];
          A[k][a] = c * x - s * A[k][b];
          A[k][b] = s * x + c * A[k][b];
          V[k][a] = c * y - s * V[k][b];
          V[k][b] = s * y + c * V[k][b];
        }
        for (int k = 0; k < n; ++k) {
          const double x = A[a][k];
          A[a][k] = c * x - s * A[b][k];
          A[b][k] = s * x + c * A[b][k];
        }
      }
}

// The mass matrix of the undeformed link alone on its pin.
static void block_mass(const mechanism_system *p, int link, square_matrix M) {
  const mechanism_link *l = &p->link[link];
  const int n = 1 + l->axials + l->transverses;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      M[i][j] = 0;
  for (int k = l->first_point; k < l->first_point + l->point_masses; ++k) {
    const point_mass *point = &p->point[k];
    const double x = point->at.along + point->at.offset[0];
    const double y = point->at.offset[1];
    double B[3][BLOCK_MAX] = {{-y}, {x}, {1}};
    for (int i = 0; i < l->axials; ++i)
      B[0][1 + i] = point->at.axial[i];
    for (int i = 0; i < l->transverses; ++i) {
      const int at = 1 + l->axials + i;
      B[0][at] = -point->at.slope[i] * point->at.offset[1];
      B[1][at] = point->at.transverse[i] + point->at.slope[i] * point->at.offset[0];
      B[2][at] = point->at.slope[i];
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        M[i][j] += point->mass * (B[0][i] * B[0][j] + B[1][i] * B[1][j]) +
                   point->inertia * B[2][i] * B[2][j];
  }
}

// C = 2 zeta L V sqrt(diagonal) V' L'; the lowest frequency that is not that of the free turn.
static void add_damping(mechanism_system *p, int link, double ratio) {
  mechanism_link *l = &p->link[link];
  const int n = 1 + l->axials + l->transverses;
  square_matrix M = {{0}};
  square_matrix K = {{0}};
  square_matrix L = {{0}};
  square_matrix A = {{0}};
  square_matrix V = {{0}};
  block_mass(p, link, M);
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < n; ++j)
      K[i][j] = p->stiffness[l->angle + i][l->angle + j];
  factor(M, n, L);
  reduce(K, L, n, A);
  double largest = 0;
  diagonalise(A, n, V);
  for (int k = 0; k < n; ++k)
    largest = fmax(largest, A[k][k]);
  l->frequency = 0;
  for (int k = 0; k < n; ++k) {
    const double omega = A[k][k] > 1e-9 * largest ? sqrt(A[k][k]) : 0;
    double moved[BLOCK_MAX] = {0}; // M times the mode
    if (omega > 0 && (l->frequency == 0 || omega < two_pi * l->frequency))
      l->frequency = omega / two_pi;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        moved[i] += L[i][j] * V[j][k];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        p->damping[l->angle + i][l->angle + j] += 2 * ratio * omega * moved[i] * moved[j];
  }
}

// --- The whole ----------------------------------------------------------------------------------

static bool has_keys(compiler *c, const item *it) {
  static const char *const needed[] = {"shank.diameter", "shank.youngs", "shank.density"};
  for (int i = 0; i < 3; ++i)
    if (!item_has(it, needed[i]))
      return MISTAKE(c, it, needed[i], CAROM_MISSING, "needed with shank.length");
  return true;
}

static bool compile_beam(compiler *c, const item *it, mechanism_system *p, int link,
                         mass_sums *rest) {
  if (!has_keys(c, it) || !add_beam(c, it, p, link, rest) || !add_head(c, it, p, link, rest) ||
      !add_base(c, it, p, link, rest))
    return false;
  add_stiffness(it, p, &p->link[link]);
  add_damping(p, link, item_number(it, "shank.damping_ratio"));
  return true;
}

bool compile_shank(compiler *c, const item *it, mechanism_system *p, int link) {
  mechanism_link *l = &p->link[link];
  mass_sums rest = whole_of(it);
  l->first_point = p->point_masses;
  if (l->transverses == 0 ? !add_base(c, it, p, link, &rest) : !compile_beam(c, it, p, link, &rest))
    return false;
  add_weights(p, link);
  return true;
}
