// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A player with a song and recorders: what is rendered, by a sound server or without one.

#ifndef CAROM_PERFORMANCE_H
#define CAROM_PERFORMANCE_H

#include "cli/recorder.h"
#include "io/midi_file.h"
#include "jack/client.h"
#include <stdatomic.h>

enum { MOST_RECORDERS = 2, MOST_LEARNT = 32 };

typedef struct {
  carom_player *player;
  double rate;
  midi_file song;
  int next;          // of its messages
  long long samples; // rendered
  recorder *recorder[MOST_RECORDERS];
  int recorders;
  int learn[MOST_LEARNT]; // controls that learn a controller each, one after the other
  int learns;
  int controller[MOST_LEARNT]; // that each has learnt
  int last_learnt;             // controller, or -1
  // For those who look on.
  _Atomic float peak;    // since they looked last
  _Atomic float load;    // part of the time of a block
  _Atomic double error;  // of the energy balance
  atomic_llong rendered; // samples
  atomic_llong restarts, refused;
  atomic_int held;
  atomic_int learnt; // of the controls that learn
} performance;

/// Renders a block with the messages of the song and those that are given. [audio]
void performance_render(void *user, const sound_message *messages, int count, int samples,
                        float *left, float *right);

/// Whether the song, if there is one, has ended. [audio]
bool performance_is_over(performance *p);

#endif
