// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// From the integrator to the motion, its stops and its ledger, and what happens at events. At each
// beginning or end of a contact the motion gets a new origin, and with it the problem a new clock:
// the integrator stops there and restarts at 0, so that overlaps keep their digits.

#include "methods/adaptive/modal_problem.h"

#include <math.h>
#include <string.h>

// --- Ledger -------------------------------------------------------------------------------------

// The growth of an integral since it was last booked.
static double grown(adaptive *c, const double *y, int at) {
  const double more = y[at] - c->counted[at];
  c->counted[at] = y[at];
  return more;
}

static void book_integrals(adaptive *c, const double *y) {
  const modal_system *p = c->p;
  modal_motion *f = c->f;
  for (int j = 0; p->lossy && j < p->modes; ++j) {
    const double lost = grown(c, y, at_loss(p) + j);
    f->loss[j] += f->counts ? lost : 0;
  }
  if (p->drives > 0) {
    const double work = grown(c, y, at_work(p));
    f->head->supplied += f->counts ? work : 0;
  }
  for (int i = 0; i < p->stops; ++i) {
    f->stop[i].impulse += grown(c, y, at_impulse(p) + i);
    const double lost = c->damped ? grown(c, y, at_rub(p) + i) : 0;
    f->stop[i].lost += lost;
    f->stop[i].dissipated += lost;
  }
}

void modal_take_over(adaptive *c, double t, const double *y) {
  const size_t size = (size_t)c->p->modes * sizeof *y;
  memcpy(c->f->dq, y, size);
  memcpy(c->f->v, y + c->p->modes, size);
  c->f->head->now = t;
  stops_evaluate(c->p, c->f);
  for (int i = 0; i < c->p->stops; ++i)
    if (c->f->stop[i].touch == TOUCH_STUCK)
      c->f->stop[i].eta = c->f->stop[i].rate = 0;
  book_integrals(c, y);
}

void modal_land(adaptive *c) {
  motion_rebase(c->p, c->f);
  for (int i = 0; i < c->p->stops; ++i)
    if (c->f->stop[i].touch == TOUCH_STUCK)
      c->f->stop[i].start = c->f->stop[i].eta = 0;
}

// --- Events -------------------------------------------------------------------------------------

// Extremes of present contacts; true if some root is the beginning or end of one.
static bool update_extremes(const adaptive *c, const int *found) {
  bool begins_or_ends = false;
  for (int i = 0; i < c->p->stops; ++i) {
    stop_state *s = &c->f->stop[i];
    begins_or_ends = begins_or_ends || found[i * ROOTS + ROOT_TURN] != 0;
    if (s->touch == TOUCH_PRESSED) {
      s->peak = fmax(s->peak, stop_force(&c->p->stop[i], s->eta, s->rate));
      s->deepest = fmax(s->deepest, s->eta);
    }
  }
  return begins_or_ends;
}

static void apply_events(adaptive *c, const int *found) {
  modal_motion *f = c->f;
  modal_land(c);
  for (int i = 0; i < c->p->stops; ++i) {
    if (found[i * ROOTS + ROOT_TURN] == 0)
      continue;
    const stop_touch how = f->stop[i].touch;
    f->stop[i].eta = f->stop[i].start = 0;
    if (how != TOUCH_APART)
      stop_end(c->p, f, i);
    f->stop[i].free_start = how == TOUCH_STUCK;
  }
  stops_collide(c->p, f);
  stops_resolve(c->p, f);
  for (int i = 0; i < c->p->stops; ++i) {
    c->released[i] = f->stop[i].free_start;
    f->stop[i].free_start = false;
  }
}

jump_verdict modal_jump(void *user, double t, double *y, const int *found) {
  adaptive *c = user;
  modal_take_over(c, t, y);
  c->turned = update_extremes(c, found);
  if (!c->turned)
    return JUMP_GO_ON;
  apply_events(c, found);
  return JUMP_STOP;
}

bool modal_missed(const adaptive *c) {
  for (int i = 0; i < c->p->stops; ++i) {
    const stop_state *s = &c->f->stop[i];
    if (s->touch == TOUCH_APART && !c->released[i] && s->eta > 16 * s->noise + s->position_noise)
      return true;
  }
  return false;
}
