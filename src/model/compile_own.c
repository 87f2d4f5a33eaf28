// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What tuned bars and plates have by themselves, from round to round of the compiler.

#include "model/compile.h"

#include <string.h>

own_pitch *compile_own(const compiler *c, const item *it) {
  return &c->own[scene_find(c->scene, it->in, it->name, strlen(it->name))];
}

double compile_own_pitch(const compiler *c, const item *it) {
  const double pitch = compile_own(c, it)->pitch;
  return pitch > 0 ? pitch : item_number(it, "pitch");
}
