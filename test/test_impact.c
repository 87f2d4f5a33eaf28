// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One impact in closed form, against extended precision: the rebound speed against bisection and
// the series in mu v, times against a double-exponential quadrature, and the whole course against
// an adaptive integration of the equation of motion, which knows nothing of first integrals.

#include "support.h"

#include <carom/rebound.h>

typedef long double wide; // 64 bits of mantissa

// --- The rebound speed --------------------------------------------------------------------------

// log(1 + mu v) at the end. For small u from the series of w = mu v, which follows from phi(w) =
// phi(u) term by term; else by bisection of e^L - 1 - L = u - log(1 + u). Either is good to 1e-16.
static wide leave(wide u) {
  if (u < 1e-3L)
    return log1pl(
        -u * (1 - u * (2.0L / 3 -
                       u * (4.0L / 9 - u * (44.0L / 135 - u * (104.0L / 405 - u * 40 / 189))))));
  const wide level = u - log1pl(u);
  wide low = -(level + 2);
  wide high = -sqrtl(2 * level) / 2;
  for (int i = 0; i < 200; ++i) {
    const wide L = (low + high) / 2;
    if (expm1l(L) - L > level)
      low = L;
    else
      high = L;
  }
  return low;
}

static void rebound_speed_has_fourteen_digits(void **state) {
  (void)state;
  const int count = 3000;
  for (int i = 0; i < count; ++i) {
    const double u = 1e-8 * pow(79 / 1e-8, i / (count - 1.0));
    const double kept = (double)(-expm1l(leave(u)) / u);
    assert_near(carom_hunt_crossley_restitution(u), kept, 1e-14 * kept);
  }
}

static void rebound_speed_stays_right_far_outside(void **state) {
  (void)state;
  assert_near(carom_hunt_crossley_restitution(0), 1, 0);
  assert_near(carom_hunt_crossley_restitution(1e-300), 1, 0);
  assert_near(carom_hunt_crossley_restitution(1e-12), 1 - 2e-12 / 3, 3e-16);
  for (double u = 80; u < 1e308; u *= 10) // nothing gets faster than 1/mu
    assert_near(carom_hunt_crossley_restitution(u) * u, 1, 1e-15);
  assert_true(isnan(carom_hunt_crossley_restitution(-1)));
  assert_true(isnan(carom_hunt_crossley_restitution(INFINITY)));
}

// The error of (7) and (8): 2.045 % at u = 3, where it is largest, 0.0125 % at 0.5, 3.3e-7 % at
// 0.03.
static void approximation_errs_by_two_percent_at_most(void **state) {
  (void)state;
  double most = 0;
  for (double u = 0.001; u < 79; u *= 1.001) {
    const double error =
        carom_hunt_crossley_restitution_approximate(u) / carom_hunt_crossley_restitution(u) - 1;
    most = fmax(most, fabs(error));
  }
  assert_near(100 * most, 2.045, 0.001);
  const double at[][2] = {{0.5, 1.25e-2}, {1, 0.231}, {2, 1.44}, {3, 2.045}, {8, 0.10}};
  for (int i = 0; i < 5; ++i)
    assert_near(100 * (carom_hunt_crossley_restitution_approximate(at[i][0]) /
                           carom_hunt_crossley_restitution(at[i][0]) -
                       1),
                at[i][1], 0.005 * at[i][1] + 2e-5 + 5e-3 * (at[i][0] > 4));
  assert_near(
      carom_hunt_crossley_restitution_approximate(0.03) / carom_hunt_crossley_restitution(0.03) - 1,
      -3.3e-9, 1e-10);
  assert_near(carom_hunt_crossley_restitution_approximate(0), 1, 0);
}

// --- Contact time -------------------------------------------------------------------------------

// e^y - 1 - y
static wide chi(wide y) {
  if (fabsl(y) > 1)
    return expm1l(y) - y;
  wide sum = 0;
  for (int k = 25; k >= 2; --k)
    sum = (1 + y * sum) / k;
  return y * y * sum;
}

// (phi(u) - phi(w)) at the distance d from the end at which log(1 + w) is L: sign -1 from the
// beginning, 1 from the end.
static wide bracket(wide L, wide d, int sign) {
  if (d > 1)
    return sign * d - (expl(L + sign * d) - expl(L));
  return -expm1l(L) * expm1l(sign * d) - chi(sign * d);
}

