// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// After how many periods of its drive a motion repeats. All outputs are compared at whole periods;
// places, which have no jumps, at every quarter of one as well: two motions may pass the same place
// at whole periods with different velocities, and differ in between.

#ifndef CAROM_PERIOD_H
#define CAROM_PERIOD_H

#include <carom/carom.h>

typedef struct {
  int outputs;
  bool *place;     // of each output, whether it is compared at quarters too
  double *quarter; // the outputs at the last quarters of the drive's period, a ring of rows
  long long first; // the number of the first quarter that was added, since t = 0
  long long count; // of quarters added
} motion_period;

/// False if memory is out.
bool period_begin(motion_period *p, const carom_model *model);
void period_free(motion_period *p);

/// Adds the quarters of a drive's period, Hz, between the samples n - 1 and n, by the outputs
/// there.
void period_add(motion_period *p, const double *before, const double *now, long long n, double rate,
                double drive);

/// The smallest number of periods after which the last ones repeat, each output to 1 % of its range
/// from `low` to `high`; 0 if there is none.
int period_find(const motion_period *p, const double *low, const double *high);

#endif
