// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The values of the tromba marina application, in SI units.

#ifndef CAROM_INSTRUMENT_VALUES_H
#define CAROM_INSTRUMENT_VALUES_H

static const double k = 1.0 / 44100; // s

// The string: 1.9 m, 0.5 mm thick in radius, of steel, at 32 Hz.
static const double length = 1.9;
static const double radius = 5e-4;
static const double density = 7850;
static const double pitch = 32;
static const double youngs = 2e11;
static const double string_sigma0 = 0.1;
static const double string_sigma1 = 0.05;
static const double sharpness = 100; // s2/m2, a of the bow

// The bridge.
static const double bridge_mass = 1e-3;
static const double bridge_frequency = 500;
static const double bridge_damping = 0.05; // 1/s
static const double gap = 5e-6;

// The plate.
static const double plate_cell = 0.01;
static const double thickness = 0.01;
static const double plate_density = 50;
static const double plate_youngs = 2e5;
static const double poisson = 0.3;
static const double plate_sigma0 = 2;
static const double plate_sigma1 = 0.05;

// The contacts.
static const double foot_stiffness = 5e6;
static const double rattle_stiffness = 5e8;
static const double exponent = 1.3;

#endif
