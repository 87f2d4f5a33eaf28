// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The energy of the tromba marina from n and n + 1, as in as_printed_energy.c (theory 1.20): of
// string and plate
//
//   rho/2 (delta_t- u)^2 - T/2 u^n Lap u^{n-1} + EI/2 Lap u^n Lap u^{n-1}
//   + rho sigma_1 k/2 delta_t- u Lap delta_t- u
//
// for each cell. At a clamped edge u is zero, but not Lap u.

#include "reproduce/instrument.h"

#include "reproduce/instrument_values.h"

/// Values at nodes and h^2 times their Laplacian.
typedef struct {
  double u[PLATE_NODES], laplacian[PLATE_NODES];
} field;

// p times the first less q times the second.
static field string_field(const instrument *a, int first, int second, double p, double q) {
  field f = {{0}, {0}};
  for (int l = 0; l <= STRING_CELLS; ++l)
    f.u[l] = p * a->string[first][l] - q * a->string[second][l];
  instrument_string_laplacian(f.u, f.laplacian);
  return f;
}

static field plate_field(const instrument *a, int first, int second, double p, double q) {
  field f = {{0}, {0}};
  for (int l = 0; l < PLATE_NODES; ++l)
    f.u[l] = p * a->plate[first][l] - q * a->plate[second][l];
  instrument_plate_laplacian(a, f.u, f.laplacian);
  return f;
}

static double product(const double *x, const double *y) {
  double sum = 0;
  for (int l = 0; l < PLATE_NODES; ++l)
    sum += x[l] * y[l];
  return sum;
}

// Of the Laplacian at an edge half belongs to the mirror image.
static double edge_product(const instrument *a, const double *x, const double *y) {
  const double inside = 1 - 1 / instrument_edge_factor(a);
  double edges = 0;
  for (int l = 0; l < PLATE_NODES; ++l) {
    const int i = l % PLATE_ROW;
    const int j = l / PLATE_ROW;
    if (i == 0 || i == PLATE_X || j == 0 || j == PLATE_Y)
      edges += x[l] * y[l];
  }
  return product(x, y) - inside * edges;
}

static double stored_energy(const instrument *a, const medium *m, const field *now,
                            const field *next, const field *speed) {
  const double h2 = m->h * m->h;
  const bool plate = m == &a->plate_medium;
  const double bending = plate ? edge_product(a, now->laplacian, next->laplacian)
                               : product(now->laplacian, next->laplacian);
  return (plate ? h2 : m->h) *
         (m->rho / 2 * product(speed->u, speed->u) -
          m->T / (2 * h2) * product(next->u, now->laplacian) + m->EI / (2 * h2 * h2) * bending +
          m->rho * m->sigma1 * k / (2 * h2) * product(speed->u, speed->laplacian));
}

double instrument_energy(const instrument *a) {
  const field u[] = {string_field(a, NOW, NOW, 1, 0), string_field(a, NEXT, NOW, 1, 0),
                     string_field(a, NEXT, NOW, 1 / k, 1 / k)};
  const field v[] = {plate_field(a, NOW, NOW, 1, 0), plate_field(a, NEXT, NOW, 1, 0),
                     plate_field(a, NEXT, NOW, 1 / k, 1 / k)};
  const double w = (a->bridge[NEXT] - a->bridge[NOW]) / k;
  return stored_energy(a, &a->string_medium, &u[0], &u[1], &u[2]) +
         stored_energy(a, &a->plate_medium, &v[0], &v[1], &v[2]) +
         a->bridge_oscillator.mass / 2 *
             (w * w + a->bridge_oscillator.omega0 * a->bridge_oscillator.omega0 * a->bridge[NEXT] *
                          a->bridge[NOW]) +
         a->foot_psi * a->foot_psi / 2 + a->rattle_psi * a->rattle_psi / 2;
}

// rho k [2 sigma_0 (delta_t. u)^2 - 2 sigma_1 delta_t. u Lap delta_t. u] for each cell.
static double dissipated_energy(const medium *m, double share, const field *speed) {
  return 2 * m->rho * share * k *
         (m->sigma0 * product(speed->u, speed->u) -
          m->sigma1 / (m->h * m->h) * product(speed->u, speed->laplacian));
}

double instrument_loss(const instrument *a) {
  const field u = string_field(a, NEXT, BEFORE, 1 / (2 * k), 1 / (2 * k));
  const field v = plate_field(a, NEXT, BEFORE, 1 / (2 * k), 1 / (2 * k));
  const double w = (a->bridge[NEXT] - a->bridge[BEFORE]) / (2 * k);
  return dissipated_energy(&a->string_medium, a->string_medium.h, &u) +
         dissipated_energy(&a->plate_medium, a->plate_medium.h * a->plate_medium.h, &v) +
         a->bridge_oscillator.mass * a->bridge_oscillator.damping * k * w * w;
}

double instrument_work(const instrument *a) {
  return -k * a->friction * (a->slip + a->bow_speed);
}
