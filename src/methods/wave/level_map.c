// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The exact motion of a string that wraps a bridge (theory 14.9 to 14.14). The free part is
//
//   y = G(t + x) - G(t - x + 2)
//
// which is 0 at x = 1. On the bridge y = y_B and y_x = y_B' at the contact point, so that y_t = 0
// there, and with the level v = G'
//
//   gamma(v) = clip(b / 2 - v / alpha, gamma1, gamma2),   G'(p + T(v)) = v,   T(v) = 2 - 2 gamma(v)
//
// Every level comes back after its own time T(v): all three phases in one formula. With
// V(theta) = G' over the first cycle, gamma0 <= theta <= 2 - gamma0, p in cycle n is
//
//   p = theta + n T(V),   G = n Y(2 - gamma0) + Y(theta) + n [D(V) - D(V(gamma0))],
//   Y = int V,  D = int v T'(v) dv = clip(v)^2 / alpha
//
// and theta is found from p by Newton's method in a bracket. The motion starts at rest, V = y_x /
// 2, with y = S (1 - x) + A sin(kappa (x - gamma0)), so that V is symmetric about 1. Pure wrapping
// ends where levels would overtake each other: p no longer rises with theta after reflection n, 1 +
// 2 n V' / alpha < 0. The contact point is then as fast as waves.

#include "methods/wave/level_map.h"

#include "base/bracket.h"
#include "base/constants.h"
#include "base/quadrature.h"
#include <math.h>

// --- The first cycle ----------------------------------------------------------------------------

/// A point of the first cycle.
typedef struct {
  double theta, phase; // phase = kappa (theta - gamma0)
  double sine, cosine; // of the phase
  double V, slope;     // V and V'
} cycle_point;

static cycle_point cycle_at(const level_map *m, double theta) {
  const wrapped_shape *s = &m->start;
  cycle_point o = {.theta = theta, .phase = s->kappa * (theta - s->gamma)};
  o.sine = sin(o.phase);
  o.cosine = cos(o.phase);
  o.V = (s->A * s->kappa * o.cosine - s->S) / 2;
  o.slope = -s->A * s->kappa * s->kappa * o.sine / 2;
  return o;
}

// Y(theta)
static double first_integral(const level_map *m, const cycle_point *o) {
  return (m->start.A * o->sine - m->start.S * (o->theta - m->start.gamma)) / 2;
}

// int V^2 from gamma0 to theta
static double first_square(const level_map *m, const cycle_point *o) {
  const double S = m->start.S;
  const double a = m->start.A * m->start.kappa;
  return (S * S * o->phase - 2 * S * a * o->sine + a * a * (o->phase + o->sine * o->cosine) / 2) /
         (4 * m->start.kappa);
}

// --- Levels -------------------------------------------------------------------------------------

static double clip(const level_map *m, double v) {
  return fmin(fmax(v, m->low), m->high);
}

static double contact_of(const level_map *m, double v) {
  const double gamma = m->of.b / 2 - v / m->of.alpha;
  return fmin(fmax(gamma, m->of.from), m->of.to);
}

static double period_of(const level_map *m, double v) {
  return 2 - 2 * contact_of(m, v);
}

// T'(v)
static double period_slope(const level_map *m, double v) {
  return v > m->low && v < m->high ? 2 / m->of.alpha : 0;
}

// --- Back to the first cycle --------------------------------------------------------------------

static double place_of(const level_map *m, int i) {
  return m->start.gamma + m->cycle * i / CYCLE_PLACES;
}

// The last place before `end` with theta + times T(V(theta)) <= target.
static int place_before(const level_map *m, double target, double times, double end) {
  int low = 0;
  int high = CYCLE_PLACES;
  while (high - low > 1) {
    const int mid = (low + high) / 2;
    const double theta = place_of(m, mid);
    if (theta < end && theta + times * m->period[mid] <= target)
      low = mid;
    else
      high = mid;
  }
  return low;
}

// theta with theta + times T(V(theta)) = target. That rises with theta as long as wrapping lasts;
// at its last reflection up to the level that ends it.
static cycle_point find_origin(const level_map *m, double target, double times) {
  const double end = times > m->lost_reflects - 1 ? m->lost_theta : 2 - m->start.gamma;
  const int place = place_before(m, target, times, end);
  bracket b = {.low = place_of(m, place),
               .high = fmin(place_of(m, place + 1), end),
               .enough = 1e-16 * target};
  const double from = b.low + times * m->period[place];
  const double to = place_of(m, place + 1) + times * m->period[place + 1];
  const double part = to > from ? (target - from) / (to - from) : 0;
  double theta = fmin(b.low + fmax(part, 0) * m->cycle / CYCLE_PLACES, b.high);
  cycle_point o = cycle_at(m, theta);
  while (bracket_newton(&b, &theta, theta + times * period_of(m, o.V) - target,
                        1 + times * period_slope(m, o.V) * o.slope))
    o = cycle_at(m, theta);
  return o;
}

