// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of a body on its grid (theory 1.34 to 1.36). Without loss a body's step is
//
//   u^{n+1} - 2 u^n + u^{n-1} = -k^2 A u^n,      A v = lambda v,
//
// A = M^-1 K with the masses M of the nodes. A mode oscillates with sin^2(omega k / 2) =
// k^2 lambda / 4. Here A is nothing but the layout's own step: unit displacements of every fifth
// node, whose responses do not overlap, give the elements of the symmetric matrix
// S = k^2 M^1/2 A M^-1/2, which has a band. Its eigenvectors are improved by one Rayleigh-Ritz step
// with the layout's step, and eigenvalues are the ratio of the layout's own energies,
//
//   k^2 lambda = V(v) / T(v),      V with u^n = u^{n-1} = v,   T with u^n - u^{n-1} = v,
//
// sums of squares, which keep all digits of low modes. T contains what the backward difference of
// sigma_1 adds to the mass. Pinned bodies have sines, in closed form.

#include "bodies/grid_modes.h"

#include "base/banded.h"
#include "base/block.h"
#include "base/constants.h"
#include "bodies/grid.h"
#include "scene/words.h"
#include <math.h>
#include <string.h>

enum {
  RADIUS = 2,              // how far the operator reaches, in nodes
  PERIOD = 2 * RADIUS + 1, // of nodes whose responses do not overlap
  SPARE = 4,               // further eigenvectors that take part in the last step
};

/// Band matrices that take more operations than this to factor are taken for too large.
static const double max_work = 1e9;

/// A body by itself: its nodes, and a model that holds nothing but them.
typedef struct {
  compiler c;
  model_body b;
  double k;
  int n;                       // nodes that move
  int width;                   // of the band
  double largest;              // element of S on the diagonal
  int *index;                  // of each node among them, or -1
  int *node;                   // and the other way round
  double *mass;                // of each moving node, square root
  double *u, *du, *next;       // of all nodes
  double *scratch;             // of the layout's step
  double *band, *found, *work; // the matrix, eigenvectors, as many again
} lone_grid;

#define LONE_ARRAYS(X)                                                                             \
  X(int, index, to->b.nodes)                                                                       \
  X(int, node, to->b.nodes)                                                                        \
  X(double, mass, to->b.nodes)                                                                     \
  X(double, u, to->b.nodes)                                                                        \
  X(double, du, to->b.nodes)                                                                       \
  X(double, next, to->b.nodes)                                                                     \
  X(double, scratch, to->c.m.head.row_scratch)                                                     \
  X(double, band, banded_size(to->n, to->width))                                                   \
  X(double, found, (size_t)count *(size_t)to->n)                                                   \
  X(double, work, (size_t)count *(size_t)(to->n + 2 * count + 1))

static size_t place_arrays(lone_grid *to, int count, unsigned char *block) {
  size_t place = 0;
  LONE_ARRAYS(ARRAY_BIND)
  return place;
}

// --- The operator -------------------------------------------------------------------------------

// Lays the nodes out. The view that steps take of the model has the arrays of the builder.
static bool lay_out(lone_grid *g) {
  if (!grid_lay_out(&g->c, NULL, &g->b))
    return false;
#define VIEW(type, name)                                                                           \
  g->c.m.head.name = g->c.m.name;                                                                  \
  g->c.m.head.name##_count = g->c.m.name##_count;
  MODEL_ARRAYS(VIEW)
#undef VIEW
  g->c.m.head.k = g->k;
  const double *inverse = g->c.m.inverse_mass;
  for (int i = 0; i < g->b.nodes; ++i)
    g->n += inverse[g->b.first + i] > 0;
  const int shorter = g->b.nx < g->b.ny ? g->b.nx : g->b.ny;
  g->width = body_is_plate(&g->b) ? RADIUS * (shorter + 1) + RADIUS : RADIUS;
  g->width = g->width < g->n ? g->width : g->n - 1;
  return g->n > 0;
}

