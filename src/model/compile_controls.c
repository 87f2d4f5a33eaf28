// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Controls: handles by which a program or a player moves live keys, or starts gestures at points
// that are compiled ahead.

#include "model/method.h"
#include "model/score.h"
#include "model/voices.h"
#include "scene/midi_word.h"
#include "scene/path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Keys ---------------------------------------------------------------------------------------

// Whether a path fits a pattern in which one * stands for any letters.
bool control_fits(const char *pattern, const char *path) {
  const char *star = strchr(pattern, '*');
  if (star == NULL)
    return strcmp(pattern, path) == 0;
  const size_t before = (size_t)(star - pattern);
  const size_t after = strlen(star + 1);
  const size_t length = strlen(path);
  return length >= before + after && memcmp(pattern, path, before) == 0 &&
         memcmp(star + 1, path + length - after, after) == 0 &&
         memchr(path + before, '.', length - before - after) == NULL;
}

static bool add_target(compiler *c, int target) {
  int *added = BUILDER_ADD(&c->m, control_target, 1);
  if (added != NULL)
    *added = target;
  return added != NULL;
}

// One voice more; `name` is what it moves.
static bool add_voice(compiler *c, model_control *control, const char *name, int target) {
  const int key = star_key(c, name);
  int *note = BUILDER_ADD(&c->m, voice_note, 1);
  if (note != NULL)
    *note = key;
  ++control->voices;
  return note != NULL && add_target(c, target);
}

// The name of the item whose live key it is.
static void live_owner(const compiler *c, int live, char name[80]) {
  const scene_path at = path_split(c->m.text + c->m.live[live].path);
  snprintf(name, 80, "%.*s", (int)at.name_length, at.name);
}

static bool add_key(compiler *c, const item *it, model_control *control, int live) {
  const model_live *l = &c->m.live[live];
  if (voices_bend_twice(c, it, control, live))
    return false;
  const double ends[] = {control->from, control->to};
  for (int i = 0; i < 2; ++i)
    if (!(ends[i] >= l->low && ends[i] <= l->high))
      return MISTAKE(c, it, i == 0 ? "from" : "to", CAROM_BAD_VALUE,
                     "%s cannot be %g in this scene; allowed is from %g to %g", c->m.text + l->path,
                     ends[i], l->low, l->high);
  char name[80];
  live_owner(c, live, name);
  return add_voice(c, control, name, live);
}

// --- Macros -------------------------------------------------------------------------------------

// One live key of a macro, from one value to another.
static bool add_span(compiler *c, const item *it, model_control *control, int live,
                     const value_span *span) {
  const model_live *l = &c->m.live[live];
  const double low = fmin(span->from, span->to);
  const double high = fmax(span->from, span->to);
  if (!(low >= l->low && high <= l->high))
    return MISTAKE(c, it, "moves", CAROM_BAD_VALUE,
                   "%s cannot go from %g to %g in this scene; allowed is from %g to %g",
                   c->m.text + l->path, span->from, span->to, l->low, l->high);
  if (control->logarithmic && !(low > 0))
    return MISTAKE(c, it, "curve", CAROM_BAD_VALUE,
                   "log from %g to %g; allowed are ends above 0, or curve: linear", span->from,
                   span->to);
  if (++control->width > CONTROL_KEYS)
    return MISTAKE(c, it, "moves", CAROM_BAD_VALUE, "are more than %d live keys; allowed are those",
                   (int)CONTROL_KEYS);
  model_span *kept = BUILDER_ADD(&c->m, control_span, 1);
  if (kept != NULL)
    *kept = (model_span){span->from, span->to};
  return kept != NULL && add_target(c, live);
}

