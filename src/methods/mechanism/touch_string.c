// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Circles of felt on one string over a step (theory 16.13, 16.14 and 16.19): with
//
//   D_a = r_a + side_a (P_y - height - w(P_x)),
//   D_a at the end = D_a of the string left alone - side_a sum_b C_ab side_b f_b(D_b)
//
// The compliances C are positive and the forces rise with their overlaps, so that there is one
// solution; one felt after the other is solved for until none changes.

#include "methods/mechanism/motion.h"

#include <math.h>

/// The felts on a string.
typedef struct {
  int count;
  int touch[MOST_ON_STRING];
  double x[MOST_ON_STRING][2]; // of their centres at both ends of the step, m
  double y[MOST_ON_STRING][2];
} string_felts;

static string_felts felts_on(const mechanism_system *p, const link_frames *f, int string) {
  string_felts on = {.count = 0};
  for (int i = 0; i < p->touches; ++i) {
    const mechanism_touch *t = &p->touch[i];
    if (t->faces != FACES_STRING || t->string != string)
      continue;
    for (int end = 0; end < 2; ++end) {
      double x[2] = {t->place, 0};
      if (t->translates)
        x[1] = f->end[end]->q[t->coordinate];
      else
        pose_place(f->end[end], &t->circle, x);
      on.x[on.count][end] = x[0];
      on.y[on.count][end] = x[1];
    }
    on.touch[on.count++] = i;
  }
  return on;
}

// The overlap with a string at rest.
static double rest_overlap(const mechanism_system *p, const mechanism_touch *t, double y) {
  return t->radius + t->side * (y - p->string[t->string].height);
}

// Whether any may touch a string that no point of is farther than `reach` from rest.
static bool any_near(const mechanism_system *p, const string_felts *on, double reach,
                     touch_step *s) {
  bool near = false;
  for (int a = 0; a < on->count; ++a) {
    const mechanism_touch *t = &p->touch[on->touch[a]];
    for (int end = 0; end < 2; ++end) {
      const double overlap = rest_overlap(p, t, on->y[a][end]);
      s[on->touch[a]].overlap[end] = overlap;
      near = near || overlap + reach > 0;
    }
  }
  return near;
}

static void solve_overlaps(const mechanism_system *p, const string_felts *on,
                           const string_sight *sight, touch_step *s) {
  double free[MOST_ON_STRING];
  for (int a = 0; a < on->count; ++a) {
    const mechanism_touch *t = &p->touch[on->touch[a]];
    s[on->touch[a]].overlap[0] = rest_overlap(p, t, on->y[a][0]) - t->side * sight->before[a];
    free[a] = rest_overlap(p, t, on->y[a][1]) - t->side * sight->after[a];
  }
  for (int round = 0; round < 100; ++round) {
    double changed = 0;
    for (int a = 0; a < on->count; ++a) {
      const mechanism_touch *t = &p->touch[on->touch[a]];
      touch_step *own = &s[on->touch[a]];
      double left = free[a];
      for (int b = 0; b < on->count; ++b)
        if (b != a)
          left -= t->side * sight->compliance[a][b] * p->touch[on->touch[b]].side *
                  s[on->touch[b]].force;
      own->overlap[1] = felt_solve(&t->law, own->overlap[0], left, sight->compliance[a][a], p->h);
      const felt_step law = felt_over(&t->law, own->overlap[0], own->overlap[1], p->h);
      changed = fmax(changed, fabs(law.force - own->force) - 1e-15 * law.force);
      own->force = law.force;
      own->rise = law.slope / (1 + sight->compliance[a][a] * law.slope);
    }
    if (on->count == 1 || !(changed > 0))
      return;
  }
}

void touch_string_acts(const mechanism_system *p, const mechanism_touch *t, const link_frames *f,
                       double slope, touch_step *s) {
  difference x[2];
  difference angle;
  touch_centre(t, f, x, &angle);
  for (int i = 0; i < p->coordinates; ++i) {
    s->normal[i] = t->side * (x[1].g[i] - slope * x[0].g[i]);
    s->acts[i] = t->slope_force ? s->normal[i] : t->side * x[1].g[i];
    s->tangent[i] = t->side * x[0].g[i] - t->radius * angle.g[i];
  }
}

void touch_strings(const mechanism_system *p, const string_turn *turns, const link_frames *f,
                   const mechanism_motion *m, int string, double reach, touch_step *s) {
  const string_felts on = felts_on(p, f, string);
  if (!any_near(p, &on, reach, s))
    return;
  const string_sight sight = string_look(p, turns, string, m->u, m->du, on.x, on.count);
  solve_overlaps(p, &on, &sight, s);
  for (int a = 0; a < on.count; ++a) {
    touch_step *own = &s[on.touch[a]];
    double slope = sight.slope[a];
    for (int b = 0; b < on.count; ++b)
      slope += p->touch[on.touch[b]].side * s[on.touch[b]].force * sight.slope_grows[a][b];
    own->active = own->overlap[0] > 0 || own->overlap[1] > 0;
    own->x[0] = on.x[a][0];
    own->x[1] = on.x[a][1];
    if (!own->active)
      continue;
    const mechanism_touch *t = &p->touch[on.touch[a]];
    touch_string_acts(p, t, f, slope, own);
    own->missing = t->slope_force ? 0 : -t->side * own->force * slope * (own->x[1] - own->x[0]);
    touch_rub(t, f, p->h, own);
  }
}
