// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The hammer of piano-hammer once more, in another formulation: the shank is one finite element
// with nodal coordinates (stretch e, deflection V and slope B of its end, Hermite's cubics), points
// of the plane are complex numbers, and Hamilton's canonical equations
//
//   q' = M(q)^-1 p,    p' = grad_q (q' . M q' / 2) - grad U - Q
//
// are integrated by the classical Runge-Kutta formula. Nothing of the library is used. A point at
// the fraction xi of the shank, with an offset d that turns with it, is
//
//   z = exp(i theta) rho + exp(i (theta + psi)) d,    psi = v'(xi)
//   rho = from + xi (l + e) - int v'^2 ds / 2 + i v

#ifndef CAROM_TEST_HAMMER_ORACLE_H
#define CAROM_TEST_HAMMER_ORACLE_H

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/// i, as a double.
#define IM ((double complex)I)

enum { ORACLE_MODES = 40, ORACLE_GAUSS = 8, ORACLE_SIZE = 8 + 2 * ORACLE_MODES };

/// Constants: SI units.
typedef struct {
  double from, length, EA, EI, rho_A, rho_I;
  double base_inertia; // about the pin
  double head_mass, head_inertia;
  double complex head, nose; // offsets from the shank's end
  double a, b, c, d, radius, friction, threshold;
  double height;
  bool stop; // no string
  double left, string, shape, omega[ORACLE_MODES];
  const double (*torque)[2]; // breakpoints
  int torques;
} hammer_oracle;

/// theta, e, V, B, their momenta, then the string's modes and velocities.
typedef struct {
  double y[ORACLE_SIZE];
} oracle_state;

/// What the contact does.
typedef struct {
  double force, x, slip, touch[4], rub[4], weight[ORACLE_MODES];
} oracle_contact;

// --- Points -------------------------------------------------------------------------------------

/// A point, its derivatives by the coordinates, and those of its velocity.
typedef struct {
  double complex z, by[4], velocity, velocity_by[4];
  double turn[4]; // of theta + psi
} oracle_point;

static inline oracle_point oracle_at(const hammer_oracle *h, const double *q, const double *v,
                                     double xi, double complex d) {
  const double l = h->length;
  const double x2 = xi * xi;
  const double x3 = x2 * xi;
  const double n[2] = {3 * x2 - 2 * x3, l * (x3 - x2)};
  const double s[2] = {6 * (xi - x2) / l, 3 * x2 - 2 * xi};
  const double mixed = -4 * x3 + 7.5 * x2 * x2 - 3.6 * x2 * x3;
  const double F[2][2] = {{36 / l * (x3 / 3 - x2 * x2 / 2 + x2 * x3 / 5), mixed},
                          {mixed, l * (1.8 * x2 * x3 - 3 * x2 * x2 + 4 * x3 / 3)}};
  const double bent[2] = {F[0][0] * q[2] + F[0][1] * q[3], F[1][0] * q[2] + F[1][1] * q[3]};
  const double complex rho = h->from + xi * (l + q[1]) - (bent[0] * q[2] + bent[1] * q[3]) / 2 +
                             IM * (n[0] * q[2] + n[1] * q[3]);
  const double complex rho_by[3] = {xi, -bent[0] + IM * n[0], -bent[1] + IM * n[1]};
  const double complex frame = cexp(IM * q[0]);
  const double complex arm = cexp(IM * (q[0] + s[0] * q[2] + s[1] * q[3])) * d;
  const double spin = v[0] + s[0] * v[2] + s[1] * v[3];
  oracle_point p = {.z = frame * rho + arm, .turn = {1, 0, s[0], s[1]}};
  double complex flow = 0;
  p.by[0] = IM * p.z;
  for (int k = 0; k < 3; ++k) {
    p.by[k + 1] = frame * rho_by[k] + IM * p.turn[k + 1] * arm;
    flow += rho_by[k] * v[k + 1];
  }
  p.velocity = frame * (IM * v[0] * rho + flow) + IM * spin * arm;
  p.velocity_by[0] = IM * p.velocity;
  p.velocity_by[1] = frame * IM * v[0] * rho_by[0];
  for (int k = 0; k < 2; ++k)
    p.velocity_by[k + 2] =
        frame * (IM * v[0] * rho_by[k + 1] - F[k][0] * v[2] - F[k][1] * v[3]) - spin * s[k] * arm;
  return p;
}

static inline double oracle_dot(double complex a, double complex b) {
  return creal(conj(a) * b);
}

// --- Energies -----------------------------------------------------------------------------------

static const double oracle_gauss[ORACLE_GAUSS / 2][2] = {{0.1834346424956498, 0.3626837833783620},
                                                         {0.5255324099163290, 0.3137066458778873},
                                                         {0.7966664774136267, 0.2223810344533745},
                                                         {0.9602898564975363, 0.1012285362903763}};

/// M(q), and grad_q of v . M(q) v / 2.
typedef struct {
  double M[4][4], gradient[4];
} oracle_inertia;

static inline void oracle_add(oracle_inertia *i, const oracle_point *p, double mass,
                              double inertia) {
  for (int j = 0; j < 4; ++j) {
    for (int k = 0; k < 4; ++k)
      i->M[j][k] += mass * oracle_dot(p->by[j], p->by[k]) + inertia * p->turn[j] * p->turn[k];
    i->gradient[j] += mass * oracle_dot(p->velocity, p->velocity_by[j]);
  }
}

