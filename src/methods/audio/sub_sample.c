// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A contact inside the sample (theory 6.1 and 6.4 to 6.9). Overlap xi, closing speed w = d xi/dt,
// energy V = K xi^(alpha+1) / (alpha+1), Hunt-Crossley force F = K xi^alpha (1 + mu w) >= 0.
//
// Over one step a body seen through a contact acts like a free inverse mass W / k^2 that starts at
// w = D^I / 2k: with the impulse p = k F the bodies give p w - W p^2 / 2k^2,
// whatever happens in between. So the contact may be followed in as many inner steps as it needs.
//
// Against masses (`alone`) w falls as they are pushed, m dw = -F dt, and
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
// order. Touching begins at t = -xi / w and ends in one step to xi = 0, both without iteration;
// only the inner step that meets the end of the interval is solved for. Loss: m (w^2/2 - Phi(w))
// falls with w, so it is never negative.
//
// Against grids (`together`) w is the mean of the interval, w - W p/2: the resistance of an
// infinite string or plate. xi moves by T w, F is a discrete gradient.
//
// With both (`mixed`) masses start at w - W p/2 with W of the grids alone, and the impulse q(p)
// they make must be p itself. Where it is not quite, p >= q, the bodies gave W q (p - q)/2 more
// than the contact took: that is counted as lost, so that the balance closes however the search
// ends.

#include "methods/audio/sub_sample.h"

#include "contacts/law.h"
#include "methods/audio/log_energy.h"

/// Inner steps for one contact: of masses alone, and in a search.
enum { STEPS_ALONE = 32, STEPS_MIXED = 16, MOST_STEPS = 400, MOST_TRIALS = 60 };

static double energy_at(const push_law *p, double xi) {
  const double psi = law_psi(p->law, &p->a, p->scale, xi);
  return psi * psi / 2;
}

static double overlap_of(const push_law *p, double V) {
  const double beside = p->law->exponent + 1;
  const double x = V * beside / (p->a.stiffness * p->scale);
  return p->law->power == POWER_ONE ? sqrt(x) : pow(x, 1 / beside);
}

static double spring_force(const push_law *p, double xi) {
  return law_psi(p->law, &p->a, p->scale, xi) * law_g(p->law, &p->a, p->scale, xi);
}

static bool near(double from, double to) {
  return from > 0 && fabs(to - from) <= 1e-3 * from;
}

// (V(to) - V(from)) / (to - from); where the two are near, by its series about the middle.
static double mean_force(const push_law *p, double from, double Vfrom, double to, double Vto) {
  if (!near(from, to))
    return to != from ? (Vto - Vfrom) / (to - from) : 0;
  const double alpha = p->law->exponent;
  const double s = (to - from) / (to + from) * ((to - from) / (to + from));
  return spring_force(p, (from + to) / 2) *
         (1 + alpha * (alpha - 1) / 6 * s * (1 + (alpha - 2) * (alpha - 3) / 20 * s));
}

// --- Masses alone -------------------------------------------------------------------------------

/// A contact of masses on its way.
typedef struct {
  const push_law *push;
  double m;
  double t, x, V, w;
  double grip;          // 1 + mu w, which would lose digits near zero
  double E;             // E*/m
  double out, grip_out; // where they will part, once that is asked for; 0 before
  double last;          // the fall that is left until then
  double h, d;          // the inner step: time, fall of the speed
  double x_next, V_next;
} encounter;

/// Below this 1 + mu w counts as zero: the speed itself has no more digits.
static const double no_grip = 1e-12;

// The fall after which they part, V + m (Phi(w) - Phi(w - d)) = 0. Where it is a small part of the
// speed, w - out has no digits left: two steps of Newton from zero.
static double fall_to_part(const encounter *f) {
  const double mu = f->push->a.damping;
  const double d = f->grip < 0.5 ? (f->grip - f->grip_out) / mu : f->w - f->out;
  if (d > -1e-4 * f->w || mu * d > 1e-4 * f->grip)
    return d;
  const double first = -f->V * f->grip / (f->m * f->w);
  const double rest = f->V / f->m + log_energy_drop(mu, f->w, f->grip, first);
  return first - rest * (f->grip - mu * first) / (f->w - first);
}

static void find_parting(encounter *f) {
  if (f->out == 0)
    f->out = parting_speed(f->push->a.damping, f->E, &f->grip_out);
  f->last = fall_to_part(f);
}

// The time a fall of d takes; down to parting if d reaches that.
static void try_fall(encounter *f, double d) {
  const double mu = f->push->a.damping;
  f->d = d;
  f->V_next = d < f->last ? f->V + f->m * log_energy_drop(mu, f->w, f->grip, d) : 0;
  if (f->V_next <= 0) {
    find_parting(f);
    f->d = fmin(d, f->last);
    f->V_next = 0;
  }
  f->x_next = f->V_next > 0 ? overlap_of(f->push, f->V_next) : 0;
  const double force = mean_force(f->push, f->x, f->V, f->x_next, f->V_next);
  f->h = f->m * f->d / ((f->grip - mu * f->d / 2) * force);
}

