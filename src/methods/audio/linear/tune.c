// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Strings whose pitch means what sounds (theory 17.13 to 17.15); bars and plates in tune_sizes.c.
// From the pitch of the body alone to what sounds is one search for a mode; a table has knots of
// both, at steps of the own pitch over all that breakpoints and controls may ask for. Steps are as
// short as it takes for each knot to be foreseen by the two before it. Where the support resonates
// the first shape of the body may be shared by two modes, so that none has more than half of it;
// such places have no knots, and the table passes through them as its knots on both sides say. The
// body is as it is while its note sounds (sounds.c); others are as they start, first all with their
// pitches as their own, then tuned.

#include "methods/audio/linear/tune.h"

#include "base/constants.h"
#include "bodies/modal_bank.h"
#include "bodies/pitch.h"
#include "methods/audio/linear/sounding.h"
#include "methods/audio/linear/sounds.h"
#include "methods/audio/linear/tune_sizes.h"
#include "model/live.h"
#include "model/tuned.h"
#include "scene/words.h"
#include <float.h>
#include <string.h>

/// Steps of the own pitch, cents, as parts of an octave's logarithm below.
static const double cent = 0.693147180559945309 / 1200;
static const double first_step = 50, least_step = 4, longest_step = 100, gap_step = 15;

/// A knot that was foreseen to less is taken, cents, and to much less the next step is longer.
static const double foreseen = 0.6, well_foreseen = 0.15;

enum { KNOTS_MAX = 500, GAP_MAX = 60 };

/// What is known of a body while it is tuned.
typedef struct {
  compiler *c;
  const item *it;
  int body, pitch, tension; // live keys, or -1
  double written;           // its pitch at the start, Hz
  double low, high;         // logarithms of what its own may be
  double from, to;          // and of what shall sound
  sounding s;
  tuned_knot knot[KNOTS_MAX];
  int knots;
} tuning;

// --- The body's own pitch -----------------------------------------------------------------------

static material material_at(const model_body *b, double own) {
  material now = b->start;
  now.c2 = fmax(pitch_tension(b, own), 0) / string_density(b);
  return now;
}

static void set_own(tuning *t, double own) {
  linear_scene *l = t->s.l;
  material now = material_at(&t->c->m.body[t->body], own);
  sounds_material(l, t->c, t->body, &now);
  linear_set(l, t->s.part, &now);
}

// --- The table ----------------------------------------------------------------------------------

static double log_sounding(const tuning *t) {
  return real_log(sounding_frequency(&t->s));
}

// A knot behind or before all others.
static void add_knot(tuning *t, double sounds, double own, int way) {
  if (t->knots == KNOTS_MAX)
    return;
  const int at = way > 0 ? t->knots : 0;
  memmove(t->knot + at + 1, t->knot + at, (size_t)(t->knots - at) * sizeof *t->knot);
  t->knot[at] = (tuned_knot){sounds, own, 1};
  ++t->knots;
}

static const tuned_knot *last_knot(const tuning *t, int way) {
  return &t->knot[way > 0 ? t->knots - 1 : 0];
}

static bool is_covered(const tuning *t, int way) {
  const tuned_knot *last = last_knot(t, way);
  return way > 0 ? last->sounds >= t->to || last->own >= t->high
                 : last->sounds <= t->from || last->own <= t->low;
}

// How much what sounds rises with the own pitch, at the last knot.
static double rise_at(const tuning *t, int way) {
  if (t->knots < 2)
    return 1;
  const tuned_knot *last = last_knot(t, way);
  const tuned_knot *before = last - way;
  return fmin(fmax((last->sounds - before->sounds) / (last->own - before->own), 0.2), 5);
}

// The next place with a mode of its own, beyond one that has none.
static bool leap(tuning *t, int way) {
  const tuned_knot *last = last_knot(t, way);
  for (int i = 1; i <= GAP_MAX; ++i) {
    const double own = last->own + way * i * gap_step * cent;
    if (own > t->high || own < t->low)
      return false;
    set_own(t, real_exp(own));
    const double guess = last->sounds + way * i * gap_step * cent;
    if (!sounding_search(&t->s, real_exp(guess)) || t->s.likeness <= 0.5)
      continue;
    if ((log_sounding(t) - last->sounds) * way > 0) {
      add_knot(t, log_sounding(t), own, way);
      return true;
    }
  }
  return false;
}

// Knots from the first one up or down.
static void march(tuning *t, int way) {
  double step = first_step;
  while (!is_covered(t, way) && t->knots < KNOTS_MAX) {
    const tuned_knot *last = last_knot(t, way);
    const double own = fmin(fmax(last->own + way * step * cent, t->low), t->high);
    const double guess = last->sounds + (own - last->own) * rise_at(t, way);
    set_own(t, real_exp(own));
    const bool found = sounding_at(&t->s, real_exp(guess));
    const double sounds = found ? log_sounding(t) : 0;
    const double off = fabs(sounds - guess) / cent;
    if (found && (off <= foreseen || step <= least_step) && (sounds - last->sounds) * way > 0) {
      step = off < well_foreseen ? fmin(1.5 * step, longest_step) : step;
      add_knot(t, sounds, own, way);
    } else if (step > least_step) {
      step = fmax(step / 2, least_step);
    } else if (leap(t, way)) {
      step = first_step;
    } else {
      return;
    }
  }
}

