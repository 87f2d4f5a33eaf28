// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of whole scenes: against closed forms of what the step makes of oscillators and
// strings, against what runs ring with, and with all that lies beside that.

#include "ringing.h"

enum { MOST = 40 };

static int modes_of(const rig *r, int count, carom_scene_mode *modes) {
  int found = 0;
  assert_int_equal(carom_model_modes(r->model, count, modes, NULL, &found), CAROM_OK);
  return found;
}

// --- Closed forms -------------------------------------------------------------------------------

/// The tolerance of closed forms: rounding of a band whose elements are 1e8 times the lowest
/// eigenvalue leaves 1e-10.
static const double right = 1e-9;

// u^{n+1} - 2 u^n + u^{n-1} = -4 sin^2(omega k / 2) u^n.
static double of_turn(double turn, double rate) {
  return 2 * asin(sqrt(turn) / 2) * rate / (2 * M_PI);
}

// Two masses step with their own springs exactly: 4 sin^2(omega_0 k / 2) = tau; the spring between
// them is averaged, K - (K/4 - J) Lambda k^2, with J as springs.c has it.
static void two_oscillators_have_the_roots_of_their_quadratic(void **state) {
  (void)state;
  const double rate = 48000;
  const double k = 1 / rate;
  const double M[2] = {0.01, 0.02};
  const double f[2] = {100, 150};
  const double K = 2000;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 48000, bodies: {a: {type: mass, mass: 0.01, frequency: 100}, b: {type: "
      "mass, mass: 0.02, frequency: 150}}, contacts: {s: {type: spring, below: a, above: b, "
      "linear: "
      "2000}}, outputs: {a: {of: a}}}"));
  double stride[2]; // kappa^2
  double give = 0;
  double yields = 0;
  for (int i = 0; i < 2; ++i) {
    const double omega = 2 * M_PI * f[i];
    stride[i] = 4 * pow(sin(omega * k / 2), 2) / (omega * omega);
    give += k * k / M[i];
    yields += k * k / M[i] / (k * k * (1 / stride[i] - omega * omega / 4));
  }
  const double x = sqrt(K * give) / 2;
  const double J = fmin((1 - pow(x / tan(x), 2)) / give, 0.8 / yields);
  // det [A - Lambda B] = 0 with Lambda = 4 sin^2(omega k / 2) / k^2
  double A[2];
  double B[2];
  for (int i = 0; i < 2; ++i) {
    A[i] = M[i] * pow(2 * M_PI * f[i], 2) + K;
    B[i] = M[i] * k * k / stride[i] + (K / 4 - J) * k * k;
  }
  const double off = (K / 4 - J) * k * k;
  const double a = B[0] * B[1] - off * off;
  const double b = -(A[0] * B[1] + A[1] * B[0] - 2 * K * off);
  const double c = A[0] * A[1] - K * K;
  carom_scene_mode modes[MOST];
  assert_int_equal(modes_of(&r, MOST, modes), 2);
  for (int i = 0; i < 2; ++i) {
    const double root = (-b + (i == 0 ? -1 : 1) * sqrt(b * b - 4 * a * c)) / (2 * a);
    assert_near(modes[i].frequency / of_turn(root * k * k, rate), 1, right);
    assert_true(isinf(modes[i].decay_time) || modes[i].decay_time > 1e6);
  }
  rig_free(&r);
}

// A mass on its own spring rings exactly.
static void a_mass_rings_with_its_own_frequency_and_decay(void **state) {
  (void)state;
  rig r = rig_of(scene_of("{carom: 1, rate: 44100, bodies: {a: {type: mass, mass: 0.01, frequency: "
                          "400, damping: 0.5}}, outputs: {a: {of: a}}}"));
  carom_scene_mode mode;
  assert_int_equal(modes_of(&r, 1, &mode), 1);
  const double sigma = 0.5 / 0.02;
  const double omega = sqrt(pow(2 * M_PI * 400, 2) - sigma * sigma);
  assert_near(mode.frequency / (omega / (2 * M_PI)), 1, right);
  assert_near(mode.decay_time * sigma / log(1000), 1, right);
  assert_near(mode.damping * 2 * M_PI * 400 / sigma, 1, right);
  assert_int_equal(mode.body, 0);
  assert_near(mode.share, 1, 0);
  rig_free(&r);
}

// The root of a function between two numbers.
static double root_of(double (*of)(double, const double *), const double *with, double low,
                      double high) {
  const bool rises = of(high, with) > 0;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    if ((of(middle, with) > 0) == rises)
      high = middle;
    else
      low = middle;
  }
  return (low + high) / 2;
}

