// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The free part is (theory 14.15 to 14.17), with l = 1 - gamma and alpha = 4 / b^2,
//
//   y = S (1 - x) + sum_k beta_k psi_k,    sum_k c_k beta_k = H(gamma),    c_k = k pi sqrt2
//
// and moves in phase II by the thesis' equations 4.61 and 4.67, which are those of `rules:
// projected` (theory 14.24 and below 14.25) with the products J1 to J4 in closed form (theory 14.19
// to 14.21):
//
//   beta_k'' + a_k gamma'' + q_k = 0,    c.beta'' = H1 gamma'' + H2 gamma'^2
//
// a_k = sum_j J1_jk beta_j + J4_k is what the rate of gamma adds to that of mode k where phases
// switch (theory 14.27 and 14.28).

#include "reproduce/moving_boundary.h"

#include "base/bracket.h"
#include <math.h>

static const double pi = 3.14159265358979324;
const double boundary_width = 0.05;
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
  bracket ends = {.high = b};
  while (bracket_halve(&ends, &s.gamma, pi * sqrt(2) * beta - constraint(s.gamma)))
    ; // H falls with gamma
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

// What the rate of gamma adds to the rate of mode k: sum_j J1_jk beta_j + J4_k at that gamma.
static double coupling_of(int modes, double gamma, const double *beta, int k, unsigned printed) {
  const double l = 1 - gamma;
  const double slope = alpha * (1 - (1 - b) / (l * l));
  const double sum =
      sum_over(first_product, beta, k, l, modes, printed & (PRINTED_4_83 | PRINTED_4_95));
  if (printed & PRINTED_4_95)
    return -sum + sqrt(2) * b * alpha / (k * pi);
  return sum + slope * pow(l, 1.5) * sqrt(2) / (k * pi);
}

boundary boundary_enter(int modes, double gamma, const double *beta, const double *before,
                        unsigned printed) {
  boundary s = {.printed = printed, .modes = modes, .gamma = gamma};
  const double l = 1 - gamma;
  double coupling[BOUNDARY_MODES];
  double force = 0;
  double mass = -alpha * (2.5 * pow(l, 1.5) - (1 - b) / 2 / sqrt(l)); // H1
  for (int k = 1; k <= modes; ++k) {
    s.beta[k - 1] = beta[k - 1];
    coupling[k - 1] = coupling_of(modes, gamma, beta, k, printed);
    force += k * pi * sqrt(2) * before[k - 1];
    mass += k * pi * sqrt(2) * coupling[k - 1];
  }
  s.gamma_rate = force / mass;
  for (int k = 0; k < modes; ++k)
    s.rate[k] = before[k] - coupling[k] * s.gamma_rate;
  return s;
}

void boundary_leave(const boundary *s, double *after, unsigned printed) {
  for (int k = 1; k <= s->modes; ++k)
    after[k - 1] =
        s->rate[k - 1] +
        (printed & PRINTED_4_92
             ? 0
             : coupling_of(s->modes, s->gamma, s->beta, k, AS_CORRECTED) * s->gamma_rate);
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
