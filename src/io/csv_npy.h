// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers in rows: CSV with 17 significant digits, and NumPy's NPY.

#ifndef CAROM_TABLE_H
#define CAROM_TABLE_H

#include "io/atomic_file.h"

/// Writes one row of a CSV file; NaN becomes an empty field.
void csv_row(FILE *file, const double *values, int count);

/// Leaves room for an NPY header, and fills it in when the number of rows is known.
void npy_begin(FILE *file);
void npy_finish(FILE *file, long long rows, int columns);

/// A table of numbers read back, row by row.
typedef struct {
  int columns;
  long long rows;
  double *values;
  char *header; // a CSV file's first line, or NULL
} table;

/// The name of a column of a CSV file, with its length; NULL if there is none.
const char *table_name(const table *t, int column, int *length);

/// The column of that name, or -1.
int table_find(const table *t, const char *name);

/// Read a table of our own; false if it is not there, is none, or memory is out.
bool table_read_csv(table *t, const char *path);
bool table_read_npy(table *t, const char *path);
void table_free(table *t);

#endif
