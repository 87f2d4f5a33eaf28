// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The gestures: moves of live keys (of a bow, a finger, a peg or any other), or a force on a point
// with a beginning and an end.

#include "model/method.h"
#include "model/score.h"
#include "scene/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const gesture *gesture_of(const item *it) {
  return &gesture_table[item_choice(it, "gesture")];
}

static double duration_of(const item *it) {
  return item_has(it, "over") ? item_number(it, "over") : gesture_of(it)->over;
}

int score_find_live(const compiler *c, const char *path) {
  for (int i = 0; i < c->m.live_count; ++i)
    if (strcmp(c->m.text + c->m.live[i].path, path) == 0)
      return i;
  return -1;
}

bool score_send(score *s, const item *it, const char *key, const char *path, double at, double over,
                double to) {
  compiler *c = s->c;
  const int live = score_find_live(c, path);
  if (live < 0)
    return MISTAKE(c, it, key, CAROM_BAD_REFERENCE,
                   "there is no live key '%.80s' in this scene; allowed is one that may change",
                   path);
  const model_live *l = &c->m.live[live];
  if (l->points > 0 || (l->twin >= 0 && c->m.live[l->twin].points > 0))
    return MISTAKE(c, it, key, CAROM_DUPLICATE,
                   "%s has breakpoints of its own; allowed is a number there, its value at the "
                   "start",
                   path);
  if (isinf(l->high) && !(to >= l->low))
    return MISTAKE(c, it, key, CAROM_BAD_VALUE, "%s cannot be %g; allowed is at least %g", path, to,
                   l->low);
  if (!(to >= l->low && to <= l->high))
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "%s cannot be %g in this scene; allowed is from %g to %g", path, to, l->low,
                   l->high);
  return score_add(s, (move){.live = live,
                             .at = at,
                             .over = over,
                             .to = to,
                             .since = s->at,
                             .from = it,
                             .drift = at > s->at ? 0 : item_number(it, "drift")});
}

// A list has a value for each time, one after the other and from the first again.
static double score_number(const score *s, const item *it, const char *key) {
  return item_is_list(it, key) ? item_numbers(it, key)[s->turn % item_rows(it, key)]
                               : item_number(it, key);
}

// A note is the value of a key in Hz alone.
static bool score_names_pitch(score *s, const item *it, const char *path) {
  return !item_is_note(it, "to") || compile_key_is_pitch(path) ||
         MISTAKE(s->c, it, "to", CAROM_BAD_VALUE,
                 "'%.20s' is a note, and %.80s no pitch; allowed is a number", item_text(it, "to"),
                 path);
}

// The item a gesture applies to: the one named, or the only one of its type.
static const item *subject(score *s, const item *it, section in, const char *type) {
  compiler *c = s->c;
  const char *name = item_text(it, "on");
  const item *only = NULL;
  int found = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *other = scene_item(c->scene, i);
    if (other->in != in || strcmp(item_text(other, "type"), type) != 0)
      continue;
    if (name != NULL && strcmp(other->name, name) == 0)
      return other;
    only = other;
    ++found;
  }
  if (name == NULL && found == 1)
    return only;
  if (name != NULL)
    (void)MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                  "there is no %s '%.60s'; allowed is the name of one", type, name);
  else
    (void)MISTAKE(c, it, "on", CAROM_MISSING, "there are %d of type %s; allowed is the name of one",
                  found, type);
  return NULL;
}

// Moves the keys a bow or finger gesture gives, and lifts it again after `for`.
static bool touch(score *s, const item *it, const char *type, const char *const *keys, int count,
                  int lifted) {
  const item *contact = subject(s, it, SECTION_CONTACTS, type);
  if (contact == NULL)
    return false;
  const double at = s->at;
  const double over = duration_of(it);
  bool any = item_has(it, "for");
  char path[160];
  for (int i = 0; i < count; ++i) {
    if (!item_has(it, keys[i]))
      continue;
    any = true;
    snprintf(path, sizeof path, "contacts.%s.%s", contact->name, keys[i]);
    if (!score_send(s, it, keys[i], path, at, over, score_number(s, it, keys[i])))
      return false;
  }
  for (int i = 0; i < lifted && item_has(it, "for"); ++i) {
    snprintf(path, sizeof path, "contacts.%s.%s", contact->name, keys[i]);
    if (!score_send(s, it, "for", path, at + item_number(it, "for"), over, 0))
      return false;
  }
  return any || MISTAKE(s->c, it, NULL, CAROM_MISSING,
                        "moves nothing; allowed are the keys of a %s, or for", type);
}

