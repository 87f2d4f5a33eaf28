// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The energy of the tromba marina from n and n + 1, as in as_printed_energy.c: of string and plate
//
//   rho/2 (delta_t- u)^2 - T/2 u^n Lap u^{n-1} + EI/2 Lap u^n Lap u^{n-1}
//   + rho sigma_1 k/2 delta_t- u Lap delta_t- u
//
// for each cell. At a clamped edge u is zero, but not Lap u.

#include "reproduce/instrument.h"

static const double k = 1.0 / 44100;

/// Values at nodes and h^2 times their Laplacian.
typedef struct {
  double u[PLATE_NODES], bend[PLATE_NODES];
} field;

// p times the first less q times the second.
static field string_field(const instrument *a, int first, int second, double p, double q) {
  field f = {{0}, {0}};
  for (int l = 0; l <= STRING_CELLS; ++l)
    f.u[l] = p * a->string[first][l] - q * a->string[second][l];
  instrument_bend_string(f.u, f.bend);
  return f;
}

static field plate_field(const instrument *a, int first, int second, double p, double q) {
  field f = {{0}, {0}};
  for (int l = 0; l < PLATE_NODES; ++l)
    f.u[l] = p * a->plate[first][l] - q * a->plate[second][l];
  instrument_bend_plate(a, f.u, f.bend);
  return f;
}

static double product(const double *x, const double *y) {
  double sum = 0;
  for (int l = 0; l < PLATE_NODES; ++l)
    sum += x[l] * y[l];
  return sum;
}

// The bends of edges belong half to the mirror image.
static double bending(const instrument *a, const double *x, const double *y) {
  const double inside = 1 - 1 / instrument_edge(a);
  double edges = 0;
  for (int l = 0; l < PLATE_NODES; ++l) {
    const int i = l % PLATE_ROW;
    const int j = l / PLATE_ROW;
    if (i == 0 || i == PLATE_X || j == 0 || j == PLATE_Y)
      edges += x[l] * y[l];
  }
  return product(x, y) - inside * edges;
}

static double stored(const instrument *a, const medium *m, const field *now, const field *next,
                     const field *speed) {
  const double h2 = m->h * m->h;
  const bool plate = m == &a->board;
  const double bend = plate ? bending(a, now->bend, next->bend) : product(now->bend, next->bend);
  return (plate ? h2 : m->h) *
         (m->rho / 2 * product(speed->u, speed->u) - m->T / (2 * h2) * product(next->u, now->bend) +
          m->EI / (2 * h2 * h2) * bend +
          m->rho * m->sigma1 * k / (2 * h2) * product(speed->u, speed->bend));
}

double instrument_energy(const instrument *a) {
  const field u[] = {string_field(a, NOW, NOW, 1, 0), string_field(a, NEXT, NOW, 1, 0),
                     string_field(a, NEXT, NOW, 1 / k, 1 / k)};
  const field v[] = {plate_field(a, NOW, NOW, 1, 0), plate_field(a, NEXT, NOW, 1, 0),
                     plate_field(a, NEXT, NOW, 1 / k, 1 / k)};
  const double w = (a->bridge[NEXT] - a->bridge[NOW]) / k;
  return stored(a, &a->wire, &u[0], &u[1], &u[2]) + stored(a, &a->board, &v[0], &v[1], &v[2]) +
         a->post.mass / 2 *
             (w * w + a->post.omega0 * a->post.omega0 * a->bridge[NEXT] * a->bridge[NOW]) +
         a->foot_psi * a->foot_psi / 2 + a->rattle_psi * a->rattle_psi / 2;
}

// rho k [2 sigma_0 (delta_t. u)^2 - 2 sigma_1 delta_t. u Lap delta_t. u] for each cell.
static double rubbed(const medium *m, double share, const field *speed) {
  return 2 * m->rho * share * k *
         (m->sigma0 * product(speed->u, speed->u) -
          m->sigma1 / (m->h * m->h) * product(speed->u, speed->bend));
}

double instrument_loss(const instrument *a) {
  const field u = string_field(a, NEXT, BEFORE, 1 / (2 * k), 1 / (2 * k));
  const field v = plate_field(a, NEXT, BEFORE, 1 / (2 * k), 1 / (2 * k));
  const double w = (a->bridge[NEXT] - a->bridge[BEFORE]) / (2 * k);
  return rubbed(&a->wire, a->wire.h, &u) + rubbed(&a->board, a->board.h * a->board.h, &v) +
         a->post.mass * a->post.damping * k * w * w;
}

double instrument_work(const instrument *a) {
  return -k * a->friction * (a->slip + a->bow_speed);
}
