// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Messages without control characters: those of ASCII but the end of a line, and those from U+0080
// to U+009F, as two bytes of UTF-8 or as one that belongs to no character.

#include "cli/message.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// How many bytes follow the first one of a character.
static int following(unsigned char first) {
  return first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0;
}

static bool is_whole(const unsigned char *c, int more) {
  for (int i = 1; i <= more; ++i)
    if ((c[i] & 0xc0) != 0x80)
      return false;
  return true;
}

// The bytes of the character at a text that may be shown; 0 if it may not.
static int shown(const unsigned char *c) {
  const int more = following(*c);
  if (*c < 0x80)
    return (*c >= 0x20 && *c < 0x7f) || *c == '\n' ? 1 : 0;
  return more > 0 && is_whole(c, more) && !(*c == 0xc2 && c[1] < 0xa0) ? 1 + more : 0;
}

void print_safely(FILE *file, const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
    const int length = shown(c);
    if (length > 0)
      fwrite(c, 1, (size_t)length, file);
    else
      fputc('?', file);
    c += length > 0 ? length : 1;
  }
}

__attribute__((format(printf, 2, 0))) static void print_list(FILE *to, const char *format,
                                                             va_list args) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return;
  vfprintf(file, format, args);
  if (fclose(file) == 0) {
    for (char *c = strchr(text, '\n'); c != NULL && c[1] != '\0'; c = strchr(c, '\n'))
      *c = '?'; // what is quoted does not begin a line of its own
    print_safely(to, text);
  }
  free(text);
}

void print_message_list(const char *format, va_list args) {
  print_list(stderr, format, args);
}

void print_message(const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_message_list(format, args);
  va_end(args);
}

void print_made(const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_list(stdout, format, args);
  va_end(args);
}
