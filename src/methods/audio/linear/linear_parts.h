// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the equations of a scene are made of, at its present motion.

#ifndef CAROM_AUDIO_LINEAR_PARTS_H
#define CAROM_AUDIO_LINEAR_PARTS_H

#include "methods/audio/linear/linear.h"

/// The dynamic stiffness of a link, N/m.
phasor linear_kappa(const linear_scene *l, const linear_link *link);

/// Its overlap in a motion.
phasor linear_overlap(const linear_scene *l, const linear_link *link, const phasor *v);

/// The room for T of a body, and for its factor.
phasor_band linear_band_of(const linear_scene *l, const linear_part *p);

#endif
