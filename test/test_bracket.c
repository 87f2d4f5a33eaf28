// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Roots in a bracket, of functions that rise from one end to the other in ways of their own.

#include "support.h"

#include "base/bracket.h"

/// A function and its slope; where it is not differentiable, any slope will do.
typedef struct {
  const char *name;
  double (*f)(double x, double root);
  double (*slope)(double x, double root);
} shape;

static double line(double x, double r) {
  return x - r;
}
static double one(double x, double r) {
  (void)x, (void)r;
  return 1;
}

// Convex: from above Newton's method descends to the root.
static double convex(double x, double r) {
  return x * x * x * fabs(x) - r * r * r * fabs(r);
}
static double convex_slope(double x, double r) {
  (void)r;
  return 4 * x * x * fabs(x);
}

// Concave, and steep where it begins.
static double concave(double x, double r) {
  return log1p(1e6 * (x + 1)) - log1p(1e6 * (r + 1));
}
static double concave_slope(double x, double r) {
  (void)r;
  return 1e6 / (1 + 1e6 * (x + 1));
}

// Flat on either side: Newton's steps are far too long.
static double flat(double x, double r) {
  return atan(1e4 * (x - r));
}
static double flat_slope(double x, double r) {
  return 1e4 / (1 + 1e8 * (x - r) * (x - r));
}

// Flat at the root: Newton's steps get shorter by a ninth only.
static double level(double x, double r) {
  return pow(fabs(x - r), 9) * (x < r ? -1 : 1);
}
static double level_slope(double x, double r) {
  return 9 * pow(x - r, 8);
}

// Infinitely steep at the root, from which Newton's steps lead away.
static double steep(double x, double r) {
  return cbrt(x - r);
}
static double steep_slope(double x, double r) {
  return 1 / (3 * cbrt((x - r) * (x - r)));
}

// Without a root: it jumps from one sign to the other.
static double jump(double x, double r) {
  return x < r ? -1e-3 : 1;
}

// Grows by many orders of magnitude: Newton's steps are far too short.
static double wall(double x, double r) {
  return exp(600 * (x - r)) - 1;
}
static double wall_slope(double x, double r) {
  return 600 * exp(600 * (x - r));
}

// Wrong slopes, from one place to another.
static double nonsense(double x, double r) {
  static const double some[] = {-1, 0, 10, (double)NAN, -1e-300};
  return some[(long)(fabs(x - r) * 1e6) % 5];
}

static const shape shapes[] = {
    {"line", line, one},
    {"convex", convex, convex_slope},
    {"concave", concave, concave_slope},
    {"flat", flat, flat_slope},
    {"level", level, level_slope},
    {"steep", steep, steep_slope},
    {"jump", jump, one},
    {"wall", wall, wall_slope},
    {"nonsense", line, nonsense},
};

typedef enum { NEWTON, SECANT, HALVE, WAYS } way;

/// What came of a search.
typedef struct {
  double x, f;
  int taken; // evaluations
} outcome;

static outcome search(const shape *s, way by, double low, double high, double root, double x,
                      bool above) {
  bracket b = {.low = low, .high = high, .above = above, .x = low, .f = s->f(low, root)};
  outcome o = {.x = x};
  bool more;
  do {
    if (!(o.x >= low && o.x <= high))
      fail_msg("%s by %d: %.17g after %d, root %g", s->name, by, o.x, o.taken, root);
    o.f = s->f(o.x, root);
    ++o.taken;
    more = by == NEWTON   ? bracket_newton(&b, &o.x, o.f, s->slope(o.x, root))
           : by == SECANT ? bracket_secant(&b, &o.x, o.f)
                          : bracket_halve(&b, &o.x, o.f);
    assert_true(o.taken <= BRACKET_STEPS);
  } while (more);
  assert_true(o.f == s->f(o.x, root)); // f was taken there last
  return o;
}

// How far from the root a search may end: rounding of their terms moves that of `concave` and
// `wall`, beside a ninefold root f is below 1e-60, and the secant over a jump by 1e3 sees the
// nearer side only.
static double known_to(const shape *s, double root) {
  const double here = 0x1p-50 * fabs(root);
  return s->f == concave ? here + 1e-14
         : s->f == wall  ? here + 1e-18
         : s->f == level ? 1e-7
         : s->f == jump  ? 1e3 * here
                         : here;
}

typedef struct {
  double least, most, root;
} ends;

