// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Pitches of families with keys. A member's pitch is that of its key, so that a note leaves it
// where it is; its control bends it, and reaches from the lowest to the highest of them, bent.

#include "base/elementary.h"
#include "model/method.h"
#include "model/score.h"
#include "model/voices.h"
#include "scene/midi_word.h"
#include "scene/path.h"
#include "scene/words.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

double voices_bend_factor(const compiler *c) {
  return real_power(2, item_number(scene_item(c->scene, 0), "play.bend") / 12);
}

// The member of a key, or -1.
static int key_of(const compiler *c, int live) {
  const scene_path at = path_split(c->m.text + c->m.live[live].path);
  char name[80];
  snprintf(name, sizeof name, "%.*s", (int)at.name_length, at.name);
  return star_key(c, name);
}

bool voices_bend_keys(compiler *c, const star_path *path, model_control *control) {
  const double factor = voices_bend_factor(c);
  control->from = INFINITY;
  control->to = 0;
  for (int i = 0; i < c->m.live_count; ++i) {
    const model_live *l = &c->m.live[i];
    if (l->members > 0 || !star_path_fits(path, c->m.text + l->path))
      continue;
    control->from = fmin(control->from, fmax(l->low, l->start / factor));
    control->to = fmax(control->to, fmin(l->high, l->start * factor));
    int *note = BUILDER_ADD(&c->m, voice_note, 1);
    int *target = BUILDER_ADD(&c->m, control_target, 1);
    if (note == NULL || target == NULL)
      return false;
    *note = key_of(c, i);
    *target = i;
    ++control->voices;
  }
  return true;
}

static bool is_moved(const compiler *c, int live) {
  for (int i = 0; i < c->m.control_count; ++i) {
    const model_control *control = &c->m.control[i];
    for (int t = 0; control_moves_keys(control->kind) && t < control->voices * control->width;
         ++t) {
      const int target = c->m.control_target[control->first + t];
      if (target == live || target == c->m.live[live].twin)
        return true;
    }
  }
  return false;
}

// A pitch that was given as a key's: the name of a note.
static bool follows_key(const compiler *c, int live) {
  const model_live *l = &c->m.live[live];
  const scene_path at = path_split(c->m.text + l->path);
  if (l->members > 0 || at.in != SECTION_BODIES || !compile_key_is_pitch(c->m.text + l->path) ||
      key_of(c, live) < 0)
    return false;
  const item *body = scene_item(c->scene, scene_find(c->scene, at.in, at.name, at.name_length));
  return item_is_note(body, at.key) && item_rows(body, at.key) == 1;
}

static bool add_bend(compiler *c, const star_path *path, size_t stem) {
  char name[80];
  snprintf(name, sizeof name, "%.*s_%s", (int)stem, path->name.text, path->key);
  for (int i = 0; i < c->m.control_count; ++i)
    if (strcmp(c->m.text + c->m.control[i].name, name) == 0)
      return true; // the name is taken, by something else
  model_control control = {.name = builder_text(&c->m, name),
                           .midi = builder_text(&c->m, "note"),
                           .source = MIDI_NOTE,
                           .controller = -1,
                           .kind = CONTROL_KEY,
                           .first = c->m.control_target_count,
                           .first_note = c->m.voice_note_count,
                           .width = 1,
                           .smooth = {0.01, 0.01}};
  if (!voices_bend_keys(c, path, &control))
    return false;
  model_control *kept = BUILDER_ADD(&c->m, control, 1);
  if (kept != NULL)
    *kept = control;
  return kept != NULL;
}

bool voices_add_bends(compiler *c) {
  bool played = false; // by notes
  for (int i = 0; i < c->m.control_count; ++i)
    played =
        played || (c->m.control[i].source >= MIDI_NOTE && c->m.control[i].source <= MIDI_NOTE_OFF);
  if (!played || !item_has(scene_item(c->scene, 0), "play.keys"))
    return true;
  for (int i = 0; i < c->m.live_count; ++i) {
    if (!follows_key(c, i) || is_moved(c, i))
      continue;
    const scene_path at = path_split(c->m.text + c->m.live[i].path);
    size_t stem = at.name_length;
    while (at.name[stem - 1] >= '0' && at.name[stem - 1] <= '9')
      --stem;
    char text[160];
    star_path path = {.text = ""};
    const int length = snprintf(text, sizeof text, "bodies.%.*s*.%s", (int)stem, at.name, at.key);
    star_path_of(c, text, (size_t)length, &path);
    if (!add_bend(c, &path, stem))
      return false;
  }
  return true;
}

bool voices_follow_notes(const item *it) {
  int controller = -1;
  return midi_word(item_text(it, "midi"), &controller) == MIDI_NOTE;
}

bool voices_bend_twice(compiler *c, const item *it, const model_control *control, int live) {
  const char *path = c->m.text + c->m.live[live].path;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *other = scene_item(c->scene, i);
    if (other->in == SECTION_CONTROLS && other != it && item_has(other, "key") &&
        voices_follow_notes(other) && control_fits(item_text(other, "key"), path) &&
        control->source == MIDI_BEND && !item_has(it, "from") && !item_has(it, "to"))
      return !MISTAKE(c, it, "midi", CAROM_BAD_VALUE,
                      "the wheel bends %s already, as it follows notes: by play.bend semitones; "
                      "allowed is to leave this control out, or to give it from and to",
                      path);
  }
  return false;
}
