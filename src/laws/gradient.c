// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The discrete gradient of a collision (theory 2.16 to 2.24). A collision stores phi(x), x the
// overlap half-way between two samples. In a step x changes by D/2 and the force
//
//   F = (1 + mu D/2k) G + theta (phi'(x+) - G),   G = (phi(x+) - phi(x)) / (x+ - x),   x+ = x + D/2
//
// takes F D/2 = phi(x+) - phi(x) + losses from the bodies, none of them negative: phi is convex, so
// phi'(x+) (x+ - x) >= phi(x+) - phi(x). F >= 0, as phi rises; where 1 + mu D/2k < 0 the contact
// cannot follow and there is no force. With alpha >= 1, phi' is convex and so is F as a function
// of D: Newton's iteration for D + W F(D) = D^I descends to the root from any larger D. Such are
// the free D, and the D at which W phi'(x+)/(alpha + 1), not more than W G, would consume all of
// it. Where x changes little it begins from the series of F instead.
//
// The result is written as psi+ = psi + g D/2, F = g psi + (g^2/4 + h) D, which is exact in energy
// for any g and h: the ledger does not depend on how well the root is known.
//
// On a resistance a perturbation of a pressed contact is multiplied by
// (1 - A (1 - theta)) / (1 + A (1 + theta)) in a step, A = phi'' R/4, which tends to -1 for hard
// contacts: they would oscillate at half the rate. So the law is bounded: from the knee x0 on,
// where A reaches A0, it is straight,
//
//   phi' = phi'(x0) + (4 A0/R) (x - x0),
//
// which is convex and exact in energy like any other. A small theta then stands for what is
// radiated above half the rate. A contact loses in proportion to what it stores, and with the same
// force F the straight law stores more than the law itself, by the ratio of their stiffnesses: of
// mu (phi'(x0)/F)^(1 - 1/alpha) is left there.
// Below the knee mu is larger instead: masses change their speed within a step, and the square of
// its mean is less than the mean of its square.

#include "laws/gradient.h"

#include "base/bounds.h"
#include "base/elementary.h"
#include <math.h>

/// A0: on bodies without and with losses at half the rate, and under a mass, which lands seldom and
/// must not lag.
static const double hardest = 0.5;
static const double hardest_fading = 1.5;
static const double hardest_struck = 5;

/// theta of a rigid contact on a body with losses at half the rate; on others nothing is lost.
/// Along a body it goes with the root of the part of the stiffness that is bending: a flexible
/// string is right without it. Under a mass it is 1/2 - 1/A beyond A = 2, and (3 R/W)^2 of that
/// where R is less than a third of W: a light mass returns from a heavy body as from a wall.
static const double share_fading = 0.4;
static const double share_along = 0.2;
static const double struck_limit = 2;
static const double struck_fraction = 3;

// --- The bound ----------------------------------------------------------------------------------

law_bound law_bound_of(const contact_law *law, double stiffness, const link_response *r) {
  law_bound b = {.knee = INFINITY,
                 .steepest = INFINITY,
                 .resisting = r->resisting,
                 .turning = r->along ? (double)INFINITY : r->turning};
  if (r->along && !r->lossless)
    b.share = share_along * r->fading * sqrt(r->bending);
  if (r->given || !(r->resisting > 0) || !(stiffness > 0))
    return b;
  const double max = r->struck ? hardest_struck : hardest + (hardest_fading - hardest) * r->fading;
  b.steepest = 4 * max / r->resisting;
  if (!r->lossless)
    b.share = r->struck ? -1 : share_fading * r->fading;
  const law_point knee = law_knee(law, stiffness, b.steepest);
  b.knee = knee.x;
  b.force = knee.force;
  b.energy = knee.energy;
  return b;
}

// --- The law ------------------------------------------------------------------------------------

