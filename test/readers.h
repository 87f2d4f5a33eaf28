// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes written as JSON, and read by the core or by the reader of scene files.

#ifndef CAROM_READERS_H
#define CAROM_READERS_H

#include "support.h"

// libfyaml 0.7.12 loses some bytes for a quoted scalar with many escapes.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libfyaml";
}

typedef carom_status reader(carom_scene *scene, const char *name, const char *text, size_t length,
                            carom_error *error);

typedef struct {
  char *text;
  size_t length;
} written;

static inline bool append(void *user, const char *text, size_t length) {
  written *w = user;
  w->text = realloc(w->text, w->length + length + 1);
  assert_non_null(w->text);
  memcpy(w->text + w->length, text, length);
  w->length += length;
  w->text[w->length] = '\0';
  return true;
}

static inline written write_of(const carom_scene *scene) {
  written w = {0};
  assert_true(carom_scene_write(scene, append, &w));
  return w;
}

static inline carom_scene *read_with(reader *read, const char *text, size_t length) {
  carom_error error;
  carom_scene *scene = carom_scene_new(NULL);
  if (read(scene, "scene", text, length, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return scene;
}

static inline carom_status status_of(reader *read, const char *text, size_t length,
                                     carom_error *error) {
  carom_scene *scene = carom_scene_new(NULL);
  *error = (carom_error){.status = CAROM_OK};
  const carom_status status = read(scene, "scene", text, length, error);
  assert_int_equal(status, error->status);
  carom_scene_free(scene);
  return status;
}

#endif