static bool bow_gesture(score *s, const item *it) {
  static const char *const keys[] = {"force", "speed", "position"};
  return touch(s, it, "bow", keys, 3, 1);
}

static bool finger_gesture(score *s, const item *it) {
  static const char *const keys[] = {"damper", "spring", "force", "position"};
  return touch(s, it, "finger", keys, 4, 3);
}

static bool tune_gesture(score *s, const item *it) {
  const item *string = subject(s, it, SECTION_BODIES, "string");
  if (string == NULL)
    return false;
  const bool pitch = item_has(it, "pitch");
  if (pitch == (item_has(it, "tension")))
    return MISTAKE(s->c, it, NULL, pitch ? CAROM_DUPLICATE : CAROM_MISSING,
                   "needs either pitch or tension");
  const char *key = pitch ? "pitch" : "tension";
  char path[160];
  snprintf(path, sizeof path, "bodies.%s.%s", string->name, key);
  return score_send(s, it, key, path, s->at, duration_of(it), score_number(s, it, key));
}

// All members of a family go there.
static bool set_members(score *s, const item *it, int live) {
  const compiler *c = s->c;
  const int first = c->m.live[live].first_member;
  for (int i = 0; i < c->m.live[live].members; ++i) {
    const char *path = c->m.text + c->m.live[c->m.live_member[first + i]].path;
    if (!score_names_pitch(s, it, path) ||
        !score_send(s, it, "to", path, s->at, duration_of(it), item_number(it, "to")))
      return false;
  }
  return true;
}

static bool set_gesture(score *s, const item *it) {
  const int live = score_find_live(s->c, item_text(it, "key"));
  if (live >= 0 && s->c->m.live[live].members > 0)
    return set_members(s, it, live);
  return score_names_pitch(s, it, item_text(it, "key")) &&
         score_send(s, it, live < 0 ? "key" : "to", item_text(it, "key"), s->at, duration_of(it),
                    item_number(it, "to"));
}

// A pluck is a force that ends abruptly, a strike one that fades out.
static bool push(score *s, const item *it, int swings) {
  compiler *c = s->c;
  if (!item_has(it, "on"))
    return MISTAKE(c, it, "on", CAROM_MISSING, "missing; required is a point: BODY@x");
  body_point at;
  if (!compile_point(c, it, "on", false, &at))
    return false;
  model_force force = {.amplitude = item_has(it, "force") ? score_number(s, it, "force")
                                                          : gesture_of(it)->force,
                       .first_term = c->m.term_count,
                       .swings = swings,
                       .begin = s->at,
                       .length = duration_of(it)};
  force.terms = compile_weights(c, at, 3, false, 1);
  if (force.terms == 0 && !c->m.out_of_memory)
    return MISTAKE(c, it, "on", CAROM_BAD_VALUE,
                   "nothing can move there; allowed is a point of a body that moves");
  if (force.length < c->m.head.k)
    return MISTAKE(c, it, "over", CAROM_BAD_VALUE, "shorter than a step; allowed is at least %g s",
                   c->m.head.k);
  model_force *kept = BUILDER_ADD(&c->m, force, 1);
  if (kept != NULL)
    *kept = force;
  return kept != NULL;
}

static bool pluck_gesture(score *s, const item *it) {
  return push(s, it, 1);
}

static bool strike_gesture(score *s, const item *it) {
  return push(s, it, 2);
}

// --- Cues ---------------------------------------------------------------------------------------

static bool add_cue(score *s, const item *it, model_cue cue) {
  compiler *c = s->c;
  cue.step = llround(s->at * c->m.head.rate) * c->m.head.oversample;
  cue.order = c->m.cue_count;
  cue.over = item_has(it, "over") ? item_number(it, "over") : (double)NAN;
  model_cue *kept = BUILDER_ADD(&c->m, cue, 1);
  if (kept != NULL)
    *kept = cue;
  return kept != NULL;
}

static int find_control(const compiler *c, const char *name) {
  for (int i = 0; i < c->m.control_count; ++i)
    if (strcmp(c->m.text + c->m.control[i].name, name) == 0)
      return i;
  return -1;
}

static bool is_alone(score *s, const item *it, const model_live *l) {
  compiler *c = s->c;
  bool moved = l->points > 0 || (l->twin >= 0 && c->m.live[l->twin].points > 0);
  for (int j = 0; j < s->count; ++j)
    moved = moved || &c->m.live[s->moves[j].live] == l || s->moves[j].live == l->twin;
  return !moved || MISTAKE(c, it, "on", CAROM_DUPLICATE,
                           "%s has breakpoints or a gesture of its own; allowed are controls alone",
                           c->m.text + l->path);
}

