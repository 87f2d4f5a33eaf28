// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Joining other processes: whether mpirun has started this one is seen from its environment.

#include "io/ranks.h"

#include "io/clock.h"
#include "io/error.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

// The variables of Open MPI, of MPICH and of other launchers through PMIx, which does not tell how
// many there are.
static bool has_others(void) {
  static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
  for (int i = 0; i < 2; ++i) {
    const char *size = getenv(sizes[i]);
    if (size != NULL)
      return atoi(size) > 1;
  }
  return getenv("PMIX_RANK") != NULL;
}

bool ranks_join(ranks *r, carom_error *error) {
  *r = (ranks){.size = 1, .together = true};
  if (!has_others())
    return true;
  // Open MPI loads parts of itself, which look for its names among the global ones.
  void *module = dlopen("carom-mpi.so", RTLD_NOW | RTLD_GLOBAL);
  r->transport = module != NULL ? dlsym(module, RANKS_TRANSPORT) : NULL;
  if (r->transport != NULL && r->transport->join(&r->rank, &r->size))
    return true;
  *r = (ranks){.size = 1};
  error_set(error, CAROM_NO_PART,
            "several processes were started by mpirun, but this build lacks MPI; 'apt-get install "
            "libopenmpi-dev openmpi-bin' and build again, or start one process, with -j N");
  return false;
}

void ranks_leave(const ranks *r) {
  if (r->transport != NULL)
    r->transport->leave(r->together);
}

bool ranks_wait(const ranks *r, double seconds, int *from, void *bytes, int most) {
  enum { SHORTEST = 50000, LONGEST = 1000000 }; // ns
  struct timespec turn = {.tv_nsec = SHORTEST};
  const double end = clock_seconds() + seconds;
  while (!r->transport->receive(from, bytes, most)) {
    if (clock_seconds() >= end)
      return false;
    nanosleep(&turn, NULL);
    turn.tv_nsec = 2 * turn.tv_nsec < LONGEST ? 2 * turn.tv_nsec : LONGEST;
  }
  return true;
}
