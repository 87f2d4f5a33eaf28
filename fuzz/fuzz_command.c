// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Any lines as the words of a command line. Commands that compute for long, play or start processes
// are left out, runs are cut short, and what is written stays in the present folder.

#include "exercise.h"

#include "cli/cli.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int carom_main(int count, char **arguments); // cli/main.c

enum { MOST_WORDS = 24, MOST_RATE = 200000 };

static const char *const commands[] = {"run", "check", "show", "list", "plot", "help", "version"};

static bool is_tried(const char *word) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i)
    if (strcmp(word, commands[i]) == 0)
      return true;
  return command_find(word) == NULL; // an unknown one
}

// Splits at line ends; returns the number of words.
static int split(char *text, char **words) {
  int count = 0;
  for (char *at = text; at != NULL && count < MOST_WORDS; ++count) {
    words[count] = at;
    at = strchr(at, '\n');
    if (at != NULL)
      *at++ = '\0';
  }
  return count;
}

// Nothing is read or written elsewhere.
static bool stays_here(int count, char **words) {
  for (int i = 0; i < count; ++i)
    if (strchr(words[i], '/') != NULL || strstr(words[i], "..") != NULL ||
        strcmp(words[i], ".") == 0)
      return false;
  return true;
}

// No rate that makes even a short run a long one.
static bool is_brief(int count, char **words) {
  for (int i = 0; i < count; ++i)
    if (strtod(words[i], NULL) > MOST_RATE || strstr(words[i], "rate=") != NULL ||
        strstr(words[i], "oversample=") != NULL)
      return false;
  return true;
}

static void close_streams(void) {
  static bool closed;
  if (!closed)
    require(freopen("/dev/null", "r", stdin) != NULL && freopen("/dev/null", "w", stdout) != NULL,
            "input and output lead nowhere");
  closed = true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char program[] = "carom";
  char duration[] = "--duration";
  char seconds[] = "0.0005";
  char *words[MOST_WORDS + 3] = {program};
  char *text = malloc(size + 1);
  require(text != NULL, "there is memory");
  memcpy(text, data, size);
  text[size] = '\0';
  int count = 1 + split(text, words + 1);
  close_streams();
  if (is_tried(words[1]) && stays_here(count - 1, words + 1) && is_brief(count - 1, words + 1)) {
    if (strcmp(words[1], "run") == 0) {
      words[count++] = duration; // the last one counts
      words[count++] = seconds;
    }
    const int code = carom_main(count, words);
    require(code >= EXIT_GOOD && code <= EXIT_UNBALANCED, "the exit code is one of the four");
  }
  free(text);
  return 0;
}
