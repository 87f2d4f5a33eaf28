// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The equations of the moving boundary in phase II (theory 14.18 to 14.28). With y,g = dy/dgamma at
// constant beta, a_k = <y,g , psi_k> and m = <y,g , y,g>, the energies are
//
//   2 T = |beta'|^2 + 2 gamma' a.beta' + m gamma'^2
//   2 V = int_0^gamma y_B'^2 dx + S^2 l + sum (k pi / l)^2 beta_k^2
//
// and Lagrange's equations in (beta, gamma) with the multiplier lambda of c.beta = H(gamma)
//
//   beta'' + a gamma'' + q = lambda c,    a.beta'' + m gamma'' + r = -lambda H'
//   q_k = 2 gamma' sum_j J1_jk beta_j' + gamma'^2 (sum_j J2_jk beta_j + J3_k) + (k pi / l)^2 beta_k
//   r = gamma' m_beta.beta' + gamma'^2 m,g / 2 + V,g
//
// keep the energy. Rules `projected` drop the second equation and lambda: these are the thesis'
// (4.61) with the sums put right. Rules `thesis` have the sums as printed, in which beta_k stands
// outside.

#include "methods/wrap/moving_boundary.h"

#include "base/bracket.h"
#include "base/constants.h"
#include <math.h>

wrap_geometry wrap_geometry_at(const wrap_system *p, double gamma) {
  const double l = 1 - gamma;
  const double root = sqrt(l);
  const double rest = 1 - p->b;
  return (wrap_geometry){.l = l,
                         .S = p->alpha * gamma * (p->b - gamma) / l,
                         .S1 = p->alpha * (1 - rest / (l * l)),
                         .S2 = -2 * p->alpha * rest / (l * l * l),
                         .H = p->alpha * root * (l * l - rest),
                         .H1 = -p->alpha * (2.5 * l * root - 0.5 * rest / root),
                         .H2 = p->alpha * (3.75 * root + 0.25 * rest / (l * root))};
}

void wrap_tables(wrap_system *p) {
  for (int j = 1; j <= p->modes; ++j) {
    p->c[j - 1] = j * pi * sqrt(2);
    for (int k = 1; k <= p->modes; ++k) {
      const double squares = (double)(j * j - k * k);
      const double J1 = j == k ? 0 : 2 * j * k / squares;
      const double J2 = j == k ? -(0.25 + j * j * pi * pi / 3)
                               : -2.0 * j * k * (j * j + 3 * k * k) / (squares * squares);
      p->J1[j - 1][k - 1] = J1;
      p->J2[j - 1][k - 1] = J2;
      p->K[j - 1][k - 1] = J1 - J2;
    }
  }
}

static double dot(const wrap_system *p, const double *x, const double *y) {
  double sum = 0;
  for (int k = 0; k < p->modes; ++k)
    sum += x[k] * y[k];
  return sum;
}

double wrap_tangent(const wrap_system *p, const double *x) {
  return dot(p, p->c, x);
}

double wrap_contact(const wrap_system *p, const double *beta, double guess) {
  const double wanted = wrap_tangent(p, beta);
  double gamma = guess;
  bracket b = {.low = p->gamma1, .high = p->gamma2, .size = 1}; // gamma is 1 - l
  wrap_geometry g = wrap_geometry_at(p, gamma);
  while (bracket_newton(&b, &gamma, wanted - g.H, -g.H1)) // H falls with gamma
    g = wrap_geometry_at(p, gamma);
  return gamma;
}

// --- Integrals ----------------------------------------------------------------------------------

// <1 - x, psi_k> = l^(3/2) sqrt2 / (k pi), without the power of l.
static double ramp(int k) {
  return sqrt(2) / ((k + 1) * pi);
}

// sum_j table[j][k] x_j, or, as printed, x_k sum_j table[j][k]: the thesis moved x out of the sum.
static double couple(const wrap_system *p, const double table[][WRAP_MODES], const double *x,
                     int k) {
  double sum = 0;
  for (int j = 0; j < p->modes; ++j)
    sum += table[j][k] * (p->rules == RULES_THESIS ? x[k] : x[j]);
  return sum;
}

