// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One Hunt-Crossley impact in closed form (theory 11.1 to 11.12),
//
//   m x'' = -K x^alpha (1 + mu v),   x(0) = 0,   v(0) = v_in       x compression (m), v = x' (m/s)
//
// Dividing by v gives a first integral (D. Marhefka, D. Orin, IEEE Trans. SMC-A 29, 1999). With
// u = mu v_in, w = mu v and phi(z) = z - log(1 + z),
//
//   x^(alpha+1) = m (alpha + 1) / (K mu^2) (phi(u) - phi(w))                                   (1)
//
// so the mass leaves where phi(w) = phi(u), w < 0. All is written in y = log(1 + w), in which
// phi(w) = chi(y) = e^y - 1 - y: near y = -infinity, where w -> -1, nothing cancels. From
// dt = -m dv / (K x^alpha (1 + mu v)) and dv / (1 + mu v) = dy / mu the time is
//
//   t = (m/K)^(1/(alpha+1)) (mu^2/(alpha+1))^a / mu  int dy (chi(y_in) - chi(y))^-a,
//   a = alpha / (alpha + 1)                                                                    (2)
//
// The bracket is entire in y with a simple zero at either end; from an end to y = 0 (v = 0) the
// Gauss-Jacobi rule with the weight d^-a, d the distance from that end, converges geometrically.
//
// The approximation is (7) and (8) of S. Papetti, F. Avanzini, D. Rocchesso, Energy and accuracy
// issues in numerical simulations of a non-linear impact model (DAFx-09).

#include "base/bracket.h"
#include "base/constants.h"
#include "base/elementary.h"
#include <carom/rebound.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

// --- Functions without cancellation near zero ---------------------------------------------------

// chi(y) / y^2 = (e^y - 1 - y) / y^2, 1/2 at y = 0.
static double chi_over_square(double y) {
  if (fabs(y) > 1)
    return (real_expm1(y) - y) / (y * y);
  double sum = 0;
  for (int k = 20; k >= 2; --k) // 1/2 (1 + y/3 (1 + y/4 (...)))
    sum = (1 + y * sum) / k;
  return sum;
}

static double chi(double y) {
  return fabs(y) > 1 ? real_expm1(y) - y : y * y * chi_over_square(y);
}

// (e^y - 1) / y and log(1 + u) / u.
static double expm1_over(double y) {
  return y != 0 ? real_expm1(y) / y : 1;
}

static double log1p_over(double u) {
  return u != 0 ? real_log1p(u) / u : 1;
}

// --- The rebound --------------------------------------------------------------------------------

// y_out < 0 with chi(y_out) = chi(y_in), y_in = log(1 + u): Halley's iteration from a series (for
// small losses) or an exponential (for large ones). y_out = e^y_out - 1 - chi bounds it.
static double rebound_root(double u) {
  const double y_in = real_log1p(u);
  if (u < 1e-17) // y_out = -y_in (1 + O(u))
    return -y_in;
  const double level = chi(y_in);
  const double s = sqrt(2 * level);
  double y = level < 1 ? -s - s * s / 6 - s * s * s / 36 : -(level + 1) + real_exp(-(level + 1));
  bracket b = {.low = -(level + 1), .high = -level};
  double error;
  double slope;
  do {
    error = level - chi(y);
    slope = -real_expm1(y);
  } while (bracket_newton(&b, &y, error, slope + error * (1 - slope) / (2 * slope)));
  return y;
}

double carom_hunt_crossley_restitution(double u) {
  if (!(u >= 0 && u <= DBL_MAX))
    return NAN;
  return u > 0 ? -real_expm1(rebound_root(u)) / u : 1;
}

// Where the loss is small 1 - E cancels. With q = u + w = u (1 - E) and
// phi(u) - phi(-u) = 2 u - 2 atanh(u), the equation phi(q - u) = phi(u) reads
//
//   q (u - q) / (1 + q - u) + phi(-q / (1 + q - u)) = 2 (atanh(u) - u)
//
// whose terms are all positive: one step of Newton's iteration gives q as many digits as u has.
static double speed_lost(double u, double kept) {
  if (u > 0.2)
    return 1 - kept;
  if (u < 1e-8)
    return u * (2.0 / 3 - u * 4 / 9);
  double known = 0;
  for (int k = 21; k >= 3; k -= 2) // (atanh(u) - u) / u^3
    known = known * u * u + 1.0 / k;
  known *= 2 * u * u * u;
  double q = u * (1 - kept);
  for (int i = 0; i < 2; ++i) {
    const double left = 1 + q - u;
    const double t = real_log1p(-q / left); // phi(z) = chi(log(1 + z))
    q += (known - (q * (u - q) / left + chi(t))) * left / (u - q);
  }
  return q / u;
}