// moves: [[path, from, to], ...]. The control itself goes from 0 to 1.
static bool move_many(compiler *c, const item *it, model_control *control) {
  value_span span;
  if (item_has(it, "from") || item_has(it, "to"))
    return MISTAKE(c, it, item_has(it, "from") ? "from" : "to", CAROM_BAD_VALUE,
                   "a control with moves goes from 0 to 1; allowed are ends of each key");
  if (control->source == MIDI_NOTE)
    return MISTAKE(c, it, "midi", CAROM_BAD_VALUE,
                   "a note has one pitch; allowed with moves is any other message");
  control->kind = CONTROL_MACRO;
  control->first_span = c->m.control_span_count;
  control->width = 0;
  control->voices = 1;
  int *note = BUILDER_ADD(&c->m, voice_note, 1);
  if (note == NULL)
    return false;
  *note = -1;
  for (const char *at = value_span_next(item_text(it, "moves"), &span); at != NULL;
       at = value_span_next(at, &span)) {
    const int before = control->width;
    star_path pattern = {.text = ""};
    star_path_of(c, span.key, span.length, &pattern);
    const int group = pattern.name.family ? score_find_live(c, pattern.text) : -1;
    for (int i = group < 0 ? 0 : group; i < (group < 0 ? c->m.live_count : group + 1); ++i)
      if ((i == group || (c->m.live[i].members == 0 &&
                          star_path_fits(&pattern, c->m.text + c->m.live[i].path))) &&
          !add_span(c, it, control, i, &span))
        return false;
    if (control->width == before)
      return MISTAKE(c, it, "moves", CAROM_BAD_REFERENCE,
                     "there is no live key '%.80s' in this scene; allowed is one that may change",
                     pattern.text);
  }
  return true;
}

double control_largest(const item *it, const char *path) {
  double largest = -INFINITY;
  value_span span;
  const char *text = item_has(it, "moves") ? item_text(it, "moves") : "";
  for (const char *at = value_span_next(text, &span); at != NULL; at = value_span_next(at, &span)) {
    char pattern[160];
    snprintf(pattern, sizeof pattern, "%.*s", (int)span.length, span.key);
    if (control_fits(pattern, path))
      largest = fmax(largest, fmax(span.from, span.to));
  }
  return largest;
}

// --- One key ------------------------------------------------------------------------------------

bool control_spans_octaves(const item *it) {
  const char *key = item_text(it, "key");
  const size_t length = key != NULL ? strlen(key) : 0;
  return length > 6 && strcmp(key + length - 6, ".pitch") == 0 && voices_follow_notes(it) &&
         !item_has(it, "from") && !item_has(it, "to");
}

bool compile_key_is_pitch(const char *path) {
  const char *key = strrchr(path, '.');
  return key != NULL && (strcmp(key, ".pitch") == 0 || strcmp(key, ".frequency") == 0);
}

// Notes are ends of keys in Hz alone.
static bool ends_fit(compiler *c, const item *it) {
  const char *const ends[] = {"from", "to"};
  const char *key = item_text(it, "key");
  for (int i = 0; i < 2; ++i)
    if (item_is_note(it, ends[i]) && (key == NULL || !compile_key_is_pitch(key)))
      return MISTAKE(c, it, ends[i], CAROM_BAD_VALUE,
                     "'%.20s' is a note, and what it moves no pitch; allowed is a number",
                     item_text(it, ends[i]));
  return true;
}

static bool move_keys(compiler *c, const item *it, model_control *control) {
  const char *pattern = item_text(it, "key");
  star_path path = {.text = ""};
  star_path_of(c, pattern, strlen(pattern), &path);
  const bool octaves = control_spans_octaves(it);
  if (octaves && path.name.family && item_has(scene_item(c->scene, 0), "play.keys"))
    return voices_bend_keys(c, &path, control);
  for (int i = 0; i < c->m.live_count; ++i) {
    const model_live *l = &c->m.live[i];
    if (l->members > 0 || !star_path_fits(&path, c->m.text + l->path))
      continue;
    if (octaves && control->voices == 0) {
      control->from = fmax(l->low, l->start / 2);
      control->to = fmin(l->high, l->start * 2);
    }
    if (!add_key(c, it, control, i))
      return false;
  }
  return control->voices > 0 ||
         MISTAKE(c, it, "key", CAROM_BAD_REFERENCE,
                 "there is no live key '%.80s' in this scene; allowed is one that may change",
                 pattern);
}

// --- Gestures -----------------------------------------------------------------------------------

