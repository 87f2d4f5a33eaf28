// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom modes: the modes of a whole scene about its rest.

#include "cli/cli.h"

#include "cli/scene_argument.h"
#include "io/modes.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL = 20, MOST = 1000 };

typedef struct {
  const char *scene, *directory;
  scene_changes changes;
  limited_number count;
} modes_arguments;

static bool read_arguments(int count, char **arguments, modes_arguments *a) {
  const option options[] = {{"-n", "COUNT", read_limited, &a->count, true},
                            {"-o", "DIR", read_folder, &a->directory, false},
                            {"--set", "PATH=VALUE", read_more, &a->changes.sets, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "scene"};
  if (!arguments_read(&table, count, arguments, &a->scene))
    return false;
  if (a->scene == NULL)
    wrong_usage("'modes' needs a scene: a file, - or a name from 'carom list'");
  else if (a->count.value != floor(a->count.value))
    wrong_usage("-n: %g; allowed is a whole number", a->count.value);
  return a->scene != NULL && a->count.value == floor(a->count.value);
}

static void print_mode(const scene_modes *modes, int i) {
  const carom_scene_mode *m = &modes->mode[i];
  char note[8];
  char decay[24] = "-";
  if (isfinite(m->decay_time))
    snprintf(decay, sizeof decay, "%.4g", m->decay_time);
  printf("%5d %12.4f  %-4s %+7.2f %11s %10.3g  %-16s %5.1f %%\n", i + 1, m->frequency,
         scene_modes_note(m->note, note), m->cents, decay, m->damping,
         carom_model_body(modes->model, m->body).name, 100 * m->share);
}

static int write(const scene_modes *modes, const modes_arguments *a) {
  char directory[PATH_ROOM];
  default_folder(a->scene, "-modes", directory, sizeof directory);
  const char *to = a->directory != NULL ? a->directory : directory;
  printf("%5s %12s  %-4s %7s %11s %10s  %-16s %s\n", "mode", "frequency", "note", "cents",
         "decay, s", "damping", "body", "share");
  for (int i = 0; i < modes->count; ++i)
    print_mode(modes, i);
  if (modes->count == 0)
    printf("nothing swings about rest\n");
  if (!scene_modes_write(modes, to)) {
    fprintf(stderr, "carom: %s: cannot be written: %s\n", to, strerror(errno));
    return EXIT_BROKEN;
  }
  printf("modes.csv and modes.svg in %s\n", to);
  return EXIT_GOOD;
}

static int tell(const carom_scene *scene, const carom_model *model, const modes_arguments *a) {
  scene_modes modes;
  const char *title = carom_scene_get(scene, "title");
  const carom_status status = scene_modes_find(
      &modes, model, title != NULL && title[0] != '\0' ? title : "Modes", (int)a->count.value);
  int code = EXIT_BROKEN;
  if (status == CAROM_OK) {
    code = write(&modes, a);
  } else if (status == CAROM_NO_PART) {
    fprintf(stderr,
            "carom: solver.method %s knows no modes of whole scenes; allowed is solver.method "
            "audio\n",
            carom_model_describe(model).method);
    code = EXIT_WRONG;
  } else if (status == CAROM_FULL) {
    fprintf(stderr,
            "carom: the scene is too large; allowed are 1500 springs and dampers, each point "
            "of one along a body counted, and plates by modes or of less than some 10^4 "
            "nodes\n");
    code = EXIT_WRONG;
  } else {
    fprintf(stderr, "carom: %s\n", carom_status_text(status));
  }
  scene_modes_free(&modes);
  return code;
}

static int modes(int count, char **arguments) {
  modes_arguments a = {.count = {USUAL, 1, MOST}};
  a.changes.sets.text = calloc((size_t)count + 1, sizeof *a.changes.sets.text);
  if (a.changes.sets.text == NULL)
    return EXIT_BROKEN;
  int code = EXIT_WRONG;
  carom_scene *scene = read_arguments(count, arguments, &a) ? scene_load(a.scene) : NULL;
  const bool good = scene != NULL && scene_apply(scene, &a.changes);
  carom_model *model = good ? scene_compile(scene) : NULL;
  if (model != NULL)
    code = tell(scene, model, &a);
  carom_model_free(model);
  carom_scene_free(scene);
  free(a.changes.sets.text);
  return code;
}

const command command_modes = {
    .name = "modes",
    .run = modes,
    .usage = "carom modes SCENE [-n COUNT] [-o DIR] [--set PATH=VALUE]...",
    .help =
        "Tells the modes of a whole scene about its rest, as it would ring: bodies, springs and "
        "dampers\n"
        "together, and collisions and felts that overlap as it starts, as soft as they are at that "
        "overlap;\n"
        "the COUNT (20) lowest that swing, with the nearest note, the time to fall by "
        "60 dB,\n"
        "the damping ratio, and the body that has most of the kinetic energy. Leaves modes.csv "
        "and\n"
        "modes.svg in DIR (out/NAME-modes). Method audio.",
};
