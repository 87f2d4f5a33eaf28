// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plates in tune: their sides are kept, and pinned modes ring as the scheme and the theory say.
// Published tables are in test_plate_tables.c, free edges in test_plate_free.c.

#include "plate_scenes.h"

static const double rates[] = {44100, 48000, 88200, 96000, 192000};
enum { RATES = sizeof rates / sizeof rates[0] };

/// Of an aluminium plate, 0.5 m by 0.3 m by 2 mm.
static const double lx = 0.5;
static const double ly = 0.3;

static double kappa_of(double thickness, double nu) {
  return sqrt(7e10 * thickness * thickness / (12 * (1 - nu * nu) * 2700));
}

// --- Sides and cells ----------------------------------------------------------------------------

static void sides_are_kept_at_every_rate(void **state) {
  (void)state;
  for (int i = 0; i < RATES; ++i) {
    rig r = rig_of(plate_at(rates[i], lx, ly, ""));
    const carom_body_info b = carom_model_body(r.model, 0);
    assert_true(b.size_x == lx && b.size_y == ly);
    assert_near(b.points_x * b.spacing, lx, 1e-15);
    assert_near(b.points_y * b.spacing_y, ly, 1e-15);
    assert_near(b.mass, 2700 * 2e-3 * lx * ly, 1e-15);
    carom_warning warning; // of its pitch alone: nothing was adjusted
    const int count = carom_warnings(r.model, r.state, NULL, &warning, 1);
    assert_true(count == 0 || (count == 1 && strcmp(warning.kind, "out-of-tune") == 0));
    rig_free(&r);
  }
}

static bool is_stable(const carom_body_info *b, int nx, int ny) {
  const double fine = pow(nx / b->size_x, 2) + pow(ny / b->size_y, 2);
  return fine <= 2 / pow(b->spacing_least, 2) * (1 + 1e-12);
}

// No stable grid has a shorter longest side, by trying all of them.
static void automatic_grid_is_the_finest_stable_one(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int i = 0; i < 40; ++i) {
    const double x = random_log(&seed, 0.1, 1);
    const double y = random_log(&seed, 0.1, 1);
    rig r = rig_of(plate_at(44100, x, y, ", sigma1: 0.01"));
    const carom_body_info b = carom_model_body(r.model, 0);
    assert_true(is_stable(&b, b.points_x, b.points_y));
    double shortest = INFINITY;
    for (int nx = 2; nx < 3 * x / b.spacing_least; ++nx)
      for (int ny = 2; ny < 3 * y / b.spacing_least; ++ny)
        if (is_stable(&b, nx, ny))
          shortest = fmin(shortest, fmax(x / nx, y / ny));
    assert_near(fmax(b.spacing, b.spacing_y), shortest, 1e-12);
    rig_free(&r);
  }
}

