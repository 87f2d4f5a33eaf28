// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A sweep by several processes (ranks.h). Each makes the same plan. Process 0 has the queue: a
// thread of it hands out jobs on request, while its other threads compute as well. Finished points
// are files in the one results folder, which all must see; when all are done process 0 merges them.
// A process that dies has all ended by mpirun, and leaves the points finished so far.

#ifndef CAROM_SWEEP_RANKS_H
#define CAROM_SWEEP_RANKS_H

#include "io/sweep.h"

/// Whether all processes are ready and have the same plan; to be called by each once, with what it
/// found itself. The sentence is for process 0.
carom_status sweep_agree(const carom_ranks *r, const sweep_plan *p, carom_status status,
                         carom_error *error);

/// The others: asks process 0 for more jobs; false if there are none. Under the lock.
bool sweep_more_jobs(jobs *j);

/// To be called when one has been taken, under the lock: short jobs are asked for ahead.
void sweep_check_ahead(sweep_queue *q);

/// Process 0: hands out jobs until all others have left, or the caller stops and they do not
/// answer.
void sweep_serve(sweep_queue *q);

/// The others: say how it went and wait until process 0 has merged; how that went.
carom_status sweep_sign_off(sweep_queue *q, carom_error *error);

/// Process 0: lets the others go, and tells them how it went.
void sweep_dismiss(const carom_ranks *r, carom_status status);

#endif
