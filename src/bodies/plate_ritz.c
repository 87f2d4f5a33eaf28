// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modes of a plate with clamped or free edges (theory 7.28 to 7.31): sums of products of functions
// of x and of y (ritz_axis.c), which make the energy
//
//   V = 1/2 rho H kappa^2 int int W_xx^2 + W_yy^2 + 2 nu W_xx W_yy + 2 (1 - nu) W_xy^2 dx dy
//
// stationary. Products are even or odd in x and in y, which makes four symmetric eigenproblems.
// They hold the products below a wave number; so that they stay small, products above it are modes
// by themselves, with the frequency that their energy gives (G. B. Warburton, The vibration of
// rectangular plates, 1954).

#include "bodies/plate_ritz.h"

#include "base/banded.h"
#include "base/constants.h"
#include "bodies/ritz_axis.h"
#include "scene/words.h"
#include <math.h>
#include <stdlib.h>

/// Products of one class, at most, and about so many of all at least; and how far above the last
/// wave number they begin to be left out, as a factor of its square.
enum { CLASS_MAX = 230, CLASSES = 4, PRODUCTS_MIN = 400 };
static const double margin = 1.25;

/// Energies below this part of the largest are rounding: rigid motion.
static const double rigid_fraction = 1e-11;

/// The problem while it is solved.
typedef struct {
  compiler *c;
  model_body *b;
  double poisson;
  double max;   // beta^4 of the modes that are kept, 1/m4
  double scale; // 1 / sqrt(rho H)
  modal_line line[2];
  ritz_integrals over[2];
} ritz;

// --- Products -----------------------------------------------------------------------------------

static int extra_of(const model_body *b) {
  return b->ends[0] == END_FREE ? RITZ_EXTRA : 0;
}

static double square(double x) {
  return x * x;
}

static double beta2(const mode_shape *shapes, const ritz_layout *r, int side, int i) {
  return square(shapes[r->first[side] + i].beta);
}

/// The products of a class, by rising i and j; begins at -1.
typedef struct {
  const mode_shape *shapes;
  const ritz_layout *r;
  int class, i, j; // even and odd: class % 2 along x, class / 2 along y
} products;

static products products_of(const mode_shape *shapes, const ritz_layout *r, int class) {
  return (products){shapes, r, class, class % 2, class / 2 - 2};
}

// Whether there is another one, which is then (i, j).
static bool next_product(products *p) {
  for (p->j += 2; p->i < p->r->combined[0]; p->i += 2, p->j = p->class / 2)
    if (p->j < p->r->combined[1] &&
        beta2(p->shapes, p->r, 0, p->i) + beta2(p->shapes, p->r, 1, p->j) < p->r->cut)
      return true;
  return false;
}

static int count_products(const mode_shape *shapes, const ritz_layout *r, int class) {
  int count = 0;
  for (products p = products_of(shapes, r, class); next_product(&p);)
    ++count;
  return count;
}

// --- Values -------------------------------------------------------------------------------------

void ritz_side_values(const ritz_arrays *of, const model_body *b, int side, double at, int order,
                      double *values) {
  const ritz_layout *r = &b->modes.ritz;
  const double length = side == 0 ? b->lx : b->ly;
  const int extra = extra_of(b);
  double polynomial[RITZ_EXTRA];
  for (int i = extra; i < r->functions[side]; ++i)
    values[i] = mode_value(&of->shape[r->first[side] + i], length, at, order);
  for (int e = 0; e < extra; ++e)
    polynomial[e] = ritz_polynomial(e, length, at, order);
  for (int e = 0; e < extra; ++e) {
    const double *row = of->number + r->rows[side] + (ptrdiff_t)e * r->combined[side];
    const int modes = r->combined[side] - extra;
    values[e] = 0;
    for (int i = 0; i < modes; ++i)
      values[e] += row[i] * values[extra + i];
    for (int i = 0; i < extra; ++i)
      values[e] += row[modes + i] * polynomial[i];
  }
}

