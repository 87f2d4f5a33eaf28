// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The square root of a law's energy, which the scheme advances (theory 2.5, 2.6 and 2.10). With
// overlap eta and the energy phi of the law,
//
//   psi = sqrt(2 phi)         sqrt(J)
//   g   = d psi / d eta
//
// so that the force is phi' = psi g. Of a power law g is sqrt(K (alpha + 1) / 2) [eta]^((alpha -
// 1) / 2). [x] is max(x, 0) for a collision. A two-sided law has [|eta| - epsilon] with dead zone
// epsilon and psi takes the sign of eta, which makes it smooth through zero; the printed branch
// keeps psi >= 0 and lets g change sign instead.
// At alpha = 1 g is a step: zero without overlap, or the mass would stick (0^0 = 1).
// (M. Ducceschi, S. Bilbao, S. Willemsen, S. Serafin, JASA 149, 2021; errata in
// docs/theory/published.md.)

#ifndef CAROM_PSI_H
#define CAROM_PSI_H

#include "laws/laws.h"
#include "model/model.h"
#include <math.h>

/// The overlap beyond the dead zone; not positive where the law does not act.
static inline double law_depth(const contact_law *c, double eta) {
  return c->two_sided ? fabs(eta) - c->power.dead_zone : eta;
}

static inline bool law_acts(const contact_law *c, double depth) {
  return depth > 0 || (depth == 0 && c->two_sided && c->power.dead_zone == 0);
}

/// psi(eta) of a link with `scale` times the contact's K at a depth x > 0, with power_root(x) of a
/// power law.
static inline double law_psi_of(const contact_law *c, const contact_values *a, double scale,
                                double eta, double x, double root) {
  if (c->form != LAW_POWER)
    return sqrt(2 * law_at(c, a->stiffness * scale, x).energy);
  const double psi = a->psi_factor * c->power.psi_ratio * sqrt(scale) * x * root;
  return c->two_sided && eta < 0 && !c->power.printed_branch ? -psi : psi;
}

/// g(eta) of such a link, likewise.
static inline double law_g_of(const contact_law *c, const contact_values *a, double scale,
                              double eta, double x, double root) {
  if (c->form != LAW_POWER) { // 0 / 0 without any stiffness
    const law_point at = law_at(c, a->stiffness * scale, x);
    return at.energy > 0 ? at.force / sqrt(2 * at.energy) : 0;
  }
  const double g = a->g_factor * c->power.g_ratio * sqrt(scale) * root;
  return c->two_sided && eta < 0 && c->power.printed_branch ? -g : g;
}

static inline double law_root(const contact_law *c, double x) {
  return c->form == LAW_POWER ? power_root(&c->power, x) : 0;
}

static inline double law_psi(const contact_law *c, const contact_values *a, double scale,
                             double eta) {
  const double x = law_depth(c, eta);
  return x <= 0 ? 0 : law_psi_of(c, a, scale, eta, x, law_root(c, x));
}

static inline double law_g(const contact_law *c, const contact_values *a, double scale,
                           double eta) {
  const double x = law_depth(c, eta);
  return law_acts(c, x) ? law_g_of(c, a, scale, eta, x, law_root(c, x)) : 0;
}

/// The past of a link.
typedef struct {
  double eta;  // eta^n, m
  double deta; // eta^n - eta^{n-1}, m
  double psi;  // psi^{n-1/2}
} link_past;

/// g(eta^n) to predict a step with. Of a general power that takes the secant afterwards, half a
/// step from its psi: g = (alpha + 1)/2 psi/x, and (1 + z)^((alpha - 1)/2) by its series.
double law_first_g(const contact_law *c, const contact_values *a, double scale, link_past past);

/// Hunt-Crossley: the loss force is h D with D = eta^{n+1} - eta^{n-1}, h = mu phi'(eta) / 2k.
static inline double law_loss(const contact_law *c, const contact_values *a, double scale,
                              double eta, double k) {
  if (a->damping == 0 || eta <= 0)
    return 0;
  if (c->form != LAW_POWER)
    return a->damping * law_at(c, a->stiffness * scale, eta).force / (2 * k);
  const double root = power_root(&c->power, eta);
  return a->damping * a->stiffness * scale * eta * root * root / (2 * k);
}

/// The slope of a two-sided law for a coming change of overlap D, as psi.c derives it.
typedef struct {
  double g;        // the secant, plus the term for drift
  double steepest; // g at the deepest overlap involved
  bool good;       // 0 <= g <= 2 steepest
} correction;

/// `weight` is the link's own W.
correction law_correct(const contact_law *c, const contact_values *a, double scale, link_past past,
                       double D, double weight);

/// The constants of psi that follow from the stiffness.
void law_constants(const contact_law *c, contact_values *a);

#endif
