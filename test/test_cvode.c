// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// CVODE on problems of its own, without scenes: events and jumps of a bouncing ball, stiff formulas
// on two exponentials, Adams formulas on a long sine, each beside its closed form.

#include "io/cvode.h"
#include "support.h"

static const double two_pi = 6.28318530717958647692;

static integrator start_of(const problem *of, const double *y) {
  integrator by;
  assert_int_equal(cvode_make(of, &by), CAROM_OK);
  assert_int_equal(by.begin(by.user, 0, y), CAROM_OK);
  return by;
}

static carom_solver_counts work_of(const integrator *by) {
  carom_solver_counts counts = {0};
  by->count(by->user, &counts);
  return counts;
}

// --- A ball that bounces ------------------------------------------------------------------------

// y is its height and speed; it meets the floor, and it turns at the top.
enum { HEIGHT, SPEED };
enum { FLOOR, TOP };
enum { BOUNCES = 20 };

static const double gravity = 9.81, restitution = 0.8, drop = 1;

typedef struct {
  int bounces, tops;
  double bounce[BOUNCES]; // when
  double top[BOUNCES];    // how high
} ball;

static void ball_slope(void *user, double t, const double *y, double *dy) {
  (void)user;
  (void)t;
  dy[HEIGHT] = y[SPEED];
  dy[SPEED] = -gravity;
}

static void ball_root(void *user, double t, const double *y, double *g) {
  (void)user;
  (void)t;
  g[FLOOR] = y[HEIGHT];
  g[TOP] = y[SPEED];
}

static jump_verdict ball_jump(void *user, double t, double *y, const int *found) {
  ball *b = user;
  assert_true(found[FLOOR] <= 0 && found[TOP] <= 0); // both fall
  assert_true(b->tops < BOUNCES && b->bounces < BOUNCES);
  if (found[TOP] != 0)
    b->top[b->tops++] = y[HEIGHT];
  if (found[FLOOR] == 0)
    return JUMP_GO_ON;
  b->bounce[b->bounces++] = t;
  y[HEIGHT] = 0;
  y[SPEED] *= -restitution;
  return b->bounces < BOUNCES ? JUMP_RESTART : JUMP_STOP;
}

// A small part of the hop that begins.
static double ball_first_step(void *user, double t, const double *y) {
  (void)user;
  (void)t;
  return y[SPEED] > 0 ? 2 * y[SPEED] / gravity / 20 : 0;
}

// Bounce n, from 0 on: after the fall, hops whose times go down by the restitution.
static double bounce_time(int n) {
  const double fall = sqrt(2 * drop / gravity);
  double t = fall;
  for (int i = 1; i <= n; ++i)
    t += 2 * fall * pow(restitution, i);
  return t;
}

static double bounce_speed(int n) {
  return sqrt(2 * drop * gravity) * pow(restitution, n);
}

static double ball_height(double t) {
  int n = 0;
  if (t < bounce_time(0))
    return drop - gravity * t * t / 2;
  while (bounce_time(n + 1) < t)
    ++n;
  const double since = t - bounce_time(n);
  return bounce_speed(n + 1) * since - gravity * since * since / 2;
}

static void drop_ball(double tolerance) {
  ball b = {0};
  const double error[] = {tolerance, tolerance};
  const int down[] = {-1, -1};
  const problem of = {.user = &b,
                      .size = 2,
                      .roots = 2,
                      .slope = ball_slope,
                      .root = ball_root,
                      .direction = down,
                      .jump = ball_jump,
                      .tolerance = tolerance,
                      .error = error,
                      .longest_step = 0.01,
                      .first_step = ball_first_step};
  double t = 0;
  double y[] = {drop, 0};
  integrator by = start_of(&of, y);
  for (int i = 1; b.bounces < BOUNCES; ++i) {
    assert_int_equal(by.advance(by.user, i * 0.05, &t, y), CAROM_OK);
    if (b.bounces < BOUNCES)
      assert_true(t == i * 0.05);
    assert_near(y[HEIGHT], ball_height(t), 100 * tolerance);
  }
  assert_true(t == b.bounce[BOUNCES - 1]); // there it was stopped
  for (int n = 0; n < BOUNCES; ++n)        // an error e of its height is one of e / speed in time
    assert_near(b.bounce[n], bounce_time(n), 100 * tolerance / bounce_speed(n));
  assert_int_equal(b.tops, BOUNCES - 1);
  for (int n = 0; n < b.tops; ++n)
    assert_near(b.top[n], drop * pow(restitution, 2 * n + 2), 100 * tolerance);
  assert_int_equal(work_of(&by).restarts, BOUNCES - 1);
  by.free(by.user);
}

static void ball_bounces_as_in_closed_form(void **state) {
  (void)state;
  drop_ball(1e-8);
  drop_ball(1e-10);
  drop_ball(1e-12);
}

