// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the adaptive method asks of an integrator. The core has none, since it links nothing but
// libm: whoever makes states gives them one (file/adaptive.c).

#ifndef CAROM_INTEGRATOR_H
#define CAROM_INTEGRATOR_H

#include "methods/event/modal_motion.h"
#include <carom/state.h>

/// An integrator at work on one state.
typedef struct {
  void *user;
  /// Goes on to a time as motion_advance() does, and adds to the counts what that took. The state
  /// may be another one than the last call left behind: it may have been reset or restored.
  carom_status (*travel)(void *user, const modal_system *p, modal_motion *f, double time,
                         carom_solver_counts *counts);
  void (*free)(void *user);
} integrator;

#endif
