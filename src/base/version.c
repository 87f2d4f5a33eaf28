// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The version of the library itself, which need not be that of the headers a program was compiled
// with.

#include <carom/version.h>

const char *carom_version(void) {
  return CAROM_VERSION;
}

int carom_physics(void) {
  return CAROM_PHYSICS;
}
