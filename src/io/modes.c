// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// modes.csv: the modes of a scene, a row each.

#include "io/modes.h"

#include "io/print.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

carom_status scene_modes_find(scene_modes *to, const carom_model *model, const char *title,
                              int count) {
  const int nodes = carom_motion_count(model);
  *to = (scene_modes){.model = model, .title = title, .nodes = nodes};
  to->mode = calloc((size_t)count, sizeof *to->mode);
  to->motion = calloc((size_t)count * (size_t)nodes + 1, sizeof *to->motion);
  if (to->mode == NULL || to->motion == NULL)
    return CAROM_NO_MEMORY;
  return carom_model_modes(model, count, to->mode, to->motion, &to->count);
}

void scene_modes_free(scene_modes *modes) {
  free(modes->mode);
  free(modes->motion);
}

const char *scene_modes_note(int note, char text[8]) {
  static const char *const names[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                      "F#", "G",  "G#", "A",  "A#", "B"};
  text[0] = '\0';
  if (note >= 12 && note < 132)
    snprintf(text, 8, "%s%d", names[note % 12], note / 12 - 1);
  return text;
}

static void write_row(FILE *file, const scene_modes *modes, int i) {
  const carom_scene_mode *m = &modes->mode[i];
  char note[8];
  print_to(file, "%d,%.17g,%s,%.6f,", i + 1, m->frequency, scene_modes_note(m->note, note),
           m->cents);
  if (isfinite(m->decay_time)) // empty where it does not decay
    print_to(file, "%.9g", m->decay_time);
  print_to(file, ",%.9g,%s,%.6f\n", m->damping, carom_model_body(modes->model, m->body).name,
           m->share);
}

bool scene_modes_write(const scene_modes *modes, const char *directory) {
  atomic_file file = {0};
  if (!make_folder(directory) || !atomic_file_open(&file, directory, "modes.csv"))
    return false;
  fputs("mode,frequency,note,cents,decay_time,damping,body,share\n", file.file);
  for (int i = 0; i < modes->count; ++i)
    write_row(file.file, modes, i);
  return atomic_file_commit(&file) && scene_modes_draw(modes, directory);
}
