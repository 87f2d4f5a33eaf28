// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the entries of the beam and the stop share: the values of tables 3.1 to 3.3 as changes of
// the scene beam-stop, which is dimensionless, and its outputs.

#ifndef CAROM_REPRODUCE_BEAM_H
#define CAROM_REPRODUCE_BEAM_H

#include "reproduce/reproduce.h"
#include "reproduce/scene_run.h"

#define BEAM              "beam-stop"
#define PENALTY_STIFFNESS "1e12"
#define PENALTY                                                                                    \
  {"contacts.stop.treatment", "penalty"}, {                                                        \
    "contacts.stop.stiffness", PENALTY_STIFFNESS                                                   \
  }
#define COLLOCATION(points)                                                                        \
  {"contacts.stop.treatment", "collocation"}, {                                                    \
    "contacts.stop.points", points                                                                 \
  }
#define FORCE_AMPLITUDE "72"
#define FORCED                                                                                     \
  { "forces.push.amplitude", FORCE_AMPLITUDE }
#define RESTITUTION(R)                                                                             \
  { "contacts.stop.restitution", R }

/// The outputs of the scene.
enum { MIDDLE, SPEED };

/// The sets of collocation points CP1, CP2 and CP3 of table 3.2.
enum { POINT_SETS = 3 };
extern const char *const collocation_points[POINT_SETS];

#define TIME         "time, dimensionless"
#define DISPLACEMENT "displacement at the stop, dimensionless"
#define VELOCITY     "velocity at the stop, dimensionless"
#define ENERGY       "energy over the first, dimensionless"

/// Energy of bodies and contacts of each sample over the first one.
void beam_normalize(scene_run *r);

#endif