double ritz_mode_sum(const ritz_arrays *of, const model_body *b, const mode_shape *mode,
                     const double *x, const double *y) {
  const ritz_layout *r = &b->modes.ritz;
  if (mode->coefficient[0] < 0)
    return mode->coefficient[3] * x[(int)mode->coefficient[1]] * y[(int)mode->coefficient[2]];
  const double *factor = of->number + (ptrdiff_t)mode->coefficient[1];
  double sum = 0;
  for (products p = products_of(of->shape, r, (int)mode->coefficient[0]); next_product(&p);
       ++factor)
    sum += *factor * x[p.i] * y[p.j];
  return sum;
}

void ritz_mode_row(const ritz_arrays *of, const model_body *b, const mode_shape *mode, double by,
                   const double *y, double *row) {
  const ritz_layout *r = &b->modes.ritz;
  if (mode->coefficient[0] < 0) {
    row[(int)mode->coefficient[1]] += by * mode->coefficient[3] * y[(int)mode->coefficient[2]];
    return;
  }
  const double *factor = of->number + (ptrdiff_t)mode->coefficient[1];
  for (products p = products_of(of->shape, r, (int)mode->coefficient[0]); next_product(&p);
       ++factor)
    row[p.i] += by * *factor * y[p.j];
}

// --- Functions of both sides --------------------------------------------------------------------

static double modes_along(double length, double max2) {
  return ceil(length * sqrt(max2) / pi) + 3;
}

// beta^2 below which there are all of a plate's products, about area beta^2 / 4 pi.
static double first_cut(const model_body *b, double max) {
  return fmax(margin * max * two_pi / sqrt(b->bend), PRODUCTS_MIN * 2 * two_pi / (b->lx * b->ly));
}

bool plate_ritz_fits(const model_body *b, double max) {
  return modes_along(fmax(b->lx, b->ly), first_cut(b, max)) + RITZ_EXTRA <= RITZ_FUNCTIONS_MAX;
}

// The bars' modes below the cut, behind places for the polynomials.
static bool add_side(ritz *z, int side) {
  model_body *b = z->b;
  ritz_layout *r = &b->modes.ritz;
  const int extra = extra_of(b);
  z->line[side] = (modal_line){
      .ends = {b->ends[0], b->ends[1]}, .length = side == 0 ? b->lx : b->ly, .density = 1};
  int count = (int)modes_along(z->line[side].length, r->cut);
  r->first[side] = z->c->m.shape_count;
  mode_shape *shapes = BUILDER_ADD(&z->c->m, shape, extra + count);
  if (shapes == NULL || !modes_find(&z->line[side], count, shapes + extra))
    return false;
  while (count > 1 && square(shapes[extra + count - 1].beta) >= r->cut)
    --count;
  z->c->m.shape_count = r->first[side] + extra + count;
  r->functions[side] = r->combined[side] = extra + count;
  return true;
}

// Lowers the cut until no class has too many products.
static void choose_cut(ritz *z) {
  ritz_layout *r = &z->b->modes.ritz;
  const mode_shape *shapes = z->c->m.shape;
  for (int class = 0; class < CLASSES;) {
    if (count_products(shapes, r, class) <= CLASS_MAX) {
      ++class;
      continue;
    }
    r->cut *= 0.95;
    for (int side = 0; side < 2; ++side)
      while (r->combined[side] > extra_of(z->b) + 1 &&
             beta2(shapes, r, side, r->combined[side] - 1) >= r->cut)
        --r->combined[side];
    class = 0;
  }
}

static bool integrate_side(ritz *z, int side) {
  ritz_layout *r = &z->b->modes.ritz;
  const int extra = extra_of(z->b);
  r->rows[side] = z->c->m.ritz_count;
  double *rows = BUILDER_ADD(&z->c->m, ritz, extra * r->combined[side] + 1);
  return rows != NULL &&
         ritz_axis_integrate(z->c, &z->line[side], extra, r->combined[side] - extra,
                             z->c->m.shape + r->first[side] + extra, rows, &z->over[side]);
}

// --- Modes --------------------------------------------------------------------------------------

static bool add_mode(ritz *z, double energy, double stretch, const double coefficient[4]) {
  mode_shape *mode = BUILDER_ADD(&z->c->m, shape, 1);
  if (mode == NULL)
    return false;
  const bool rigid = energy <= rigid_fraction * square(z->b->modes.ritz.cut);
  *mode =
      (mode_shape){.beta = rigid ? 0 : sqrt(sqrt(energy)),
                   .stretch = rigid ? 0 : stretch,
                   .bending = rigid ? 0 : energy,
                   .coefficient = {coefficient[0], coefficient[1], coefficient[2], coefficient[3]}};
  return true;
}

