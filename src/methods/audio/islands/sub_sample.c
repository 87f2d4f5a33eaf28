// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A contact inside the sample (theory 6.1 and 6.4 to 6.9). Overlap xi, closing speed w = d xi/dt,
// energy V = K xi^(alpha+1) / (alpha+1), Hunt-Crossley force F = K xi^alpha (1 + mu w) >= 0.
//
// Over one step the bodies act on a contact like a free mass of inverse W / k^2 with the closing
// speed w = D^I / 2k: with the impulse p = k F they give p w - W p^2 / 2k^2, whatever happens in
// between. So the contact may be resolved in as many inner steps as it needs.
//
// Against masses (`masses_alone`) m dw = -F dt, and
//
//   E* = V(xi) + m Phi(w),   Phi(w) = (mu w - log(1 + mu w)) / mu^2     (w^2/2 for mu = 0)
//
// is constant: the law of restitution is Phi(w_out) = Phi(w_in). An inner step chooses a fall d of
// the speed, takes V from E* and xi from V, and the time that belongs to them from the log-energy
// discrete gradient,
//
//   h = m d / ((1 + mu (w - d/2)) dV/dxi),
//
// so that the law is exact for any number of inner steps and only the time has an error, of second
// order. Contact begins at t = -xi / w and ends in one step to xi = 0, both without iteration; only
// the inner step that ends with the interval is solved for. Loss: m (w^2/2 - Phi(w)) falls with w,
// so it is never negative.
//
// Against grids (`grids_alone`) w is the mean of the interval, w - W p/2: the resistance of an
// infinite string or plate. xi advances by T w, F is a discrete gradient.
//
// With both (`masses_and_grids`) masses start at w - W p/2 with W of the grids alone, and the
// impulse q(p) they make must be p itself. Where it is not quite, p >= q, the bodies gave W q (p -
// q)/2 more than the contact took: that is counted as lost, so that the balance closes however the
// search ends.

#include "methods/audio/islands/sub_sample.h"

#include "base/bracket.h"
#include "base/elementary.h"
#include "contacts/psi.h"
#include "methods/audio/islands/log_energy.h"

/// Inner steps for one contact: of masses alone, and in a search.
enum { STEPS_ALONE = 32, STEPS_MIXED = 16, MAX_STEPS = 400 };

static double energy_at(const push_law *p, double xi) {
  const double psi = law_psi(p->law, &p->a, p->scale, xi);
  return psi * psi / 2;
}

static double overlap_of(const push_law *p, double V) {
  return law_overlap_of(p->law, p->a.stiffness * p->scale, V);
}

static double spring_force(const push_law *p, double xi) {
  return law_psi(p->law, &p->a, p->scale, xi) * law_g(p->law, &p->a, p->scale, xi);
}

/// Overlaps that differ by less than this part are almost the same: a difference of energies would
/// cancel.
static const double almost = 2e-3;

// (V(to) - V(from)) / (to - from) and its slope by `to` where both are almost the same.
static bool mean_of_near(const push_law *p, double from, double to, law_quotient *q) {
  const double K = p->a.stiffness * p->scale;
  if (!(from > 0 && fabs(to - from) <= almost * from))
    return false;
  const law_point start = law_at(p->law, K, from);
  const law_point end = law_at(p->law, K, to);
  return law_quotient_of(p->law, K, &start, &end, true, q);
}

static double mean_force(const push_law *p, double from, double Vfrom, double to, double Vto) {
  law_quotient q;
  if (mean_of_near(p, from, to, &q))
    return q.G;
  return to != from ? (Vto - Vfrom) / (to - from) : 0;
}

// --- Masses alone -------------------------------------------------------------------------------

/// A contact of masses between two inner steps.
typedef struct {
  const push_law *push;
  double m;
  double t, x, V, w;
  double loss_factor;          // 1 + mu w, which would cancel near zero
  double E;                    // E*/m
  double out, loss_factor_out; // speed and 1 + mu w at parting, once computed; 0 before
  double last;                 // the fall of the speed until then
  double h, d;                 // the inner step: time, fall of the speed
  double x_next, V_next;
} mass_contact;

/// Below this 1 + mu w counts as zero: w has no more digits.
static const double min_factor = 1e-12;

// The fall d until parting, V + m (Phi(w) - Phi(w - d)) = 0. Where it is a small part of the speed
// w - out cancels: two steps of Newton's iteration from zero.
static double fall_to_release(const mass_contact *f) {
  const double mu = f->push->a.damping;
  const double d =
      f->loss_factor < 0.5 ? (f->loss_factor - f->loss_factor_out) / mu : f->w - f->out;
  if (d > -1e-4 * f->w || mu * d > 1e-4 * f->loss_factor)
    return d;
  const double first = -f->V * f->loss_factor / (f->m * f->w);
  const double rest = f->V / f->m + log_energy_drop(mu, f->w, f->loss_factor, first);
  return first - rest * (f->loss_factor - mu * first) / (f->w - first);
}