// Numbers the nodes that move along the shorter side first, which makes the band narrow.
static void number_nodes(lone_grid *g) {
  const bool across = g->b.nx < g->b.ny;
  const int outer = across ? g->b.ny : g->b.nx;
  const int inner = across ? g->b.nx : g->b.ny;
  int count = 0;
  for (int o = 0; o <= outer; ++o)
    for (int i = 0; i <= inner; ++i) {
      const int node = across ? node_at(&g->b, i, o) : node_at(&g->b, o, i);
      const double inverse = g->c.m.inverse_mass[node];
      g->index[node - g->b.first] = inverse > 0 ? count : -1;
      if (inverse <= 0)
        continue;
      g->node[count] = node - g->b.first;
      g->mass[count++] = sqrt(1 / inverse);
    }
}

static body_step view_of(lone_grid *g) {
  const material still = {.c2 = g->b.start.c2};
  return (body_step){.m = &g->c.m.head,
                     .b = &g->b,
                     .a = step_coefficients_of(&g->b, &still, g->k),
                     .u = g->u,
                     .du = g->du,
                     .next = g->next,
                     .scratch = g->scratch};
}

// next = -k^2 A u; u is lost.
static void apply(lone_grid *g) {
  const size_t size = (size_t)g->b.nodes * sizeof *g->du;
  memset(g->du, 0, size);
  memset(g->next, 0, size);
  const body_step s = view_of(g);
  layout_table[g->b.layout]->step(&s, NULL);
}

// Element (row, column) of S, lower triangle.
static void put_element(lone_grid *g, int row, int column, double minus_A) {
  if (row < column || row - column > g->width)
    return;
  g->band[banded_size(column, g->width) + (size_t)(row - column)] =
      -minus_A * g->mass[row] / g->mass[column];
}

// The responses to unit displacements of the nodes (x, y) modulo PERIOD.
static void probe(lone_grid *g, int x, int y) {
  const model_body *b = &g->b;
  memset(g->u, 0, (size_t)b->nodes * sizeof *g->u);
  for (int j = y; j <= b->ny; j += PERIOD)
    for (int i = x; i <= b->nx; i += PERIOD)
      g->u[node_at(b, i, j) - b->first] = g->index[node_at(b, i, j) - b->first] >= 0;
  apply(g);
  for (int j = y; j <= b->ny; j += PERIOD)
    for (int i = x; i <= b->nx; i += PERIOD) {
      const int column = g->index[node_at(b, i, j) - b->first];
      for (int q = j - RADIUS; column >= 0 && q <= j + RADIUS; ++q)
        for (int p = i - RADIUS; p <= i + RADIUS; ++p) {
          if (p < 0 || p > b->nx || q < 0 || q > b->ny)
            continue;
          const int node = node_at(b, p, q) - b->first;
          if (g->index[node] >= 0)
            put_element(g, g->index[node], column, g->next[node]);
        }
    }
}

static void fill_band(lone_grid *g) {
  memset(g->band, 0, banded_size(g->n, g->width) * sizeof *g->band);
  for (int y = 0; y < PERIOD && y <= g->b.ny; ++y)
    for (int x = 0; x < PERIOD; ++x)
      probe(g, x, y);
  for (int i = 0; i < g->n; ++i)
    g->largest = fmax(g->largest, g->band[banded_size(i, g->width)]);
}

// --- Eigenvectors -------------------------------------------------------------------------------

// Row `i` of `found` as displacements.
static void displace(lone_grid *g, int i, double *u) {
  memset(u, 0, (size_t)g->b.nodes * sizeof *u);
  for (int j = 0; j < g->n; ++j)
    u[g->node[j]] = g->found[(size_t)i * (size_t)g->n + (size_t)j] / g->mass[j];
}