// A pluck or strike at one point.
static bool push_at(compiler *c, const item *it, model_control *control, const char *text) {
  body_point at;
  if (!compile_point_of(c, it, "on", text, false, &at))
    return false;
  model_force force = {.first_term = c->m.term_count,
                       .swings = control->gesture == GESTURE_PLUCK ? 1 : 2,
                       .begin = INFINITY,
                       .length = 1};
  force.terms = compile_weights(c, at, 3, false, 1);
  if (force.terms == 0 && !c->m.out_of_memory)
    return MISTAKE(c, it, "on", CAROM_BAD_VALUE,
                   "nothing can move there; allowed is a point of a body that moves");
  const int index = c->m.force_count;
  model_force *kept = BUILDER_ADD(&c->m, force, 1);
  if (kept != NULL)
    *kept = force;
  return kept != NULL && add_voice(c, control, c->m.text + c->m.body[at.body].name, index);
}

// A throw of one mass.
static bool throw_of(compiler *c, const item *it, model_control *control, const char *text) {
  body_point at;
  if (!compile_point_of(c, it, "on", text, false, &at))
    return false;
  if (!body_is_mass(&c->m.body[at.body]) || method_table[c->m.head.method]->place == NULL)
    return MISTAKE(c, it, "on", CAROM_BAD_VALUE,
                   "'%.60s' cannot be thrown; allowed is a body of type mass", text);
  return add_voice(c, control, c->m.text + c->m.body[at.body].name, at.body);
}

// `on` names a point, a mass, or with a * those of all bodies whose names fit.
static bool start_on_bodies(compiler *c, const item *it, model_control *control,
                            bool (*start)(compiler *, const item *, model_control *,
                                          const char *)) {
  const char *on = item_text(it, "on");
  const size_t length = strcspn(on, "@");
  if (memchr(on, '*', length) == NULL)
    return start(c, it, control, on);
  const star_name star = star_of(c, SECTION_BODIES, on);
  for (int i = 0; i < c->m.body_count; ++i) {
    char text[200];
    const char *name = c->m.text + c->m.body[i].name;
    if (!star_fits(&star, name))
      continue;
    snprintf(text, sizeof text, "%s%.100s", name, on + length);
    if (!start(c, it, control, text))
      return false;
  }
  return control->voices > 0 ||
         MISTAKE(c, it, "on", CAROM_BAD_REFERENCE, "no body has a name that fits '%.60s'", on);
}

// The live keys that a bow or finger moves, in the order of model_control.
static bool add_touch(compiler *c, model_control *control, const char *contact) {
  static const char *const bow[] = {"force", "speed", "position"};
  static const char *const finger[] = {"damper", "spring", "force", "position"};
  const bool is_bow = control->gesture == GESTURE_BOW;
  control->width = is_bow ? 3 : 4;
  for (int i = 0; i < control->width; ++i) {
    char path[160];
    snprintf(path, sizeof path, "contacts.%s.%s", contact, is_bow ? bow[i] : finger[i]);
    if (i == 0 ? !add_voice(c, control, contact, score_find_live(c, path))
               : !add_target(c, score_find_live(c, path)))
      return false;
  }
  return true;
}

static bool start_touch(compiler *c, const item *it, model_control *control) {
  const bool is_bow = control->gesture == GESTURE_BOW;
  const char *on = item_text(it, "on");
  const star_name star = star_of(c, SECTION_CONTACTS, on);
  for (int i = 0; i < c->m.contact_count; ++i) {
    const model_contact *contact = &c->m.contact[i];
    char name[80]; // as texts move while they grow
    snprintf(name, sizeof name, "%s", c->m.text + contact->name);
    if ((is_bow ? contact->rubs : contact->pressed) && star_fits(&star, name) &&
        !add_touch(c, control, name))
      return false;
  }
  return control->voices > 0 || MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                                        "there is no %s '%.60s'; allowed is the name of one",
                                        is_bow ? "bow" : "finger", on);
}

static bool start_gesture(compiler *c, const item *it, model_control *control) {
  control->gesture = (gesture_kind)item_choice(it, "gesture");
  const bool touch = control->gesture == GESTURE_BOW || control->gesture == GESTURE_FINGER;
  const bool thrown = control->gesture == GESTURE_THROW;
  control->kind = touch ? CONTROL_TOUCH : thrown ? CONTROL_THROW : CONTROL_PUSH;
  if (!item_has(it, "on"))
    return MISTAKE(c, it, "on", CAROM_MISSING, "missing; required is %s",
                   touch    ? "the name of a bow or finger"
                   : thrown ? "the name of a mass"
                            : "a point: BODY@x");
  return touch ? start_touch(c, it, control)
               : start_on_bodies(c, it, control, thrown ? throw_of : push_at);
}

