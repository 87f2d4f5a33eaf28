// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of modal_step.c, in one variant (see kernel.h). Rows are whole blocks, padded with
// zeros.

// --- The step -----------------------------------------------------------------------------------

/// One rotation of some modes.
INLINE TARGET void NAME(rotate)(const double *rotation, int length, int at, lanes *q, lanes *y) {
  const lanes a = LOAD(rotation + at);
  const lanes x = MADD(a, *y, *q);
  const lanes keep = LOAD(modal_row(rotation, 2, length) + at);
  const lanes turned = MADD(LOAD(rotation + length + at), x, *y);
  *q = keep * MADD(a, turned, x);
  *y = keep * turned;
}

/// And what the forces f add, by the given rows.
INLINE TARGET void NAME(drive)(const double *to_q, const double *to_y, int at, const lanes *f,
                               lanes *q, lanes *y) {
  *q = MADD(LOAD(to_q + at), *f, *q);
  *y = MADD(LOAD(to_y + at), *f, *y);
}

TARGET static void NAME(advance)(const double *rotation, int length, const double *f, double *q,
                                 double *y) {
  for (int at = 0; at < length; at += LANES) {
    const lanes force = LOAD(f + at);
    lanes here = LOAD(q + at);
    lanes there = LOAD(y + at);
    NAME(rotate)(rotation, length, at, &here, &there);
    NAME(drive)
    (modal_row(rotation, 3, length), modal_row(rotation, 4, length), at, &force, &here, &there);
    STORE(q + at) = here;
    STORE(y + at) = there;
  }
}

// --- Energies -----------------------------------------------------------------------------------

typedef struct {
  lanes kinetic, potential, lost;
} NAME(energies);

/// Twice the energies of some modes.
INLINE TARGET void NAME(energies_at)(const double *constants, int length, int at, const lanes *q,
                                     const lanes *y, NAME(energies) * e) {
  const lanes v = NMADD(LOAD(constants + at), *q, *y);
  e->kinetic = v * v;
  e->potential = LOAD(constants + length + at) * *q * *q;
}

/// Adds those after a step from (q, y) to (q_now, y_now) under the forces f, and what was lost; f
/// is NULL without forces.
INLINE TARGET void NAME(book)(const double *constants, int length, int at, const lanes *f,
                              const lanes *q, const lanes *y, const lanes *q_now,
                              const lanes *y_now, NAME(energies) * sum) {
  NAME(energies) before;
  NAME(energies) after;
  NAME(energies_at)(constants, length, at, q, y, &before);
  NAME(energies_at)(constants, length, at, q_now, y_now, &after);
  lanes lost = (before.kinetic - after.kinetic) + (before.potential - after.potential);
  if (f != NULL)
    lost = MADD(2 * *f, *q_now - *q, lost);
  sum->kinetic += after.kinetic;
  sum->potential += after.potential;
  sum->lost = MADD(LOAD(modal_row(constants, 2, length) + at), lost, sum->lost);
}

/// Of both halves of a block.
typedef struct {
  NAME(energies) group[BLOCK / LANES];
} NAME(block_energies);

INLINE TARGET modal_energies NAME(total_energies)(const NAME(block_energies) * e) {
  NAME(block) kinetic;
  NAME(block) potential;
  NAME(block) lost;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    kinetic.group[l] = e->group[l].kinetic;
    potential.group[l] = e->group[l].potential;
    lost.group[l] = e->group[l].lost;
  }
  return (modal_energies){.kinetic = NAME(total)(&kinetic) / 2,
                          .potential = NAME(total)(&potential) / 2,
                          .lost = NAME(total)(&lost) / 2};
}

