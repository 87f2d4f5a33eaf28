// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The profile of a barrier along a body.

#ifndef CAROM_PROFILE_H
#define CAROM_PROFILE_H

#include "model/compile.h"

/// Refuses a profile that lacks a key, or has one that only contacts along a body have.
bool profile_check(compiler *c, const item *barrier, bool along);

/// The height of a barrier above its position at x metres from the left end of a body of that
/// length; beyond its ends the curve goes on, a table is level.
double profile_height(const item *barrier, double x, double length);

/// Whether there is an obstacle at x.
bool profile_reaches(const item *barrier, double x, double length);

/// The part of a node's cell that the obstacle covers, 0 to 1, where nodes are `spacing` apart and
/// what lies between two of them is interpolated linearly (theory, chapter 2).
double profile_cover(const item *barrier, double x, double length, double spacing);

/// Where the obstacle under a body of that length begins and ends, m from its left end.
void profile_range(const item *barrier, double length, double *from, double *to);

/// One of its lists there, straight between values that are evenly spaced over the obstacle;
/// `standard` if it is not given.
double profile_value(const item *barrier, const char *key, double x, double length,
                     double standard);

#endif
