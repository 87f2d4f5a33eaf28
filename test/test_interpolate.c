// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points between nodes, against Neville's scheme on a row of nodes that goes on beyond its ends.

#include "model/interpolate.h"
#include "scene/words.h"
#include "support.h"

enum { MAX = 12 };

static const int orders[] = {0, 1, 3};
static const word_index kinds[] = {END_PINNED, END_CLAMPED, END_FREE};

static double read_with(const axis *a, const double *u) {
  double sum = 0;
  for (int i = 0; i < a->count; ++i)
    sum += a->weight[i] * u[a->node[i]];
  return sum;
}

static double weight_sum(const axis *a) {
  double sum = 0;
  for (int i = 0; i < a->count; ++i)
    sum += a->weight[i];
  return sum;
}

// --- The oracle
// -----------------------------------------------------------------------------------

// The value beyond an end: odd around it if pinned, even if clamped, straight on if free.
static double beyond(const double *u, int n, int node, const word_index ends[2]) {
  const bool left = node < 0;
  if (!left && node <= n)
    return u[node];
  const double end = u[left ? 0 : n];
  const double mirrored = u[left ? -node : 2 * n - node];
  const word_index kind = ends[left ? 0 : 1];
  return kind == END_PINNED ? -mirrored : kind == END_CLAMPED ? mirrored : 2 * end - mirrored;
}

typedef struct {
  long double value, slope;
} reading;

// The polynomial through `count` values at first, first + 1, ..., and its slope, at t.
static reading neville(const double *values, int count, int first, long double t) {
  reading p[4];
  for (int i = 0; i < count; ++i)
    p[i] = (reading){.value = (long double)values[i], .slope = 0};
  for (int width = 1; width < count; ++width)
    for (int i = 0; i + width < count; ++i) {
      const long double from_left = t - (long double)(first + i);
      const long double from_right = t - (long double)(first + i + width);
      const reading a = p[i];
      const reading b = p[i + 1];
      p[i].value = (from_left * b.value - from_right * a.value) / width;
      p[i].slope =
          (b.value - a.value + from_left * b.slope - from_right * a.slope) / (long double)width;
    }
  return p[0];
}

// A point at t intervals from the left end; l is the node at its left, or the last but one.
static reading expected(const double *u, int n, int l, double t, const word_index ends[2],
                        int order) {
  const int count = order + 1;
  const int first = order == 3 ? l - 1 : l;
  double values[4] = {0};
  for (int i = 0; i < count; ++i)
    values[i] = beyond(u, n, first + i, ends);
  return neville(values, count, first, (long double)t);
}

// --- Claims
// ---------------------------------------------------------------------------------------

static void any_point_reads_what_neville_does(void **state) {
  (void)state;
  uint64_t seed = 11;
  const int cases = random_cases(20000, 2000);
  for (int c = 0; c < cases; ++c) {
    const int n = 2 + (int)(random_unit(&seed) * (MAX - 1));
    const word_index ends[2] = {kinds[c % 3], kinds[c / 3 % 3]};
    double u[MAX + 1];
    for (int i = 0; i <= n; ++i)
      u[i] = random_between(&seed, -1, 1);
    const int l = (int)(random_unit(&seed) * n);
    const double t = l + random_between(&seed, 0.001, 0.999);
    for (int o = 0; o < 3; ++o) {
      const axis value = axis_weights(t / n, n, ends, orders[o], false);
      assert_near(read_with(&value, u), (double)expected(u, n, l, t, ends, orders[o]).value, 1e-13);
      const axis slope = axis_weights(t / n, n, ends, orders[o], true);
      const int least = orders[o] == 0 ? 1 : orders[o]; // a slope takes two nodes
      assert_near(read_with(&slope, u), (double)expected(u, n, l, t, ends, least).slope, 1e-12);
    }
  }
}

