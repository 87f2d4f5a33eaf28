// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Lists of words: X(ENUMERATOR, "word", ...), and what is made of them.

#ifndef CAROM_WORD_LISTS_H
#define CAROM_WORD_LISTS_H

#define WORD_ENUMERATOR(name, ...) name,
#define WORD_NAME(name, ...)       WORD_OF(__VA_ARGS__, 0),
#define WORD_TEXT(name, ...)       " " WORD_OF(__VA_ARGS__, 0)
#define WORD_LISTED(name, ...)     WORD_OF(__VA_ARGS__, 0) ", "
#define WORD_OF(word, ...)         word
#define WORD_SECOND(word, x, ...)  x

/// The words of a list, separated by spaces, for the table of keys.
#define WORDS(list) (&("" list(WORD_TEXT))[1])

#endif
