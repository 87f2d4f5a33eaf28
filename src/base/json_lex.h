// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// JSON (RFC 8259) token by token. A text is lexed as often as it is looked at, so nothing is kept
// but a cursor, and a copy of that goes back to where it was.

#ifndef CAROM_JSON_LEX_H
#define CAROM_JSON_LEX_H

#include <stddef.h>

typedef enum {
  JSON_END,
  JSON_OPEN,       // {
  JSON_CLOSE,      // }
  JSON_OPEN_LIST,  // [
  JSON_CLOSE_LIST, // ]
  JSON_COLON,
  JSON_COMMA,
  JSON_STRING,
  JSON_PLAIN, // a number, true, false or null
  JSON_WRONG
} json_kind;

/// A place in a text of UTF-8. Lines and columns count from 1, columns in characters.
typedef struct {
  const char *text;
  size_t length, at;
  int line, column;
} json_cursor;

typedef struct {
  json_kind kind;
  const char *raw; // as written; of a string what is between its quotes
  size_t length;
  int line, column;  // of its first character, in a string behind the quote
  const char *fault; // of a wrong one: what is wrong; what is allowed
} json_token;

/// The beginning of a text; a byte order mark is skipped.
json_cursor json_begin(const char *text, size_t length);

/// Moves a cursor on to a byte of its text.
void json_skip_to(json_cursor *cursor, size_t at);

/// The token at a cursor, which moves behind it.
json_token json_next(json_cursor *cursor);

/// Writes the text of a string or plain token, whose escapes are good, without a zero at its end.
/// It is not longer than the token; returns its length.
size_t json_decode(const json_token *token, char *to);

/// Compares the texts of two of them as memcmp() does, a shorter one before those that it begins.
int json_compare(const json_token *a, const json_token *b);

/// The length of the number at the start of a text as JSON spells it, "1e5" and "0.5" but neither
/// ".5" nor "+1"; 0 if there is none.
size_t json_number(const char *text, size_t length);

#endif
