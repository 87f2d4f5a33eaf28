// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The words of the library and those of the program, as tables.

#include "cli/sentences.h"

#include "cli/message.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *library, *program;
} word_pair;

/// Fields of options.
static const word_pair fields[] = {
    {"axes", "--vary"},       {"measures", "--measure"},    {"settle", "--settle"},
    {"carry", "--carry"},     {"part", "--part"},           {"schemes", "--schemes"},
    {"methods", "--methods"}, {"rates", "--rates"},         {"outputs", "--output"},
    {"directory", "-o"},      {"reference", "--reference"},
};

/// What is in a sentence, and the advice that follows it.
static const word_pair advice[] = {
    {"which this build of Carom lacks", "'apt-get install libsundials-dev' and build again"},
    {"but this build lacks MPI", "'apt-get install libopenmpi-dev openmpi-bin' and build again, or "
                                 "start one process, with -j N"},
    {"there is no live key", "carom check lists them"},
    {"there is no measure", "'carom help measures' tells what they are"},
    {"like: there is no scene", "carom list shows the built-in ones"},
    {"no frames of linkages are there", "run leaves them with --plot"},
};

static const char *option_of(const char *field, size_t length) {
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i)
    if (strlen(fields[i].library) == length && strncmp(fields[i].library, field, length) == 0)
      return fields[i].program;
  return NULL;
}

// options.axes[0] is --vary:1.
void write_sentence(FILE *file, const char *text) {
  static const char prefix[] = "options.";
  const char *rest = text;
  for (const char *at = strstr(rest, prefix); at != NULL; at = strstr(rest, prefix)) {
    const char *field = at + strlen(prefix);
    const size_t length = strspn(field, "abcdefghijklmnopqrstuvwxyz_");
    const char *option = option_of(field, length);
    fprintf(file, "%.*s%s", (int)((option != NULL ? at : field + length) - rest), rest,
            option != NULL ? option : "");
    rest = field + length;
    if (option == NULL || *rest != '[')
      continue;
    char *end = NULL;
    fprintf(file, ":%ld", strtol(rest + 1, &end, 10) + 1);
    rest = end + (*end == ']');
  }
  fputs(rest, file);
  for (size_t i = 0; i < sizeof advice / sizeof advice[0]; ++i)
    if (strstr(text, advice[i].library) != NULL)
      fprintf(file, "; %s", advice[i].program);
}

void print_error(const char *before, const carom_error *error) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return;
  write_sentence(file, error->text);
  if (fclose(file) == 0)
    print_message("%s%s\n", before, text);
  free(text);
}