double carom_hunt_crossley_restitution_approximate(double u) {
  if (!(u >= 0 && u <= DBL_MAX))
    return NAN;
  // 1 - (1 + u + 2/3 u^2 + 2/9 u^3 + 14/135 u^4) e^(-2u), over u
  const double p = 1 + u * (2.0 / 3 + u * (2.0 / 9 + u * 14 / 135));
  const double decay = real_exp(-2 * u);
  return decay > 0 ? 2 * expm1_over(-2 * u) - p * decay : 1 / u;
}

// --- The constants of an impact -----------------------------------------------------------------

typedef struct {
  carom_hunt_crossley of;
  double u;           // mu v_in
  double a;           // alpha / (alpha + 1)
  double y_in, y_out; // at either end
  double v_in, v_out; // > 0 > v_out, m/s
  double kept;        // -v_out / v_in
} impact;

static bool make(const carom_hunt_crossley *of, impact *p) {
  const bool good = of != NULL && of->mass > 0 && of->stiffness > 0 && of->speed_in > 0 &&
                    of->exponent >= 1 && of->damping >= 0 && isfinite(of->mass) &&
                    isfinite(of->stiffness) && isfinite(of->exponent) &&
                    isfinite(of->damping * of->speed_in);
  if (!good)
    return false;
  p->of = *of;
  p->u = of->damping * of->speed_in;
  p->a = of->exponent / (of->exponent + 1);
  p->y_in = real_log1p(p->u);
  p->y_out = rebound_root(p->u);
  p->v_in = of->speed_in;
  p->kept = carom_hunt_crossley_restitution(p->u);
  p->v_out = -p->kept * of->speed_in;
  return true;
}

static double inside(const impact *p, double velocity) {
  return fmin(fmax(velocity, p->v_out), p->v_in);
}

// (phi(u) - phi(w)) / mu^2 of (1) without cancellation: measured from the end on the same side of
// v = 0 it is v t + phi(mu t) / mu^2, t = (v_end - v) / (1 + mu v), and both terms are positive.
// Far from an end at which w is almost -1 the plain difference is the better one.
static double height(const impact *p, double v) {
  const double mu = p->of.damping;
  const double t = ((v >= 0 ? p->v_in : p->v_out) - v) / (1 + mu * v);
  if (mu * t < -0.5)
    return (chi(p->y_out) - chi(real_log1p(mu * v))) / (mu * mu);
  const double over = log1p_over(mu * t);
  return fmax(0, v * t + t * t * over * over * chi_over_square(real_log1p(mu * t)));
}

static double compression_at(const impact *p, double height_there) {
  const double n = p->of.exponent + 1;
  return real_power(p->of.mass * n / p->of.stiffness * height_there, 1 / n);
}

static double force_at(const impact *p, double v) {
  return p->of.stiffness * real_power(compression_at(p, height(p, v)), p->of.exponent) *
         fmax(0, 1 + p->of.damping * v);
}

// The force K x^alpha e^y is largest where alpha/(alpha+1) w = phi(u) - phi(w): 0 <= w < u. In
// v: a v / mu = height, where the difference is convex.
static double peak_force(const impact *p) {
  const double mu = p->of.damping;
  if (mu == 0)
    return force_at(p, 0);
  double v = fmin(p->v_in, mu * height(p, 0) / p->a);
  bracket b = {.high = p->v_in};
  while (bracket_newton(&b, &v, p->a * v - mu * height(p, v), p->a + mu * v / (1 + mu * v)))
    ;
  return force_at(p, v);
}

// --- Time ---------------------------------------------------------------------------------------

enum { NODES = 48 };

typedef struct {
  double node[NODES], weight[NODES];
} rule;

// The orthogonal polynomials of weight (1 + x)^-a on [-1, 1], P_n of Jacobi's (0, -a), and their
// derivative, by the three-term recurrence.
static double jacobi(double b, double x, double *slope) {
  double before = 1;
  double p = ((b + 2) * x - b) / 2;
  for (int n = 2; n <= NODES; ++n) {
    const double s = 2 * n + b;
    const double next =
        ((s - 1) * (s * (s - 2) * x - b * b) * p - 2 * (n - 1) * (n + b - 1) * s * before) /
        (2 * n * (n + b) * (s - 2));
    before = p;
    p = next;
  }
  const double s = 2 * NODES + b;
  *slope = (NODES * (-b - s * x) * p + 2 * NODES * (NODES + b) * before) / (s * (1 - x * x));
  return p;
}

