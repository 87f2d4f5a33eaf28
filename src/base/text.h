// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Small helpers for texts that people read: bounded printing and the nearest name.

#ifndef CAROM_TEXT_H
#define CAROM_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/// A growing sentence in a buffer of fixed size; what does not fit is cut.
typedef struct {
  char *text;
  size_t size, length;
} sentence;

sentence sentence_in(char *buffer, size_t size);

__attribute__((format(printf, 2, 3))) void sentence_add(sentence *s, const char *format, ...);

/// vsnprintf() in the C locale: numbers have a decimal point, whatever locale a host program has
/// chosen.
__attribute__((format(printf, 3, 0))) int text_print(char *buffer, size_t size, const char *format,
                                                     va_list args);

/// What a text quotes does not begin a line of its own: ends of lines become question marks.
void text_one_line(char *text);

/// The edit distance of two words, at most 99.
int text_distance(const char *a, const char *b);

/// The length of the longest part that is valid UTF-8 and holds no zero byte.
size_t text_valid(const char *text, size_t length);

/// Whether a list of words separated by spaces contains a word.
bool text_list_has(const char *list, const char *word, size_t length);

/// Its place among them, from 0; -1 if it is not there.
int text_list_index(const char *list, const char *word, size_t length);

/// The next word of a list separated by spaces, from *list on; 0 at its end.
size_t text_list_next(const char **list, const char **word);

#endif
