// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Starting shapes of lines by their modes: what the compiler finds in closed form is the projection
// (theory 7.8), taken here by quadrature.

#include "support.h"

#include "base/quadrature.h"
#include "bodies/modes.h"
#include "model/model.h"
#include <time.h>

static const double pi = 3.14159265358979323846;

/// A shape: as a scene writes it, its value at x from 0 to 1, and its corners, ended by 1.
typedef struct {
  const char *text;
  double (*value)(double x);
  double corner[5];
} shape;

static double pluck(double x) {
  return x <= 0.3 ? x / 0.3 : (1 - x) / 0.7;
}

static double falls(double x) {
  return 1 - x;
}

static double rises(double x) {
  return x;
}

static double hump(double x) {
  return fabs(x - 0.4) < 0.15 ? (1 + cos(2 * pi * (x - 0.4) / 0.3)) / 2 : 0;
}

static double cut_hump(double x) {
  return fabs(x - 0.1) < 0.2 ? (1 + cos(2 * pi * (x - 0.1) / 0.4)) / 2 : 0;
}

static double sine(double x) {
  return sin(3 * pi * x);
}

static double table(double x) {
  static const double values[] = {0, 1, -2, 0.5, 0};
  const int i = x < 1 ? (int)(4 * x) : 3;
  return values[i] + (values[i + 1] - values[i]) * (4 * x - i);
}

static const shape shapes[] = {
    {"shape: pluck, at: 0.3", pluck, {0.3, 1}},
    {"shape: pluck, at: 0", falls, {1}},
    {"shape: pluck, at: 1", rises, {1}},
    {"shape: hump, at: 0.4, width: 0.3", hump, {0.25, 0.55, 1}},
    {"shape: hump, at: 0.1, width: 0.4", cut_hump, {0.3, 1}},
    {"shape: sine, mode: 3", sine, {1}},
    {"shape: table, values: [0, 1, -2, 0.5, 0]", table, {0.25, 0.5, 0.75, 1}},
};

// Sixty panels of ten points in each piece: far more than the waves in it.
static double by_quadrature(const mode_shape *w, double length, const shape *u) {
  enum { PANELS = 60 };
  double sum = 0;
  double from = 0;
  for (int i = 0; from < 1; from = u->corner[i++]) {
    const double half = (u->corner[i] - from) / (2 * PANELS);
    for (int n = 0; n < PANELS * GAUSS_POINTS; ++n) {
      const double x = from + half * (2 * (n / GAUSS_POINTS) + 1 + gauss_point(n % GAUSS_POINTS));
      sum += half * gauss_weight[n % GAUSS_POINTS / 2] * u->value(x) *
             mode_value(w, length, x * length, 0);
    }
  }
  return sum;
}

static void shapes_are_projected_on_all_modes(void **state) {
  (void)state;
  static const char *const ends[] = {"pinned, pinned",  "clamped, clamped", "free, free",
                                     "clamped, pinned", "pinned, free",     "clamped, free"};
  for (size_t e = 0; e < sizeof ends / sizeof ends[0]; ++e)
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
      char text[600];
      snprintf(text, sizeof text,
               "carom: 1\nbodies: {b: {type: bar, length: 0.7, density: 7800, width: 0.01, "
               "thickness: 1e-4, youngs: 1e10, ends: [%s], model: modes, points: 40, start: {%s, "
               "amplitude: 1}}}\n",
               ends[e], shapes[i].text);
      rig r = rig_of(scene_of(text));
      const model_body *b = &r.model->body[0];
      for (int j = 0; j < b->nodes; ++j) {
        const mode_shape *w = &r.model->shape[b->modes.first_shape + j];
        const double q = b->density * b->lx * by_quadrature(w, b->lx, &shapes[i]);
        assert_near(r.model->start[b->first + j], q, 1e-14 * sqrt(b->mass));
      }
      rig_free(&r);
    }
}

// A sum of so many modes is the shape again: between the corners, as far as the series is cut. By
// quadrature the start of these took half a minute, in closed form some milliseconds.
static void ten_thousand_modes_make_the_shape_at_once(void **state) {
  (void)state;
  const clock_t begin = clock();
  rig r = rig_of(scene_of("carom: 1\nbodies: {b: {type: string, length: 1, linear_density: 0.01, "
                          "tension: 0.144, model: modes, points: 10000, start: {shape: pluck, at: "
                          "0.3, amplitude: 1}}}\n"));
  assert_at_most((double)(clock() - begin) / CLOCKS_PER_SEC, 3);
  const model_body *b = &r.model->body[0];
  for (double x = 0.05; x < 1; x += 0.1) {
    double sum = 0;
    for (int j = 0; j < b->nodes; ++j)
      sum += r.model->start[b->first + j] *
             mode_value(&r.model->shape[b->modes.first_shape + j], b->lx, x, 0);
    assert_near(sum, pluck(x), 1e-7);
  }
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shapes_are_projected_on_all_modes),
      cmocka_unit_test(ten_thousand_modes_make_the_shape_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
