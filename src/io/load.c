// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scene files: YAML read with libfyaml, walked as paths and values. The core does the rest: names,
// types and ranges are judged in one place.

#include "base/text.h"
#include <carom/file.h>

#include <errno.h>
#include <libfyaml.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Beyond these a file is an accident or an attack.
enum { LARGEST_FILE = 64 << 20, DEEPEST = 12, MOST_VALUES = 2000000, LONGEST_PATH = 256 };

typedef struct {
  carom_scene *scene;
  carom_error *error;
  const char *name;
  char *list; // text of the list being read
  size_t list_length, list_room;
  int values;
  int likes;          // how many scenes have led here by `like`
  const char *beside; // the file, where others may be named relative to it; NULL for plain text
  bool liked;         // the scene began as another
  carom_status status;
} reader;

__attribute__((format(printf, 5, 6))) static carom_status
complain(reader *r, carom_status status, int line, int column, const char *format, ...) {
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
  return status;
}

// --- Walking the document -----------------------------------------------------------------------

/// A path under construction and where its last key stands.
typedef struct {
  char path[LONGEST_PATH + 2];
  size_t length;
  int depth;
  int line, column;
} place;

static void mark(struct fy_node *node, place *at) {
  struct fy_token *token = fy_node_get_scalar_token(node);
  const struct fy_mark *start = token != NULL ? fy_token_start_mark(token) : NULL;
  if (start != NULL) {
    at->line = start->line + 1;
    at->column = start->column + 1;
  }
}

static carom_status too_many(reader *r, const place *at) {
  return complain(r, CAROM_BAD_FILE, at->line, at->column,
                  "%s: more than %d values; allowed are at most that many", at->path,
                  (int)MOST_VALUES);
}

static carom_status set_value(reader *r, const place *at, const char *text) {
  if (++r->values > MOST_VALUES)
    return too_many(r, at);
  carom_scene_position(r->scene, at->line, at->column);
  r->status = carom_scene_set(r->scene, at->path, text, r->error);
  return r->status;
}

static bool list_add(reader *r, const char *text, size_t length) {
  if (r->list_length + length + 1 > r->list_room) {
    const size_t room = 2 * (r->list_length + length + 64);
    char *wider = realloc(r->list, room);
    if (wider == NULL)
      return false;
    r->list = wider;
    r->list_room = room;
  }
  memcpy(r->list + r->list_length, text, length);
  r->list_length += length;
  r->list[r->list_length] = '\0';
  return true;
}

// A list is spelt as text, so its words must not look like more of the list.
static bool plain_word(const char *text, size_t length) {
  for (size_t i = 0; i < length; ++i)
    if (text[i] == '\0' || strchr("[], \t\r\n", text[i]) != NULL)
      return false;
  return length > 0;
}

static struct fy_node *follow_alias(struct fy_node *node) {
  for (int i = 0; node != NULL && fy_node_is_alias(node) && i < DEEPEST; ++i)
    node = fy_node_resolve_alias(node);
  return node;
}

