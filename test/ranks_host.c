// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A program of several processes that sweeps by the library, twice:
//
//   mpirun -n P ranks_host SCENE FOLDER [mpi] [lost]
//
// mpi: it starts and ends MPI itself, and sends messages of its own in between; lost: the last
// process has no scene. Each prints a line, "NUMBER of P: STATUS STATUS, POINTS: SENTENCE".

#include <carom/file.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static carom_scene *load(const char *path) {
  carom_scene *scene = carom_scene_new(NULL);
  if (scene != NULL && carom_scene_load(scene, path, NULL) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

static carom_status sweep(carom_ranks *ranks, const carom_scene *scene, const char *folder,
                          carom_sweep_report *report, carom_error *error) {
  const carom_sweep_axis axes[] = {{"forces.push.frequency", 20, 40, 9, false},
                                   {"forces.push.amplitude", 0.3, 0.6, 2, false}};
  carom_sweep_options options = carom_sweep_options_default();
  options.directory = folder;
  options.axes = axes;
  options.axis_count = 2;
  options.settle = 0.2;
  options.ranks = ranks;
  return carom_sweep(scene, &options, report, error);
}

static int work(carom_ranks *ranks, const char *path, const char *folder, bool lost) {
  const int number = carom_ranks_number(ranks);
  const int count = carom_ranks_count(ranks);
  char again[1000];
  carom_error error = {.text = ""};
  carom_sweep_report report;
  carom_sweep_report unused;
  carom_scene *scene = lost && number == count - 1 ? NULL : load(path);
  snprintf(again, sizeof again, "%s-again", folder);
  const carom_status first = sweep(ranks, scene, folder, &report, &error);
  const carom_status second = sweep(ranks, scene, again, &unused, NULL);
  carom_scene_free(scene);
  printf("%d of %d: %d %d, %lld: %s\n", number, count, (int)first, (int)second, report.done,
         error.text);
  return first == CAROM_OK && second == CAROM_OK ? 0 : 1;
}

int main(int count, char **arguments) {
  bool own = false;
  bool lost = false;
  int level = 0;
  carom_error error;
  for (int i = 3; i < count; ++i) {
    own = own || strcmp(arguments[i], "mpi") == 0;
    lost = lost || strcmp(arguments[i], "lost") == 0;
  }
  if (count < 3 || (own && MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != 0))
    return 2;
  carom_ranks *ranks = carom_ranks_new(&error);
  if (ranks == NULL) {
    fprintf(stderr, "%s\n", error.text);
    return 2;
  }
  int number = carom_ranks_number(ranks);
  if (own && number > 0) // waits while the sweeps send theirs
    MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  const int code = work(ranks, arguments[1], arguments[2], lost);
  const int others = carom_ranks_count(ranks) - 1;
  carom_ranks_free(ranks);
  for (int i = 0; own && number == 0 && i < others; ++i) {
    int from = 0;
    MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("message of %d\n", from);
  }
  if (own)
    MPI_Finalize();
  return code;
}
