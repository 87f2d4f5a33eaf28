// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of bodies on their grids: closed forms, dense eigenproblems solved elsewhere
// (grid_modes_reference.py), and runs that start in a mode and stay in it.

#include "base/banded.h"
#include "bodies/grid_modes.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

enum { MODES = 6 };

#define BAR "type: bar, length: 0.8, linear_density: 0.1, bending_stiffness: 5, model: grid"
#define STRING                                                                                     \
  "type: string, length: 0.65, linear_density: 0.01, tension: 200, bending_stiffness: 0.02, "      \
  "model: grid"
#define PLATE "type: plate, thickness: 0.01, density: 5000, poisson: 0, youngs: 1.8e10"

static rig rig_of_body(const char *keys, const char *more) {
  char text[1000];
  snprintf(text, sizeof text, "{carom: 1, rate: 44100, bodies: {it: {%s, %s}}}", keys, more);
  return rig_of(scene_of(text));
}

static int solve(const rig *r, grid_mode *modes, double *shapes) {
  const carom_memory heap = carom_memory_heap();
  return grid_modes_solve(&heap, &r->model->body[0], r->model->k, MODES, modes, shapes);
}

// --- Matrices -----------------------------------------------------------------------------------

// A matrix of which the eigenvalues are known: 2 - 2 cos(j pi / (n + 1)).
static void lowest_eigenvectors_of_a_chain_are_sines(void **state) {
  (void)state;
  enum { N = 400, COUNT = 5 };
  static double column[N * 2];
  static double vectors[COUNT * N];
  for (int j = 0; j < N; ++j) {
    column[2 * j] = 2;
    column[2 * j + 1] = -1;
  }
  banded S = {.n = N, .width = 1, .column = column};
  const carom_memory heap = carom_memory_heap();
  assert_int_equal(banded_lowest(&heap, &S, COUNT, COUNT, vectors), LOWEST_FOUND);
  for (int i = 0; i < COUNT; ++i) {
    double along = 0;
    for (int j = 0; j < N; ++j)
      along += vectors[i * N + j] * sqrt(2.0 / (N + 1)) * sin((i + 1) * (j + 1) * pi / (N + 1));
    assert_near(fabs(along), 1, 1e-13);
  }
}

static void a_matrix_that_is_not_definite_has_no_factor(void **state) {
  (void)state;
  double column[] = {1, 2, 1, 0};
  banded S = {.n = 2, .width = 1, .column = column};
  assert_false(banded_factor(&S));
}

// --- Closed forms -------------------------------------------------------------------------------

// sin^2(omega k / 2) = k^2 lambda / 4 with the lambda of sines on a grid, in long double.
static double discrete_frequency(double lambda, double k) {
  return (double)(asinl(sqrtl((long double)lambda) * k / 2) / (3.141592653589793238463L * k));
}

static void a_pinned_strings_grid_has_the_frequencies_of_sines(void **state) {
  (void)state;
  static const char *const stiffness[] = {"bending_stiffness: 0", "bending_stiffness: 0.02"};
  for (int i = 0; i < 2; ++i) {
    rig r = rig_of_body("type: string, length: 1, linear_density: 0.006, tension: 12, model: grid",
                        stiffness[i]);
    const model_body *b = &r.model->body[0];
    grid_mode modes[MODES];
    assert_int_equal(solve(&r, modes, NULL), MODES);
    for (int m = 0; m < MODES; ++m) {
      const double mu = 4 * pow(sin((m + 1) * pi / (2 * b->nx)) / b->h, 2);
      const double f = discrete_frequency(mu * (12 / 0.006 + i * 0.02 / 0.006 * mu), r.model->k);
      assert_near(modes[m].frequency / f, 1, 4e-15);
    }
    rig_free(&r);
  }
}

static void a_pinned_plates_grid_has_the_frequencies_of_sines(void **state) {
  (void)state;
  rig r = rig_of_body(PLATE, "size: [1, 0.6], points: [20, 12]");
  const carom_memory heap = carom_memory_heap();
  const model_body *b = &r.model->body[0];
  grid_mode modes[MODES];
  grid_mode closed[MODES];
  assert_int_equal(solve(&r, modes, NULL), MODES);
  assert_int_equal(grid_modes_find(&heap, b, r.model->k, MODES, closed, NULL), MODES);
  static const int pairs[MODES][2] = {{1, 1}, {2, 1}, {3, 1}, {1, 2}, {2, 2}, {4, 1}};
  for (int i = 0; i < MODES; ++i) {
    const double mu = 4 / (b->h * b->h) *
                      (pow(sin(pairs[i][0] * pi / 40), 2) + pow(sin(pairs[i][1] * pi / 24), 2));
    const double f = discrete_frequency(b->bend * mu * mu, r.model->k);
    assert_near(modes[i].frequency / f, 1, 4e-15);
    assert_near(closed[i].frequency / f, 1, 4e-15);
  }
  rig_free(&r);
}

