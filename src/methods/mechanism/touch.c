// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A circle of felt over a step (theory 16.4, 16.13 and 16.14): its overlap with a segment or a
// string, the discrete gradient of that, the force of the law, and friction against the mean slip.
// With the centre at P in the frame of a segment whose nearest point is C,
//
//   D = r - |P - C|,      n = (P - C) / |P - C|,      slip = t . P' - r omega,   t = n turned left
//
// and with a string D = r + side (P_y - height - w(P_x)).

#include "methods/mechanism/system.h"

#include <math.h>
#include <stddef.h>

// --- Segments -----------------------------------------------------------------------------------

// The distance of a point from a segment, and the direction away from it.
static double distance_to(const mechanism_touch *t, const double p[2], double n[2]) {
  const double *a = t->ends[0];
  const double along[2] = {t->ends[1][0] - a[0], t->ends[1][1] - a[1]};
  const double square = along[0] * along[0] + along[1] * along[1];
  const double share =
      square > 0 ? ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / square : 0;
  const double at = fmin(fmax(share, 0), 1);
  n[0] = p[0] - a[0] - at * along[0];
  n[1] = p[1] - a[1] - at * along[1];
  const double distance = hypot(n[0], n[1]);
  for (int k = 0; k < 2; ++k)
    n[k] = distance > 0 ? n[k] / distance : (double)k;
  return distance;
}

// The discrete gradient of the distance by the point: the direction half-way, corrected along the
// way so that the difference is exact (O. Gonzalez, 1996).
static void distance_over(const mechanism_touch *t, const difference r[2], double distance[2],
                          double gradient[2], double n[2]) {
  double unused[2];
  const double way[2] = {r[0].at[1] - r[0].at[0], r[1].at[1] - r[1].at[0]};
  for (int k = 0; k < 2; ++k)
    distance[k] = distance_to(t, (double[2]){r[0].at[k], r[1].at[k]}, unused);
  distance_to(t, (double[2]){difference_mean(&r[0]), difference_mean(&r[1])}, n);
  const double square = way[0] * way[0] + way[1] * way[1];
  const double miss = distance[1] - distance[0] - n[0] * way[0] - n[1] * way[1];
  for (int k = 0; k < 2; ++k)
    gradient[k] = n[k] + (square > 1e-30 ? miss / square * way[k] : 0);
}

// --- The circle ---------------------------------------------------------------------------------

static void centre_of(const mechanism_touch *t, const link_frames *f, difference x[2],
                      difference *angle) {
  const int n = f->p->coordinates;
  if (!t->translates) {
    point_plane(f, &t->circle, x);
    point_angle(f, &t->circle, angle);
    return;
  }
  difference_constant(&x[0], n, t->place);
  difference_constant(&x[1], n, 0);
  difference_constant(angle, n, 0);
  for (int k = 0; k < 2; ++k)
    x[1].at[k] = f->q[k][t->coordinate];
  x[1].g[t->coordinate] = 1;
}

static void rub(const mechanism_touch *t, int n, double h, touch_step *s, const double *way) {
  double moved = 0;
  for (int i = 0; i < n; ++i)
    moved += s->tangent[i] * way[i];
  s->slip = moved / h;
  s->rubbing = s->force * friction_share(&t->rub, s->slip, &s->turn);
}

static void touch_segment(const mechanism_system *p, const mechanism_touch *t, const link_frames *f,
                          touch_step *s) {
  const int n = p->coordinates;
  difference x[2] = {0};
  difference r[2] = {0};
  difference angle = {0};
  double distance[2];
  double gradient[2];
  double away[2];
  centre_of(t, f, x, &angle);
  if (t->on >= 0) {
    point_into(f, t->on, x, r);
    difference_add(&angle, n, -1, &f->angle[t->on]);
  } else {
    r[0] = x[0];
    r[1] = x[1];
  }
  distance_over(t, r, distance, gradient, away);
  for (int k = 0; k < 2; ++k)
    s->overlap[k] = t->radius - distance[k];
  for (int i = 0; i < n; ++i) {
    s->acts[i] = s->normal[i] = -gradient[0] * r[0].g[i] - gradient[1] * r[1].g[i];
    s->tangent[i] = -away[1] * r[0].g[i] + away[0] * r[1].g[i] - t->radius * angle.g[i];
  }
  const felt_step law = felt_over(&t->law, s->overlap[0], s->overlap[1], p->h);
  s->force = law.force;
  s->rise = law.slope;
}

