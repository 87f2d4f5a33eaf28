// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a body sounds in its scene: the mode of the whole that is the body's own first.

#ifndef CAROM_AUDIO_SOUNDING_H
#define CAROM_AUDIO_SOUNDING_H

#include "methods/audio/linear/linear.h"

typedef struct {
  linear_scene *l;
  int part;
  double own;       // of the body alone, without losses, Hz
  phasor *first;    // its first shape, as a motion of the whole scene
  linear_mode mode; // the last one that was found
  phasor *work;
  double likeness; // of that to `first`, squared: above a half no other mode can have more
  phasor *block;
} sounding;

/// The own first mode of a body that has one; false if memory is out or there is none, which
/// `missing` tells.
bool sounding_open(sounding *to, linear_scene *l, int body, bool *missing);
void sounding_close(sounding *to);

/// Looks for the mode around a frequency, Hz, and finds the most alike; false if there is none.
bool sounding_search(sounding *to, double near_by);

/// Looks for it at one frequency; false if what is there is another one or a part of several.
bool sounding_at(sounding *to, double frequency);

/// Hz
double sounding_frequency(const sounding *to);

/// The mode of a scene that a body sounds as its first; false if there is none or memory is out.
bool audio_sounding(const carom_model *m, int body, double *frequency);

#endif
