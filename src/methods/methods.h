// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The methods, for the table of table.c.

#ifndef CAROM_METHODS_H
#define CAROM_METHODS_H

#include "model/method.h"

extern const method audio_method;
extern const method am1_method, verlet_method, heun_method, rk4_method;
extern const method event_method, adaptive_method;

#endif