static inline law_point point_at(const gradient_step *p, double x) {
  law_point r = {.x = x};
  if (x > p->bound->knee) {
    const double beyond = x - p->bound->knee;
    r.steep = p->bound->steepest;
    r.force = p->bound->force + r.steep * beyond;
    r.energy = p->bound->energy + beyond * (p->bound->force + r.force) / 2;
  } else if (x > 0) {
    return law_at(p->law, p->stiffness, x);
  }
  return r;
}

law_point gradient_at(const gradient_step *p, double x) {
  return point_at(p, x);
}

double gradient_psi(const gradient_step *p, double x) {
  return sqrt(2 * point_at(p, x).energy);
}

double gradient_overlap(const gradient_step *p, double E) {
  const law_bound *b = p->bound;
  const double beyond = E - b->energy;
  if (beyond > 0 && isfinite(b->knee))
    return b->knee + 2 * beyond / (b->force + sqrt(b->force * b->force + 2 * b->steepest * beyond));
  return E > 0 ? law_overlap_of(p->law, p->stiffness, E) : 0;
}

// Where a step begins; see gradient_settle().
static law_point start_of(const gradient_step *p, double psi) {
  const double E = psi * psi / 2;
  const law_point at = point_at(p, p->x);
  return p->x > 0 && E < at.energy / 4 ? point_at(p, gradient_overlap(p, E)) : at;
}

/// G and its derivative.
typedef struct {
  double G, slope; // dG/dx+
  bool near;       // both overlaps are almost the same
} gradient;

static gradient between(const gradient_step *p, const law_point *from, const law_point *to) {
  const double step = to->x - from->x;
  const double knee = p->bound->knee;
  const double low = smaller(from->x, to->x);
  const double high = larger(from->x, to->x);
  gradient r = {.near = from->x > 0 && fabs(step) <= GRADIENT_NEAR * from->x};
  law_quotient q;
  if (low > knee) { // straight
    r.G = (from->force + to->force) / 2;
    r.slope = p->bound->steepest / 2;
  } else if (r.near && high > knee) { // about the knee
    r.G = (from->force + to->force) / 2;
    r.slope = to->steep / 2;
  } else if (low > 0 && !(high > knee) &&
             law_quotient_of(p->law, p->stiffness, from, to, r.near, &q)) {
    r.G = q.G;
    r.slope = q.slope;
  } else if (fabs(step) > GRADIENT_NONE) {
    const double per_step = 1 / step;
    r.G = (to->energy - from->energy) * per_step;
    r.slope = (to->force - r.G) * per_step;
  }
  return r;
}

double gradient_between(const gradient_step *p, double x, double y) {
  const law_point from = point_at(p, x);
  const law_point to = point_at(p, y);
  return between(p, &from, &to).G;
}

static gradient_push push_between(const gradient_step *p, const law_point *from,
                                  const law_point *to, double D) {
  const gradient r = between(p, from, to);
  const double factor = 1 + p->loss * D;
  if (factor <= 0)
    return (gradient_push){0, 0};
  return (gradient_push){.F = factor * r.G + p->theta * (to->force - r.G),
                         .slope = factor * r.slope / 2 + p->loss * r.G +
                                  p->theta * (to->steep - r.slope) / 2};
}

gradient_push gradient_push_at(const gradient_step *p, double D) {
  const law_point from = point_at(p, p->x);
  const law_point to = point_at(p, p->x + D / 2);
  return push_between(p, &from, &to, D);
}

// --- One contact by itself ----------------------------------------------------------------------

// The D that ends without overlap, x+ <= 0: F D = -2 E (1 - theta + mu D/2k) there.
static double parting_change(const gradient_step *p, double E, double goal) {
  const double free = goal + 2 * p->W * p->loss * E;
  const double r = sqrt(free * free + 8 * p->W * (1 - p->theta) * E);
  return free > 0 ? -4 * p->W * (1 - p->theta) * E / (free + r) : (free - r) / 2;
}

