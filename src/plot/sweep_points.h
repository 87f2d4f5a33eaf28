// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What sweep.svg draws: columns of a sweep's tables, and the words for its axes.

#ifndef CAROM_SWEEP_POINTS_H
#define CAROM_SWEEP_POINTS_H

#include "io/sweep.h"

/// Two columns of a table, with the direction of each row: 0 none or up, 1 down.
typedef struct {
  int count;
  double *x, *y;
  int *down;
} point_set;

void point_set_free(point_set *d);

/// Reads two columns, counted from 0, of a table in the sweep's folder; empty fields are NaN.
bool point_set_read(const sweep_plan *p, const char *name, int x_column, int y_column,
                    point_set *d);

/// Whether a measure is a period, whose value 0 stands for none; and takes those away.
bool measure_is_period(const sweep_plan *p, int index);
void point_set_drop_none(const sweep_plan *p, int index, point_set *d);

/// The range of the second column; low is above high without values.
typedef struct {
  double low, high;
} value_range;

value_range find_range(const point_set *d);

/// A varied key: "frequency of push", and that with its unit, "frequency of push, Hz".
void sweep_key_name(const char *path, char *name, size_t size);
void sweep_key_label(const sweep_plan *p, int axis, char *label, size_t size);

/// "name, unit" of a measure, beside an axis or a bar of colours.
void sweep_measure_label(const sweep_plan *p, int index, bool axis, char *label, size_t size);

#endif
