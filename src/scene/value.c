// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers, words and lists as they are written.

#include "scene/value.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_space(const char *text) {
  return text + strspn(text, " \t\r\n");
}

// strtod() expects the decimal point of the locale a host program has chosen.
static bool number_of_length(const char *text, size_t length, double *number) {
  char local[64];
  if (length == 0 || length >= sizeof local)
    return false;
  memcpy(local, text, length);
  local[length] = '\0';
  char *dot = strchr(local, '.');
  const char *point = localeconv()->decimal_point;
  if (dot != NULL && point != NULL && point[0] != '\0' && point[1] == '\0')
    *dot = point[0];
  if (strcmp(local, ".inf") == 0 || strcmp(local, ".nan") == 0)
    memmove(local, local + 1, length);
  char *end = NULL;
  *number = strtod(local, &end);
  return *end == '\0';
}

static size_t scalar_length(const char *text) {
  return strcspn(text, ",[] \t\r\n");
}

bool value_number(const char *text, double *number) {
  const char *start = skip_space(text);
  const size_t length = scalar_length(start);
  return number_of_length(start, length, number) && *skip_space(start + length) == '\0';
}

// Reads `count` numbers separated by commas (any number of them if count is 0) up to a closing
// bracket, and returns what follows it, or NULL.
static const char *read_row(const char *text, int count, double *row, int room, int *found) {
  *found = 0;
  text = skip_space(text);
  if (*text == ']' && count == 0)
    return text + 1;
  for (;;) {
    double number = 0;
    text = skip_space(text);
    const size_t length = scalar_length(text);
    if (!number_of_length(text, length, &number))
      return NULL;
    if (*found < room)
      row[*found] = number;
    ++*found;
    text = skip_space(text + length);
    if (*text == ']')
      return count == 0 || *found == count ? text + 1 : NULL;
    if (*text++ != ',')
      return NULL;
  }
}

int value_list(const char *text, int width, double *numbers, int room) {
  text = skip_space(text);
  if (*text++ != '[')
    return -1;
  int rows = 0;
  if (width == 1) {
    text = read_row(text, 0, numbers, room, &rows);
    return text != NULL && *skip_space(text) == '\0' ? rows : -1;
  }
  for (;;) {
    text = skip_space(text);
    if (*text++ != '[')
      return -1;
    const int done = rows * width;
    int found = 0;
    text = read_row(text, width, room > done ? numbers + done : NULL, room - done, &found);
    if (text == NULL)
      return -1;
    ++rows;
    text = skip_space(text);
    if (*text == ']')
      return *skip_space(text + 1) == '\0' ? rows : -1;
    if (*text++ != ',')
      return -1;
  }
}

bool value_breakpoints(const char *text, double time, double *at, double *largest) {
  double last[2] = {0, 0};
  *largest = -INFINITY;
  text = skip_space(text);
  if (*text++ != '[')
    return false;
  for (int rows = 0;; ++rows) {
    double pair[2] = {0, 0};
    int found = 0;
    text = skip_space(text);
    if (*text++ != '[')
      return false;
    text = read_row(text, 2, pair, 2, &found);
    if (text == NULL)
      return false;
    if (rows == 0 || pair[0] <= time)
      *at = pair[1];
    else if (last[0] <= time)
      *at = last[1] + (pair[1] - last[1]) * ((time - last[0]) / (pair[0] - last[0]));
    *largest = fmax(*largest, pair[1]);
    last[0] = pair[0];
    last[1] = pair[1];
    text = skip_space(text);
    if (*text == ']')
      return *skip_space(text + 1) == '\0';
    if (*text++ != ',')
      return false;
  }
}

bool value_word(const char *text, int index, const char **word, size_t *length) {
  text = skip_space(text);
  if (*text++ != '[')
    return false;
  for (int i = 0;; ++i) {
    text = skip_space(text);
    *word = text;
    *length = scalar_length(text);
    text = skip_space(text + *length);
    if (i == index)
      return *length > 0 && (*text == ',' || *text == ']');
    if (*text++ != ',')
      return false;
  }
}

int value_words(const char *text) {
  text = skip_space(text);
  if (*text++ != '[')
    return -1;
  for (int count = 1;; ++count) {
    text = skip_space(text);
    const size_t length = scalar_length(text);
    text = skip_space(text + length);
    if (length == 0 || (*text != ',' && *text != ']'))
      return -1;
    if (*text++ == ']')
      return *skip_space(text) == '\0' ? count : -1;
  }
}