// Whether it is certain, without that root, that a contact which overlaps by x does not part: with
// t = 2x, -D is the positive root of t^2 + free t - 2 W (1 - theta) E, which is positive beyond it.
static inline bool stays(const gradient_step *p, double x, double E, double goal) {
  const double free = goal + 2 * p->W * p->loss * E;
  const double c = 2 * p->W * (1 - p->theta) * E;
  const double t = 2 * x;
  return t * t + t * free - c > GRADIENT_ROUNDING * (t * t + t * fabs(free) + c);
}

// An upper bound of x+ that is near it, given the free one. On the straight part of a bounded law
// x phi' / phi is not above the larger of what it is at the knee and 1 + x phi'' / phi' there.
static double bound_of_next(const gradient_step *p, double ahead) {
  const law_bound *b = p->bound;
  const double x = law_reach(p->law, p->stiffness, p->W, ahead);
  if (x == ahead || !(x > b->knee))
    return x;
  const double max = larger(law_ratio(p->law, b->knee), 1 + law_exponent(p->law, b->knee));
  const double force = 2 * max * ahead / p->W;
  return smaller(ahead, b->knee + (force - b->force) / b->steepest);
}

/// A guess of D, and whether it needs no improvement.
typedef struct {
  double D;
  bool good, exact;
} guess;

// phi''' / 24 at x > 0.
static inline double bend_at(const gradient_step *p, const law_point *from) {
  return from->x > p->bound->knee ? 0 : law_bend(p->law, p->stiffness, from);
}

// Where the overlap changes by less than half, D from the series
//
//   F = (1 + mu D/2k) (f + f_1 D/4 + f_2 D^2/24) + theta (f_1 D/4 + f_2 D^2/12),
//
// f the force of the law at x and f_1, f_2 its derivatives. The next term of it is nothing beside x
// where the overlap stays almost the same.
static inline guess series_guess(const gradient_step *p, const law_point *from, double goal) {
  const double bend = bend_at(p, from);
  const double a = p->W * (bend * (1 + 2 * p->theta) + p->loss * from->steep / 4);
  const double b = 1 + p->W * (from->steep / 4 * (1 + p->theta) + p->loss * from->force);
  const double c = goal - p->W * from->force;
  const double D = 2 * c / (b + sqrt(b * b + 4 * a * c));
  const bool good = from->x > 0 && fabs(D) <= from->x && 1 + p->loss * D > 0;
  const double nothing = GRADIENT_NEAR * from->x;
  return (guess){.D = D,
                 .good = good,
                 .exact =
                     good && fabs(D) <= nothing && !(fabs(from->x - p->bound->knee) <= nothing)};
}

// The root from the series, from the one `before` unless that is NAN, or from the bound.
static double solve_from(const gradient_step *p, const law_point *from, double goal,
                         double before) {
  const double x = from->x;
  if (x + goal / 2 <= 0 && x <= 0)
    return goal;
  if (x > 0 && !stays(p, x, from->energy, goal)) {
    const double D = parting_change(p, from->energy, goal);
    if (x + D / 2 <= 0)
      return 1 + p->loss * D > 0 ? D : goal;
  }
  const guess first = series_guess(p, from, goal);
  if (first.exact)
    return first.D;
  double D = first.D;
  if (!first.good)
    D = isnan(before) ? 2 * (bound_of_next(p, x + goal / 2) - x) : before;
  for (int i = 0; i < GRADIENT_TRIALS; ++i) {
    const law_point to = point_at(p, x + D / 2);
    const gradient_push t = push_between(p, from, &to, D);
    const double step = (D + p->W * t.F - goal) / (1 + p->W * t.slope);
    D = larger(D - step, -2 * x); // the root has x+ >= 0
    if (fabs(step) <= larger(GRADIENT_TOLERANCE * (fabs(x) + fabs(D)), GRADIENT_LAST * (x + D / 2)))
      break;
  }
  return D;
}

double gradient_solve(const gradient_step *p, double goal, double near) {
  const law_point from = point_at(p, p->x);
  return solve_from(p, &from, goal, near);
}