wave_point level_map_at(const level_map *m, double p) {
  const double n = fmax(floor((p - m->start.gamma) / m->cycle), 0);
  const cycle_point o = find_origin(m, p, n);
  const double v = clip(m, o.V);
  const double v0 = clip(m, m->first);
  return (wave_point){.G = n * m->change + first_integral(m, &o) +
                           n * (v * v - v0 * v0) / m->of.alpha,
                      .level = o.V,
                      .slope = o.slope / (1 + n * period_slope(m, o.V) * o.slope),
                      .Q = n * m->square + first_square(m, &o) +
                           n * 2 * (v * v * v - v0 * v0 * v0) / (3 * m->of.alpha)};
}

// t + gamma(v) = p: theta + (n + 1/2) T = t + 1.
contact_point level_map_contact(const level_map *m, double t) {
  const double n = fmax(floor(t / m->cycle), 0);
  const cycle_point o = find_origin(m, t + 1, n + 0.5);
  return (contact_point){.gamma = contact_of(m, o.V), .level = o.V};
}

// --- The string ---------------------------------------------------------------------------------

string_point level_map_string(const level_map *m, contact_point at, double x, double t) {
  const bridge *of = &m->of;
  if (x < of->from) // straight to the edge of the bridge
    return (string_point){.y = x * of->alpha * (of->b - of->from),
                          .y_x = of->alpha * (of->b - of->from)};
  if (x < at.gamma)
    return (string_point){.y = bridge_height(of, x), .y_x = of->alpha * (of->b - 2 * x)};
  const wave_point left = level_map_at(m, t + x); // moves to the left
  const wave_point right = level_map_at(m, t - x + 2);
  return (string_point){.y = left.G - right.G,
                        .y_t = left.level - right.level,
                        .y_tt = left.slope - right.slope,
                        .y_x = left.level + right.level};
}

// int of the product of the two waves, which is where kinetic and potential energy differ.
static double product(const level_map *m, double gamma, double t) {
  enum { PANELS = 4 };
  const double half = (1 - gamma) / (2 * PANELS);
  double sum = 0;
  for (int n = 0; n < PANELS; ++n)
    for (int k = 0; k < GAUSS_POINTS; ++k) {
      const double x = gamma + half * (2 * n + 1 + gauss_point(k));
      sum += half * gauss_weight[k / 2] * level_map_at(m, t + x).level *
             level_map_at(m, t - x + 2).level;
    }
  return sum;
}

// 1/2 int y_x^2 of the part that lies on the bridge, or runs straight to its edge.
static double still_energy(const level_map *m, double gamma) {
  const bridge *of = &m->of;
  const double edge = of->alpha * (of->b - of->from);
  const double from = of->b - 2 * of->from;
  const double to = of->b - 2 * gamma;
  return edge * edge * of->from / 2 +
         of->alpha * of->alpha * (from * from * from - to * to * to) / 12;
}

void level_map_energy(const level_map *m, contact_point at, double t, double *kinetic,
                      double *potential) {
  const double waves =
      level_map_at(m, t + 2 - at.gamma).Q - level_map_at(m, t + at.gamma).Q; // of both together
  const double both = product(m, at.gamma, t);
  *kinetic = waves / 2 - both;
  *potential = waves / 2 + both + still_energy(m, at.gamma);
}

// --- Setting up ---------------------------------------------------------------------------------

// The phase within half a wave in which levels fall, 0 to pi, at which they pass v.
static double phase_of(double steepness, double S, double v) {
  return acos(fmin(fmax((S + 2 * v) / steepness, -1), 1));
}

// 1 + 2 n V' / alpha = 0 first at the smallest n, and there at the first theta among the levels
// that move the contact point; it is reached before reflection n.
static void find_loss(level_map *m) {
  const wrapped_shape *s = &m->start;
  const double steepness = fabs(s->A) * s->kappa;
  const double curvature = steepness * s->kappa; // 2 |V'| at most
  m->lost = m->lost_reflects = INFINITY;
  if (curvature == 0)
    return;
  const double from = phase_of(steepness, s->S, m->high);
  const double to = phase_of(steepness, s->S, m->low);
  const double sine = from < pi / 2 && to > pi / 2 ? 1 : fmax(sin(from), sin(to));
  if (from >= to)
    return;
  const double n = floor(m->of.alpha / (curvature * sine)) + 1;
  const double phase = fmax(asin(fmin(m->of.alpha / (n * curvature), 1)), from);
  const double theta = s->gamma + (phase + (s->A < 0 ? pi : 0)) / s->kappa;
  const double V = cycle_at(m, theta).V;
  m->lost_reflects = n;
  m->lost_theta = theta;
  m->lost = theta + (n - 1) * period_of(m, V) - contact_of(m, V);
}

void level_map_prepare(level_map *m) {
  const bridge *of = &m->of;
  m->cycle = 2 - 2 * m->start.gamma;
  m->low = of->alpha * (of->b - 2 * of->to) / 2;
  m->high = of->alpha * (of->b - 2 * of->from) / 2;
  m->first = cycle_at(m, m->start.gamma).V;
  const cycle_point end = cycle_at(m, 2 - m->start.gamma);
  for (int i = 0; i <= CYCLE_PLACES; ++i)
    m->period[i] = period_of(m, cycle_at(m, place_of(m, i)).V);
  m->change = first_integral(m, &end);
  m->square = first_square(m, &end);
  find_loss(m);
}
