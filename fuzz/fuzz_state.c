// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Saved states with any edits: an unchanged one is taken, and whatever is taken is what was saved.
// The first byte chooses the model.

#include "edits.h"
#include "exercise.h"

#include <stdlib.h>

static const char *const scenes[] = {"mass-barrier", "bouncing-ball", "string-string", "beam-stop",
                                     "piano-hammer"};
enum { SCENES = sizeof scenes / sizeof scenes[0], STEPS = 3 };

typedef struct {
  carom_model *model;
  carom_state *state;
  size_t size;
  unsigned char *saved, *changed, *after;
} subject;

static carom_model *model_of(const char *name) {
  carom_error error;
  carom_model *model = NULL;
  const int index = carom_builtin_find(name);
  require(index >= 0, "the scene is built in");
  const char *text = carom_builtin_text(index);
  carom_scene *scene = carom_scene_new(NULL);
  require(carom_scene_parse(scene, name, text, strlen(text), &error) == CAROM_OK &&
              (model = carom_model_compile(scene, NULL, &error)) != NULL,
          "a built-in scene compiles");
  carom_scene_free(scene);
  return model;
}

// Made once and kept.
static const subject *subject_at(int index) {
  static subject all[SCENES];
  subject *s = &all[index];
  if (s->model != NULL)
    return s;
  s->model = model_of(scenes[index]);
  s->state = carom_state_new(s->model, NULL);
  s->size = carom_state_saved_size(s->model);
  s->saved = malloc(s->size);
  s->changed = malloc(s->size);
  s->after = malloc(s->size);
  require(s->state != NULL && s->saved != NULL && s->changed != NULL && s->after != NULL,
          "there is memory");
  for (int i = 0; i < STEPS; ++i)
    carom_step(s->model, s->state);
  carom_state_save(s->model, s->state, s->saved);
  return s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1)
    return 0;
  const subject *s = subject_at(data[0] % SCENES);
  memcpy(s->changed, s->saved, s->size);
  const size_t length = edit(data + 1, size - 1, s->changed, s->size, s->size);
  memset(s->changed + length, 0, s->size - length);
  const bool same = memcmp(s->changed, s->saved, s->size) == 0;
  const carom_status status = carom_state_restore(s->model, s->state, s->changed);
  require(!same || status == CAROM_OK, "a saved state that nobody changed is taken");
  require(status == CAROM_OK || status == CAROM_DAMAGED || status == CAROM_WRONG_MODEL,
          "the status says why");
  carom_state_save(s->model, s->state, s->after);
  require(memcmp(s->after, s->saved, s->size) == 0, "the state is as it was");
  carom_step(s->model, s->state);
  require(carom_state_restore(s->model, s->state, s->saved) == CAROM_OK, "the way back is open");
  return 0;
}
