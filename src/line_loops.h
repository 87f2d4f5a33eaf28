// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of line.c, in one variant (see kernel.h). They run over whole blocks, from the
// left end to a little beyond the right one; the ends, and what lies behind them, are put right
// afterwards.

// --- The step -----------------------------------------------------------------------------------

#define LAP(x) ((LOAD((x)-1) - LOAD(x)) + (LOAD((x) + 1) - LOAD(x)))

TARGET static void NAME(step)(const model_body *b, motion a, double *restrict u, const double *du,
                              double *next, double *restrict scratch) {
  const int n = b->nx;
  double *w = scratch + BLOCK;
  for (int l = 0; l <= n; l += LANES)
    STORE(w + l) = (a.pull * LOAD(u + l) + a.rub * LOAD(du + l)) - a.bend * LAP(u + l);
  const ends now = step_ends(b, a, u, du, w);
  for (int l = 0; l <= n; l += LANES) {
    const lanes former = LOAD(du + l);
    const lanes new = former + (LAP(w + l) - a.lose * former);
    STORE(next + l) = new;
    STORE(u + l) += new;
  }
  put_ends(n, now, u, next);
}

#undef LAP

// --- Sums ---------------------------------------------------------------------------------------

typedef struct {
  NAME(block) speed, stretch, curve, rub, pace, drag;
} NAME(sums);

// Nodes that have both neighbours, each with the difference to the one on its right.
INLINE TARGET void NAME(sum_up)(const double *u, const double *du, const double *former, int l,
                                NAME(sums) * sum) {
  const lanes step = LOAD(du);
  const lanes slope = LOAD(u + 1) - LOAD(u);
  const lanes change = LOAD(du + 1) - step;
  const lanes lap = slope - (LOAD(u) - LOAD(u - 1));
  const lanes lap_change = change - (step - LOAD(du - 1));
  sum->speed.part[l] += step * step;
  sum->stretch.part[l] += slope * (slope - change);
  sum->curve.part[l] += lap * (lap - lap_change);
  sum->rub.part[l] += change * change;
  sum->pace.part[l] += LOAD(former) * step;
  sum->drag.part[l] += (LOAD(former + 1) - LOAD(former)) * change;
}

INLINE TARGET void NAME(sum_block)(const double *u, const double *du, const double *former, int i,
                                   NAME(sums) * sum) {
  for (int l = 0; l < BLOCK; l += LANES)
    NAME(sum_up)(u + i + l, du + i + l, former + i + l, l / LANES, sum);
}

/// Adds the lanes of one block that both masks keep.
INLINE TARGET void NAME(add_kept)(const NAME(block) * one, const unsigned long long *from,
                                  const unsigned long long *to, NAME(block) * sum) {
  for (int l = 0; l < BLOCK; l += LANES) {
    const lanes begun = KEEP(one->part[l / LANES], from + l);
    sum->part[l / LANES] += KEEP(begun, to + l);
  }
}

// A block that lies partly outside: only nodes `from` .. `to` - 1 of it count.
INLINE TARGET void NAME(sum_partly)(const double *u, const double *du, const double *former, int i,
                                    int from, int to, NAME(sums) * sum) {
  const unsigned long long *after = keep_some + BLOCK - from;
  const unsigned long long *until = keep_some + BLOCK + (BLOCK - to);
  NAME(sums) one = {0};
  NAME(sum_block)(u, du, former, i, &one);
  NAME(add_kept)(&one.speed, after, until, &sum->speed);
  NAME(add_kept)(&one.stretch, after, until, &sum->stretch);
  NAME(add_kept)(&one.curve, after, until, &sum->curve);
  NAME(add_kept)(&one.rub, after, until, &sum->rub);
  NAME(add_kept)(&one.pace, after, until, &sum->pace);
  NAME(add_kept)(&one.drag, after, until, &sum->drag);
}

TARGET static body_sums NAME(sums_of)(const model_body *b, const double *u, const double *du,
                                      const double *former) {
  const int n = b->nx;
  const int last = (n - 1) / BLOCK * BLOCK;
  NAME(sums) sum = {0};
  NAME(sum_partly)(u, du, former, 0, 1, n < BLOCK ? n : BLOCK, &sum);
  for (int i = BLOCK; i < last; i += BLOCK)
    NAME(sum_block)(u, du, former, i, &sum);
  if (last > 0)
    NAME(sum_partly)(u, du, former, last, 0, n - last, &sum);
  body_sums all = sums_of_ends(b, u, du, former);
  all.speed += NAME(total)(&sum.speed);
  all.stretch += NAME(total)(&sum.stretch);
  all.curve += NAME(total)(&sum.curve);
  all.rub += NAME(total)(&sum.rub);
  all.pace += NAME(total)(&sum.pace);
  all.drag += NAME(total)(&sum.drag);
  return all;
}
