// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The pictures of a run. Each has a file of its own, with a function that decides whether the
// picture applies to the results of a run and one that draws it, and a row of the table in plots.c.

#ifndef CAROM_PLOTS_H
#define CAROM_PLOTS_H

#include "io/results.h"
#include <stdio.h>

typedef bool picture_applies(const results *r);

/// Begins the SVG and draws; the table adds the line below the title and ends it.
typedef void picture_draw(FILE *file, const results *r);

/// carom_plot() that names the pictures drawn and those that need samples where there are none.
carom_status plot_folder(const char *directory, name_list *drawn, name_list *missing,
                         carom_error *error);

picture_applies has_energy, has_samples, has_sound, has_displacements, has_forces, has_friction,
    has_impacts, has_snapshots, has_mechanism;
picture_draw draw_energy, draw_waveforms, draw_spectrogram, draw_phase, draw_contacts,
    draw_friction, draw_impacts, draw_shapes, draw_mechanism;

/// A still of the mechanism, and how many there are.
void draw_mechanism_at(FILE *file, const results *r, long long row);
long long mechanism_frames_kept(const results *r);

#endif
