// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Any bytes as a scene in JSON, parsed in the core. What is accepted is written and read back, and
// the parser of scene files, which takes JSON as well, makes the same of it. What compiles is run
// for some steps, and done again with one allocation failing.

#include "exercise.h"

#include <stdlib.h>
#include <string.h>

typedef carom_status parser(carom_scene *scene, const char *name, const char *text, size_t length,
                            carom_error *error);

// --- Scenes as text ---------------------------------------------------------------------------

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

// The scene of a text, written; the status says whether there is one.
static carom_status rewrite(parser *parse, const char *text, size_t length, written *w) {
  ration r = ration_whole();
  r.most *= 4; // more than any scene of an input takes
  const carom_memory memory = ration_memory(&r);
  carom_error error = {.status = CAROM_OK};
  carom_scene *scene = carom_scene_new(&memory);
  const carom_status status = parse(scene, "fuzz", text, length, &error);
  require_reason(status, &error, &r);
  *w = (written){0};
  require(status != CAROM_OK || carom_scene_write(scene, append, w), "a scene can be written");
  carom_scene_free(scene);
  require(r.used == 0, "all memory is given back");
  return status;
}

static void require_same(const written *a, const written *b, const char *sentence) {
  require(a->length == b->length && memcmp(a->text, b->text, a->length) == 0, sentence);
}

// --- Both parsers -----------------------------------------------------------------------------

static void read_back(const written *w, parser *parse) {
  written again;
  require(rewrite(parse, w->text, w->length, &again) == CAROM_OK, "a scene written can be read");
  require_same(w, &again, "a scene read back is the same scene");
  free(again.text);
}

static bool compare(const char *text, size_t length) {
  written ours;
  written theirs;
  const carom_status json = rewrite(carom_scene_parse_json, text, length, &ours);
  const carom_status yaml = rewrite(carom_scene_parse, text, length, &theirs);
  // BAD_FILE is a matter of syntax, BAD_REFERENCE of `like`, which only files have.
  require(json == yaml || json == CAROM_BAD_FILE || yaml == CAROM_BAD_FILE ||
              json == CAROM_BAD_REFERENCE,
          "both parsers accept the same, or refuse it for the same reason");
  if (json == CAROM_OK && yaml == CAROM_OK)
    require_same(&ours, &theirs, "both parsers read the same");
  if (json == CAROM_OK) {
    read_back(&ours, carom_scene_parse_json);
    read_back(&ours, carom_scene_parse);
  }
  free(theirs.text);
  free(ours.text);
  return json == CAROM_OK;
}

static bool attempt(const char *text, size_t length, ration *r) {
  const carom_memory memory = ration_memory(r);
  carom_error error = {.status = CAROM_OK};
  carom_scene *scene = carom_scene_new(&memory);
  bool compiled = false;
  if (scene != NULL) {
    const carom_status status = carom_scene_parse_json(scene, "fuzz", text, length, &error);
    require_reason(status, &error, r);
    compiled = status == CAROM_OK && exercise(scene, r);
  }
  carom_scene_free(scene);
  require(r->used == 0, "all memory is given back");
  return compiled;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  ration whole = ration_whole();
  if (compare(text, size) && attempt(text, size, &whole)) {
    ration tight = ration_short(data, size, whole.count);
    attempt(text, size, &tight);
  }
  return 0;
}
