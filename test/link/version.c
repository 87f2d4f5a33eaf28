// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The version is the same to the library, to its headers and to the build (PROJECT_VERSION).

#include <carom/carom.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char numbers[64];
  snprintf(numbers, sizeof numbers, "%d.%d.%d", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR,
           CAROM_VERSION_PATCH);
  const bool same = strcmp(carom_version(), CAROM_VERSION) == 0 &&
                    strcmp(numbers, CAROM_VERSION) == 0 &&
                    strcmp(PROJECT_VERSION, CAROM_VERSION) == 0 &&
                    CAROM_VERSION_NUMBER / 10000 == CAROM_VERSION_MAJOR &&
                    CAROM_VERSION_NUMBER % 10000 / 100 == CAROM_VERSION_MINOR &&
                    CAROM_VERSION_NUMBER % 100 == CAROM_VERSION_PATCH;
  printf("library %s, headers %s and %s, build %s: %s\n", carom_version(), CAROM_VERSION, numbers,
         PROJECT_VERSION, same ? "the same" : "different");
  return same ? 0 : 1;
}
