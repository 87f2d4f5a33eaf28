// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of gradient_lanes.c, in one variant (see kernel.h): the functions of gradient.c for as
// many contacts as there are lanes, with the same operations in the same order. Their law has no
// bound. The first solve of a step is without theta.

/// Contacts in a step.
typedef struct {
  lanes stiffness, loss, theta, x, W;
} NAME(step_lanes);

/// The law at one overlap of each.
typedef struct {
  lanes x, energy, force, steep;
} NAME(point_lanes);

/// x^(alpha - 1) where x > 0: power_square().
INLINE TARGET void NAME(square)(const power_law *law, const lanes *x, lanes *square) {
  switch (law->kind) {
  case POWER_ONE:
    *square = ALL(1.0);
    return;
  case POWER_FOURTH_ROOT:
    *square = ROOT(*x);
    return;
  case POWER_ROOT:
    *square = *x;
    return;
  case POWER_LINEAR:
    *square = *x * *x;
    return;
  case POWER_GENERAL:
    break;
  }
  const lanes positive = PICK(ABOVE(*x, ALL(0.0)), *x, ALL(1.0));
  real_powers(LANES, (const double *)&positive, law->exponent - 1, (double *)square);
}

INLINE TARGET void NAME(point_at)(const power_law *law, const NAME(step_lanes) * p, const lanes *x,
                                  NAME(point_lanes) * r) {
  const flags on = ABOVE(*x, ALL(0.0));
  lanes square;
  NAME(square)(law, x, &square);
  const lanes steep = p->stiffness * square;
  const lanes force = steep * *x;
  r->x = *x;
  r->force = WHERE(on, force);
  r->steep = WHERE(on, steep * law->exponent);
  r->energy = WHERE(on, force * *x * (1 / (law->exponent + 1)));
}

/// G and its derivative.
typedef struct {
  lanes G, slope;
  flags near; // both overlaps are almost the same
} NAME(gradient_of);

INLINE TARGET void NAME(between)(const power_law *law, const NAME(step_lanes) * p,
                                 const NAME(point_lanes) * from, const NAME(point_lanes) * to,
                                 NAME(gradient_of) * r) {
  const lanes step = to->x - from->x;
  const flags near = AND(ABOVE(from->x, ALL(0.0)), AT_MOST(ABS(step), GRADIENT_NEAR * from->x));
  const flags far = NOT(near);
  r->near = near;
  r->G = r->slope = ALL(0.0);
  if (ANY(far)) {
    const flags apart = ABOVE(ABS(step), ALL(GRADIENT_NONE));
    const lanes per_step = 1 / step;
    r->G = WHERE(apart, (to->energy - from->energy) * per_step);
    r->slope = WHERE(apart, (to->force - r->G) * per_step);
  }
  if (!ANY(near))
    return;
  const double alpha = law->exponent;
  const lanes sum = to->x + from->x;
  const lanes s = step / sum * (step / sum);
  const lanes middle = sum / 2;
  NAME(point_lanes) mean;
  NAME(point_at)(law, p, &middle, &mean);
  const lanes G =
      mean.force * (1 + alpha * (alpha - 1) / 6 * s * (1 + (alpha - 2) * (alpha - 3) / 20 * s));
  r->G = PICK(near, G, r->G);
  r->slope = PICK(near, alpha * G / sum, r->slope);
}

// Whether none of them that overlaps can part in this step: see stays() in gradient.c.
INLINE TARGET bool NAME(all_stay)(const NAME(step_lanes) * p, const lanes *E, const lanes *goal) {
  const lanes free = *goal + 2 * p->W * p->loss * *E;
  const lanes c = 2 * p->W * (1 - p->theta) * *E;
  const lanes t = 2 * p->x;
  const flags stay = ABOVE(t * t + t * free - c, GRADIENT_ROUNDING * (t * t + t * ABS(free) + c));
  const flags uncertain = AND(ABOVE(p->x, ALL(0.0)), NOT(stay));
  return !ANY(uncertain);
}

