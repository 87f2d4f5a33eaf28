// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The score: gestures with times. All of it is resolved here: a gesture that moves a bow, a finger,
// a peg or any live key becomes breakpoints of that key, and one that acts on a point becomes a
// force with a beginning and an end. A key glides from its value at the beginning of a gesture, so
// that gestures may follow or interrupt each other without a jump.

#include "model/score.h"
#include "model/voices.h"

#include "base/random.h"
#include "scene/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool score_add(score *s, move m) {
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

/// Repetitions of one gesture, at most.
enum { MOST_TURNS = 100000 };

// A gesture once, at s->at.
static bool read_gesture(score *s, const item *it) {
  compiler *c = s->c;
  if (!(s->at <= c->m.head.duration))
    return MISTAKE(c, it, "at", CAROM_BAD_VALUE,
                   "after the end; allowed is at most the duration, %g s", c->m.head.duration);
  return gesture_table[item_choice(it, "gesture")].read(s, it);
}

// How often a gesture is read at most; 0 after a mistake.
static int turns_of(score *s, const item *it) {
  const bool repeats = item_has(it, "every");
  const double duration = s->c->m.head.duration;
  if (!repeats && item_has(it, "times"))
    return MISTAKE(s->c, it, "times", CAROM_MISSING, "needs every; allowed is times with it");
  if (repeats && item_rows(it, "at") > 1)
    return MISTAKE(s->c, it, "every", CAROM_DUPLICATE,
                   "at is a list; allowed is every with one time, or a list without it");
  if (!repeats || item_has(it, "times"))
    return repeats ? (int)item_number(it, "times") : item_rows(it, "at");
  if (duration > item_number(it, "every") * MOST_TURNS)
    return MISTAKE(s->c, it, "every", CAROM_BAD_VALUE,
                   "too often; allowed are at most %d times in the duration", (int)MOST_TURNS);
  return MOST_TURNS + 1;
}

// At its times, one or a list, or again and again; what would come after the end is left out.
static bool read_gestures(score *s, const item *it) {
  const int turns = turns_of(s, it);
  for (s->turn = 0; s->turn < turns; ++s->turn) {
    s->at = item_has(it, "every") ? item_number(it, "at") + s->turn * item_number(it, "every")
                                  : item_numbers(it, "at")[s->turn];
    if (s->turn > 0 && s->at > s->c->m.head.duration)
      break;
    if (!read_gesture(s, it))
      return false;
  }
  return turns > 0;
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

// A hand that holds a value wanders about it: breakpoints every tenth of a second from `from` to
// the end, drawn evenly within the drift; a later move takes them back.
static bool wander(compiler *c, model_live *l, const move *m, double from) {
  static const double pause = 0.1; // s
  const unsigned long long seed = compile_seed(c, ~(unsigned)m->live);
  for (int i = 1; m->drift > 0 && from + (i - 1) * pause < c->m.head.duration; ++i) {
    const unsigned long long place = (unsigned long long)m->order << 32 | (unsigned)i;
    const double value = m->to * (1 + m->drift * random_signed(seed, place));
    if (!add_point(c, l, from + i * pause, fmin(fmax(value, l->low), l->high)))
      return false;
    l->largest = fmax(l->largest, value);
  }
  return true;
}

// The breakpoints of one key: each move starts from the key's value by then and drops the rest of
// the one before, and the end of a gesture after which another one has begun.
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
    if (!add_point(c, l, at, now) || !add_point(c, l, at + moves[i].over, moves[i].to) ||
        !wander(c, l, &moves[i], at + moves[i].over))
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

static int by_step(const void *a, const void *b) {
  const model_cue *x = a;
  const model_cue *y = b;
  if (x->step != y->step)
    return x->step < y->step ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

bool compile_score(compiler *c) {
  score s = {.c = c};
  const int forces = c->m.force_count;
  bool good = true;
  for (int i = 0; good && i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_SCORE)
      good = read_gestures(&s, it);
  }
  good = good && lay_paths(&s);
  if (c->m.force_count > forces)
    qsort(c->m.force + forces, (size_t)(c->m.force_count - forces), sizeof *c->m.force,
          by_beginning);
  if (c->m.cue_count > 0)
    qsort(c->m.cue, (size_t)c->m.cue_count, sizeof *c->m.cue, by_step);
  if (s.moves != NULL)
    c->m.memory.resize(c->m.memory.user, s.moves, (size_t)s.room * sizeof *s.moves, 0);
  return good && !c->m.out_of_memory;
}

// --- Before the bodies are built ----------------------------------------------------------------

// Whether a tune gesture applies to this string: it names it, or there is no other.
static bool tunes(const compiler *c, const item *it, const item *body) {
  const char *on = item_text(it, "on");
  if (on != NULL)
    return strcmp(on, body->name) == 0;
  int strings = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *other = scene_item(c->scene, i);
    strings += other->in == SECTION_BODIES && item_choice(other, "type") == BODY_STRING;
  }
  return strings == 1;
}

double score_largest(const compiler *c, const item *body, const char *key, double least) {
  char path[160];
  snprintf(path, sizeof path, "bodies.%s.%s", body->name, key);
  const bool keyed = strcmp(key, "pitch") == 0 && item_is_note(body, "pitch") &&
                     star_key(c, body->name) >= 0; // the wheel bends it
  double largest = keyed ? fmax(least, item_largest(body, "pitch") * voices_bend_factor(c)) : least;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTROLS && item_has(it, "key") &&
        control_fits(item_text(it, "key"), path))
      largest = fmax(largest, keyed && control_spans_octaves(it) ? largest
                              : control_spans_octaves(it)
                                  ? 2 * item_number(body, "pitch")
                                  : fmax(item_number(it, "from"), item_number(it, "to")));
    if (it->in == SECTION_CONTROLS)
      largest = fmax(largest, control_largest(it, path));
    if (it->in != SECTION_SCORE)
      continue;
    const int kind = item_choice(it, "gesture");
    if (kind == GESTURE_SET && strcmp(item_text(it, "key"), path) == 0)
      largest = fmax(largest, item_number(it, "to") * (1 + item_number(it, "drift")));
    else if (kind == GESTURE_TUNE && strcmp(key, "sigma1") != 0 && item_has(it, key) &&
             tunes(c, it, body))
      for (int j = 0; j < item_rows(it, key); ++j)
        largest = fmax(largest, item_numbers(it, key)[j] * (1 + item_number(it, "drift")));
  }
  return largest;
}
