// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Balls that strike plates, against a ball on a resistance of 8 sqrt(B rho H), which is all that a
// wide plate answers before its echoes: where a warning says that speeds are wrong, and by how
// much.

#include "support.h"

typedef struct {
  double K, mass, speed; // of the ball
  double resistance;     // of the plate, N s/m
} strike;

/// Overlap and speed of the ball, and their rates.
typedef struct {
  double x, v;
} motion;

static motion rates_of(const strike *s, motion at) {
  const double F = s->K * pow(fmax(at.x, 0), 1.5);
  return (motion){at.v - F / s->resistance, -F / s->mass};
}

// The speed with which it leaves, m/s, by Runge and Kutta's rule; it tells how long it touches.
static double leaves_with(const strike *s, double *time) {
  const double step = pow(s->mass / s->K, 0.4) * pow(s->speed, -0.2) / 500;
  motion at = {0, s->speed};
  for (*time = 0; at.x >= 0; *time += step) {
    const motion a = rates_of(s, at);
    const motion b = rates_of(s, (motion){at.x + step / 2 * a.x, at.v + step / 2 * a.v});
    const motion c = rates_of(s, (motion){at.x + step / 2 * b.x, at.v + step / 2 * b.v});
    const motion d = rates_of(s, (motion){at.x + step * c.x, at.v + step * c.v});
    at.x += step / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
    at.v += step / 6 * (a.v + 2 * b.v + 2 * c.v + d.v);
    if (*time > 1e-3)
      fail_msg("it stays");
  }
  return -at.v;
}

// A plate of aluminium, as wide as no echo returns within 0.2 ms.
static const double thickness = 3e-3;

static strike random_strike(uint64_t *seed) {
  const double stiff = 7e10 * pow(thickness, 3) / 12 / (1 - 0.3 * 0.3);
  strike s = {.resistance = 8 * sqrt(stiff * 2700 * thickness), .speed = 2};
  s.mass = s.resistance * random_log(seed, 4e-6, 4e-5);
  const double lasts = random_log(seed, 1e-5, 1.2e-4);
  s.K = s.mass * pow(3.21 / lasts, 2.5) / sqrt(s.speed);
  return s;
}

// What a warning says, in parts of the speed it came with; 0 if there is none.
static double told(const rig *r) {
  carom_warning warning[8];
  const int count = carom_warnings(r->model, r->state, NULL, warning, 8);
  double percent = 0;
  for (int i = 0; i < count; ++i)
    if (strcmp(warning[i].kind, "short-strike") == 0) {
      const char *at = strstr(warning[i].text, "by up to about ");
      assert_non_null(at);
      assert_int_equal(sscanf(at, "by up to about %lf %%", &percent), 1);
    }
  return percent / 100;
}

// By what part of the speed it came with it leaves too fast or too slowly.
static double off_by(const strike *s, const char *scheme, double place, double *said) {
  char text[700];
  snprintf(
      text, sizeof text,
      "{carom: 1, bodies: {b: {type: plate, size: [0.9, 0.7], thickness: %g, density: 2700, "
      "youngs: 7e10, poisson: 0.3, model: modes}, m: {type: mass, mass: %.17g, position: "
      "%.17g, velocity: %.17g}}, contacts: {c: {type: collision, below: \"b@0.47:0.55\", above: "
      "m, stiffness: %.17g, exponent: 1.5, scheme: %s}}, outputs: {v: {of: m, quantity: "
      "velocity}}}",
      thickness, s->mass, place, -s->speed, s->K, scheme);
  rig r = rig_of(scene_of(text));
  double time = 0;
  const double right = leaves_with(s, &time);
  rig_steps(&r, (long long)(44100 * (time + place / s->speed)) + 5);
  const double found = carom_output(r.model, r.state, 0);
  *said = told(&r);
  rig_free(&r);
  return fabs(found - right) / s->speed;
}

static void balls_leave_plates_as_they_should_or_it_is_told_by_how_much_they_do_not(void **state) {
  (void)state;
  static const char *const schemes[] = {"positive", "exact"};
  uint64_t seed = 20261119;
  const int count = random_cases(24, 2);
  double most = 0;
  int warned = 0;
  for (int i = 0; i < 2 * count; ++i) {
    const strike s = random_strike(&seed);
    double said = 0;
    const double off = off_by(&s, schemes[i % 2], s.speed * random_unit(&seed) / 44100, &said);
    if (said == 0)
      assert_at_most(off, 0.04);
    else
      assert_at_most(off, 0.01 + said);
    warned += said > 0;
    most = fmax(most, off);
  }
  assert_in_range(warned, 1, 2 * count);
  if (!slow_build())
    assert_true(most > 0.3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(balls_leave_plates_as_they_should_or_it_is_told_by_how_much_they_do_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
