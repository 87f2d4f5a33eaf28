// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A circle of felt against a segment over a step (theory 16.4 and 16.18): the overlap, its discrete
// gradient, the force of the law, and friction against the mean slip. In the frame of the segment,
// with p the distance of the centre from its line and e how far it is beyond an end,
//
//   D = r - d,   d^2 = p^2 + e^2,   slip = t . P' - r omega,   t = n turned left
//
//   d1 - d0 = ((p0 + p1) (p1 - p0) + (e0 + e1) (e1 - e0)) / (d0 + d1)
//
// whose factors of p1 - p0 and of the travel along the line are a discrete gradient without any
// quotient of small differences.

#include "methods/mechanism/motion.h"

#include <math.h>

// --- Segments -----------------------------------------------------------------------------------

beside beside_segment(const mechanism_touch *t, double x, double y) {
  const double dx = x - t->ends[0][0];
  const double dy = y - t->ends[0][1];
  beside b = {.off = t->line[0] * dy - t->line[1] * dx, .along = t->line[0] * dx + t->line[1] * dy};
  b.beyond = b.along < 0 ? b.along : fmax(b.along - t->length, 0);
  b.distance = b.beyond == 0 ? fabs(b.off) : hypot(b.off, b.beyond);
  return b;
}

// The gradient of the distance by off and along, over the travel from a to b.
static void distance_gradient(const beside *a, const beside *b, double gradient[2]) {
  const double sum = a->distance + b->distance;
  const double travel = b->along - a->along;
  const double more = b->beyond - a->beyond;
  const bool same = a->beyond * b->beyond > 0; // beyond the same end
  const double share = same ? 1 : travel != 0 ? more / travel : 0;
  gradient[0] = sum > 0 ? (a->off + b->off) / sum : 1;
  gradient[1] = sum > 0 ? (a->beyond + b->beyond) * share / sum : 0;
}

void touch_centre_at(const mechanism_touch *t, const link_poses *at, double x[2]) {
  x[0] = t->place;
  if (t->translates)
    x[1] = at->q[t->coordinate];
  else
    pose_place(at, &t->circle, x);
}

double touch_overlap(const mechanism_touch *t, const link_poses *at) {
  double x[2];
  touch_centre_at(t, at, x);
  if (t->on >= 0)
    pose_back(at, t->on, x);
  return t->radius - beside_segment(t, x[0], x[1]).distance;
}

// --- The circle ---------------------------------------------------------------------------------

void touch_centre(const mechanism_touch *t, const link_frames *f, difference x[2],
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
    x[1].at[k] = f->end[k]->q[t->coordinate];
  x[1].g[t->coordinate] = 1;
}

void touch_rub(const mechanism_touch *t, const link_frames *f, double h, double friction,
               touch_step *s) {
  felt_friction rub = t->rub;
  double moved = 0;
  for (int i = 0; i < f->p->coordinates; ++i)
    moved += s->tangent[i] * (f->end[1]->q[i] - f->end[0]->q[i]);
  s->slip = moved / h;
  rub.friction = friction;
  s->rubbing = s->force * friction_share(&rub, s->slip, &s->rub_slope);
}

void touch_segment(const mechanism_system *p, const mechanism_touch *t, const link_frames *f,
                   touch_step *s) {
  const int n = p->coordinates;
  difference x[2];
  difference r[2];
  difference angle;
  double gradient[2];
  touch_centre(t, f, x, &angle);
  if (t->on >= 0) {
    point_into(f, t->on, x, r);
    for (int a = t->on; a >= 0; a = p->link[a].parent)
      angle.g[p->link[a].angle] -= 1;
  } else {
    r[0] = x[0];
    r[1] = x[1];
  }
  const beside a = beside_segment(t, r[0].at[0], r[1].at[0]);
  const beside b = beside_segment(t, r[0].at[1], r[1].at[1]);
  distance_gradient(&a, &b, gradient);
  const double nx = -t->line[1] * gradient[0] + t->line[0] * gradient[1];
  const double ny = t->line[0] * gradient[0] + t->line[1] * gradient[1];
  s->overlap[0] = t->radius - a.distance;
  s->overlap[1] = t->radius - b.distance;
  for (int i = 0; i < n; ++i) {
    s->acts[i] = s->normal[i] = -nx * r[0].g[i] - ny * r[1].g[i];
    s->tangent[i] = -ny * r[0].g[i] + nx * r[1].g[i] - t->radius * angle.g[i];
  }
}

// --- All contacts of a step ---------------------------------------------------------------------

static void evaluate_segment(const mechanism_system *p, const mechanism_touch *t,
                             const link_frames *f, double friction, touch_step *s) {
  s->overlap[1] = touch_overlap(t, f->end[1]);
  s->active = s->overlap[0] > 0 || s->overlap[1] > 0;
  if (!s->active)
    return;
  touch_segment(p, t, f, s);
  const felt_step law = felt_over(&t->law, s->overlap[0], s->overlap[1], p->h);
  s->force = law.force;
  s->rise = law.slope;
  touch_rub(t, f, p->h, friction, s);
}

bool touches_evaluate(const mechanism_system *p, const string_mode *string_modes,
                      const link_frames *f, const mechanism_motion *m, const double *reach,
                      touch_step *s) {
  for (int i = 0; i < p->touches; ++i) {
    s[i].active = false;
    s[i].force = s[i].rubbing = s[i].slip = s[i].missing = s[i].rise = s[i].rub_slope = 0;
    if (p->touch[i].faces == FACES_SEGMENT)
      evaluate_segment(p, &p->touch[i], f, m->rub[i], &s[i]);
  }
  for (int i = 0; i < p->strings; ++i)
    if (!touch_strings(p, string_modes, f, m, i, reach[i], s))
      return false;
  return true;
}
