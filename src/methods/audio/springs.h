// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Linear springs between masses, in tune.

#ifndef CAROM_SPRINGS_H
#define CAROM_SPRINGS_H

#include "methods/audio/audio.h"

/// For each spring between masses, how many there are at its masses.
bool compile_springs(compiler *c);

/// Warns of masses that swing on linear springs out of tune, or start on springs with another
/// energy or reach.
bool springs_tell(compiler *c);

/// J of a spring of K (N/m) whose nodes give way by `give`, sum weight^2 k^2 / mass (s2/kg), and by
/// `yields` with what springs of their own leave of them, with so many springs at one of them.
double spring_inertia(double K, double give, double yields, int springs);

/// The same of a link between masses, with what they are now, or with NULL at the start.
double spring_inertia_of(const carom_model *m, const model_link *link, double K,
                         const material *now);

/// The inertia of a spring with its present stiffness and masses.
void spring_tune(const carom_model *m, const carom_state *s, int link);

/// The same, and its stretch from its half-way overlap.
void spring_stretch(const carom_model *m, const carom_state *s, int link);

#endif