// The backward difference of sigma_1 makes the nodes lighter: a run with it, against the root of
// its own characteristic polynomial z^2 - (2 - k^2 lambda - s) z + (1 - s), s = 2 sigma_1 k mu.
static void frequencies_contain_what_internal_loss_adds(void **state) {
  (void)state;
  rig r = rig_of_body(STRING, "points: 40, sigma1: 0.4");
  const model_body *b = &r.model->body[0];
  const double k = r.model->k;
  grid_mode modes[MODES];
  assert_int_equal(solve(&r, modes, NULL), MODES);
  for (int m = 0; m < MODES; ++m) {
    const double mu = 4 * pow(sin((m + 1) * pi / (2 * b->nx)) / b->h, 2);
    const double s = 2 * 0.4 * k * mu;
    const double lambda = mu * (20000 + 2 * mu);
    const double turn = acos((2 - k * k * lambda - s) / (2 * sqrt(1 - s))); // with decay
    const double decay = -log(1 - s) / (2 * k);
    // The undamped frequency, as of an oscillator with this frequency and this decay.
    const double f = sqrt(pow(turn / k, 2) + decay * decay) / (2 * pi);
    assert_near(modes[m].frequency / f, 1, 2e-4 * (m + 1));
    const double without = discrete_frequency(lambda, k);
    assert_true(fabs(modes[m].frequency / f - 1) < 0.1 * fabs(without / f - 1));
  }
  rig_free(&r);
}

// --- Other people's eigenvalues -----------------------------------------------------------------

/// Of grid_modes_reference.py, and the scene of each.
static const struct {
  const char *name;
  double frequency[MODES]; // without the error of time, Hz
  const char *keys, *more;
} reference_values[] = {
    {"free-free",
     {0, 0, 39.24079413, 107.8359204, 210.5510648, 346.2989225},
     BAR,
     "points: 40, ends: [free, free]"},
    {"clamped-free",
     {6.179400448, 38.64243785, 107.8798745, 210.5482843, 346.2990895, 514.1877689},
     BAR,
     "points: 40, ends: [clamped, free]"},
    {"clamped-clamped",
     {39.24079413, 107.8359204, 210.5510648, 346.2989225, 514.1877789, 713.1097752},
     BAR,
     "points: 40, ends: [clamped, clamped]"},
    {"pinned-free",
     {0, 27.07344748, 87.53517204, 182.0320003, 309.9406786, 470.4305184},
     BAR,
     "points: 40, ends: [pinned, free]"},
    {"clamped-pinned",
     {27.07344748, 87.53517204, 182.0320003, 309.9406786, 470.4305184, 662.4747404},
     BAR,
     "points: 40, ends: [clamped, pinned]"},
    {"stiff string, clamped",
     {111.926861, 224.5474221, 338.5396431, 454.5509234, 573.1849937, 694.9910857},
     STRING,
     "points: 60, ends: [clamped, clamped]"},
    {"stiff string, clamped-pinned",
     {110.3928623, 221.4752359, 333.9218227, 448.37849, 565.449718, 685.6880323},
     STRING,
     "points: 60, ends: [clamped, pinned]"},
    {"plate, pinned",
     {32.34864599, 57.8950216, 99.77280639, 102.0174044, 127.56378, 156.9508303},
     PLATE,
     "size: [1, 0.6], points: [20, 12]"},
    {"plate, clamped",
     {61.03454461, 87.67241666, 132.5375366, 148.7743884, 173.855663, 193.2524014},
     PLATE,
     "size: [1, 0.6], points: [20, 12], edges: clamped"},
    {"square plate, clamped",
     {54.62343401, 109.5182167, 109.5182167, 160.5234477, 191.1651902, 192.2270042},
     PLATE,
     "size: [0.75, 0.75], points: [15, 15], edges: clamped"},
};

enum { REFERENCES = sizeof reference_values / sizeof reference_values[0] };

// Ten digits were kept of them; a dense solver without structure has about as many.
static void every_grid_has_the_frequencies_of_its_dense_matrix(void **state) {
  (void)state;
  for (int c = 0; c < REFERENCES; ++c) {
    rig r = rig_of_body(reference_values[c].keys, reference_values[c].more);
    grid_mode modes[MODES];
    assert_int_equal(solve(&r, modes, NULL), MODES);
    for (int m = 0; m < MODES; ++m)
      assert_near(modes[m].spatial, reference_values[c].frequency[m],
                  2e-9 * reference_values[c].frequency[m]);
    rig_free(&r);
  }
}

// --- Runs ---------------------------------------------------------------------------------------

/// A run that starts in a shape, u^n = a^n shape + rest: zero crossings of a, and the largest rest.
typedef struct {
  double frequency, rest;
} course;

static double amplitude_of(const double *u, const double *shape, const double *mass, int count,
                           double *rest) {
  double along = 0;
  double length = 0;
  for (int i = 0; i < count; ++i) {
    along += mass[i] * u[i] * shape[i];
    length += mass[i] * shape[i] * shape[i];
  }
  for (int i = 0; i < count; ++i)
    *rest = fmax(*rest, fabs(u[i] - along / length * shape[i]));
  return along / length;
}

