// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The power law of a contact and its square root (theory 2.5, 2.6 and 2.10). With overlap eta,
// stiffness K and exponent alpha,
//
//   phi = K / (alpha + 1) [eta]^(alpha + 1)      energy, J
//   psi = sqrt(2 phi)                            the quantity the scheme advances, sqrt(J)
//   g   = d psi / d eta = sqrt(K (alpha + 1) / 2) [eta]^((alpha - 1) / 2)
//
// so that the force is phi' = psi g. [x] is max(x, 0) for a collision. A two-sided law has
// [|eta| - epsilon] with dead zone epsilon and psi takes the sign of eta, which makes it smooth
// through zero; the printed branch keeps psi >= 0 and lets g change sign instead.
// The cubic of felt has the same parts (cubic_law.h).
// At alpha = 1 g is a step: zero without overlap, or the mass would stick (0^0 = 1).
// (M. Ducceschi, S. Bilbao, S. Willemsen, S. Serafin, JASA 149, 2021; errata in
// docs/theory/published.md.)

#ifndef CAROM_LAW_H
#define CAROM_LAW_H

#include "base/elementary.h"
#include "contacts/cubic_law.h"
#include "model/model.h"
#include <math.h>

/// x^((alpha - 1) / 2) for x > 0.
static inline double law_power(const power_law *c, double x) {
  switch (c->power) {
  case POWER_ONE:
    return 1;
  case POWER_FOURTH_ROOT:
    return sqrt(sqrt(x));
  case POWER_ROOT:
    return sqrt(x);
  case POWER_LINEAR:
    return x;
  case POWER_GENERAL:
  case POWER_CUBIC:
    break;
  }
  return real_power(x, (c->exponent - 1) / 2);
}

/// Its square, x^(alpha - 1).
static inline double law_square(const power_law *c, double x) {
  switch (c->power) {
  case POWER_ONE:
    return 1;
  case POWER_FOURTH_ROOT:
    return sqrt(x);
  case POWER_ROOT:
    return x;
  case POWER_LINEAR:
    return x * x;
  case POWER_GENERAL:
  case POWER_CUBIC:
    break;
  }
  return real_power(x, c->exponent - 1);
}

/// phi'' of a law with stiffness K at an overlap x > 0.
static inline double law_steep(const power_law *c, double K, double x) {
  return law_is_cubic(c) ? K * cubic_steep(c, x) : c->exponent * K * real_power(x, c->exponent - 1);
}

/// x phi' / phi at an overlap x > 0: alpha + 1 of a power law.
static inline double law_ratio(const power_law *c, double x) {
  return law_is_cubic(c) ? x * cubic_force(c, x) / cubic_energy(c, x) : c->exponent + 1;
}

/// The overlap beyond the dead zone; not positive where the law does not act.
static inline double law_depth(const power_law *c, double eta) {
  return c->two_sided ? fabs(eta) - c->dead_zone : eta;
}

static inline bool law_acts(const power_law *c, double depth) {
  return depth > 0 || (depth == 0 && c->two_sided && c->dead_zone == 0);
}

/// psi(eta) of a link with `scale` times the contact's K at a depth x > 0, with law_power(x).
static inline double law_psi_of(const power_law *c, const contact_values *a, double scale,
                                double eta, double x, double power) {
  if (law_is_cubic(c))
    return sqrt(2 * a->stiffness * scale * cubic_energy(c, x));
  const double psi = a->psi_factor * c->psi_ratio * sqrt(scale) * x * power;
  return c->two_sided && eta < 0 && !c->printed_branch ? -psi : psi;
}

static inline double law_psi(const power_law *c, const contact_values *a, double scale,
                             double eta) {
  const double x = law_depth(c, eta);
  return x <= 0 ? 0 : law_psi_of(c, a, scale, eta, x, law_power(c, x));
}

/// g(eta) of such a link, likewise.
static inline double law_g_of(const power_law *c, const contact_values *a, double scale, double eta,
                              double x, double power) {
  if (law_is_cubic(c)) { // 0 / 0 without any stiffness
    const double energy = cubic_energy(c, x);
    return energy > 0 ? cubic_force(c, x) * sqrt(a->stiffness * scale / (2 * energy)) : 0;
  }
  const double g = a->g_factor * c->g_ratio * sqrt(scale) * power;
  return c->two_sided && eta < 0 && c->printed_branch ? -g : g;
}

static inline double law_g(const power_law *c, const contact_values *a, double scale, double eta) {
  const double x = law_depth(c, eta);
  return law_acts(c, x) ? law_g_of(c, a, scale, eta, x, law_power(c, x)) : 0;
}

/// The past of a link.
typedef struct {
  double eta;  // eta^n, m
  double deta; // eta^n - eta^{n-1}, m
  double psi;  // psi^{n-1/2}
} link_past;

/// g(eta^n) to predict a step with. Of a general power that takes the secant afterwards, half a
/// step from its psi: g = (alpha + 1)/2 psi/x, and (1 + z)^((alpha - 1)/2) by its series.
double law_first_g(const power_law *c, const contact_values *a, double scale, link_past past);

/// Hunt-Crossley: the loss force is h D with D = eta^{n+1} - eta^{n-1}, h = mu K [eta]^alpha / 2k.
static inline double law_loss(const power_law *c, const contact_values *a, double scale, double eta,
                              double k) {
  if (a->damping == 0 || eta <= 0)
    return 0;
  if (law_is_cubic(c))
    return a->damping * a->stiffness * scale * cubic_force(c, eta) / (2 * k);
  const double p = law_power(c, eta);
  return a->damping * a->stiffness * scale * eta * p * p / (2 * k);
}

/// The slope of a two-sided law for a coming change of overlap D, as law.c derives it.
typedef struct {
  double g;        // the secant, plus the term for drift
  double steepest; // g at the deepest overlap involved
  bool good;       // 0 <= g <= 2 steepest
} correction;

/// `weight` is the link's own W.
correction law_correct(const power_law *c, const contact_values *a, double scale, link_past past,
                       double D, double weight);

/// The term of g that returns psi to psi(x), which it misses by `error`, without overshoot; zero
/// where it is not defined.
double law_drift(double error, double psi, double D, double weight, double steepest);

/// The constants of psi that follow from the stiffness.
void law_constants(const power_law *c, contact_values *a);

#endif