// A fall that takes about h. The force is that half-way; where the masses would part even if
// nothing pushed, they part.
static double fall_within(encounter *f, double h) {
  const double mu = f->push->a.damping;
  if (f->w < 0 && f->x + f->w * h <= 0) {
    find_parting(f);
    if (f->grip_out > f->grip / 2)
      return f->last;
  }
  const double ahead = fmax(f->x + f->w * h / 2, f->x / 2);
  const double d = h * f->grip * spring_force(f->push, ahead) / f->m;
  return mu * d > f->grip / 2 ? f->grip / (2 * mu) : d; // a step of half the grip at most
}

// The fall that takes exactly the time that is left; the last try took longer. Secants, the first
// one from no fall in no time, halving where they leave the bracket.
static void fall_until(encounter *f, double left) {
  double low = 0;
  double high = f->d;
  double d_last = 0;
  double miss_last = -left;
  for (int i = 0; i < MOST_TRIALS; ++i) {
    const double d = f->d;
    const double miss = f->h - left;
    if (fabs(miss) <= 1e-13 * left)
      return;
    if (miss > 0)
      high = d;
    else
      low = d;
    double next = d - miss * (d - d_last) / (miss - miss_last);
    if (!(next > low && next < high))
      next = (low + high) / 2;
    if (!(next > low && next < high))
      return;
    d_last = d;
    miss_last = miss;
    try_fall(f, next);
  }
}

static void take_fall(encounter *f, passage *p) {
  const double mu = f->push->a.damping;
  p->impulse += f->m * f->d;
  if (mu > 0)
    p->loss += f->m * f->d * (f->w - f->d / 2) - (f->V_next - f->V);
  f->t += f->h;
  f->w -= f->d;
  f->grip -= mu * f->d;
  f->x = f->x_next;
  f->V = f->V_next;
  if (f->x > 0)
    p->peak = fmax(p->peak, (f->push->law->exponent + 1) * f->V / f->x * f->grip);
}

// Pulled apart faster than the contact recovers, 1 + mu w <= 0: no force, and what was stored on
// the way is lost.
static void part_without_force(encounter *f, double T, passage *p) {
  const double after = f->x + f->w * (T - f->t);
  p->V = energy_at(f->push, after);
  p->loss += f->V - p->V;
  if (after <= 0)
    p->end = f->t - f->x / f->w;
  p->xi = after;
}

static void touch(encounter *f, double T, int steps, passage *p) {
  const double mu = f->push->a.damping;
  f->E = f->V / f->m + log_energy(mu, f->w);
  const double v = sqrt(2 * f->E);
  const double lasts = 1.5 * overlap_of(f->push, f->m * f->E) * (2 + mu * v) / v;
  for (int i = 0; f->t < T && i < MOST_STEPS; ++i) {
    if (f->grip < no_grip) {
      part_without_force(f, T, p);
      return;
    }
    const double left = T - f->t;
    f->last = INFINITY; // not asked for yet
    try_fall(f, fall_within(f, fmin(lasts / steps, left)));
    if (!(f->h < left)) {
      fall_until(f, left);
      f->h = left;
    }
    take_fall(f, p);
    p->xi = f->x;
    p->V = f->V;
    if (f->x <= 0) {
      p->end = f->t;
      p->xi = f->w * (T - f->t);
      return;
    }
  }
}

