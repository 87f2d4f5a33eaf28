// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The score: gestures with times. Nothing of it is left for the step to read: a gesture that moves
// a bow, a finger, a peg or any live key becomes breakpoints of that key, and one that pushes a
// point becomes a force with a beginning and an end. A key glides from wherever it is when a
// gesture begins, so that gestures may follow each other, or cut each other short, without a jump.

#include "model/compile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One live key sent somewhere.
typedef struct {
  int live, order;
  double at, over, to;
  double since; // when the gesture began; earlier than `at` where it lifts a bow or finger again
  const item *from; // the gesture
} move;

typedef struct {
  compiler *c;
  move *moves;
  int count, room;
} score;

// --- Collecting moves ---------------------------------------------------------------------------

static bool add_move(score *s, move m) {
  const carom_memory from = s->c->m.memory;
  if (s->count == s->room) {
    const int room = s->room == 0 ? 16 : 2 * s->room;
    move *wider = from.resize(from.user, s->moves, (size_t)s->room * sizeof *wider,
                              (size_t)room * sizeof *wider);
    if (wider == NULL) {
      s->c->m.out_of_memory = true;
      return false;
    }
    s->moves = wider;
    s->room = room;
  }
  m.order = s->count;
  s->moves[s->count++] = m;
  return true;
}

static int find_live(const compiler *c, const char *path) {
  for (int i = 0; i < c->m.live_count; ++i)
    if (strcmp(c->m.text + c->m.live[i].path, path) == 0)
      return i;
  return -1;
}

// Sends a live key to a value; `key` is the gesture's key that says so.
static bool send(score *s, const item *it, const char *key, const char *path, double at,
                 double over, double to) {
  compiler *c = s->c;
  const int live = find_live(c, path);
  if (live < 0)
    return MISTAKE(c, it, key, CAROM_BAD_REFERENCE,
                   "there is no live key '%.80s' in this scene; carom check lists them", path);
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
  return add_move(s, (move){.live = live,
                            .at = at,
                            .over = over,
                            .to = to,
                            .since = item_number(it, "at", 0),
                            .from = it});
}

// --- Gestures -----------------------------------------------------------------------------------

