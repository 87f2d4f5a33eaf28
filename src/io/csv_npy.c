// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Rows of numbers, written one by one and read back whole.

#include "io/csv_npy.h"

#include "base/format_double.h"
#include "base/parse_double.h"
#include "io/heap.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void csv_row(FILE *file, const double *values, int count) {
  enum { AT_ONCE = 16 }; // numbers handed over together
  char text[AT_ONCE * (FORMAT_DOUBLE_ROOM + 1)];
  int length = 0;
  for (int i = 0; i < count; ++i) {
    length += isnan(values[i]) ? 0 : format_double(values[i], text + length);
    text[length++] = i + 1 < count ? ',' : '\n';
    if (i % AT_ONCE == AT_ONCE - 1 || i + 1 == count) {
      fwrite(text, 1, (size_t)length, file);
      length = 0;
    }
  }
}

// Magic, version 1.0, length of the header, then a Python dictionary padded to 64 bytes.
enum { NPY_HEADER = 128 };

void npy_begin(FILE *file) {
  char blank[NPY_HEADER] = {0};
  fwrite(blank, 1, sizeof blank, file);
}

void npy_finish(FILE *file, long long rows, int columns) {
  char header[NPY_HEADER];
  memset(header, ' ', sizeof header);
  static const unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, NPY_HEADER - 10, 0};
  memcpy(header, magic, sizeof magic);
  char text[110];
  const int n =
      snprintf(text, sizeof text, "{'descr': '<f8', 'fortran_order': False, 'shape': (%lld, %d), }",
               rows, columns);
  memcpy(header + 10, text, (size_t)n);
  header[NPY_HEADER - 1] = '\n';
  fseek(file, 0, SEEK_SET);
  fwrite(header, 1, sizeof header, file);
  fseek(file, 0, SEEK_END);
}

// --- Reading ------------------------------------------------------------------------------------

/// The most numbers that a table may hold, so that a large file does not exhaust memory.
static const double max_values = 4e8;

void numeric_table_free(numeric_table *t) {
  free(t->values);
  free(t->header);
  *t = (numeric_table){0};
}

bool numeric_table_read_npy(numeric_table *t, const char *path) {
  *t = (numeric_table){0};
  char header[NPY_HEADER + 1] = {0};
  FILE *file = heap_open(path, "rb");
  if (file == NULL)
    return false;
  const char *shape = NULL;
  if (fread(header, 1, NPY_HEADER, file) == NPY_HEADER && memcmp(header + 1, "NUMPY", 5) == 0)
    shape = strstr(header + 10, "'shape': (");
  char *end = NULL;
  if (shape != NULL) {
    t->rows = strtoll(shape + 10, &end, 10);
    const long columns = *end == ',' ? strtol(end + 1, NULL, 10) : 0;
    t->columns = columns > 0 && columns < INT_MAX ? (int)columns : 0;
  }
  const bool fits = t->rows > 0 && t->columns > 0 && (double)t->rows * t->columns < max_values;
  const size_t count = fits ? (size_t)t->rows * (size_t)t->columns : 0;
  if (fits)
    t->values = heap_take(count, sizeof *t->values);
  const bool good = t->values != NULL && fread(t->values, sizeof *t->values, count, file) == count;
  fclose(file);
  if (!good)
    numeric_table_free(t);
  return good;
}

double csv_number(const char **at, const char *ends) {
  const size_t length = strcspn(*at, ends);
  double number = NAN;
  parse_double(*at, length, &number);
  *at += (*at)[length] != '\0' ? length + 1 : length;
  return number;
}

// Reads one number and steps over what ends it; an empty field is NaN.
static double read_field(FILE *file, int *ending) {
  char text[40];
  int length = 0;
  int c = fgetc(file);
  while (c != EOF && c != ',' && c != '\n' && length < (int)sizeof text - 1) {
    text[length++] = (char)c;
    c = fgetc(file);
  }
  *ending = c;
  double number = NAN;
  parse_double(text, (size_t)length, &number);
  return number;
}

static bool grow(numeric_table *t, long long rows) {
  if ((double)rows * t->columns > max_values)
    return false;
  double *more = heap_grow(t->values, (size_t)rows * (size_t)t->columns * sizeof *more);
  if (more == NULL)
    return false;
  t->values = more;
  return true;
}

bool numeric_table_read_csv(numeric_table *t, const char *path) {
  *t = (numeric_table){0};
  FILE *file = heap_open(path, "r");
  if (file == NULL)
    return false;
  int c = 0;
  size_t size = 0;
  long long capacity = 0;
  const bool read = getline(&t->header, &size, file) > 0;
  const bool headed = read && strchr(t->header, '\n') != NULL;
  if (!read && feof(file) == 0 && ferror(file) == 0)
    errno = ENOMEM;
  t->columns = 1;
  for (const char *comma = t->header; headed && (comma = strchr(comma, ',')) != NULL; ++comma)
    ++t->columns;
  bool good = headed;
  for (int column = 0; good && (c = fgetc(file)) != EOF;) {
    ungetc(c, file);
    if (column == 0 && t->rows == capacity) {
      capacity = capacity == 0 ? 4096 : 2 * capacity;
      good = grow(t, capacity);
    }
    if (!good)
      break;
    t->values[t->rows * t->columns + column] = read_field(file, &c);
    column = c == ',' ? column + 1 : 0;
    good = column < t->columns;
    t->rows += c != ',';
  }
  fclose(file);
  good = good && t->rows > 0;
  if (!good)
    numeric_table_free(t);
  return good;
}

const char *numeric_table_column_name(const numeric_table *t, int column, int *length) {
  const char *name = t->header;
  for (int i = 0; name != NULL && i < column; ++i) {
    name = strchr(name, ',');
    name = name != NULL ? name + 1 : NULL;
  }
  *length = name != NULL ? (int)strcspn(name, ",\r\n") : 0;
  return name;
}

int numeric_table_find_column(const numeric_table *t, const char *name) {
  for (int i = 0; i < t->columns; ++i) {
    int length = 0;
    const char *other = numeric_table_column_name(t, i, &length);
    if (other != NULL && strlen(name) == (size_t)length && memcmp(other, name, strlen(name)) == 0)
      return i;
  }
  return -1;
}
