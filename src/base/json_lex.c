// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// JSON token by token.

#include "base/json_lex.h"

#include "base/text.h"
#include <stdbool.h>
#include <string.h>

json_cursor json_begin(const char *text, size_t length) {
  json_cursor cursor = {.text = text, .length = length, .line = 1, .column = 1};
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
    cursor.at = 3;
  return cursor;
}

static void advance(json_cursor *c) {
  const unsigned char byte = (unsigned char)c->text[c->at++];
  const bool paired = byte == '\r' && c->at < c->length && c->text[c->at] == '\n';
  if (byte == '\n' || (byte == '\r' && !paired)) {
    ++c->line;
    c->column = 1;
  } else if ((byte & 0xC0) != 0x80) { // the first byte of a character
    ++c->column;
  }
}

void json_skip_to(json_cursor *c, size_t at) {
  while (c->at < at)
    advance(c);
}

// --- Numbers ------------------------------------------------------------------------------------

static size_t skip_digits(const char *text, size_t length, size_t at) {
  while (at < length && text[at] >= '0' && text[at] <= '9')
    ++at;
  return at;
}

size_t json_number(const char *text, size_t length) {
  size_t at = length > 0 && text[0] == '-';
  size_t end = skip_digits(text, length, at);
  if (end == at || (text[at] == '0' && end > at + 1))
    return 0;
  if (end < length && text[end] == '.') {
    at = end + 1;
    end = skip_digits(text, length, at);
    if (end == at)
      return 0;
  }
  if (end < length && (text[end] == 'e' || text[end] == 'E')) {
    at = end + 1;
    at += at < length && (text[at] == '+' || text[at] == '-');
    end = skip_digits(text, length, at);
    if (end == at)
      return 0;
  }
  return end;
}

// --- Strings ------------------------------------------------------------------------------------

// The four hexadecimal digits behind \u, or -1.
static long hex_code(const char *raw, size_t length) {
  long code = 0;
  if (length < 6 || raw[0] != '\\' || raw[1] != 'u')
    return -1;
  for (int i = 2; i < 6; ++i) {
    const char *digits = "0123456789abcdef";
    const char lower = raw[i] >= 'A' && raw[i] <= 'F' ? (char)(raw[i] + 'a' - 'A') : raw[i];
    const char *found = lower != '\0' ? strchr(digits, lower) : NULL;
    if (found == NULL)
      return -1;
    code = 16 * code + (found - digits);
  }
  return code;
}

static size_t encode(long code, char *to) {
  const size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = size - 1; i > 0; --i, code >>= 6)
    to[i] = (char)(0x80 | (code & 0x3F));
  to[0] = (char)(first[size] | code);
  return size;
}

static const char unknown_escape[] = "an escape that JSON does not have; allowed are \\\" \\\\ \\/ "
                                     "\\b \\f \\n \\r \\t and \\u with four hex digits";
static const char half_a_pair[] =
    "half of a pair of surrogates; allowed are \\uD800 to \\uDBFF before \\uDC00 to \\uDFFF";

// The character of an escape: returns how many bytes it is written in, or 0 with what is wrong.
static size_t unescape(const char *raw, size_t length, char *to, size_t *size, const char **fault) {
  const char *letters = "\"\\/bfnrt";
  const char *found = length > 1 && raw[1] != '\0' ? strchr(letters, raw[1]) : NULL;
  *fault = unknown_escape;
  if (found != NULL) {
    to[0] = "\"\\/\b\f\n\r\t"[found - letters];
    *size = 1;
    return 2;
  }
  long code = hex_code(raw, length);
  if (code < 0)
    return 0;
  const bool high = code >= 0xD800 && code < 0xDC00;
  const long low = high ? hex_code(raw + 6, length - 6) : -1;
  *fault = half_a_pair;
  if (high ? low < 0xDC00 || low > 0xDFFF : code >= 0xDC00 && code <= 0xDFFF)
    return 0;
  if (high)
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  *size = encode(code, to);
  return high ? 12 : 6;
}

static json_token wrong_at(const json_cursor *c, const char *fault) {
  return (json_token){.kind = JSON_WRONG, .line = c->line, .column = c->column, .fault = fault};
}

