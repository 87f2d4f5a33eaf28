// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The adaptive method: the motion of modal_motion.h by an integrator with error control, which
// carom_state_attach() of problem.h gives to a state.

#ifndef CAROM_ADAPTIVE_H
#define CAROM_ADAPTIVE_H

#include "base/problem.h"
#include "methods/adaptive/along.h"
#include "methods/event/event.h"

/// The method at work on one state.
typedef struct adaptive adaptive;

#endif
