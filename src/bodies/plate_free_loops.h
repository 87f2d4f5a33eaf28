// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of plate_free.c, in one variant (see kernel.h). `at` is a column of a row, from its
// lane `part` on, and `last` the last one.

/// Sums of a plate, BLOCK lanes wide.
typedef struct {
  NAME(block) du_du, bend_bend, grad_du, du_former, grad_former;
} NAME(free_wide_sums);

typedef struct {
  lanes du_du, bend_bend, grad_du, du_former, grad_former;
} NAME(free_sums);

/// What is left and right of a column.
INLINE TARGET void NAME(free_beside)(const double *row, long last, int part, long at, lanes *left,
                                     lanes *right) {
  if (at == part)
    *left = BEFORE_FIRST(row + last, part);
  else
    *left = LOAD(row + at - BLOCK);
  if (at == last + part)
    *right = BEHIND_LAST(row, part);
  else
    *right = LOAD(row + at + BLOCK);
}

/// Curvatures X and Y of a row's column, Y without an edge below or above, and the difference to
/// its right neighbour.
INLINE TARGET void NAME(free_curvature)(const free_rows *f, const double *row, bool edge, int part,
                                        long at, lanes *X, lanes *Y, lanes *ahead) {
  const lanes here = LOAD(row + at);
  lanes left;
  lanes right;
  NAME(free_beside)(row, f->last, part, at, &left, &right);
  *X = LOAD(f->inside + at) * NMADD(ALL(2.0), here, left + right);
  *Y = ALL(0.0);
  if (!edge)
    *Y = ALL(f->q) * NMADD(ALL(2.0), here, LOAD(row - f->s + at) + LOAD(row + f->s + at));
  *ahead = LOAD(f->right + at) * (right - here);
}

// --- The step -----------------------------------------------------------------------------------

// The moments of a row, and the twist between it and the row below.
INLINE TARGET void NAME(free_bend)(const free_rows *f, const double *u, bool edge, bool first,
                                   double *mx, double *my, double *twist, double *slope) {
  for (int part = 0; part < BLOCK; part += LANES)
    for (long at = part; at <= f->last + part; at += BLOCK) {
      lanes X;
      lanes Y;
      lanes ahead;
      NAME(free_curvature)(f, u, edge, part, at, &X, &Y, &ahead);
      if (edge) {
        STORE(mx + at) = ALL(f->half) * X;
        STORE(my + at) = Y;
      } else {
        STORE(mx + at) = MADD(ALL(f->nu) * LOAD(f->inside + at), Y, X);
        STORE(my + at) = MADD(LOAD(f->across + at), Y, ALL(f->nu) * X);
      }
      if (!first)
        STORE(twist + at) = ALL(f->twist) * (ahead - LOAD(slope + at));
      STORE(slope + at) = ahead;
    }
}

INLINE TARGET void NAME(free_forces)(const free_rows *f, const free_row *r, int part, long at,
                                     lanes *elastic) {
  lanes left;
  lanes right;
  lanes twist_below;
  lanes twist_above;
  const lanes my = LOAD(r->my + at);
  NAME(free_beside)(r->mx, f->last, part, at, &left, &right);
  const lanes along = NMADD(ALL(2.0), LOAD(r->mx + at), left + right);
  const lanes across = NMADD(ALL(2.0), my, LOAD(r->my_below + at) + LOAD(r->my_above + at));
  NAME(free_beside)(r->twist_below, f->last, part, at, &twist_below, &right);
  NAME(free_beside)(r->twist_above, f->last, part, at, &twist_above, &right);
  const lanes twist =
      (LOAD(r->twist_above + at) - LOAD(r->twist_below + at)) - (twist_above - twist_below);
  *elastic = MADD(ALL(f->q), across, along) + twist;
}

INLINE TARGET void NAME(free_losses)(const free_rows *f, const free_row *r, int part, long at,
                                     lanes *loss) {
  const lanes du = LOAD(r->du + at);
  lanes left;
  lanes right;
  NAME(free_beside)(r->du, f->last, part, at, &left, &right);
  const lanes along = LOAD(f->right + at) * (right - du) - LOAD(f->left + at) * (du - left);
  const lanes across = (LOAD(r->du_above + at) - du) - (du - LOAD(r->du_below + at));
  *loss = MADD(ALL(f->q) * LOAD(f->share + at), across, ALL(r->weight) * along);
}

INLINE TARGET void NAME(free_advance)(const free_rows *f, const free_row *r, step_coefficients a,
                                      double *u, double *next) {
  for (int part = 0; part < BLOCK; part += LANES)
    for (long at = part; at <= f->last + part; at += BLOCK) {
      lanes elastic;
      lanes loss;
      NAME(free_forces)(f, r, part, at, &elastic);
      NAME(free_losses)(f, r, part, at, &loss);
      const lanes old = LOAD(r->du + at);
      const lanes force = NMADD(ALL(a.bending), elastic, ALL(a.internal_loss) * loss);
      const lanes new =
          MADD(LOAD(f->lighter + at) * ALL(1 / r->weight), force, NMADD(ALL(a.loss), old, old));
      STORE(next + at) = new;
      STORE(u + at) += new;
    }
}

