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

#include "contacts/psi.h"

#include "base/bounds.h"
#include "laws/gradient.h"

/// How far a step may go, beside the overlap, for the series of a predictor.
static const double short_step = 0.05;

double law_first_g(const contact_law *c, const contact_values *a, double scale, link_past past) {
  const double half = past.eta - past.deta / 2;
  const double x = law_depth(c, half);
  const double change = half > 0 ? past.deta / 2 : -past.deta / 2;
  const power_law *p = &c->power;
  if (!(c->form == LAW_POWER && p->kind == POWER_GENERAL && c->two_sided && !p->printed_branch &&
        x > 0 && fabs(change) <= short_step * x))
    return law_g(c, a, scale, past.eta);
  const double z = change / x;
  const double e = (p->exponent - 1) / 2;
  return (p->exponent + 1) / 2 * fabs(past.psi) / x *
         (1 + e * z * (1 + (e - 1) / 2 * z * (1 + (e - 2) / 3 * z)));
}

/// The overlaps that a corrector asks for, the depths there and the roots of powers.
enum { PAST, DEEPEST, MIDDLE, OVERLAPS };

typedef struct {
  double eta[OVERLAPS], x[OVERLAPS + 1], root[OVERLAPS + 1];
} law_points;

// All roots at once where they take time.
static void find_roots(const contact_law *c, law_points *p) {
  bool deep = c->form == LAW_POWER && c->power.kind == POWER_GENERAL;
  for (int i = 0; i < OVERLAPS; ++i) {
    p->x[i] = law_depth(c, p->eta[i]);
    deep = deep && p->x[i] > 0;
  }
  p->x[OVERLAPS] = 1; // they come in fours
  if (deep) {
    real_powers(OVERLAPS + 1, p->x, (c->power.exponent - 1) / 2, p->root);
    return;
  }
  for (int i = 0; i < OVERLAPS; ++i)
    p->root[i] = law_acts(c, p->x[i]) ? law_root(c, p->x[i]) : 0;
}

static double psi_at(const contact_law *c, const contact_values *a, double scale,
                     const law_points *p, int i) {
  return p->x[i] <= 0 ? 0 : law_psi_of(c, a, scale, p->eta[i], p->x[i], p->root[i]);
}

static double g_at(const contact_law *c, const contact_values *a, double scale, const law_points *p,
                   int i) {
  return law_acts(c, p->x[i]) ? law_g_of(c, a, scale, p->eta[i], p->x[i], p->root[i]) : 0;
}

correction law_correct(const contact_law *c, const contact_values *a, double scale, link_past past,
                       double D, double weight) {
  const double eta = past.eta;
  const double before = eta - past.deta;
  const double after = before + D;
  const double mid = (eta + after) / 2;
  const double mid_past = (eta + before) / 2;
  const double nearest = smaller(fabs(mid), fabs(mid_past));
  const bool near = mid * mid_past > 0 && fabs(D) <= 0.1 * nearest;
  law_points p = {.eta = {[PAST] = mid_past,
                          [DEEPEST] = larger(fabs(eta), fabs(after)),
                          [MIDDLE] = near     ? (mid + mid_past) / 2
                                     : D == 0 ? eta
                                              : mid}};
  find_roots(c, &p);
  const double psi_past = psi_at(c, a, scale, &p, PAST);
  correction r = {.steepest = g_at(c, a, scale, &p, DEEPEST)};
  if (near || D == 0)
    r.g = g_at(c, a, scale, &p, MIDDLE);
  else
    r.g = 2 * (psi_at(c, a, scale, &p, MIDDLE) - psi_past) / D;
  const double drift = gradient_drift(psi_past - past.psi, fabs(past.psi), D, weight, r.steepest);
  if (r.g + drift >= 0 && r.g + drift <= 2 * r.steepest)
    r.g += drift;
  r.good = r.g >= 0 && r.g <= 2 * r.steepest;
  return r;
}

void law_constants(const contact_law *c, contact_values *a) {
  if (c->form != LAW_POWER)
    return;
  a->psi_factor = sqrt(2 * a->stiffness / (c->power.exponent + 1));
  a->g_factor = sqrt(a->stiffness * (c->power.exponent + 1) / 2);
}
