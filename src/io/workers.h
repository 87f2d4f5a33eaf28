// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Threads that take jobs from a queue: those of sweeps and comparisons.

#ifndef CAROM_WORKERS_H
#define CAROM_WORKERS_H

/// Calls `work` with `user` in so many threads at once, the caller's among them, and returns when
/// all have returned; with fewer threads where there are no more.
void workers_run(int threads, void *(*work)(void *user), void *user);

#endif
