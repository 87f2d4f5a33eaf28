// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Standard MIDI files.

#ifndef CAROM_MIDI_FILE_H
#define CAROM_MIDI_FILE_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>

/// A message of a channel, at a time from the beginning.
typedef struct {
  double time; // s
  int size;    // 2 or 3
  unsigned char bytes[4];
} midi_event;

typedef struct {
  midi_event *event; // by their times
  int count;
  double length; // s, to the end of the last track
} midi_file;

/// Reads a file of format 0 or 1. On failure the error names the file and what is wrong.
carom_status midi_file_read(const char *path, midi_file *file, carom_error *error);

/// The same from bytes; `name` stands for the file in messages.
carom_status midi_file_parse(const char *name, const unsigned char *bytes, size_t length,
                             midi_file *file, carom_error *error);

void midi_file_free(midi_file *file);

#endif