static passage alone(const push_law *push, double m, double xi, double V, double w, double T,
                     int steps) {
  passage p = {.xi = xi + w * T, .begin = NAN, .end = NAN};
  encounter f = {.push = push, .m = m, .x = xi, .w = w, .grip = 1 + push->a.damping * w};
  if (xi <= 0) {
    if (p.xi <= 0)
      return p;
    p.begin = f.t = -xi / w;
    f.x = 0;
  }
  f.V = f.x > 0 ? V : 0;
  p.xi = f.x;
  p.V = f.V;
  if (f.grip < no_grip)
    part_without_force(&f, T, &p);
  else
    touch(&f, T, steps, &p);
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

static trial try_impulse(const push_law *push, double W, double xi, double V, double w, double T,
                         double p) {
  trial t = {.w = w - W * p / 2};
  t.xi = xi + T * t.w;
  const double V_next = energy_at(push, t.xi);
  t.stored = V_next - V;
  const double mu = push->a.damping;
  const double grip = 1 + mu * t.w;
  if (grip <= 0)
    return t;
  const double G = mean_force(push, xi, V, t.xi, V_next);
  const double s = t.xi - xi;
  double steepness = 0; // dG / d xi
  if (near(xi, t.xi)) {
    t.stored = G * s; // the difference of both energies would have fewer digits
    steepness = push->law->exponent * G / (xi + t.xi);
  } else if (s != 0) {
    steepness = (spring_force(push, t.xi) - G) / s;
  }
  t.q = T * grip * G;
  t.slope = -W / 2 * T * (mu * G + grip * steepness * T);
  return t;
}

// The largest impulse a contact can make: it cannot give back more than it holds and is given.
static double most_impulse(double W, double xi, double V, double w, double T) {
  if (xi <= 0)
    return 2 * (w + xi / T) / W;
  return (w + sqrt(w * w + 2 * W * V)) / W;
}

// p - q(p) rises with a slope of at least 1: Newton, kept within a bracket, ending with p >= q.
static double solve_impulse(const push_law *push, double W, double xi, double V, double w, double T,
                            trial *t) {
  double p = 0;
  double low = 0;
  double high = fmin(t->q, most_impulse(W, xi, V, w, T) * (1 + 1e-12));
  for (int i = 0; i < MOST_TRIALS; ++i) {
    const double miss = p - t->q;
    const double step = miss / (1 - t->slope);
    if (miss >= 0 && step <= 4e-16 * p)
      break;
    if (miss < 0)
      low = p;
    else
      high = p;
    double next = p - step;
    if (fabs(step) <= 4e-16 * p) // as near as it gets: just across the root
      next = p * (1 + 4e-16);
    else if (!(next > low && next < high))
      next = (low + high) / 2;
    p = next;
    *t = try_impulse(push, W, xi, V, w, T, p);
  }
  return p;
}

static passage together(const push_law *push, double W, double xi, double V, double w, double T) {
  passage r = {.xi = xi + w * T, .begin = NAN, .end = NAN};
  if (xi <= 0 && r.xi <= 0)
    return r;
  trial t = try_impulse(push, W, xi, V, w, T, 0);
  const double p = W > 0 ? solve_impulse(push, W, xi, V, w, T, &t) : t.q;
  const double grip = 1 + push->a.damping * t.w;
  r.xi = t.xi;
  r.V = V + t.stored;
  r.impulse = t.q;
  r.peak = t.q / T;
  r.loss =
      (grip > 0 ? t.q * push->a.damping * t.w * t.w / grip : -t.stored) + W * t.q * (p - t.q) / 2;
  if (xi <= 0 && t.w > 0)
    r.begin = -xi / t.w;
  if (t.xi <= 0 && t.w < 0)
    r.end = -xi / t.w;
  return r;
}

// --- Both ---------------------------------------------------------------------------------------

// p - q(p) rises with a slope of at least 1, so that one trial already brackets the root; secants
// within that bracket, ending with p >= q. From p = 0 it would take long: grids alone are near.
static passage mixed(const push_law *push, mobility moves, double xi, double V, double w,
                     double T) {
  const double m = 1 / moves.mass;
  const double W = moves.grid;
  double p = together(push, moves.mass + W, xi, V, w, T).impulse;
  double low = 0;
  double high = INFINITY;
  double p_last = 0;
  double miss_last = 0;
  passage best = {0};
  double best_p = -1;
  for (int i = 0; i < MOST_TRIALS; ++i) {
    const passage q = alone(push, m, xi, V, w - W * p / 2, T, STEPS_MIXED);
    const double miss = p - q.impulse;
    if (miss >= 0 || best_p < 0) {
      best = q;
      best_p = p;
      if (miss >= 0 && miss <= 1e-13 * p)
        break;
    }
    low = fmax(low, miss < 0 ? p : p - miss);
    high = fmin(high, miss < 0 ? p - miss : p);
    const double slope = i == 0 ? 1 + W * m : (miss - miss_last) / (p - p_last);
    p_last = p;
    miss_last = miss;
    p -= miss / slope;
    if (miss < 0 && -miss <= 1e-13 * p_last) // as near as it gets: just across the root
      p = p_last - 2 * miss;
    else if (!(p > low && p < high) || i % 8 == 7)
      p = (low + high) / 2;
    if (p == p_last)
      break;
  }
  best.loss += W * best.impulse * (best_p - best.impulse) / 2;
  return best;
}

// --- All cases ----------------------------------------------------------------------------------

passage exact_pass(const push_law *p, mobility moves, double xi, double V, double w, double T) {
  const double all = moves.mass + moves.grid;
  if (p->a.stiffness * p->scale <= 0 || (xi <= 0 && xi + w * T <= 0))
    return (passage){.xi = xi + w * T, .begin = NAN, .end = NAN};
  if (moves.mass <= 1e-12 * all)
    return together(p, all, xi, V, w, T);
  if (moves.grid <= 1e-12 * all)
    return alone(p, 1 / all, xi, V, w, T, STEPS_ALONE);
  return mixed(p, moves, xi, V, w, T);
}

double exact_duration(const push_law *p, double mobility_of_masses, double xi, double w) {
  const double E = energy_at(p, xi) * mobility_of_masses + log_energy(p->a.damping, fmax(w, 0));
  if (p->a.stiffness * p->scale <= 0 || !(E > 0))
    return INFINITY;
  return 3 * overlap_of(p, E / mobility_of_masses) / sqrt(2 * E);
}
