// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A bowed string on a grid: whether it slips once or twice near a limit depends on what answers at
// high frequencies, which modes leave out.

#ifndef CAROM_BOWED_STRING_H
#define CAROM_BOWED_STRING_H

#include "support.h"

static const char *const bowed_string =
    "{carom: 1, rate: 44100, duration: 2,"
    " bodies: {s: {type: string, length: 1, density: 7850, radius: 5e-4, pitch: 100, youngs: 2e11, "
    "model: grid,"
    "              sigma0: 1, sigma1: 5e-3}},"
    " contacts: {bow: {type: bow, on: s@0.2, force: 0.5, speed: [[0, 0], [0.02, 0.1]],"
    "                  sharpness: 100}},"
    " outputs: {slide: {of: bow, quantity: velocity}, u: {of: s@0.2}}}";

#endif
