// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Pinned plates by their modes: frequencies and losses in closed form, the right modes in the right
// order, starting shapes, contacts, forces, shapes, and the same in the event method.

#include "support.h"

#include "model/model.h"

static const double rates[] = {44100, 48000, 88200, 96000, 192000};
enum { RATES = sizeof rates / sizeof rates[0] };

static const double lx = 0.5;
static const double ly = 0.3;

/// The modes of lowest frequency.
static const int lowest[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 1}, {2, 2}};

static double kappa(void) {
  return sqrt(7e10 * 4e-6 / (12 * (1 - 0.09) * 2700));
}

static double plate_mass(void) {
  return 2700 * 2e-3 * lx * ly;
}

static double wavenumber2(int m, int n) {
  return pow(m * M_PI / lx, 2) + pow(n * M_PI / ly, 2);
}

static carom_scene *plate_with(double rate, const char *of_plate, const char *more) {
  char text[800];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %.17g, bodies: {p: {type: plate, size: [0.5, 0.3], thickness: 2e-3, "
           "density: 2700, youngs: 7e10, poisson: 0.3, model: modes%s}%s}",
           rate, of_plate, more);
  return scene_of(text);
}

// --- Modes --------------------------------------------------------------------------------------

// u = u_0 e^(-sigma t) (cos w t + sigma / w sin w t) with omega = kappa beta^2 and sigma = sigma_0
// + sigma_1 beta^2: over 2000 samples an error of 0.001 cents would be ten thousand times as much.
static void modes_ring_and_decay_as_theory_says_at_every_rate(void **state) {
  (void)state;
  for (int i = 0; i < RATES; ++i)
    for (int mode = 0; mode < 5; ++mode) {
      const int m = lowest[mode][0];
      const int n = lowest[mode][1];
      const bool lossy = mode % 2 == 1;
      char more[120];
      snprintf(more, sizeof more, ", sigma0: %g, sigma1: %g, start: {shape: sine, mode: [%d, %d]}",
               lossy ? 3.0 : 0, lossy ? 0.01 : 0, m, n);
      rig r = rig_of(plate_with(rates[i], more, "}, outputs: {o: {of: p@0.41:0.37}}"));
      const double b2 = wavenumber2(m, n);
      const double sigma = lossy ? 3 + 0.01 * b2 : 0;
      const double omega = sqrt(pow(kappa() * b2, 2) - sigma * sigma);
      const double first = 1e-3 * sin(m * M_PI * 0.41) * sin(n * M_PI * 0.37);
      for (int k = 0; k < 2000; ++k) {
        rig_steps(&r, 1);
        const double t = k / rates[i];
        const double u =
            first * exp(-sigma * t) * (cos(omega * t) + sigma / omega * sin(omega * t));
        assert_near(carom_output(r.model, r.state, 0), u, 1e-13);
      }
      assert_at_most(rig_error(&r), 1e-12);
      rig_free(&r);
    }
}

// All below 0.45 of the rate inside, none else, and by rising frequency; or the lowest so many.
static void modes_are_the_lowest_and_all_of_them(void **state) {
  (void)state;
  for (int i = 0; i < 4; ++i) {
    carom_scene *s = plate_with(44100, "", "}");
    rig_set(s, "solver.oversample", i == 1 ? "2" : "1");
    if (i == 2)
      rig_set(s, "bodies.p.points", "37");
    if (i == 3)
      rig_set(s, "bodies.p.size", "[0.3, 0.3]"); // pairs of equal frequency
    rig r = rig_of(s);
    const model_body *b = &r.model->body[0];
    const double limit = i == 2 ? r.model->shape[36].beta * (1 + 1e-12)
                                : sqrt(2 * M_PI * 0.45 * (i == 1 ? 88200 : 44100) / kappa());
    int count = 0;
    for (int m = 1; m < 200; ++m)
      for (int n = 1; n < 200; ++n)
        count += sqrt(pow(m * M_PI / b->lx, 2) + pow(n * M_PI / b->ly, 2)) < limit;
    assert_int_equal(b->nodes, count);
    for (int j = 1; j < b->nodes; ++j) {
      const mode_shape *one = &r.model->shape[j - 1];
      const mode_shape *two = &r.model->shape[j];
      assert_true(one->beta <= two->beta);
      assert_true(one->coefficient[1] != two->coefficient[1] ||
                  one->coefficient[2] != two->coefficient[2]);
    }
    const carom_body_info info = carom_model_body(r.model, 0);
    assert_near(info.lowest, kappa() * (pow(M_PI / b->lx, 2) + pow(M_PI / b->ly, 2)) / (2 * M_PI),
                1e-10);
    rig_free(&r);
  }
}

static void tables_and_wrong_counts_are_refused(void **state) {
  (void)state;
  static const char *const wrong[] = {
      ", points: [10, 10]", ", start: {shape: table, values: [0, 1, 0]}", ", points: 20000"};
  for (int i = 0; i < 3; ++i) {
    carom_scene *s = plate_with(44100, wrong[i], "}");
    carom_model *model = NULL;
    carom_error error;
    assert_null(model = carom_model_compile(s, NULL, &error));
    assert_int_equal(error.status, CAROM_BAD_VALUE);
    assert_non_null(strstr(error.text, "allowed"));
    carom_scene_free(s);
  }
}

// --- Starting shapes ----------------------------------------------------------------------------

// The shape drawn from the modes, against the shape asked for. Triangles have corners, so their sum
// converges slowly; a hump has a second derivative that jumps at its rim.
static void starting_shapes_are_those_asked_for(void **state) {
  (void)state;
  static const char *const starts[] = {
      ", points: 3000, start: {shape: hump, at: [0.4, 0.5], width: 0.5, amplitude: 1}",
      ", points: 3000, start: {shape: pluck, at: [0.3, 0.8], amplitude: 1}",
      ", points: 300, start: {shape: sine, mode: [3, 2], amplitude: 1}"};
  static const double within[] = {2e-4, 2e-2, 1e-12};
  for (int i = 0; i < 3; ++i) {
    rig r = rig_of(plate_with(44100, starts[i], "}"));
    const carom_body_info b = carom_model_body(r.model, 0);
    static double shape[121 * 121];
    const int count = (b.points_x + 1) * (b.points_y + 1);
    assert_int_equal(carom_body_shape(r.model, r.state, 0, shape, 121 * 121), count);
    for (int p = 0; p < count; ++p) {
      const double x = (double)(p % (b.points_x + 1)) / b.points_x;
      const int row = p / (b.points_x + 1);
      const double y = (double)row / b.points_y;
      const double distance = hypot(x - 0.4, (y - 0.5) * ly / lx);
      const double hump = distance < 0.25 ? 0.5 * (1 + cos(2 * M_PI * distance / 0.5)) : 0;
      const double pluck = fmin(x / 0.3, (1 - x) / 0.7) * fmin(y / 0.8, (1 - y) / 0.2);
      const double sine = sin(3 * M_PI * x) * sin(2 * M_PI * y);
      assert_near(shape[p], i == 0 ? hump : i == 1 ? pluck : sine, within[i]);
    }
    rig_free(&r);
  }
}

// A hump inside the plate has, on mode (m, n), 2 sqrt(M) / lx ly times sin sin at its middle times
// its transform, which depends on beta alone: int f(r) J_0(beta r) 2 pi r dr.
static void humps_are_projected_exactly(void **state) {
  (void)state;
  rig r = rig_of(
      plate_with(44100, ", start: {shape: hump, at: [0.4, 0.5], width: 0.2, amplitude: 1}", "}"));
  const double radius = 0.1 * lx;
  for (int j = 0; j < r.model->body[0].nodes; ++j) {
    const mode_shape *shape = &r.model->shape[j];
    double sum = 0;
    enum { STEPS = 4000 };
    for (int i = 0; i < STEPS; ++i) { // the integrand's odd derivatives vanish at both ends but one
      const double at = (i + 0.5) * radius / STEPS;
      sum += 0.5 * (1 + cos(M_PI * at / radius)) * j0(shape->beta * at) * 2 * M_PI * at * radius /
             STEPS;
    }
    const double q = 2 / sqrt(plate_mass()) * 2700 * 2e-3 * sin(shape->coefficient[1] * 0.4 * lx) *
                     sin(shape->coefficient[2] * 0.5 * ly) * sum;
    assert_near(r.model->start[r.model->body[0].first + j], q, 1e-9);
  }
  rig_free(&r);
}

// One that the edges cut, against a sum over small cells.
static void humps_beyond_the_edges_are_cut(void **state) {
  (void)state;
  enum { CELLS = 800 };
  rig r = rig_of(plate_with(
      44100, ", points: 12, start: {shape: hump, at: [0.9, 0.1], width: 0.4, amplitude: 1}", "}"));
  for (int j = 0; j < 12; ++j) {
    const mode_shape *shape = &r.model->shape[j];
    double sum = 0;
    for (int i = 0; i < CELLS * CELLS; ++i) {
      const double x = (i % CELLS + 0.5) / CELLS;
      const int row = i / CELLS;
      const double y = (row + 0.5) / CELLS;
      const double distance = hypot(x - 0.9, (y - 0.1) * ly / lx);
      if (distance < 0.2)
        sum += 0.5 * (1 + cos(M_PI * distance / 0.2)) * sin(shape->coefficient[1] * x * lx) *
               sin(shape->coefficient[2] * y * ly);
    }
    assert_near(r.model->start[r.model->body[0].first + j],
                2 * sqrt(plate_mass()) * sum / CELLS / CELLS, 1e-6);
  }
  rig_free(&r);
}

// --- Contacts and forces ------------------------------------------------------------------------

static double ball_after(carom_scene *s, double *lost) {
  rig r = rig_of(s);
  rig_steps(&r, (long long)(1.2e-3 * carom_model_describe(r.model).rate));
  double speed = 0;
  carom_body_velocity(r.model, r.state, 1, &speed, 1);
  *lost = rig_error(&r);
  rig_free(&r);
  return speed;
}

static carom_scene *ball_on_plate(double rate, const char *model, double mass, double stiffness) {
  char more[300];
  snprintf(more, sizeof more,
           ", b: {type: mass, mass: %g, position: 1e-5, velocity: -1}}, contacts: {c: {type: "
           "collision, below: p@0.4:0.45, above: b, stiffness: %g, exponent: 1.5}}",
           mass, stiffness);
  carom_scene *s = plate_with(rate, ", sigma0: 1, sigma1: 0.005", more);
  rig_set(s, "bodies.p.model", model);
  return s;
}

// Contacts of 0.2 to 0.6 ms, against a grid at 16 times the rate: the ball's speed is right within
// 1 % of what it came with, nearer than on a grid at 44.1 kHz, and with four times the rate, and so
// the modes up to 79 kHz, within 0.25 %.
static void ball_leaves_modes_as_it_leaves_a_fine_grid(void **state) {
  (void)state;
  static const double balls[][2] = {{2e-3, 1e8}, {5e-3, 1e7}, {1e-2, 3e7}};
  for (int i = 0; i < 3; ++i) {
    const double mass = balls[i][0];
    const double stiffness = balls[i][1];
    double error = 0;
    const double fine = ball_after(ball_on_plate(705600, "grid", mass, stiffness), &error);
    const double coarse = ball_after(ball_on_plate(44100, "grid", mass, stiffness), &error);
    const double modes = ball_after(ball_on_plate(44100, "modes", mass, stiffness), &error);
    assert_at_most(error, 1e-12);
    assert_at_most(fabs(modes - fine), 1e-2);
    assert_at_most(fabs(modes - fine), fabs(coarse - fine));
    assert_near(ball_after(ball_on_plate(176400, "modes", mass, stiffness), &error), fine, 2.5e-3);
  }
}

// A sine at a point drives each mode by 2 / sqrt(M) sin sin of it; the sum at another point is
// known in closed form once losses have made it steady.
static void forces_drive_modes_as_theory_says(void **state) {
  (void)state;
  rig r = rig_of(plate_with(44100, ", points: 40, sigma0: 60",
                            "}, forces: {f: {on: p@0.3:0.6, amplitude: 1, frequency: 180}}, "
                            "outputs: {o: {of: p@0.7:0.2}}"));
  const double w = 2 * M_PI * 180;
  double re = 0;
  double im = 0;
  for (int j = 0; j < 40; ++j) {
    const mode_shape *s = &r.model->shape[j];
    const double gain = 4 / plate_mass() * sin(s->coefficient[1] * 0.3 * lx) *
                        sin(s->coefficient[2] * 0.6 * ly) * sin(s->coefficient[1] * 0.7 * lx) *
                        sin(s->coefficient[2] * 0.2 * ly);
    const double a = pow(kappa() * s->beta * s->beta, 2) - w * w;
    const double b = 2 * 60 * w;
    re += gain * a / (a * a + b * b);
    im -= gain * b / (a * a + b * b);
  }
  for (int n = 0; n < 30000; ++n) {
    rig_steps(&r, 1);
    const double t = n / 44100.0;
    if (n >
        25000) // steady; the force is constant over a cell, which delays nothing but flattens it
      assert_near(carom_output(r.model, r.state, 0), re * sin(w * t) + im * cos(w * t),
                  1e-4 * hypot(re, im));
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// The same plate in the event method, whose impacts are at their own times: the ball leaves alike.
static void event_method_takes_plates_by_modes(void **state) {
  (void)state;
  const char *const more =
      ", b: {type: mass, mass: 5e-3, position: 1e-5, velocity: -1}}, contacts: "
      "{c: {type: collision, below: p@0.4:0.45, above: b, stiffness: 1e7, "
      "exponent: 1.5}}";
  double error = 0;
  const double audio = ball_after(plate_with(352800, ", points: 60, sigma0: 1", more), &error);
  carom_scene *s = plate_with(44100, ", points: 60, sigma0: 1", more);
  rig_set(s, "solver.method", "event");
  const double event = ball_after(s, &error);
  assert_near(audio, event, 1e-4);
  assert_at_most(error, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(modes_ring_and_decay_as_theory_says_at_every_rate),
      cmocka_unit_test(modes_are_the_lowest_and_all_of_them),
      cmocka_unit_test(tables_and_wrong_counts_are_refused),
      cmocka_unit_test(starting_shapes_are_those_asked_for),
      cmocka_unit_test(humps_are_projected_exactly),
      cmocka_unit_test(humps_beyond_the_edges_are_cut),
      cmocka_unit_test(ball_leaves_modes_as_it_leaves_a_fine_grid),
      cmocka_unit_test(forces_drive_modes_as_theory_says),
      cmocka_unit_test(event_method_takes_plates_by_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