// theta for a contact that reaches the overlap x.
static double theta_at(const gradient_step *p, double x) {
  const law_bound *b = p->bound;
  if (b->share == 0 || x <= 0)
    return 0;
  if (b->share > 0 && x <= b->knee && isfinite(b->knee))
    return 0;
  const double steep = law_steep(p->law, p->stiffness, x);
  if (b->share > 0) // beyond the knee; along a body beyond A = 1
    return b->share * larger(0, 1 - (isfinite(b->knee) ? b->steepest : 4 / p->W) / steep);
  const double A = smaller(steep, b->steepest) * b->resisting / 4;
  const double part = struck_fraction * b->resisting / p->W;
  return A > struck_limit ? (1 / struck_limit - 1 / A) * smaller(1, part * part) : 0;
}

/// An overlap that is next to none, m.
static const double shallow = 1e-300;

// The factor of mu for a step that reaches the overlap x.
static double loss_at(const gradient_step *p, double x) {
  const law_bound *b = p->bound;
  if (p->loss == 0)
    return 1;
  if (!(x > b->knee)) {
    const double turning = smaller(p->W, b->turning);
    return turning > 0
               ? 1 + smaller(GRADIENT_MISSED * point_at(p, x).steep * turning, GRADIENT_MISSED_MAX)
               : 1;
  }
  const double force = b->force + b->steepest * (x - b->knee);
  if (b->force > 0)
    return real_power(b->force / force, 1 - 1 / law_exponent(p->law, b->knee));
  return smaller(b->steepest / law_steep(p->law, p->stiffness, shallow), 1); // straight at once
}

double gradient_settle(gradient_step *p, double psi, double goal, double *damping) {
  const law_point from = start_of(p, psi);
  const bool lossy = p->loss != 0;
  p->from = from;
  p->x = from.x;
  p->theta = 0;
  const double D = solve_from(p, &from, goal, (double)NAN);
  const double deepest = larger(p->x, p->x + D / 2);
  p->theta = theta_at(p, deepest);
  *damping = loss_at(p, deepest);
  p->loss *= *damping;
  return lossy || p->theta > 0 ? solve_from(p, &from, goal, D) : D;
}

// --- As slopes of psi ---------------------------------------------------------------------------

double gradient_drift(double error, double psi, double D, double weight, double steepest) {
  const double delta = steepest > 0 ? 0.01 * psi / steepest : 0;
  const double below = D * D + delta * delta;
  if (below == 0)
    return 0;
  const double wanted = 2 * error * D / below;
  const double bound = psi > 0 ? fabs(D) / (4 * weight * psi) : (double)INFINITY;
  return smaller(larger(wanted, -bound), bound);
}

static inline gradient_slopes slopes_from(const gradient_step *p, law_point from, double psi,
                                          double D) {
  const law_point to = point_at(p, p->x + D / 2);
  const gradient r = between(p, &from, &to);
  const double before = sqrt(2 * from.energy);
  const double after = sqrt(2 * to.energy);
  const law_point *deepest = to.x > from.x ? &to : &from;
  const double max = larger(before, after);
  const double steepest = max > 0 ? deepest->force / max : 0;
  gradient_slopes s = {.h = p->loss * r.G};
  if (D < 0) // no more than G itself: nothing pulls
    s.h = smaller(s.h, -r.G / D);
  if (p->theta > 0 && D != 0)
    s.numerical = p->theta * larger(0, r.near ? to.steep / 4 : (to.force - r.G) / D);
  s.h += s.numerical;
  if (before + after > 0)
    s.g = 2 * r.G / (before + after);
  s.g += gradient_drift(before - psi, psi, D, p->W, steepest);
  s.g = smaller(larger(s.g, 0), 2 * steepest);
  return s;
}

gradient_slopes gradient_slopes_at(const gradient_step *p, double psi, double D) {
  return slopes_from(p, point_at(p, p->x), psi, D);
}

gradient_slopes gradient_slopes_settled(const gradient_step *p, double psi, double D) {
  return slopes_from(p, p->from, psi, D);
}