// int_0^D bracket^-a dd by the double-exponential rule: d = D / (1 + e^(-2 s)), s = pi/2 sinh(t).
static wide quadrature(wide L, wide a, int sign) {
  const wide half_pi = 1.57079632679489661923132169163975144L;
  const wide step = 1.0L / 64;
  const wide D = fabsl(L);
  wide sum = 0;
  for (int i = -8 * 64; i <= 5 * 64; ++i) {
    const wide t = i * step;
    const wide s = half_pi * sinhl(t);
    const wide d = D / (1 + expl(-2 * s));
    const wide slope = D * half_pi * coshl(t) / (2 * coshl(s) * coshl(s));
    if (d > 1e-4000L)
      sum += slope * powl(bracket(L, d, sign), -a);
  }
  return sum * step;
}

static wide time_of(const carom_hunt_crossley *p) {
  const wide n = (wide)p->exponent + 1;
  const wide a = p->exponent / n;
  const wide mu = p->damping;
  const wide u = mu * p->speed_in;
  const wide scale = powl(p->mass / (wide)p->stiffness, 1 / n) * powl(mu * mu / n, a) / mu;
  return scale * (quadrature(log1pl(u), a, -1) + quadrature(leave(u), a, 1));
}

static void contact_time_agrees_with_another_quadrature(void **state) {
  (void)state;
  const double alphas[] = {1, 1.1, 1.5, 2.3, 4};
  const double levels[] = {1e-8, 1e-3, 0.03, 0.1, 0.5, 1, 2, 4, 8, 30, 79};
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 11; ++j) {
      const carom_hunt_crossley p = {0.01, 1e9, alphas[i], levels[j] / 2, 2};
      const double time = (double)time_of(&p);
      assert_near(carom_hunt_crossley_solve(&p).contact_time, time, 1e-11 * time);
    }
}

// --- The course ---------------------------------------------------------------------------------

/// Time, compression and velocity; one of the first two is what the integration goes along.
typedef struct {
  wide t, x, v;
} moment;

// d(t, x, v) along time, or along x.
static moment slope_at(const carom_hunt_crossley *p, moment at, bool along_x) {
  const wide push = at.x > 0 ? p->stiffness * powl(at.x, p->exponent) : 0;
  const wide a = -push * (1 + p->damping * at.v) / p->mass;
  return along_x ? (moment){1 / at.v, 1, a / at.v} : (moment){1, at.v, a};
}

// One step of Dormand and Prince; the error is that of v over v_in and x over its scale.
static moment dopri(const carom_hunt_crossley *p, moment from, wide h, bool along_x, wide scale,
                    wide *error) {
  static const wide a[7][6] = {
      {0},
      {1.0L / 5},
      {3.0L / 40, 9.0L / 40},
      {44.0L / 45, -56.0L / 15, 32.0L / 9},
      {19372.0L / 6561, -25360.0L / 2187, 64448.0L / 6561, -212.0L / 729},
      {9017.0L / 3168, -355.0L / 33, 46732.0L / 5247, 49.0L / 176, -5103.0L / 18656},
      {35.0L / 384, 0, 500.0L / 1113, 125.0L / 192, -2187.0L / 6784, 11.0L / 84}};
  static const wide e[7] = {71.0L / 57600,      0,           -71.0L / 16695, 71.0L / 1920,
                            -17253.0L / 339200, 22.0L / 525, -1.0L / 40};
  moment k[7];
  moment to = from;
  wide ex = 0;
  wide ev = 0;
  for (int i = 0; i < 7; ++i) {
    to = from;
    for (int j = 0; j < i; ++j) {
      to.t += h * a[i][j] * k[j].t;
      to.x += h * a[i][j] * k[j].x;
      to.v += h * a[i][j] * k[j].v;
    }
    k[i] = slope_at(p, to, along_x);
    ex += h * e[i] * (along_x ? k[i].t * p->speed_in : k[i].x);
    ev += h * e[i] * k[i].v;
  }
  *error = fmaxl(fabsl(ex) / scale, fabsl(ev) / p->speed_in);
  return to;
}

