// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plates in tune: their sides are kept, and their modes ring as the scheme, the theory and
// published tables say.

#include "support.h"

#include "methods/audio/audio.h"

static const double rates[] = {44100, 48000, 88200, 96000, 192000};
enum { RATES = sizeof rates / sizeof rates[0] };

/// Of an aluminium plate, 0.5 m by 0.3 m by 2 mm.
static const double lx = 0.5;
static const double ly = 0.3;

static double kappa_of(double thickness, double nu) {
  return sqrt(7e10 * thickness * thickness / (12 * (1 - nu * nu) * 2700));
}

static carom_scene *plate_at(double rate, double side_x, double side_y, const char *more) {
  char text[600];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %.17g, bodies: {p: {type: plate, model: grid, size: [%.17g, %.17g], "
           "thickness: 2e-3, "
           "density: 2700, youngs: 7e10, poisson: 0.3%s}}, outputs: {o: {of: p@0.41:0.37}}}",
           rate, side_x, side_y, more);
  return scene_of(text);
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
    assert_int_equal(carom_doubts(r.model, r.state, NULL, NULL, 0), 0);
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
    assert_int_equal(carom_model_compile(refused, NULL, &model, &error), CAROM_UNSTABLE);
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
      const double first = carom_output(r.state, 0);
      for (int n = 1; n <= 400; ++n) {
        rig_steps(&r, 1);
        assert_near(carom_output(r.state, 0), first * cos(n * omega * r.model->k), 1e-15);
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

// --- The scheme's own modes ---------------------------------------------------------------------

enum { MOST = 33 * 61, WANTED = 9, VECTORS = 14 };

/// A symmetric matrix over the nodes of a plate, and its nodes' masses over that of an inner one.
typedef struct {
  int n;
  double *a; // n by n
  double *mass;
  int *first; // of the factor's rows
} operator;

static operator operator_new(int n) {
  operator o = {.n = n,
                .a = calloc((size_t)n * (size_t)n, sizeof(double)),
                .mass = calloc((size_t)n, sizeof(double)),
                .first = calloc((size_t)n, sizeof(int))};
  assert_non_null(o.a);
  assert_non_null(o.mass);
  assert_non_null(o.first);
  return o;
}

static void operator_free(operator* o) {
  free(o->a);
  free(o->mass);
  free(o->first);
}

// Column by column, from what one step does to a node moved by 1: u+ - u = -k^2 M^-1 K u. In units
// of kappa^2 / h^4.
static operator operator_of(const rig *r) {
  const model_body *b = &r->model->body[0];
  const int columns = b->nx + 1;
  operator o = operator_new(columns *(b->ny + 1));
  audio_state *a = audio_of(r->state);
  carom_state_keep_ledger(r->model, r->state, false);
  for (int i = 0; i < o.n; ++i) {
    const size_t size = (size_t)model_nodes(r->model) * sizeof *a->u;
    memset(a->u, 0, size);
    memset(a->du, 0, size);
    const int node = node_at(b, i % columns, i / columns);
    const double inverse = r->model->inverse_mass[node];
    o.mass[i] = inverse > 0 ? 1 / (inverse * b->node_mass) : 0;
    if (inverse == 0)
      continue;
    a->u[node] = 1;
    carom_step(r->model, r->state);
    for (int j = 0; j < o.n; ++j) {
      const int to = node_at(b, j % columns, j / columns);
      const double inverse_to = r->model->inverse_mass[to];
      if (inverse_to > 0)
        o.a[i * o.n + j] = -a->du[to] / (a->coefficients[0].bending * inverse_to * b->node_mass);
    }
  }
  return o;
}

// Cholesky factor of M^-1/2 K M^-1/2 + shift in place of K; held nodes are left out by a 1.
static void factorise(operator* o, double shift) {
  const int n = o->n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double *a = &o->a[i * n + j];
      *a = o->mass[i] > 0 && o->mass[j] > 0 ? *a / sqrt(o->mass[i] * o->mass[j]) : 0;
      if (i == j)
        *a = o->mass[i] > 0 ? *a + shift : 1;
    }
  for (int i = 0; i < n; ++i) {
    while (o->a[i * n + o->first[i]] == 0)
      ++o->first[i];
    for (int j = o->first[i]; j <= i; ++j) {
      double sum = o->a[i * n + j];
      for (int l = o->first[i]; l < j; ++l)
        sum -= o->a[i * n + l] * o->a[j * n + l];
      o->a[i * n + j] = i == j ? sqrt(sum) : sum / o->a[j * n + j];
    }
  }
}

static void solve(const operator* o, double *x) {
  const int n = o->n;
  for (int i = 0; i < n; ++i) {
    for (int j = o->first[i]; j < i; ++j)
      x[i] -= o->a[i * n + j] * x[j];
    x[i] /= o->a[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i) {
    x[i] /= o->a[i * n + i];
    for (int j = o->first[i]; j < i; ++j)
      x[j] -= o->a[i * n + j] * x[i];
  }
}

// Eigenvalues of a small symmetric matrix by Jacobi's rotations, falling.
static void eigenvalues(double a[VECTORS][VECTORS], double *values) {
  for (int round = 0; round < 12; ++round)
    for (int p = 0; p < VECTORS; ++p)
      for (int q = p + 1; q < VECTORS; ++q) {
        const double angle = 0.5 * atan2(2 * a[p][q], a[q][q] - a[p][p]);
        const double c = cos(angle);
        const double s = sin(angle);
        for (int i = 0; i < VECTORS; ++i) {
          const double x = a[i][p];
          a[i][p] = c * x - s * a[i][q];
          a[i][q] = s * x + c * a[i][q];
        }
        for (int i = 0; i < VECTORS; ++i) {
          const double x = a[p][i];
          a[p][i] = c * x - s * a[q][i];
          a[q][i] = s * x + c * a[q][i];
        }
      }
  for (int i = 0; i < VECTORS; ++i) {
    int rank = 0;
    for (int j = 0; j < VECTORS; ++j)
      rank += a[j][j] > a[i][i] || (a[j][j] == a[i][i] && j < i);
    values[rank] = a[i][i];
  }
}

static double dot(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

static void orthonormalise(double v[VECTORS][MOST], int n) {
  for (int i = 0; i < VECTORS; ++i)
    for (int l = 0; l <= i; ++l) {
      const double product = dot(v[i], v[l], n);
      for (int j = 0; j < n; ++j)
        v[i][j] = l == i ? v[i][j] / sqrt(product) : v[i][j] - product * v[l][j];
    }
}

// The lowest square roots of eigenvalues, by inverse iteration on several vectors and Ritz.
static void lowest_roots(operator* o, double *roots) {
  static double v[VECTORS][MOST];
  static double w[VECTORS][MOST];
  const double shift = 1e-4;
  uint64_t seed = 11;
  assert_true(o->n <= MOST);
  factorise(o, shift);
  for (int i = 0; i < VECTORS; ++i)
    for (int j = 0; j < o->n; ++j)
      w[i][j] = o->mass[j] > 0 ? random_between(&seed, -1, 1) : 0;
  for (int round = 0; round < 25; ++round) {
    memcpy(v, w, sizeof v);
    orthonormalise(v, o->n);
    memcpy(w, v, sizeof w);
    for (int i = 0; i < VECTORS; ++i)
      solve(o, w[i]);
  }
  double small[VECTORS][VECTORS];
  double values[VECTORS];
  for (int i = 0; i < VECTORS; ++i)
    for (int j = 0; j < VECTORS; ++j)
      small[i][j] = (dot(v[i], w[j], o->n) + dot(v[j], w[i], o->n)) / 2;
  eigenvalues(small, values);
  for (int i = 0; i < WANTED; ++i)
    roots[i] = sqrt(fmax(1 / values[i] - shift, 0));
}

/// omega a^2 / kappa of a plate of 1 m by `side`, N cells along x and M along y, a = 1 m.
static void published_numbers(const char *edges, double side, int nx, int ny, double *roots) {
  char text[300];
  snprintf(text, sizeof text,
           "{carom: 1, bodies: {p: {type: plate, model: grid, size: [1, %.17g], thickness: 1e-3, "
           "density: 1000, "
           "youngs: 1e6, poisson: 0.3, edges: %s, points: [%d, %d]}}}",
           side, edges, nx, ny);
  rig r = rig_of(scene_of(text));
  operator o = operator_of(&r);
  lowest_roots(&o, roots);
  for (int i = 0; i < WANTED; ++i)
    roots[i] /= pow(r.model->body[0].h, 2);
  operator_free(&o);
  rig_free(&r);
}

// --- Published tables ---------------------------------------------------------------------------

/// Frequencies of a plate from A. W. Leissa, The free vibration of rectangular plates, Journal of
/// Sound and Vibration 31 (1973), by Ritz's method: upper bounds. And more exact ones, where known.
typedef struct {
  const char *edges;
  double side; // ly / lx
  int rigid, count;
  double leissa[5], exact[5];
  double within; // of the exact ones, extrapolated from 16 and 32 cells
} published;

static const published tables[] = {
    {"free",
     1,
     3,
     5,
     {13.489, 19.789, 24.432, 35.024, 35.024},
     {13.468, 19.596, 24.270, 34.801, 34.801},
     1e-4},
    {"free", 1.5, 3, 5, {8.9459, 9.6015, 20.735, 22.353, 25.867}, {0}, 0},
    {"clamped",
     1,
     0,
     5,
     {35.992, 73.413, 73.413, 108.27, 131.64},
     {35.985, 73.394, 73.394, 108.22, 131.58},
     1.1e-3},
};

// Halving the cells divides the error by four; extrapolated, frequencies are below Leissa's bounds
// by at most 1.1 % and near the exact ones. With square cells and with oblong ones.
static void plates_converge_to_published_frequencies(void **state) {
  (void)state;
  for (int i = 0; i < 6; ++i) {
    const published *p = &tables[i / 2];
    double coarse[WANTED];
    double fine[WANTED];
    const int across = (int)(p->side * 16 * (i % 2 == 0 ? 1 : 1.25));
    published_numbers(p->edges, p->side, 16, across, coarse);
    published_numbers(p->edges, p->side, 32, 2 * across, fine);
    for (int j = 0; j < p->rigid; ++j)
      assert_at_most(fine[j], 1e-2);
    for (int j = 0; j < p->count; ++j) {
      const double limit = (4 * fine[p->rigid + j] - coarse[p->rigid + j]) / 3;
      assert_at_most(limit, p->leissa[j]);
      assert_at_most(p->leissa[j], 1.011 * limit);
      if (p->exact[j] == 0)
        continue;
      assert_near(limit / p->exact[j], 1, p->within);
      const double errors[] = {coarse[p->rigid + j] / p->exact[j] - 1,
                               fine[p->rigid + j] / p->exact[j] - 1};
      assert_near(log2(errors[0] / errors[1]), 2, 0.12);
    }
  }
}

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
      cmocka_unit_test(sides_are_kept_at_every_rate),
      cmocka_unit_test(automatic_grid_is_the_finest_stable_one),
      cmocka_unit_test(oblong_cells_are_stable_at_their_limit_and_refused_below),
      cmocka_unit_test(pinned_modes_are_those_of_the_scheme_to_rounding),
      cmocka_unit_test(pinned_modes_are_in_tune_but_for_dispersion),
      cmocka_unit_test(plates_converge_to_published_frequencies),
      cmocka_unit_test(free_plate_steps_down_the_gradient_of_its_bending_energy),
      cmocka_unit_test(free_plate_keeps_its_energy_and_its_ledger),
      cmocka_unit_test(free_plate_moves_as_a_rigid_body),
      cmocka_unit_test(contacts_on_free_plates_are_booked),
      cmocka_unit_test(links_along_a_free_plate_add_up_to_its_area),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
