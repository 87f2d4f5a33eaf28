// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys, words and examples as help prints them.

#include "cli/help.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 100, NAME_WIDTH = 27 };

void print_paragraph(int indent, int column, const char *text) {
  printf("%*s", column < indent ? indent - column : 0, "");
  column = column < indent ? indent : column;
  while (*text != '\0') {
    const int length = (int)strcspn(text, " ");
    if (column > indent && column + 1 + length > WIDTH) {
      printf("\n%*s", indent, "");
      column = indent;
    }
    column += printf("%s%.*s", column > indent ? " " : "", length, text);
    text += length;
    text += strspn(text, " ");
  }
  printf("\n");
}

// The range as " from 0 to 1" or " above 0"; nothing where there is none.
static void describe_range(const carom_key *k, char *text, size_t size) {
  text[0] = '\0';
  if (!isfinite(k->low) && !isfinite(k->high))
    return;
  const int n = snprintf(text, size, ", %s %g", k->low_open ? "above" : "from", k->low);
  if (isfinite(k->high))
    snprintf(text + n, size - (size_t)n, " to %g", k->high);
}

void describe_value(const carom_key *k, char *text, size_t size) {
  char range[80];
  describe_range(k, range, sizeof range);
  snprintf(text, size, "%s%s%s%s%s%s", k->kind, k->choices[0] != '\0' ? " of: " : "", k->choices,
           k->unit[0] != '\0' ? ", in " : "", k->unit, range);
}

static const char *default_of(const carom_key *k) {
  return k->required ? "required" : k->standard[0] != '\0' ? k->standard : "none";
}

static void print_words(const carom_key *k) {
  const carom_word *w = NULL;
  for (int i = 0; (w = carom_key_word(k, i)) != NULL; ++i)
    printf("    %-16s %s%s%s\n", w->word, w->help, w->unit[0] != '\0' ? ", in " : "", w->unit);
}

void print_key(const carom_key *k) {
  char value[600];
  describe_value(k, value, sizeof value);
  printf("%s%s%s\n  %s\n  %s\n  %s%s", k->section, k->section[0] != '\0' ? ".NAME." : "", k->name,
         k->help, value, k->required ? "" : "default: ", default_of(k));
  if (k->types[0] != '\0')
    printf("; for: %s", k->types);
  if (k->live)
    printf("; may change while running, [[t, value], ...]");
  printf("\n");
  print_words(k);
}

void print_key_row(const carom_key *k) {
  char value[600];
  char line[800];
  describe_value(k, value, sizeof value);
  snprintf(line, sizeof line, "%s; %s%s%s", value, k->required ? "" : "default ", default_of(k),
           k->live ? "; live" : "");
  const int column = printf("  %-*s ", NAME_WIDTH - 3, k->name);
  print_paragraph(NAME_WIDTH, column, line);
  print_paragraph(NAME_WIDTH, 0, k->help);
}

void print_example(const char *kind, const char *topic) {
  const char *text = example_of(kind, topic);
  if (text == NULL)
    return;
  printf("\nAn example:\n\n");
  for (size_t length = 0; *text != '\0'; text += length) {
    length = strcspn(text, "\n");
    printf("  %.*s\n", (int)length, text);
    length += text[length] == '\n';
  }
}
