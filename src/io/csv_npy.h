// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers in rows: CSV with 17 significant digits, and NumPy's NPY.

#ifndef CAROM_CSV_NPY_H
#define CAROM_CSV_NPY_H

#include <stdbool.h>
#include <stdio.h>

/// Writes one row of a CSV file; NaN becomes an empty field.
void csv_row(FILE *file, const double *values, int count);

/// The number in a field that ends with one of these letters or the text, NaN if there is none;
/// `at` goes behind it.
double csv_number(const char **at, const char *ends);

/// Leaves room for an NPY header, and fills it in when the number of rows is known.
void npy_begin(FILE *file);
void npy_finish(FILE *file, long long rows, int columns);

/// A numeric_table of numbers read back, row by row.
typedef struct {
  int columns;
  long long rows;
  double *values;
  char *header; // a CSV file's first line, or NULL
} numeric_table;

/// The name of a column of a CSV file, with its length; NULL if there is none.
const char *numeric_table_column_name(const numeric_table *t, int column, int *length);

/// The column of that name, or -1.
int numeric_table_find_column(const numeric_table *t, const char *name);

/// Read a numeric_table of our own; false if it is not there, is none, or memory is out.
bool numeric_table_read_csv(numeric_table *t, const char *path);
bool numeric_table_read_npy(numeric_table *t, const char *path);
void numeric_table_free(numeric_table *t);

#endif
