// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

#ifndef CAROM_CONSTANTS_H
#define CAROM_CONSTANTS_H

static const double pi = 3.14159265358979323846;
static const double two_pi = 6.28318530717958647692;

#endif