// Cells of 1 : 1.6 and 1 : 0.6 at the limit with losses keep a bounded energy, and a little below
// it are refused.
static void oblong_cells_are_stable_at_their_limit_and_refused_below(void **state) {
  (void)state;
  const double k = 1 / 44100.0;
  const double kappa = kappa_of(2e-3, 0.3);
  const double room = 1 / (2 * k * (0.01 + sqrt(kappa * kappa + 1e-4)));
  for (int i = 0; i < 6; ++i) {
    const double ratio = i % 2 == 0 ? 1.6 : 0.6;
    const double h = sqrt((1 + 1 / (ratio * ratio)) / room);
    static const char *const kinds[] = {"pinned", "clamped", "free"};
    const char *edges = kinds[i / 2];
    char more[200];
    snprintf(more, sizeof more,
             ", edges: %s, sigma1: 0.01, points: [14, 11], start: {shape: hump, at: [0.4, 0.45]}",
             edges);
    const double less = 1 - 1e-4;
    carom_scene *refused = plate_at(44100, 14 * h * less, 11 * ratio * h * less, more);
    carom_model *model = NULL;
    carom_error error;
    assert_null(model = carom_model_compile(refused, NULL, &error));
    assert_int_equal(error.status, CAROM_UNSTABLE);
    carom_scene_free(refused);
    rig r = rig_of(plate_at(44100, 14 * h, 11 * ratio * h, more));
    const double first = carom_state_ledger(r.state).total;
    rig_steps(&r, 20000);
    const carom_ledger l = carom_state_ledger(r.state);
    assert_at_most(l.kinetic + l.potential, first * (1 + 1e-9));
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// --- Pinned edges -------------------------------------------------------------------------------

/// The modes of lowest frequency of the 0.5 m by 0.3 m plate.
static const int lowest[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 1}, {2, 2}};

static double wavenumber2(const int mode[2]) {
  return pow(mode[0] * M_PI / lx, 2) + pow(mode[1] * M_PI / ly, 2);
}

// A mode of the continuous plate is one of the grid: u^n = u^0 cos(n omega k) with sin(omega k / 2)
// = kappa k beta^2 / 2 and beta^2 = 4/hx^2 sin^2(m pi hx / 2 lx) + the same along y.
static double grid_omega(const rig *r, const int mode[2]) {
  const carom_body_info b = carom_model_body(r->model, 0);
  const double k = r->model->k;
  const double beta2 = pow(2 / b.spacing * sin(mode[0] * M_PI / (2 * b.points_x)), 2) +
                       pow(2 / b.spacing_y * sin(mode[1] * M_PI / (2 * b.points_y)), 2);
  return 2 / k * asin(kappa_of(2e-3, 0.3) * k * beta2 / 2);
}

static void pinned_modes_are_those_of_the_scheme_to_rounding(void **state) {
  (void)state;
  for (int i = 0; i < RATES; ++i)
    for (int mode = 0; mode < 5; ++mode) {
      char more[100];
      snprintf(more, sizeof more, ", start: {shape: sine, mode: [%d, %d]}", lowest[mode][0],
               lowest[mode][1]);
      rig r = rig_of(plate_at(rates[i], lx, ly, more));
      const double omega = grid_omega(&r, lowest[mode]);
      rig_steps(&r, 1); // outputs are those of t = 0
      const double first = carom_output(r.model, r.state, 0);
      for (int n = 1; n <= 400; ++n) {
        rig_steps(&r, 1);
        assert_near(carom_output(r.model, r.state, 0), first * cos(n * omega * r.model->k), 1e-15);
      }
      rig_free(&r);
    }
}

// And they are the plate's but for the dispersion of the scheme, which is at most that of
// differences in space, (bx^4 hx^2 + by^4 hy^2) / 12 (bx^2 + by^2); the step in time gives some of
// it back.
static void pinned_modes_are_in_tune_but_for_dispersion(void **state) {
  (void)state;
  for (int i = 0; i < RATES; ++i)
    for (int mode = 0; mode < 5; ++mode) {
      rig r = rig_of(plate_at(rates[i], lx, ly, ""));
      const carom_body_info b = carom_model_body(r.model, 0);
      const double bx = lowest[mode][0] * M_PI / lx;
      const double by = lowest[mode][1] * M_PI / ly;
      const double bound = (pow(bx, 4) * pow(b.spacing, 2) + pow(by, 4) * pow(b.spacing_y, 2)) /
                           (12 * (bx * bx + by * by));
      const double ratio =
          grid_omega(&r, lowest[mode]) / (kappa_of(2e-3, 0.3) * wavenumber2(lowest[mode]));
      assert_at_most(ratio, 1);
      assert_at_most(1 - ratio, bound);
      rig_free(&r);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sides_are_kept_at_every_rate),
      cmocka_unit_test(automatic_grid_is_the_finest_stable_one),
      cmocka_unit_test(oblong_cells_are_stable_at_their_limit_and_refused_below),
      cmocka_unit_test(pinned_modes_are_those_of_the_scheme_to_rounding),
      cmocka_unit_test(pinned_modes_are_in_tune_but_for_dispersion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
