// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plates with free edges: they step down the gradient of their bending energy, keep their energy,
// move as rigid bodies, and are touched as wide as they are.

#include "plate_scenes.h"

/// Sides, m.
static const double lx = 0.5;
static const double ly = 0.3;

// --- Free edges ---------------------------------------------------------------------------------

/// A second difference: its nodes and weights.
typedef struct {
  int count;
  int node[4];
  double weight[4];
} difference;

static void add_product(operator* o, const difference *a, const difference *b, double factor) {
  for (int i = 0; i < a->count; ++i)
    for (int j = 0; j < b->count; ++j)
      o->a[a->node[i] * o->n + b->node[j]] += factor * a->weight[i] * b->weight[j];
}

// The bending energy, term by term: inner nodes, edges and cells (theory 1.29).
static operator bending_energy(int nx, int ny, double q, double nu) {
  const int columns = nx + 1;
  operator o = operator_new(columns *(ny + 1));
  for (int at = 0; at < o.n; ++at) {
    const int i = at % columns;
    const int j = at / columns;
    const bool inner_x = i > 0 && i < nx;
    const bool inner_y = j > 0 && j < ny;
    const difference X = {3, {at - 1, at, at + 1}, {1, -2, 1}};
    const difference Y = {3, {at - columns, at, at + columns}, {q, -2 * q, q}};
    const difference Z = {4, {at, at + 1, at + columns, at + columns + 1}, {1, -1, -1, 1}};
    const double along = inner_x && inner_y ? 1 : (1 - nu * nu) / 2;
    if (inner_x)
      add_product(&o, &X, &X, along);
    if (inner_y)
      add_product(&o, &Y, &Y, along);
    if (inner_x && inner_y) {
      add_product(&o, &X, &Y, nu);
      add_product(&o, &Y, &X, nu);
    }
    if (i < nx && j < ny)
      add_product(&o, &Z, &Z, 2 * (1 - nu) * q);
  }
  return o;
}

// Rows of any length, square and oblong cells, several ratios of Poisson.
static void free_plate_steps_down_the_gradient_of_its_bending_energy(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int nx = 2; nx <= 20; ++nx) {
    const int ny = 2 + nx % 5;
    const double nu = random_between(&seed, -0.9, 0.5);
    const double narrow = nx % 3 == 0 ? 1 : random_between(&seed, 0.6, 1.8);
    char text[300];
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {p: {type: plate, model: grid, size: [%g, %.17g], thickness: "
             "1e-3, density: "
             "1000, youngs: 1e6, poisson: %.17g, edges: free, points: [%d, %d]}}}",
             0.05 * nx, 0.05 * narrow * ny, nu, nx, ny);
    rig r = rig_of(scene_of(text));
    operator o = operator_of(&r);
    operator expected = bending_energy(nx, ny, 1 / (narrow * narrow), nu);
    for (int i = 0; i < o.n * o.n; ++i)
      assert_near(o.a[i], expected.a[i], 1e-11);
    operator_free(&o);
    operator_free(&expected);
    rig_free(&r);
  }
}