// About the i-th root of P_n, counted from 0; half-way between them P_n has either sign.
static double node_near(double b, double i) {
  return -cos(pi * (i + 0.75 + b / 2) / (NODES + (b + 1) / 2));
}

// int_0^1 q^-a f(q) dq = sum weight f(node).
static rule gauss_jacobi(double a) {
  rule r;
  const double b = -a;
  double sum = 0;
  for (int i = 0; i < NODES; ++i) {
    const double sign = (NODES - i) % 2 == 1 ? 1 : -1; // P_n rises at its last root
    bracket between = {.low = node_near(b, i - 0.5), .high = node_near(b, i + 0.5)};
    double x = node_near(b, i);
    double slope = 0;
    double p = jacobi(b, x, &slope);
    while (bracket_newton(&between, &x, sign * p, sign * slope))
      p = jacobi(b, x, &slope);
    r.node[i] = (1 + x) / 2;
    r.weight[i] = 1 / ((1 - x * x) * slope * slope);
    sum += r.weight[i];
  }
  for (int i = 0; i < NODES; ++i) // normalised to int q^-a = 1 / (1 - a)
    r.weight[i] *= 1 / ((1 - a) * sum);
  return r;
}

// Time between an end of the impact and the moment of velocity v on the same side of v = 0, by (2).
// At the distance d from the end the bracket is d R(d),
//
//   R = u E(-d) - chi(-d)/d  from the beginning,   R = -w E(d) - chi(d)/d  from the end,
//
// E(y) = (e^y - 1)/y. Distances and R are divided by mu, so that mu = 0 is no special case.
static double time_from(const impact *p, const rule *r, bool end, double v) {
  const double mu = p->of.damping;
  const double sign = end ? 1 : -1;
  const double t = sign * (v - (end ? p->v_out : p->v_in)) / (1 + mu * v);
  double length = t * log1p_over(-sign * mu * t); // over mu
  if (end && p->y_out < -1)
    length = fmax(0, real_log1p(mu * v) - p->y_out) / mu;
  double sum = 0;
  for (int i = 0; i < NODES; ++i) {
    const double d = mu * length * r->node[i];
    double R = fabs(end ? p->v_out : p->v_in) * expm1_over(sign * d) -
               length * r->node[i] * chi_over_square(sign * d);
    if (d > 1) // the same, where e^d may be large
      R = sign *
          (1 - sign *
                   (real_exp((end ? p->y_out : p->y_in) + sign * d) -
                    real_exp(end ? p->y_out : p->y_in)) /
                   d) /
          mu;
    sum += r->weight[i] * real_power(R, -p->a);
  }
  const double n = p->of.exponent + 1;
  return real_power(p->of.mass / p->of.stiffness, 1 / n) * real_power(n, -p->a) *
         real_power(length, 1 - p->a) * sum;
}

// --- The public functions -----------------------------------------------------------------------

carom_rebound carom_hunt_crossley_solve(const carom_hunt_crossley *of) {
  impact p;
  if (!make(of, &p))
    return (carom_rebound){NAN, NAN, NAN, NAN, NAN, NAN};
  const rule r = gauss_jacobi(p.a);
  const double lost = speed_lost(p.u, p.kept);
  return (carom_rebound){.speed_out = -p.v_out,
                         .approximate = p.v_in * carom_hunt_crossley_restitution_approximate(p.u),
                         .compression = compression_at(&p, height(&p, 0)),
                         .contact_time = time_from(&p, &r, false, 0) + time_from(&p, &r, true, 0),
                         .peak_force = peak_force(&p),
                         .energy_lost = of->mass / 2 * p.v_in * p.v_in * lost * (2 - lost)};
}

double carom_hunt_crossley_compression(const carom_hunt_crossley *of, double velocity) {
  impact p;
  return make(of, &p) ? compression_at(&p, height(&p, inside(&p, velocity))) : (double)NAN;
}

double carom_hunt_crossley_force(const carom_hunt_crossley *of, double velocity) {
  impact p;
  return make(of, &p) ? force_at(&p, inside(&p, velocity)) : (double)NAN;
}

double carom_hunt_crossley_time(const carom_hunt_crossley *of, double velocity) {
  impact p;
  if (!make(of, &p))
    return NAN;
  const rule r = gauss_jacobi(p.a);
  const double v = inside(&p, velocity);
  if (v >= 0)
    return time_from(&p, &r, false, v);
  const double all = time_from(&p, &r, false, 0) + time_from(&p, &r, true, 0);
  return v > p.v_out ? all - time_from(&p, &r, true, v) : all;
}