static inline oracle_inertia oracle_inertia_at(const hammer_oracle *h, const double *q,
                                               const double *v) {
  oracle_inertia i = {0};
  i.M[0][0] = h->base_inertia;
  for (int k = 0; k < ORACLE_GAUSS; ++k) {
    const double *rule = oracle_gauss[k / 2];
    const double xi = (1 + (k % 2 == 0 ? rule[0] : -rule[0])) / 2;
    const oracle_point p = oracle_at(h, q, v, xi, 0);
    const double part = rule[1] / 2 * h->length;
    oracle_add(&i, &p, h->rho_A * part, h->rho_I * part);
  }
  const oracle_point head = oracle_at(h, q, v, 1, h->head);
  oracle_add(&i, &head, h->head_mass, h->head_inertia);
  return i;
}

// Gaussian elimination without pivots, as M is positive.
static inline void oracle_divide(double M[4][4], const double *right, double *x) {
  memcpy(x, right, 4 * sizeof *x);
  for (int k = 0; k < 4; ++k)
    for (int i = k + 1; i < 4; ++i) {
      const double f = M[i][k] / M[k][k];
      for (int j = k; j < 4; ++j)
        M[i][j] -= f * M[k][j];
      x[i] -= f * x[k];
    }
  for (int i = 3; i >= 0; --i) {
    for (int j = i + 1; j < 4; ++j)
      x[i] -= M[i][j] * x[j];
    x[i] /= M[i][i];
  }
}

static inline void oracle_velocities(const hammer_oracle *h, const double *y, double *v) {
  static const double rest[4] = {0};
  oracle_inertia i = oracle_inertia_at(h, y, rest);
  oracle_divide(i.M, y + 4, v);
}

// --- Contact ------------------------------------------------------------------------------------

static inline oracle_contact oracle_touch(const hammer_oracle *h, const double *y,
                                          const double *v) {
  const oracle_point p = oracle_at(h, y, v, 1, h->nose);
  const double *modes = y + 8;
  const double *speeds = modes + ORACLE_MODES;
  oracle_contact c = {.x = creal(p.z)};
  double w = 0;
  double slope = 0;
  double rate = 0;
  for (int j = 0; j < ORACLE_MODES && !h->stop; ++j) {
    const double beta = (j + 1) * M_PI / h->string;
    c.weight[j] = h->shape * sin(beta * (c.x - h->left));
    w += modes[j] * c.weight[j];
    rate += speeds[j] * c.weight[j];
    slope += modes[j] * h->shape * beta * cos(beta * (c.x - h->left));
  }
  const double D = h->radius + cimag(p.z) - h->height - w;
  const double closing = cimag(p.velocity) - rate - slope * creal(p.velocity);
  if (D > 0)
    c.force = fmax(0, D * (h->c + D * (h->b + D * h->a)) * (1 + h->d * closing));
  for (int k = 0; k < 4; ++k) {
    c.touch[k] = cimag(p.by[k]) - slope * creal(p.by[k]);
    c.rub[k] = creal(p.by[k]) - h->radius * p.turn[k];
    c.slip += c.rub[k] * v[k];
  }
  return c;
}

// --- Motion -------------------------------------------------------------------------------------

static inline double oracle_torque(const hammer_oracle *h, double t) {
  for (int i = 1; i < h->torques; ++i) {
    const double *from = h->torque[i - 1];
    const double *to = h->torque[i];
    if (t >= from[0] && t <= to[0])
      return from[1] + (to[1] - from[1]) * (t - from[0]) / (to[0] - from[0]);
  }
  return 0;
}

static inline void oracle_slope(const hammer_oracle *h, double t, const double *y, double *dy) {
  const double l = h->length;
  double *v = dy;
  oracle_velocities(h, y, v);
  const oracle_inertia i = oracle_inertia_at(h, y, v);
  const oracle_contact c = oracle_touch(h, y, v);
  const double rub = h->friction * c.force * tanh(c.slip / h->threshold);
  const double elastic[4] = {0, h->EA / l * y[1], h->EI / (l * l * l) * (12 * y[2] - 6 * l * y[3]),
                             h->EI / (l * l * l) * (4 * l * l * y[3] - 6 * l * y[2])};
  for (int k = 0; k < 4; ++k)
    dy[4 + k] = i.gradient[k] - elastic[k] - c.force * c.touch[k] - rub * c.rub[k];
  dy[4] += oracle_torque(h, t);
  for (int j = 0; j < ORACLE_MODES; ++j) {
    const double omega = h->omega[j];
    dy[8 + j] = y[8 + ORACLE_MODES + j];
    dy[8 + ORACLE_MODES + j] = c.force * c.weight[j] - omega * omega * y[8 + j];
  }
}

static inline void oracle_step(const hammer_oracle *h, double t, double k, oracle_state *s) {
  static const double weight[4] = {1, 2, 2, 1};
  static const double part[4] = {0, 0.5, 0.5, 1};
  const int size = h->stop ? 8 : ORACLE_SIZE;
  double slope[ORACLE_SIZE] = {0};
  double sum[ORACLE_SIZE] = {0};
  for (int stage = 0; stage < 4; ++stage) {
    double y[ORACLE_SIZE] = {0};
    for (int i = 0; i < size; ++i)
      y[i] = s->y[i] + part[stage] * k * slope[i];
    oracle_slope(h, t + part[stage] * k, y, slope);
    for (int i = 0; i < size; ++i)
      sum[i] += weight[stage] * slope[i];
  }
  for (int i = 0; i < size; ++i)
    s->y[i] += k / 6 * sum[i];
}

#endif
