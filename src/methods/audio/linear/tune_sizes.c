// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bars and plates whose pitch means what sounds (theory 17.16). A size that follows from the pitch
// changes mass, shape, grid and loss as well, so that the scene is compiled anew for each pitch
// that the body is tried with by itself: the one that is written, then the root of
//
//   y(x) = ln (what sounds / the written pitch),     x = ln (its own pitch),
//
// by secants. All bodies step together; each is as it is while its note sounds (sounds.c).

#include "methods/audio/linear/tune_sizes.h"

#include "base/constants.h"
#include "methods/audio/linear/sounding.h"
#include "methods/audio/linear/sounds.h"
#include "scene/words.h"
#include <math.h>

/// Sounds as written: a part of an octave's logarithm, a hundredth of a cent.
static const double in_tune = 0.693147180559945309 / 120000;

/// What sounds rises by so much of what the own pitch does, at least and at most.
static const double least_rise = 0.2, most_rise = 5;

/// Secants double the digits or so; more are taken only where something shares the motion.
enum { ROUNDS_MAX = 24 };

bool tunes_sizes(const compiler *c, int body) {
  return c->m.body[body].type != BODY_STRING && item_flag(compile_body_item(c, body), "tuned");
}

// Looked for around what the body has alone.
static bool hear(compiler *c, linear_scene *l, int body, double *sounds) {
  const item *it = compile_body_item(c, body);
  const int part = l->part_of[body];
  material now = c->m.body[body].start;
  sounding s;
  bool missing = false;
  sounds_begin(l, c, body);
  sounds_material(l, c, body, &now);
  linear_set(l, part, &now);
  const bool opened = sounding_open(&s, l, body, &missing);
  const bool found = opened && sounding_search(&s, s.own) && s.likeness > 0.5;
  *sounds = found ? sounding_frequency(&s) : 0;
  sounding_close(&s);
  linear_set(l, part, &c->m.body[body].start);
  sounds_end(l, c, body);
  if (found)
    return true;
  c->m.out_of_memory = c->m.out_of_memory || !(opened || missing);
  return MISTAKE(c, it, "tuned", CAROM_BAD_VALUE,
                 "no mode of the scene near %g Hz is this body's first, so softly is it held or "
                 "so hard joined; allowed is a body that swings by itself",
                 item_number(it, "pitch"));
}

// The pitch of the next round.
static void step(own_pitch *p, double own, double y) {
  double rise = 1;
  if (p->rounds > 0 && own != p->own)
    rise = fmin(fmax((y - p->y) / (own - p->own), least_rise), most_rise);
  *p = (own_pitch){real_exp(own - y / rise), p->rounds + 1, own, y};
}

bool tune_sizes(compiler *c, linear_scene *l) {
  bool again = false;
  for (int i = 0; i < c->m.body_count; ++i) {
    double sounds = 0;
    if (!tunes_sizes(c, i))
      continue;
    if (!hear(c, l, i, &sounds))
      return false;
    const item *it = compile_body_item(c, i);
    const double own = compile_own_pitch(c, it);
    const double pitch = item_number(it, "pitch");
    own_pitch *p = compile_own(c, it);
    if (fabs(real_log(sounds / pitch)) < in_tune)
      continue;
    if (p->rounds == ROUNDS_MAX)
      return MISTAKE(c, it, "pitch", CAROM_UNSTABLE,
                     "cannot be tuned to %g Hz: with %g Hz by itself it sounds %g Hz; allowed are "
                     "pitches further from those of what it is joined to, and model: modes",
                     pitch, own, sounds);
    step(p, real_log(own), real_log(sounds / pitch));
    again = true;
  }
  c->again = again;
  return !again;
}
