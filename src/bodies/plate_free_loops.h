// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of plate_free.c, in one variant (see kernel.h). `at` is a column of a row, from its
// lane `lane` on, and `last` the last one.

/// Sums of a plate, BLOCK lanes wide.
typedef struct {
  NAME(block) du_du, bend_bend, grad_du, du_former, grad_former;
} NAME(free_wide_sums);

typedef struct {
  lanes du_du, bend_bend, grad_du, du_former, grad_former;
} NAME(free_sums);

/// What is left and right of a column.
INLINE TARGET void NAME(free_beside)(const real *row, long last, int lane, long at, lanes *left,
                                     lanes *right) {
  if (at == lane)
    *left = BEFORE_FIRST(row + last, lane);
  else
    *left = LOAD(row + at - BLOCK);
  if (at == last + lane)
    *right = BEHIND_LAST(row, lane);
  else
    *right = LOAD(row + at + BLOCK);
}

/// Curvatures X and Y of a row's column, Y without an edge below or above, and the difference to
/// its right neighbour.
INLINE TARGET void NAME(free_curvature)(const free_rows *f, const real *row, bool edge, int lane,
                                        long at, lanes *X, lanes *Y, lanes *ahead) {
  const lanes here = LOAD(row + at);
  lanes left;
  lanes right;
  NAME(free_beside)(row, f->last, lane, at, &left, &right);
  *X = LOAD(f->inside + at) * NMADD(ALL(2.0), here, left + right);
  *Y = ALL(0.0);
  if (!edge)
    *Y = ALL(f->q) * NMADD(ALL(2.0), here, LOAD(row - f->s + at) + LOAD(row + f->s + at));
  *ahead = LOAD(f->right + at) * (right - here);
}

#if !defined(WIDEN)

// --- The step -----------------------------------------------------------------------------------

// Along an edge below or above, the row inside it being `in` further: its curvature and the
// difference across it, both 0 in corners.
INLINE TARGET void NAME(free_edge)(const free_rows *f, const real *u, long in, real *along,
                                   real *across) {
  for (int lane = 0; lane < BLOCK; lane += LANES)
    for (long at = lane; at <= f->last + lane; at += BLOCK) {
      lanes left;
      lanes right;
      const lanes here = LOAD(u + at);
      NAME(free_beside)(u, f->last, lane, at, &left, &right);
      STORE(along + at) = LOAD(f->inside + at) * NMADD(ALL(2.0), here, left + right);
      STORE(across + at) = LOAD(f->inside + at) * (here - LOAD(u + in + at));
    }
}

// Lap u of a row that is not an edge; 0 on the edges left and right.
INLINE TARGET void NAME(free_lap)(const free_rows *f, const real *u, int lane, long at,
                                  lanes *lap) {
  lanes left;
  lanes right;
  NAME(free_beside)(u, f->last, lane, at, &left, &right);
  const lanes sum = MADD(ALL(f->q), LOAD(u - f->s + at) + LOAD(u + f->s + at), left + right);
  *lap = LOAD(f->inside + at) * NMADD(ALL(2 + 2 * f->q), LOAD(u + at), sum);
}

// Lap u beside an edge left or right, rounded as the rows round it: what they take from each other
// is then the same number.
TARGET static void NAME(free_side_lap)(const free_rows *f, const real *u, const long *place,
                                       real *lap) {
  for (long j = 1; j < f->ny; j += LANES) {
    real x[5][LANES];
    for (int l = 0; l < LANES; ++l) {
      const real *row = u + (j + l < f->ny ? j + l : f->ny - 1) * f->s;
      const long beside = place[1];
      x[0][l] = row[place[0]];
      x[1][l] = row[place[2]];
      x[2][l] = row[beside - f->s];
      x[3][l] = row[beside + f->s];
      x[4][l] = row[beside];
    }
    real of[LANES] = {0};
    const lanes sum = MADD(ALL(f->q), LOAD(x[2]) + LOAD(x[3]), LOAD(x[0]) + LOAD(x[1]));
    STORE(of) = NMADD(ALL(2 + 2 * f->q), LOAD(x[4]), sum);
    for (int l = 0; l < LANES && j + l < f->ny; ++l)
      lap[j + l] = of[l];
  }
}

