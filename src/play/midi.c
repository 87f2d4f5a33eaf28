// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// MIDI messages: which control follows which, and what the others mean to a player.

#include "play/play.h"

#include <math.h>

/// Controllers with a meaning of their own.
enum {
  DATA_ENTRY = 6,
  SUSTAIN = 64,
  PARAMETER_LOW = 100,
  PARAMETER_HIGH = 101,
  ALL_SOUND_OFF = 120,
  RESET_CONTROLLERS = 121,
  ALL_NOTES_OFF = 123
};

static void place_all(carom_player *p, carom_midi_kind source, double position) {
  for (int i = 0; i < p->controls; ++i)
    if (p->control[i].source == source)
      player_place(p, i, -1, position);
}

static void bend(carom_player *p, int value) {
  p->bend = value >= 8192 ? (value - 8192) / 8191.0 : (value - 8192) / 8192.0;
  voices_bend(p);
  place_all(p, CAROM_MIDI_BEND, (p->bend + 1) / 2);
}

static void reset_controllers(carom_player *p) {
  voices_sustain(p, false);
  bend(p, 8192);
  place_all(p, CAROM_MIDI_PRESSURE, 0);
  p->parameter[0] = p->parameter[1] = 127;
}

static void controller(carom_player *p, int number, int value) {
  learn_controller(p, number, value);
  switch (number) {
  case SUSTAIN:
    voices_sustain(p, value >= 64);
    break;
  case PARAMETER_LOW:
    p->parameter[0] = value;
    break;
  case PARAMETER_HIGH:
    p->parameter[1] = value;
    break;
  case DATA_ENTRY: // registered parameter 0 is the bend range
    if (p->parameter[0] == 0 && p->parameter[1] == 0)
      carom_player_tune(p, (double)NAN, value);
    break;
  case ALL_SOUND_OFF:
    voices_release_all(p);
    player_restart(p);
    break;
  case RESET_CONTROLLERS:
    reset_controllers(p);
    break;
  default:
    if (number >= ALL_NOTES_OFF)
      voices_release_all(p);
  }
}

// Bytes that a message has by its kind, system messages apart.
static int length_of(int kind) {
  return kind == 0xC0 || kind == 0xD0 ? 2 : 3;
}

void midi_take(carom_player *p, const unsigned char *bytes, int count) {
  const int kind = count > 0 ? bytes[0] & 0xF0 : 0;
  if (kind == 0xF0) // clock, system exclusive and the like
    return;
  bool good = kind >= 0x80 && count >= length_of(kind);
  for (int i = 1; good && i < length_of(kind); ++i)
    good = bytes[i] < 128;
  if (!good) {
    ++p->report.ignored;
    return;
  }
  switch (kind) {
  case 0x80:
    voices_release(p, bytes[1], bytes[2]);
    break;
  case 0x90:
    if (bytes[2] > 0)
      voices_press(p, bytes[1], bytes[2]);
    else
      voices_release(p, bytes[1], 64);
    break;
  case 0xA0:
    voices_pressure(p, bytes[1], bytes[2] / 127.0);
    break;
  case 0xB0:
    controller(p, bytes[1], bytes[2]);
    break;
  case 0xD0:
    place_all(p, CAROM_MIDI_PRESSURE, bytes[1] / 127.0);
    break;
  case 0xE0:
    bend(p, bytes[1] + 128 * bytes[2]);
    break;
  default: // programs
    break;
  }
}
