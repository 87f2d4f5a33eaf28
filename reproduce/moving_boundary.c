// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// With l = 1 - gamma, xi = (x - gamma) / l, alpha = 4 / b^2 and psi_k = sqrt(2 / l) sin(k pi xi)
// the free part is y = S (1 - x) + sum_k psi_k beta_k, S = alpha gamma (b - gamma) / l, where
//
//   beta_k'' + 2 gamma' sum_j J1_jk beta_j' + (k pi / l)^2 beta_k
//     + sum_j (J1_jk gamma'' + J2_jk gamma'^2) beta_j + J4_k gamma'' + J3_k gamma'^2 = 0   (4.61)
//   sum_k k pi sqrt2 beta_k = H(gamma) = alpha (l^(5/2) - (1 - b) l^(1/2))                 (4.65)
//
// and twice differentiated, c.beta'' = H1 gamma'' + H2 gamma'^2, c_k = k pi sqrt2 (4.67). In closed
// form J1_jk = 2 j k / ((j^2 - k^2) l), J2_jk = -2 j k (j^2 + 3 k^2) / ((j^2 - k^2) l)^2, on the
// diagonal 0 and -(1/4 + k^2 pi^2 / 3) / l^2, J4_k = S' l^(3/2) sqrt2 / (k pi), J3_k the same with
// S''.

#include "reproduce/moving_boundary.h"

#include <math.h>

static const double pi = 3.14159265358979324;
static const double b = 0.05;
static const double alpha = 1600; // 4 / b^2

static double constraint(double gamma) {
  const double l = 1 - gamma;
  return alpha * (pow(l, 2.5) - (1 - b) * sqrt(l));
}

// j and k count from 1.
static double first_product(int j, int k, double l) {
  return j == k ? 0 : 2.0 * j * k / ((j * j - k * k) * l);
}

static double second_product(int j, int k, double l) {
  const double d = (j * j - k * k) * l;
  return j == k ? -(0.25 + k * k * pi * pi / 3) / (l * l)
                : -2.0 * j * k * (j * j + 3 * k * k) / (d * d);
}

// sum_j table_jk x_j, or x_k sum_j table_jk where it is printed so.
static double sum_over(double (*table)(int, int, double), const double *x, int k, double l,
                       int modes, unsigned outside) {
  double sum = 0;
  for (int j = 1; j <= modes; ++j)
    sum += table(j, k, l) * x[outside ? k - 1 : j - 1];
  return sum;
}

/// beta_k'' = -rest_k - coupling_k gamma''.
typedef struct {
  double rest[BOUNDARY_MODES], coupling[BOUNDARY_MODES];
} equations;

static equations equations_of(const boundary *s) {
  equations e = {{0}, {0}};
  const double l = 1 - s->gamma;
  const double v = s->gamma_rate;
  const double slope = alpha * (1 - (1 - b) / (l * l));     // S'
  const double bend = -2 * alpha * (1 - b) / (l * l * l);   // S''
  const double sign = s->printed & PRINTED_4_60 ? -1 : 1;   // of the right side
  const double turned = s->printed & PRINTED_4_62 ? -1 : 1; // J1 is antisymmetric
  const unsigned outside = s->printed & PRINTED_4_61;
  for (int k = 1; k <= s->modes; ++k) {
    const double whole = pow(l, 1.5) * sqrt(2) / (k * pi);
    const double w = k * pi / l;
    e.rest[k - 1] =
        turned * 2 * v * sum_over(first_product, s->rate, k, l, s->modes, outside) +
        w * w * s->beta[k - 1] +
        v * v * (sum_over(second_product, s->beta, k, l, s->modes, outside) + sign * bend * whole);
    e.coupling[k - 1] =
        sum_over(first_product, s->beta, k, l, s->modes, outside) + sign * slope * whole;
  }
  return e;
}

// Rates of beta, beta', gamma and gamma', in a boundary of their own.
static boundary rates_of(const boundary *s) {
  const equations e = equations_of(s);
  const double l = 1 - s->gamma;
  const double H1 = -alpha * (2.5 * pow(l, 1.5) - (1 - b) / 2 / sqrt(l));
  const double H2 = alpha * (3.75 * sqrt(l) + (1 - b) / 4 / pow(l, 1.5));
  double force = H2 * s->gamma_rate * s->gamma_rate;
  double mass = H1;
  for (int k = 1; k <= s->modes; ++k) {
    force += k * pi * sqrt(2) * e.rest[k - 1];
    mass += k * pi * sqrt(2) * e.coupling[k - 1];
  }
  boundary d = {.modes = s->modes, .gamma = s->gamma_rate, .gamma_rate = -force / mass};
  for (int k = 0; k < s->modes; ++k) {
    d.beta[k] = s->rate[k];
    d.rate[k] = -e.rest[k] - e.coupling[k] * d.gamma_rate;
  }
  return d;
}