// Writes a sequence as "[a, [b, c]]".
static carom_status spell_list(reader *r, struct fy_node *node, const place *at, int depth) {
  if (depth > 3)
    return complain(r, CAROM_BAD_VALUE, at->line, at->column,
                    "%s: lists are nested too deeply; allowed are lists of numbers and of pairs",
                    at->path);
  bool good = list_add(r, "[", 1);
  const char *comma = "";
  void *iterator = NULL;
  struct fy_node *element = NULL;
  while (good && (element = fy_node_sequence_iterate(node, &iterator)) != NULL) {
    element = follow_alias(element);
    good = list_add(r, comma, strlen(comma));
    comma = ", ";
    if (++r->values > MOST_VALUES)
      return too_many(r, at);
    if (element != NULL && fy_node_is_sequence(element)) {
      if (spell_list(r, element, at, depth + 1) != CAROM_OK)
        return r->status;
    } else if (element != NULL && fy_node_is_scalar(element)) {
      size_t length = 0;
      const char *text = fy_node_get_scalar(element, &length);
      if (text == NULL || !plain_word(text, length))
        return complain(r, CAROM_BAD_VALUE, at->line, at->column,
                        "%s: '%.*s' in a list; allowed are numbers, words and lists", at->path,
                        (int)(length < 60 ? length : 60), text != NULL ? text : "");
      good = good && list_add(r, text, length);
    } else {
      return complain(r, CAROM_BAD_VALUE, at->line, at->column,
                      "%s: a mapping in a list; allowed are numbers, words and lists", at->path);
    }
  }
  good = good && list_add(r, "]", 1);
  return good ? CAROM_OK : complain(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
}

static carom_status walk(reader *r, struct fy_node *node, const place *at);

// A score replaces that of the scene this one is like: gestures without names are not matched.
static void forget_score(reader *r) {
  while (carom_scene_count(r->scene, "score") > 0) {
    char path[128];
    snprintf(path, sizeof path, "score.%s", carom_scene_name(r->scene, "score", 0));
    carom_scene_remove(r->scene, path, NULL);
  }
}

static carom_status walk_pair(reader *r, struct fy_node_pair *pair, const place *at) {
  struct fy_node *key = fy_node_pair_key(pair);
  size_t length = 0;
  const char *name =
      key != NULL && fy_node_is_scalar(key) ? fy_node_get_scalar(key, &length) : NULL;
  place inner = *at;
  inner.depth = at->depth + 1;
  if (key != NULL)
    mark(key, &inner);
  if (name == NULL)
    return complain(r, CAROM_BAD_FILE, inner.line > 0 ? inner.line : 1,
                    inner.column > 0 ? inner.column : 1,
                    "%s: a key that is not a word; allowed are plain names", at->path);
  if (memchr(name, '\0', length) != NULL)
    return complain(r, CAROM_UNKNOWN_KEY, inner.line, inner.column,
                    "%s: a key with a zero byte; allowed are plain names", at->path);
  if (at->length + length + 1 > LONGEST_PATH)
    return complain(r, CAROM_UNKNOWN_KEY, inner.line, inner.column,
                    "%s: unknown key: a name of %zu characters", at->path, length);
  // A dot inside a name would be taken for a path.
  if (memchr(name, '.', length) != NULL)
    return complain(r, CAROM_UNKNOWN_KEY, inner.line, inner.column,
                    "%.*s: unknown key; names do not contain dots, nest the keys instead",
                    (int)length, name);
  if (r->liked && at->depth == 0 && length == 5 && memcmp(name, "score", 5) == 0)
    forget_score(r);
  if (at->length > 0)
    inner.path[inner.length++] = '.';
  memcpy(inner.path + inner.length, name, length);
  inner.length += length;
  inner.path[inner.length] = '\0';
  return walk(r, fy_node_pair_value(pair), &inner);
}

static bool is_section(const char *path) {
  return strcmp(path, "bodies") == 0 || strcmp(path, "contacts") == 0 ||
         strcmp(path, "forces") == 0 || strcmp(path, "outputs") == 0 ||
         strcmp(path, "score") == 0 || strcmp(path, "snapshots") == 0;
}

/// A key of a mapping, to find it twice.
typedef struct {
  const char *name;
  size_t length;
  struct fy_node *node;
  int order;
} named;

static int by_name(const void *a, const void *b) {
  const named *x = a;
  const named *y = b;
  const size_t shorter = x->length < y->length ? x->length : y->length;
  const int order = memcmp(x->name, y->name, shorter);
  if (order != 0)
    return order;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

// The library would do this as well, in a time that grows with the square of the number of keys.
static carom_status check_twice(reader *r, struct fy_node *node, const place *at) {
  const int room = fy_node_mapping_item_count(node);
  named *keys = room > 1 ? calloc((size_t)room, sizeof *keys) : NULL;
  if (keys == NULL)
    return room > 1 ? complain(r, CAROM_NO_MEMORY, 0, 0, "out of memory") : CAROM_OK;
  void *iterator = NULL;
  struct fy_node_pair *pair = NULL;
  int count = 0;
  while (count < room && (pair = fy_node_mapping_iterate(node, &iterator)) != NULL) {
    struct fy_node *key = fy_node_pair_key(pair);
    named *k = &keys[count];
    k->name = key != NULL && fy_node_is_scalar(key) ? fy_node_get_scalar(key, &k->length) : NULL;
    k->node = key;
    k->order = count;
    count += k->name != NULL;
  }
  qsort(keys, (size_t)count, sizeof *keys, by_name);
  const named *second = NULL; // the first in the file that comes again
  for (int i = 1; i < count; ++i)
    if (keys[i].length == keys[i - 1].length &&
        memcmp(keys[i].name, keys[i - 1].name, keys[i].length) == 0 &&
        (second == NULL || keys[i].order < second->order))
      second = &keys[i];
  if (second != NULL) {
    place here = *at;
    mark(second->node, &here);
    complain(r, CAROM_DUPLICATE, here.line, here.column, "%s%s%.*s: given twice; allowed is once",
             at->path, at->length > 0 ? "." : "", (int)(second->length < 60 ? second->length : 60),
             second->name);
  }
  free(keys);
  return r->status;
}

// --- Scenes that begin as another ---------------------------------------------------------------

enum { MOST_LIKES = 8 };

static carom_status parse(reader *r, const char *text, size_t length);
static char *read_all(FILE *file, size_t *length);

// A file named by `like`, beside the one that names it.
static carom_status like_file(reader *r, reader *other, const char *name, const place *at) {
  const char *slash = r->beside != NULL ? strrchr(r->beside, '/') : NULL;
  const int folder = slash != NULL && name[0] != '/' ? (int)(slash + 1 - r->beside) : 0;
  char path[4096];
  snprintf(path, sizeof path, "%.*s%s", folder, r->beside != NULL ? r->beside : "", name);
  struct stat what;
  const bool is_folder = r->beside != NULL && stat(path, &what) == 0 && S_ISDIR(what.st_mode);
  FILE *file = r->beside != NULL && !is_folder ? fopen(path, "rb") : NULL;
  if (file == NULL)
    return complain(r, CAROM_BAD_REFERENCE, at->line, at->column,
                    "like: there is no scene '%.100s'; allowed is a name that carom list shows%s",
                    name, r->beside != NULL ? ", or a file beside this one" : "");
  size_t length = 0;
  char *text = read_all(file, &length);
  fclose(file);
  if (text == NULL)
    return complain(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  other->name = other->beside = path;
  r->status = parse(other, text, length);
  free(text);
  return r->status;
}

// The scene this one is like is read first; what follows changes it.
static carom_status begin_like(reader *r, struct fy_node *top) {
  struct fy_node *node = follow_alias(fy_node_mapping_lookup_by_string(top, "like", FY_NT));
  if (node == NULL)
    return CAROM_OK;
  place at = {.depth = 1, .line = 1, .column = 1};
  mark(node, &at);
  const char *name = fy_node_is_scalar(node) ? fy_node_get_scalar0(node) : NULL;
  if (name == NULL || name[0] == '\0')
    return complain(r, CAROM_BAD_VALUE, at.line, at.column,
                    "like: not a name; allowed is one scene's");
  if (r->likes == MOST_LIKES)
    return complain(r, CAROM_BAD_REFERENCE, at.line, at.column,
                    "like: the %d. scene in a row that is like another, perhaps in a circle; "
                    "allowed are at most %d",
                    MOST_LIKES + 1, (int)MOST_LIKES);
  const int builtin = carom_builtin_find(name);
  reader other = {.scene = r->scene, .error = r->error, .name = name, .likes = r->likes + 1};
  if (builtin >= 0) {
    const char *text = carom_builtin_text(builtin);
    r->status = parse(&other, text, strlen(text));
  } else {
    like_file(r, &other, name, &at);
  }
  r->liked = true;
  if (r->status == CAROM_OK && carom_scene_source(r->scene, r->name) != CAROM_OK)
    return complain(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  return r->status;
}

static carom_status walk_mapping(reader *r, struct fy_node *node, const place *at) {
  if (check_twice(r, node, at) != CAROM_OK)
    return r->status;
  if (at->depth == 0 && begin_like(r, node) != CAROM_OK)
    return r->status;
  void *iterator = NULL;
  struct fy_node_pair *pair = NULL;
  int count = 0;
  while ((pair = fy_node_mapping_iterate(node, &iterator)) != NULL) {
    ++count;
    if (at->depth == 0 && pair == fy_node_mapping_lookup_pair_by_string(node, "like", FY_NT))
      continue;
    if (walk_pair(r, pair, at) != CAROM_OK)
      return r->status;
  }
  if (count == 0 && at->depth > 0 && !is_section(at->path))
    return complain(r, CAROM_MISSING, at->line, at->column, "%s: is empty; keys are needed here",
                    at->path);
  return CAROM_OK;
}

static carom_status walk_scalar(reader *r, struct fy_node *node, place at) {
  size_t length = 0;
  const char *text = fy_node_get_scalar(node, &length);
  const bool quoted = fy_node_get_style(node) != FYNS_PLAIN;
  if (text == NULL || (length == 0 && !quoted)) {
    if (is_section(at.path))
      return CAROM_OK;
    if (at.depth == 0)
      return complain(r, CAROM_BAD_FILE, 1, 1, "empty; allowed is a scene file");
    return complain(r, CAROM_BAD_VALUE, at.line, at.column, "%s: has no value", at.path);
  }
  if (is_section(at.path) || at.depth == 0)
    return complain(r, CAROM_BAD_FILE, at.line > 0 ? at.line : 1, at.column > 0 ? at.column : 1,
                    "%s%sallowed is a mapping of keys to values", at.path,
                    at.depth == 0 ? "not a scene; " : ": ");
  mark(node, &at);
  if (r->liked && !quoted &&
      ((length == 1 && text[0] == '~') || (length == 4 && memcmp(text, "null", 4) == 0))) {
    carom_scene_position(r->scene, at.line, at.column);
    r->status = carom_scene_remove(r->scene, at.path, r->error); // what it is like has it
    return r->status;
  }
  char *copy = malloc(length + 1);
  if (copy == NULL)
    return complain(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  memcpy(copy, text, length);
  copy[length] = '\0';
  if (strlen(copy) != length)
    complain(r, CAROM_BAD_VALUE, at.line, at.column, "%s: contains a zero byte", at.path);
  else
    set_value(r, &at, copy);
  free(copy);
  return r->status;
}

// A score may be a list; its gestures are then numbered from 1.
static carom_status walk_score(reader *r, struct fy_node *node, const place *at) {
  void *iterator = NULL;
  struct fy_node *gesture = NULL;
  int number = 0;
  while ((gesture = fy_node_sequence_iterate(node, &iterator)) != NULL) {
    place inner = *at;
    inner.depth = at->depth + 1;
    mark(gesture, &inner);
    inner.length += (size_t)snprintf(inner.path + inner.length, sizeof inner.path - inner.length,
                                     ".%d", ++number);
    if (!fy_node_is_mapping(follow_alias(gesture)))
      return complain(r, CAROM_BAD_VALUE, inner.line, inner.column,
                      "%s: not a gesture; allowed is a mapping, {gesture: pluck, at: 0.5, ...}",
                      inner.path);
    if (walk(r, gesture, &inner) != CAROM_OK)
      return r->status;
  }
  return CAROM_OK;
}

static carom_status walk(reader *r, struct fy_node *node, const place *at) {
  if (at->depth > DEEPEST)
    return complain(r, CAROM_BAD_FILE, at->line, at->column,
                    "%.60s...: nested too deeply, or an alias that contains itself; allowed are %d "
                    "levels",
                    at->path, (int)DEEPEST);
  const bool alias = node != NULL && fy_node_is_alias(node);
  node = follow_alias(node);
  if (node == NULL && alias)
    return complain(r, CAROM_BAD_VALUE, at->line, at->column,
                    "%s: an alias of nothing; allowed is the name of an anchor above it", at->path);
  if (node == NULL)
    return is_section(at->path)
               ? CAROM_OK
               : complain(r, CAROM_BAD_VALUE, at->line, at->column, "%s: has no value", at->path);
  if (fy_node_is_mapping(node))
    return walk_mapping(r, node, at);
  if (fy_node_is_scalar(node))
    return walk_scalar(r, node, *at);
  if (strcmp(at->path, "score") == 0)
    return walk_score(r, node, at);
  if (at->depth == 0 || is_section(at->path))
    return complain(r, CAROM_BAD_FILE, at->line > 0 ? at->line : 1, at->column > 0 ? at->column : 1,
                    "%s%sallowed is a mapping of keys to values", at->path,
                    at->depth == 0 ? "not a scene; " : ": ");
  r->list_length = 0;
  if (spell_list(r, node, at, 1) != CAROM_OK)
    return r->status;
  return set_value(r, at, r->list);
}

// --- Documents ----------------------------------------------------------------------------------

static carom_status syntax_error(reader *r, struct fy_diag *diag) {
  void *iterator = NULL;
  const struct fy_diag_error *found = fy_diag_errors_iterate(diag, &iterator);
  if (found == NULL)
    return complain(r, CAROM_BAD_FILE, 1, 1, "empty, or not YAML; allowed is a scene file");
  return complain(r, CAROM_BAD_FILE, found->line, found->column, "not valid YAML: %s", found->msg);
}

// Scenes are text: the first byte that is none is named by its place.
static carom_status check_text(reader *r, const char *text, size_t length) {
  const size_t valid = text_valid(text, length);
  if (valid == length)
    return CAROM_OK;
  int line = 1;
  size_t start = 0;
  for (size_t i = 0; i < valid; ++i)
    if (text[i] == '\n') {
      ++line;
      start = i + 1;
    }
  return complain(r, CAROM_BAD_FILE, line, (int)(valid - start) + 1, "%s; allowed is text in UTF-8",
                  text[valid] == '\0' ? "a zero byte" : "not UTF-8");
}

// No key of a scene needs a question mark before it, and libfyaml 0.7.12 ends badly on some, behind
// tabs at least.
static carom_status check_keys(reader *r, const char *text, size_t length) {
  int line = 1;
  size_t start = 0;
  bool key = true; // a key might begin here: after blanks with a tab, or only blanks and dashes
  for (size_t i = 0; i < length; ++i) {
    const bool ends = i + 1 == length || strchr(" \t\r\n", text[i + 1]) != NULL;
    if (text[i] == '?' && key && ends)
      return complain(r, CAROM_BAD_FILE, line, (int)(i - start) + 1,
                      "a key after a question mark; allowed are plain names");
    key = text[i] == '\t' || text[i] == '\n' || text[i] == '\r' ||
          (key && (text[i] == ' ' || text[i] == '-'));
    if (text[i] == '\n') {
      ++line;
      start = i + 1;
    }
  }
  return CAROM_OK;
}

// One document and no second.
static void read_documents(reader *r, struct fy_parser *parser, struct fy_diag *diag) {
  struct fy_document *document = fy_parse_load_document(parser);
  struct fy_node *top = document != NULL ? fy_document_root(document) : NULL;
  struct fy_document *second = top != NULL ? fy_parse_load_document(parser) : NULL;
  if (top == NULL || (second == NULL && fy_diag_got_error(diag))) {
    syntax_error(r, diag);
  } else if (second != NULL) {
    const struct fy_mark *start =
        fy_document_state_start_mark(fy_document_get_document_state(second));
    complain(r, CAROM_BAD_FILE, start->line + 1, start->column + 1,
             "a second document; allowed is one scene in a file");
  } else {
    const place begin = {.depth = 0};
    walk(r, top, &begin);
  }
  fy_parse_document_destroy(parser, second);
  fy_parse_document_destroy(parser, document);
}

static carom_status parse(reader *r, const char *text, size_t length) {
  if (carom_scene_source(r->scene, r->name) != CAROM_OK)
    return complain(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  carom_scene_position(r->scene, 1, 1);
  if (check_text(r, text, length) != CAROM_OK || check_keys(r, text, length) != CAROM_OK)
    return r->status;
  const struct fy_diag_cfg diag_config = {.level = FYET_ERROR, .module_mask = ~0U};
  struct fy_diag *diag = fy_diag_create(&diag_config);
  if (diag == NULL)
    return complain(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  fy_diag_set_collect_errors(diag, true);
  const struct fy_parse_cfg config = {.flags = FYPCF_QUIET | FYPCF_ALLOW_DUPLICATE_KEYS,
                                      .diag = diag};
  struct fy_parser *parser = fy_parser_create(&config);
  if (parser == NULL || fy_parser_set_string(parser, text, length) != 0)
    complain(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  else
    read_documents(r, parser, diag);
  fy_parser_destroy(parser);
  fy_diag_destroy(diag);
  free(r->list);
  return r->status;
}

carom_status carom_scene_parse(carom_scene *scene, const char *name, const char *text,
                               size_t length, carom_error *error) {
  reader r = {.scene = scene, .error = error, .name = name};
  parse(&r, text, length);
  carom_scene_source(scene, NULL); // what is set from now on is not from this text
  return r.status;
}

// --- Files --------------------------------------------------------------------------------------

static char *read_all(FILE *file, size_t *length) {
  size_t room = 1 << 16;
  char *text = malloc(room);
  *length = 0;
  while (text != NULL) {
    *length += fread(text + *length, 1, room - *length, file);
    if (*length < room || room > LARGEST_FILE)
      return text;
    room *= 2;
    char *wider = realloc(text, room);
    if (wider == NULL)
      free(text);
    text = wider;
  }
  return NULL;
}

carom_status carom_scene_load(carom_scene *scene, const char *path, carom_error *error) {
  const bool standard = strcmp(path, "-") == 0;
  reader r = {.scene = scene,
              .error = error,
              .name = standard ? "standard input" : path,
              .beside = standard ? "" : path};
  struct stat what;
  if (!standard && stat(path, &what) == 0 && S_ISDIR(what.st_mode))
    return complain(&r, CAROM_BAD_FILE, 0, 0, "is a folder; allowed is a scene file");
  FILE *file = standard ? stdin : fopen(path, "rb");
  if (file == NULL)
    return complain(&r, CAROM_BAD_FILE, 0, 0, "cannot be read: %s", strerror(errno));
  size_t length = 0;
  char *text = read_all(file, &length);
  const bool broken = ferror(file) != 0;
  if (!standard)
    fclose(file);
  if (text == NULL)
    return complain(&r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  if (broken)
    complain(&r, CAROM_BAD_FILE, 0, 0, "cannot be read: %s", strerror(errno));
  else if (length > LARGEST_FILE)
    complain(&r, CAROM_BAD_FILE, 0, 0, "is larger than %d MiB; allowed is at most that",
             LARGEST_FILE >> 20);
  else
    parse(&r, text, length);
  free(text);
  carom_scene_source(scene, NULL);
  return r.status;
}