// An upper bound of x+ that is near it, for those that `ask` for one.
INLINE TARGET void NAME(bound_of_next)(const power_law *law, const NAME(step_lanes) * p,
                                       const flags *ask, lanes *ahead) {
  const double alpha = law->exponent;
  lanes square;
  NAME(square)(law, ahead, &square);
  const lanes max = 2 * (alpha + 1) * *ahead / (p->W * p->stiffness);
  flags far = AND(*ask, ABOVE(*ahead * square, max));
  if (law->kind == POWER_GENERAL)
    far = AND(far, ABOVE(*ahead, ALL(0.0)));
  if (!ANY(far))
    return;
  lanes x = PICK(far, max, ALL(1.0));
  if (law->kind != POWER_ONE)
    real_powers(LANES, (const double *)&x, 1 / alpha, (double *)&x);
  *ahead = PICK(far, x, *ahead);
}

// The D that ends without overlap, x+ <= 0.
INLINE TARGET void NAME(parting_change)(const NAME(step_lanes) * p, const lanes *E,
                                        const lanes *goal, lanes *D) {
  const lanes free = *goal + 2 * p->W * p->loss * *E;
  const lanes square = free * free + 8 * p->W * (1 - p->theta) * *E;
  const lanes r = ROOT(square);
  *D = PICK(ABOVE(free, ALL(0.0)), -4 * p->W * (1 - p->theta) * *E / (free + r), (free - r) / 2);
}

// One step of Newton's iteration; tells where it has not converged.
INLINE TARGET void NAME(improve)(const power_law *law, const NAME(step_lanes) * p,
                                 const NAME(point_lanes) * from, const lanes *goal, bool theta,
                                 lanes *D, flags *running) {
  const lanes next = p->x + *D / 2;
  const lanes change = next - from->x;
  const flags far =
      NOT(AND(ABOVE(from->x, ALL(0.0)), AT_MOST(ABS(change), GRADIENT_NEAR * from->x)));
  NAME(point_lanes) to = {.x = next};
  NAME(gradient_of) r;
  if (theta || ANY(far)) // else the series about the middle is all they need
    NAME(point_at)(law, p, &next, &to);
  NAME(between)(law, p, from, &to, &r);
  const lanes factor = 1 + p->loss * *D;
  const flags follows = NOT(AT_MOST(factor, ALL(0.0)));
  lanes push = factor * r.G;
  lanes rise = factor * r.slope / 2 + p->loss * r.G;
  if (theta) {
    push += p->theta * (to.force - r.G);
    rise += p->theta * (to.steep - r.slope) / 2;
  }
  const lanes F = WHERE(follows, push);
  const lanes slope = WHERE(follows, rise);
  const lanes step = (*D + p->W * F - *goal) / (1 + p->W * slope);
  const lanes better = *D - step;
  const lanes min = -2 * p->x; // the root has x+ >= 0
  const lanes kept = MAX(better, min);
  const lanes small = GRADIENT_TOLERANCE * (ABS(p->x) + ABS(kept));
  const lanes last = GRADIENT_LAST * (p->x + kept / 2);
  const flags ends = AT_MOST(ABS(step), MAX(small, last));
  *D = PICK(*running, kept, *D);
  *running = AND(*running, NOT(ends));
}

// series_guess(); tells which are good, and which need no improvement.
INLINE TARGET void NAME(series_guess)(const power_law *law, const NAME(step_lanes) * p,
                                      const NAME(point_lanes) * from, const lanes *goal, lanes *D,
                                      flags *good, flags *exact) {
  const lanes bend = (law->exponent - 1) * from->steep / (24 * from->x);
  const lanes a = p->W * (bend * (1 + 2 * p->theta) + p->loss * from->steep / 4);
  const lanes b = 1 + p->W * (from->steep / 4 * (1 + p->theta) + p->loss * from->force);
  const lanes c = *goal - p->W * from->force;
  const lanes square = b * b + 4 * a * c;
  *D = 2 * c / (b + ROOT(square));
  const flags follows = AND(ABOVE(from->x, ALL(0.0)), ABOVE(1 + p->loss * *D, ALL(0.0)));
  *good = AND(follows, AT_MOST(ABS(*D), from->x));
  *exact = AND(*good, AT_MOST(ABS(*D), GRADIENT_NEAR * from->x));
}

