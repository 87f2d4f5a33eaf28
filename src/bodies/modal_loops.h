// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of modal_step.c, in one variant (see kernel.h). Rows are whole blocks, padded with
// zeros.

// --- The step -----------------------------------------------------------------------------------

/// One turn of some modes, and what the forces add.
INLINE TARGET void NAME(turn)(const double *turn, int length, const double *f, int at, lanes *q,
                              lanes *y) {
  const lanes a = LOAD(turn + at);
  const lanes x = MADD(a, *y, *q);
  const lanes keep = LOAD(turn + 2 * length + at);
  const lanes turned = MADD(LOAD(turn + length + at), x, *y);
  *q = keep * MADD(a, turned, x);
  *y = keep * turned;
  if (f != NULL) {
    *q = MADD(LOAD(turn + 3 * length + at), LOAD(f + at), *q);
    *y = MADD(LOAD(turn + 4 * length + at), LOAD(f + at), *y);
  }
}

INLINE TARGET void NAME(advance_loop)(const double *turn, int length, const double *f, double *q,
                                      double *y) {
  for (int at = 0; at < length; at += LANES) {
    lanes here = LOAD(q + at);
    lanes there = LOAD(y + at);
    NAME(turn)(turn, length, f, at, &here, &there);
    STORE(q + at) = here;
    STORE(y + at) = there;
  }
}

TARGET static void NAME(advance)(const double *turn, int length, const double *f, double *q,
                                 double *y) {
  if (f != NULL)
    NAME(advance_loop)(turn, length, f, q, y);
  else
    NAME(advance_loop)(turn, length, NULL, q, y);
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

INLINE TARGET void NAME(booked_part)(const double *turn, const double *constants, int length,
                                     int part, const double *f, double *q, double *y,
                                     NAME(energies) * sum) {
  for (int at = part; at < length; at += BLOCK) {
    NAME(energies) before;
    NAME(energies) after;
    lanes here = LOAD(q + at);
    lanes there = LOAD(y + at);
    NAME(energies_at)(constants, length, at, &here, &there, &before);
    const lanes from = here;
    NAME(turn)(turn, length, f, at, &here, &there);
    NAME(energies_at)(constants, length, at, &here, &there, &after);
    STORE(q + at) = here;
    STORE(y + at) = there;
    lanes lost = (before.kinetic - after.kinetic) + (before.potential - after.potential);
    if (f != NULL)
      lost = MADD(2 * LOAD(f + at), here - from, lost);
    sum->kinetic += after.kinetic;
    sum->potential += after.potential;
    sum->lost = MADD(LOAD(constants + 2 * length + at), lost, sum->lost);
  }
}

TARGET static void NAME(advance_booked)(const double *turn, const double *constants, int length,
                                        const double *f, double *q, double *y,
                                        modal_energies *all) {
  NAME(block) kinetic;
  NAME(block) potential;
  NAME(block) lost;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    NAME(energies) sum = {0};
    if (f != NULL)
      NAME(booked_part)(turn, constants, length, l * LANES, f, q, y, &sum);
    else
      NAME(booked_part)(turn, constants, length, l * LANES, NULL, q, y, &sum);
    kinetic.part[l] = sum.kinetic;
    potential.part[l] = sum.potential;
    lost.part[l] = sum.lost;
  }
  *all = (modal_energies){.kinetic = NAME(total)(&kinetic) / 2,
                          .potential = NAME(total)(&potential) / 2,
                          .lost = NAME(total)(&lost) / 2};
}

TARGET static void NAME(energy)(const double *constants, int length, const double *q,
                                const double *y, modal_energies *all) {
  NAME(block) kinetic;
  NAME(block) potential;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    NAME(energies) sum = {0};
    for (int at = l * LANES; at < length; at += BLOCK) {
      NAME(energies) now;
      const lanes here = LOAD(q + at);
      const lanes there = LOAD(y + at);
      NAME(energies_at)(constants, length, at, &here, &there, &now);
      sum.kinetic += now.kinetic;
      sum.potential += now.potential;
    }
    kinetic.part[l] = sum.kinetic;
    potential.part[l] = sum.potential;
  }
  *all = (modal_energies){.kinetic = NAME(total)(&kinetic) / 2,
                          .potential = NAME(total)(&potential) / 2};
}

// --- Points -------------------------------------------------------------------------------------

TARGET static void NAME(look)(const double *rows, int length, const double *q, const double *y,
                              modal_view *view) {
  NAME(block) here;
  NAME(block) du;
  NAME(block) next;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    lanes sum[5] = {0};
    for (int at = l * LANES; at < length; at += BLOCK) {
      const lanes x = LOAD(q + at);
      const lanes z = LOAD(y + at);
      sum[0] = MADD(LOAD(rows + at), x, sum[0]);
      sum[1] = MADD(LOAD(rows + POINT_DU_Q * length + at), x, sum[1]);
      sum[2] = MADD(LOAD(rows + POINT_DU_Y * length + at), z, sum[2]);
      sum[3] = MADD(LOAD(rows + POINT_NEXT_Q * length + at), x, sum[3]);
      sum[4] = MADD(LOAD(rows + POINT_NEXT_Y * length + at), z, sum[4]);
    }
    here.part[l] = sum[0];
    du.part[l] = sum[1] + sum[2];
    next.part[l] = sum[3] + sum[4];
  }
  *view =
      (modal_view){.here = NAME(total)(&here), .du = NAME(total)(&du), .next = NAME(total)(&next)};
}

TARGET static void NAME(sum)(const double *row, int length, const double *x, double *all) {
  NAME(block) sum;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    lanes part = {0};
    for (int at = l * LANES; at < length; at += BLOCK)
      part = MADD(LOAD(row + at), LOAD(x + at), part);
    sum.part[l] = part;
  }
  *all = NAME(total)(&sum);
}

TARGET static void NAME(sums)(const double *of_q, const double *of_y, int length, const double *q,
                              const double *y, double *all) {
  NAME(block) sum;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    lanes first = {0};
    lanes second = {0};
    for (int at = l * LANES; at < length; at += BLOCK) {
      first = MADD(LOAD(of_q + at), LOAD(q + at), first);
      second = MADD(LOAD(of_y + at), LOAD(y + at), second);
    }
    sum.part[l] = first + second;
  }
  *all = NAME(total)(&sum);
}

TARGET static void NAME(push)(const double *weights, int length, double F, bool more, double *f) {
  if (more)
    for (int at = 0; at < length; at += LANES)
      STORE(f + at) = MADD(LOAD(weights + at), ALL(F), LOAD(f + at));
  else
    for (int at = 0; at < length; at += LANES)
      STORE(f + at) = LOAD(weights + at) * ALL(F);
}