static void compute_parting(mass_contact *f) {
  if (f->out == 0)
    f->out = parting_speed(f->push->a.damping, f->E, &f->loss_factor_out);
  f->last = fall_to_release(f);
}

// The time of a fall of d, at most that until parting.
static void trial_fall(mass_contact *f, double d) {
  const double mu = f->push->a.damping;
  f->d = d;
  f->V_next = d < f->last ? f->V + f->m * log_energy_drop(mu, f->w, f->loss_factor, d) : 0;
  if (f->V_next <= 0) {
    compute_parting(f);
    f->d = fmin(d, f->last);
    f->V_next = 0;
  }
  f->x_next = f->V_next > 0 ? overlap_of(f->push, f->V_next) : 0;
  const double force = mean_force(f->push, f->x, f->V, f->x_next, f->V_next);
  f->h = f->m * f->d / ((f->loss_factor - mu * f->d / 2) * force);
}

// A fall that takes about h, with the force half-way. Where the masses would part even without a
// force, the fall until parting.
static double fall_within(mass_contact *f, double h) {
  const double mu = f->push->a.damping;
  if (f->w < 0 && f->x + f->w * h <= 0) {
    compute_parting(f);
    if (f->loss_factor_out > f->loss_factor / 2)
      return f->last;
  }
  const double ahead = fmax(f->x + f->w * h / 2, f->x / 2);
  const double d = h * f->loss_factor * spring_force(f->push, ahead) / f->m;
  return mu * d > f->loss_factor / 2 ? f->loss_factor / (2 * mu) : d; // at most half of 1 + mu w
}

// The fall that takes exactly the time left; the last trial took longer, and none takes no time.
static void fall_until(mass_contact *f, double left) {
  bracket b = {.high = f->d, .f = -left, .enough = 1e-13 * left}; // its error is of second order
  double d = f->d;
  while (bracket_secant(&b, &d, f->h - left)) {
    trial_fall(f, d);
    d = f->d;
  }
}

static void apply_fall(mass_contact *f, passage *p) {
  const double mu = f->push->a.damping;
  p->impulse += f->m * f->d;
  if (mu > 0)
    p->loss += f->m * f->d * (f->w - f->d / 2) - (f->V_next - f->V);
  f->t += f->h;
  f->w -= f->d;
  f->loss_factor -= mu * f->d;
  f->x = f->x_next;
  f->V = f->V_next;
  if (f->x > 0)
    p->peak = fmax(p->peak, law_ratio(f->push->law, f->x) * f->V / f->x * f->loss_factor);
}

// Pulled apart faster than the contact recovers, 1 + mu w <= 0: no force, and the stored energy is
// lost.
static void leave_without_force(mass_contact *f, double T, passage *p) {
  const double after = f->x + f->w * (T - f->t);
  p->V = energy_at(f->push, after);
  p->loss += f->V - p->V;
  if (after <= 0)
    p->end = f->t - f->x / f->w;
  p->xi = after;
}

static void step_through(mass_contact *f, double T, int steps, passage *p) {
  const double mu = f->push->a.damping;
  f->E = f->V / f->m + log_energy(mu, f->w);
  const double v = sqrt(2 * f->E);
  const double duration = 1.5 * overlap_of(f->push, f->m * f->E) * (2 + mu * v) / v;
  for (int i = 0; f->t < T && i < MAX_STEPS; ++i) {
    if (f->loss_factor < min_factor) {
      leave_without_force(f, T, p);
      return;
    }
    const double left = T - f->t;
    f->last = INFINITY; // not computed yet
    trial_fall(f, fall_within(f, fmin(duration / steps, left)));
    if (!(f->h < left)) {
      fall_until(f, left);
      f->h = left;
    }
    apply_fall(f, p);
    p->xi = f->x;
    p->V = f->V;
    if (f->x <= 0) {
      p->end = f->t;
      p->xi = f->w * (T - f->t);
      return;
    }
  }
}

static passage masses_alone(const push_law *push, double m, double xi, double V, double w, double T,
                            int steps) {
  passage p = {.xi = xi + w * T, .begin = NAN, .end = NAN};
  mass_contact f = {.push = push, .m = m, .x = xi, .w = w, .loss_factor = 1 + push->a.damping * w};
  if (xi <= 0) {
    if (p.xi <= 0)
      return p;
    p.begin = f.t = -xi / w;
    f.x = 0;
  }
  f.V = f.x > 0 ? V : 0;
  p.xi = f.x;
  p.V = f.V;
  if (f.loss_factor < min_factor)
    leave_without_force(&f, T, &p);
  else
    step_through(&f, T, steps, &p);
  return p;
}

// --- Grids alone --------------------------------------------------------------------------------

