// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Runs a fuzz target over the files given, without libFuzzer: any compiler can check the corpus.

#include "exercise.h"

#include <stdio.h>
#include <stdlib.h>

enum { LARGEST = 1 << 20 };

static bool replay(const char *path, uint8_t *bytes) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    fprintf(stderr, "%s: cannot be read\n", path);
    return false;
  }
  const size_t size = fread(bytes, 1, LARGEST, file);
  fclose(file);
  // A block of its own size, so that a sanitizer sees a byte too far.
  uint8_t *data = malloc(size > 0 ? size : 1);
  if (data == NULL)
    return false;
  for (size_t i = 0; i < size; ++i)
    data[i] = bytes[i];
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  return true;
}

int main(int count, char **paths) {
  uint8_t *bytes = malloc(LARGEST);
  bool good = bytes != NULL && count > 1;
  for (int i = 1; good && i < count; ++i)
    good = replay(paths[i], bytes);
  free(bytes);
  printf("%d inputs\n", count - 1);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
