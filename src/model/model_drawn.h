// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What of bodies is kept for whoever draws them: profiles of barriers, marks of linkages.

#ifndef CAROM_MODEL_DRAWN_H
#define CAROM_MODEL_DRAWN_H

#include "model/word_index.h"

/// The profile of a barrier as its keys say (model/profile.h). Links have it in their offsets.
typedef struct {
  word_index shape;         // a profile_kind
  double height, width, at; // of a parabola or sine, m
  double from, to;          // m; `to` is infinite where what lies on it ends it
  int first, values;        // of a table, among the model's
} barrier_profile;

/// A named place of a linkage, in its own frame, m.
typedef struct {
  int name, body;
  double x, y;
} model_mark;

#endif
