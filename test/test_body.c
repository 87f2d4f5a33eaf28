// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies by themselves, against the theory of strings, bars and plates.

#include "support.h"

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
    x[i] = carom_output(r->state, 0);
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

static const char *const string_scene =
    "{carom: 1, bodies: {s: {type: string, length: 0.8, linear_density: 6e-3, tension: 150,"
    " bending_stiffness: 2e-3, sigma0: 1.5, sigma1: 4e-3, start: {shape: sine, mode: 1}}},"
    " outputs: {o: {of: s@0.37}}}";

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

static const char *const plate_scene =
    "{carom: 1, bodies: {p: {type: plate, size: [0.4, 0.3], thickness: 2e-3, density: 2700, "
    "youngs: "
    "7e10, poisson: 0.33, start: {shape: sine, mode: [1, 1]}}}, outputs: {o: {of: p@0.41:0.37}}}";

static double plate_kappa(void) {
  return sqrt(7e10 * 4e-6 / (12 * (1 - 0.33 * 0.33) * 2700));
}

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

// --- Stability ----------------------------------------------------------------------------------

// h_min^2 = (X + sqrt(X^2 + 16 kappa^2 k^2)) / 2, X = c^2 k^2 + 4 sigma1 k: the body is made
// exactly N of these long, is stable there, and refused one part in ten thousand below.
static void lines_are_stable_at_their_limit_and_refused_below(void **state) {
  (void)state;
  const double k = 1 / 44100.0;
  const double T = 150;
  const double EI = 2e-3;
  const double rho = 6e-3;
  const char *const ends[] = {"[pinned, pinned]", "[clamped, clamped]", "[free, free]"};
  for (int i = 0; i < 3; ++i) {
    const bool bar = i == 2;
    const double X = (bar ? 0 : T / rho) * k * k + 4 * 4e-3 * k;
    const double h = sqrt((X + sqrt(X * X + 16 * EI / rho * k * k)) / 2);
    carom_scene *s = scene_of(string_scene);
    rig_set(s, "bodies.s.type", bar ? "bar" : "string");
    if (bar) {
      carom_error error;
      assert_int_equal(carom_scene_remove(s, "bodies.s.tension", &error), CAROM_OK);
    }
    rig_set(s, "bodies.s.ends", ends[i]);
    rig_set(s, "bodies.s.points", "40");
    rig_set(s, "bodies.s.sigma0", "0");
    rig_set(s, "bodies.s.start.shape", "pluck"); // all modes
    rig_set_number(s, "bodies.s.length", 40 * h * (1 - 1e-4));
    carom_model *model = NULL;
    carom_error error;
    assert_int_equal(carom_model_compile(s, NULL, &model, &error), CAROM_UNSTABLE);
    assert_non_null(strstr(error.text, "at most 39 intervals"));
    rig_set_number(s, "bodies.s.length", 40 * h);
    rig r = rig_of(s);
    const double first = carom_state_ledger(r.state).total;
    rig_steps(&r, 20000);
    const carom_ledger l = carom_state_ledger(r.state);
    assert_at_most(l.kinetic + l.potential, first * (1 + 1e-9));
    double shape[41];
    carom_body_shape(r.model, r.state, 0, shape, 41);
    for (int n = 0; n <= 40; ++n)
      assert_at_most(fabs(shape[n]), 0.1);
    rig_free(&r);
  }
}

static void plates_are_stable_at_their_limit_and_refused_below(void **state) {
  (void)state;
  const double k = 1 / 44100.0;
  const double kappa = plate_kappa();
  const double h = 2 * sqrt(k * (0.01 + sqrt(kappa * kappa + 1e-4)));
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(plate_scene);
    char text[80];
    rig_set(s, "bodies.p.edges", i == 0 ? "pinned" : "clamped");
    rig_set(s, "bodies.p.sigma1", "0.01");
    rig_set(s, "bodies.p.start.shape", "hump");
    rig_set(s, "bodies.p.points", "[14, 10]");
    snprintf(text, sizeof text, "[%.17g, %.17g]", 14 * h * (1 - 1e-4), 10 * h * (1 - 1e-4));
    rig_set(s, "bodies.p.size", text);
    carom_model *model = NULL;
    carom_error error;
    assert_int_equal(carom_model_compile(s, NULL, &model, &error), CAROM_UNSTABLE);
    snprintf(text, sizeof text, "[%.17g, %.17g]", 14 * h, 10 * h);
    rig_set(s, "bodies.p.size", text);
    rig r = rig_of(s);
    const double first = carom_state_ledger(r.state).total;
    rig_steps(&r, 20000);
    const carom_ledger l = carom_state_ledger(r.state);
    assert_at_most(l.kinetic + l.potential, first * (1 + 1e-9));
    rig_free(&r);
  }
}

