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
    {"mechanism.svg", has_mechanism, draw_mechanism},
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

static carom_status cannot_write_pictures(const char *directory, carom_error *error) {
  return error_set(error, CAROM_CANNOT_WRITE, "%.300s: pictures cannot be written: %s", directory,
                   strerror(errno));
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
  return cannot_write_pictures(directory, error);
}

// Stills at even distances from the first to the last instant.
static bool write_stills(const results *r, const char *directory, int count) {
  const long long last = mechanism_frames_kept(r) - 1;
  bool good = true;
  for (int i = 0; good && i < count; ++i) {
    char name[32];
    atomic_file file = {0};
    snprintf(name, sizeof name, "mechanism-%04d.svg", i + 1);
    good = atomic_file_open(&file, directory, name);
    if (!good)
      break;
    draw_mechanism_at(file.file, r, count > 1 ? last * i / (count - 1) : 0);
    svg_text(file.file, 16, 36, "start", "note", r->note);
    svg_end(file.file);
    good = atomic_file_commit(&file);
  }
  return good;
}

static carom_status draw_stills(const char *directory, int count, carom_error *error) {
  results r;
  if (!results_read(&r, directory, error))
    return CAROM_BAD_FILE;
  carom_status status = CAROM_OK;
  errno = 0;
  if (!has_mechanism(&r))
    status = error_set(error, CAROM_BAD_FILE,
                       "%.300s: no frames of linkages are there; allowed is the folder of a run of "
                       "linkages with --plot",
                       directory);
  else if (!write_stills(&r, directory, count))
    status = cannot_write_pictures(directory, error);
  results_free(&r);
  return status;
}

carom_status carom_plot_frames(const char *directory, int count, carom_error *error) {
  const locale_t before = c_locale_begin();
  const carom_status status = draw_stills(directory, count, error);
  c_locale_end(before);
  return status;
}

carom_status carom_plot(const char *directory, carom_error *error) {
  const locale_t before = c_locale_begin();
  const carom_status status = draw_all(directory, error);
  c_locale_end(before);
  return status;
}
