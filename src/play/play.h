// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The player from inside: controls with the messages they follow, voices, tuning, and what it
// renders with.

#ifndef CAROM_PLAY_INSIDE_H
#define CAROM_PLAY_INSIDE_H

#include "base/block.h"
#include "base/note.h"
#include <carom/carom.h>

enum {
  NOTES = 128,
  SLICE = 32,      // samples that are stepped at a time
  LOOK = 256,      // samples between looks at whether anything moves; a multiple of SLICE
  CROSSFADE = 256, // samples from a broken motion to the restarted one
  WAITING = 1024   // messages and values that may wait for their sample
};

/// A control of the scene.
typedef struct {
  carom_control_info info;
  carom_midi_kind source;
  int controller;  // 0 .. 127, or -1
  int tied;        // the controller that was learned in its place, or -1
  bool gesture;    // starts something; else moves a key
  bool touch;      // a bow or finger, which is lifted again
  bool pitch;      // in Hz: a note's pitch, not its place on the keyboard
  bool keyed;      // its voices are members of keys
  int first_note;  // of these, in the model's voice_note
  int first_value; // of its voices, in `value`
  double value;    // moved to last
} played_control;

static inline bool follows_keys(const played_control *c) {
  return c->source >= CAROM_MIDI_NOTE && c->source <= CAROM_MIDI_NOTE_OFF;
}

/// A string that notes are given to.
typedef struct {
  int note;      // -1: none yet
  bool held;     // its key is down
  bool sounding; // not let go yet, by key or pedal
  long long since;
} played_voice;

/// How notes become pitches.
typedef struct {
  pitch_scale notes;
  double bend_range; // semitones
} note_scale;

/// A message or value for a sample that comes.
typedef struct {
  long long at; // as the report counts samples
  int control;  // that goes to `value`; -1 for a message
  int count;    // bytes
  double value;
  unsigned char bytes[8];
} waiting_event;

/// Those that wait, in the order of their samples: a ring of WAITING.
typedef struct {
  waiting_event *event;
  int first, count;
} waiting_line;

struct carom_player {
  carom_memory memory;
  carom_player_options options;
  const carom_model *model;
  carom_model *own; // the same if nobody else has it, else NULL
  carom_state *state;
  carom_mix *mix;
  carom_model_info info;
  int controls, voices, values;
  bool keyed;          // each note has a member of its own: voices are notes
  bool has_key[NOTES]; // those that have one
  played_control *control;
  played_voice *voice;
  double *value; // of each control and voice, NAN until it is moved
  double *slice; // outputs of SLICE samples
  double *scale; // of each output: gain and level
  waiting_line waiting;
  note_scale tuning;
  double bend; // -1 .. 1
  bool sustain;
  int learning;             // the control that waits for a controller, or -1
  int parameter[2];         // registered parameter that data entry is for; 127 127 is none
  long long pressed[NOTES]; // when a key went down; 0: it is up
  long long order;          // notes so far
  float last[2];            // what was rendered last
  float from[2];            // what a crossfade begins with
  long long quiet;          // samples since something was done or heard, or moved at all
  double liveliest;         // largest kinetic energy so far, J
  long long patience;       // so many of them, and it rests
  int fading;               // samples of it that are left
  carom_player_report report;
  void (*played)(void *user, const carom_played *what);
  void *user;
};

/// player.c: moves or starts one voice of a control, -1 all, at the next sample.
void player_move(carom_player *p, int control, int voice, double value);

/// The same from a position between its ends, 0 .. 1.
void player_place(carom_player *p, int control, int voice, double position);

static inline bool player_has(const carom_player *p, int control) {
  return p != NULL && control >= 0 && control < p->controls;
}

/// Fades out and starts again from rest; controls keep their values.
void player_restart(carom_player *p);

/// waiting.c: samples until the next event, at most so many; and does what is due.
int waiting_next(const carom_player *p, int samples);
void waiting_act(carom_player *p);

/// midi.c: takes a message now.
void midi_take(carom_player *p, const unsigned char *bytes, int count);

/// learn.c: moves what follows a controller, to a position between its ends, 0 .. 1.
void learn_controller(carom_player *p, int number, int value);

/// rest.c: keeps awake what moves or will move, every LOOK samples.
void player_look_for_motion(carom_player *p);

/// prepare.c: has all bodies begin at rest: starting shapes and velocities are removed.
carom_status scene_calm(carom_scene *scene, carom_error *error);

/// tuning.c: the pitch of a note in a range of pitches, Hz: moved by octaves into it if that can
/// be, then bent (-1 .. 1), and held at its ends.
double tuning_pitch(const note_scale *t, int note, double bend, double low, double high);

/// voices.c
void voices_reset(carom_player *p);
void voices_press(carom_player *p, int note, int velocity);
void voices_release(carom_player *p, int note, int velocity);
void voices_release_all(carom_player *p);
void voices_sustain(carom_player *p, bool down);
void voices_bend(carom_player *p);
void voices_pressure(carom_player *p, int note, double position);

#endif