// What an edge below or above adds to its increments.
INLINE TARGET void NAME(free_edge_push)(const free_rows *f, step_coefficients a, const real *u,
                                        const real *du, long in, const real *along,
                                        const real *across, real *push) {
  for (int lane = 0; lane < BLOCK; lane += LANES)
    for (long at = lane; at <= f->last + lane; at += BLOCK) {
      lanes left;
      lanes right;
      lanes lap;
      const lanes s = LOAD(along + at);
      const lanes here = LOAD(du + at);
      NAME(free_beside)(along, f->last, lane, at, &left, &right);
      const lanes s_xx = NMADD(ALL(2.0), s, left + right);
      NAME(free_beside)(across, f->last, lane, at, &left, &right);
      const lanes n_xx = NMADD(ALL(2.0), LOAD(across + at), left + right);
      NAME(free_lap)(f, u + in, lane, at, &lap);
      const lanes bend = NMADD(ALL(f->g), s + n_xx, MADD(ALL(f->half), s_xx, ALL(f->q) * lap));
      NAME(free_beside)(du, f->last, lane, at, &left, &right);
      const lanes du_x = LOAD(f->right + at) * (right - here) - LOAD(f->left + at) * (here - left);
      const lanes du_y = ALL(f->q) * LOAD(f->share + at) * (LOAD(du + in + at) - here);
      const lanes loss = ALL(a.internal_loss) * MADD(ALL(0.5), du_x, du_y);
      STORE(push + at) = ALL(2.0) * LOAD(f->lighter + at) * NMADD(ALL(a.bending), bend, loss);
    }
}

INLINE TARGET void NAME(free_edge_advance)(const free_rows *f, step_coefficients a, real *u,
                                           const real *du, real *next, const real *push) {
  for (long at = 0; at < f->s; at += LANES) {
    const lanes old = LOAD(du + at);
    const lanes new = NMADD(ALL(a.loss), old, old) + LOAD(push + at);
    STORE(next + at) = new;
    STORE(u + at) += new;
  }
}

// The row beside an edge.
INLINE TARGET void NAME(free_beside_edge)(const free_rows *f, step_coefficients a,
                                          const real *along, real *u, real *next) {
  for (long at = 0; at < f->s; at += LANES) {
    const lanes push = ALL(-a.bending * f->g) * LOAD(along + at);
    STORE(next + at) += push;
    STORE(u + at) += push;
  }
}

TARGET static void NAME(free_edges_push)(const free_rows *f, step_coefficients a, const real *u,
                                         const real *du) {
  for (int top = 0; top < 2; ++top) {
    const long row = (long)top * f->ny * f->s;
    const long in = top == 0 ? f->s : -f->s;
    NAME(free_edge)(f, u + row, in, f->along[top], f->across);
    NAME(free_edge_push)(f, a, u + row, du + row, in, f->along[top], f->across, f->push[top]);
  }
}

TARGET static void NAME(free_edges_advance)(const free_rows *f, step_coefficients a, real *u,
                                            const real *du, real *next) {
  for (int top = 0; top < 2; ++top) {
    const long row = (long)top * f->ny * f->s;
    const long beside = top == 0 ? f->s : row - f->s;
    NAME(free_edge_advance)(f, a, u + row, du + row, next + row, f->push[top]);
    NAME(free_beside_edge)(f, a, f->along[top], u + beside, next + beside);
  }
}

#endif
#if !defined(SINGLE) || defined(WIDEN)

// --- The sums -----------------------------------------------------------------------------------

