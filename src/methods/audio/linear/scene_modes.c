// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of a scene as numbers and displacements.

#include "methods/audio/linear/scene_modes.h"

#include "base/constants.h"
#include "methods/audio/linear/linear.h"
#include "model/method.h"
#include <string.h>

/// ln 1000: 60 dB.
static const double falls = 6.907755278982137;

static void put_motion(const linear_scene *l, const phasor *v, double *motion) {
  memset(motion, 0, (size_t)l->m->inverse_mass_count * sizeof *motion);
  for (int i = 0; i < l->parts; ++i) {
    const linear_part *p = &l->part[i];
    for (int j = 0; j < p->of.n; ++j)
      motion[p->of.b->first + p->of.node[j]] = p->of.root[j] * v[p->first + j].re;
  }
}

static carom_scene_mode tell(const linear_scene *l, const linear_mode *mode) {
  carom_scene_mode to = {.frequency = mode->s.im / two_pi,
                         .decay_time = mode->s.re < 0 ? falls / -mode->s.re : (double)INFINITY,
                         .damping = -mode->s.re / sqrt(phasor_square(mode->s)),
                         .body = -1};
  for (int i = 0; i < l->parts; ++i) {
    const double share = linear_share(l, mode->v, i);
    if (to.body < 0 || share > to.share) {
      to.body = l->part[i].body;
      to.share = share;
    }
  }
  to.cents = note_nearest(&l->m->notes, to.frequency, &to.note);
  return to;
}

static int find(linear_scene *l, int count, linear_mode *mode, phasor *v, carom_scene_mode *modes,
                double *motion) {
  const int found = linear_find(l, count, mode, v);
  for (int i = 0; i < found; ++i) {
    modes[i] = tell(l, &mode[i]);
    if (motion != NULL)
      put_motion(l, mode[i].v, motion + (size_t)i * (size_t)l->m->inverse_mass_count);
  }
  return found;
}

int audio_scene_modes(const carom_model *m, int count, carom_scene_mode *modes, double *motion) {
  linear_scene l;
  if (!linear_open_pressed(&l, m))
    return l.too_large ? SCENE_TOO_LARGE : -1;
  const int most = count < l.n ? count : l.n;
  const size_t size = (size_t)most * (sizeof(linear_mode) + (size_t)l.n * sizeof(phasor)) + 1;
  unsigned char *block = m->memory.resize(m->memory.user, NULL, 0, size);
  int found = -1;
  if (block != NULL) {
    phasor *v = (phasor *)(void *)block;
    linear_mode *mode = (linear_mode *)(void *)(v + (size_t)most * (size_t)l.n);
    found = find(&l, most, mode, v, modes, motion);
    m->memory.resize(m->memory.user, block, size, 0);
  }
  linear_close(&l);
  return found;
}