// --- Energy -------------------------------------------------------------------------------------

// Every body, every way to hold it, with and without losses: rounding of 10,000 steps.
static void bodies_keep_their_energy(void **state) {
  (void)state;
  const char *const ends[] = {"[pinned, pinned]", "[clamped, pinned]", "[clamped, clamped]"};
  for (int i = 0; i < 6; ++i) {
    carom_scene *s = scene_of(string_scene);
    rig_set(s, "bodies.s.ends", ends[i % 3]);
    rig_set(s, "bodies.s.start.shape", "pluck");
    if (i >= 3) {
      rig_set(s, "bodies.s.sigma0", "0");
      rig_set(s, "bodies.s.sigma1", "0");
    }
    rig r = rig_of(s);
    rig_steps(&r, 10000);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
  for (int i = 0; i < 4; ++i) {
    carom_scene *s = scene_of(plate_scene);
    rig_set(s, "bodies.p.edges", i % 2 == 0 ? "pinned" : "clamped");
    rig_set(s, "bodies.p.start.shape", "pluck");
    rig_set(s, "bodies.p.sigma0", i < 2 ? "0" : "3");
    rig_set(s, "bodies.p.sigma1", i < 2 ? "0" : "0.02");
    rig r = rig_of(s);
    rig_steps(&r, 10000);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// Forces from outside: what they supply is what the body gains and loses.
static void forces_are_accounted_for(void **state) {
  (void)state;
  carom_scene *s = scene_of(string_scene);
  rig_set(s, "forces.sine.on", "s@0.313");
  rig_set(s, "forces.sine.frequency", "97");
  rig_set(s, "forces.sine.amplitude", "[[0, 0], [0.05, 0.5]]");
  rig_set(s, "forces.blow.on", "s@0.7");
  rig_set(s, "forces.blow.table", "[[0.1, 0], [0.101, 5], [0.102, 0]]");
  rig r = rig_of(s);
  rig_steps(&r, 10000);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_true(l.supplied > 1e-6);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A resonant sine on a damped mass: amplitude F / (2 sigma omega M) at resonance.
static void driven_mass_swings_as_theory_says(void **state) {
  (void)state;
  rig r = rig_of(
      scene_of("{carom: 1, bodies: {m: {type: mass, mass: 0.02, frequency: 100, damping: 2}},"
               " forces: {f: {on: m, amplitude: 0.5, frequency: 100}}, outputs: {o: {of: m}}}"));
  rig_steps(&r, 44100);
  double most = 0;
  for (int i = 0; i < 2000; ++i) {
    rig_steps(&r, 1);
    most = fmax(most, fabs(carom_output(r.state, 0)));
  }
  assert_near(most / (0.5 / (2 * 2 * M_PI * 100)), 1, 1e-3);
  rig_free(&r);
}

static double pinned_shape(double x) {
  return sin(M_PI * x);
}

static double clamped_shape(double x) {
  return pow(sin(M_PI * x), 2);
}

static double free_shape(double x) {
  return 0.3 + 0.5 * x;
}

// --- Points -------------------------------------------------------------------------------------

// A cubic is interpolated exactly by order 3, a straight line by order 1; slopes likewise.
static void points_between_nodes_are_interpolated(void **state) {
  (void)state;
  carom_scene *s =
      scene_of("{carom: 1, solver: {start: first-order}, bodies: {b: {type: bar, length: 1, "
               "linear_density: 1, bending_stiffness: 1e-3, ends: [free, free], points: 10, "
               "start: {shape: table, values: [0, 0.001, 0.008, 0.027, 0.064, 0.125, 0.216, "
               "0.343, 0.512, 0.729, 1]}}}, outputs: {cubic: {of: b@0.437}, linear: {of: "
               "b@0.437, interpolation: 1}, node: {of: b@0.437, interpolation: 0}, slope: "
               "{of: b@0.437, quantity: slope}, end: {of: b@1}, start: {of: b@0}}}");
  rig r = rig_of(s);
  rig_steps(&r, 1); // outputs of t = 0
  assert_near(carom_output(r.state, 0), 0.437 * 0.437 * 0.437, 1e-15);
  assert_near(carom_output(r.state, 1), 0.064 + 0.37 * (0.125 - 0.064), 1e-15);
  assert_near(carom_output(r.state, 2), 0.064, 1e-15);
  assert_near(carom_output(r.state, 3), 3 * 0.437 * 0.437, 1e-13);
  assert_near(carom_output(r.state, 4), 1, 1e-15);
  assert_near(carom_output(r.state, 5), 0, 1e-15);
  rig_free(&r);
}

// Near an end the cubic needs a node beyond it: mirrored with its sign turned where the body is
// pinned, as it is where clamped, straight on where free. Shapes that obey the ends are read to
// O(h^4) there, free ones (a straight line) exactly; the wrong mirror misses by O(h).
static void points_beside_the_ends_follow_their_ends(void **state) {
  (void)state;
  const struct {
    const char *ends;
    double (*shape)(double x);
    double tolerance;
  } cases[] = {{"[pinned, pinned]", pinned_shape, 2e-4},
               {"[clamped, clamped]", clamped_shape, 2e-3},
               {"[free, free]", free_shape, 1e-12}};
  for (int i = 0; i < 3; ++i) {
    char values[1024] = "[";
    for (int n = 0; n <= 20; ++n)
      snprintf(values + strlen(values), sizeof values - strlen(values), "%s%.17g",
               n > 0 ? ", " : "", cases[i].shape(n / 20.0));
    strcat(values, "]");
    carom_scene *s =
        scene_of("{carom: 1, solver: {start: first-order}, bodies: {b: {type: bar, length: 1, "
                 "linear_density: 1, bending_stiffness: 1e-3, points: 20}}, outputs: {left: "
                 "{of: b@0.017}, right: {of: b@0.983}}}");
    rig_set(s, "bodies.b.ends", cases[i].ends);
    rig_set(s, "bodies.b.start.shape", "table");
    rig_set(s, "bodies.b.start.values", values);
    rig r = rig_of(s);
    rig_steps(&r, 1);
    assert_near(carom_output(r.state, 0), cases[i].shape(0.017), cases[i].tolerance);
    assert_near(carom_output(r.state, 1), cases[i].shape(0.983), cases[i].tolerance);
    rig_free(&r);
  }
}

// A mass that hangs on a spring contact under gravity: the start takes in what the contact and
// gravity do, so the error falls with the square of the step.
static void start_with_a_contact_is_of_second_order(void **state) {
  (void)state;
  const double w = 2 * M_PI * 50;
  double error[2];
  for (int fine = 0; fine < 2; ++fine) {
    carom_scene *s =
        scene_of("{carom: 1, gravity: 9.81, bodies: {m: {type: mass, mass: 0.01}, roof: {type: "
                 "barrier}}, contacts: {hook: {type: spring, below: m, above: roof}}}");
    rig_set_number(s, "contacts.hook.linear", 0.01 * w * w);
    rig_set_number(s, "rate", fine == 0 ? 22050 : 44100);
    rig r = rig_of(s);
    rig_steps(&r, fine == 0 ? 100 : 200);
    double u = 0;
    carom_body_shape(r.model, r.state, 0, &u, 1);
    error[fine] = fabs(u + 9.81 / (w * w) * (1 - cos(w * 100 / 22050)));
    rig_free(&r);
  }
  assert_near(log2(error[0] / error[1]), 2, 0.1);
}

// u(-1) = u(0) - k v + k^2 a / 2. Without the last term the motion is off by O(k) for good.
static void start_is_of_second_order(void **state) {
  (void)state;
  const char *text =
      "{carom: 1, bodies: {m: {type: mass, mass: 1, frequency: 50, damping: 3, position: "
      "1e-3, velocity: 0.2}}}";
  const double sigma = 1.5;
  const double w = sqrt(pow(2 * M_PI * 50, 2) - sigma * sigma);
  const double exact =
      exp(-sigma * 0.005) * (1e-3 * cos(w * 0.005) + (0.2 + sigma * 1e-3) / w * sin(w * 0.005));
  double error[2][2];
  for (int order = 0; order < 2; ++order)
    for (int fine = 0; fine < 2; ++fine) {
      carom_scene *s = scene_of(text);
      rig_set(s, "solver.start", order == 0 ? "first-order" : "second-order");
      rig_set_number(s, "rate", fine == 0 ? 20000 : 40000);
      rig r = rig_of(s);
      rig_steps(&r, fine == 0 ? 100 : 200);
      double u = 0;
      carom_body_shape(r.model, r.state, 0, &u, 1);
      error[order][fine] = fabs(u - exact);
      rig_free(&r);
    }
  assert_near(log2(error[0][0] / error[0][1]), 1, 0.1);
  assert_near(log2(error[1][0] / error[1][1]), 2, 0.1);
}

// A string, a plate and a mass that start from rest positions with a velocity, and after a step
// with or without the ledger: what is told is the increment over the step.
static void velocities_are_told_point_by_point(void **state) {
  (void)state;
  for (int ledger = 0; ledger < 2; ++ledger) {
    rig r = rig_of(scene_of(
        "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, tension: 100, "
        "points: "
        "40, start_velocity: {shape: sine, amplitude: 2}}, p: {type: plate, size: [0.4, 0.3], "
        "thickness: 2e-3, density: 700, youngs: 1e10, points: [8, 6], start_velocity: {shape: "
        "sine, "
        "amplitude: 3}}, m: {type: mass, mass: 1, frequency: 10, velocity: -1}, b: {type: "
        "barrier}}}"));
    static double before[4][100];
    double now[100];
    double v[100];
    carom_state_keep_ledger(r.model, r.state, ledger == 1);
    assert_int_equal(carom_body_velocity(r.model, r.state, 0, v, 100), 41);
    assert_near(v[20], 2, 1e-12);
    assert_int_equal(carom_body_velocity(r.model, r.state, 1, v, 100), 63);
    assert_near(v[3 * 9 + 4], 3, 1e-12);
    assert_int_equal(carom_body_velocity(r.model, r.state, 2, v, 100), 1);
    assert_near(v[0], -1, 1e-12);
    for (int step = 0; step < 5; ++step) {
      for (int b = 0; b < 4; ++b)
        carom_body_shape(r.model, r.state, b, before[b], 100);
      rig_steps(&r, 1);
      for (int b = 0; b < 4; ++b) {
        const int count = carom_body_shape(r.model, r.state, b, now, 100);
        assert_int_equal(carom_body_velocity(r.model, r.state, b, v, 100), count);
        for (int i = 0; i < count; ++i)
          assert_near(v[i], (now[i] - before[b][i]) * 44100, 1e-9);
      }
    }
    rig_free(&r);
  }
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
      cmocka_unit_test(lines_are_stable_at_their_limit_and_refused_below),
      cmocka_unit_test(plates_are_stable_at_their_limit_and_refused_below),
      cmocka_unit_test(bodies_keep_their_energy),
      cmocka_unit_test(forces_are_accounted_for),
      cmocka_unit_test(driven_mass_swings_as_theory_says),
      cmocka_unit_test(points_between_nodes_are_interpolated),
      cmocka_unit_test(points_beside_the_ends_follow_their_ends),
      cmocka_unit_test(start_with_a_contact_is_of_second_order),
      cmocka_unit_test(start_is_of_second_order),
      cmocka_unit_test(velocities_are_told_point_by_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
