// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Frames of links in the plane, for pictures and states: an undeformed point r of a link is at
// O + R(Theta) r, with one O and Theta for what lies before its shank and one for the head behind
// it.

#include "methods/mechanism/kinematics.h"
#include "methods/mechanism/mechanism.h"
#include <math.h>
#include <string.h>

// The frame whose point (x, 0) is there, and its rates.
static void frame_through(const point_pose *is, double x, double frame[3], double rates[3]) {
  const double r[2] = {cos(is->angle) * x, sin(is->angle) * x};
  frame[0] = is->at[0] - r[0];
  frame[1] = is->at[1] - r[1];
  frame[2] = is->angle;
  rates[0] = is->speed[0] + is->rate * r[1];
  rates[1] = is->speed[1] - is->rate * r[0];
  rates[2] = is->rate;
}

int mechanism_frames(const carom_model *m, const carom_state *s, int body, bool rates,
                     double *values, int room) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  const int link = link_of_body(p, body);
  const double along[2] = {0, p->link[link].from + p->link[link].length};
  double frame[2][3];
  double rate[2][3];
  link_poses poses;
  poses_make(p, of->q, of->v, &poses);
  for (int i = 0; i < 2; ++i) {
    const link_point at = point_of(p, link, along[i], 0);
    const point_pose is = pose_point(&poses, &at);
    frame_through(&is, along[i], frame[i], rate[i]);
  }
  for (int i = 0; i < room && i < LINK_SHAPE; ++i)
    values[i] = rates ? rate[i / 3][i % 3] : frame[i / 3][i % 3];
  return LINK_SHAPE;
}
