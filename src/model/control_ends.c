// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Where a control goes from and to, for all notes or by note, and how long it takes.

#include "model/score.h"
#include "scene/words.h"
#include <math.h>
#include <string.h>

// The value that is furthest towards an end, of all notes.
static double furthest(const item *it, const char *key, double sign) {
  const double *numbers = item_numbers(it, key);
  const int rows = item_rows(it, key);
  const bool by_note = item_by_note(it, key);
  double most = -INFINITY;
  for (int i = 0; i < rows; ++i)
    most = fmax(most, sign * numbers[by_note ? 2 * i + 1 : i]);
  return sign * most;
}

// from: {G2: 5, C5: 9} is a curve over the keyboard; the note that is played has its value.
bool control_read_ends(compiler *c, const item *it, model_control *control) {
  static const char *const names[] = {"from", "to"};
  const bool falls = item_number(it, "to") < item_number(it, "from");
  control->from = furthest(it, "from", falls ? 1 : -1);
  control->to = furthest(it, "to", falls ? -1 : 1);
  for (int end = 0; end < 2; ++end) {
    if (!item_by_note(it, names[end]))
      continue;
    if (control->source != MIDI_NOTE_ON && control->source != MIDI_NOTE_OFF)
      return MISTAKE(c, it, names[end], CAROM_BAD_VALUE,
                     "has values by note, and no note moves it; allowed is one value, or midi: "
                     "note-on or note-off");
    control->first_point[end] = c->m.control_point_count;
    control->points[end] = item_rows(it, names[end]);
    model_by_note *kept = BUILDER_ADD(&c->m, control_point, control->points[end]);
    if (kept == NULL)
      return false;
    memcpy(kept, item_numbers(it, names[end]), (size_t)control->points[end] * sizeof *kept);
  }
  return true;
}

// One time for both directions, or one for each.
void control_read_smooth(const item *it, model_control *control) {
  const double *times = item_numbers(it, "smooth");
  control->smooth[0] = times[0];
  control->smooth[1] = times[item_rows(it, "smooth") - 1];
}