TARGET static void NAME(advance_booked)(const double *rotation, const double *constants, int length,
                                        const double *f, double *q, double *y,
                                        modal_energies *all) {
  NAME(block_energies) sum = {0};
  for (int first = 0; first < length; first += BLOCK)
    for (int l = 0; l < BLOCK / LANES; ++l) {
      const int at = first + l * LANES;
      const lanes force = LOAD(f + at);
      const lanes here = LOAD(q + at);
      const lanes there = LOAD(y + at);
      lanes q_now = here;
      lanes y_now = there;
      NAME(rotate)(rotation, length, at, &q_now, &y_now);
      NAME(drive)
      (modal_row(rotation, 3, length), modal_row(rotation, 4, length), at, &force, &q_now, &y_now);
      NAME(book)(constants, length, at, &force, &here, &there, &q_now, &y_now, &sum.group[l]);
      STORE(q + at) = q_now;
      STORE(y + at) = y_now;
    }
  *all = NAME(total_energies)(&sum);
}

TARGET static void NAME(energy)(const double *constants, int length, const double *q,
                                const double *y, modal_energies *all) {
  NAME(block_energies) sum = {0};
  for (int first = 0; first < length; first += BLOCK)
    for (int l = 0; l < BLOCK / LANES; ++l) {
      const int at = first + l * LANES;
      NAME(energies) now;
      const lanes here = LOAD(q + at);
      const lanes there = LOAD(y + at);
      NAME(energies_at)(constants, length, at, &here, &there, &now);
      sum.group[l].kinetic += now.kinetic;
      sum.group[l].potential += now.potential;
    }
  *all = NAME(total_energies)(&sum);
}

// --- Points -------------------------------------------------------------------------------------

#include "bodies/modal_probe_loops.h"

TARGET static void NAME(sum)(const double *row, int length, const double *x, double *all) {
  NAME(block) sum = {{{0}}};
  for (int first = 0; first < length; first += BLOCK)
    for (int l = 0; l < BLOCK / LANES; ++l) {
      const int at = first + l * LANES;
      sum.group[l] = MADD(LOAD(row + at), LOAD(x + at), sum.group[l]);
    }
  *all = NAME(total)(&sum);
}

TARGET static void NAME(sums)(const double *of_q, const double *of_y, int length, const double *q,
                              const double *y, double *all) {
  NAME(block) sum = {{{0}}};
  NAME(block) second = {{{0}}};
  for (int first = 0; first < length; first += BLOCK)
    for (int l = 0; l < BLOCK / LANES; ++l) {
      const int at = first + l * LANES;
      sum.group[l] = MADD(LOAD(of_q + at), LOAD(q + at), sum.group[l]);
      second.group[l] = MADD(LOAD(of_y + at), LOAD(y + at), second.group[l]);
    }
  for (int l = 0; l < BLOCK / LANES; ++l)
    sum.group[l] += second.group[l];
  *all = NAME(total)(&sum);
}

TARGET static void NAME(push)(const double *weights, int length, double F, double *f) {
  for (int at = 0; at < length; at += LANES)
    STORE(f + at) = MADD(LOAD(weights + at), ALL(F), LOAD(f + at));
}

// --- All in one loop ----------------------------------------------------------------------------

/// Sums of one pass.
typedef struct {
  lanes here, travel, of_q, of_y;
} NAME(pass_sums);

// Some modes, from `at` on.
INLINE TARGET void NAME(pass_some)(bool pushed, bool booked, bool probes, bool reads, int at,
                                   const modal_pass *p, NAME(pass_sums) * sum,
                                   NAME(energies) * energies) {
  const int length = p->length;
  const lanes F = ALL(p->F);
  const lanes q = LOAD(p->q + at);
  const lanes y = LOAD(p->y + at);
  lanes now = q;
  lanes there = y;
  NAME(rotate)(p->rotation, length, at, &now, &there);
  if (pushed)
    NAME(drive)
  (modal_row(p->push, POINT_PUSH_Q, length), modal_row(p->push, POINT_PUSH_Y, length), at, &F, &now,
   &there);
  if (booked) {
    const lanes f = F * LOAD((pushed ? p->push : p->q) + at);
    NAME(book)(p->constants, length, at, pushed ? &f : NULL, &q, &y, &now, &there, energies);
  }
  STORE(p->q + at) = now;
  STORE(p->y + at) = there;
  if (reads) {
    sum->of_q = MADD(LOAD(p->of_q + at), now, sum->of_q);
    sum->of_y = MADD(LOAD(p->of_y + at), there, sum->of_y);
  }
  if (probes) {
    lanes then = now;
    NAME(rotate)(p->rotation, length, at, &then, &there);
    sum->here = MADD(LOAD(p->probe + at), now, sum->here);
    sum->travel = MADD(LOAD(p->probe + at), then - now, sum->travel);
  }
}

