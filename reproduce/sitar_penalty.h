// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the entries of a string on an obstacle of springs share: a scene of sixty modes, k = 1.23e6
// and tolerance 1e-7, as in the thesis, and its changes.

#ifndef CAROM_REPRODUCE_SITAR_PENALTY_H
#define CAROM_REPRODUCE_SITAR_PENALTY_H

#include "reproduce/reproduce.h"
#include "reproduce/scene_run.h"

extern const char *const penalty_scene;

/// Its outputs.
enum { MID, PATCHES, LENGTH };

#define FLAT                                                                                       \
  { "bodies.floor.position", "-1" }
#define WAVY                                                                                       \
  {"bodies.floor.profile.shape", "sine"}, {"bodies.floor.profile.height", "1"}, {                  \
    "bodies.floor.profile.width", "1"                                                              \
  }
#define BRIDGE                                                                                     \
  {"bodies.floor.profile.shape", "parabola"}, {"bodies.floor.profile.height", "1"},                \
      {"bodies.floor.profile.width", "0.05"}, {                                                    \
    "bodies.floor.profile.to", "0.05"                                                              \
  }
#define START(shape, amplitude)                                                                    \
  {"bodies.string.start.shape", shape}, {                                                          \
    "bodies.string.start.amplitude", amplitude                                                     \
  }
#define RIGID                                                                                      \
  {"solver.method", "rigid"}, {"solver.tolerance", "1e-10"}, {"bodies.string.model", "grid"}, {    \
    "bodies.string.points", "4000"                                                                 \
  }
#define TIME   "time, dimensionless"
#define PLACE  "place x, dimensionless"
#define HEIGHT "displacement y, dimensionless"

/// Whether this build lacks the integrator, and then says so in the report, whose verdict is open.
bool penalty_lacks(report *r, const scene_run *run);

#endif
