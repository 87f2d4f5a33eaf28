// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The friction laws of the bow: roots of the exponential curve, and steps of bristles.

#include "support.h"

#include "contacts/friction.h"
#include "scene/words.h"

// --- The friction laws --------------------------------------------------------------------------

static void roots_solve_their_equation(void **state) {
  (void)state;
  uint64_t r = 11;
  for (int i = 0; i < 20000; ++i) {
    const double a = pow(10, random_between(&r, 0, 4));
    const double U = pow(10, random_between(&r, -3, 2));
    const double grip = U * exp(1) / (2 * sqrt(2 * a));
    const double q = random_between(&r, -10, 10) / sqrt(a);
    const double before = random_between(&r, -10, 10) / sqrt(a);
    const friction_curve curve = friction_curve_of(a);
    const friction_point at = friction_root(&curve, grip, q, before, (friction_point){.v = before});
    const double v = at.v;
    assert_near(v + grip * friction_slope(&curve, v) * v, q, 1e-13 * fabs(q));
    assert_near(at.slope, friction_slope(&curve, v), 1e-13 * at.slope);
    assert_true(v * q >= 0 && fabs(v) <= fabs(q)); // friction brakes
    // The same root from a point beside it, its slope known.
    const double near = v * (1 + pow(10, random_between(&r, -9, 0)));
    const friction_point again = friction_root(
        &curve, grip, q, before, (friction_point){near, friction_slope(&curve, near)});
    assert_near(again.v + grip * friction_slope(&curve, again.v) * again.v, q, 1e-13 * fabs(q));
    assert_near(again.slope, friction_slope(&curve, again.v), 1e-13 * again.slope);
    assert_near(again.v, v, 1e-6 * fabs(v)); // a double root is known to half of the digits
  }
}

// Drawn up and down slowly, a strong bow holds the string longer than it takes to catch it again.
static void a_strong_bow_has_hysteresis(void **state) {
  (void)state;
  const double a = 100;
  const double grip = 3 * exp(1) / (2 * sqrt(2 * a)); // U = 3
  const friction_curve curve = friction_curve_of(a);
  const double slips = curve.slips;
  double v = 0;
  double let_go = 0;
  double caught = 0;
  for (int i = 0; i <= 20000; ++i) {
    const double q = 0.5 * i / 20000;
    const double next = friction_root(&curve, grip, q, v, (friction_point){.v = v}).v;
    if (fabs(v) < slips && fabs(next) > slips)
      let_go = q;
    v = next;
  }
  for (int i = 20000; i >= 0; --i) {
    const double q = 0.5 * i / 20000;
    const double next = friction_root(&curve, grip, q, v, (friction_point){.v = v}).v;
    if (fabs(v) > slips && fabs(next) < slips)
      caught = q;
    v = next;
  }
  // The turning points of v + grip Phi(v), found by search.
  double highest = 0;
  double lowest = 1;
  for (int i = 0; i < 200000; ++i) {
    const double x = 0.4 * i / 200000;
    const double G = x + grip * friction_slope(&curve, x) * x;
    if (x < slips)
      highest = fmax(highest, G);
    else
      lowest = fmin(lowest, G);
  }
  assert_near(let_go, highest, 1e-4);
  assert_near(caught, lowest, 1e-4);
  assert_true(let_go > 1.2 * caught);
}

// While bristles only bend they are a spring; pulled on, the force settles at the sliding friction.
static void bristles_bend_then_yield(void **state) {
  (void)state;
  const model_friction f = {.law = FRICTION_ELASTO_PLASTIC,
                            .static_friction = 0.8,
                            .dynamic_friction = 0.3,
                            .stribeck = 0.1,
                            .bristle_stiffness = 1e4,
                            .bristle_damping = 0,
                            .viscous = 0};
  const double k = 1e-5;
  double z = 0;
  for (int i = 0; i < 100; ++i) { // 1e-3 m/s for 1 ms: 1e-6 m, a fiftieth of the breakaway
    const bristle b = friction_bristle(&f, 2, 0, 1e-3, z, k);
    z += k * b.share * b.v;
  }
  assert_near(z, 1e-6, 1e-18);
  for (int i = 0; i < 100000; ++i) {
    const bristle b = friction_bristle(&f, 2, 0, 0.5, z, k);
    z += k * b.share * b.v;
  }
  const double sliding = 2 * (0.3 + 0.5 * exp(-25.0));
  assert_near(z * 1e4, sliding, 1e-9);
}

static void bristle_steps_solve_their_equations(void **state) {
  (void)state;
  uint64_t r = 5;
  const double k = 1 / 44100.0;
  for (int i = 0; i < 20000; ++i) {
    const model_friction f = {.static_friction = random_between(&r, 0.5, 1),
                              .dynamic_friction = random_between(&r, 0.1, 0.5),
                              .stribeck = random_between(&r, 0.02, 0.2),
                              .bristle_stiffness = pow(10, random_between(&r, 3, 5)),
                              .bristle_damping = pow(10, random_between(&r, -3, 2)),
                              .viscous = random_between(&r, 0, 1)};
    const double press = random_between(&r, 0.1, 5);
    const double S = pow(10, random_between(&r, -3, 0.5));
    const double q = random_between(&r, -1, 1);
    const double far = i % 4 == 0 ? 10 : 1; // pressed less than before, bristles are bent too far
    const double z =
        far * random_between(&r, -1, 1) * press * f.static_friction / f.bristle_stiffness;
    const bristle b = friction_bristle(&f, press, S, q, z, k);
    const double rate = b.share * b.v;
    const double F = f.bristle_stiffness * (z + k / 2 * rate) +
                     f.bristle_damping * fmax(b.share, 0) * b.v + f.viscous * b.v;
    assert_near(b.v + S * F, q, 1e-9 * (fabs(q) + S * fabs(F)));
    const double stored = f.bristle_stiffness * (z + k / 2 * rate) * rate;
    assert_true(F * b.v - stored >= -1e-9 * fabs(F * b.v)); // the rest is heat
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(roots_solve_their_equation),
      cmocka_unit_test(a_strong_bow_has_hysteresis),
      cmocka_unit_test(bristles_bend_then_yield),
      cmocka_unit_test(bristle_steps_solve_their_equations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