// Zero crossings lie where the line between two samples is zero, to some 1e-3 of a sample; there
// are a thousand samples and more between the first and the last.
static course run_of(rig *r, const double *shape, int count, int steps) {
  static double mass[2000];
  static double u[2000];
  course c = {0};
  double first = 0;
  double last = 0;
  double before = 1;
  int crossings = 0;
  const model_body *b = &r->model->body[0];
  for (int i = 0; i < count; ++i) {
    const double inverse = r->model->inverse_mass[node_at(b, i % (b->nx + 1), i / (b->nx + 1))];
    mass[i] = inverse > 0 ? 1 / inverse : 0;
  }
  for (int n = 1; n <= steps; ++n) {
    carom_step(r->model, r->state);
    assert_int_equal(carom_body_shape(r->model, r->state, 0, u, count), count);
    const double now = amplitude_of(u, shape, mass, count, &c.rest);
    if (now * before < 0) {
      last = n - 1 + before / (before - now);
      first = crossings++ == 0 ? last : first;
    }
    before = now;
  }
  c.frequency = (crossings - 1) / (2 * (last - first) * r->model->k);
  return c;
}

static char *table_of(const double *shape, int count) {
  char *text = malloc((size_t)count * 26 + 3);
  assert_non_null(text);
  int length = 0;
  for (int i = 0; i < count; ++i)
    length += sprintf(text + length, "%s%.17g", i == 0 ? "[" : ", ", shape[i]);
  sprintf(text + length, "]");
  return text;
}

static void a_body_that_starts_in_a_mode_of_its_grid_stays_in_it(void **state) {
  (void)state;
  static double shapes[MODES * 2000];
  for (int c = 0; c < REFERENCES; ++c) {
    rig r = rig_of_body(reference_values[c].keys, reference_values[c].more);
    const model_body *b = &r.model->body[0];
    const int count = (b->nx + 1) * (b->ny + 1);
    grid_mode modes[MODES];
    assert_int_equal(solve(&r, modes, shapes), MODES);
    for (int m = 0; m < MODES; m += 5 - c % 3) {
      if (modes[m].frequency == 0)
        continue;
      char *values = table_of(shapes + m * count, count);
      rig_set(r.scene, "bodies.it.start.shape", "table");
      rig_set(r.scene, "bodies.it.start.values", values);
      free(values);
      rig started = rig_of(r.scene);
      const int periods = 10 + (int)(modes[m].frequency / 20);
      const int steps = (int)(periods / (modes[m].frequency * r.model->k));
      const course run = run_of(&started, shapes + m * count, count, steps);
      assert_near(run.frequency / modes[m].frequency, 1, 1e-6);
      assert_at_most(run.rest, 1e-9);
      carom_state_free(started.state);
      carom_model_free(started.model);
    }
    rig_free(&r);
  }
}

// --- Limits -------------------------------------------------------------------------------------

static void a_small_grid_has_no_more_modes_than_nodes(void **state) {
  (void)state;
  rig r = rig_of_body(BAR, "points: 3, ends: [clamped, free]");
  grid_mode modes[MODES];
  double shapes[MODES * 4];
  assert_int_equal(solve(&r, modes, shapes), 3);
  assert_true(modes[0].frequency > 0 && modes[2].frequency > modes[1].frequency);
  rig_free(&r);
}

static void *no_more(void *user, void *block, size_t old_size, size_t new_size) {
  int *left = user;
  if (new_size > 0 && --*left < 0)
    return NULL;
  const carom_memory heap = carom_memory_heap();
  return heap.resize(heap.user, block, old_size, new_size);
}

static void memory_that_is_out_is_told(void **state) {
  (void)state;
  rig r = rig_of_body(STRING, "points: 77, ends: [clamped, clamped]");
  grid_mode modes[MODES];
  int found = -1;
  for (int allowed = 0; found < 0; ++allowed) {
    int left = allowed;
    const carom_memory failing = {.user = &left, .resize = no_more};
    found = grid_modes_solve(&failing, &r.model->body[0], r.model->k, MODES, modes, NULL);
    assert_true(found == -1 || found == MODES);
    assert_true(allowed < 100);
  }
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lowest_eigenvectors_of_a_chain_are_sines),
      cmocka_unit_test(a_matrix_that_is_not_definite_has_no_factor),
      cmocka_unit_test(a_pinned_strings_grid_has_the_frequencies_of_sines),
      cmocka_unit_test(a_pinned_plates_grid_has_the_frequencies_of_sines),
      cmocka_unit_test(frequencies_contain_what_internal_loss_adds),
      cmocka_unit_test(every_grid_has_the_frequencies_of_its_dense_matrix),
      cmocka_unit_test(a_body_that_starts_in_a_mode_of_its_grid_stays_in_it),
      cmocka_unit_test(a_small_grid_has_no_more_modes_than_nodes),
      cmocka_unit_test(memory_that_is_out_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
