// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Grids of any size and way to be held, against their equations written down node by node.

#include "support.h"

#include "methods/audio/audio.h"
#include "scene/words.h"

enum { MOST_X = 40, MOST_Y = 6 };

/// A field over nodes (i, j) with one more on each side.
typedef double field[MOST_Y + 3][MOST_X + 3];

/// A body written down as its equations are, node by node.
typedef struct {
  int nx, ny; // ny = 0: a line
  double q;   // (h / hy)^2 of a plate
  end_kind ends[2];
  field u, du, lap, w;
} plain_body;

static bool is_held(const plain_body *b, int i, int j) {
  if (b->ny > 0)
    return i == 0 || i == b->nx || j == 0 || j == b->ny;
  return (i == 0 && b->ends[0] != END_FREE) || (i == b->nx && b->ends[1] != END_FREE);
}

// With zeros around the grid; x[j + 1][i + 1] is node (i, j).
static double lap_at(const plain_body *b, field x, int i, int j) {
  const double along = x[j + 1][i] - 2 * x[j + 1][i + 1] + x[j + 1][i + 2];
  return b->ny == 0 ? along : along + b->q * (x[j][i + 1] - 2 * x[j + 1][i + 1] + x[j + 2][i + 1]);
}

static end_kind end_at(const plain_body *b, int i) {
  return b->ny > 0 || i == 0 ? b->ends[0] : b->ends[1];
}

static bool is_end(const plain_body *b, int i, int j) {
  return i == 0 || i == b->nx || (b->ny > 0 && (j == 0 || j == b->ny));
}

// du+ = du - loss du + Lap w, w = tension u + internal_loss du - bending Lap u.
static void plain_step(plain_body *b, step_coefficients a) {
  for (int j = 0; j <= b->ny; ++j)
    for (int i = 0; i <= b->nx; ++i) {
      double lap = lap_at(b, b->u, i, j);
      if (is_end(b, i, j)) // a mirrored ghost doubles what is inside; otherwise there is no bending
        lap = end_at(b, i) == END_CLAMPED ? 2 * lap : 0;
      const double tension = is_end(b, i, j) ? 0 : a.tension * b->u[j + 1][i + 1];
      b->w[j + 1][i + 1] = tension + a.internal_loss * b->du[j + 1][i + 1] - a.bending * lap;
    }
  for (int j = 0; j <= b->ny; ++j)
    for (int i = 0; i <= b->nx; ++i) {
      double *du = &b->du[j + 1][i + 1];
      const double here = b->w[j + 1][i + 1];
      double lap = lap_at(b, b->w, i, j);
      if (is_end(b, i, j) && !is_held(b, i, j)) // half a node's mass
        lap = 2 * ((i == 0 ? b->w[1][2] : b->w[1][b->nx]) - here);
      *du = is_held(b, i, j) ? 0 : *du - a.loss * *du + lap;
      b->u[j + 1][i + 1] += *du;
    }
}

static void check_grid(carom_scene *scene, int nx, int ny, bool ledger) {
  static plain_body b;
  rig r = rig_of(scene);
  const int columns = nx + 1;
  const int count = columns * (ny + 1);
  double shape[(MOST_X + 1) * (MOST_Y + 1)];
  double velocity[(MOST_X + 1) * (MOST_Y + 1)];
  const model_body *body = &r.model->body[0];
  b = (plain_body){.nx = nx, .ny = ny, .ends = {body->ends[0], body->ends[1]}};
  if (ny > 0)
    b.q = pow(body->lx / nx * ny / body->ly, 2);
  carom_state_keep_ledger(r.model, r.state, ledger);
  assert_int_equal(carom_body_shape(r.model, r.state, 0, shape, count), count);
  carom_body_velocity(r.model, r.state, 0, velocity, count);
  for (int i = 0; i < count; ++i) {
    b.u[i / columns + 1][i % columns + 1] = shape[i];
    b.du[i / columns + 1][i % columns + 1] = velocity[i] * r.model->k;
  }
  for (int n = 0; n < 20; ++n) {
    plain_step(&b, audio_of(r.state)->coefficients[0]);
    rig_steps(&r, 1);
    carom_body_shape(r.model, r.state, 0, shape, count);
    for (int i = 0; i < count; ++i)
      assert_near(shape[i], b.u[i / columns + 1][i % columns + 1], 1e-16);
  }
  if (ledger)
    assert_at_most(rig_error(&r), 1e-13);
  rig_free(&r);
}

// A starting shape with no symmetry.
static void start_anyhow(carom_scene *scene, const char *body, int count, uint64_t *seed) {
  static char text[32 * (MOST_X + 1) * (MOST_Y + 1)];
  char path[64];
  int length = snprintf(text, sizeof text, "[");
  for (int i = 0; i < count; ++i)
    length += snprintf(text + length, sizeof text - (size_t)length, "%s%.6e", i > 0 ? ", " : "",
                       random_between(seed, -1e-3, 1e-3));
  snprintf(text + length, sizeof text - (size_t)length, "]");
  snprintf(path, sizeof path, "bodies.%s.start.shape", body);
  rig_set(scene, path, "table");
  snprintf(path, sizeof path, "bodies.%s.start.values", body);
  rig_set(scene, path, text);
}

// Rows are laid out in eight pieces with padding behind them: every length of a row, every way to
// hold it, with and without the ledger.
static void grids_of_any_size_move_as_written(void **state) {
  (void)state;
  static const char *const ends[] = {"pinned", "clamped", "free"};
  uint64_t seed = 5;
  for (int nx = 2; nx <= MOST_X; ++nx)
    for (int hold = 0; hold < 9; ++hold) {
      if (nx < 3 && (hold % 3 == 2 || hold / 3 == 2))
        continue; // too short to bend freely
      char pair[32];
      carom_scene *s =
          scene_of("{carom: 1, bodies: {b: {type: bar, length: 1, linear_density: 0.1, "
                   "bending_stiffness: 1e-3, sigma0: 2, sigma1: 1e-3}}}");
      snprintf(pair, sizeof pair, "[%s, %s]", ends[hold % 3], ends[hold / 3]);
      rig_set(s, "bodies.b.ends", pair);
      rig_set_number(s, "bodies.b.points", nx);
      start_anyhow(s, "b", nx + 1, &seed);
      check_grid(s, nx, 0, hold % 2 == 0);
    }
  for (int nx = 2; nx <= MOST_X; ++nx)
    for (int ny = 2; ny <= MOST_Y; ++ny) {
      char points[32];
      char size[64];
      carom_scene *s =
          scene_of("{carom: 1, bodies: {p: {type: plate, size: [1, 1], thickness: 1e-3, "
                   "density: 1000, youngs: 1e7, sigma0: 2, sigma1: 1e-3}}}");
      snprintf(points, sizeof points, "[%d, %d]", nx, ny);
      const double narrow = nx % 3 == 0 ? 1 : random_between(&seed, 0.6, 1.8); // or square cells
      snprintf(size, sizeof size, "[%g, %.17g]", 0.05 * nx, 0.05 * narrow * ny);
      rig_set(s, "bodies.p.points", points);
      rig_set(s, "bodies.p.size", size);
      rig_set(s, "bodies.p.edges", nx % 2 == 0 ? "pinned" : "clamped");
      start_anyhow(s, "p", (nx + 1) * (ny + 1), &seed);
      check_grid(s, nx, ny, (nx + ny) % 3 != 0);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(grids_of_any_size_move_as_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
