// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// waveform.svg: every output over the whole run, with the gestures of the score.

#include "base/text.h"
#include "plot/marks.h"
#include "plot/plots.h"
#include "plot/series.h"

#include "plot/units.h"

enum { ROW = 104 + PANEL_MARGIN, MAX_GESTURES = 500 };

bool has_samples(const results *r) {
  return r->samples.rows > 2 && r->outputs > 0;
}

static void mark_gestures(const results *r, const panel *p) {
  double times[MAX_GESTURES];
  int count = 0;
  for (int i = 0; i < r->gestures && count < MAX_GESTURES; ++i)
    times[count++] = r->gesture[i].at;
  if (count > 0)
    marks_events(p, times, count, MARK_GESTURE);
}

// What the triangles stand for, and which outputs are left out.
static void put_notes(FILE *file, const results *r, int panels, double y) {
  char text[400] = "";
  sentence s = sentence_in(text, sizeof text);
  if (panels < r->outputs)
    sentence_add(&s, "The first %d of %d outputs. ", panels, r->outputs);
  for (int i = 0; i < r->gestures && i < 12; ++i) {
    char at[48];
    sentence_add(&s, "%s%s at %s", i == 0 ? "Triangles mark the gestures: " : ", ",
                 r->gesture[i].name, unit_text(r->gesture[i].at, "s", at, sizeof at));
  }
  if (r->gestures > 12)
    sentence_add(&s, " and %d more", r->gestures - 12);
  svg_paragraph(file, PANEL_X, y, 130, 3, text);
}

void draw_waveforms(FILE *file, const results *r) {
  const int panels = r->outputs < MOST_PANELS ? r->outputs : MOST_PANELS;
  const int notes = panels < r->outputs || r->gestures > 0 ? 40 : 0;
  svg_begin(file, PICTURE_WIDTH, PICTURE_HEAD + ROW * panels + notes, r->title);
  for (int o = 0; o < panels; ++o) {
    const panel p = draw_output(file, r, o, PICTURE_HEAD + ROW * o, ROW - PANEL_MARGIN);
    mark_gestures(r, &p);
  }
  put_notes(file, r, panels, PICTURE_HEAD + ROW * panels - 8);
}
