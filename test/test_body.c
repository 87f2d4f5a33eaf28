// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies by themselves, against the theory of strings, bars and plates.

#include "body_scenes.h"

// --- Measuring ----------------------------------------------------------------------------------

// |sum of x(n) w(n) exp(-i omega n)|^2 with a Hann window w; both turn by complex rotation.
static double power_at(const double *x, int n, double cycles) {
  const double step[2][2] = {{cos(2 * M_PI * cycles), sin(2 * M_PI * cycles)},
                             {cos(2 * M_PI / n), sin(2 * M_PI / n)}};
  double turn[2][2] = {{1, 0}, {1, 0}};
  double re = 0;
  double im = 0;
  for (int i = 0; i < n; ++i) {
    const double w = (0.5 - 0.5 * turn[1][0]) * x[i];
    re += w * turn[0][0];
    im += w * turn[0][1];
    for (int j = 0; j < 2; ++j) {
      const double c = turn[j][0] * step[j][0] - turn[j][1] * step[j][1];
      turn[j][1] = turn[j][0] * step[j][1] + turn[j][1] * step[j][0];
      turn[j][0] = c;
    }
  }
  return re * re + im * im;
}

// The strongest frequency within a part of an expected one, by golden section on the peak.
static double frequency_near(const double *x, int n, double rate, double expected, double part) {
  double best = expected;
  double most = -1;
  const double step = 0.5 * rate / n;
  for (double f = expected * (1 - part); f <= expected * (1 + part); f += step) {
    const double p = power_at(x, n, f / rate);
    if (p > most) {
      most = p;
      best = f;
    }
  }
  double low = best - step;
  double high = best + step;
  for (int i = 0; i < 40; ++i) {
    const double a = low + 0.382 * (high - low);
    const double b = low + 0.618 * (high - low);
    if (power_at(x, n, a / rate) < power_at(x, n, b / rate))
      low = a;
    else
      high = b;
  }
  return (low + high) / 2;
}

enum { SAMPLES = 22050, MANY = 96000 };

static const double *record(rig *r, int count, double *x) {
  for (int i = 0; i < count; ++i) {
    rig_steps(r, 1);
    x[i] = carom_output(r->model, r->state, 0);
  }
  return x;
}

// A damped oscillation obeys x(n+p) = 2 r cos(wp) x(n) - r^2 x(n-p): fitted over the run.
static void fit_mode(const double *x, int count, int p, double rate, double *frequency,
                     double *decay) {
  double aa = 0;
  double ab = 0;
  double bb = 0;
  double ya = 0;
  double yb = 0;
  for (int n = p; n + p < count; ++n) {
    const double a = x[n];
    const double b = x[n - p];
    const double y = x[n + p];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ya += y * a;
    yb += y * b;
  }
  const double det = aa * bb - ab * ab;
  const double first = (ya * bb - yb * ab) / det;
  const double second = (yb * aa - ya * ab) / det;
  const double r = sqrt(-second);
  *frequency = acos(first / (2 * r)) / (2 * M_PI * p) * rate;
  *decay = -log(r) / p * rate;
}

// --- Strings ------------------------------------------------------------------------------------

// A mode of the pinned string starts alone and stays alone: omega^2 = c^2 b^2 + kappa^2 b^4,
// decay sigma0 + sigma1 b^2, b = m pi / L. The grid of some 60 points disperses by less than 0.2 %.
static void string_modes_ring_and_decay_as_theory_says(void **state) {
  (void)state;
  static double x[SAMPLES];
  for (int mode = 1; mode <= 4; ++mode) {
    carom_scene *s = scene_of(string_scene);
    rig_set_number(s, "bodies.s.start.mode", mode);
    rig r = rig_of(s);
    record(&r, SAMPLES, x);
    const double b = mode * M_PI / 0.8;
    const double w2 = 150 / 6e-3 * b * b + 2e-3 / 6e-3 * b * b * b * b;
    const double sigma = 1.5 + 4e-3 * b * b;
    double frequency = 0;
    double decay = 0;
    fit_mode(x, 8000, (int)(44100 / (4 * sqrt(w2) / (2 * M_PI))), 44100, &frequency, &decay);
    assert_near(frequency / (sqrt(w2 - sigma * sigma) / (2 * M_PI)), 1, 2e-3);
    assert_near(decay / sigma, 1, 5e-3);
    rig_free(&r);
  }
}

