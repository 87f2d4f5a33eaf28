// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The scanner of arguments.

#include "cli/arguments.h"

#include "cli/cli.h"
#include "io/nearest.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *argument_room(int count, size_t size) {
  void *room = calloc((size_t)count + 1, size);
  if (room != NULL)
    return room;
  fputs("carom: out of memory\n", stderr);
  exit(EXIT_BROKEN);
}

// --- Values -------------------------------------------------------------------------------------

// NOLINTBEGIN(readability-non-const-parameter): as the table wants them
bool read_text(const char *name, char *value, void *to) {
  (void)name;
  *(const char **)to = value;
  return true;
}

bool read_folder(const char *name, char *value, void *to) {
  struct stat about;
  errno = 0;
  const bool there = stat(value, &about) == 0;
  *(const char **)to = value;
  if (value[0] != '\0' && errno != ENOTDIR && (!there || S_ISDIR(about.st_mode)))
    return true;
  wrong_usage("%s: '%s' cannot be written: it is no folder; allowed is a folder, which is made if "
              "there is none",
              name, value);
  return false;
}

bool read_more(const char *name, char *value, void *to) {
  (void)name;
  text_list *list = to;
  list->text[list->count++] = value;
  return true;
}
// NOLINTEND(readability-non-const-parameter)

// False unless the text is a finite number and nothing else.
static bool is_number(const char *text, double *to) {
  char *end = NULL;
  *to = strtod(text, &end);
  return end != text && *end == '\0' && isfinite(*to);
}

static bool read_at_least(const char *name, const char *value, double least, double *to) {
  if (is_number(value, to) && *to >= least)
    return true;
  wrong_usage("%s: '%s'; allowed is a number of at least %g", name, value, least);
  return false;
}

bool read_number(const char *name, char *value, void *to) {
  return read_at_least(name, value, 0, to);
}

bool read_limited(const char *name, char *value, void *to) {
  limited_number *n = to;
  if (is_number(value, &n->value) && n->value >= n->least && n->value <= n->most)
    return true;
  wrong_usage("%s: '%s' is no such number; allowed is from %g to %g", name, value, n->least,
              n->most);
  return false;
}

enum { MOST_WORKERS = 256 };

bool read_workers(const char *name, char *value, void *to) {
  double number = 0;
  if (!read_at_least(name, value, 1, &number))
    return false;
  *(int *)to = (int)fmin(number, MOST_WORKERS);
  return true;
}

int default_workers(void) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 0 ? (int)fmin((double)cores, MOST_WORKERS) : 1;
}

// --- The scanner --------------------------------------------------------------------------------

static bool unknown_option(const option_table *t, const char *word) {
  char names[400] = "";
  char hint[100];
  size_t length = 0;
  nearest n = nearest_to(word);
  for (int i = 0; i < t->count; ++i)
    nearest_try(&n, t->options[i].name);
  for (int i = 0; i < t->count && length < sizeof names; ++i) {
    const option *o = &t->options[i];
    const char *before = i == 0 ? "" : i + 1 < t->count ? ", " : " and ";
    length += (size_t)snprintf(names + length, sizeof names - length, "%s%s%s%s", before, o->name,
                               o->value != NULL ? " " : "", o->value != NULL ? o->value : "");
  }
  wrong_usage("unknown option '%s'; %soptions are %s", word, nearest_hint(&n, hint, sizeof hint),
              names);
  return false;
}

// Sets *value to a value that is part of the word.
static const option *find_option(const option_table *t, char *word, char **value) {
  *value = NULL;
  for (int i = 0; i < t->count; ++i) {
    const option *o = &t->options[i];
    const size_t length = strlen(o->name);
    if (strcmp(o->name, word) == 0)
      return o;
    if (o->attached && strncmp(o->name, word, length) == 0) {
      *value = word + length;
      return o;
    }
  }
  return NULL;
}

// The option at a place; returns the place of what follows it, or 0 after a message.
static int read_option(const option_table *t, int count, char **arguments, int at) {
  char *value = NULL;
  const option *o = find_option(t, arguments[at], &value);
  if (o == NULL)
    return unknown_option(t, arguments[at]);
  ++at;
  if (o->read == NULL) {
    *(bool *)o->to = true;
    return at;
  }
  if (value == NULL && at >= count) {
    wrong_usage("%s needs a value", o->name);
    return 0;
  }
  value = value != NULL ? value : arguments[at++];
  return o->read(o->name, value, o->to) ? at : 0;
}

bool arguments_read(const option_table *table, int count, char **arguments, const char **word) {
  for (int i = 0; i < count;) {
    char *argument = arguments[i];
    if (argument[0] == '-' && argument[1] != '\0') {
      i = read_option(table, count, arguments, i);
      if (i == 0)
        return false;
    } else if (table->words != NULL) {
      read_more(NULL, arguments[i++], table->words);
    } else if (*word != NULL) {
      wrong_usage("more than one %s: '%s' and '%s'", table->word, *word, argument);
      return false;
    } else {
      *word = argument;
      ++i;
    }
  }
  return true;
}