// The first knot: at the pitch itself, or near it where others share the mode.
static bool begin(tuning *t) {
  static const double beside[] = {0, 20, -20, 45, -45, 90, -90};
  for (size_t i = 0; i < sizeof beside / sizeof *beside; ++i) {
    const double own = real_log(t->written) + beside[i] * cent;
    if (own < t->low || own > t->high)
      continue;
    set_own(t, real_exp(own));
    if (sounding_search(&t->s, real_exp(own)) && t->s.likeness > 0.5) {
      add_knot(t, log_sounding(t), own, 1);
      return true;
    }
  }
  return false;
}

// --- What shall sound ---------------------------------------------------------------------------

static void cover(tuning *t, double pitch) {
  if (!(pitch > 0))
    return;
  t->from = fmin(t->from, real_log(pitch));
  t->to = fmax(t->to, real_log(pitch));
}

// What a control asks of the live key, with the bend.
static bool cover_control(tuning *t, const model_control *control) {
  const compiler *c = t->c;
  bool moves = false;
  for (int i = 0; control_moves_keys(control->kind) && i < control->voices * control->width; ++i) {
    if (c->m.control_target[control->first + i] != t->pitch)
      continue;
    const bool macro = control->kind == CONTROL_MACRO;
    const model_span span = macro ? c->m.control_span[control->first_span + i % control->width]
                                  : (model_span){control->from, control->to};
    const double bend = real_exp(fmin(c->m.head.bend_range, 12) * 100 * cent);
    cover(t, fmin(span.from, span.to) / bend);
    cover(t, fmax(span.from, span.to) * bend);
    moves = true;
  }
  return moves;
}

static void find_range(tuning *t) {
  const compiler *c = t->c;
  t->from = t->to = real_log(t->written);
  if (t->pitch < 0)
    return;
  const model_live *live = &c->m.live[t->pitch];
  bool moves = false;
  for (int i = 0; i < live->points; ++i)
    cover(t, c->m.point[live->first_point + i].value);
  for (int i = 0; i < c->m.control_count; ++i)
    moves = cover_control(t, &c->m.control[i]) || moves;
  if (!moves) {
    cover(t, t->written / 2);
    cover(t, t->written * 2);
  }
}

// --- What follows -------------------------------------------------------------------------------

// The model as far as it is compiled.
static const carom_model *view_of(compiler *c) {
#define VIEW(type, name)                                                                           \
  c->m.head.name = c->m.name;                                                                      \
  c->m.head.name##_count = c->m.name##_count;
  MODEL_ARRAYS(VIEW)
#undef VIEW
  c->m.head.memory = c->m.memory;
  return &c->m.head;
}

static bool keep_table(tuning *t) {
  compiler *c = t->c;
  model_body *b = &c->m.body[t->body];
  tuned_slopes(t->knot, t->knots);
  b->first_tuned = c->m.tuned_count;
  tuned_knot *kept = BUILDER_ADD(&c->m, tuned, t->knots);
  if (kept == NULL)
    return false;
  memcpy(kept, t->knot, (size_t)t->knots * sizeof *kept);
  b->tuned = t->knots;
  b->own_low = real_exp(t->low);
  b->own_high = real_exp(t->high);
  return true;
}

// The bank of a modal body anew, and its nodes' answers (modal.c).
static void refill(compiler *c, const model_body *b) {
  const int length = b->modes.length;
  double *bank = c->m.bank + b->modes.first_bank;
  const modal_material of = modal_material_of(b, &b->start, c->m.head.k);
  modal_bank_fill(bank, b->nodes, length, &of, (modal_changes){.losses = true});
  const double *to_q = modal_row(modal_rotation(bank, length, ROTATION_STEP), 3, length);
  for (int j = 0; j < b->nodes; ++j)
    c->m.inverse_mass[b->first + j] = fmax(2 * to_q[j] / (c->m.head.k * c->m.head.k), DBL_MIN);
}

static void put_live(tuning *t) {
  compiler *c = t->c;
  const model_body *b = &c->m.body[t->body];
  const carom_model *m = view_of(c);
  if (t->pitch < 0)
    return;
  model_live *pitch = &c->m.live[t->pitch];
  pitch->low = tuned_sounds(m, b, pitch->low);
  pitch->high = tuned_sounds(m, b, pitch->high);
  if (t->tension >= 0)
    c->m.live[t->tension].start = c->m.live[t->tension].largest = b->start.c2 * string_density(b);
}