// <bend u^n, bend u^{n-1}> of a column, and of the cells between it and the row above.
INLINE TARGET void NAME(free_sum_bend)(const free_rows *f, const real *u, const real *du, bool edge,
                                       bool top, int lane, long at, NAME(free_sums) * sum) {
  lanes X;
  lanes Y;
  lanes ahead;
  lanes dX;
  lanes dY;
  lanes d_ahead;
  NAME(free_curvature)(f, u, edge, lane, at, &X, &Y, &ahead);
  NAME(free_curvature)(f, du, edge, lane, at, &dX, &dY, &d_ahead);
  if (edge) {
    sum->bend_bend = MADD(ALL(f->half) * X, X - dX, sum->bend_bend);
  } else {
    const lanes mx = MADD(ALL(f->nu) * LOAD(f->inside + at), Y, X);
    const lanes my = MADD(LOAD(f->narrow + at), Y, ALL(f->nu) * X);
    sum->bend_bend = MADD(mx, X - dX, MADD(my, Y - dY, sum->bend_bend));
  }
  if (top)
    return;
  lanes above;
  lanes d_above;
  NAME(free_curvature)(f, u + f->s, true, lane, at, &X, &Y, &above);
  NAME(free_curvature)(f, du + f->s, true, lane, at, &dX, &dY, &d_above);
  const lanes twist = above - ahead;
  sum->bend_bend = MADD(ALL(f->twist) * twist, twist - (d_above - d_ahead), sum->bend_bend);
}

INLINE TARGET void NAME(free_sum_du)(const free_rows *f, const real *du, const real *former,
                                     double weight, bool top, int lane, long at,
                                     NAME(free_sums) * sum) {
  const lanes here = LOAD(du + at);
  const lanes before = LOAD(former + at);
  const lanes share = LOAD(f->share + at);
  lanes left;
  lanes right;
  lanes before_right;
  NAME(free_beside)(du, f->last, lane, at, &left, &right);
  NAME(free_beside)(former, f->last, lane, at, &left, &before_right);
  const lanes mass = share * ALL(weight) * here;
  sum->du_du = MADD(mass, here, sum->du_du);
  sum->du_former = MADD(mass, before, sum->du_former);
  const lanes along = LOAD(f->right + at) * (right - here);
  const lanes weighted = ALL(weight) * along;
  sum->grad_du = MADD(weighted, along, sum->grad_du);
  sum->grad_former = MADD(weighted, before_right - before, sum->grad_former);
  if (top)
    return;
  const lanes across = LOAD(du + f->s + at) - here;
  const lanes shared = ALL(f->q) * share * across;
  sum->grad_du = MADD(shared, across, sum->grad_du);
  sum->grad_former = MADD(shared, LOAD(former + f->s + at) - before, sum->grad_former);
}

TARGET static body_sums NAME(free_sums_of)(const free_rows *f, const real *u, const real *du,
                                           const real *former) {
  NAME(free_wide_sums) sum = {0};
  for (int j = 0; j <= f->ny; ++j)
    for (int lane = 0; lane < BLOCK; lane += LANES) {
      const long row = j * f->s;
      const bool top = j == f->ny;
      const bool edge = j == 0 || top;
      NAME(free_sums) of_row = {0};
      for (long at = lane; at <= f->last + lane; at += BLOCK) {
        NAME(free_sum_bend)(f, u + row, du + row, edge, top, lane, at, &of_row);
        NAME(free_sum_du)(f, du + row, former + row, edge ? 0.5 : 1, top, lane, at, &of_row);
      }
      sum.du_du.group[lane / LANES] += of_row.du_du;
      sum.bend_bend.group[lane / LANES] += of_row.bend_bend;
      sum.grad_du.group[lane / LANES] += of_row.grad_du;
      sum.du_former.group[lane / LANES] += of_row.du_former;
      sum.grad_former.group[lane / LANES] += of_row.grad_former;
    }
  return (body_sums){.du_du = NAME(total)(&sum.du_du),
                     .lap_lap = NAME(total)(&sum.bend_bend),
                     .grad_du = NAME(total)(&sum.grad_du),
                     .du_former = NAME(total)(&sum.du_former),
                     .grad_former = NAME(total)(&sum.grad_former)};
}

#endif
