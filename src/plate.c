// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A stiff, lossy plate on square cells of side h:
//
//   u'' = -kappa^2 Lap Lap u - 2 sigma_0 u' + 2 sigma_1 Lap u'
//
// kappa^2 = D / rho H (m4/s2), sigma_0 (1/s), sigma_1 (m2/s). With (Lap u) the sum of the four
// neighbours less 4 u, and increments du = u^n - u^{n-1}:
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + Lap w,   w = (2 sigma_1 k / h^2) du - (kappa k /
//   h^2)^2 Lap u
//
// Edges: pinned u = Lap u = 0; clamped u = 0, Lap u = 2 u_inside (mirrored ghost). Rows of w are
// made just before they are needed, so that three of them suffice.
//
//   H = rho H h^2 / 2 [ |du|^2 / k^2 + kappa^2/h^4 <Lap u^n, Lap u^{n-1}> - sigma_1 / (k h^2) |D
//   du|^2 ] loss per step = rho H h^2 / 2k [ sigma_0 |z|^2 + sigma_1/h^2 |D z|^2 ],  z = du+ + du
//
// with D the differences along both sides, and clamped edges counting half in <Lap, Lap>.
// (Bilbao 2009, sections 12.2 and 12.4; stability in compile_body.c.)

#include "body.h"
#include "kernel.h"

// Lap u is kept: it is made when u advances, serves the step, which needs it next, and the energy,
// which needs the old one and the new one together. On edges it has the values above.
//
// Rows are whole lanes, two at a time. The held edges of u, du and next are zero, and so is the
// padding of every row; loops therefore run over all of it, and what comes out wrong on an edge is
// put right behind them.

// --- The step -----------------------------------------------------------------------------------

/// Three rows of w.
typedef struct {
  double *below, *here, *above;
} rows;

// They are read one node beyond both ends.
INLINE rows rows_in(double *scratch, int s) {
  const long room = s + 2 * LANES;
  double *first = scratch + LANES;
  for (int i = 0; i < 3; ++i)
    first[i * room - 1] = first[i * room + s] = 0;
  return (rows){first, first + room, first + 2 * room};
}

INLINE void make_w(motion a, const double *lap, const double *du, double *w) {
  const lanes rub = ALL(a.rub);
  const lanes bend = ALL(a.bend);
  STORE(w) = rub * LOAD(du) - bend * LOAD(lap);
}

INLINE void make_next(motion a, const rows *w, int i, const double *du, double *next) {
  const lanes lose = ALL(a.lose);
  const lanes old = LOAD(du + i);
  const lanes beside = LOAD(w->here + i - 1) + LOAD(w->here + i + 1);
  const lanes around = beside + (LOAD(w->below + i) + LOAD(w->above + i));
  STORE(next + i) = old + ((around - 4 * LOAD(w->here + i)) - lose * old);
}

KERNEL void plate_free_step(const model_body *b, motion a, const double *restrict lap,
                            const double *restrict du, double *restrict next,
                            double *restrict scratch) {
  const int n = b->nx;
  const int s = b->stride;
  rows w = rows_in(scratch, s);
  for (int i = 0; i < s; i += LANES) {
    make_w(a, lap + i, du + i, w.here + i);
    make_w(a, lap + s + i, du + s + i, w.above + i);
  }
  for (int j = 1; j < b->ny; ++j) {
    w = (rows){w.here, w.above, w.below};
    const double *old = du + (long)j * s;
    const double *bow_above = lap + (long)(j + 1) * s;
    double *out = next + (long)j * s;
    for (int i = 0; i < s; i += 2 * LANES) {
      FETCH(out + s + i);
      make_w(a, bow_above + i, old + s + i, w.above + i);
      make_next(a, &w, i, old, out);
      make_w(a, bow_above + i + LANES, old + s + i + LANES, w.above + i + LANES);
      make_next(a, &w, i + LANES, old, out);
    }
    out[0] = out[n] = out[n + 1] = 0;
  }
}

// --- Energy -------------------------------------------------------------------------------------

/// Sums over nodes. Since du is zero on all edges, |D du|^2 = -<du, Lap du>.
typedef struct {
  lanes speed; // |du|^2
  lanes curve; // <Lap u^n, Lap u^{n-1}>
  lanes rub;   // |D du|^2
} sums;

// Each row adds up by itself first, which rounds less.
INLINE void sums_add(sums *total, const sums *row) {
  total->speed += row->speed;
  total->curve += row->curve;
  total->rub += row->rub;
}

INLINE void energy_from(const model_body *b, material a, double k, const sums *sum, double *kinetic,
                        double *potential) {
  const double h2 = b->h * b->h;
  const double half = b->node_mass / 2;
  *kinetic = half * (lanes_sum(&sum->speed) / (k * k) - a.sigma1 / (k * h2) * lanes_sum(&sum->rub));
  *potential = half * b->bend / (h2 * h2) * lanes_sum(&sum->curve);
}

INLINE void energy_of_lanes(const double *u, const double *du, int s, sums *sum) {
  const lanes step = LOAD(du);
  const lanes around = (LOAD(u - 1) + LOAD(u + 1)) + (LOAD(u - s) + LOAD(u + s));
  const lanes around_step = (LOAD(du - 1) + LOAD(du + 1)) + (LOAD(du - s) + LOAD(du + s));
  const lanes lap = around - 4 * LOAD(u);
  const lanes lap_step = around_step - 4 * step;
  sum->speed += step * step;
  sum->curve += lap * (lap - lap_step);
  sum->rub -= step * lap_step;
}

// u^n u^{n-1}
INLINE double product(const double *u, const double *du) {
  return *u * (*u - *du);
}

INLINE double product_of_row(const double *u, const double *du, int s) {
  lanes sum = {0};
  for (int i = 0; i < s; i += LANES)
    sum += LOAD(u + i) * (LOAD(u + i) - LOAD(du + i));
  return lanes_sum(&sum);
}

// From u and du alone, for the start and for live changes.
KERNEL void plate_energy(const model_body *b, material a, double k, const double *u,
                         const double *du, double *kinetic, double *potential) {
  const int s = b->stride;
  const int last = b->nx - 1;
  const long top = (long)(b->ny - 1) * s;
  sums sum = {{0}, {0}, {0}};
  double sides = 0;
  for (int j = 1; j < b->ny; ++j) {
    const double *row = u + (long)j * s;
    const double *step = du + (long)j * s;
    sums of_row = {{0}, {0}, {0}};
    for (int i = 0; i < s; i += LANES)
      energy_of_lanes(row + i, step + i, s, &of_row);
    sums_add(&sum, &of_row);
    sides += product(row + 1, step + 1) + product(row + last, step + last);
  }
  // Half of <Lap u, Lap u> is 2 u_inside^2 on a clamped edge and 0 on a pinned one; on those to the
  // left and right the loop has counted u_inside^2.
  if (b->ends[0] == END_CLAMPED)
    sum.curve[0] +=
        sides + 2 * (product_of_row(u + s, du + s, s) + product_of_row(u + top, du + top, s));
  else
    sum.curve[0] -= sides;
  energy_from(b, a, k, &sum, kinetic, potential);
}

// --- The advance, which counts the energy on its way --------------------------------------------

// u one row below, then Lap u here.
INLINE void advance_lanes(double *u, const double *next, double *lap, int s, bool count,
                          sums *sum) {
  const lanes below = LOAD(u - s) + LOAD(next - s);
  const lanes around = (LOAD(u - 1) + LOAD(u + 1)) + (below + LOAD(u + s));
  const lanes now = around - 4 * LOAD(u);
  if (count) {
    const lanes before = LOAD(lap);
    const lanes step = LOAD(next);
    sum->speed += step * step;
    sum->curve += now * before;
    sum->rub -= step * (now - before);
  }
  STORE(u - s) = below;
  STORE(lap) = now;
}

// Lap u along an edge, where the product counts half.
INLINE void advance_edge(double mirror, const double *inside, double *lap, int s, sums *sum) {
  const lanes twice = ALL(mirror);
  const lanes half = ALL(0.5);
  for (int i = 0; i < s; i += LANES) {
    const lanes now = twice * LOAD(inside + i);
    sum->curve += half * (now * LOAD(lap + i));
    STORE(lap + i) = now;
  }
}

// From the last row to the first: the step went upwards and has left the last ones in the cache,
// and the next step will find the first ones there.
INLINE void advance(const model_body *b, double *u, const double *next, double *lap, bool count,
                    sums *sum) {
  const int n = b->nx;
  const int s = b->stride;
  const double mirror = b->ends[0] == END_CLAMPED ? 2 : 0;
  const long top = (long)(b->ny - 1) * s;
  for (int i = 0; i < s; i += LANES)
    STORE(u + top + i) += LOAD(next + top + i);
  advance_edge(mirror, u + top, lap + top + s, s, sum);
  for (int j = b->ny - 1; j > 0; --j) {
    double *row = u + (long)j * s;
    const double *step = next + (long)j * s;
    double *bow = lap + (long)j * s;
    sums of_row = {{0}, {0}, {0}};
    for (int i = 0; i < s; i += 2 * LANES) {
      FETCH(bow - s + i);
      advance_lanes(row + i, step + i, bow + i, s, count, &of_row);
      advance_lanes(row + i + LANES, step + i + LANES, bow + i + LANES, s, count, &of_row);
    }
    sums_add(sum, &of_row);
    bow[0] = mirror * row[1]; // the loop made half of it and so, as it should, counted half
    bow[n] = mirror * row[n - 1];
  }
  advance_edge(mirror, u + s, lap, s, sum);
}

KERNEL void plate_advance(const model_body *b, double *u, const double *next, double *lap) {
  sums none = {{0}, {0}, {0}};
  advance(b, u, next, lap, false, &none);
}

KERNEL void plate_advance_counted(const model_body *b, material a, double k, double *u,
                                  const double *next, double *lap, double *kinetic,
                                  double *potential) {
  sums sum = {{0}, {0}, {0}};
  advance(b, u, next, lap, true, &sum);
  energy_from(b, a, k, &sum, kinetic, potential);
}

// --- Losses -------------------------------------------------------------------------------------

// |z|^2 of the row above and |D z|^2 along it and down to this row, which then takes its place.
INLINE void loss_of_lanes(const double *du, const double *next, double *z, bool rub, sums *sum) {
  const lanes above = LOAD(z);
  const lanes here = LOAD(next) + LOAD(du);
  sum->speed += above * above;
  if (rub) {
    const lanes right = LOAD(z + 1) - above;
    const lanes down = above - here;
    sum->rub += right * right + down * down;
  }
  STORE(z) = here;
}

// Downwards, as the advance.
KERNEL double plate_loss(const model_body *b, material a, double k, const double *du,
                         const double *next, double *scratch) {
  if (a.sigma0 == 0 && a.sigma1 == 0)
    return 0;
  const int s = b->stride;
  double *z = scratch;
  for (int i = 0; i <= s; ++i)
    z[i] = 0;
  sums sum = {{0}, {0}, {0}};
  for (int j = b->ny - 1; j >= 0; --j) {
    const double *old = du + (long)j * s;
    const double *new = next + (long)j *s;
    sums of_row = {{0}, {0}, {0}};
    for (int i = 0; i < s; i += 2 * LANES) {
      loss_of_lanes(old + i, new + i, z + i, a.sigma1 > 0, &of_row);
      loss_of_lanes(old + i + LANES, new + i + LANES, z + i + LANES, a.sigma1 > 0, &of_row);
    }
    sums_add(&sum, &of_row);
  }
  return b->node_mass / (2 * k) *
         (a.sigma0 * lanes_sum(&sum.speed) + a.sigma1 / (b->h * b->h) * lanes_sum(&sum.rub));
}
