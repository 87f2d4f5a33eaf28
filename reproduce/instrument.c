// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A step of the tromba marina by the application's equations (theory 1.2, 1.3, 2.6, 2.7 and 5.1).
// The string
//
//   rho A d_tt u = T d_xx u - E I d_xxxx u - 2 rho A (sigma_0 d_t u - sigma_1 d_t d_xx u) + ...
//
// is pinned; the plate has D Lap^2 in place of the bending, and no tension; the bridge is a mass on
// a spring. The string carries the friction -F_B sqrt(2 a) v exp(1/2 - a v^2) of the bow, v = d_t u
// - v_B. The foot is a two-sided power law between bridge and string, the rattle a one-sided one
// between plate and bridge; both step psi = sqrt(2 phi) by psi+ = psi + g D/2, as as_printed.h.

#include "reproduce/instrument.h"

#include "base/bracket.h"
#include "base/kernel.h"
#include "reproduce/instrument_values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// --- Each body by itself ------------------------------------------------------------------------

// h^2 delta_xx u; zero at the pinned ends.
void instrument_string_laplacian(const double *u, double *laplacian) {
  for (int l = 1; l < STRING_CELLS; ++l)
    laplacian[l] = u[l + 1] - 2 * u[l] + u[l - 1];
}

// k^2 times the string's acceleration without its sigma_0 loss.
INLINE double string_acceleration(const instrument *a, int l, double sigma1) {
  const medium *m = &a->string_medium;
  const double h2 = m->h * m->h;
  const double lambda2 = m->T * k * k / (m->rho * h2);
  const double mu2 = m->EI * k * k / (m->rho * h2 * h2);
  const double rub = 2 * sigma1 * k / h2;
  const double *b = a->string_laplacian[NOW];
  return lambda2 * b[l] - mu2 * (b[l + 1] - 2 * b[l] + b[l - 1]) +
         rub * (b[l] - a->string_laplacian[BEFORE][l]);
}

KERNEL static void step_string(instrument *a) {
  const double lose = a->string_medium.sigma0 * k;
  const double below = 1 / (1 + lose);
  instrument_string_laplacian(a->string[NOW], a->string_laplacian[NOW]);
  for (int l = 1; l < STRING_CELLS; ++l)
    a->string[NEXT][l] = (2 * a->string[NOW][l] - (1 - lose) * a->string[BEFORE][l] +
                          string_acceleration(a, l, a->string_medium.sigma1)) *
                         below;
}

static void step_bridge(instrument *a) {
  const double omega_k = a->bridge_oscillator.omega0 * k;
  const double lose = a->bridge_oscillator.damping * k / 2;
  a->bridge[NEXT] =
      ((2 - omega_k * omega_k) * a->bridge[NOW] - (1 - lose) * a->bridge[BEFORE]) / (1 + lose);
}

double instrument_edge_factor(const instrument *a) {
  return a->departures & DEPARTURE_EDGE ? 1 : 2;
}

KERNEL void instrument_plate_laplacian(const instrument *a, const double *v,
                                       double *restrict laplacian) {
  const double edge = instrument_edge_factor(a);
  for (int j = 1; j < PLATE_Y; ++j) {
    const double *row = v + (ptrdiff_t)j * PLATE_ROW;
    double *restrict to = laplacian + (ptrdiff_t)j * PLATE_ROW;
    for (int i = 1; i < PLATE_X; ++i)
      to[i] = row[i - 1] + row[i + 1] + row[i - PLATE_ROW] + row[i + PLATE_ROW] - 4 * row[i];
    to[0] = edge * row[1];
    to[PLATE_X] = edge * row[PLATE_X - 1];
  }
  const ptrdiff_t last = (ptrdiff_t)PLATE_Y * PLATE_ROW;
  for (int i = 1; i < PLATE_X; ++i) {
    laplacian[i] = edge * v[i + PLATE_ROW];
    laplacian[last + i] = edge * v[last + i - PLATE_ROW];
  }
}

KERNEL static void step_plate(instrument *a) {
  const medium *m = &a->plate_medium;
  const double h2 = m->h * m->h;
  const double lose = m->sigma0 * k;
  const double below = 1 / (1 + lose);
  const double stiff = m->EI * k * k / (m->rho * h2 * h2);
  const double rub = 2 * m->sigma1 * k / h2;
  instrument_plate_laplacian(a, a->plate[NOW], a->plate_laplacian[NOW]);
  for (int j = 1; j < PLATE_Y; ++j) {
    const ptrdiff_t row = (ptrdiff_t)j * PLATE_ROW;
    const double *b = a->plate_laplacian[NOW] + row;
    const double *c = a->plate_laplacian[BEFORE] + row;
    const double *v = a->plate[NOW] + row;
    const double *p = a->plate[BEFORE] + row;
    double *restrict to = a->plate[NEXT] + row;
    for (int i = 1; i < PLATE_X; ++i) {
      const double twice = b[i - 1] + b[i + 1] + b[i - PLATE_ROW] + b[i + PLATE_ROW] - 4 * b[i];
      to[i] = (2 * v[i] - (1 - lose) * p[i] - stiff * twice + rub * (b[i] - c[i])) * below;
    }
  }
}

