// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The module carom-mpi.so: messages by MPI. Messages are small enough to be sent without waiting
// for the receiver.

#include "io/ranks.h"

#include <mpi.h>

extern const ranks_transport carom_ranks_transport;

static bool started;      // here, and not by the program itself
static MPI_Comm messages; // apart from those of the program

static bool join(int *rank, int *size) {
  int provided = 0;
  int there = 0;
  int ended = 0;
  MPI_Initialized(&there);
  MPI_Finalized(&ended);
  if (ended != 0)
    return false;
  started = there == 0;
  if (started && MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS)
    return false;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_SERIALIZED) {
    if (started)
      MPI_Finalize();
    return false;
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &messages);
  MPI_Comm_rank(messages, rank);
  MPI_Comm_size(messages, size);
  return true;
}

static void send(int to, const void *bytes, int count) {
  MPI_Send(bytes, count, MPI_BYTE, to, 0, messages);
}

static bool receive(int *from, void *bytes, int max) {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, messages, &there, &status);
  if (there == 0)
    return false;
  MPI_Recv(bytes, max, MPI_BYTE, status.MPI_SOURCE, 0, messages, MPI_STATUS_IGNORE);
  *from = status.MPI_SOURCE;
  return true;
}

static void leave(bool together) {
  if (!together)
    MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Comm_free(&messages);
  if (started)
    MPI_Finalize();
}

__attribute__((visibility("default")))
const ranks_transport carom_ranks_transport = {join, send, receive, leave};
