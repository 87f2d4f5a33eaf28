// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a body sounds in its scene (theory 17.13): of all modes v of the scene that which has most
// of the body's own first shape v_1. As modes are orthonormal, the squares of v_1^T M v over all
// modes add up to 1, so that no other can have more than one with more than a half. It is found by
// inverse iteration from v_1, at frequencies around the body's own.

#include "methods/audio/linear/sounding.h"

#include "base/constants.h"
#include <string.h>

/// A mode is found when the next step would move it by 1e-4 cents or so.
static const double enough = 1e-5;

static size_t room_of(const linear_scene *l) {
  return 4 * (size_t)l->n * sizeof(phasor) + 1;
}

// The first shape of the body by itself.
static bool find_own(sounding *to, int body, bool *missing) {
  linear_scene alone;
  if (!linear_open_alone(&alone, to->l->m, body))
    return false;
  linear_mode mode;
  const int found = linear_find_still(&alone, 1, &mode, to->work);
  if (found > 0) {
    const linear_part *p = &to->l->part[to->part];
    memcpy(to->first + p->first, mode.v, (size_t)p->of.n * sizeof *to->first);
    to->own = mode.s.im / two_pi;
  }
  *missing = found == 0;
  linear_close(&alone);
  return found > 0;
}

bool sounding_open(sounding *to, linear_scene *l, int body, bool *missing) {
  *missing = false;
  *to = (sounding){.l = l, .part = l->part_of[body]};
  to->block = l->memory.resize(l->memory.user, NULL, 0, room_of(l));
  if (to->block == NULL)
    return false;
  memset(to->block, 0, room_of(l));
  to->first = to->block;
  to->mode.v = to->block + l->n;
  to->work = to->mode.v + l->n;
  return find_own(to, body, missing);
}

void sounding_close(sounding *to) {
  if (to->block != NULL)
    to->l->memory.resize(to->l->memory.user, to->block, room_of(to->l), 0);
  to->block = NULL;
}

double sounding_frequency(const sounding *to) {
  return to->mode.s.im / two_pi;
}

// From the body's own shape, with losses as small as they mostly are.
static bool look(sounding *to, double frequency) {
  linear_scene *l = to->l;
  to->mode.s = (phasor){0, two_pi * frequency};
  memcpy(to->mode.v, to->first, (size_t)l->n * sizeof *to->first);
  const bool found = linear_refine(l, &to->mode, to->work, enough);
  const double alike = found ? linear_likeness(l, to->mode.v, to->first, to->work) : 0;
  to->likeness = alike * alike;
  return found;
}

bool sounding_at(sounding *to, double frequency) {
  return look(to, frequency) && to->likeness > 0.5;
}

bool sounding_search(sounding *to, double near_by) {
  static const double places[] = {1,    1.01, 0.99, 1.025, 0.975, 1.05, 0.95, 1.08,
                                  0.91, 1.12, 0.87, 1.16,  0.82,  1.21, 0.76, 1.27,
                                  0.7,  1.35, 1.45, 0.6,   1.6,   0.5,  1.8,  2};
  double most = 0;
  double best = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places && most <= 0.5; ++i)
    if (look(to, near_by * places[i]) && to->likeness > most) {
      most = to->likeness;
      best = sounding_frequency(to);
    }
  return most > 0.5 || (most > 0 && look(to, best));
}

bool audio_sounding(const carom_model *m, int body, double *frequency) {
  linear_scene l;
  sounding s = {.block = NULL};
  bool found = false;
  bool missing = false;
  if (m->body[body].nodes == 0 || !linear_open(&l, m))
    return false;
  if (l.part_of[body] >= 0 && sounding_open(&s, &l, body, &missing))
    found = sounding_search(&s, s.own);
  *frequency = found ? sounding_frequency(&s) : 0;
  s.l = &l;
  sounding_close(&s);
  linear_close(&l);
  return found;
}
