// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_ranks from inside: short messages between processes. MPI is an optional part: a module,
// carom-mpi.so (ranks_mpi.c), which is loaded only where mpirun has started the program. Calls of
// one process must not overlap in time; any thread may make them.

#ifndef CAROM_RANKS_H
#define CAROM_RANKS_H

#include <carom/file.h>

/// What the module provides.
typedef struct {
  /// Joins the others: this process's number and how many there are.
  bool (*join)(int *rank, int *size);
  void (*send)(int to, const void *bytes, int count);
  /// Takes a message if there is one; false if there is none.
  bool (*receive)(int *from, void *bytes, int max);
  /// Ends with the others or, unless `together`, ends them.
  void (*leave)(bool together);
} ranks_transport;

/// The name under which the module has it.
#define RANKS_TRANSPORT "carom_ranks_transport"

struct carom_ranks {
  const ranks_transport *transport; // NULL: this process is alone
  int rank, size;
  bool together; // all are still there
};

/// Waits for a message for at most so many seconds, without keeping a core busy; false if none has
/// come.
bool ranks_wait(const carom_ranks *r, double seconds, int *from, void *bytes, int max);

#endif