// 1, x, x^2, x^3 around somewhere, with their derivatives; any polynomial is a sum of them.
static void polynomials_up_to_the_order_are_reproduced_with_their_slopes(void **state) {
  (void)state;
  uint64_t seed = 12;
  const word_index ends[2] = {END_PINNED, END_FREE};
  const int n = MAX;
  for (int c = 0; c < 2000; ++c) {
    const double t = random_between(&seed, 1.001, n - 1.001); // four nodes around it
    for (int o = 0; o < 3; ++o)
      for (int degree = 0; degree <= orders[o]; ++degree) {
        double u[MAX + 1];
        for (int i = 0; i <= n; ++i)
          u[i] = pow(i / 5.0 - 1, degree);
        const double x = t / 5 - 1;
        const axis value = axis_weights(t / n, n, ends, orders[o], false);
        assert_near(read_with(&value, u), pow(x, degree), 1e-13);
        const axis slope = axis_weights(t / n, n, ends, orders[o], true);
        const double derivative = degree == 0 ? 0 : degree * pow(x, degree - 1) / 5;
        assert_near(read_with(&slope, u), derivative, 1e-13);
      }
  }
}

// A shape with the end's own symmetry is reproduced up to the end: in the first interval, and in
// the last one of a row that is turned round.
static void
shapes_are_odd_at_pinned_ends_even_at_clamped_ones_and_straight_at_free_ones(void **state) {
  (void)state;
  uint64_t seed = 13;
  const int n = MAX;
  for (int c = 0; c < 3000; ++c) {
    const word_index kind = kinds[c % 3];
    const bool turned = c / 3 % 2 == 1;
    const double a = random_between(&seed, -1, 1);
    const double b = random_between(&seed, -1, 1);
    const double x = random_between(&seed, 0, 0.999); // intervals from the end
    double u[MAX + 1];
    for (int i = 0; i <= n; ++i) {
      const double d = turned ? n - i : i;
      u[i] = kind == END_PINNED ? a * d + b * d * d * d
                                : (kind == END_CLAMPED ? a + b * d * d : a + b * d);
    }
    const double value = kind == END_PINNED ? a * x + b * x * x * x
                                            : (kind == END_CLAMPED ? a + b * x * x : a + b * x);
    const double slope =
        kind == END_PINNED ? a + 3 * b * x * x : (kind == END_CLAMPED ? 2 * b * x : b);
    const word_index other = kinds[c / 6 % 3];
    const word_index ends[2] = {turned ? other : kind, turned ? kind : other};
    const double place = (turned ? n - x : x) / n;
    const axis v = axis_weights(place, n, ends, 3, false);
    assert_near(read_with(&v, u), value, 1e-12);
    const axis s = axis_weights(place, n, ends, 3, true);
    assert_near(read_with(&s, u), turned ? -slope : slope, 1e-12);
  }
}

static void weights_sum_to_one_and_those_of_slopes_to_zero(void **state) {
  (void)state;
  uint64_t seed = 14;
  for (int c = 0; c < 3000; ++c) {
    const int n = 2 + c % (MAX - 1);
    const bool pinned = c % 2 == 1; // then not in the outer intervals, whose ghosts are odd
    if (pinned && n < 4)
      continue;
    const word_index around = c / 2 % 2 == 0 ? END_CLAMPED : END_FREE;
    const word_index ends[2] = {pinned ? END_PINNED : around, pinned ? END_PINNED : around};
    const double t = pinned ? random_between(&seed, 1.001, n - 1.001) : random_between(&seed, 0, n);
    for (int o = 0; o < 3; ++o) {
      const axis value = axis_weights(t / n, n, ends, orders[o], false);
      assert_near(weight_sum(&value), 1, 1e-14);
      const axis slope = axis_weights(t / n, n, ends, orders[o], true);
      assert_near(weight_sum(&slope), 0, 1e-14);
    }
  }
}

static void a_point_on_a_node_is_that_node_alone(void **state) {
  (void)state;
  for (int n = 2; n <= 1000; n += n < 20 ? 1 : 97)
    for (int node = 0; node <= n; ++node)
      for (int o = 0; o < 3; ++o)
        for (int k = 0; k < 9; ++k) {
          const word_index ends[2] = {kinds[k % 3], kinds[k / 3]};
          const axis a = axis_weights((double)node / n, n, ends, orders[o], false);
          assert_int_equal(a.count, 1);
          assert_int_equal(a.node[0], node);
          assert_near(a.weight[0], 1, 0);
        }
}

