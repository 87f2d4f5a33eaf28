// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Any bytes as a scene file: read, compiled, run for some steps, and freed. What compiles is done
// again with one allocation failing.

#include "exercise.h"

static bool attempt(const char *text, size_t length, ration *r) {
  const carom_memory memory = ration_memory(r);
  carom_error error = {.status = CAROM_OK};
  carom_scene *scene = carom_scene_new(&memory);
  bool compiled = false;
  if (scene != NULL) {
    const carom_status status = carom_scene_parse(scene, "fuzz", text, length, &error);
    require_reason(status, &error, r);
    compiled = status == CAROM_OK && exercise(scene, r);
  }
  carom_scene_free(scene);
  require(r->used == 0, "all memory is given back");
  return compiled;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ration whole = ration_whole();
  if (attempt((const char *)data, size, &whole)) {
    ration tight = ration_short(data, size, whole.count);
    attempt((const char *)data, size, &tight);
  }
  return 0;
}