// solve_from(), without or, with `again`, with a D and theta.
INLINE TARGET void NAME(solve)(const power_law *law, const NAME(step_lanes) * p,
                               const NAME(point_lanes) * from, const lanes *goal, bool again,
                               lanes *D) {
  lanes parting = ALL(0.0);
  lanes guess;
  flags good;
  flags exact;
  const bool stay = NAME(all_stay)(p, &from->energy, goal);
  if (!stay)
    NAME(parting_change)(p, &from->energy, goal, &parting);
  NAME(series_guess)(law, p, from, goal, &guess, &good, &exact);
  lanes ahead = p->x + *goal / 2;
  const flags overlaps = ABOVE(p->x, ALL(0.0));
  const flags never = AND(AT_MOST(p->x, ALL(0.0)), AT_MOST(ahead, ALL(0.0)));
  const flags parts =
      stay ? AND(overlaps, NOT(overlaps)) : AND(overlaps, AT_MOST(p->x + parting / 2, ALL(0.0)));
  flags running = NOT(OR(never, OR(parts, exact)));
  const flags others = AND(running, NOT(good));
  if (!again) {
    if (ANY(others))
      NAME(bound_of_next)(law, p, &others, &ahead);
    *D = 2 * (ahead - p->x);
  }
  *D = PICK(good, guess, *D);
  for (int i = 0; i < GRADIENT_TRIALS && ANY(running); ++i)
    NAME(improve)(law, p, from, goal, again, D, &running);
  const flags follows = ABOVE(1 + p->loss * parting, ALL(0.0));
  *D = PICK(never, *goal, *D);
  *D = PICK(parts, PICK(follows, parting, *goal), *D);
}

// loss_at() and theta_at() at the deepest overlap.
INLINE TARGET void NAME(losses)(const gradient_law *of, const lanes *share, const lanes *D,
                                NAME(step_lanes) * p, lanes *factor) {
  const lanes next = p->x + *D / 2;
  const lanes deepest = MAX(p->x, next);
  const lanes none = ALL(0.0);
  if (of->damping != 0) {
    NAME(point_lanes) at;
    NAME(point_at)(of->law, p, &deepest, &at);
    const lanes missed = GRADIENT_MISSED * at.steep * p->W;
    *factor = PICK(ABOVE(p->W, none), 1 + MIN(missed, ALL(GRADIENT_MISSED_MAX)), ALL(1.0));
  }
  if (of->shares) {
    lanes square;
    NAME(square)(of->law, &deepest, &square);
    const lanes steep = of->law->exponent * p->stiffness * square;
    const lanes beyond = 1 - 4 / p->W / steep;
    const flags acts = AND(ABOVE(deepest, none), ABOVE(*share, none));
    p->theta = WHERE(acts, *share * MAX(none, beyond));
  }
}

// gradient_drift()
INLINE TARGET void NAME(drift)(const lanes *before, const lanes *psi, const lanes *D,
                               const lanes *W, const lanes *steepest, lanes *drift) {
  const lanes delta = WHERE(ABOVE(*steepest, ALL(0.0)), 0.01 * *psi / *steepest);
  const lanes below = *D * *D + delta * delta;
  const lanes wanted = 2 * (*before - *psi) * *D / below;
  const lanes bound = PICK(ABOVE(*psi, ALL(0.0)), ABS(*D) / (4 * *W * *psi), ALL((double)INFINITY));
  const lanes raised = MAX(wanted, -bound);
  *drift = WHERE(ABOVE(below, ALL(0.0)), MIN(raised, bound));
}