/// The matrices of a class, n products; which they are.
typedef struct {
  int n;
  int (*pair)[2];
  double *energy, *stretch, *value, *vector;
} class_matrices;

static size_t class_size(int n) {
  return (size_t)n * (3 * (size_t)n + 1) * sizeof(double) + (size_t)n * sizeof(int[2]);
}

// Elements between two products (theory 7.30).
static void fill_class(const ritz *z, const class_matrices *k) {
  const ritz_integrals *X = &z->over[0];
  const ritz_integrals *Y = &z->over[1];
  for (int p = 0; p < k->n; ++p)
    for (int q = 0; q < k->n; ++q) {
      const ptrdiff_t x = (ptrdiff_t)k->pair[p][0] * X->count + k->pair[q][0];
      const ptrdiff_t y = (ptrdiff_t)k->pair[p][1] * Y->count + k->pair[q][1];
      const ptrdiff_t tx = (ptrdiff_t)k->pair[q][0] * X->count + k->pair[p][0];
      const ptrdiff_t ty = (ptrdiff_t)k->pair[q][1] * Y->count + k->pair[p][1];
      const bool same_x = k->pair[p][0] == k->pair[q][0];
      const bool same_y = k->pair[p][1] == k->pair[q][1];
      const ptrdiff_t at = (ptrdiff_t)p * k->n + q;
      k->energy[at] = same_y * X->bending[x] + same_x * Y->bending[y] +
                      z->poisson * (X->mixed[x] * Y->mixed[ty] + X->mixed[tx] * Y->mixed[y]) +
                      2 * (1 - z->poisson) * X->stretch[x] * Y->stretch[y];
      k->stretch[at] = same_y * X->stretch[x] + same_x * Y->stretch[y];
    }
}

static double quadratic(const double *matrix, const double *x, int n) {
  double sum = 0;
  for (int p = 0; p < n; ++p) {
    double row = 0;
    for (int q = 0; q < n; ++q)
      row += matrix[(ptrdiff_t)p * n + q] * x[q];
    sum += x[p] * row;
  }
  return sum;
}

// Those of the lowest energies, as many as there are products of bars' modes alone: the others
// belong to the polynomials.
static bool keep_class(ritz *z, const class_matrices *k, int class) {
  const int extra = extra_of(z->b);
  int kept = 0;
  for (int p = 0; p < k->n; ++p)
    kept += k->pair[p][0] >= extra && k->pair[p][1] >= extra;
  for (int i = 0; i < kept && k->value[i] < z->max; ++i) {
    const double *y = k->vector + (ptrdiff_t)i * k->n;
    const int place = z->c->m.ritz_count;
    double *factor = BUILDER_ADD(&z->c->m, ritz, k->n);
    for (int p = 0; factor != NULL && p < k->n; ++p)
      factor[p] = y[p] * z->scale;
    if (factor == NULL ||
        !add_mode(z, k->value[i], quadratic(k->stretch, y, k->n), (double[]){class, place, 0, 0}))
      return false;
  }
  return true;
}

static bool solve_class(ritz *z, int class) {
  class_matrices k = {.n = count_products(z->c->m.shape, &z->b->modes.ritz, class)};
  if (k.n == 0)
    return true;
  const ptrdiff_t square_of = (ptrdiff_t)k.n * k.n;
  k.energy = compile_take(z->c, class_size(k.n));
  if (k.energy == NULL)
    return false;
  k.stretch = k.energy + square_of;
  k.vector = k.stretch + square_of;
  k.value = k.vector + square_of;
  k.pair = (int(*)[2])(void *)(k.value + k.n);
  int n = 0;
  for (products p = products_of(z->c->m.shape, &z->b->modes.ritz, class); next_product(&p); ++n) {
    k.pair[n][0] = p.i;
    k.pair[n][1] = p.j;
  }
  fill_class(z, &k);
  symmetric_eigen_fast(k.energy, k.n, k.value, k.vector);
  const bool good = keep_class(z, &k, class);
  compile_drop(z->c, k.energy, class_size(k.n));
  return good;
}