// The eigenvectors of S within the space of those found, with S applied by the layout's step.
static void improve(lone_grid *g, int count) {
  const size_t n = (size_t)g->n;
  double *H = g->work + (size_t)count * n;
  double *y = H + (size_t)count * (size_t)count;
  double *value = y + (size_t)count * (size_t)count;
  for (int i = 0; i < count; ++i) {
    displace(g, i, g->u);
    apply(g);
    for (int j = 0; j < count; ++j) {
      double sum = 0;
      for (int l = 0; l < g->n; ++l)
        sum -= g->found[(size_t)j * n + (size_t)l] * g->mass[l] * g->next[g->node[l]];
      H[i * count + j] = sum;
    }
  }
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i; ++j)
      H[i * count + j] = H[j * count + i] = (H[i * count + j] + H[j * count + i]) / 2;
  symmetric_eigen(H, count, value, y);
  memset(g->work, 0, (size_t)count * n * sizeof *g->work);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      for (size_t l = 0; l < n; ++l)
        g->work[(size_t)i * n + l] += y[i * count + j] * g->found[(size_t)j * n + l];
  memcpy(g->found, g->work, (size_t)count * n * sizeof *g->found);
}

// --- Frequencies and shapes ---------------------------------------------------------------------

// omega with sin(omega k / 2) = sqrt(k^2 lambda) / 2, as a frequency.
static double frequency_of(double k2_lambda, double k) {
  return asin(fmin(sqrt(fmax(k2_lambda, 0)) / 2, 1)) / (pi * k);
}

static grid_mode mode_of(lone_grid *g, int i) {
  const body_step s = view_of(g);
  const material still = {.c2 = g->b.start.c2};
  const layout *row = layout_table[g->b.layout];
  displace(g, i, g->u);
  memset(g->du, 0, (size_t)g->b.nodes * sizeof *g->du);
  const double V = row->energy(&s, &still, 0).potential;
  memcpy(g->du, g->u, (size_t)g->b.nodes * sizeof *g->du);
  const double T = row->energy(&s, &still, 0).kinetic;
  const double with_loss = row->energy(&s, &g->b.start, 0).kinetic;
  // Rigid motion: rounding leaves V some 1e-31 of that.
  const double min = 1e-24 * g->largest;
  if (V <= min * T)
    return (grid_mode){0};
  return (grid_mode){.frequency = frequency_of(V / with_loss, g->k),
                     .spatial = sqrt(V / T) / (two_pi * g->k)};
}

// Scales to a largest value of 1; the first value above half of that is positive.
static void scale_shape(double *shape, int count) {
  double largest = 0;
  for (int i = 0; i < count; ++i)
    largest = fmax(largest, fabs(shape[i]));
  int first = 0;
  while (first < count - 1 && fabs(shape[first]) < largest / 2)
    ++first;
  const double factor = largest > 0 ? copysign(1 / largest, shape[first]) : 0;
  for (int i = 0; i < count; ++i)
    shape[i] *= factor;
}

static void write_shape(lone_grid *g, int i, double *shape) {
  const int columns = g->b.nx + 1;
  const int count = columns * (g->b.ny + 1);
  displace(g, i, g->u);
  for (int p = 0; p < count; ++p)
    shape[p] = g->u[node_at(&g->b, p % columns, p / columns) - g->b.first];
  scale_shape(shape, count);
}

static int solve(lone_grid *g, const carom_memory *memory, int count, grid_mode *modes,
                 double *shapes) {
  const int more = count + SPARE < g->n ? count + SPARE : g->n;
  const size_t size = place_arrays(g, more, NULL);
  unsigned char *block = memory->resize(memory->user, NULL, 0, size);
  if (block == NULL)
    return -1;
  place_arrays(g, more, block);
  number_nodes(g);
  fill_band(g);
  banded S = {.n = g->n, .width = g->width, .column = g->band};
  const lowest_status status = banded_lowest(memory, &S, more, count, g->found);
  if (status == LOWEST_FOUND) {
    improve(g, more);
    for (int i = 0; i < count; ++i) {
      modes[i] = mode_of(g, i);
      if (shapes != NULL)
        write_shape(g, i, shapes + (size_t)i * (size_t)(g->b.nx + 1) * (size_t)(g->b.ny + 1));
    }
  }
  memory->resize(memory->user, block, size, 0);
  return status == LOWEST_FOUND ? count : status == LOWEST_NO_MEMORY ? -1 : 0;
}

