// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Reading scene files from inside: a reader walks a YAML document and sets keys of a scene by path.

#ifndef CAROM_LOAD_H
#define CAROM_LOAD_H

#include <carom/file.h>
#include <libfyaml.h>
#include <stdio.h>

/// Beyond these a file is an accident or an attack.
enum { LARGEST_FILE = 64 << 20, DEEPEST = 12, MOST_VALUES = 2000000, LONGEST_PATH = 256 };

typedef struct {
  carom_scene *scene;
  carom_error *error;
  const char *name; // of the text, in messages
  char *list;       // text of the list being read
  size_t list_length, list_capacity;
  int values;       // read so far
  int like_depth;   // how many scenes have led here by `like`
  const char *file; // other files are named relative to it; NULL for text in memory
  bool derived;     // the scene began as another, by `like`
  carom_status status;
} scene_reader;

/// A path under construction and the position of its last key in the text.
typedef struct {
  char path[LONGEST_PATH + 2];
  size_t length;
  int depth;
  int line, column;
} position;

/// Sets the error, with file, line and column unless the line is 0; returns the status.
__attribute__((format(printf, 5, 6))) carom_status
reader_fail(scene_reader *r, carom_status status, int line, int column, const char *format, ...);

/// Reads the text of a scene (load_yaml.c).
carom_status reader_parse(scene_reader *r, const char *text, size_t length);

/// All of a stream, of a longer one LARGEST_FILE + 1 bytes; NULL if memory is out (load.c).
char *reader_read_stream(FILE *file, size_t *length);

/// Reads the scene that a stream has.
carom_status reader_read_file(scene_reader *r, FILE *file);

/// Sets the keys of a node and all below it (load_walk.c).
carom_status reader_walk(scene_reader *r, struct fy_node *node, const position *at);

/// Takes over the position of a scalar.
void position_mark(position *at, struct fy_node *node);

struct fy_node *reader_resolve_alias(struct fy_node *node);

/// Fails at the first key of a mapping that occurs again (load_duplicates.c).
carom_status reader_check_duplicates(scene_reader *r, struct fy_node *node, const position *at);

/// Reads the scene that the key `like` of a document names, if it has one (load_like.c).
carom_status reader_follow_like(scene_reader *r, struct fy_node *top);

#endif