// --- All ----------------------------------------------------------------------------------------

static bool read_midi(compiler *c, const item *it, model_control *control) {
  const char *text = item_text(it, "midi");
  control->midi = text != NULL ? builder_text(&c->m, text) : 0;
  control->source = midi_word(text, &control->controller);
  return control->source != MIDI_SOURCE_COUNT ||
         MISTAKE(
             c, it, "midi", CAROM_BAD_VALUE,
             "'%.40s' is no message; allowed are " MIDI_MESSAGES(WORD_LISTED) "and cc0 to cc127",
             text);
}

// force: [0.2, 3] is from and to in one.
static bool read_force(compiler *c, const item *it, model_control *control) {
  if (!item_has(it, "force"))
    return true;
  if (item_has(it, "key") || item_has(it, "moves") || item_has(it, "from") || item_has(it, "to") ||
      item_rows(it, "force") != 2)
    return MISTAKE(c, it, "force", CAROM_BAD_VALUE,
                   "allowed is [softest, hardest] of a gesture, without from and to");
  control->from = item_numbers(it, "force")[0];
  control->to = item_numbers(it, "force")[1];
  return true;
}

static bool add_control(compiler *c, const item *it) {
  const bool key = item_has(it, "key");
  const bool moves = item_has(it, "moves");
  const bool starts = item_has(it, "gesture");
  if (key + moves + starts != 1)
    return MISTAKE(c, it, NULL, key || moves || starts ? CAROM_DUPLICATE : CAROM_MISSING,
                   "needs one of key, moves and gesture");
  if (!method_table[c->m.head.method]->has_live_keys)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "solver.method %s has no controls; allowed is solver.method audio",
                   method_table[c->m.head.method]->about.name);
  model_control control = {.name = builder_text(&c->m, it->name),
                           .first = c->m.control_target_count,
                           .first_note = c->m.voice_note_count,
                           .width = 1,
                           .logarithmic = item_choice(it, "curve") == CURVE_LOG};
  control_read_smooth(it, &control);
  if (!read_midi(c, it, &control) || !control_read_ends(c, it, &control) ||
      !read_force(c, it, &control))
    return false;
  if (control.logarithmic && !moves && !(control.from > 0 && control.to > 0) &&
      !(starts && control.from < 0 && control.to < 0)) // a pluck may go down
    return MISTAKE(
        c, it, "curve", CAROM_BAD_VALUE,
        "log from %g to %g; allowed are ends above 0, of a gesture both below 0 as well, "
        "or curve: linear",
        control.from, control.to);
  if (!ends_fit(c, it) || !(key     ? move_keys(c, it, &control)
                            : moves ? move_many(c, it, &control)
                                    : start_gesture(c, it, &control)))
    return false;
  model_control *kept = BUILDER_ADD(&c->m, control, 1);
  if (kept != NULL)
    *kept = control;
  return kept != NULL;
}

// Notes may start several gestures, and give several strings their pitch.
static bool is_one_hand(midi_source source) {
  return source == MIDI_CONTROLLER || source == MIDI_BEND || source == MIDI_PRESSURE ||
         source == MIDI_POLY_PRESSURE;
}

static void warn_of_controllers(compiler *c) {
  for (int i = 0; i < c->m.control_count; ++i)
    for (int j = 0; j < i; ++j) {
      const model_control *one = &c->m.control[j];
      const model_control *other = &c->m.control[i];
      char both[120]; // as texts move while they grow
      if (!is_one_hand(other->source) || one->source != other->source ||
          one->controller != other->controller)
        continue;
      snprintf(both, sizeof both, "%s moves controls.%.80s", c->m.text + other->midi,
               c->m.text + one->name);
      compile_warning(c, WARNING_CONTROLLER,
                      &(warning_words){.name = c->m.text + other->name, .more = both});
    }
}

bool compile_controls(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTROLS && !add_control(c, it))
      return false;
  }
  warn_of_controllers(c);
  return voices_add_bends(c) && !c->m.out_of_memory;
}
