// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Exact contacts of an island during one step, for island_sequential.c and island_substeps.c.

#ifndef CAROM_INSIDE_H
#define CAROM_INSIDE_H

#include "methods/audio/islands/island.h"
#include "methods/audio/islands/sub_sample.h"

static inline bool is_exact(const island_view *v, int c) {
  return v->collisions.link[c].exact;
}

static inline int link_of(const island_view *v, int c) {
  return (int)(v->collisions.link - v->m->link) + c;
}

static inline sub_sample_work *inside_of(const island_view *v, int c) {
  return &audio_of(v->s)->inside[link_of(v, c)];
}

static inline sub_sample_memory *memory_of(const island_view *v, int c) {
  return &audio_of(v->s)->sub_sample[link_of(v, c)];
}

static inline push_law law_of(const island_view *v, int c) {
  const model_link *link = &v->collisions.link[c];
  return (push_law){
      .law = link_law(v->m, link), .a = v->s->values[link->contact], .scale = link->scale};
}

/// Whether it is resolved inside this sample, in substeps of its own.
static inline bool takes_substeps(const island_view *v, int c) {
  return is_exact(v, c) && !inside_of(v, c)->pressed;
}

// moments.c

/// Which masses may be moved at the end of the sample, and what pulls at contacts in substeps.
void moments_prepare(const island_view *v);

// island_sequential.c

/// Neither touches nor will in this step.
bool contact_idle(const island_view *v, int c);

/// Subdivided modes take an impulse at once.
void apply_to_modes(const island_view *v, int c, double impulse);

// island_substeps.c

/// One substep of an exact contact, over the part of the sample that begins at `from`.
void substep_alone(const island_view *v, int c, double from, double T);

/// All substeps of a sample.
void substeps_take(const island_view *v);

#endif