// k^2 over the mass of a node of `share` metres or square metres, with its loss: the displacement
// that a unit of force brings in a step.
static double mobility_of(const medium *m, double share) {
  return k * k / (m->rho * share * (1 + m->sigma0 * k));
}

// --- The bow ------------------------------------------------------------------------------------

static double friction_scale(void) {
  return sqrt(2 * sharpness) * exp(0.5);
}

// Friction over F_B, and its slope.
static double friction_curve(double v) {
  return friction_scale() * v * exp(-sharpness * v * v);
}

static double friction_slope(double v) {
  return friction_scale() * (1 - 2 * sharpness * v * v) * exp(-sharpness * v * v);
}

// v + S F_B Phi(v) = q, S = k / (2 m) the velocity that a unit of force gives. The root lies
// between 0 and q.
static double solve_bow(const instrument *a, double q, double S) {
  bracket b = {.low = fmin(0, q), .high = fmax(0, q), .size = fabs(q)};
  double v = fmin(fmax(a->slip, b.low), b.high);
  while (bracket_newton(&b, &v, v + S * a->bow_force * friction_curve(v) - q,
                        1 + S * a->bow_force * friction_slope(v)))
    ;
  return v;
}

// The application's Newton steps: the friction is not divided by rho A h, 5e-5 kg here, and the
// losses are multiplied by rho A, so that v is nearly what it would be without a bow.
static double application_bow(const instrument *a) {
  const double heavy = a->string_medium.rho;
  const double inertia = 2 / k + 2 * a->string_medium.sigma0 * heavy;
  const double b = inertia * a->bow_speed -
                   2 / (k * k) * (a->string[NOW][BOW_NODE] - a->string[BEFORE][BOW_NODE]) -
                   string_acceleration(a, BOW_NODE, a->string_medium.sigma1 * heavy) / (k * k);
  double v = a->guess;
  for (int i = 0; i < 100; ++i) {
    const double step = (a->bow_force * friction_curve(v) + inertia * v + b) /
                        (a->bow_force * friction_slope(v) + inertia);
    v -= step;
    if (fabs(step) <= 1e-7)
      break;
  }
  return v;
}

// Before the contacts; as it does not share a node with them the order does not matter.
static void apply_bow(instrument *a) {
  double *next = &a->string[NEXT][BOW_NODE];
  const double old = a->string[BEFORE][BOW_NODE];
  const double mobility = mobility_of(&a->string_medium, a->string_medium.h);
  const double q = (*next - old) / (2 * k) - a->bow_speed;
  a->guess =
      a->departures & DEPARTURE_BOW ? application_bow(a) : solve_bow(a, q, mobility / (2 * k));
  a->friction = a->bow_force * friction_curve(a->guess);
  if (a->departures & DEPARTURE_BOW) // its exponential
    a->friction = a->bow_force * friction_scale() * a->guess *
                  pow(1 - sharpness * a->guess * a->guess / 1024, 1024);
  *next -= mobility * a->friction;
  a->slip = (*next - old) / (2 * k) - a->bow_speed;
}

// --- The contacts -------------------------------------------------------------------------------

static double *rattle_at(instrument *a, int when) {
  return &a->plate[when][RATTLE_Y * PLATE_ROW + RATTLE_X];
}

static double foot_overlap(const instrument *a, int when) {
  return a->bridge[when] - a->string[when][FOOT_NODE];
}

static double rattle_overlap(instrument *a, int when) {
  return *rattle_at(a, when) - a->bridge[when] - gap;
}

static double slope(double stiffness, double eta) {
  return sqrt(stiffness * (exponent + 1) / 2) * pow(eta, (exponent - 1) / 2);
}

static double foot_g(const instrument *a) {
  const double g = slope(foot_stiffness, fabs(a->foot));
  return a->departures & DEPARTURE_BRANCH && a->foot < 0 ? -g : g;
}

// g of an open rattle would make psi zero if nothing acted in the step.
static double rattle_g(instrument *a) {
  const double sign = a->departures & DEPARTURE_RELEASE && a->rattle_psi < 0 ? -1 : 1;
  const double D = rattle_overlap(a, NEXT) - rattle_overlap(a, BEFORE);
  if (a->rattle >= 0)
    return sign * slope(rattle_stiffness, a->rattle);
  return a->departures & DEPARTURE_RELEASE && D != 0 ? -2 * a->rattle_psi / D : 0;
}

