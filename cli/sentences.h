// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sentences of the library in words of the program: it names the fields of its options, a user has
// typed options of the command line; and some of them get a piece of advice that only a program can
// give.

#ifndef CAROM_SENTENCES_H
#define CAROM_SENTENCES_H

#include <carom/status.h>
#include <stdio.h>

/// Writes a sentence of the library as the program says it.
void write_sentence(FILE *file, const char *text);

/// Prints what the library has refused on stderr, behind a word or "".
void print_error(const char *before, const carom_error *error);

#endif
