// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Joining other processes: whether mpirun has started this one is seen from its environment.

#include "io/ranks.h"

#include "base/error.h"
#include "io/clock.h"
#include "io/trusted.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

#if !defined(CAROM_MODULES)
#define CAROM_MODULES "../lib" // where modules are installed, from the program's folder
#endif

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

// The module lies beside the library, beside the program, where both were built, or where it is
// installed. Open MPI loads parts of itself, which look for its names among the global ones.
static void *load_module(carom_error *error) {
  static const char *const places[] = {"carom-mpi.so", "carom-mpi.so",
                                       CAROM_MODULES "/carom-mpi.so"};
  for (int i = 0; i < 3; ++i) {
    char path[4096];
    const char *refused = NULL;
    const bool known = i == 0 ? trusted_beside(path, sizeof path, places[i])
                              : trusted_place(path, sizeof path, places[i]);
    if (!known || !trusted_file(path, &refused))
      continue;
    if (refused == NULL)
      return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    error_set(error, CAROM_NO_PART, "%.1000s is not loaded: %s", path, refused);
    return NULL;
  }
  return NULL;
}

static bool join(carom_ranks *r, carom_error *error) {
  error_set(error, CAROM_NO_PART,
            "several processes were started by mpirun, but this build lacks MPI; allowed are a "
            "build with it, or one process with more workers");
  void *module = load_module(error);
  r->transport = module != NULL ? dlsym(module, RANKS_TRANSPORT) : NULL;
  if (r->transport == NULL)
    return false;
  if (r->transport->join(&r->rank, &r->size))
    return true;
  error_set(error, CAROM_NO_PART,
            "MPI cannot be joined: it has ended, or takes calls from one thread alone; allowed is "
            "MPI_THREAD_SERIALIZED, before MPI_Finalize()");
  return false;
}

carom_ranks *carom_ranks_new(carom_error *error) {
  carom_ranks *r = malloc(sizeof *r);
  if (r == NULL) {
    error_set(error, CAROM_NO_MEMORY, "out of memory");
    return NULL;
  }
  *r = (carom_ranks){.size = 1, .together = true};
  if (!has_others() || join(r, error))
    return r;
  free(r);
  return NULL;
}

void carom_ranks_free(carom_ranks *r) {
  if (r != NULL && r->transport != NULL)
    r->transport->leave(r->together);
  free(r);
}

int carom_ranks_number(const carom_ranks *r) {
  return r != NULL ? r->rank : 0;
}

int carom_ranks_count(const carom_ranks *r) {
  return r != NULL ? r->size : 1;
}

bool ranks_wait(const carom_ranks *r, double seconds, int *from, void *bytes, int max) {
  enum { SHORTEST = 50000, LONGEST = 1000000 }; // ns
  struct timespec interval = {.tv_nsec = SHORTEST};
  const double end = clock_seconds() + seconds;
  while (!r->transport->receive(from, bytes, max)) {
    if (clock_seconds() >= end)
      return false;
    nanosleep(&interval, NULL);
    interval.tv_nsec = 2 * interval.tv_nsec < LONGEST ? 2 * interval.tv_nsec : LONGEST;
  }
  return true;
}
