// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_plot(): the table of pictures of a finished run, drawn from the files in its folder.

#include "plot/plots.h"

#include "io/atomic_file.h"
#include "io/c_locale.h"
#include "io/error.h"
#include "plot/svg.h"
#include <errno.h>
#include <string.h>

static const struct {
  const char *name;
  picture_applies *applies;
  picture_draw *draw;
} pictures[] = {
    {"energy.svg", has_energy, draw_energy},
    {"waveform.svg", has_samples, draw_waveforms},
    {"spectrogram.svg", has_samples, draw_spectrogram},
    {"phase.svg", has_displacements, draw_phase},
    {"contacts.svg", has_forces, draw_contacts},
    {"friction.svg", has_friction, draw_friction},
    {"impact.svg", has_impacts, draw_impacts},
    {"shapes.svg", has_snapshots, draw_shapes},
};

static bool write_picture(const results *r, const char *directory, const char *name,
                          picture_draw *draw) {
  atomic_file file = {0};
  if (!atomic_file_open(&file, directory, name))
    return false;
  draw(file.file, r);
  svg_text(file.file, 16, 36, "start", "note", r->note);
  svg_end(file.file);
  return atomic_file_commit(&file);
}

static carom_status draw_all(const char *directory, carom_error *error) {
  results r;
  if (!results_read(&r, directory, error))
    return CAROM_BAD_FILE;
  errno = 0;
  bool good = true;
  for (size_t i = 0; good && i < sizeof pictures / sizeof pictures[0]; ++i)
    if (pictures[i].applies(&r))
      good = write_picture(&r, directory, pictures[i].name, pictures[i].draw);
  results_free(&r);
  if (good)
    return CAROM_OK;
  return error_set(error, CAROM_CANNOT_WRITE, "%.300s: pictures cannot be written: %s", directory,
                   strerror(errno));
}

carom_status carom_plot(const char *directory, carom_error *error) {
  const locale_t before = c_locale_begin();
  const carom_status status = draw_all(directory, error);
  c_locale_end(before);
  return status;
}