static void free_plate_keeps_its_energy_and_its_ledger(void **state) {
  (void)state;
  for (int i = 0; i < 6; ++i) {
    rig r = rig_of(plate_at(44100, lx, ly,
                            i % 2 == 0 ? ", edges: free, start: {shape: pluck, at: [0.3, 0.4]}"
                                       : ", edges: free, sigma0: 3, sigma1: 0.02, points: [14, 6], "
                                         "start: {shape: hump, at: [0.1, 0.9], width: 0.6}"));
    if (i >= 4)
      carom_state_keep_ledger(r.model, r.state, false);
    rig_steps(&r, i >= 4 ? 3000 : 10000);
    if (i >= 4)
      carom_state_keep_ledger(r.model, r.state, true);
    if (i >= 4)
      rig_steps(&r, 7000);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// A free plate that moves as a whole and tilts goes on like that: no force anywhere.
static void free_plate_moves_as_a_rigid_body(void **state) {
  (void)state;
  enum { NX = 9, NY = 6, COUNT = (NX + 1) * (NY + 1) };
  char more[4000] =
      ", edges: free, points: [9, 6], sigma1: 0, start_velocity: {shape: table, values: [";
  double velocity[COUNT];
  for (int i = 0; i < COUNT; ++i) {
    const int row = i / (NX + 1);
    velocity[i] = 0.3 + 0.7 * (i % (NX + 1)) / NX - 1.1 * row / NY;
    snprintf(more + strlen(more), sizeof more - strlen(more), "%s%.17g", i > 0 ? ", " : "",
             velocity[i]);
  }
  char text[5000];
  snprintf(text, sizeof text,
           "{carom: 1, bodies: {p: {type: plate, model: grid, size: [0.5, 0.3], thickness: 2e-3, "
           "density: 2700, "
           "youngs: 7e10%s]}}}}",
           more);
  rig r = rig_of(scene_of(text));
  rig_steps(&r, 1000);
  double shape[COUNT];
  carom_body_shape(r.model, r.state, 0, shape, COUNT);
  for (int i = 0; i < COUNT; ++i)
    assert_near(shape[i], velocity[i] * 1000 / 44100, 1e-12);
  rig_free(&r);
}

// A ball that falls on a corner, an edge and the middle, and a plate that falls flat on the floor.
// Bending feels no travel: what rounding leaves of Lap u where u is large and almost the same
// everywhere would else hold a plate back, systematically, by 1e-8 of its energy in 2 s.
static void a_free_plate_may_travel_as_far_as_it_likes(void **state) {
  (void)state;
  static const char *const points[] = {"auto", "[9, 9]", "[5, 10]", "[14, 3]"};
  for (int i = 0; i < 4; ++i) {
    carom_scene *s = scene_of(
        "{carom: 1, bodies: {p: {type: plate, size: [0.3, 0.2], thickness: 3e-3, density: 2700, "
        "youngs: 7e10, edges: free, model: grid}}, forces: {push: {on: 'p@0.5:0.4', table: [[0, "
        "0], "
        "[0.01, 50], [0.02, 0]]}}, outputs: {u: {of: 'p@0.5:0.5'}}}");
    rig_set(s, "bodies.p.points", points[i]);
    rig r = rig_of(s);
    rig_steps(&r, slow_build() ? 8820 : 88200);
    assert_true(carom_output(r.model, r.state, 0) > (slow_build() ? 0.1 : 2));
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

static void contacts_on_free_plates_are_booked(void **state) {
  (void)state;
  static const char *const points[] = {"p@0:0", "p@1:0.37", "p@0.52:0.47"};
  for (int i = 0; i < 3; ++i) {
    char text[500];
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {p: {type: plate, model: grid, size: [0.5, 0.3], thickness: 2e-3, "
             "density: "
             "2700, youngs: 7e10, edges: free, sigma0: 1, sigma1: 0.01}, b: {type: mass, mass: "
             "0.02, position: 1e-4, velocity: -1}}, contacts: {c: {type: collision, below: %s, "
             "above: b, stiffness: 1e8, exponent: 1.5}}}",
             points[i]);
    rig r = rig_of(scene_of(text));
    rig_steps(&r, 4000);
    double shape[2000];
    double momentum = 0;
    const model_body *b = &r.model->body[0];
    carom_body_velocity(r.model, r.state, 0, shape, 2000);
    for (int n = 0; n < (b->nx + 1) * (b->ny + 1); ++n)
      momentum += shape[n] / r.model->inverse_mass[node_at(b, n % (b->nx + 1), n / (b->nx + 1))];
    double ball = 0;
    carom_body_velocity(r.model, r.state, 1, &ball, 1);
    assert_at_most(rig_error(&r), 1e-12);
    assert_true(ball > -0.99); // it was hit
    assert_at_most(momentum, -1e-3);
    rig_free(&r);
  }
}

// Links along a plate stand for cells: together for its area, edges included.
static void links_along_a_free_plate_add_up_to_its_area(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, bodies: {p: {type: plate, model: grid, size: [0.5, 0.3], thickness: 2e-3, "
      "density: 2700, "
      "youngs: 7e10, edges: free, start: {shape: hump, amplitude: -1e-3}}, floor: {type: barrier, "
      "position: -1e-3}}, contacts: {c: {type: collision, below: floor, above: p, along: true, "
      "stiffness: 1e9, exponent: 1.5}}}"));
  double area = 0;
  for (int i = 0; i < r.model->link_count; ++i)
    area += r.model->link[i].scale;
  assert_near(area, 0.15, 1e-13);
  rig_steps(&r, 2000);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_plate_steps_down_the_gradient_of_its_bending_energy),
      cmocka_unit_test(free_plate_keeps_its_energy_and_its_ledger),
      cmocka_unit_test(free_plate_moves_as_a_rigid_body),
      cmocka_unit_test(a_free_plate_may_travel_as_far_as_it_likes),
      cmocka_unit_test(contacts_on_free_plates_are_booked),
      cmocka_unit_test(links_along_a_free_plate_add_up_to_its_area),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
