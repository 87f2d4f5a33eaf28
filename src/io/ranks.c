// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Joining other processes: whether mpirun has started this one is seen from its environment.

#include "io/ranks.h"

#include "io/clock.h"
#include "io/error.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

// The module lies beside the program, or where it is installed. Open MPI loads parts of itself,
// which look for its names among the global ones.
static void *load_module(void) {
  static const char *const folders[] = {".", CAROM_MODULES};
  char program[2048];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = '\0';
  char *slash = strrchr(program, '/');
  if (slash == NULL)
    return NULL;
  *slash = '\0';
  void *module = NULL;
  for (int i = 0; module == NULL && i < 2; ++i) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/carom-mpi.so", program, folders[i]);
    module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  }
  return module;
}

bool ranks_join(ranks *r, carom_error *error) {
  *r = (ranks){.size = 1, .together = true};
  if (!has_others())
    return true;
  void *module = load_module();
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
