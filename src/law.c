// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The corrector of the contact rule. A first solve with g = g(eta^n) foretells D, the change of
// overlap. Since psi lives at half steps, the slope that carries psi(eta) from one to the next is
// the secant between the two half-way overlaps,
//
//   gs = 2 (psi(mid) - psi(past)) / D,   mid = (eta^n + eta^{n+1}) / 2,   past = (eta^n +
//   eta^{n-1}) / 2
//
// (a derivative where the two almost coincide), to which a bounded part is added that leads psi
// back to psi(past) where it has drifted: 2 e D / (D^2 + delta^2), |.| <= |D| / (4 W psi).

#include "law.h"

static double secant(const model_contact *c, law a, double scale, double eta, double mid,
                     double past, double D) {
  const bool same_side = mid * past > 0;
  const double nearest = fmin(fabs(mid), fabs(past));
  if (same_side && (mid > 0 || c->two_sided) && fabs(D) <= 0.1 * nearest)
    return law_g(c, a, scale, (mid + past) / 2);
  if (D == 0)
    return law_g(c, a, scale, eta);
  return 2 * (law_psi(c, a, scale, mid) - law_psi(c, a, scale, past)) / D;
}

// Leads psi back to psi(past) without ever overshooting; zero where nothing is defined.
static double drift_correction(double error, double psi, double D, double weight, double steepest) {
  const double delta = steepest > 0 ? 0.01 * psi / steepest : 0;
  const double below = D * D + delta * delta;
  if (below == 0)
    return 0;
  const double wanted = 2 * error * D / below;
  const double bound = psi > 0 ? fabs(D) / (4 * weight * psi) : (double)INFINITY;
  return fmin(fmax(wanted, -bound), bound);
}

double law_corrected_g(const model_contact *c, law a, double scale, const link_memory *past,
                       double D, double shift, double weight, bool *resolved, double *drift,
                       double *steepest) {
  const double eta = past->eta;
  const double before = eta - past->deta;
  const double change = D + shift;
  const double after = before + change;
  const double mid = (eta + after) / 2;
  const double mid_past = (eta + before) / 2;
  const double deepest = c->two_sided ? fmax(fabs(eta), fabs(after)) : fmax(eta, after);
  double g = secant(c, a, scale, eta, mid, mid_past, change);
  *steepest = law_g(c, a, scale, deepest);
  *drift = drift_correction(law_psi(c, a, scale, mid_past) - past->psi, fabs(past->psi), D, weight,
                            *steepest);
  if (g + *drift >= 0 && g + *drift <= 2 * *steepest)
    g += *drift;
  *resolved = g >= 0 && g <= 2 * *steepest;
  return g;
}
