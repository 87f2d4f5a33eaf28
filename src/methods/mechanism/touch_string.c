// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Circles of felt on one string over a step (theory 16.13, 16.14 and 16.19): with
//
//   D_a = r_a + side_a (P_y - height - w(P_x)),
//   D_a at the end = D_a of the string left alone - side_a sum_b C_ab side_b f_b(D_b)
//
// The compliances C are positive and the forces rise with their overlaps, so that there is one
// solution; one felt after the other is solved for until none changes. Stiff felts close to each
// other come to it slowly: a step in which they do not is one that cannot be solved.

#include "methods/mechanism/motion.h"

#include <math.h>

/// Rounds over all felts: some are enough where the step resolves the felts. Beyond them a change
/// of this part of the largest force is rounding; ten thousand rounds of it would be below 1e-9.
enum { SOME_ROUNDS = 100, MAX_ROUNDS = 20000 };
static const double rounding = 1e-14;

/// Felts on a string.
typedef struct {
  int count;
  int touch[MAX_ON_STRING];
  double x[MAX_ON_STRING][2];    // of their centres at both ends of the step, m
  double rest[MAX_ON_STRING][2]; // overlaps with the string at rest, m
} string_felts;

static string_felts felts_on(const mechanism_system *p, const link_frames *f, int string) {
  string_felts on = {.count = 0};
  for (int i = 0; i < p->touches; ++i) {
    const mechanism_touch *t = &p->touch[i];
    if (t->faces != FACES_STRING || t->string != string)
      continue;
    for (int end = 0; end < 2; ++end) {
      double x[2];
      touch_centre_at(t, f->end[end], x);
      on.x[on.count][end] = x[0];
      on.rest[on.count][end] = t->radius + t->side * (x[1] - p->string[string].height);
    }
    on.touch[on.count++] = i;
  }
  return on;
}

// Those that touch a string which nowhere is farther than `reach` from rest.
static string_felts felts_near(const string_felts *all, double reach, touch_step *s) {
  string_felts near = {.count = 0};
  for (int a = 0; a < all->count; ++a) {
    const int to = near.count;
    for (int end = 0; end < 2; ++end) {
      near.x[to][end] = all->x[a][end];
      near.rest[to][end] = s[all->touch[a]].overlap[end] = all->rest[a][end];
    }
    near.touch[to] = all->touch[a];
    near.count += fmax(all->rest[a][0], all->rest[a][1]) + reach > 0;
  }
  return near;
}

// Sets the forces; false if they do not come to rest, or not before a stop.
static bool solve_overlaps(const mechanism_system *p, const string_felts *on,
                           const string_response *response, const carom_stop *stop, touch_step *s) {
  double free[MAX_ON_STRING];
  for (int a = 0; a < on->count; ++a) {
    const mechanism_touch *t = &p->touch[on->touch[a]];
    s[on->touch[a]].overlap[0] = on->rest[a][0] - t->side * response->before[a];
    free[a] = on->rest[a][1] - t->side * response->after[a];
  }
  for (int round = 0; round < MAX_ROUNDS; ++round) {
    if (round > SOME_ROUNDS && carom_stop_requested(stop))
      return false;
    double changed = 0;
    double largest = 0;
    for (int a = 0; a < on->count; ++a) {
      const mechanism_touch *t = &p->touch[on->touch[a]];
      touch_step *own = &s[on->touch[a]];
      double left = free[a];
      for (int b = 0; b < on->count; ++b)
        if (b != a)
          left -= t->side * response->compliance[a][b] * p->touch[on->touch[b]].side *
                  s[on->touch[b]].force;
      own->overlap[1] =
          felt_solve(&t->law, own->overlap[0], left, response->compliance[a][a], p->h);
      const felt_step law = felt_over(&t->law, own->overlap[0], own->overlap[1], p->h);
      changed = fmax(changed, fabs(law.force - own->force) - 1e-15 * law.force);
      largest = fmax(largest, fabs(law.force));
      own->force = law.force;
      own->rise = law.slope / (1 + response->compliance[a][a] * law.slope);
    }
    if (on->count == 1 || changed <= (round < SOME_ROUNDS ? 0 : rounding * largest))
      return true;
  }
  return false;
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

static void act(const mechanism_system *p, const link_frames *f, const string_felts *on,
                const string_response *response, const double *rub, touch_step *s) {
  for (int a = 0; a < on->count; ++a) {
    const mechanism_touch *t = &p->touch[on->touch[a]];
    touch_step *own = &s[on->touch[a]];
    double slope = response->slope[a];
    for (int b = 0; b < on->count; ++b)
      slope += p->touch[on->touch[b]].side * s[on->touch[b]].force * response->slope_grows[a][b];
    own->active = own->overlap[0] > 0 || own->overlap[1] > 0;
    own->x[0] = on->x[a][0];
    own->x[1] = on->x[a][1];
    if (!own->active)
      continue;
    touch_string_acts(p, t, f, slope, own);
    own->missing = t->slope_force ? 0 : -t->side * own->force * slope * (own->x[1] - own->x[0]);
    touch_rub(t, f, p->h, rub[on->touch[a]], own);
  }
}

static int count_near(const string_felts *all, double reach) {
  int count = 0;
  for (int a = 0; a < all->count; ++a)
    count += fmax(all->rest[a][0], all->rest[a][1]) + reach > 0;
  return count;
}

// A push may bring the string to felts that it would not reach by itself: then they are asked too.
bool touch_strings(const mechanism_system *p, const string_mode *string_modes, const link_frames *f,
                   const mechanism_motion *m, int string, double reach, touch_step *s) {
  const string_felts all = felts_on(p, f, string);
  int count = 0;
  do {
    const string_felts on = felts_near(&all, reach, s);
    count = on.count;
    if (count == 0)
      return true;
    const string_response response =
        string_free_response(p, string_modes, string, m->u, m->du, on.x, on.count);
    if (!solve_overlaps(p, &on, &response, m->stop, s))
      return false;
    act(p, f, &on, &response, m->rub, s);
    for (int a = 0; a < on.count; ++a)
      reach += s[on.touch[a]].force * p->string[string].give;
  } while (count_near(&all, reach) > count);
  return true;
}