// F = g psi + g^2/4 D for both, with D = D^I - W F: two equations.
static void solve_contacts(instrument *a) {
  const double h =
      a->departures & DEPARTURE_SPACING ? 1.0 / (STRING_CELLS + 1) : a->string_medium.h;
  const double u = mobility_of(&a->string_medium, h);
  const double w = k * k / (a->bridge_oscillator.mass * (1 + a->bridge_oscillator.damping * k / 2));
  const double p = mobility_of(&a->plate_medium, a->plate_medium.h * a->plate_medium.h);
  a->foot = foot_overlap(a, NOW);
  a->rattle = rattle_overlap(a, NOW);
  const double g = foot_g(a);
  const double r = rattle_g(a);
  const double f = g * a->foot_psi;
  const double q = r * a->rattle_psi;
  const double x = foot_overlap(a, NEXT) - foot_overlap(a, BEFORE) - (u + w) * f + w * q;
  const double y = rattle_overlap(a, NEXT) - rattle_overlap(a, BEFORE) - (w + p) * q + w * f;
  const double xx = 1 + (u + w) * g * g / 4;
  const double yy = 1 + (w + p) * r * r / 4;
  const double below = xx * yy - w * w * g * g * r * r / 16;
  const double foot_D = (x * yy + w * r * r / 4 * y) / below;
  const double rattle_D = (y * xx + w * g * g / 4 * x) / below;
  const double foot_force = f + g * g / 4 * foot_D;
  a->rattle_force = q + r * r / 4 * rattle_D;
  a->foot_psi += g * foot_D / 2;
  a->rattle_psi += r * rattle_D / 2;
  a->string[NEXT][FOOT_NODE] += u * foot_force;
  a->bridge[NEXT] += w * (a->rattle_force - foot_force);
  *rattle_at(a, NEXT) -= p * a->rattle_force;
}

// --- The instrument -----------------------------------------------------------------------------

// The string of the application ends one cell short of its length.
static medium make_string(void) {
  const double rho = density * pi * radius * radius;
  return (medium){length / (STRING_CELLS + 1),      rho,           rho * pow(2 * length * pitch, 2),
                  youngs * pi * pow(radius, 4) / 4, string_sigma0, string_sigma1};
}

static medium make_plate(void) {
  return (medium){plate_cell,
                  plate_density * thickness,
                  0,
                  plate_youngs * pow(thickness, 3) / (12 * (1 - poisson * poisson)),
                  plate_sigma0,
                  plate_sigma1};
}

instrument *instrument_new(unsigned departures, double bow_force, double bow_speed) {
  instrument *a = calloc(1, sizeof *a);
  if (a == NULL)
    return NULL;
  for (int i = 0; i < 3; ++i) {
    a->string[i] = a->string_room[i];
    a->plate[i] = a->plate_room[i];
  }
  for (int i = 0; i < 2; ++i) {
    a->string_laplacian[i] = a->string_room[3 + i];
    a->plate_laplacian[i] = a->plate_room[3 + i];
  }
  a->string_medium = make_string();
  a->plate_medium = make_plate();
  a->bridge_oscillator = (oscillator){bridge_mass, 2 * pi * bridge_frequency, bridge_damping};
  a->departures = departures;
  a->bow_force = bow_force;
  a->bow_speed = bow_speed;
  return a;
}

// n <- n + 1.
static void rotate(double **at, int count) {
  double *oldest = at[0];
  memmove(at, at + 1, (size_t)(count - 1) * sizeof *at);
  at[count - 1] = oldest;
}

void instrument_step(instrument *a) {
  rotate(a->string, 3);
  rotate(a->plate, 3);
  rotate(a->string_laplacian, 2);
  rotate(a->plate_laplacian, 2);
  memmove(a->bridge, a->bridge + 1, 2 * sizeof a->bridge[0]);
  step_string(a);
  step_bridge(a);
  step_plate(a);
  apply_bow(a);
  solve_contacts(a);
}

double instrument_foot_law(const instrument *a) {
  const double eta = (foot_overlap(a, NOW) + foot_overlap(a, NEXT)) / 2;
  const double psi = sqrt(2 * foot_stiffness / (exponent + 1) * pow(fabs(eta), exponent + 1));
  return eta < 0 && !(a->departures & DEPARTURE_BRANCH) ? -psi : psi;
}

double instrument_sound(double string, double plate) {
  return (750 * string + 25000 * plate) / 2;
}

double instrument_output(const instrument *a) {
  return instrument_sound(a->string[NOW][EAR_NODE], a->plate[NOW][RATTLE_Y * PLATE_ROW + RATTLE_X]);
}
