// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Where links and their points are, at an instant and over a step (theory 16.5, 16.6 and 16.8).

#ifndef CAROM_MECHANISM_KINEMATICS_H
#define CAROM_MECHANISM_KINEMATICS_H

#include "methods/mechanism/system.h"

// --- pose.c: at an instant ----------------------------------------------------------------------

typedef struct {
  double angle, cosine, sine; // to the x axis
  double at[2];               // of its pin in the plane, m
  double rate, speed[2];      // of both, rad/s, m/s
  double tip[2];              // cosine and sine of the bend at the end of its shank
} link_pose;

typedef struct {
  const mechanism_system *p;
  const double *q, *v;
  link_pose link[MAX_LINKS];
} link_poses;

void poses_make(const mechanism_system *p, const double *q, const double *v, link_poses *to);

/// A point, and the angle of its cross-section, with their rates.
typedef struct {
  double at[2], speed[2]; // m, m/s
  double angle, rate;     // rad, rad/s
} point_pose;

point_pose pose_point(const link_poses *at, const link_point *point);

/// The same as a link sees it, in its own frame; -1 is the ground.
point_pose pose_read(const link_poses *at, int link, const point_pose *point);

/// Cosine and sine of the bend at a point.
void pose_bend(const link_poses *at, const link_point *point, double turned[2]);

/// The place of a point alone.
void pose_place(const link_poses *at, const link_point *point, double x[2]);

/// A point of the plane in a link's frame.
void pose_back(const link_poses *at, int link, double x[2]);

// --- geometry.c: over a step --------------------------------------------------------------------

/// A rotation R over a step: the means of its cosine and sine, and those of dR, with
/// R1 - R0 = dR (angle1 - angle0), dR = [-sine -cosine; cosine -sine].
typedef struct {
  double mean[2];
  double turning[2];
} rotation;

rotation rotation_over(double angle0, double angle1, const double from[2], const double to[2]);

/// Links from one pose to another; both may be the same.
typedef struct {
  const mechanism_system *p;
  const link_poses *end[2];
  rotation rotation[MAX_LINKS];
} link_frames;

void frames_make(const link_poses *from, const link_poses *to, link_frames *f);

/// A point in its link's frame at both ends, and its gradient by the coordinates of the shank.
typedef struct {
  double at[2][2];
  double g[2][2 * MAX_SHAPES];
  double offset[2][2]; // what of it turns with the cross-section, at both ends
  double turning[2];   // and how, over the angle of the bend
} local_point;

void point_local(const link_frames *f, const link_point *at, local_point *to);

/// A point in the plane; a point of the plane in a link's frame, m; and the angle of the
/// cross-section at a point to the x axis: with discrete gradients by all coordinates.
void point_plane(const link_frames *f, const link_point *at, difference x[2]);
void point_into(const link_frames *f, int link, const difference x[2], difference r[2]);
void point_angle(const link_frames *f, const link_point *at, difference *angle);

/// A point of a link by its coordinates in the undeformed link, m.
link_point point_of(const mechanism_system *p, int link, double x, double y);

/// A point on the axis of a link's shank, at a fraction of it.
link_point point_on_shank(const mechanism_system *p, int link, double fraction);

// --- inertia.c ----------------------------------------------------------------------------------

/// M(q) of all links and masses; and M(q) v, where v is that of the poses.
void inertia_matrix(const link_poses *at, double M[][MAX_COORDINATES]);
void inertia_momentum(const link_poses *at, double *momentum);

/// The discrete gradient of a' M(q) b / 2 over the step, by all coordinates.
void inertia_form(const link_frames *f, const double *a, const double *b, double *gradient);

#endif