// On a node the slope of a straight line is that to its right, at the last one that to its left.
static void slopes_at_the_ends_are_those_of_the_nearest_nodes(void **state) {
  (void)state;
  uint64_t seed = 15;
  const int n = 7;
  double u[MAX + 1];
  for (int i = 0; i <= n; ++i)
    u[i] = random_between(&seed, -1, 1);
  for (int k = 0; k < 9; ++k) {
    const word_index ends[2] = {kinds[k % 3], kinds[k / 3]};
    for (int node = 0; node <= n; ++node) {
      const int l = node < n ? node : n - 1;
      const axis line = axis_weights((double)node / n, n, ends, 1, true);
      assert_near(read_with(&line, u), u[l + 1] - u[l], 1e-15);
      const axis cubic = axis_weights((double)node / n, n, ends, 3, true);
      assert_near(read_with(&cubic, u), (double)expected(u, n, l, node, ends, 3).slope, 1e-14);
    }
  }
}

static void no_node_is_outside_or_named_twice(void **state) {
  (void)state;
  uint64_t seed = 16;
  for (int c = 0; c < 20000; ++c) {
    const int n = 2 + c % (MAX - 1);
    const word_index ends[2] = {kinds[c % 3], kinds[c / 3 % 3]};
    const double x = c % 50 == 0 ? 1 : random_unit(&seed);
    const axis a = axis_weights(x, n, ends, orders[c % 7 % 3], c % 2 == 1);
    assert_in_range(a.count, 1, 4);
    for (int i = 0; i < a.count; ++i) {
      assert_in_range(a.node[i], 0, n);
      for (int j = 0; j < i; ++j)
        assert_int_not_equal(a.node[i], a.node[j]);
    }
  }
}

// Collisions at a point: cubics are still exact inside, and a point is about as heavy as a node.
static void points_of_collisions_are_as_heavy_as_nodes(void **state) {
  (void)state;
  const int n = 20;
  const word_index ends[2] = {END_PINNED, END_PINNED};
  double lightest = 0;
  for (int i = 0; i <= 1000; ++i) {
    const double place = 4 + 10 * (double)i / 1000;
    const axis a = axis_weights(place / n, n, ends, UNIT_ORDER, false);
    double moments[4] = {0};
    double squares = 0;
    for (int j = 0; j < a.count; ++j) {
      double power = a.weight[j];
      squares += a.weight[j] * a.weight[j];
      for (int order = 0; order < 4; ++order, power *= a.node[j] - place)
        moments[order] += power;
    }
    assert_near(moments[0], 1, 1e-14);
    for (int order = 1; order < 4; ++order)
      assert_near(moments[order], 0, 1e-12);
    assert_true(squares >= 0.9 - 1e-12 && squares <= 1 + 1e-12);
    lightest = fmax(lightest, squares);
    const axis on_plate = axis_weights(place / n, n, ends, PLATE_ORDER, false);
    squares = 0;
    for (int j = 0; j < on_plate.count; ++j)
      squares += on_plate.weight[j] * on_plate.weight[j];
    assert_near(squares, 1, 1e-12);
  }
  assert_near(lightest, 1, 1e-12);
}

// Near an end the six nodes go on beyond it as others do.
static void points_of_collisions_near_an_end_are_odd_about_it(void **state) {
  (void)state;
  const int n = 12;
  const word_index ends[2] = {END_PINNED, END_PINNED};
  double u[13];
  for (int i = 0; i <= n; ++i)
    u[i] = sin(0.3 * i);
  for (int i = 1; i < 40; ++i) {
    const axis a = axis_weights((double)i / 40 * 3 / n, n, ends, UNIT_ORDER, false);
    assert_near(read_with(&a, u), sin(0.3 * 3 * i / 40), 1e-3);
    for (int j = 0; j < a.count; ++j)
      assert_in_range(a.node[j], 0, n);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_point_reads_what_neville_does),
      cmocka_unit_test(polynomials_up_to_the_order_are_reproduced_with_their_slopes),
      cmocka_unit_test(
          shapes_are_odd_at_pinned_ends_even_at_clamped_ones_and_straight_at_free_ones),
      cmocka_unit_test(weights_sum_to_one_and_those_of_slopes_to_zero),
      cmocka_unit_test(a_point_on_a_node_is_that_node_alone),
      cmocka_unit_test(slopes_at_the_ends_are_those_of_the_nearest_nodes),
      cmocka_unit_test(no_node_is_outside_or_named_twice),
      cmocka_unit_test(points_of_collisions_are_as_heavy_as_nodes),
      cmocka_unit_test(points_of_collisions_near_an_end_are_odd_about_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
