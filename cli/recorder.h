// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keeping what is played: the sound as FILE.wav, or what was done as FILE.yaml, a score of controls
// that carom run renders to the same mix.

#ifndef CAROM_RECORDER_H
#define CAROM_RECORDER_H

#include <carom/file.h>

typedef struct recorder recorder;

/// What a recording needs to know of the scene.
typedef struct {
  const carom_scene *scene; // ready to be played, at the rate of the sound
  const carom_model *model;
  const char *like; // the scene's name; NULL: the whole scene is written
} recorded_scene;

/// Begins a recording; NULL, and the error says why, if it cannot. [setup]
recorder *recorder_open(const char *file, const recorded_scene *of, carom_error *error);

/// What is done and heard goes in here, by the thread that renders. [audio]
void recorder_played(recorder *r, const carom_played *what);
void recorder_heard(recorder *r, const float *left, const float *right, int samples);

/// Takes what has come in; now and then, by another thread. [setup]
void recorder_drain(recorder *r);

/// Writes the file, of that many samples; false, and said why, if it could not or lost some.
/// [setup]
bool recorder_close(recorder *r, long long samples);

#endif