// gradient_slopes_at()
INLINE TARGET void NAME(slopes_at)(const power_law *law, const NAME(step_lanes) * p,
                                   const NAME(point_lanes) * begin, const lanes *psi,
                                   const lanes *D, lanes *g, lanes *h, lanes *numerical) {
  const lanes next = p->x + *D / 2;
  const lanes none = ALL(0.0);
  const NAME(point_lanes) from = *begin;
  NAME(point_lanes) to;
  NAME(gradient_of) r;
  NAME(point_at)(law, p, &next, &to);
  NAME(between)(law, p, &from, &to, &r);
  const lanes twice_from = 2 * from.energy;
  const lanes twice_to = 2 * to.energy;
  const lanes before = ROOT(twice_from);
  const lanes after = ROOT(twice_to);
  const lanes max = MAX(before, after);
  const lanes force = PICK(ABOVE(to.x, from.x), to.force, from.force);
  const lanes steepest = WHERE(ABOVE(max, none), force / max);
  const lanes loss = p->loss * r.G;
  const lanes bound = -r.G / *D;
  const lanes excess = PICK(r.near, to.steep / 4, (to.force - r.G) / *D);
  const flags loses = AND(ABOVE(p->theta, none), NOT(AT_MOST(ABS(*D), none)));
  lanes drift;
  NAME(drift)(&before, psi, D, &p->W, &steepest, &drift);
  *numerical = WHERE(loses, p->theta * MAX(none, excess));
  *h = PICK(ABOVE(none, *D), MIN(loss, bound), loss) + *numerical;
  *numerical = *h * WHERE(ABOVE(*h, none), *numerical / *h);
  const lanes slope = WHERE(ABOVE(before + after, none), 2 * r.G / (before + after)) + drift;
  const lanes raised = MAX(slope, none);
  const lanes twice = 2 * steepest;
  *g = MIN(raised, twice);
}

// As many contacts as there are lanes, from lane `at` on. Tells which of them have to be solved by
// gradient.c.
TARGET static unsigned NAME(solve_part)(const gradient_law *of, gradient_lanes *all, int at) {
  NAME(step_lanes)
  p = {.stiffness = LOAD(all->stiffness + at),
       .loss = ALL(of->damping / (2 * of->k)),
       .theta = ALL(0.0),
       .x = LOAD(all->x + at),
       .W = LOAD(all->W + at)};
  const lanes goal = LOAD(all->goal + at);
  const lanes psi = LOAD(all->psi + at);
  const lanes share = LOAD(all->share + at);
  const lanes energy = psi * psi / 2;
  NAME(point_lanes) start;
  lanes D = {0};
  lanes g;
  lanes h;
  lanes numerical;
  NAME(point_at)(of->law, &p, &p.x, &start);
  const flags elsewhere = AND(ABOVE(p.x, ALL(0.0)), ABOVE(start.energy / 4, energy));
  const bool lossy = of->damping != 0;
  NAME(solve)(of->law, &p, &start, &goal, false, &D);
  if (lossy || of->shares) {
    lanes factor = ALL(1.0);
    lanes again = D;
    NAME(losses)(of, &share, &D, &p, &factor);
    p.loss = p.loss * factor;
    NAME(solve)(of->law, &p, &start, &goal, true, &again);
    D = lossy ? again : PICK(ABOVE(p.theta, ALL(0.0)), again, D);
  }
  NAME(slopes_at)(of->law, &p, &start, &psi, &D, &g, &h, &numerical);
  const lanes f = g * psi;
  const lanes d = g * g / 4 + h;
  D = (goal - p.W * f) / (1 + d * p.W);
  STORE(all->loss + at) = h;
  STORE(all->numerical + at) = numerical;
  STORE(all->D + at) = D;
  STORE(all->force + at) = f + d * D;
  STORE(all->psi + at) = psi + g * D / 2;
  return BITS(elsewhere);
}