// At the limit h = c k the scheme solves the wave equation exactly: after one period the pluck is
// back.
static void ideal_string_on_its_limit_is_exact(void **state) {
  (void)state;
  const char *text =
      "{carom: 1, rate: 10000, bodies: {s: {type: string, length: 1, linear_density: "
      "0.01, tension: 100, points: 100, start: {shape: pluck, at: 0.3, amplitude: "
      "1e-3}}}, outputs: {o: {of: s@0.3}}}";
  rig r = rig_of(scene_of(text));
  double shape[101];
  double later[101];
  carom_body_shape(r.model, r.state, 0, shape, 101);
  rig_steps(&r, 200);
  carom_body_shape(r.model, r.state, 0, later, 101);
  for (int i = 0; i <= 100; ++i)
    assert_near(later[i], shape[i], 1e-15);
  rig_free(&r);
}

static void pitch_sets_the_fundamental(void **state) {
  (void)state;
  static double x[SAMPLES];
  const char *text =
      "{carom: 1, bodies: {s: {type: string, length: 1, density: 7850, radius: 5e-4, "
      "pitch: 220, youngs: 2e11, start: {shape: pluck, at: 0.13}}},"
      " outputs: {o: {of: s@0.9}}}";
  const double rates[] = {44100, 48000};
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(text);
    rig_set_number(s, "rate", rates[i]);
    rig r = rig_of(s);
    // 2 cents: both rates sound the same pitch.
    assert_near(frequency_near(record(&r, SAMPLES, x), SAMPLES, rates[i], 220, 0.05) / 220, 1,
                1.2e-3);
    rig_free(&r);
  }
}

// --- Bars ---------------------------------------------------------------------------------------

// Roots of the frequency equation of a bar, (beta L), by its ends.
static const struct {
  const char *ends;
  double root[3];
  const char *at;
} bars[] = {
    {"[pinned, pinned]", {3.14159265, 6.28318531, 9.42477796}, "b@0.37"},
    {"[clamped, free]", {1.87510407, 4.69409113, 7.85475744}, "b@1"},
    {"[free, clamped]", {1.87510407, 4.69409113, 7.85475744}, "b@0"},
    {"[free, free]", {4.73004074, 7.85320462, 10.9956078}, "b@0"},
    {"[clamped, clamped]", {4.73004074, 7.85320462, 10.9956078}, "b@0.37"},
    {"[clamped, pinned]", {3.92660231, 7.06858275, 10.2101761}, "b@0.37"},
};

// 1 mm of spring steel, 30 cm long: f = (beta L)^2 / (2 pi L^2) sqrt(EI / rho A). The grid is of
// second order: it may be off by (beta h)^2 / 3, its ends included.
static void bar_modes_ring_as_theory_says(void **state) {
  (void)state;
  static double x[MANY];
  for (size_t i = 0; i < sizeof bars / sizeof bars[0]; ++i) {
    carom_scene *s = scene_of(
        "{carom: 1, rate: 96000, bodies: {b: {type: bar, model: grid, length: 0.3, width: 0.02, "
        "thickness: 1e-3, density: 7850, youngs: 2e11, start_velocity: {shape: "
        "hump, at: 0.81, width: 0.1}}}, outputs: {o: {of: b@0.5}}}");
    rig_set(s, "bodies.b.ends", bars[i].ends);
    rig_set(s, "outputs.o.of", bars[i].at);
    rig_set(s, "outputs.o.quantity", "acceleration");
    rig r = rig_of(s);
    record(&r, MANY, x);
    const double h = carom_model_body(r.model, 0).spacing;
    for (int m = 0; m < 3; ++m) {
      const double q = bars[i].root[m] / 0.3;
      const double f = q * q * sqrt(2e11 * 1e-6 / 12 / 7850) / (2 * M_PI);
      assert_near(frequency_near(x, MANY, 96000, f, 0.03) / f, 1, q * q * h * h / 3);
    }
    // 96,000 steps; a free bar flies metres away, and its curvature loses these digits.
    assert_at_most(rig_error(&r), strcmp(bars[i].ends, "[free, free]") == 0 ? 1e-10 : 1e-12);
    rig_free(&r);
  }
}

// A free bar that is thrown flies on: no force holds it.
static void free_bar_keeps_its_momentum(void **state) {
  (void)state;
  rig r = rig_of(
      scene_of("{carom: 1, bodies: {b: {type: bar, model: grid, length: 0.3, linear_density: 1, "
               "bending_stiffness: 10, ends: [free, free], start_velocity: {shape: hump, "
               "at: 0.4, width: 0.5, amplitude: 2}}}}"));
  double shape[2][200];
  const int count = carom_body_shape(r.model, r.state, 0, NULL, 0);
  assert_true(count <= 200);
  double momentum[2];
  for (int round = 0; round < 2; ++round) {
    carom_body_shape(r.model, r.state, 0, shape[0], 200);
    rig_steps(&r, 1);
    carom_body_shape(r.model, r.state, 0, shape[1], 200);
    momentum[round] = 0;
    for (int i = 0; i < count; ++i)
      momentum[round] += (i == 0 || i == count - 1 ? 0.5 : 1) * (shape[1][i] - shape[0][i]);
    rig_steps(&r, 5000);
  }
  assert_near(momentum[1] / momentum[0], 1, 1e-10);
  rig_free(&r);
}

