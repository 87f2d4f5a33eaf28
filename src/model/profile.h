// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The profile of a barrier along a body.

#ifndef CAROM_PROFILE_H
#define CAROM_PROFILE_H

#include "model/compile.h"
#include "scene/words.h"

/// Values that are evenly spaced over the obstacle; none where they are not given.
typedef struct {
  const double *values;
  int count;
} profile_list;

/// The profile of a barrier under a body, as its keys say.
typedef struct {
  profile_kind shape;
  double height, width, at; // of a parabola or sine, m
  double from, to;          // where the obstacle begins and ends, from the left end of the body, m
  profile_list heights;     // of a table, m
  profile_list stiffness;   // factors
  profile_list exponent;
} profile;

/// Refuses a profile that lacks a key, or has one that only contacts along a body have.
bool profile_check(compiler *c, const item *barrier, bool along);

/// The profile under a body of that length, m.
profile profile_of(const item *barrier, double length);

/// The height of a barrier above its position at x metres from the left end of the body; beyond its
/// ends the curve goes on, a table is level.
double profile_height(const profile *p, double x);

/// Whether there is an obstacle at x, under a body of that length.
bool profile_reaches(const profile *p, double x, double length);

/// The part of a node's cell that the obstacle covers, 0 to 1, where nodes are `spacing` apart and
/// what lies between two of them is interpolated linearly (theory, chapter 2).
double profile_cover(const profile *p, double x, double length, double spacing);

/// One of its lists at x, straight between its values; `standard` where it is not given.
double profile_value(const profile *p, const profile_list *list, double x, double standard);

#endif