INLINE TARGET void NAME(pass_as)(bool pushed, bool booked, bool probes, bool reads, modal_pass *p) {
  const int length = p->length;
  const modal_pass copy = *p; // which no store can change: worth it where two parts take turns
  const modal_pass *of = BLOCK > LANES ? &copy : p;
  NAME(block_energies) energies = {0};
  NAME(pass_sums) sum[BLOCK / LANES] = {0};
  NAME(block) here;
  NAME(block) travel;
  NAME(block) read;
  for (int first = 0; first < length; first += BLOCK)
    for (int l = 0; l < BLOCK / LANES; ++l)
      NAME(pass_some)
  (pushed, booked, probes, reads, first + l * LANES, of, &sum[l], &energies.group[l]);
  for (int l = 0; l < BLOCK / LANES; ++l) {
    here.group[l] = sum[l].here;
    travel.group[l] = sum[l].travel;
    read.group[l] = sum[l].of_q + sum[l].of_y;
  }
  if (booked)
    p->energies = NAME(total_energies)(&energies);
  if (probes)
    p->reading = (modal_reading){.here = NAME(total)(&here), .travel = NAME(total)(&travel)};
  if (reads)
    p->sum = NAME(total)(&read);
}

INLINE TARGET void NAME(pass_probed)(bool pushed, bool booked, modal_pass *p) {
  if (p->probe != NULL && p->of_q != NULL)
    NAME(pass_as)(pushed, booked, true, true, p);
  else if (p->probe != NULL)
    NAME(pass_as)(pushed, booked, true, false, p);
  else if (p->of_q != NULL)
    NAME(pass_as)(pushed, booked, false, true, p);
  else
    NAME(pass_as)(pushed, booked, false, false, p);
}

TARGET static void NAME(pass)(modal_pass *p) {
  if (p->push == NULL && p->constants == NULL)
    NAME(pass_probed)(false, false, p);
  else if (p->push == NULL)
    NAME(pass_probed)(false, true, p);
  else if (p->constants == NULL)
    NAME(pass_probed)(true, false, p);
  else
    NAME(pass_probed)(true, true, p);
}

// --- Several steps without forces ---------------------------------------------------------------

/// What is wanted of a run, known when it is compiled.
typedef struct {
  bool probes, reads, booked;
} NAME(run_kind);

/// Sums of one step.
typedef struct {
  NAME(pass_sums) points;
  NAME(energies) energies;
} NAME(run_sums);

// What a point sees after a step is known one step later, so that a run that looks takes one more.
INLINE TARGET void NAME(run_some)(int steps, NAME(run_kind) of, int at, const modal_run *r,
                                  NAME(run_sums) * sum) {
  lanes q = LOAD(r->from_q + at);
  lanes y = LOAD(r->from_y + at);
  lanes then = q;
  lanes there = y;
#pragma GCC unroll 8
  for (int n = 0; n < steps; ++n) {
    const lanes q_before = q;
    const lanes y_before = y;
    q = then;
    y = there;
    if (n == 0 || !of.probes)
      NAME(rotate)(r->rotation, r->length, at, &q, &y);
    then = q;
    there = y;
    if (of.booked)
      NAME(book)
    (r->constants, r->length, at, NULL, &q_before, &y_before, &q, &y, &sum[n].energies);
    if (of.probes) {
      NAME(rotate)(r->rotation, r->length, at, &then, &there);
      sum[n].points.here = MADD(LOAD(r->probe + at), q, sum[n].points.here);
      sum[n].points.travel = MADD(LOAD(r->probe + at), then - q, sum[n].points.travel);
    }
    if (of.reads) {
      sum[n].points.of_q = MADD(LOAD(r->of_q + at), q, sum[n].points.of_q);
      sum[n].points.of_y = MADD(LOAD(r->of_y + at), y, sum[n].points.of_y);
    }
  }
  STORE(r->q + at) = q;
  STORE(r->y + at) = y;
}

