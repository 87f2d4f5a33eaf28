// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the entries of the string on a bridge share: changes of the scene sitar-string, which is
// dimensionless, and its outputs.

#ifndef CAROM_REPRODUCE_SITAR_H
#define CAROM_REPRODUCE_SITAR_H

#include "reproduce/reproduce.h"
#include "reproduce/scene_run.h"

#define SCENE "sitar-string"
#define ONE                                                                                        \
  { "solver.modes", "1" }
#define START(shape, amplitude)                                                                    \
  {"bodies.string.start.shape", shape}, {                                                          \
    "bodies.string.start.amplitude", amplitude                                                     \
  }
#define HALF_SINE START("sine", "35.35")
#define SITAR                                                                                      \
  {"bodies.bridge.profile.width", "0.28301886792452830"},                                          \
      {"bodies.bridge.profile.from", "0.14150943396226415"}, {                                     \
    "bodies.bridge.profile.to", "0.16320754716981132"                                              \
  }
#define WAVE                                                                                       \
  {"solver.method", "wave"}, {                                                                     \
    "solver.modes", "1"                                                                            \
  }
#define MODE_1                                                                                     \
  {"outputs.beta.of", "string"}, {"outputs.beta.quantity", "mode"}, {                              \
    "outputs.beta.mode", "1"                                                                       \
  }

/// The outputs of the scene; MORE is what changes add.
enum { MID, LENGTH, FORCE, ENERGY, MORE };

/// Points of a shape of the wrap method, and of them those near the bridge.
enum { SHAPE_POINTS = 1001, SHAPE_NEAR = 81 };

#define TIME  "time, dimensionless"
#define PLACE "place x, dimensionless"

/// A bridge in units of the string's length.
typedef struct {
  double b, from, to;
} bridge;

/// beta_1 and the middle of the string when it leaves the bridge at gamma: eq. 4.65 and 4.68.
void sitar_tangent(const bridge *at, double gamma, double *beta, double *middle);

/// The contact length with which the scene starts from that beta, and the middle of its string.
bool sitar_start(double beta, bool sitar, double *length, double *middle);

#endif
