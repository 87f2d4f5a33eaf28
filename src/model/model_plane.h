// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A link of a mechanism, or a mark of it, where a force acts or an output reads.

#ifndef CAROM_MODEL_PLANE_H
#define CAROM_MODEL_PLANE_H

#include "scene/words.h"
#include <stdbool.h>

typedef struct {
  int link;        // its body, from 1; 0 if there is none
  bool marked;     // a mark, else the link itself
  double x, y;     // of the mark in the link's own frame, m
  plane_axis axis; // along which it acts or is read
} plane_point;

#endif