// int f'' f dx of a bar's mode, whose int f'^2 dx is `stretch`.
static double mixed_of(const modal_line *line, const mode_shape *f, double stretch) {
  const double L = line->length;
  return mode_value(f, L, L, 0) * mode_value(f, L, L, 1) -
         mode_value(f, L, 0, 0) * mode_value(f, L, 0, 1) - stretch;
}

// Products above the cut, each a mode (theory 7.31).
static bool add_others(ritz *z) {
  const ritz_layout *r = &z->b->modes.ritz;
  for (int i = extra_of(z->b); i < r->functions[0]; ++i) {
    const mode_shape f = z->c->m.shape[r->first[0] + i];
    const double Cx = mode_stretch(&z->line[0], &f);
    const double Bx = mixed_of(&z->line[0], &f, Cx);
    for (int j = extra_of(z->b); j < r->functions[1]; ++j) {
      const mode_shape g = z->c->m.shape[r->first[1] + j];
      if (square(f.beta) + square(g.beta) < r->cut)
        continue;
      const double Cy = mode_stretch(&z->line[1], &g);
      const double energy = f.bending + g.bending +
                            2 * z->poisson * Bx * mixed_of(&z->line[1], &g, Cy) +
                            2 * (1 - z->poisson) * Cx * Cy;
      if (energy < z->max && !add_mode(z, energy, Cx + Cy, (double[]){-1, i, j, z->scale}))
        return false;
      if (square(square(f.beta) + square(g.beta)) > 4 * z->max)
        break;
    }
  }
  return true;
}

// --- All of it ----------------------------------------------------------------------------------

// By rising frequency; of equal ones in the order in which they are found.
static int by_beta(const void *a, const void *b) {
  const mode_shape *x = a;
  const mode_shape *y = b;
  if (x->beta != y->beta)
    return x->beta < y->beta ? -1 : 1;
  for (int i = 0; i < 3; ++i)
    if (x->coefficient[i] != y->coefficient[i])
      return x->coefficient[i] < y->coefficient[i] ? -1 : 1;
  return 0;
}

bool plate_ritz_find(compiler *c, model_body *b, double poisson, double max, int count) {
  const double max2 = max * two_pi / sqrt(b->bend);
  ritz z = {.c = c, .b = b, .poisson = poisson, .max = square(max2), .scale = 1 / sqrt(b->density)};
  b->modes.ritz = (ritz_layout){.cut = first_cut(b, max)};
  bool good = add_side(&z, 0) && add_side(&z, 1);
  if (good)
    choose_cut(&z);
  good = good && integrate_side(&z, 0) && integrate_side(&z, 1);
  b->modes.first_shape = c->m.shape_count;
  for (int class = 0; good && class < CLASSES; ++class)
    good = solve_class(&z, class);
  good = good && add_others(&z);
  for (int side = 0; side < 2; ++side)
    ritz_integrals_drop(c, &z.over[side]);
  if (!good)
    return false;
  b->nodes = c->m.shape_count - b->modes.first_shape;
  qsort(c->m.shape + b->modes.first_shape, (size_t)b->nodes, sizeof *c->m.shape, by_beta);
  b->nodes = b->nodes < count ? b->nodes : count;
  c->m.shape_count = b->modes.first_shape + b->nodes;
  return true;
}

bool plate_ritz_draw(compiler *c, model_body *b) {
  ritz_layout *r = &b->modes.ritz;
  for (int side = 0; side < 2; ++side) {
    const int points = (side == 0 ? b->nx : b->ny) + 1;
    const double h = side == 0 ? b->h : b->hy;
    r->drawn[side] = c->m.ritz_count;
    BUILDER_ADD(&c->m, ritz, r->functions[side] * points);
    double values[RITZ_FUNCTIONS_MAX] = {0};
    for (int x = 0; !c->m.out_of_memory && x < points; ++x) {
      ritz_side_values(&(ritz_arrays){c->m.shape, c->m.ritz}, b, side, x * h, 0, values);
      for (int i = 0; i < r->functions[side]; ++i)
        c->m.ritz[r->drawn[side] + i * points + x] = values[i];
    }
  }
  return !c->m.out_of_memory;
}