static bool put_start(tuning *t) {
  compiler *c = t->c;
  model_body *b = &c->m.body[t->body];
  const double own = tuned_own(view_of(c), b, t->written);
  const double right = tuned_sounds(view_of(c), b, own);
  if (fabs(real_log(right / t->written)) > cent / 100)
    return MISTAKE(c, t->it, "pitch", CAROM_UNSTABLE,
                   "cannot be tuned to %g Hz: on its grid it sounds between %g and %g Hz; allowed "
                   "are pitches between them, fewer points or a higher rate",
                   t->written, tuned_sounds(view_of(c), b, b->own_low),
                   tuned_sounds(view_of(c), b, b->own_high));
  b->start = material_at(b, own);
  if (body_is_modal(b))
    refill(c, b);
  linear_set(t->s.l, t->s.part, &b->start);
  put_live(t);
  return true;
}

// --- One body, and all --------------------------------------------------------------------------

static int live_of(const compiler *c, int body, const char *key) {
  for (int i = 0; i < c->m.live_count; ++i)
    if (live_table[c->m.live[i].row].in == SECTION_BODIES && c->m.live[i].index == body &&
        strcmp(live_table[c->m.live[i].row].key, key) == 0)
      return i;
  return -1;
}

static bool open_tuning(tuning *t, compiler *c, linear_scene *l, int body) {
  *t = (tuning){.c = c, .it = compile_body_item(c, body), .body = body};
  t->pitch = live_of(c, body, "pitch");
  t->tension = live_of(c, body, "tension");
  t->written = item_number(t->it, "pitch");
  const bool moves = t->pitch >= 0;
  t->low = real_log(fmax(moves ? c->m.live[t->pitch].low : 0, t->written / 64));
  t->high = real_log(fmin(moves ? c->m.live[t->pitch].high : (double)INFINITY, t->written * 64));
  find_range(t);
  bool missing = false;
  if (sounding_open(&t->s, l, body, &missing))
    return true;
  c->m.out_of_memory = c->m.out_of_memory || !missing;
  return MISTAKE(c, t->it, "tuned", CAROM_BAD_VALUE,
                 "the body has no mode that swings; allowed is one that has");
}

// The start alone: what sounds follows the own pitch nearly one to one.
static void approach(tuning *t) {
  double own = t->written;
  for (int i = 0; i < 6; ++i) {
    set_own(t, own);
    const bool found = i == 0 ? sounding_search(&t->s, own) : sounding_at(&t->s, t->written);
    if (!found || t->s.likeness <= 0.5) {
      set_own(t, t->written);
      return;
    }
    own *= t->written / sounding_frequency(&t->s);
  }
  set_own(t, own);
}

static bool tune(tuning *t) {
  if (!begin(t))
    return MISTAKE(t->c, t->it, "tuned", CAROM_BAD_VALUE,
                   "no mode of the scene near %g Hz is this body's first, so softly is it held or "
                   "so hard joined; allowed is a body that swings by itself",
                   t->written);
  march(t, 1);
  march(t, -1);
  return keep_table(t) && put_start(t);
}

static bool is_tuned(const compiler *c, int body) {
  const item *it = compile_body_item(c, body);
  return item_flag(it, "tuned");
}

// Bars and plates before the tables of strings, which take longer and are not needed for them.
static bool tune_all(compiler *c, linear_scene *l, tuning *t) {
  for (int pass = 0; pass < 2; ++pass) {
    if (pass == 1 && !tune_sizes(c, l))
      return false;
    for (int i = 0; i < c->m.body_count; ++i) {
      if (!is_tuned(c, i) || tunes_sizes(c, i))
        continue;
      sounds_begin(l, c, i);
      bool good = open_tuning(t, c, l, i);
      if (good && pass == 0)
        approach(t);
      good = good && (pass == 0 || tune(t));
      sounding_close(&t->s);
      sounds_end(l, c, i);
      if (!good)
        return false;
    }
  }
  return true;
}

bool compile_tuned(compiler *c) {
  int count = 0;
  for (int i = 0; i < c->m.body_count; ++i)
    count += is_tuned(c, i);
  if (count == 0)
    return true;
  linear_scene l;
  tuning *t = compile_take(c, sizeof *t);
  bool good = t != NULL && linear_open(&l, view_of(c));
  if (t != NULL && !good && l.too_large)
    (void)MISTAKE(
        c, scene_item(c->scene, 0), "contacts", CAROM_BAD_VALUE,
        "too much to tune a body in: allowed are %d springs and dampers, each point of one "
        "along a body counted, and plates by modes or of less than some 10^4 nodes",
        (int)LINEAR_LINKS_MOST);
  else
    c->m.out_of_memory = c->m.out_of_memory || !good;
  if (good) {
    good = tune_all(c, &l, t);
    linear_close(&l);
  }
  compile_drop(c, t, sizeof *t);
  return good && !c->m.out_of_memory;
}
