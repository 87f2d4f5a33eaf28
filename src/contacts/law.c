// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The corrector of two-sided laws (theory 2.14 and 2.15). A first solve with g = g(eta^n)
// predicts D, the change of overlap. Since psi belongs to half steps, the slope that carries
// psi(eta) from one to the next is the secant between the two half-way overlaps,
//
//   gs = 2 (psi(mid) - psi(past)) / D,   mid = (eta^n + eta^{n+1}) / 2,
//   past = (eta^n + eta^{n-1}) / 2
//
// (a derivative where the two almost coincide), plus a bounded term that returns psi to psi(past)
// where it has drifted by e: 2 e D / (D^2 + delta^2), |.| <= |D| / (4 W psi).

#include "contacts/law.h"

double law_drift(double error, double psi, double D, double weight, double steepest) {
  const double delta = steepest > 0 ? 0.01 * psi / steepest : 0;
  const double below = D * D + delta * delta;
  if (below == 0)
    return 0;
  const double wanted = 2 * error * D / below;
  const double bound = psi > 0 ? fabs(D) / (4 * weight * psi) : (double)INFINITY;
  return fmin(fmax(wanted, -bound), bound);
}

correction law_correct(const power_law *c, const contact_values *a, double scale, link_past past,
                       double D, double weight) {
  const double eta = past.eta;
  const double before = eta - past.deta;
  const double after = before + D;
  const double mid = (eta + after) / 2;
  const double mid_past = (eta + before) / 2;
  const double deepest = fmax(fabs(eta), fabs(after));
  const double nearest = fmin(fabs(mid), fabs(mid_past));
  const double psi_past = law_psi(c, a, scale, mid_past);
  correction r = {.steepest = law_g(c, a, scale, deepest)};
  if (mid * mid_past > 0 && fabs(D) <= 0.1 * nearest)
    r.g = law_g(c, a, scale, (mid + mid_past) / 2);
  else if (D == 0)
    r.g = law_g(c, a, scale, eta);
  else
    r.g = 2 * (law_psi(c, a, scale, mid) - psi_past) / D;
  const double drift = law_drift(psi_past - past.psi, fabs(past.psi), D, weight, r.steepest);
  if (r.g + drift >= 0 && r.g + drift <= 2 * r.steepest)
    r.g += drift;
  r.good = r.g >= 0 && r.g <= 2 * r.steepest;
  return r;
}

void law_constants(const power_law *c, contact_values *a) {
  a->psi_factor = sqrt(2 * a->stiffness / (c->exponent + 1));
  a->g_factor = sqrt(a->stiffness * (c->exponent + 1) / 2);
}