static void touch_string(const mechanism_system *p, const string_turn *turns,
                         const mechanism_touch *t, const link_frames *f, const double *u,
                         const double *du, touch_step *s) {
  const mechanism_string *string = &p->string[t->string];
  difference x[2] = {0};
  difference angle = {0};
  centre_of(t, f, x, &angle);
  s->x[0] = x[0].at[0];
  s->x[1] = x[0].at[1];
  const string_sight at = string_look(p, turns, t->string, u, du, s->x);
  s->overlap[0] = t->radius + t->side * (x[1].at[0] - string->height - at.before);
  const double free = t->radius + t->side * (x[1].at[1] - string->height - at.after);
  s->overlap[1] = felt_solve(&t->law, s->overlap[0], free, at.compliance, p->h);
  const felt_step law = felt_over(&t->law, s->overlap[0], s->overlap[1], p->h);
  s->force = law.force;
  s->rise = law.slope / (1 + at.compliance * law.slope);
  const double slope = at.slope + t->side * s->force * at.slope_grows;
  for (int i = 0; i < p->coordinates; ++i) {
    s->normal[i] = t->side * (x[1].g[i] - slope * x[0].g[i]);
    s->acts[i] = t->slope_force ? s->normal[i] : t->side * x[1].g[i];
    s->tangent[i] = t->side * x[0].g[i] - t->radius * angle.g[i];
  }
  s->missing = t->slope_force ? 0 : -t->side * s->force * slope * (s->x[1] - s->x[0]);
}

void touch_evaluate(const mechanism_system *p, const string_turn *turns, const link_frames *f,
                    const double *u, const double *du, int touch, touch_step *s) {
  const mechanism_touch *t = &p->touch[touch];
  double way[MOST_COORDINATES];
  for (int i = 0; i < p->coordinates; ++i)
    way[i] = f->q[1][i] - f->q[0][i];
  s->missing = 0;
  if (t->faces == FACES_STRING)
    touch_string(p, turns, t, f, u, du, s);
  else
    touch_segment(p, t, f, s);
  rub(t, p->coordinates, p->h, s, way);
}

// --- At an instant ------------------------------------------------------------------------------

// Overlap and gradients on frames without a step; the string's part of the rate is apart.
static touch_now string_now(const mechanism_system *p, const mechanism_touch *t,
                            const link_frames *f, const mechanism_motion *m, touch_step *s) {
  difference x[2] = {0};
  difference angle = {0};
  centre_of(t, f, x, &angle);
  string_point at = string_read(p, t->string, m->u, m->du, x[0].at[0]);
  if (m->nudge != NULL) {
    at.w += m->nudge[t->string].w;
    at.slope += m->nudge[t->string].slope;
    at.rate += m->nudge[t->string].rate;
  }
  for (int i = 0; i < p->coordinates; ++i) {
    s->normal[i] = t->side * (x[1].g[i] - at.slope * x[0].g[i]);
    s->acts[i] = t->slope_force ? s->normal[i] : t->side * x[1].g[i];
    s->tangent[i] = t->side * x[0].g[i] - t->radius * angle.g[i];
  }
  const double below = x[1].at[0] - p->string[t->string].height - at.w;
  return (touch_now){.overlap = t->radius + t->side * below,
                     .rate = -t->side * at.rate,
                     .place = x[0].at[0],
                     .slope = at.slope};
}

static touch_now segment_now(const mechanism_system *p, const mechanism_touch *t,
                             const link_frames *f, touch_step *s) {
  difference x[2] = {0};
  difference angle = {0};
  touch_segment(p, t, f, s);
  centre_of(t, f, x, &angle);
  const double along[2] = {t->ends[1][0] - t->ends[0][0], t->ends[1][1] - t->ends[0][1]};
  if (t->on >= 0) {
    difference r[2] = {0};
    point_into(f, t->on, x, r);
    x[0] = r[0];
    x[1] = r[1];
  }
  const double length = hypot(along[0], along[1]);
  const double place =
      along[0] * (x[0].at[0] - t->ends[0][0]) + along[1] * (x[1].at[0] - t->ends[0][1]);
  return (touch_now){.overlap = s->overlap[0], .place = length > 0 ? place / length : 0};
}

touch_now touch_read(const mechanism_system *p, const link_frames *f, const mechanism_motion *m,
                     int touch, double *forces) {
  const mechanism_touch *t = &p->touch[touch];
  touch_step s = {0};
  double slope = 0;
  touch_now now = t->faces == FACES_STRING ? string_now(p, t, f, m, &s) : segment_now(p, t, f, &s);
  double acted = 0;
  double moved = 0;
  for (int i = 0; i < p->coordinates; ++i) {
    moved += s.normal[i] * m->v[i];
    acted += s.acts[i] * m->v[i];
    now.slip += s.tangent[i] * m->v[i];
  }
  now.rate += moved;
  now.force = felt_push(&t->law, now.overlap, now.rate);
  now.missing = now.force * (moved - acted);
  now.rubbing = now.force * friction_share(&t->rub, now.slip, &slope);
  for (int i = 0; forces != NULL && i < p->coordinates; ++i)
    forces[i] -= now.force * s.acts[i] + now.rubbing * s.tangent[i];
  return now;
}
