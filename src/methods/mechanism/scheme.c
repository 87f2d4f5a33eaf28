// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The step, and its energy balance (theory 16.15 and 16.16). Unknown are the velocities at its
// end, for which newton.c solves, from those at its beginning and their last gain.

#include "methods/mechanism/scheme.h"

#include <string.h>

// --- The energy balance --------------------------------------------------------------------------

// What a shank loses: the links have blocks of their own in the matrix of damping.
static void book_shanks(const step_context *w, mechanism_balance *balance) {
  const mechanism_system *p = w->p;
  for (int i = 0; i < p->links; ++i) {
    const mechanism_link *l = &p->link[i];
    const int own[2] = {l->angle, l->flex + l->axials + l->transverses};
    balance->lost[i] = w->lost[i];
    for (int a = own[0]; a < own[1]; ++a)
      for (int b = own[0]; b < own[1]; ++b)
        balance->lost[i] += p->h * w->mean[a] * p->damping[a][b] * w->mean[b];
  }
  for (int i = 0; i < p->masses; ++i) {
    const int c = p->mass[i].coordinate;
    balance->mass_lost[i] = p->h * p->damping[c][c] * w->mean[c] * w->mean[c];
  }
}

static void book_touches(const step_context *w, mechanism_balance *balance) {
  for (int t = 0; t < w->p->touches; ++t) {
    const touch_step *s = &w->scratch->touch[t];
    if (!s->active)
      continue;
    const felt_law *law = &w->p->touch[t].law;
    const double stored = felt_energy(law, s->overlap[1]) - felt_energy(law, s->overlap[0]);
    balance->felt[t] =
        s->force * (s->overlap[1] - s->overlap[0]) - stored + s->rubbing * s->slip * w->p->h;
    balance->missing[t] = s->missing;
  }
}

static void advance_strings(const step_context *w, mechanism_motion *m,
                            mechanism_balance *balance) {
  const mechanism_system *p = w->p;
  for (int i = 0; i < p->strings; ++i) {
    string_load load = {.count = 0};
    for (int t = 0; t < p->touches; ++t) {
      const touch_step *s = &w->scratch->touch[t];
      if (p->touch[t].faces != FACES_STRING || p->touch[t].string != i || !s->active)
        continue;
      load.x[load.count][0] = s->x[0];
      load.x[load.count][1] = s->x[1];
      load.force[load.count++] = p->touch[t].side * s->force;
    }
    balance->string_lost[i] = string_advance(p, w->string_modes, i, m->u, m->du, &load);
  }
}

static void begin(step_context *w) {
  const mechanism_system *p = w->p;
  mechanism_scratch *scratch = w->scratch;
  poses_make(p, w->m->q, w->m->v, &scratch->begin);
  inertia_matrix(&scratch->begin, scratch->M);
  for (int i = 0; i < p->coordinates; ++i) {
    scratch->momentum[i] = 0;
    for (int j = 0; j < p->coordinates; ++j)
      scratch->momentum[i] += scratch->M[i][j] * w->m->v[j];
  }
  for (int t = 0; t < p->touches; ++t)
    if (p->touch[t].faces == FACES_SEGMENT)
      scratch->touch[t].overlap[0] = touch_overlap(&p->touch[t], &scratch->begin);
  for (int i = 0; i < p->strings; ++i)
    scratch->reach[i] = string_reach(p, w->string_modes, i, w->m->u, w->m->du);
}

bool mechanism_step(const mechanism_system *p, const string_mode *string_modes, mechanism_motion *m,
                    const double *pull, mechanism_scratch *scratch, mechanism_balance *balance) {
  const int n = p->coordinates;
  step_context w = {.p = p, .string_modes = string_modes, .m = m, .pull = pull, .scratch = scratch};
  double v1[MAX_COORDINATES];
  begin(&w);
  for (int i = 0; i < n; ++i)
    v1[i] = m->v[i] + m->gain[i];
  *balance = (mechanism_balance){0};
  if (!step_solve(&w, v1, &balance->iterations)) {
    memcpy(v1, m->v, (size_t)n * sizeof *v1); // once more, from another guess
    if (!step_solve(&w, v1, &balance->iterations))
      return false;
  }
  book_shanks(&w, balance);
  book_touches(&w, balance);
  balance->work = w.work;
  advance_strings(&w, m, balance);
  for (int i = 0; i < n; ++i)
    m->gain[i] = v1[i] - m->v[i];
  memcpy(m->q, w.q1, (size_t)n * sizeof *m->q);
  memcpy(m->v, v1, (size_t)n * sizeof *m->v);
  return true;
}
