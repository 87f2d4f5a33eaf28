// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene edited by path, line by line: "PATH=VALUE" sets, "-PATH" removes, "?PATH" asks. It is
// then compiled and run; what compiles is written as JSON, in which both parsers must find the same
// scene. All of it is done again with one allocation failing.

#include "exercise.h"

#include <stdlib.h>
#include <string.h>

// --- Editing ----------------------------------------------------------------------------------

// Values by note are got as one text.
static bool is_by_note(const carom_scene *scene, const char *path) {
  char key[1000];
  const char *dot = strrchr(path, '.');
  if (dot == NULL || (size_t)(dot - path) >= sizeof key)
    return false;
  memcpy(key, path, (size_t)(dot - path));
  key[dot - path] = '\0';
  const char *whole = carom_scene_get(scene, key);
  return whole != NULL && whole[0] == '{';
}

static void set(carom_scene *scene, const char *path, const char *value, ration *r) {
  carom_error error = {.status = CAROM_OK};
  const carom_status status = carom_scene_set(scene, path, value, &error);
  require_reason(status, &error, r);
  if (status != CAROM_OK)
    return;
  const char *kept = carom_scene_get(scene, path);
  if (kept == NULL && is_by_note(scene, path))
    return;
  require(kept != NULL && strcmp(kept, value) == 0, "a value set is the value got");
}

static void edit(carom_scene *scene, char *line, ration *r) {
  char *equals = strchr(line, '=');
  carom_error error = {.status = CAROM_OK};
  if (line[0] == '-') {
    const carom_status status = carom_scene_remove(scene, line + 1, &error);
    require_reason(status, &error, r);
  } else if (line[0] == '?') {
    carom_scene_get(scene, line + 1);
    carom_scene_name(scene, line + 1, carom_scene_count(scene, line + 1) - 1);
  } else if (equals != NULL) {
    *equals = '\0';
    set(scene, line, equals + 1, r);
  }
}

static void edit_all(carom_scene *scene, const uint8_t *data, size_t size, ration *r) {
  for (size_t start = 0; start < size;) {
    const uint8_t *newline = memchr(data + start, '\n', size - start);
    const size_t length = newline != NULL ? (size_t)(newline - data) - start : size - start;
    char *line = malloc(length + 1);
    if (line == NULL)
      return;
    memcpy(line, data + start, length);
    line[length] = '\0';
    r->failed = false; // the next edit is told its own lack of memory
    edit(scene, line, r);
    free(line);
    start += length + 1;
  }
  r->failed = false;
}

// --- Writing and reading back -----------------------------------------------------------------

typedef carom_status parser(carom_scene *scene, const char *name, const char *text, size_t length,
                            carom_error *error);

typedef struct {
  char *text;
  size_t length, room;
} written;

static bool append(void *user, const char *text, size_t length) {
  written *w = user;
  if (w->length + length > w->room) {
    const size_t room = 2 * (w->length + length);
    char *wider = realloc(w->text, room);
    if (wider == NULL)
      return false;
    w->text = wider;
    w->room = room;
  }
  memcpy(w->text + w->length, text, length);
  w->length += length;
  return true;
}

static bool refuse(void *user, const char *text, size_t length) {
  (void)text;
  size_t *left = user;
  *left = length < *left ? *left - length : 0;
  return *left > 0;
}

// The model of a scene, which compiles: it did so before.
static carom_model *model_of(const carom_scene *scene, const carom_memory *memory) {
  carom_model *model = NULL;
  require((model = carom_model_compile(scene, memory, NULL)) != NULL, "the scene compiles again");
  return model;
}

// A state saved under one model is refused by any other.
static void require_same(const carom_model *a, const carom_model *b, const carom_memory *memory) {
  const size_t size = carom_state_saved_size(a);
  require(size == carom_state_saved_size(b), "a scene read back has the same size");
  carom_state *from = carom_state_new(a, memory);
  carom_state *to = carom_state_new(b, memory);
  void *saved = memory->resize(memory->user, NULL, 0, size);
  if (from != NULL && to != NULL && saved != NULL) {
    carom_state_save(a, from, saved);
    require(carom_state_restore(b, to, saved) == CAROM_OK, "a scene read back is the same scene");
  }
  memory->resize(memory->user, saved, saved != NULL ? size : 0, 0);
  carom_state_free(to);
  carom_state_free(from);
}

// What was written, read by one of the two parsers.
static void read_written(const carom_scene *scene, const written *json, parser *parse,
                         const carom_memory *memory) {
  carom_scene *copy = carom_scene_new(memory);
  require(parse(copy, "written", json->text, json->length, NULL) == CAROM_OK,
          "a scene written can be read");
  carom_model *model = model_of(scene, memory);
  carom_model *again = model_of(copy, memory);
  require_same(model, again, memory);
  carom_model_free(again);
  carom_model_free(model);
  carom_scene_free(copy);
}

static void read_back(const carom_scene *scene) {
  written json = {0};
  size_t left = 20;
  ration r = ration_whole();
  r.most *= 4; // for two models and their states
  const carom_memory memory = ration_memory(&r);
  require(!carom_scene_write(scene, refuse, &left), "a sink that stops ends the writing");
  require(carom_scene_write(scene, append, &json), "a scene can be written");
  read_written(scene, &json, carom_scene_parse, &memory);
  read_written(scene, &json, carom_scene_parse_json, &memory);
  require(r.used == 0, "all memory is given back");
  free(json.text);
}

static bool attempt(const uint8_t *data, size_t size, ration *r) {
  const carom_memory memory = ration_memory(r);
  carom_scene *scene = carom_scene_new(&memory);
  bool compiled = false;
  if (scene != NULL) {
    edit_all(scene, data, size, r);
    compiled = exercise(scene, r);
    if (compiled && r->fail_at == 0)
      read_back(scene);
  }
  carom_scene_free(scene);
  require(r->used == 0, "all memory is given back");
  return compiled;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ration whole = ration_whole();
  if (attempt(data, size, &whole)) {
    ration tight = ration_short(data, size, whole.count);
    attempt(data, size, &tight);
  }
  return 0;
}
