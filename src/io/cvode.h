// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// CVODE as an integrator of any problem.

#ifndef CAROM_CVODE_H
#define CAROM_CVODE_H

#include "base/problem.h"

/// An integrator_maker; CAROM_NO_PART if this build lacks SUNDIALS.
carom_status cvode_make(const problem *of, integrator *made);

#endif
