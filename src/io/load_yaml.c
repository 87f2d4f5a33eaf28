// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The text of a scene as a YAML document: encoding, syntax, and inputs that libfyaml does
// not handle.

#include "io/load.h"

#include "base/text.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static carom_status syntax_error(scene_reader *r, struct fy_diag *diag) {
  void *iterator = NULL;
  const struct fy_diag_error *found = fy_diag_errors_iterate(diag, &iterator);
  if (found == NULL)
    return reader_fail(r, CAROM_BAD_FILE, 1, 1, "empty, or not YAML; allowed is a scene file");
  return reader_fail(r, CAROM_BAD_FILE, found->line, found->column, "not valid YAML: %s",
                     found->msg);
}

// Fails at a byte of the text.
static carom_status fail_at(scene_reader *r, const char *text, size_t at, const char *wrong) {
  int line = 1;
  size_t start = 0;
  for (size_t i = 0; i < at; ++i)
    if (text[i] == '\n') {
      ++line;
      start = i + 1;
    }
  return reader_fail(r, CAROM_BAD_FILE, line, (int)(at - start) + 1, "%s", wrong);
}

// The first key after a question mark; `length` if there is none. It might begin after blanks with
// a tab, or only blanks and dashes.
static size_t find_question(const char *text, size_t length) {
  bool key = true;
  for (size_t i = 0; i < length; ++i) {
    const bool ends = i + 1 == length || strchr(" \t\r\n", text[i + 1]) != NULL;
    if (text[i] == '?' && key && ends)
      return i;
    key = text[i] == '\t' || text[i] == '\n' || text[i] == '\r' ||
          (key && (text[i] == ' ' || text[i] == '-'));
  }
  return length;
}

// The first bracket with MAX_OPEN open ones before it; `length` if there is none. libfyaml takes
// 350 bytes for each, if they are in a line, before it finds that they are too many. Those of texts
// are counted too, and those of comments are not.
static size_t find_deep(const char *text, size_t length) {
  enum { MAX_OPEN = 1000 };
  int open = 0;
  for (size_t i = 0; i < length; ++i) {
    if (text[i] == '#' && (i == 0 || strchr(" \t\n", text[i - 1]) != NULL)) {
      const char *end = memchr(text + i, '\n', length - i);
      i = end != NULL ? (size_t)(end - text) : length;
    } else if (text[i] == '[' || text[i] == '{') {
      if (++open > MAX_OPEN)
        return i;
    } else if ((text[i] == ']' || text[i] == '}') && open > 0) {
      --open;
    }
  }
  return length;
}

// Other texts end libfyaml 0.7.12 badly, or it never ends.
static carom_status check_text(scene_reader *r, const char *text, size_t length) {
  const size_t valid = text_valid(text, length);
  const size_t question = find_question(text, length);
  const size_t deep = find_deep(text, length);
  if (valid < length)
    return fail_at(r, text, valid,
                   text[valid] == '\0' ? "a zero byte; allowed is text in UTF-8"
                                       : "not UTF-8; allowed is text in UTF-8");
  if (question < length)
    return fail_at(r, text, question, "a key after a question mark; allowed are plain names");
  if (deep < length)
    return fail_at(r, text, deep, "nested too deeply; allowed are lists of numbers and of pairs");
  return CAROM_OK;
}

// One document and no second.
static void read_documents(scene_reader *r, struct fy_parser *parser, struct fy_diag *diag) {
  struct fy_document *document = fy_parse_load_document(parser);
  struct fy_node *top = document != NULL ? fy_document_root(document) : NULL;
  struct fy_document *second = top != NULL ? fy_parse_load_document(parser) : NULL;
  if (top == NULL || (second == NULL && fy_diag_got_error(diag))) {
    syntax_error(r, diag);
  } else if (second != NULL) {
    const struct fy_mark *start =
        fy_document_state_start_mark(fy_document_get_document_state(second));
    reader_fail(r, CAROM_BAD_FILE, start->line + 1, start->column + 1,
                "a second document; allowed is one scene in a file");
  } else {
    const position begin = {.depth = 0};
    reader_walk(r, top, &begin);
  }
  fy_parse_document_destroy(parser, second);
  fy_parse_document_destroy(parser, document);
}

static carom_status parse_once(scene_reader *r, const char *text, size_t length) {
  if (carom_scene_source(r->scene, r->name) != CAROM_OK)
    return reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  carom_scene_position(r->scene, 1, 1);
  if (check_text(r, text, length) != CAROM_OK)
    return r->status;
  const struct fy_diag_cfg diag_config = {.level = FYET_ERROR, .module_mask = ~0U};
  struct fy_diag *diag = fy_diag_create(&diag_config);
  if (diag == NULL)
    return reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  fy_diag_set_collect_errors(diag, true);
  const struct fy_parse_cfg config = {.flags = FYPCF_QUIET | FYPCF_ALLOW_DUPLICATE_KEYS,
                                      .diag = diag};
  errno = 0;
  struct fy_parser *parser = fy_parser_create(&config);
  if (parser == NULL || fy_parser_set_string(parser, text, length) != 0)
    reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  else
    read_documents(r, parser, diag);
  if (r->status != CAROM_OK && errno == ENOMEM) // libfyaml tells that as it tells wrong texts
    reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  fy_parser_destroy(parser);
  fy_diag_destroy(diag);
  free(r->list);
  r->list = NULL;
  r->list_length = r->list_capacity = 0;
  return r->status;
}

// Whether a text that was found wrong has another mistake, or none, when it is read again: then it
// was memory that libfyaml had too little of, whether its allocator says so or not.
static bool differs_when_read_again(const scene_reader *r, const char *text, size_t length) {
  carom_error error = {.status = CAROM_OK};
  carom_scene *scene = carom_scene_new(NULL);
  if (scene == NULL)
    return true;
  scene_reader again = {.scene = scene, .error = &error, .name = r->name, .file = r->file};
  const carom_status status = parse_once(&again, text, length);
  carom_scene_free(scene);
  return status != r->status || (r->error != NULL && strcmp(error.text, r->error->text) != 0);
}

carom_status reader_parse(scene_reader *r, const char *text, size_t length) {
  const bool first = r->like_depth == 0 && carom_scene_count(r->scene, "bodies") == 0;
  parse_once(r, text, length);
  if (r->status != CAROM_OK && r->status != CAROM_NO_MEMORY && first &&
      differs_when_read_again(r, text, length))
    reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  return r->status;
}