// --- Plates -------------------------------------------------------------------------------------

// Simply supported: omega = kappa pi^2 (m^2 / lx^2 + n^2 / ly^2). Square cells move ly a little.
static void pinned_plate_modes_ring_and_decay_as_theory_says(void **state) {
  (void)state;
  static double x[SAMPLES];
  const int modes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}};
  for (int i = 0; i < 4; ++i) {
    carom_scene *s = scene_of(plate_scene);
    char text[32];
    snprintf(text, sizeof text, "[%d, %d]", modes[i][0], modes[i][1]);
    rig_set(s, "bodies.p.start.mode", text);
    rig_set(s, "bodies.p.sigma0", "3");
    rig_set(s, "bodies.p.sigma1", "0.01");
    rig r = rig_of(s);
    const carom_body_info b = carom_model_body(r.model, 0);
    record(&r, SAMPLES, x);
    const double b2 = pow(modes[i][0] * M_PI / b.size_x, 2) + pow(modes[i][1] * M_PI / b.size_y, 2);
    const double w = plate_kappa() * b2;
    double frequency = 0;
    double decay = 0;
    fit_mode(x, 8000, (int)(44100 / (4 * w / (2 * M_PI))), 44100, &frequency, &decay);
    assert_near(frequency / (w / (2 * M_PI)), 1,
                2e-2); // 14 x 11 cells; convergence is tested below
    assert_near(decay / (3 + 0.01 * b2), 1, 2e-2);
    rig_free(&r);
  }
}

// The error of the fundamental falls with the square of the spacing.
static void plate_converges_with_order_two(void **state) {
  (void)state;
  static double x[SAMPLES];
  double error[2];
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(plate_scene);
    rig_set(s, "bodies.p.points", i == 0 ? "[8, 6]" : "[16, 12]");
    rig_set(s, "rate", i == 0 ? "44100" : "176400"); // h^2 and k together
    rig r = rig_of(s);
    record(&r, SAMPLES, x);
    const double w = plate_kappa() * M_PI * M_PI * (1 / 0.16 + 1 / 0.09);
    const double rate = i == 0 ? 44100 : 176400;
    double frequency = 0;
    double decay = 0;
    fit_mode(x, 8000, (int)(rate / (4 * w / (2 * M_PI))), rate, &frequency, &decay);
    error[i] = fabs(frequency / (w / (2 * M_PI)) - 1);
    rig_free(&r);
  }
  assert_near(log2(error[0] / error[1]), 2, 0.15);
}

// Clamped square plate: omega = 35.985 kappa / a^2, 73.39 for the next (A. Leissa, Vibration of
// plates, NASA SP-160, 1969, table 4.22). 24 cells leave some 2 %.
static void clamped_plate_rings_as_theory_says(void **state) {
  (void)state;
  static double x[SAMPLES];
  carom_scene *s =
      scene_of("{carom: 1, bodies: {p: {type: plate, size: [0.5, 0.5], thickness: 1e-3, "
               "density: 2700, youngs: 7e10, poisson: 0.33, edges: clamped, start: {shape: "
               "hump, at: [0.4, 0.45], width: 0.4}}}, outputs: {o: {of: p@0.44:0.37}}}");
  rig r = rig_of(s);
  const double kappa = sqrt(7e10 * 1e-6 / (12 * (1 - 0.33 * 0.33) * 2700));
  record(&r, SAMPLES, x);
  const double roots[] = {35.985, 73.39};
  for (int i = 0; i < 2; ++i) {
    const double f = roots[i] * kappa / 0.25 / (2 * M_PI);
    assert_near(frequency_near(x, SAMPLES, 44100, f, 0.06) / f, 1, 2.5e-2);
  }
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(string_modes_ring_and_decay_as_theory_says),
      cmocka_unit_test(ideal_string_on_its_limit_is_exact),
      cmocka_unit_test(pitch_sets_the_fundamental),
      cmocka_unit_test(bar_modes_ring_as_theory_says),
      cmocka_unit_test(free_bar_keeps_its_momentum),
      cmocka_unit_test(pinned_plate_modes_ring_and_decay_as_theory_says),
      cmocka_unit_test(plate_converges_with_order_two),
      cmocka_unit_test(clamped_plate_rings_as_theory_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
