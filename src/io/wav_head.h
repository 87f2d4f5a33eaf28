// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The head of a WAV file of stereo floats. Its format chunk has the size of an extension, which
// formats other than PCM ask for and some writers leave out.

#ifndef CAROM_WAV_HEAD_H
#define CAROM_WAV_HEAD_H

#include <stdbool.h>
#include <stdio.h>

/// Bytes of the head and of a frame, and the most frames that the head can tell.
enum { WAV_HEAD = 58, WAV_FRAME = 2 * sizeof(float) };
static const long long wav_max_frames = ((1LL << 32) - 4096) / WAV_FRAME;

/// Writes it where the file stands; frames follow as they are in memory.
bool wav_head_write(FILE *file, double rate, long long frames);

#endif
