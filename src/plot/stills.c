// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_plot_frames(): stills of a mechanism, drawn from the files in the folder of its run.

#include "base/error.h"
#include "plot/drawing.h"
#include "plot/plots.h"
#include "plot/svg.h"
#include <errno.h>
#include <string.h>

// Stills at even distances from the first to the last instant.
static bool write_stills(const results *r, const char *directory, int count) {
  const long long last = mechanism_frames_kept(r) - 1;
  bool good = true;
  for (int i = 0; good && i < count; ++i) {
    char name[32];
    atomic_file file = {0};
    snprintf(name, sizeof name, "mechanism-%04d.svg", i + 1);
    good = drawing_open(&file, directory, name);
    if (!good)
      break;
    draw_mechanism_at(file.file, r, count > 1 ? last * i / (count - 1) : 0);
    svg_paragraph(file.file, 16, 37, 150, 2, r->note);
    svg_end(file.file);
    good = drawing_close(&file);
  }
  return good;
}

carom_status carom_plot_frames(const char *directory, int count, carom_error *error) {
  if (directory == NULL)
    return error_null(error, "directory");
  results r;
  carom_error own = {.status = CAROM_BAD_FILE};
  if (count < 1)
    return error_set(error, CAROM_BAD_VALUE, "count: %d; allowed is at least 1", count);
  if (!results_read(&r, directory, NULL, error != NULL ? error : &own))
    return error != NULL ? error->status : own.status;
  carom_status status = CAROM_OK;
  errno = 0;
  if (!has_mechanism(&r))
    status = error_set(error, CAROM_BAD_FILE,
                       "%.300s: no frames of linkages are there; allowed is the folder of a run of "
                       "linkages with pictures",
                       directory);
  else if (!write_stills(&r, directory, count))
    status = error_set(error, CAROM_CANNOT_WRITE, "%.300s: pictures cannot be written: %s",
                       directory, strerror(errno));
  results_free(&r);
  return status;
}