static const ends brackets[] = {{-1, 1, 0.3},       {-1, 1, -0.7}, {-1, 1, 1 - 1e-9},
                                {-1, 1, -1 + 1e-9}, {0, 1, 1e-6},  {-0.5, 0.25, 1e-12}};
enum { SHAPES = sizeof shapes / sizeof *shapes, BRACKETS = sizeof brackets / sizeof *brackets };

static void check(const shape *s, way by, const ends *e, double from, bool above) {
  const double x = e->least + (e->most - e->least) * from;
  const outcome o = search(s, by, e->least, e->most, e->root, x, above);
  if (!(fabs(o.x - e->root) <= known_to(s, e->root)) || (above && !(o.f >= 0)))
    fail_msg("%s by %d from %g: %.17g after %d, not %.17g", s->name, by, x, o.x, o.taken, e->root);
}

// --- Claims -------------------------------------------------------------------------------------

static void a_root_of_any_shape_is_found_inside_the_bracket_in_bounded_steps(void **unused) {
  (void)unused;
  for (int i = 0; i < SHAPES; ++i)
    for (int k = 0; k < BRACKETS; ++k)
      for (int by = 0; by < WAYS; ++by)
        for (int from = 0; from <= 4; ++from)
          check(&shapes[i], (way)by, &brackets[k], from / 4., false);
}

static void a_search_ends_above_the_root_where_that_is_asked_for(void **unused) {
  (void)unused;
  for (int i = 0; i < SHAPES; ++i)
    for (int k = 0; k < BRACKETS; ++k)
      for (int by = 0; by < WAYS; ++by)
        for (int from = 0; from <= 4; ++from)
          check(&shapes[i], (way)by, &brackets[k], from / 4., true);
}

static void a_search_takes_few_steps_where_newton_converges(void **unused) {
  (void)unused;
  assert_true(search(&shapes[0], NEWTON, -1, 1, 0.3, 1, false).taken <= 3);
  assert_true(search(&shapes[0], SECANT, -1, 1, 0.3, 1, false).taken <= 3);
  assert_true(search(&shapes[1], NEWTON, 0, 1, 0.3, 1, false).taken <= 10);
  assert_true(search(&shapes[1], SECANT, 0, 1, 0.3, 1, false).taken <= 13);
}

static void without_a_root_inside_x_goes_to_the_end_beside_it(void **unused) {
  (void)unused;
  for (int by = 0; by < WAYS; ++by) {
    assert_true(fabs(search(&shapes[0], (way)by, -1, 1, 2, 0.3, false).x - 1) <= 0x1p-51);
    assert_true(fabs(search(&shapes[0], (way)by, -1, 1, -2, 0.3, false).x + 1) <= 0x1p-51);
  }
}

// x - cos x, by Newton's method and by x = cos x alone.
static void ends_may_be_open_where_x_has_to_be_a_function_of_x(void **unused) {
  (void)unused;
  for (int by = 0; by < 2; ++by) {
    bracket b = {.low = -INFINITY, .high = INFINITY};
    double x = 1e3;
    while (bracket_newton(&b, &x, x - cos(x), by == 0 ? 1 + sin(x) : (double)NAN))
      ;
    assert_true(fabs(x - cos(x)) <= 4e-16);
  }
}

static void a_search_ends_where_f_is_small_enough_and_x_a_small_difference(void **unused) {
  (void)unused;
  bracket b = {.high = 1, .enough = 1e-3};
  double x = 1;
  while (bracket_halve(&b, &x, x * x - 1. / 9))
    ;
  assert_true(fabs(x * x - 1. / 9) <= 1e-3 && b.high - b.low > 1e-4);
  b = (bracket){.high = 1, .size = 1e6};
  x = 1;
  while (bracket_newton(&b, &x, x * x - 1. / 9, 2 * x))
    ;
  assert_true(fabs(x - 1. / 3) <= 1e-9 && x != 1. / 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_root_of_any_shape_is_found_inside_the_bracket_in_bounded_steps),
      cmocka_unit_test(a_search_ends_above_the_root_where_that_is_asked_for),
      cmocka_unit_test(a_search_takes_few_steps_where_newton_converges),
      cmocka_unit_test(without_a_root_inside_x_goes_to_the_end_beside_it),
      cmocka_unit_test(ends_may_be_open_where_x_has_to_be_a_function_of_x),
      cmocka_unit_test(a_search_ends_where_f_is_small_enough_and_x_a_small_difference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
