// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The key `like`: a scene that begins as another, a built-in one or one in a file beside it.

#include "io/load.h"

#include "io/nearest.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_LIKES = 8 };

// A file named by `like`, beside the one that names it.
static carom_status like_file(scene_reader *r, scene_reader *other, const char *name,
                              const position *at) {
  const char *slash = r->file != NULL ? strrchr(r->file, '/') : NULL;
  const int folder = slash != NULL && name[0] != '/' ? (int)(slash + 1 - r->file) : 0;
  char path[4096];
  snprintf(path, sizeof path, "%.*s%s", folder, r->file != NULL ? r->file : "", name);
  struct stat what;
  const bool is_folder = r->file != NULL && stat(path, &what) == 0 && S_ISDIR(what.st_mode);
  FILE *file = r->file != NULL && !is_folder ? fopen(path, "rb") : NULL;
  if (file == NULL) {
    char hint[5000] = "";
    if (!is_folder)
      nearest_scene_hint(path, hint, sizeof hint);
    return reader_fail(r, CAROM_BAD_REFERENCE, at->line, at->column,
                       "like: there is no scene '%.100s'; %sallowed is a built-in one%s", name,
                       hint, r->file != NULL ? ", or a file beside this one" : "");
  }
  other->name = other->file = path;
  r->status = reader_read_file(other, file);
  fclose(file);
  return r->status;
}

// The scene this one is like is read first; what follows changes it.
carom_status reader_follow_like(scene_reader *r, struct fy_node *top) {
  struct fy_node *node = reader_resolve_alias(fy_node_mapping_lookup_by_string(top, "like", FY_NT));
  if (node == NULL)
    return CAROM_OK;
  position at = {.depth = 1, .line = 1, .column = 1};
  position_mark(&at, node);
  const char *name = fy_node_is_scalar(node) ? fy_node_get_scalar0(node) : NULL;
  if (name == NULL || name[0] == '\0')
    return reader_fail(r, CAROM_BAD_VALUE, at.line, at.column,
                       "like: not a name; allowed is one scene's");
  if (r->like_depth == MAX_LIKES)
    return reader_fail(r, CAROM_BAD_REFERENCE, at.line, at.column,
                       "like: the %d. scene in a row that is like another, perhaps in a circle; "
                       "allowed are at most %d",
                       MAX_LIKES + 1, (int)MAX_LIKES);
  const int builtin = carom_builtin_find(name);
  scene_reader other = {
      .scene = r->scene, .error = r->error, .name = name, .like_depth = r->like_depth + 1};
  if (builtin >= 0) {
    const char *text = carom_builtin_text(builtin);
    r->status = reader_parse(&other, text, strlen(text));
  } else {
    like_file(r, &other, name, &at);
  }
  r->derived = true;
  if (r->status == CAROM_OK && carom_scene_source(r->scene, r->name) != CAROM_OK)
    return reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  return r->status;
}
