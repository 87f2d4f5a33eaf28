// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scene files and texts: carom_scene_load() and carom_scene_parse(). YAML is read with libfyaml and
// walked as paths and values; names, types and ranges are checked by the core.

#include "io/load.h"

#include "base/error.h"
#include "base/text.h"
#include "io/heap.h"
#include "io/nearest.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

carom_status reader_fail(scene_reader *r, carom_status status, int line, int column,
                         const char *format, ...) {
  r->status = status;
  if (r->error == NULL)
    return status;
  carom_error *e = r->error;
  e->status = status;
  e->line = line;
  e->column = column;
  int n = line > 0 ? snprintf(e->text, sizeof e->text, "%s:%d:%d: ", r->name, line, column)
                   : snprintf(e->text, sizeof e->text, "%s: ", r->name);
  n = n < 0 ? 0 : n >= (int)sizeof e->text ? (int)sizeof e->text - 1 : n;
  va_list args;
  va_start(args, format);
  vsnprintf(e->text + n, sizeof e->text - (size_t)n, format, args);
  va_end(args);
  text_one_line(e->text);
  return status;
}

carom_status carom_scene_parse(carom_scene *scene, const char *name, const char *text,
                               size_t length, carom_error *error) {
  if (scene == NULL || text == NULL)
    return error_null(error, scene == NULL ? "scene" : "text");
  scene_reader r = {.scene = scene, .error = error, .name = name};
  reader_parse(&r, text, length);
  carom_scene_source(scene, NULL); // what is set from now on is not from this text
  return r.status;
}

// Behind a zero byte there is nothing to read, as no text has one.
char *reader_read_stream(FILE *file, size_t *length) {
  size_t capacity = 1 << 16;
  char *text = heap_take(1, capacity);
  *length = 0;
  while (text != NULL) {
    const size_t got = fread(text + *length, 1, capacity - *length, file);
    const bool zero = memchr(text + *length, '\0', got) != NULL;
    *length += got;
    if (*length < capacity || zero || *length > LARGEST_FILE)
      return text;
    capacity = 2 * capacity <= LARGEST_FILE ? 2 * capacity : LARGEST_FILE + 1;
    char *wider = heap_grow(text, capacity);
    if (wider == NULL)
      free(text);
    text = wider;
  }
  return NULL;
}

carom_status reader_read_file(scene_reader *r, FILE *file) {
  size_t length = 0;
  errno = 0;
  char *text = reader_read_stream(file, &length);
  if (text == NULL)
    return reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  if (ferror(file) != 0)
    reader_fail(r, CAROM_BAD_FILE, 0, 0, "cannot be read: %s", strerror(errno));
  else if (length > LARGEST_FILE)
    reader_fail(r, CAROM_BAD_FILE, 0, 0, "is larger than %d MiB; allowed is at most that",
                LARGEST_FILE >> 20);
  else
    reader_parse(r, text, length);
  free(text);
  return r->status;
}

// A file that is not there: perhaps another one was meant.
static carom_status cannot_open(scene_reader *r, const char *path, int reason) {
  char hint[5000] = "";
  if (reason == ENOENT)
    nearest_scene_hint(path, hint, sizeof hint);
  const bool near = hint[0] != '\0';
  if (near)
    hint[strlen(hint) - 1] = '\0'; // the space behind it
  return reader_fail(r, CAROM_BAD_FILE, 0, 0, "cannot be read: %s%s%s", strerror(reason),
                     near ? "; " : "", hint);
}

carom_status carom_scene_load(carom_scene *scene, const char *path, carom_error *error) {
  if (scene == NULL || path == NULL)
    return error_null(error, scene == NULL ? "scene" : "path");
  const bool standard = strcmp(path, "-") == 0;
  scene_reader r = {.scene = scene,
                    .error = error,
                    .name = standard ? "standard input" : path,
                    .file = standard ? "" : path};
  struct stat what;
  if (!standard && stat(path, &what) == 0 && S_ISDIR(what.st_mode))
    return reader_fail(&r, CAROM_BAD_FILE, 0, 0, "is a folder; allowed is a scene file");
  FILE *file = standard ? stdin : heap_open(path, "rb");
  if (file == NULL)
    return cannot_open(&r, path, errno);
  reader_read_file(&r, file);
  if (!standard)
    fclose(file);
  carom_scene_source(scene, NULL);
  return r.status;
}