// The item a gesture is about: the one named, or the only one of its type.
static const item *subject(score *s, const item *it, section in, const char *type) {
  compiler *c = s->c;
  const char *name = item_text(it, "on");
  const item *only = NULL;
  int found = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *other = scene_item(c->scene, i);
    if (other->in != in || !item_word_is(other, "type", type))
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
  const double at = item_number(it, "at", 0);
  const double over = item_number(it, "over", 0.02);
  bool any = item_entry(it, "for") != NULL;
  char path[160];
  for (int i = 0; i < count; ++i) {
    if (item_entry(it, keys[i]) == NULL)
      continue;
    any = true;
    snprintf(path, sizeof path, "contacts.%s.%s", contact->name, keys[i]);
    if (!send(s, it, keys[i], path, at, over, item_number(it, keys[i], 0)))
      return false;
  }
  for (int i = 0; i < lifted && item_entry(it, "for") != NULL; ++i) {
    snprintf(path, sizeof path, "contacts.%s.%s", contact->name, keys[i]);
    if (!send(s, it, "for", path, at + item_number(it, "for", 0), over, 0))
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
  static const char *const keys[] = {"damper", "spring", "position"};
  return touch(s, it, "finger", keys, 3, 2);
}

static bool tune_gesture(score *s, const item *it) {
  const item *string = subject(s, it, SECTION_BODIES, "string");
  if (string == NULL)
    return false;
  const bool pitch = item_entry(it, "pitch") != NULL;
  if (pitch == (item_entry(it, "tension") != NULL))
    return MISTAKE(s->c, it, NULL, pitch ? CAROM_DUPLICATE : CAROM_MISSING,
                   "needs either pitch or tension");
  const char *key = pitch ? "pitch" : "tension";
  char path[160];
  snprintf(path, sizeof path, "bodies.%s.%s", string->name, key);
  return send(s, it, key, path, item_number(it, "at", 0), item_number(it, "over", 0),
              item_number(it, key, 0));
}

static bool set_gesture(score *s, const item *it) {
  const int live = find_live(s->c, item_text(it, "key"));
  return send(s, it, live < 0 ? "key" : "to", item_text(it, "key"), item_number(it, "at", 0),
              item_number(it, "over", 0), item_number(it, "to", 0));
}

// A pluck pulls a point and lets go; a strike pushes it and comes back.
static bool push_gesture(score *s, const item *it, bool pluck) {
  compiler *c = s->c;
  if (item_entry(it, "on") == NULL)
    return MISTAKE(c, it, "on", CAROM_MISSING, "missing; required is a point: BODY@x");
  body_point at;
  if (!compile_point(c, it, "on", false, &at))
    return false;
  model_force force = {.amplitude = item_number(it, "force", 1),
                       .first_term = c->m.term_count,
                       .swings = pluck ? 1 : 2,
                       .begin = item_number(it, "at", 0),
                       .length = item_number(it, "over", pluck ? 0.01 : 0.002)};
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

static bool read_gesture(score *s, const item *it) {
  const char *gesture = item_text(it, "gesture");
  switch (gesture[0]) {
  case 'b':
    return bow_gesture(s, it);
  case 'f':
    return finger_gesture(s, it);
  case 't':
    return tune_gesture(s, it);
  case 'p':
    return push_gesture(s, it, true);
  default:
    return strcmp(gesture, "set") == 0 ? set_gesture(s, it) : push_gesture(s, it, false);
  }
}

static bool in_time(score *s, const item *it) {
  compiler *c = s->c;
  return item_number(it, "at", 0) <= c->m.head.duration ||
         MISTAKE(c, it, "at", CAROM_BAD_VALUE,
                 "after the end; allowed is at most the duration, %g s", c->m.head.duration);
}

// --- Breakpoints --------------------------------------------------------------------------------

static int by_key_and_time(const void *a, const void *b) {
  const move *x = a;
  const move *y = b;
  if (x->live != y->live)
    return x->live < y->live ? -1 : 1;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

static bool add_point(compiler *c, model_live *l, double time, double value) {
  breakpoint *p = BUILDER_ADD(&c->m, point, 1);
  if (p != NULL)
    *p = (breakpoint){time, value};
  ++l->points;
  return p != NULL;
}

// The path of one key: each move starts from where the key is by then, and whatever the one before
// still had to do is dropped; so is the end of a gesture after which another one has begun.
static bool lay_path(compiler *c, const move *moves, int count) {
  model_live *l = &c->m.live[moves[0].live];
  l->first_point = c->m.point_count;
  if (!add_point(c, l, 0, l->start))
    return false;
  double begun = 0; // the last gesture
  for (int i = 0; i < count; ++i) {
    const double at = moves[i].at;
    if (at > moves[i].since && begun > moves[i].since)
      continue;
    begun = fmax(begun, moves[i].since);
    const double now = breakpoints_at(c->m.point + l->first_point, l->points, at);
    while (l->points > 1 && c->m.point[l->first_point + l->points - 1].time > at) {
      --l->points;
      --c->m.point_count;
    }
    if (!add_point(c, l, at, now) || !add_point(c, l, at + moves[i].over, moves[i].to))
      return false;
    l->largest = fmax(l->largest, moves[i].to);
  }
  int *ramp = BUILDER_ADD(&c->m, ramp, 1);
  if (ramp != NULL)
    *ramp = moves[0].live;
  return ramp != NULL;
}

static bool lay_paths(score *s) {
  compiler *c = s->c;
  if (s->count > 0)
    qsort(s->moves, (size_t)s->count, sizeof *s->moves, by_key_and_time);
  for (int i = 0; i < s->count;) {
    int end = i + 1;
    while (end < s->count && s->moves[end].live == s->moves[i].live)
      ++end;
    const int twin = c->m.live[s->moves[i].live].twin;
    if (twin >= 0 && c->m.live[twin].points > 0)
      return MISTAKE(c, s->moves[i].from, NULL, CAROM_DUPLICATE,
                     "the score moves both pitch and tension of this string; allowed is one of "
                     "them");
    if (!lay_path(c, s->moves + i, end - i))
      return false;
    i = end;
  }
  return true;
}

// Forces of gestures in the order of their beginnings, behind the others.
static int by_beginning(const void *a, const void *b) {
  const model_force *x = a;
  const model_force *y = b;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  return x->first_term < y->first_term ? -1 : 1;
}

bool compile_score(compiler *c) {
  score s = {.c = c};
  const int forces = c->m.force_count;
  bool good = true;
  for (int i = 0; good && i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_SCORE)
      good = in_time(&s, it) && read_gesture(&s, it);
  }
  good = good && lay_paths(&s);
  if (c->m.force_count > forces)
    qsort(c->m.force + forces, (size_t)(c->m.force_count - forces), sizeof *c->m.force,
          by_beginning);
  if (s.moves != NULL)
    c->m.memory.resize(c->m.memory.user, s.moves, (size_t)s.room * sizeof *s.moves, 0);
  return good && !c->m.out_of_memory;
}

// --- Before the bodies are built ----------------------------------------------------------------

// Whether a tune gesture is about this string: it says so, or there is no other.
static bool tunes(const compiler *c, const item *it, const item *body) {
  const char *on = item_text(it, "on");
  if (on != NULL)
    return strcmp(on, body->name) == 0;
  int strings = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *other = scene_item(c->scene, i);
    strings += other->in == SECTION_BODIES && item_word_is(other, "type", "string");
  }
  return strings == 1;
}

double score_largest(const compiler *c, const item *body, const char *key, double fallback) {
  char path[160];
  snprintf(path, sizeof path, "bodies.%s.%s", body->name, key);
  double largest = fallback;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in != SECTION_SCORE)
      continue;
    if (item_word_is(it, "gesture", "set") && item_word_is(it, "key", path))
      largest = fmax(largest, item_number(it, "to", fallback));
    else if (item_word_is(it, "gesture", "tune") && strcmp(key, "sigma1") != 0 &&
             item_entry(it, key) != NULL && tunes(c, it, body))
      largest = fmax(largest, item_number(it, key, fallback));
  }
  return largest;
}
