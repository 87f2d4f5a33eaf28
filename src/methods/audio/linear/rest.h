// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links about the rest of a scene: where they act, and how stiff they are there.

#ifndef CAROM_AUDIO_REST_H
#define CAROM_AUDIO_REST_H

#include "model/model.h"

/// What the step makes of a link for small motions.
typedef struct {
  bool acts;
  double stiffness; // N/m
  double sigma;     // sigma_x, N s/m
  double inertia;   // J, N/m
} rest_link;

/// With `pressed` collisions that overlap at t = 0 act as well.
rest_link rest_of_link(const carom_model *m, int link, bool pressed);

/// Terms of a link, those of a point that travels where it starts: how many at most, and some of
/// them from one on; returns how many those are, 0 at the end.
enum { REST_AT_ONCE = 64 };
int rest_terms(const carom_model *m, int link);
int rest_terms_of(const carom_model *m, int link, int from, link_term terms[REST_AT_ONCE]);

#endif