// An ideal string on a grid of N intervals of h, c k = lambda h: waves u = sin(i theta) with
// sin(omega k / 2) = lambda sin(theta / 2). At node p a force F adds k^2 F / (rho h) there; the
// receptance is sin(p theta) sin((N - p) theta) / (lambda^2 sin theta sin(N theta)) k^2 / rho h.
static double grid_receptance(double turn, double lambda, int N, int p, double over) {
  const double theta = 2 * asin(fmin(sqrt(turn) / 2 / lambda, 1));
  return over * sin(p * theta) * sin((N - p) * theta) /
         (lambda * lambda * sin(theta) * sin(N * theta));
}

/// with[]: lambda, N, p, k^2 / rho h, K k^2 / k^2 .., mass / k^2 of what the spring leads to.
static double on_a_spring(double turn, const double *with) {
  const double K = with[4] * (1 - turn / 4);
  const double string = grid_receptance(turn, with[0], (int)with[1], (int)with[2], with[3]);
  const double end = with[5] > 0 ? -1 / (with[5] * turn) : 0;
  return 1 / K + string + end;
}

static rig string_on_spring(double mass) {
  char text[700];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 48000, bodies: {s: {type: string, length: 1, linear_density: 0.01, "
           "tension: 400, model: grid, points: 200}, e: {type: %s}}, contacts: {k: {type: spring, "
           "below: s@0.25, above: e, linear: 3000, interpolation: 0}}, outputs: {u: {of: s@0.4}}}",
           mass > 0 ? "mass, mass: 0.004" : "barrier, position: 0");
  return rig_of(scene_of(text));
}

// Between two poles of the string alone the determinant rises from -inf to inf once.
static void a_string_on_a_spring_has_the_roots_of_its_determinant(void **state) {
  (void)state;
  const double rate = 48000;
  const double k = 1 / rate;
  for (int i = 0; i < 2; ++i) {
    const double mass = i == 0 ? 0 : 0.004;
    rig r = string_on_spring(mass);
    const double h = 1.0 / 200;
    const double lambda = 200 * k / h;
    const double with[] = {lambda, 200, 50, k * k / (0.01 * h), 3000, mass / (k * k)};
    carom_scene_mode modes[MOST];
    const int found = modes_of(&r, 12, modes);
    assert_int_equal(found, 12);
    for (int j = 0; j < found; ++j) {
      // modes with a node at the spring are the string's own: 4, 8, 12
      const double turn = pow(2 * sin(M_PI * modes[j].frequency * k), 2);
      double nearest = 1;
      for (int n = 4; n < 16; n += 4) {
        const double own = of_turn(pow(2 * lambda * sin(n * M_PI / 400), 2), rate);
        nearest = fmin(nearest, fabs(modes[j].frequency / own - 1));
      }
      if (nearest > right) {
        const double root = root_of(on_a_spring, with, turn * (1 - 1e-6), turn * (1 + 1e-6));
        assert_near(modes[j].frequency / of_turn(root, rate), 1, right);
        assert_near(root / turn, 1, 5e-7); // and not an end of the interval
      }
    }
    rig_free(&r);
  }
}

// A string that a spring of infinite stiffness, nearly, holds to a mass: beta L tan(beta L) is not
// needed, as the receptance above has the mass as well. By modes, where the rate does not matter:
// the sum over modes of a string that is held in the middle by a spring.
static double modal_sum(double omega, const double *with) {
  double sum = 1 / with[0];
  for (int n = 1; n <= (int)with[1]; ++n) {
    const double own = n * with[2];
    sum += with[3] * pow(sin(n * M_PI * with[4]), 2) / (own * own - omega * omega);
  }
  return sum;
}

// At 64 times the rate the step is 4e-9 of the period's square: what is left is below 1e-8.
static void a_string_by_modes_on_a_spring_has_the_roots_of_the_sum(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 3072000, bodies: {s: {type: string, length: 1, linear_density: 0.01, "
      "tension: 400, model: modes, points: 20}, w: {type: barrier}}, contacts: {k: {type: spring, "
      "below: s@0.3, above: w, linear: 3000}}, outputs: {u: {of: s@0.4}}}"));
  carom_scene_mode modes[MOST];
  assert_int_equal(modes_of(&r, 5, modes), 5);
  const double with[] = {3000, 20, M_PI * 200, 2 / 0.01, 0.3};
  for (int j = 0; j < 5; ++j) {
    const double omega = 2 * M_PI * modes[j].frequency;
    const double root = root_of(modal_sum, with, omega * (1 - 1e-6), omega * (1 + 1e-6));
    assert_near(omega / root, 1, 1e-8);
  }
  rig_free(&r);
}

// --- Runs ---------------------------------------------------------------------------------------

/// A mode of a scene is what its run rings with.
static void assert_rings(carom_scene *scene, int output, double seconds, double window, int count,
                         const int *which) {
  rig r = rig_of(scene);
  carom_scene_mode modes[MOST];
  assert_true(modes_of(&r, MOST, modes) >= which[count - 1]);
  int samples = 0;
  double rate = 0;
  double *x = sounded(&r, output, seconds, &samples, &rate);
  for (int i = 0; i < count; ++i) {
    const carom_scene_mode *m = &modes[which[i] - 1];
    const ringing heard = ringing_of(x, samples, rate, 0.05, window, m->frequency);
    assert_near(cents_between(heard.frequency, m->frequency), 0, 0.1);
    assert_near(heard.decay * m->decay_time / log(1000), 1, 0.01);
  }
  free(x);
  rig_free(&r);
}

static void a_grid_string_on_a_spring_on_a_mass_rings_with_its_modes(void **state) {
  (void)state;
  assert_rings(
      scene_of("{carom: 1, rate: 44100, duration: 3, bodies: {s: {type: string, length: "
               "1.2, density: 7850, radius: 5e-4, youngs: 2e11, pitch: 80, sigma0: 0.8, "
               "sigma1: 2e-3, model: grid, start: {shape: pluck, at: 0.2}}, m: {type: mass, "
               "mass: 5e-3, frequency: 420, damping: 0.2}}, contacts: {k: {type: spring, "
               "below: s@0.87, above: m, linear: 8e4, sigma_x: 0.1}}, outputs: {u: {of: "
               "s@0.31}}}"),
      0, 2, 0.4, 4, (const int[]){1, 2, 3, 4});
}

static void a_modal_string_on_a_plate_rings_with_its_modes(void **state) {
  (void)state;
  assert_rings(
      scene_of("{carom: 1, rate: 48000, duration: 3, bodies: {s: {type: string, length: "
               "0.7, density: 7850, radius: 4e-4, youngs: 2e11, pitch: 196, sigma0: 0.6, "
               "sigma1: 1e-3, model: modes, start: {shape: pluck, at: 0.13}}, p: {type: "
               "plate, size: [0.5, 0.35], thickness: 3e-3, density: 450, youngs: 1e10, "
               "sigma0: 3, edges: clamped, model: modes, points: 30}}, contacts: {k: {type: "
               "spring, below: s@0.94, above: 'p@0.4:0.6', linear: 5e4, sigma_x: 0.05}}, "
               "outputs: {u: {of: s@0.31}}}"),
      0, 3, 0.5, 2, (const int[]){1, 3});
}

static void a_grid_string_on_a_plates_grid_rings_with_its_modes(void **state) {
  (void)state;
  assert_rings(
      scene_of("{carom: 1, rate: 44100, duration: 3, bodies: {s: {type: string, length: "
               "0.9, linear_density: 5e-3, tension: 150, sigma0: 0.5, sigma1: 1e-3, model: "
               "grid, start: {shape: pluck, at: 0.2}}, p: {type: plate, size: [0.4, 0.3], "
               "thickness: 4e-3, density: 600, youngs: 1e10, edges: free, points: [10, 7], "
               "model: grid, sigma0: 2, sigma1: 5e-4}, w: {type: barrier}}, contacts: {k: "
               "{type: spring, below: s@0.9, above: 'p@0.35:0.6', linear: 2e4}, a: {type: "
               "spring, below: 'p@0.1:0.1', above: w, linear: 2e4, sigma_x: 0.3}, b: {type: "
               "spring, below: 'p@0.9:0.2', above: w, linear: 3e4}, c: {type: spring, "
               "below: 'p@0.4:0.9', above: w, linear: 2e4}}, outputs: {u: {of: s@0.31}}}"),
      0, 2.5, 0.4, 1, (const int[]){4});
}

// Three strings and a sympathetic one share their table: with losses modes within some ten
// thousandths of their frequency turn into others, of which none may be lost or told twice.
static void modes_that_lie_together_are_all_told(void **state) {
  (void)state;
  enum { COUNT = 24 };
  carom_scene_mode modes[COUNT];
  rig r = rig_of(scene_of("play-sitar"));
  assert_int_equal(modes_of(&r, COUNT, modes), COUNT);
  for (int i = 1; i < COUNT; ++i)
    assert_true(modes[i].frequency > modes[i - 1].frequency * (1 + 1e-7));
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_oscillators_have_the_roots_of_their_quadratic),
      cmocka_unit_test(a_mass_rings_with_its_own_frequency_and_decay),
      cmocka_unit_test(a_string_on_a_spring_has_the_roots_of_its_determinant),
      cmocka_unit_test(a_string_by_modes_on_a_spring_has_the_roots_of_the_sum),
      cmocka_unit_test(a_grid_string_on_a_spring_on_a_mass_rings_with_its_modes),
      cmocka_unit_test(a_modal_string_on_a_plate_rings_with_its_modes),
      cmocka_unit_test(a_grid_string_on_a_plates_grid_rings_with_its_modes),
      cmocka_unit_test(modes_that_lie_together_are_all_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