/// All sums of one step, in both halves of a block.
typedef struct {
  NAME(block) here, travel, read;
  NAME(block_energies) energies;
} NAME(run_totals);

INLINE TARGET void NAME(run_tell)(NAME(run_kind) of, const NAME(run_totals) * all, int step,
                                  const modal_run *r) {
  if (of.probes)
    r->readings[step] =
        (modal_reading){.here = NAME(total)(&all->here), .travel = NAME(total)(&all->travel)};
  if (of.reads)
    r->read[step] = NAME(total)(&all->read);
  if (of.booked)
    r->energies[step] = NAME(total_energies)(&all->energies);
}

// Adds up nothing across lanes: the next steps need not wait for that.
INLINE TARGET void NAME(run_as)(int steps, NAME(run_kind) of, modal_run *r,
                                NAME(run_totals) * all) {
  for (int l = 0; l < BLOCK / LANES; ++l) {
    NAME(run_sums) sum[RUN_AT_ONCE] = {0};
    for (int at = l * LANES; at < r->count; at += BLOCK)
      NAME(run_some)(steps, of, at, r, sum);
    for (int n = 0; n < steps; ++n) {
      if (of.probes) {
        all[n].here.group[l] = sum[n].points.here;
        all[n].travel.group[l] = sum[n].points.travel;
      }
      if (of.reads)
        all[n].read.group[l] = sum[n].points.of_q + sum[n].points.of_y;
      if (of.booked)
        all[n].energies.group[l] = sum[n].energies;
    }
  }
  r->from_q = r->q;
  r->from_y = r->y;
}

/// Steps at once: as many as have their sums in registers.
INLINE int NAME(run_at_once)(NAME(run_kind) of) {
  const int max = LANES == BLOCK ? RUN_AT_ONCE : RUN_AT_ONCE / 2;
  return max / ((of.probes && of.reads) || of.booked ? 2 : 1);
}

// Then the others one by one.
INLINE TARGET void NAME(run_kind_of)(NAME(run_kind) of, modal_run *r) {
  const int max = NAME(run_at_once)(of);
  NAME(run_totals) all[RUN_MAX];
  int done = 0;
  for (; done + max <= r->steps; done += max)
    NAME(run_as)(max, of, r, all + done);
  for (; done < r->steps; ++done)
    NAME(run_as)(1, of, r, all + done);
  for (int n = 0; n < r->steps; ++n)
    NAME(run_tell)(of, &all[n], n, r);
}

INLINE TARGET void NAME(run_probed)(bool booked, modal_run *r) {
  if (r->probe != NULL && r->of_q != NULL)
    NAME(run_kind_of)((NAME(run_kind)){true, true, booked}, r);
  else if (r->probe != NULL)
    NAME(run_kind_of)((NAME(run_kind)){true, false, booked}, r);
  else if (r->of_q != NULL)
    NAME(run_kind_of)((NAME(run_kind)){false, true, booked}, r);
  else
    NAME(run_kind_of)((NAME(run_kind)){false, false, booked}, r);
}

TARGET static void NAME(run)(modal_run *r) {
  if (r->constants != NULL)
    NAME(run_probed)(true, r);
  else
    NAME(run_probed)(false, r);
}