// --- Two exponentials ---------------------------------------------------------------------------

// y = (a + b, a - b) with a' = -a, b' = -1e6 b; where a has fallen to 1/2, b is 1 once more.
static const double slow = -1, fast = -1e6;

typedef struct {
  int slopes, jacobians;
} stiff_calls;

static void stiff_slope(void *user, double t, const double *y, double *dy) {
  (void)t;
  ++((stiff_calls *)user)->slopes;
  dy[0] = ((slow + fast) * y[0] + (slow - fast) * y[1]) / 2;
  dy[1] = ((slow - fast) * y[0] + (slow + fast) * y[1]) / 2;
}

static void stiff_jacobian(void *user, double t, const double *y, const double *dy, double *J) {
  (void)t;
  ++((stiff_calls *)user)->jacobians;
  double back[2] = {0};
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i) {
      assert_true(J[i + 2 * j] == 0);
      J[i + 2 * j] = (i == j ? slow + fast : slow - fast) / 2;
      back[i] += J[i + 2 * j] * y[j];
    }
  assert_near(back[0], dy[0], 1e-6); // the slope it is given is the slope there
  assert_near(back[1], dy[1], 1e-6);
}

static void stiff_root(void *user, double t, const double *y, double *g) {
  (void)user;
  (void)t;
  g[0] = (y[0] + y[1]) / 2 - 0.5;
}

static jump_verdict stiff_jump(void *user, double t, double *y, const int *found) {
  (void)user;
  (void)found;
  assert_near(t, log(2), 1e-6);
  y[0] = 1.5;
  y[1] = -0.5;
  return JUMP_RESTART;
}

static problem stiff_problem(stiff_calls *calls) {
  static const double error[] = {1e-8, 1e-8};
  static const int either[] = {0};
  return (problem){.user = calls,
                   .size = 2,
                   .roots = 1,
                   .slope = stiff_slope,
                   .root = stiff_root,
                   .direction = either,
                   .jump = stiff_jump,
                   .tolerance = 1e-8,
                   .error = error};
}

// Up to a time, past which the fast part has died away; returns what that took.
static carom_solver_counts settle(const problem *of, double until) {
  double t = 0;
  double y[] = {2, 0};
  integrator by = start_of(of, y);
  assert_int_equal(by.advance(by.user, until, &t, y), CAROM_OK);
  assert_near(y[0], exp(slow * until), 1e-6);
  assert_near(y[1], exp(slow * until), 1e-6);
  const carom_solver_counts work = work_of(&by);
  by.free(by.user);
  return work;
}

static void stiff_problem_takes_long_steps(void **state) {
  (void)state;
  stiff_calls calls = {0};
  problem of = stiff_problem(&calls);
  const carom_solver_counts adams = settle(&of, 0.01);
  of.stiff = true;
  of.jacobian = stiff_jacobian;
  const carom_solver_counts bdf = settle(&of, 0.01);
  assert_true(adams.steps > 50 * bdf.steps);
  assert_true(calls.jacobians > 0 && calls.jacobians < 20);
  const carom_solver_counts longer = settle(&of, 10); // a thousand times as long
  assert_true(longer.steps < 5 * bdf.steps);
  assert_int_equal(longer.restarts, 1);
}

static void quotients_stand_in_for_a_jacobian(void **state) {
  (void)state;
  stiff_calls calls = {0};
  problem of = stiff_problem(&calls);
  of.stiff = true;
  const carom_solver_counts quotients = settle(&of, 10);
  assert_int_equal(quotients.right_sides, calls.slopes); // theirs as well
  calls.slopes = 0;
  of.jacobian = stiff_jacobian;
  const carom_solver_counts own = settle(&of, 10);
  assert_int_equal(own.right_sides, calls.slopes);
  assert_true(quotients.steps < 2 * own.steps);
}

// --- A sine -------------------------------------------------------------------------------------

static void sine_slope(void *user, double t, const double *y, double *dy) {
  (void)user;
  (void)t;
  dy[0] = y[1];
  dy[1] = -y[0];
}

// Errors of single steps add up, some 40 to 150 of them a period.
static void sine_lasts_a_thousand_periods(void **state) {
  (void)state;
  static const double tolerances[] = {1e-6, 1e-8, 1e-10, 1e-12};
  for (int i = 0; i < 4; ++i) {
    const double error[] = {tolerances[i], tolerances[i]};
    const problem of = {.size = 2, .slope = sine_slope, .tolerance = tolerances[i], .error = error};
    double t = 0;
    double y[] = {1, 0};
    integrator by = start_of(&of, y);
    assert_int_equal(by.advance(by.user, 1000 * two_pi, &t, y), CAROM_OK);
    const carom_solver_counts work = work_of(&by);
    assert_true(work.steps > 10000 && work.steps < 200000);
    assert_at_most(hypot(y[0] - cos(t), y[1] + sin(t)), 2 * (double)work.steps * tolerances[i]);
    assert_int_equal(work_of(&by).steps, 0); // since last asked
    by.free(by.user);
  }
}

