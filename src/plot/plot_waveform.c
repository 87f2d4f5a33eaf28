// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// waveform.svg: every output over the whole run.

#include "plot/plots.h"
#include "plot/series.h"

bool has_samples(const results *r) {
  return r->samples.rows > 2 && r->outputs > 0;
}

void draw_waveforms(FILE *file, const results *r) {
  enum { ROW = 170 };
  const int panels = r->outputs < MOST_PANELS ? r->outputs : MOST_PANELS;
  svg_begin(file, PICTURE_WIDTH, 50 + ROW * panels, r->title);
  for (int o = 0; o < panels; ++o)
    draw_output(file, r, o, 60 + ROW * o, ROW - 66);
}
