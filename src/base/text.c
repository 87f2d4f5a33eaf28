// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sentences, distances between words, and UTF-8.

#include "base/text.h"

#include "base/c_locale.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

int text_print(char *buffer, size_t size, const char *format, va_list args) {
  const locale_t before = c_locale_begin();
  const int length = vsnprintf(buffer, size, format, args);
  c_locale_end(before);
  return length;
}

sentence sentence_in(char *buffer, size_t size) {
  assert(size > 0 && "room for the end of the text");
  buffer[0] = '\0';
  return (sentence){.text = buffer, .size = size, .length = 0};
}

void sentence_add(sentence *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int n = text_print(s->text + s->length, s->size - s->length, format, args);
  va_end(args);
  if (n > 0)
    s->length += (size_t)n;
  if (s->length >= s->size)
    s->length = s->size - 1;
}

void text_one_line(char *text) {
  for (char *c = strpbrk(text, "\r\n"); c != NULL; c = strpbrk(c, "\r\n"))
    *c = '?';
}

int text_distance(const char *a, const char *b) {
  enum { LONGEST = 48 };
  const size_t n = strlen(a);
  const size_t m = strlen(b);
  if (n > LONGEST || m > LONGEST)
    return 99;
  // One row of the edit-distance table at a time.
  int row[LONGEST + 1];
  for (size_t j = 0; j <= m; ++j)
    row[j] = (int)j;
  for (size_t i = 1; i <= n; ++i) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= m; ++j) {
      const int change = diagonal + (a[i - 1] != b[j - 1]);
      const int drop = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      diagonal = row[j];
      row[j] = change < drop ? change : drop;
    }
  }
  return row[m];
}

size_t text_list_next(const char **list, const char **word) {
  const char *start = *list + strspn(*list, " ");
  const size_t length = strcspn(start, " ");
  *word = start;
  *list = start + length;
  return length;
}

int text_list_index(const char *list, const char *word, size_t length) {
  const char *item = NULL;
  size_t n = 0;
  for (int i = 0; (n = text_list_next(&list, &item)) > 0; ++i)
    if (n == length && memcmp(item, word, n) == 0)
      return i;
  return -1;
}

bool text_list_has(const char *list, const char *word, size_t length) {
  return text_list_index(list, word, length) >= 0;
}

// The bytes of the UTF-8 character at the start of a text, or 0 if it is none.
static size_t character(const unsigned char *c, size_t length) {
  if (c[0] < 0x80)
    return c[0] != 0;
  const size_t size = c[0] >= 0xF0 ? 4 : c[0] >= 0xE0 ? 3 : 2;
  if (c[0] < 0xC2 || c[0] > 0xF4 || size > length)
    return 0;
  for (size_t i = 1; i < size; ++i)
    if ((c[i] & 0xC0) != 0x80)
      return 0;
  // Overlong forms, surrogates, and values beyond U+10FFFF.
  if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F) ||
      (c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F))
    return 0;
  return size;
}

size_t text_valid(const char *text, size_t length) {
  size_t done = 0;
  while (done < length) {
    const size_t size = character((const unsigned char *)text + done, length - done);
    if (size == 0)
      break;
    done += size;
  }
  return done;
}
