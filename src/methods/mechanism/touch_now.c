// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A contact at an instant: what touch.c and touch_string.c have over a step, where the step has no
// length. Values come from the poses of links; the gradients only where forces are wanted.

#include "methods/mechanism/motion.h"

#include <math.h>
#include <stddef.h>

static point_pose centre_of(const mechanism_touch *t, const link_poses *at) {
  if (!t->translates)
    return pose_point(at, &t->circle);
  return (point_pose){.at = {t->place, at->q[t->coordinate]}, .speed = {0, at->v[t->coordinate]}};
}

static touch_now string_now(const mechanism_system *p, const mechanism_touch *t,
                            const point_pose *centre, const mechanism_motion *m,
                            const string_point *nudge) {
  string_point at = string_read(p, t->string, m->u, m->du, centre->at[0]);
  if (nudge != NULL) {
    at.w += nudge->w;
    at.slope += nudge->slope;
    at.rate += nudge->rate;
  }
  const double below = centre->at[1] - p->string[t->string].height - at.w;
  return (touch_now){.overlap = t->radius + t->side * below,
                     .rate = t->side * (centre->speed[1] - at.slope * centre->speed[0] - at.rate),
                     .slip = t->side * centre->speed[0] - t->radius * centre->rate,
                     .place = centre->at[0],
                     .slope = at.slope,
                     .missing = t->slope_force ? 0 : -t->side * at.slope * centre->speed[0]};
}

static touch_now segment_now(const mechanism_touch *t, const link_poses *at,
                             const point_pose *centre) {
  const point_pose is = pose_read(at, t->on, centre);
  const beside b = beside_segment(t, is.at[0], is.at[1]);
  const double off = b.distance > 0 ? b.off / b.distance : 1;
  const double beyond = b.distance > 0 ? b.beyond / b.distance : 0;
  const double n[2] = {-t->line[1] * off + t->line[0] * beyond,
                       t->line[0] * off + t->line[1] * beyond};
  return (touch_now){.overlap = t->radius - b.distance,
                     .rate = -n[0] * is.speed[0] - n[1] * is.speed[1],
                     .slip = -n[1] * is.speed[0] + n[0] * is.speed[1] - t->radius * is.rate,
                     .place = b.along};
}

touch_now touch_read(const mechanism_system *p, const link_poses *at, const mechanism_motion *m,
                     int touch) {
  const mechanism_touch *t = &p->touch[touch];
  const point_pose centre = centre_of(t, at);
  const string_point *nudge = m->nudge != NULL ? &m->nudge[touch] : NULL;
  double slope = 0;
  touch_now now =
      t->faces == FACES_STRING ? string_now(p, t, &centre, m, nudge) : segment_now(t, at, &centre);
  now.force = felt_push(&t->law, now.overlap, now.rate);
  now.missing *= now.force;
  felt_friction rub = t->rub;
  rub.friction = m->rub[touch];
  now.rubbing = now.force > 0 ? now.force * friction_share(&rub, now.slip, &slope) : 0;
  return now;
}

void touch_act(const mechanism_system *p, const link_frames *f, int touch, const touch_now *now,
               double *forces) {
  const mechanism_touch *t = &p->touch[touch];
  touch_step s;
  if (!(now->force > 0))
    return;
  if (t->faces == FACES_SEGMENT)
    touch_segment(p, t, f, &s);
  else
    touch_string_acts(p, t, f, now->slope, &s);
  for (int i = 0; i < p->coordinates; ++i)
    forces[i] -= now->force * s.acts[i] + now->rubbing * s.tangent[i];
}
