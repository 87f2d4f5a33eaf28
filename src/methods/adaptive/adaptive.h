// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The adaptive method: the motion of modal_motion.h by an integrator with error control, which
// state_attach() of problem.h gives to a state.

#ifndef CAROM_ADAPTIVE_H
#define CAROM_ADAPTIVE_H

#include "methods/event/modal_motion.h"
#include <carom/state.h>

/// The method at work on one state.
typedef struct adaptive adaptive;

/// Goes on to a time as motion_advance() does, and adds to the counts what that took. The state may
/// be another one than the last call left behind: it may have been reset or restored.
/// CAROM_NO_PART if there is none at work.
carom_status adaptive_travel(adaptive *by, const modal_system *p, modal_motion *f, double time,
                             carom_solver_counts *counts);

void adaptive_free(adaptive *by);

#endif