void wrap_coupling(const wrap_system *p, const wrap_point *at, double *a) {
  const wrap_geometry g = wrap_geometry_at(p, at->gamma);
  for (int k = 0; k < p->modes; ++k) {
    a[k] = g.S1 * g.l * sqrt(g.l) * ramp(k);
    for (int j = 0; j < p->modes; ++j)
      a[k] += p->J1[j][k] / g.l * at->beta[j];
  }
}

// beta.K beta and sum beta_k ramp_k
static void forms(const wrap_system *p, const double *beta, double *square, double *line) {
  *square = *line = 0;
  for (int j = 0; j < p->modes; ++j) {
    *line += beta[j] * ramp(j);
    for (int k = 0; k < p->modes; ++k)
      *square += beta[j] * p->K[j][k] * beta[k];
  }
}

double wrap_inertia(const wrap_system *p, const wrap_point *at) {
  const wrap_geometry g = wrap_geometry_at(p, at->gamma);
  double square = 0;
  double line = 0;
  forms(p, at->beta, &square, &line);
  return square / (g.l * g.l) - 3 * g.S1 * sqrt(g.l) * line + g.S1 * g.S1 * g.l * g.l * g.l / 3;
}

// --- Accelerations ------------------------------------------------------------------------------

// q of the equations above.
static void mode_forces(const wrap_system *p, const wrap_point *at, const wrap_geometry *g,
                        double *q) {
  const double speed = at->gamma_speed;
  const double l = g->l;
  for (int k = 0; k < p->modes; ++k) {
    const double omega = (k + 1) * pi / l;
    q[k] =
        2 * speed * couple(p, p->J1, at->beta_speed, k) / l + omega * omega * at->beta[k] +
        speed * speed * (couple(p, p->J2, at->beta, k) / (l * l) + g->S2 * l * sqrt(l) * ramp(k));
  }
}

// r of the equations above.
static double boundary_force(const wrap_system *p, const wrap_point *at, const wrap_geometry *g) {
  const double l = g->l;
  const double speed = at->gamma_speed;
  double square = 0;
  double line = 0;
  forms(p, at->beta, &square, &line);
  double turned = 0; // m_beta.beta'
  double pull = 0;   // sum (k pi beta_k)^2
  for (int k = 0; k < p->modes; ++k) {
    double sum = 0;
    for (int j = 0; j < p->modes; ++j)
      sum += p->K[k][j] * at->beta[j];
    turned += at->beta_speed[k] * (2 * sum / (l * l) - 3 * g->S1 * sqrt(l) * ramp(k));
    pull += p->c[k] * p->c[k] / 2 * at->beta[k] * at->beta[k];
  }
  const double change = 2 * square / (l * l * l) -
                        3 * line * (g->S2 * sqrt(l) - 0.5 * g->S1 / sqrt(l)) +
                        2 * g->S1 * g->S2 * l * l * l / 3 - g->S1 * g->S1 * l * l; // dm/dgamma
  const double slope = p->alpha * (p->b - 2 * at->gamma);
  const double rise =
      slope * slope / 2 + g->S * g->S1 * l - g->S * g->S / 2 + pull / (l * l * l); // dV/dgamma
  return speed * turned + speed * speed * change / 2 + rise;
}

void wrap_accelerate(const wrap_system *p, const wrap_point *at, double *beta, double *gamma) {
  const wrap_geometry g = wrap_geometry_at(p, at->gamma);
  double a[WRAP_MODES];
  double q[WRAP_MODES];
  wrap_coupling(p, at, a);
  if (p->rules == RULES_THESIS)
    for (int k = 0; k < p->modes; ++k)
      a[k] = couple(p, p->J1, at->beta, k) / g.l + g.S1 * g.l * sqrt(g.l) * ramp(k);
  mode_forces(p, at, &g, q);
  const double ca = g.H1 + wrap_tangent(p, a);
  const double cq = wrap_tangent(p, q) + g.H2 * at->gamma_speed * at->gamma_speed;
  double lambda = 0;
  if (p->rules == RULES_CONSISTENT) {
    const double cc = wrap_tangent(p, p->c);
    const double mass = wrap_inertia(p, at) - dot(p, a, a) + ca * ca / cc;
    *gamma = (dot(p, a, q) - boundary_force(p, at, &g) - ca * cq / cc) / mass;
    lambda = (ca * *gamma + cq) / cc;
  } else {
    *gamma = -cq / ca;
  }
  for (int k = 0; k < p->modes; ++k)
    beta[k] = lambda * p->c[k] - a[k] * *gamma - q[k];
}

