// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

#include "table.h"

#include "digits.h"
#include <math.h>
#include <string.h>

void csv_row(FILE *file, const double *values, int count) {
  char text[DIGITS_ROOM + 1];
  for (int i = 0; i < count; ++i) {
    int length = isnan(values[i]) ? 0 : digits_write(values[i], text);
    text[length++] = i + 1 < count ? ',' : '\n';
    fwrite(text, 1, (size_t)length, file);
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
