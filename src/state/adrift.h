// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bars and plates that nothing keeps in place, and how far they have gone.

#ifndef CAROM_ADRIFT_H
#define CAROM_ADRIFT_H

#include "state/state.h"

/// How far a bar or plate has moved as a whole, rms over its points, that neither its ends nor
/// springs, fingers and bows keep in place, in a scene that goes on striking or pushing; 0 of any
/// other body, m.
double body_adrift(const carom_model *m, const carom_state *s, int body);

#endif