// --- Energies -----------------------------------------------------------------------------------

double wrap_kinetic(const wrap_system *p, const wrap_motion *f) {
  const wrap_point *at = &f->at;
  const double modes = dot(p, at->beta_speed, at->beta_speed) / 2;
  if (f->phase != PHASE_WRAPPING)
    return modes;
  double a[WRAP_MODES];
  wrap_coupling(p, at, a);
  return modes + at->gamma_speed * dot(p, a, at->beta_speed) +
         wrap_inertia(p, at) * at->gamma_speed * at->gamma_speed / 2;
}

// int_0^x y_B'^2 dx
static double bent(const wrap_system *p, double x) {
  const double rest = p->b - 2 * x;
  return p->alpha * p->alpha * (p->b * p->b * p->b - rest * rest * rest) / 6;
}

double wrap_potential(const wrap_system *p, const wrap_motion *f) {
  const wrap_geometry g = wrap_geometry_at(p, f->at.gamma);
  const double start = p->alpha * (p->b - p->gamma1); // slope of the string before the bridge
  double twice =
      start * start * p->gamma1 + bent(p, f->at.gamma) - bent(p, p->gamma1) + g.S * g.S * g.l;
  for (int k = 0; k < p->modes; ++k) {
    const double stretch = (k + 1) * pi / g.l * f->at.beta[k];
    twice += stretch * stretch;
  }
  return twice / 2;
}

// --- Switches -----------------------------------------------------------------------------------

void wrap_leave(const wrap_system *p, wrap_point *at) {
  double a[WRAP_MODES];
  wrap_coupling(p, at, a);
  for (int k = 0; p->rules != RULES_THESIS && k < p->modes; ++k)
    at->beta_speed[k] += a[k] * at->gamma_speed;
  at->gamma_speed = 0;
}

// The coupling of (4.83) and (4.95) as printed: beta_k outside the sum, J1_kj and the wrong sign
// and factor of the second term in (4.95).
static void printed_coupling(const wrap_system *p, const wrap_point *at, wrap_phase from,
                             double *a) {
  const wrap_geometry g = wrap_geometry_at(p, at->gamma);
  for (int k = 0; k < p->modes; ++k) {
    const double sum = couple(p, p->J1, at->beta, k) / g.l;
    a[k] = from == PHASE_FREE ? sum + g.S1 * g.l * sqrt(g.l) * ramp(k)
                              : -sum + p->alpha * p->b * ramp(k);
  }
}

void wrap_enter(const wrap_system *p, wrap_point *at, wrap_phase from) {
  const wrap_geometry g = wrap_geometry_at(p, at->gamma);
  double a[WRAP_MODES];
  wrap_coupling(p, at, a);
  if (p->rules == RULES_THESIS)
    printed_coupling(p, at, from, a);
  at->gamma_speed = wrap_tangent(p, at->beta_speed) / (g.H1 + wrap_tangent(p, a));
  for (int k = 0; k < p->modes; ++k)
    at->beta_speed[k] -= a[k] * at->gamma_speed;
}

// --- The bridge ---------------------------------------------------------------------------------

// Curvature 2 alpha where the string lies on it, and a corner at each end of it.
double wrap_force(const wrap_system *p, const wrap_motion *f) {
  const wrap_geometry g = wrap_geometry_at(p, f->at.gamma);
  const double leaves = wrap_tangent(p, f->at.beta) / (g.l * sqrt(g.l)) - g.S;
  const double arrives = p->gamma1 > 0 ? p->alpha * (p->b - p->gamma1) // straight from its end
                         : f->phase == PHASE_FREE ? leaves             // held by the end itself
                                                  : p->alpha * p->b;
  return arrives - leaves;
}
