// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The version of the library itself, which need not be that of the headers a program was compiled
// with.

#include <carom/version.h>

#include "commit.h"

#define TEXT(...)  #__VA_ARGS__
#define WRITTEN(x) TEXT(x)

const char *carom_version(void) {
  return CAROM_VERSION;
}

const char *carom_commit(void) {
  return CAROM_COMMIT;
}

const char *carom_compiler(void) {
#if defined(__clang__)
  return "clang " WRITTEN(__clang_major__) "." WRITTEN(__clang_minor__) "." WRITTEN(
      __clang_patchlevel__);
#elif defined(__GNUC__)
  return "gcc " WRITTEN(__GNUC__) "." WRITTEN(__GNUC_MINOR__) "." WRITTEN(__GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

int carom_physics(void) {
  return CAROM_PHYSICS;
}
