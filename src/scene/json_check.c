// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The encoding and syntax of a whole text of JSON, with a state for what may come next.

#include "scene/json.h"

enum { MOST_NESTED = 64 };

/// A mapping or list that is open.
typedef struct {
  bool list;
  size_t keys; // of a mapping, so far
  size_t size; // of a list's text, so far
} level;

typedef enum {
  EXPECT_SCENE,
  EXPECT_VALUE,
  EXPECT_ITEM_OR_END,
  EXPECT_KEY,
  EXPECT_KEY_OR_END,
  EXPECT_COLON,
  EXPECT_COMMA_OR_CLOSE,
  EXPECT_COMMA_OR_CLOSE_LIST,
  EXPECT_END
} expectation;

#define VALUES (1U << JSON_OPEN | 1U << JSON_OPEN_LIST | 1U << JSON_STRING | 1U << JSON_PLAIN)

/// Which tokens may come, and how they are called.
static const struct {
  unsigned kinds;
  const char *text;
} allowed[] = {
    [EXPECT_SCENE] = {VALUES, "a scene, { ... }"},
    [EXPECT_VALUE] = {VALUES, "a value"},
    [EXPECT_ITEM_OR_END] = {VALUES | 1U << JSON_CLOSE_LIST, "a value or ]"},
    [EXPECT_KEY] = {1U << JSON_STRING, "a key in quotes"},
    [EXPECT_KEY_OR_END] = {1U << JSON_STRING | 1U << JSON_CLOSE, "a key in quotes or }"},
    [EXPECT_COLON] = {1U << JSON_COLON, "a colon"},
    [EXPECT_COMMA_OR_CLOSE] = {1U << JSON_COMMA | 1U << JSON_CLOSE, "a comma or }"},
    [EXPECT_COMMA_OR_CLOSE_LIST] = {1U << JSON_COMMA | 1U << JSON_CLOSE_LIST, "a comma or ]"},
    [EXPECT_END] = {1U << JSON_END, "one scene and nothing behind it"},
};

typedef struct {
  expectation next;
  level open[MOST_NESTED];
  int depth;
  size_t room; // for the largest value or mapping so far
} checker;

static void need(checker *c, size_t room) {
  c->room = room > c->room ? room : c->room;
}

// A value has ended; in a list its text takes `size` bytes.
static void end_value(checker *c, size_t size) {
  if (c->depth == 0) {
    c->next = EXPECT_END;
    return;
  }
  level *in = &c->open[c->depth - 1];
  in->size += size + 2; // and ", "
  c->next = in->list ? EXPECT_COMMA_OR_CLOSE_LIST : EXPECT_COMMA_OR_CLOSE;
}

static void close_level(checker *c) {
  const level *ended = &c->open[--c->depth];
  const size_t size = ended->list ? ended->size + 2 : 0;
  need(c, ended->list ? size + 1 : ended->keys * sizeof(json_key));
  end_value(c, size);
}

static void take_text(checker *c, const json_token *t) {
  need(c, t->length + 1);
  if (c->next == EXPECT_KEY || c->next == EXPECT_KEY_OR_END) {
    ++c->open[c->depth - 1].keys;
    c->next = EXPECT_COLON;
  } else {
    end_value(c, t->length);
  }
}

// A token that is allowed here; false if it nests too deeply.
static bool take(checker *c, const json_token *t) {
  const bool list = t->kind == JSON_OPEN_LIST;
  switch (t->kind) {
  case JSON_OPEN:
  case JSON_OPEN_LIST:
    if (c->depth == MOST_NESTED)
      return false;
    c->open[c->depth++] = (level){.list = list};
    c->next = list ? EXPECT_ITEM_OR_END : EXPECT_KEY_OR_END;
    break;
  case JSON_CLOSE:
  case JSON_CLOSE_LIST:
    close_level(c);
    break;
  case JSON_COLON:
    c->next = EXPECT_VALUE;
    break;
  case JSON_COMMA:
    c->next = c->open[c->depth - 1].list ? EXPECT_VALUE : EXPECT_KEY;
    break;
  case JSON_STRING:
  case JSON_PLAIN:
    take_text(c, t);
    break;
  case JSON_END:
  case JSON_WRONG:
    break;
  }
  return true;
}

// At most so many bytes of a text, and no part of a character.
static int cut(const char *text, size_t length, size_t most) {
  if (length > most)
    for (length = most; length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80;)
      --length;
  return (int)length;
}

static carom_status refuse(json_reader *r, const json_token *t, expectation next) {
  if (t->kind == JSON_WRONG && t->length > 0)
    return json_fail(r, CAROM_BAD_FILE, t->line, t->column, "not valid JSON: '%.*s' %s",
                     cut(t->raw, t->length, 40), t->raw, t->fault);
  if (t->kind == JSON_WRONG)
    return json_fail(r, CAROM_BAD_FILE, t->line, t->column, "not valid JSON: %s", t->fault);
  if (t->kind == JSON_END)
    return json_fail(r, CAROM_BAD_FILE, t->line, t->column, "not valid JSON: %s; allowed is %s",
                     next == EXPECT_SCENE ? "empty" : "the text ends here", allowed[next].text);
  return json_fail(r, CAROM_BAD_FILE, t->line, t->column - (t->kind == JSON_STRING),
                   "not valid JSON: %s%.*s%s here; allowed is %s",
                   t->kind == JSON_STRING ? "\"" : "'", cut(t->raw, t->length, 40), t->raw,
                   t->kind == JSON_STRING ? "\"" : "'", allowed[next].text);
}

// Scenes are UTF-8 text; the error names the place of the first byte that is not.
static carom_status check_text(json_reader *r, const char *text, size_t length) {
  if (length > JSON_LARGEST)
    return json_fail(r, CAROM_BAD_FILE, 0, 0, "is larger than %d MiB; allowed is at most that",
                     JSON_LARGEST >> 20);
  const size_t valid = text_valid(text, length);
  if (valid == length)
    return CAROM_OK;
  json_cursor place = json_begin(text, length);
  json_skip_to(&place, valid);
  return json_fail(r, CAROM_BAD_FILE, place.line, place.column, "%s; allowed is text in UTF-8",
                   text[valid] == '\0' ? "a zero byte" : "not UTF-8");
}

carom_status json_check(json_reader *r) {
  checker c = {.next = EXPECT_SCENE, .room = 1};
  if (check_text(r, r->at.text, r->at.length) != CAROM_OK)
    return r->status;
  json_cursor cursor = r->at;
  for (;;) {
    const json_token t = json_next(&cursor);
    if ((allowed[c.next].kinds & 1U << t.kind) == 0)
      return refuse(r, &t, c.next);
    if (!take(&c, &t))
      return json_fail(r, CAROM_BAD_FILE, t.line, t.column,
                       "nested too deeply; allowed are %d levels", (int)JSON_DEEPEST);
    if (t.kind == JSON_END)
      break;
  }
  r->room = c.room;
  return CAROM_OK;
}