static json_token next_string(json_cursor *c) {
  const json_cursor quote = *c;
  advance(c);
  json_token t = {
      .kind = JSON_STRING, .raw = c->text + c->at, .line = c->line, .column = c->column};
  while (c->at < c->length && c->text[c->at] != '"') {
    const unsigned char byte = (unsigned char)c->text[c->at];
    size_t written = 1;
    if (byte == '\\') {
      char character[4];
      size_t size = 0;
      const char *fault = NULL;
      written = unescape(c->text + c->at, c->length - c->at, character, &size, &fault);
      if (written == 0)
        return wrong_at(c, fault);
    }
    if (byte < 0x20)
      return wrong_at(c, "a control character in a string; allowed is its escape, such as \\n");
    for (; written > 0; --written)
      advance(c);
  }
  if (c->at == c->length)
    return wrong_at(&quote, "a string without an end; allowed is one between two quotes");
  t.length = (size_t)(c->text + c->at - t.raw);
  advance(c);
  return t;
}

// Moves over one character of a token's text; writes its bytes and returns how many there are.
static size_t next_character(const json_token *t, size_t *at, char *to) {
  const char *fault = NULL;
  size_t size = 1;
  if (t->kind == JSON_STRING && t->raw[*at] == '\\')
    *at += unescape(t->raw + *at, t->length - *at, to, &size, &fault);
  else
    to[0] = t->raw[(*at)++];
  return size;
}

size_t json_decode(const json_token *t, char *to) {
  size_t length = 0;
  for (size_t at = 0; at < t->length;)
    length += next_character(t, &at, to + length);
  return length;
}

/// The bytes of a token's text one by one.
typedef struct {
  const json_token *token;
  size_t at; // the next character in the token
  char character[4];
  size_t size, done; // bytes of this one
} byte_stream;

// The next byte, or -1.
static int next_byte(byte_stream *s) {
  if (s->done == s->size) {
    if (s->at == s->token->length)
      return -1;
    s->size = next_character(s->token, &s->at, s->character);
    s->done = 0;
  }
  return (unsigned char)s->character[s->done++];
}

int json_compare(const json_token *a, const json_token *b) {
  byte_stream x = {.token = a};
  byte_stream y = {.token = b};
  for (;;) {
    const int p = next_byte(&x);
    const int q = next_byte(&y);
    if (p != q || p < 0)
      return p - q;
  }
}

// --- Tokens -------------------------------------------------------------------------------------

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// The token of one character, or JSON_END.
static json_kind find_mark(char c) {
  switch (c) {
  case '{':
    return JSON_OPEN;
  case '}':
    return JSON_CLOSE;
  case '[':
    return JSON_OPEN_LIST;
  case ']':
    return JSON_CLOSE_LIST;
  case ':':
    return JSON_COLON;
  case ',':
    return JSON_COMMA;
  default:
    return JSON_END;
  }
}

static bool is_plain(const char *raw, size_t length) {
  return json_number(raw, length) == length || text_list_has("true false null", raw, length);
}

// All up to the next blank, bracket, comma, colon or quote.
static json_token next_plain(json_cursor *c) {
  json_token t = {.kind = JSON_PLAIN, .raw = c->text + c->at, .line = c->line, .column = c->column};
  while (c->at < c->length && !is_blank(c->text[c->at]) && c->text[c->at] != '"' &&
         find_mark(c->text[c->at]) == JSON_END)
    advance(c);
  t.length = (size_t)(c->text + c->at - t.raw);
  if (is_plain(t.raw, t.length))
    return t;
  t.kind = JSON_WRONG;
  t.fault =
      "is no value; allowed are numbers such as -1.5e-3, true, false, null, and texts in quotes";
  return t;
}

json_token json_next(json_cursor *c) {
  while (c->at < c->length && is_blank(c->text[c->at]))
    advance(c);
  json_token t = {.kind = JSON_END, .line = c->line, .column = c->column};
  if (c->at == c->length)
    return t;
  if (c->text[c->at] == '"')
    return next_string(c);
  t.kind = find_mark(c->text[c->at]);
  if (t.kind == JSON_END)
    return next_plain(c);
  t.raw = c->text + c->at;
  t.length = 1;
  advance(c);
  return t;
}