TARGET static void NAME(free_step)(const free_rows *f, step_coefficients a, double *u,
                                   const double *du, double *next) {
  const size_t size = (size_t)f->s * sizeof *u;
  NAME(free_bend)(f, u, true, true, f->mx[0], f->my[0], f->twists[0], f->slope);
  for (int j = 0; j <= f->ny; ++j) {
    const long row = j * f->s;
    const bool top = j == f->ny;
    if (j + 1 == f->ny)
      NAME(free_bend)
    (f, u + row + f->s, true, false, f->mx[(j + 1) % 2], f->my[(j + 1) % 3], f->twists[j % 2],
     f->slope);
    else if (!top) NAME(free_bend)(f, u + row + f->s, false, false, f->mx[(j + 1) % 2],
                                   f->my[(j + 1) % 3], f->twists[j % 2], f->slope);
    memcpy(f->old[j % 2], du + row, size);
    const free_row r = {.mx = f->mx[j % 2],
                        .my = f->my[j % 3],
                        .my_below = j > 0 ? f->my[(j + 2) % 3] : f->none,
                        .my_above = top ? f->none : f->my[(j + 1) % 3],
                        .twist_below = j > 0 ? f->twists[(j + 1) % 2] : f->none,
                        .twist_above = top ? f->none : f->twists[j % 2],
                        .du = f->old[j % 2],
                        .du_below = f->old[j > 0 ? (j + 1) % 2 : 0],
                        .du_above = top ? f->old[j % 2] : du + row + f->s,
                        .weight = j == 0 || top ? 0.5 : 1};
    NAME(free_advance)(f, &r, a, u + row, next + row);
  }
}

// --- The sums -----------------------------------------------------------------------------------

// <bend u^n, bend u^{n-1}> of a column, and of the cells between it and the row above.
INLINE TARGET void NAME(free_sum_bend)(const free_rows *f, const double *u, const double *du,
                                       bool edge, bool top, int part, long at,
                                       NAME(free_sums) * sum) {
  lanes X;
  lanes Y;
  lanes ahead;
  lanes dX;
  lanes dY;
  lanes d_ahead;
  NAME(free_curvature)(f, u, edge, part, at, &X, &Y, &ahead);
  NAME(free_curvature)(f, du, edge, part, at, &dX, &dY, &d_ahead);
  if (edge) {
    sum->bend_bend = MADD(ALL(f->half) * X, X - dX, sum->bend_bend);
  } else {
    const lanes mx = MADD(ALL(f->nu) * LOAD(f->inside + at), Y, X);
    const lanes my = MADD(LOAD(f->across + at), Y, ALL(f->nu) * X);
    sum->bend_bend = MADD(mx, X - dX, MADD(my, Y - dY, sum->bend_bend));
  }
  if (top)
    return;
  lanes above;
  lanes d_above;
  NAME(free_curvature)(f, u + f->s, true, part, at, &X, &Y, &above);
  NAME(free_curvature)(f, du + f->s, true, part, at, &dX, &dY, &d_above);
  const lanes twist = above - ahead;
  sum->bend_bend = MADD(ALL(f->twist) * twist, twist - (d_above - d_ahead), sum->bend_bend);
}

INLINE TARGET void NAME(free_sum_du)(const free_rows *f, const double *du, const double *former,
                                     double weight, bool top, int part, long at,
                                     NAME(free_sums) * sum) {
  const lanes here = LOAD(du + at);
  const lanes before = LOAD(former + at);
  const lanes share = LOAD(f->share + at);
  lanes left;
  lanes right;
  lanes before_right;
  NAME(free_beside)(du, f->last, part, at, &left, &right);
  NAME(free_beside)(former, f->last, part, at, &left, &before_right);
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

TARGET static body_sums NAME(free_sums_of)(const free_rows *f, const double *u, const double *du,
                                           const double *former) {
  NAME(free_wide_sums) sum = {0};
  for (int j = 0; j <= f->ny; ++j)
    for (int part = 0; part < BLOCK; part += LANES) {
      const long row = j * f->s;
      const bool top = j == f->ny;
      const bool edge = j == 0 || top;
      NAME(free_sums) of_row = {0};
      for (long at = part; at <= f->last + part; at += BLOCK) {
        NAME(free_sum_bend)(f, u + row, du + row, edge, top, part, at, &of_row);
        NAME(free_sum_du)(f, du + row, former + row, edge ? 0.5 : 1, top, part, at, &of_row);
      }
      sum.du_du.part[part / LANES] += of_row.du_du;
      sum.bend_bend.part[part / LANES] += of_row.bend_bend;
      sum.grad_du.part[part / LANES] += of_row.grad_du;
      sum.du_former.part[part / LANES] += of_row.du_former;
      sum.grad_former.part[part / LANES] += of_row.grad_former;
    }
  return (body_sums){.du_du = NAME(total)(&sum.du_du),
                     .lap_lap = NAME(total)(&sum.bend_bend),
                     .grad_du = NAME(total)(&sum.grad_du),
                     .du_former = NAME(total)(&sum.du_former),
                     .grad_former = NAME(total)(&sum.grad_former)};
}