// Keys of a control move as they are played from then on, not along a score's breakpoints.
static bool cue_has_key_alone(score *s, const item *it, const model_control *control) {
  compiler *c = s->c;
  const int targets = control_moves_keys(control->kind) ? control->voices * control->width : 0;
  for (int i = 0; i < targets; ++i) {
    const model_live *l = &c->m.live[c->m.control_target[control->first + i]];
    for (int j = 0; j < l->members; ++j)
      if (!is_alone(s, it, &c->m.live[c->m.live_member[l->first_member + j]]))
        return false;
    if (!is_alone(s, it, l))
      return false;
  }
  return true;
}

// The voice that a gesture names, from 1, by its number or by the note of its member; 0 is all.
static bool cue_voice(score *s, const item *it, const model_control *control, int *voice) {
  compiler *c = s->c;
  *voice = item_has(it, "voice") ? (int)item_number(it, "voice") : 0;
  if (*voice > control->voices)
    return MISTAKE(c, it, "voice", CAROM_BAD_VALUE, "there is no voice %d; allowed is 1 to %d",
                   *voice, control->voices);
  if (!item_has(it, "note"))
    return true;
  if (*voice > 0)
    return MISTAKE(c, it, "note", CAROM_DUPLICATE, "beside voice; allowed is one of both");
  const int *notes = c->m.voice_note + control->first_note;
  for (int i = 0; i < control->voices && *voice == 0; ++i)
    *voice = notes[i] == (int)item_number(it, "note") ? i + 1 : 0;
  return *voice > 0 ||
         MISTAKE(c, it, "note", CAROM_BAD_REFERENCE,
                 "no member of what %s moves has the note %s; allowed are notes of a family with "
                 "play.keys",
                 c->m.text + control->name, item_text(it, "note"));
}

// A control in a score does what it does when a player moves it, at the same sample.
static bool control_gesture(score *s, const item *it) {
  compiler *c = s->c;
  const char *name = item_has(it, "on") ? item_text(it, "on") : "";
  const int index = find_control(c, name);
  if (index < 0)
    return MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                   "there is no control '%.60s'; allowed is the name of one", name);
  const model_control *control = &c->m.control[index];
  if (control->kind == CONTROL_KEY &&
      !score_names_pitch(s, it, c->m.text + c->m.live[c->m.control_target[control->first]].path))
    return false;
  int voice = 0;
  if (!cue_voice(s, it, control, &voice))
    return false;
  const double to = item_number(it, "to");
  const double low = fmin(control->from, control->to);
  const double high = fmax(control->from, control->to);
  if (control_moves_keys(control->kind) && !(to >= low && to <= high))
    return MISTAKE(c, it, "to", CAROM_BAD_VALUE, "%g is outside; allowed is from %g to %g", to, low,
                   high);
  return cue_has_key_alone(s, it, control) &&
         add_cue(s, it, (model_cue){.control = index, .voice = voice - 1, .to = to});
}

static bool throw_gesture(score *s, const item *it) {
  compiler *c = s->c;
  const item *mass = subject(s, it, SECTION_BODIES, "mass");
  if (mass == NULL)
    return false;
  if (!item_has(it, "speed"))
    return MISTAKE(c, it, "speed", CAROM_MISSING, "missing; required is a velocity, m/s");
  if (method_table[c->m.head.method]->place == NULL)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "solver.method %s throws nothing; allowed is solver.method audio",
                   method_table[c->m.head.method]->about.name);
  return add_cue(s, it,
                 (model_cue){.control = -1,
                             .body = compile_find_body(c, mass->name, strlen(mass->name)),
                             .to = score_number(s, it, "speed")});
}

const gesture gesture_table[GESTURE_COUNT] = {
    [GESTURE_BOW] = {.read = bow_gesture, .over = 0.02},
    [GESTURE_FINGER] = {.read = finger_gesture, .over = 0.02},
    [GESTURE_PLUCK] = {.read = pluck_gesture, .over = 0.01, .force = 1},
    [GESTURE_STRIKE] = {.read = strike_gesture, .over = 0.002, .force = 1},
    [GESTURE_THROW] = {.read = throw_gesture},
    [GESTURE_TUNE] = {.read = tune_gesture},
    [GESTURE_SET] = {.read = set_gesture},
    [GESTURE_CONTROL] = {.read = control_gesture},
};
