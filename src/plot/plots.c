// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_plot(): the table of pictures of a finished run, drawn from the files in its folder.

#include "plot/plots.h"

#include "base/error.h"
#include "io/folder_lock.h"
#include "plot/drawing.h"
#include "plot/svg.h"
#include <errno.h>
#include <string.h>

static const struct {
  const char *name;
  picture_applies *applies;
  picture_draw *draw;
} pictures[] = {
    {"energy.svg", has_energy, draw_energy},          {"waveform.svg", has_samples, draw_waveforms},
    {"spectrogram.svg", has_sound, draw_spectrogram}, {"phase.svg", has_displacements, draw_phase},
    {"contacts.svg", has_forces, draw_contacts},      {"friction.svg", has_friction, draw_friction},
    {"impact.svg", has_impacts, draw_impacts},        {"shapes.svg", has_snapshots, draw_shapes},
    {"mechanism.svg", has_mechanism, draw_mechanism},
};

enum { PICTURES = sizeof pictures / sizeof pictures[0] };

const char *picture_name(int index) {
  return index < PICTURES ? pictures[index].name : NULL;
}

static bool write_picture(const results *r, const char *directory, const char *name,
                          picture_draw *draw) {
  atomic_file file = {0};
  if (!drawing_open(&file, directory, name))
    return false;
  draw(file.file, r);
  svg_paragraph(file.file, 16, 37, 150, 2, r->note);
  svg_end(file.file);
  return drawing_close(&file);
}

// Those that could be drawn if there were samples.
static void name_missing(const results *r, name_list *missing) {
  results sampled = *r;
  sampled.samples = (numeric_table){.columns = r->outputs + 1, .rows = 3};
  for (int i = 0; i < PICTURES; ++i)
    if (!pictures[i].applies(r) && pictures[i].applies(&sampled))
      name_list_add(missing, pictures[i].name);
}

carom_status results_draw(const char *directory, const char *samples, name_list *drawn,
                          name_list *missing, carom_error *error) {
  results r;
  carom_error own = {.status = CAROM_BAD_FILE};
  if (!results_read(&r, directory, samples, error != NULL ? error : &own))
    return error != NULL ? error->status : own.status;
  bool good = true;
  for (int i = 0; good && i < PICTURES; ++i)
    if (pictures[i].applies(&r)) {
      good = write_picture(&r, directory, pictures[i].name, pictures[i].draw);
      if (good)
        name_list_add(drawn, pictures[i].name);
    }
  const int reason = errno;
  if (missing != NULL)
    name_missing(&r, missing);
  results_free(&r);
  if (good)
    return CAROM_OK;
  if (reason == ENOMEM)
    return error_set(error, CAROM_NO_MEMORY, "%.300s: out of memory while drawing", directory);
  return error_set(error, CAROM_CANNOT_WRITE, "%.300s: pictures cannot be written: %s", directory,
                   strerror(reason));
}

carom_status plot_folder(const char *directory, name_list *drawn, name_list *missing,
                         carom_error *error) {
  int lock = -1;
  if (!folder_lock(&lock, directory, false))
    return folder_busy(directory, error);
  const carom_status status = results_draw(directory, NULL, drawn, missing, error);
  folder_unlock(&lock);
  return status;
}

carom_status carom_plot(const char *directory, carom_error *error) {
  if (directory == NULL)
    return error_null(error, "directory");
  name_list drawn = {0};
  const carom_status status = plot_folder(directory, &drawn, NULL, error);
  name_list_free(&drawn);
  return status;
}
