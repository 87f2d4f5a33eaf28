// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figure 5.4 of C. P. Vyasarayani's thesis (with the caption of Figure 5.3): the modal string is
// checked by a hammer that moves straight, a mass m with the felt K d^p, on the string of C4 of
// A. Chaigne and A. Askenfelt, against finite differences. With unit masses of the modes
//
//   eta_j'' + 2 xi omega_j eta_j' + omega_j^2 eta_j = phi_j(x0) f,   m y'' = -f,
//   f = K d^p where d = y - sum phi_j(x0) eta_j > 0
//
// with omega_j (theory 16.10), for 30 modes and xi = 0.04, stepped here by the classic Runge-Kutta
// method, apart from the engine. The finite differences are the engine's: the scene piano-note on a
// grid.

#include "reproduce/reproduce.h"
#include "reproduce/scene_run.h"

#include <math.h>
#include <stdio.h>

enum { MODES = 30, SIZE = 2 * MODES + 2, PER_SAMPLE = 5, RATE = 192000, SAMPLES = 480 };

static const double pi = 3.14159265358979324;
static const double L = 0.62;         // m
static const double T = 670;          // N
static const double rho = 6.33871e-3; // kg/m
static const double eps = 3.82e-5;    // EI / (T L^2)
static const double m = 2.97e-3;      // kg
static const double K = 4.5e9;        // N/m^p
static const double p = 2.5;          //
static const double x0 = 0.12;        // of the length
static const double V = 2.5;          // m/s, not told in the thesis

/// Frequencies, 1/s, and shapes at x0, 1/sqrt(kg).
typedef struct {
  double omega[MODES], phi[MODES], xi;
} modal_string;

static modal_string make_string(double xi) {
  modal_string s = {.xi = xi};
  for (int j = 0; j < MODES; ++j) {
    const double n = (j + 1) * pi;
    s.omega[j] = n / L * sqrt(T / rho * (1 + eps * n * n));
    s.phi[j] = sqrt(2 / (rho * L)) * sin(n * x0);
  }
  return s;
}

// The state is eta, y, eta', y'.
static double force_of(const modal_string *s, const double *z) {
  double d = z[MODES];
  for (int j = 0; j < MODES; ++j)
    d -= s->phi[j] * z[j];
  return d > 0 ? K * pow(d, p) : 0;
}

static void slope(const modal_string *s, const double *z, double *rate) {
  const double *v = z + MODES + 1;
  const double f = force_of(s, z);
  for (int j = 0; j < MODES; ++j) {
    rate[j] = v[j];
    rate[MODES + 1 + j] = s->phi[j] * f - s->omega[j] * (s->omega[j] * z[j] + 2 * s->xi * v[j]);
  }
  rate[MODES] = v[MODES];
  rate[SIZE - 1] = -f / m;
}

static void runge_kutta(const modal_string *s, double *z, double h) {
  static const double share[] = {0.5, 0.5, 1};
  double k[4][SIZE];
  double at[SIZE];
  slope(s, z, k[0]);
  for (int i = 0; i < 3; ++i) {
    for (int n = 0; n < SIZE; ++n)
      at[n] = z[n] + h * share[i] * k[i][n];
    slope(s, at, k[i + 1]);
  }
  for (int n = 0; n < SIZE; ++n)
    z[n] += h / 6 * (k[0][n] + 2 * k[1][n] + 2 * k[2][n] + k[3][n]);
}

/// The force at each sample; returns the largest.
static double strike_modes(double xi, double *force) {
  const modal_string s = make_string(xi);
  double z[SIZE] = {0};
  double most = 0;
  z[SIZE - 1] = V;
  for (int n = 0; n < SAMPLES; ++n) {
    force[n] = force_of(&s, z);
    most = fmax(most, force[n]);
    for (int i = 0; i < PER_SAMPLE; ++i)
      runge_kutta(&s, z, 1.0 / RATE / PER_SAMPLE);
  }
  return most;
}

// How long a force is above 1 % of its largest, ms.
static double lasts(const double *force, double most) {
  int count = 0;
  for (int n = 0; n < SAMPLES; ++n)
    count += force[n] > 0.01 * most;
  return 1e3 * count / RATE;
}

static double farthest(const double *a, const double *b) {
  double most = 0;
  for (int n = 0; n < SAMPLES; ++n)
    most = fmax(most, fabs(a[n] - b[n]));
  return most;
}

// The largest force of as many modes without losses, by the engine.
static double mechanism_force(void) {
  scene_run r = {.samples = 0};
  double most = 0;
  if (scene_run_make(&r, "piano-note",
                     CHANGES({"rate", "192000"}, {"bodies.string.points", "30"},
                             {"bodies.string.sigma0", "0"}, {"bodies.string.sigma1", "0"}),
                     SAMPLES))
    for (int n = 0; n < SAMPLES; ++n)
      most = fmax(most, r.y[0][n]);
  scene_run_free(&r);
  return most;
}

void run_piano_string(const entry *e, report *r) {
  static double damped[SAMPLES];
  static double lossless[SAMPLES];
  static double t[SAMPLES];
  const double with = strike_modes(0.04, damped);
  const double without = strike_modes(0, lossless);
  scene_run grid = {0};
  if (scene_run_make(&grid, "piano-note",
                     CHANGES({"rate", "192000"}, {"solver.method", "audio"},
                             {"bodies.string.model", "grid"}, {"bodies.string.points", "120"}),
                     SAMPLES)) {
    double most = 0;
    for (int n = 0; n < SAMPLES; ++n) {
      t[n] = 1e3 * n / RATE;
      most = fmax(most, grid.y[0][n]);
    }
    const double apart = farthest(damped, grid.y[0]) / most;
    r->theirs = "30 modes";
    r->ours = "finite differences";
    report_add_digits(r, "force, N", with, most, 4);
    report_within_share(r, 0.025);
    report_add_digits(r, "for, ms", lasts(damped, with), lasts(grid.y[0], most), 3);
    report_within_share(r, 0.02);
    report_add_digits(r, "force without damping of the modes, N", without, most, 5);
    report_add_printed(r, "the same by mechanism, 30 modes", NULL, mechanism_force(), 6);
    report_ours(r, without * (1 - 5e-4), without * (1 + 5e-4));
    report_add_printed(r, "forces apart by at most, % of the largest", "very close agreement",
                       100 * apart, 2);
    report_ours(r, 0, 10);
    report_judge(r, true, VERDICT_REPRODUCED);
    report_draw_charts(r, e->title,
                       (const chart[]){{"time, ms",
                                        "force, N",
                                        3,
                                        {{t, damped, SAMPLES, 0, "30 modes, damped"},
                                         {t, lossless, SAMPLES, 1, "30 modes"},
                                         {t, grid.y[0], SAMPLES, 2, "finite differences"}}}},
                       1, true);
  }
  scene_run_free(&grid);
}