/// One trial of an impulse p against grids.
typedef struct {
  double w, xi;  // mean speed, overlap at the end
  double q;      // the impulse the law makes
  double slope;  // dq/dp
  double stored; // change of V
} trial;

static trial trial_impulse(const push_law *push, double W, double xi, double V, double w, double T,
                           double p) {
  trial t = {.w = w - W * p / 2};
  t.xi = xi + T * t.w;
  const double V_next = energy_at(push, t.xi);
  t.stored = V_next - V;
  const double mu = push->a.damping;
  const double loss_factor = 1 + mu * t.w;
  if (loss_factor <= 0)
    return t;
  const double s = t.xi - xi;
  law_quotient q = {0};
  if (mean_of_near(push, xi, t.xi, &q)) {
    t.stored = q.G * s; // the difference of energies would cancel
  } else if (s != 0) {
    q.G = (V_next - V) / s;
    q.slope = (spring_force(push, t.xi) - q.G) / s;
  }
  t.q = T * loss_factor * q.G;
  t.slope = -W / 2 * T * (mu * q.G + loss_factor * q.slope * T);
  return t;
}

// An upper bound of the impulse, from the energy that is stored and given.
static double impulse_bound(double W, double xi, double V, double w, double T) {
  if (xi <= 0)
    return 2 * (w + xi / T) / W;
  return (w + sqrt(w * w + 2 * W * V)) / W;
}

// p - q(p) rises with a slope of at least 1.
static double solve_impulse(const push_law *push, double W, double xi, double V, double w, double T,
                            trial *t) {
  double p = 0;
  bracket b = {.high = fmin(t->q, impulse_bound(W, xi, V, w, T) * (1 + 1e-12)), .above = true};
  while (bracket_newton(&b, &p, p - t->q, 1 - t->slope))
    *t = trial_impulse(push, W, xi, V, w, T, p);
  return p;
}

static passage grids_alone(const push_law *push, double W, double xi, double V, double w,
                           double T) {
  passage r = {.xi = xi + w * T, .begin = NAN, .end = NAN};
  if (xi <= 0 && r.xi <= 0)
    return r;
  trial t = trial_impulse(push, W, xi, V, w, T, 0);
  const double p = W > 0 ? solve_impulse(push, W, xi, V, w, T, &t) : t.q;
  const double loss_factor = 1 + push->a.damping * t.w;
  r.xi = t.xi;
  r.V = V + t.stored;
  r.impulse = t.q;
  r.peak = t.q / T;
  r.loss = (loss_factor > 0 ? t.q * push->a.damping * t.w * t.w / loss_factor : -t.stored) +
           W * t.q * (p - t.q) / 2;
  if (xi <= 0 && t.w > 0)
    r.begin = -xi / t.w;
  if (t.xi <= 0 && t.w < 0)
    r.end = -xi / t.w;
  return r;
}

// --- Both ---------------------------------------------------------------------------------------

// p - q(p) rises with a slope of at least 1. The first trial treats masses as grids.
static passage masses_and_grids(const push_law *push, inverse_masses inverse, double xi, double V,
                                double w, double T) {
  const double m = 1 / inverse.mass;
  const double W = inverse.grid;
  double p = grids_alone(push, inverse.mass + W, xi, V, w, T).impulse;
  bracket b = {.high = INFINITY, .above = true};
  passage q;
  double slope;
  do {
    q = masses_alone(push, m, xi, V, w - W * p / 2, T, STEPS_MIXED);
    slope = b.steps == 0 ? 1 + W * m : bracket_slope(&b, p, p - q.impulse);
    b.enough = 1e-13 * p; // as well as q is known
  } while (bracket_newton(&b, &p, p - q.impulse, fmax(1, slope)));
  q.loss += W * q.impulse * (p - q.impulse) / 2;
  return q;
}

// --- All cases ----------------------------------------------------------------------------------

passage exact_pass(const push_law *p, inverse_masses inverse, double xi, double V, double w,
                   double T) {
  const double all = inverse.mass + inverse.grid;
  if (p->a.stiffness * p->scale <= 0 || (xi <= 0 && xi + w * T <= 0))
    return (passage){.xi = xi + w * T, .begin = NAN, .end = NAN};
  if (inverse.mass <= 1e-12 * all)
    return grids_alone(p, all, xi, V, w, T);
  if (inverse.grid <= 1e-12 * all)
    return masses_alone(p, 1 / all, xi, V, w, T, STEPS_ALONE);
  return masses_and_grids(p, inverse, xi, V, w, T);
}

double exact_overlap(const push_law *p, double V) {
  return overlap_of(p, V);
}

double exact_duration(const push_law *p, double inverse_mass, double xi, double w) {
  const double E = energy_at(p, xi) * inverse_mass + log_energy(p->a.damping, fmax(w, 0));
  if (p->a.stiffness * p->scale <= 0 || !(E > 0))
    return INFINITY;
  return 3 * overlap_of(p, E / inverse_mass) / sqrt(2 * E);
}
