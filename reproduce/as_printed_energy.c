// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The energies of the systems from u^n, u^{n-1} and psi^{n-1/2} (theory 1.20 and 2.13). Ends are
// pinned, so that sums over nodes need no boundary terms: <D u, D w> = -<u, Lap w>.

#include "reproduce/as_printed.h"

// What a node stands for: m, m2, or 1 for a mass.
static double cell(const body *a) {
  return a->type == 's' ? a->h : a->type == 'p' ? a->h * a->h : 1;
}

// A mass: M/2 (delta_t- w)^2 + M omega_0^2/2 w^n w^{n-1}.
static double mass_energy(const body *a) {
  const double speed = (a->x[NOW][0] - a->x[BEFORE][0]) / k;
  return a->rho / 2 * (speed * speed + a->omega0 * a->omega0 * a->x[NOW][0] * a->x[BEFORE][0]);
}

// A string or plate, at each node: rho/2 (delta_t- u)^2 - T/2 u^n Lap u^{n-1}
// + EI/2 Lap u^n Lap u^{n-1} + rho sigma_1 k/2 delta_t- u Lap delta_t- u. The last belongs to the
// backward difference in time of the sigma_1 loss.
static double node_energy(const body *a, int i, int j) {
  const double *u = a->x[NOW];
  const double *p = a->x[BEFORE];
  const double lap = as_printed_laplacian(a, u, i, j);
  const double old_lap = as_printed_laplacian(a, p, i, j);
  const double speed = (as_printed_at(a, u, i, j) - as_printed_at(a, p, i, j)) / k;
  return a->rho / 2 * speed * speed - a->T / 2 * as_printed_at(a, u, i, j) * old_lap +
         a->EI / 2 * lap * old_lap + a->rho * a->sigma1 / 2 * speed * (lap - old_lap);
}

// rho k [2 sigma_0 (delta_t. u)^2 - 2 sigma_1 delta_t. u Lap delta_t. u].
static double node_loss(const body *a, int i, int j) {
  const double *next = a->x[NEXT];
  const double *p = a->x[BEFORE];
  const double z = as_printed_at(a, next, i, j) - as_printed_at(a, p, i, j);
  const double lap = as_printed_laplacian(a, next, i, j) - as_printed_laplacian(a, p, i, j);
  return a->rho / (2 * k) * (a->sigma0 * z * z - a->sigma1 * z * lap);
}

static double sum_over(const body *a, double (*term)(const body *a, int i, int j)) {
  double sum = 0;
  for (int j = a->ny > 0; j < a->ny || j == 0; ++j)
    for (int i = 1; i < a->nx; ++i)
      sum += term(a, i, j);
  return cell(a) * sum;
}

// (psi^{n-1/2})^2 / 2, times h for each node along a string; a spring has
// K1/2 (mu_t- eta)^2 + K3/4 (eta^n eta^{n-1})^2.
static double contact_energy(as_printed_state *o, const contact *c) {
  const double eta = as_printed_overlap(o, c, NOW, BR);
  const double old = as_printed_overlap(o, c, BEFORE, BR);
  if (c->law == 's')
    return c->K1 / 8 * (eta + old) * (eta + old) + c->K3 / 4 * eta * eta * old * old;
  if (c->law != 'a')
    return c->psi[BR] * c->psi[BR] / 2;
  double sum = 0;
  for (int l = 1; l < N; ++l)
    sum += c->psi[l] * c->psi[l] / 2;
  return o->body[U].h * sum;
}

double as_printed_energy(as_printed_state *o) {
  double sum = 0;
  for (int i = 0; i < o->bodies; ++i) {
    const body *a = &o->body[i];
    sum += a->type == 'm' ? mass_energy(a) : sum_over(a, node_energy);
  }
  for (int i = 0; i < o->contacts; ++i)
    sum += contact_energy(o, &o->contact[i]);
  return sum;
}

// A mass loses k R (delta_t. w)^2, a spring 2 k sigma_x (delta_t. eta)^2.
double as_printed_loss(as_printed_state *o) {
  double sum = 0;
  for (int i = 0; i < o->bodies; ++i) {
    const body *a = &o->body[i];
    const double z = a->x[NEXT][0] - a->x[BEFORE][0];
    sum += a->type == 'm' ? a->R / (4 * k) * z * z : sum_over(a, node_loss);
  }
  for (int i = 0; i < o->contacts; ++i) {
    const contact *c = &o->contact[i];
    const double D = as_printed_overlap(o, c, NEXT, BR) - as_printed_overlap(o, c, BEFORE, BR);
    sum += c->sigma_x / (2 * k) * D * D;
  }
  return sum;
}