static boundary add(const boundary *s, const boundary *rates, double factor) {
  boundary sum = *s;
  for (int k = 0; k < s->modes; ++k) {
    sum.beta[k] += factor * rates->beta[k];
    sum.rate[k] += factor * rates->rate[k];
  }
  sum.gamma += factor * rates->gamma;
  sum.gamma_rate += factor * rates->gamma_rate;
  return sum;
}

void boundary_step(boundary *s, double step) {
  const boundary k1 = rates_of(s);
  const boundary s2 = add(s, &k1, step / 2);
  const boundary k2 = rates_of(&s2);
  const boundary s3 = add(s, &k2, step / 2);
  const boundary k3 = rates_of(&s3);
  const boundary s4 = add(s, &k3, step);
  const boundary k4 = rates_of(&s4);
  boundary sum = add(s, &k1, step / 6);
  sum = add(&sum, &k2, step / 3);
  sum = add(&sum, &k3, step / 3);
  *s = add(&sum, &k4, step / 6);
}

boundary boundary_start(int modes, double beta, unsigned printed) {
  boundary s = {.printed = printed, .modes = modes, .beta = {beta}};
  double low = 0;
  double high = b;
  for (int i = 0; i < 60; ++i) { // H falls with gamma
    s.gamma = (low + high) / 2;
    if (constraint(s.gamma) > pi * sqrt(2) * beta)
      low = s.gamma;
    else
      high = s.gamma;
  }
  return s;
}

double boundary_place(const boundary *s, double x) {
  const double l = 1 - s->gamma;
  double y = alpha * s->gamma * (b - s->gamma) / l * (1 - x);
  for (int k = 1; k <= s->modes; ++k)
    y += sqrt(2 / l) * sin(k * pi * (x - s->gamma) / l) * s->beta[k - 1];
  return y;
}

double boundary_velocity(const boundary *s, double x) {
  const double g = s->gamma;
  const double l = 1 - g;
  const double xi = (x - g) / l;
  const double twice = s->printed & PRINTED_4_69 ? 2 * g : 2 * g * (g - 1);
  double v = alpha * (x - 1) * ((g - 1) * b - twice - (b * g - g * g)) / (l * l) * s->gamma_rate;
  for (int k = 1; k <= s->modes; ++k) {
    const double size = sqrt(2 / l);
    const double moved = size * (sin(k * pi * xi) / 2 + k * pi * cos(k * pi * xi) * (xi - 1)) / l;
    v += size * sin(k * pi * xi) * s->rate[k - 1] + moved * s->beta[k - 1] * s->gamma_rate;
  }
  return v;
}

boundary boundary_enter(int modes, const double *beta, const double *before, unsigned printed) {
  boundary s = {.printed = printed, .modes = modes};
  const unsigned outside = printed & PRINTED_4_83;
  double coupling[BOUNDARY_MODES];
  double force = 0;
  double mass = -alpha * (2.5 - (1 - b) / 2); // H1 at gamma = 0
  for (int k = 1; k <= modes; ++k) {
    s.beta[k - 1] = beta[k - 1];
    coupling[k - 1] =
        sum_over(first_product, beta, k, 1, modes, outside) + sqrt(2) * b * alpha / (k * pi);
    force += k * pi * sqrt(2) * before[k - 1];
    mass += k * pi * sqrt(2) * coupling[k - 1];
  }
  s.gamma_rate = force / mass;
  for (int k = 0; k < modes; ++k)
    s.rate[k] = before[k] - coupling[k] * s.gamma_rate;
  return s;
}

double boundary_kinetic(const boundary *s) {
  enum { INTERVALS = 2000 };
  const double l = 1 - s->gamma;
  double sum = 0;
  for (int i = 0; i <= INTERVALS; ++i) {
    const double v = boundary_velocity(s, s->gamma + l * i / INTERVALS);
    sum += (i == 0 || i == INTERVALS ? 1 : i % 2 == 1 ? 4 : 2) * v * v;
  }
  return sum * l / INTERVALS / 3 / 2;
}