int grid_modes_solve(const carom_memory *memory, const model_body *b, double k, int count,
                     grid_mode *modes, double *shapes) {
  const double width = RADIUS * ((b->nx < b->ny ? b->nx : b->ny) + 2.0);
  if (((double)b->nx + 1) * (b->ny + 1) * width * width > max_work)
    return 0;
  lone_grid g = {.c = {.m = {.memory = *memory}}, .b = *b, .k = k};
  int found = -1;
  if (lay_out(&g)) {
    const int max = g.n < GRID_MODES_MAX ? g.n : GRID_MODES_MAX;
    found = solve(&g, memory, count < max ? count : max, modes, shapes);
  }
  builder_free(&g.c.m);
  return found;
}

// --- Pinned bodies ------------------------------------------------------------------------------

static double square(double x) {
  return x * x;
}

double grid_minus_lap(const model_body *b, double beta_x, double beta_y) {
  const double along_x = square(2 * sin(beta_x * b->h / 2) / b->h);
  return body_is_plate(b) ? along_x + square(2 * sin(beta_y * b->hy / 2) / b->hy) : along_x;
}

// With what the backward difference of sigma_1 takes from the mass.
double grid_frequency(const model_body *b, double k, double mu) {
  const double lambda = mu * (b->start.c2 + body_bend(b) * mu);
  return frequency_of(k * k * lambda / (1 - b->start.sigma1 * k * mu), k);
}

// With m and n half waves along the sides.
static double minus_lap(const model_body *b, int m, int n) {
  return grid_minus_lap(b, m * pi / b->lx, body_is_plate(b) ? n * pi / b->ly : 0);
}

// A plate's modes up to the r-th have m n <= r, since it rises with m and with n. Of equal ones
// that of the lower n comes first.
int plate_mode_pairs(const model_body *b, int count, int (*pairs)[2]) {
  int found = 0;
  double last = -1;
  int last_n = 0;
  for (; found < count; ++found) {
    double min = INFINITY;
    pairs[found][0] = pairs[found][1] = 0;
    for (int n = 1; n <= count && n < b->ny; ++n)
      for (int m = 1; m * n <= count && m < b->nx; ++m) {
        const double at = square(m / b->lx) + square(n / b->ly);
        if (at >= min || at < last || (at == last && n <= last_n))
          continue;
        min = at;
        pairs[found][0] = m;
        pairs[found][1] = n;
      }
    if (!isfinite(min))
      break;
    last = min;
    last_n = pairs[found][1];
  }
  return found;
}

static int find_pinned(const model_body *b, double k, int count, grid_mode *modes, double *shapes) {
  int pairs[GRID_MODES_MAX][2];
  int max = body_is_plate(b) ? GRID_MODES_MAX : b->nx - 1;
  max = count < max ? count : max;
  if (body_is_plate(b))
    max = plate_mode_pairs(b, max, pairs);
  for (int i = 0; i < max; ++i) {
    const int m = body_is_plate(b) ? pairs[i][0] : i + 1;
    const int n = body_is_plate(b) ? pairs[i][1] : 0;
    const double mu = minus_lap(b, m, n);
    const double lambda = mu * (b->start.c2 + body_bend(b) * mu);
    modes[i] = (grid_mode){.frequency = grid_frequency(b, k, mu), .spatial = sqrt(lambda) / two_pi};
    for (int j = 0; shapes != NULL && j <= b->ny; ++j)
      for (int p = 0; p <= b->nx; ++p)
        *shapes++ = sin(m * pi * p / b->nx) * (body_is_plate(b) ? sin(n * pi * j / b->ny) : 1);
  }
  return max;
}

int grid_modes_find(const carom_memory *memory, const model_body *b, double k, int count,
                    grid_mode *modes, double *shapes) {
  const bool ideal = b->bend == 0;
  const bool pinned = b->ends[0] == END_PINNED && b->ends[1] == END_PINNED;
  return pinned || ideal ? find_pinned(b, k, count, modes, shapes)
                         : grid_modes_solve(memory, b, k, count, modes, shapes);
}