// Compares the closed form with the integration at each step; v tells the moments apart. Near the
// ends v has not the digits to tell them: x^(alpha + 1) is what it determines.
static void compare(const carom_hunt_crossley *p, const carom_rebound *r, moment at) {
  const double n = p->exponent + 1;
  const double x = (double)fmaxl(at.x, 0) / r->compression;
  const double v = (double)at.v;
  assert_near(pow(carom_hunt_crossley_compression(p, v) / r->compression, n), pow(x, n), 1e-12);
  if (x < 0.1)
    return;
  assert_near(carom_hunt_crossley_compression(p, v) / r->compression, x, 1e-11);
  assert_near(carom_hunt_crossley_time(p, v), (double)at.t, 1e-11 * r->contact_time);
  const wide force = p->stiffness * powl(fmaxl(at.x, 0), p->exponent) * (1 + p->damping * at.v);
  assert_near(carom_hunt_crossley_force(p, (double)at.v), (double)force, 1e-10 * r->peak_force);
  assert_at_most((double)force, r->peak_force * (1 + 1e-12));
}

// From the beginning along time until the mass comes back to a tenth of its compression, then along
// x down to zero.
static void follow(const carom_hunt_crossley *p) {
  const carom_rebound r = carom_hunt_crossley_solve(p);
  const wide tolerance = 1e-15L;
  moment at = {0, 0, p->speed_in};
  wide h = r.contact_time / 1000;
  wide strongest = 0;
  for (int along_x = 0; along_x < 2; ++along_x) {
    if (along_x)
      h = -at.x / 10;
    while (along_x ? at.x > 0 : at.v > 0 || at.x > r.compression / 10) {
      wide error = 0;
      if (along_x && -h > at.x)
        h = -at.x;
      const moment to = dopri(p, at, h, along_x, r.compression, &error);
      if (error <= tolerance) {
        at = to;
        if (along_x && h == -at.x)
          at.x = 0;
        compare(p, &r, at);
        strongest =
            fmaxl(strongest,
                  at.x > 0 ? p->stiffness * powl(at.x, p->exponent) * (1 + p->damping * at.v) : 0);
      }
      h *= fminl(4, fmaxl(0.2L, 0.9L * powl(tolerance / fmaxl(error, 1e-30L), 0.2L)));
    }
  }
  assert_near(r.speed_out, (double)-at.v, 1e-12 * p->speed_in);
  assert_near(r.contact_time, (double)at.t, 1e-11 * r.contact_time);
  assert_near(r.peak_force, (double)strongest, 1e-4 * r.peak_force); // between two steps
}

static void course_agrees_with_an_adaptive_integration(void **state) {
  (void)state;
  const carom_hunt_crossley impacts[] = {{0.01, 1e9, 1.5, 0.5, 1}, {0.01, 1e7, 1.1, 0.1, 0.3},
                                         {0.01, 1e8, 2.3, 1, 2},   {2, 1e5, 1, 4, 2},
                                         {0.01, 1e9, 1.5, 0, 1},   {0.003, 4e10, 2.5, 1e-7, 3}};
  for (int i = 0; i < 6; ++i)
    follow(&impacts[i]);
}

// --- Limits -------------------------------------------------------------------------------------

// The closed form without loss: x_max and tau are known, the force is largest in the middle.
static void without_loss_everything_is_symmetric(void **state) {
  (void)state;
  const double alphas[] = {1, 1.3, 1.5, 2, 3};
  for (int i = 0; i < 5; ++i) {
    const carom_hunt_crossley p = {0.02, 3e7, alphas[i], 0, 1.7};
    const carom_rebound r = carom_hunt_crossley_solve(&p);
    const double q = 1 / (alphas[i] + 1);
    const double deepest = pow((alphas[i] + 1) * 0.02 * 1.7 * 1.7 / (2 * 3e7), q);
    const double time = 2 * deepest / 1.7 * sqrt(M_PI) * tgamma(1 + q) / tgamma(0.5 + q);
    assert_near(r.speed_out, 1.7, 0);
    assert_near(r.approximate, 1.7, 1e-15);
    assert_near(r.energy_lost, 0, 0);
    assert_near(r.compression, deepest, 1e-14 * deepest);
    assert_near(r.contact_time, time, 1e-13 * time);
    assert_near(r.peak_force, 3e7 * pow(deepest, alphas[i]), 1e-13 * r.peak_force);
    assert_near(carom_hunt_crossley_time(&p, 0), time / 2, 1e-13 * time);
    assert_near(carom_hunt_crossley_compression(&p, 0.5), carom_hunt_crossley_compression(&p, -0.5),
                1e-14 * deepest);
  }
}

