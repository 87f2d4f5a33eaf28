// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes of every method.

#ifndef CAROM_METHOD_SCENES_H
#define CAROM_METHOD_SCENES_H

#include "support.h"

// Every built-in scene, and a small one by every method that needs no integrator.
static inline int case_count(void) {
  return carom_builtin_count() + carom_method_count();
}

static inline carom_scene *case_at(int index) {
  if (index < carom_builtin_count())
    return scene_of(carom_builtin_name(index));
  if (strcmp(carom_method_at(index - carom_builtin_count())->name, "adaptive") == 0)
    return NULL;
  return scene_for_method(index - carom_builtin_count());
}

#endif