static void sine_root(void *user, double t, const double *y, double *g) {
  (void)user;
  (void)t;
  g[0] = y[0];
}

/// Which way the sine passes zero next, and how often it has.
typedef struct {
  int direction, count;
} crossings;

static jump_verdict sine_reverses_the_direction(void *user, double t, double *y, const int *found) {
  crossings *c = user;
  assert_int_equal(found[0], c->direction);
  assert_near(t, two_pi * (1 + 2 * c->count) / 4, 1e-6);
  assert_near(y[0], 0, 1e-6);
  ++c->count;
  c->direction = -c->direction;
  return JUMP_GO_ON;
}

static void direction_of_a_root_may_change(void **state) {
  (void)state;
  crossings c = {.direction = -1};
  const double error[] = {1e-10, 1e-10};
  const problem of = {.user = &c,
                      .size = 2,
                      .roots = 1,
                      .slope = sine_slope,
                      .root = sine_root,
                      .direction = &c.direction,
                      .jump = sine_reverses_the_direction,
                      .tolerance = 1e-10,
                      .error = error};
  double t = 0;
  double y[] = {1, 0};
  integrator by = start_of(&of, y);
  assert_int_equal(by.advance(by.user, 10 * two_pi, &t, y), CAROM_OK);
  assert_int_equal(c.count, 20);
  assert_int_equal(work_of(&by).restarts, 0);
  by.free(by.user);
}

// --- Times and limits ---------------------------------------------------------------------------

static void passed_times_change_nothing(void **state) {
  (void)state;
  const double error[] = {1e-10, 1e-10};
  const problem of = {.size = 2, .slope = sine_slope, .tolerance = 1e-10, .error = error};
  double t = 0;
  double y[] = {1, 0};
  integrator by = start_of(&of, y);
  assert_int_equal(by.advance(by.user, 1, &t, y), CAROM_OK);
  const double there[] = {y[0], y[1]};
  assert_int_equal(by.advance(by.user, 0.5, &t, y), CAROM_OK);
  assert_true(t == 1 && y[0] == there[0] && y[1] == there[1]);
  assert_int_equal(by.begin(by.user, 1, y), CAROM_OK);
  const double next = nextafter(1, 2); // too close for any step
  assert_int_equal(by.advance(by.user, next, &t, y), CAROM_OK);
  assert_true(t == next && y[0] == there[0]);
  assert_int_equal(by.advance(by.user, 2, &t, y), CAROM_OK);
  assert_near(y[0], cos(2), 1e-8);
  by.free(by.user);
}

static void tolerance_below_rounding_is_told(void **state) {
  (void)state;
  const double error[] = {1e-20, 1e-20};
  const problem of = {.size = 2, .slope = sine_slope, .tolerance = 1e-18, .error = error};
  double t = 0;
  double y[] = {1, 0};
  integrator by = start_of(&of, y);
  assert_int_equal(by.advance(by.user, 1, &t, y), CAROM_TOLERANCE);
  assert_true(t == 0 && y[0] == 1 && y[1] == 0);
  by.free(by.user);
}

static void steady_slope(void *user, double t, const double *y, double *dy) {
  (void)user;
  (void)t;
  (void)y;
  dy[0] = 1;
}

static jump_verdict back_by_a_hair(void *user, double t, double *y, const int *found) {
  (void)user;
  (void)t;
  (void)found;
  y[0] = -1e-9;
  return JUMP_RESTART;
}

static void events_without_end_are_told(void **state) {
  (void)state;
  const double error[] = {1e-6};
  const int up[] = {1};
  const problem of = {.size = 1,
                      .roots = 1,
                      .slope = steady_slope,
                      .root = sine_root,
                      .direction = up,
                      .jump = back_by_a_hair,
                      .tolerance = 1e-6,
                      .error = error};
  double t = 0;
  double y[] = {-1};
  integrator by = start_of(&of, y);
  assert_int_equal(by.advance(by.user, 2, &t, y), CAROM_TOLERANCE);
  by.free(by.user);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ball_bounces_as_in_closed_form),
      cmocka_unit_test(stiff_problem_takes_long_steps),
      cmocka_unit_test(quotients_stand_in_for_a_jacobian),
      cmocka_unit_test(sine_lasts_a_thousand_periods),
      cmocka_unit_test(direction_of_a_root_may_change),
      cmocka_unit_test(passed_times_change_nothing),
      cmocka_unit_test(tolerance_below_rounding_is_told),
      cmocka_unit_test(events_without_end_are_told),
  };
  if (!carom_has_integrator()) {
    fprintf(stderr, "no SUNDIALS in this build: the rest is left out\n");
    return 0;
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