// Every answer goes over into that without loss, in proportion to mu.
static void small_losses_lead_to_none(void **state) {
  (void)state;
  const carom_hunt_crossley none = {0.01, 1e9, 1.5, 0, 1};
  const carom_rebound n = carom_hunt_crossley_solve(&none);
  for (double mu = 1e-3; mu > 1e-320; mu /= 30) {
    carom_hunt_crossley p = none;
    p.damping = mu;
    const carom_rebound r = carom_hunt_crossley_solve(&p);
    assert_near(r.speed_out, n.speed_out, mu + 1e-15);
    assert_near(r.compression, n.compression, mu * n.compression + 1e-15 * n.compression);
    assert_near(r.contact_time, n.contact_time, mu * n.contact_time + 1e-14 * n.contact_time);
    assert_near(r.peak_force, n.peak_force, mu * n.peak_force + 1e-13 * n.peak_force);
    // To first order E = 1 - 2 mu v / 3: the loss keeps its digits though it is a difference.
    if (mu > 1e-300)
      assert_near(r.energy_lost / (0.005 * 4.0 / 3 * mu), 1, mu + 1e-14);
  }
}

static void energy_lost_is_that_of_the_speeds(void **state) {
  (void)state;
  for (double u = 1e-3; u < 79; u *= 1.01) {
    const carom_hunt_crossley p = {2, 1e6, 1.5, u, 1};
    const wide kept = -expm1l(leave(u)) / u;
    const double lost = (double)((1 - kept) * (1 + kept));
    // what is kept is known to 1e-16, so its difference from 1, about 2u/3, to 1e-16 / u
    assert_near(carom_hunt_crossley_solve(&p).energy_lost, lost, (1e-14 + 3e-16 / u) * lost);
  }
}

static void compression_is_largest_where_the_mass_turns(void **state) {
  (void)state;
  for (double u = 1e-6; u < 79; u *= 1.7) {
    const carom_hunt_crossley p = {0.01, 1e8, 1.4, u, 1};
    const carom_rebound r = carom_hunt_crossley_solve(&p);
    const int count = 60;
    for (int i = 0; i <= count; ++i) {
      const double v = 1 - (1 + r.speed_out) * i / count;
      const double x = carom_hunt_crossley_compression(&p, v);
      assert_at_most(x, r.compression * (1 + 1e-14));
      assert_at_most(carom_hunt_crossley_force(&p, v), r.peak_force * (1 + 1e-12));
      if (i > 0) // later moments come later
        assert_at_most(carom_hunt_crossley_time(&p, 1 - (1 + r.speed_out) * (i - 1) / count),
                       carom_hunt_crossley_time(&p, v) * (1 + 1e-13));
    }
    assert_near(carom_hunt_crossley_compression(&p, 1), 0, 0);
    assert_near(carom_hunt_crossley_compression(&p, 2), 0, 0);
    assert_at_most(carom_hunt_crossley_compression(&p, -r.speed_out), 1e-9 * r.compression);
    assert_near(carom_hunt_crossley_time(&p, 1), 0, 0);
    assert_near(carom_hunt_crossley_time(&p, -1), r.contact_time, 1e-12 * r.contact_time);
  }
}

static void nonsense_gives_no_number(void **state) {
  (void)state;
  const carom_hunt_crossley wrong[] = {
      {0, 1, 1.5, 0, 1},        {1, 0, 1.5, 0, 1}, {1, 1, 0.5, 0, 1},
      {1, 1, 1.5, -1, 1},       {1, 1, 1.5, 0, 0}, {1, 1, 1.5, 0, -1},
      {INFINITY, 1, 1.5, 0, 1}, {1, 1, NAN, 0, 1}, {1, 1, 1.5, INFINITY, 1}};
  for (int i = 0; i < 9; ++i) {
    assert_true(isnan(carom_hunt_crossley_solve(&wrong[i]).speed_out));
    assert_true(isnan(carom_hunt_crossley_compression(&wrong[i], 0)));
    assert_true(isnan(carom_hunt_crossley_force(&wrong[i], 0)));
    assert_true(isnan(carom_hunt_crossley_time(&wrong[i], 0)));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rebound_speed_has_fourteen_digits),
      cmocka_unit_test(rebound_speed_stays_right_far_outside),
      cmocka_unit_test(approximation_errs_by_two_percent_at_most),
      cmocka_unit_test(contact_time_agrees_with_another_quadrature),
      cmocka_unit_test(course_agrees_with_an_adaptive_integration),
      cmocka_unit_test(without_loss_everything_is_symmetric),
      cmocka_unit_test(small_losses_lead_to_none),
      cmocka_unit_test(energy_lost_is_that_of_the_speeds),
      cmocka_unit_test(compression_is_largest_where_the_mass_turns),
      cmocka_unit_test(nonsense_gives_no_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
