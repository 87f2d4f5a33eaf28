// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file control.h
/// Controls and gestures while a model runs, at any sample, without allocation; and a mailbox by
/// which another thread hands them over. What they do is in the ledger.

#ifndef CAROM_CONTROL_H
#define CAROM_CONTROL_H

#include <carom/api.h>
#include <carom/state.h>

CAROM_BEGIN

/// A control of the scene (`controls:`): it moves a live key, or starts a gesture at a point that
/// was compiled with the scene.
typedef struct {
  const char *name;
  const char *path;    ///< of the live key it moves, the first of several; "" for a gesture
  const char *gesture; ///< pluck, strike, bow, finger or throw; "" for a key
  const char *midi;    ///< the message it follows, "" if none
  carom_gesture_kind gesture_kind; ///< both as numbers
  carom_midi_kind midi_kind;
  int controller;     ///< the number of the controller it follows, or -1
  const char *unit;   ///< of its value
  int voices;         ///< keys it moves, or points it plays: one, or one for each body that a *
                      ///< stands for
  double from, to;    ///< its values at both ends; of a gesture, softest and hardest force, N, or
                      ///< slowest and fastest throw, m/s
  bool logarithmic;   ///< between them
  double smooth;      ///< s, how long the key takes to a new value towards `to`
  int keys;           ///< live keys that each voice moves: 1, or several (`moves:`), all between
                      ///< ends of their own while the control goes from 0 to 1; of a gesture 0
  double initial;     ///< its value when the scene starts; of a gesture `from`
  double smooth_back; ///< s, how long the key takes to one back towards `from`
} carom_control_info;

/// carom_model_describe() tells how many there are. An index that is none gives empty texts.
/// [setup]
carom_control_info carom_model_control(const carom_model *model, int index);

/// The path of a live key that a control moves, from 0, voice by voice; "" if there is none.
/// [setup]
const char *carom_model_control_key(const carom_model *model, int control, int key);

/// The note whose member a voice of a control is, in a scene with `play.keys`; -1 elsewhere.
/// [audio]
int carom_model_control_note(const carom_model *model, int control, int voice);

/// The index of a control by its name, or -1. [setup]
int carom_model_find_control(const carom_model *model, const char *name);

/// Presets of the scene (`presets:`), values of controls under a name: how many, the name of each
/// ("" if there is none), its index by name, or -1, and its value of a control, which is the
/// control's initial one where the preset does not name it, and with preset -1; NAN for an index
/// that is none. [setup]
int carom_model_presets(const carom_model *model);
const char *carom_model_preset_name(const carom_model *model, int preset);
int carom_model_find_preset(const carom_model *model, const char *name);
double carom_model_preset_value(const carom_model *model, int preset, int control);

/// The value at a position from 0 to 1 between both ends; positions outside are held. [audio]
double carom_control_value(const carom_control_info *control, double position);

/// Moves a control's live key, `offset` samples from now, to a value between its ends; `voice` is
/// one of its voices, from 0, or -1 for all. CAROM_NOT_LIVE if it is no control of a key,
/// CAROM_BAD_VALUE outside its range or the grid's and for a voice that is none. Of moves at the
/// same sample the last one counts, and where too many actions wait it takes the place of the key's
/// move before; CAROM_FULL if there is none. [audio]
carom_status carom_state_control(const carom_model *model, carom_state *state, int control,
                                 int voice, double value, int offset);

/// How a gesture is done; NAN leaves a value as it is, or to the gesture's own default. Start from
/// carom_stroke_default().
typedef struct {
  size_t size;     ///< sizeof of this; carom_stroke_default() sets it
  double force;    ///< N: of a pluck, strike, bow or finger
  double over;     ///< s: how long it takes
  double lasts;    ///< s: a bow or finger is lifted again after that
  double speed;    ///< m/s: of a bow or a throw
  double damper;   ///< N s/m: of a finger
  double spring;   ///< N/m: of a finger
  double position; ///< where a bow or finger goes, as a fraction of the length
} carom_stroke;

/// All of it NAN. [audio]
carom_stroke carom_stroke_default(void);

/// Starts a control's gesture, `offset` samples from now. A pluck or strike that still lasts is cut
/// short. Statuses as above; NULL is the default stroke. [audio]
carom_status carom_state_play(const carom_model *model, carom_state *state, int control,
                              const carom_stroke *stroke, int offset);

/// The same with one of the control's voices, from 0, or -1 for all; carom_state_play() plays all.
/// [audio]
carom_status carom_state_play_voice(const carom_model *model, carom_state *state, int control,
                                    int voice, const carom_stroke *stroke, int offset);

/// The stroke of a value between a gesture's ends: a force, or the speed of a throw. [audio]
carom_stroke carom_control_stroke(const carom_control_info *control, double value);

/// Puts a mass somewhere with a velocity, `offset` samples from now: a hammer thrown again. What
/// that takes is supplied. CAROM_NOT_LIVE if the body is no mass, or the method cannot. [audio]
carom_status carom_state_place(const carom_model *model, carom_state *state, int body,
                               double position, double velocity, int offset);

/// How many actions wait for their sample. [audio]
int carom_state_waiting(const carom_state *state);

/// A queue from one thread, which sends, to another, which delivers to a state: lock-free, in
/// memory that the caller supplies.
typedef struct carom_mailbox carom_mailbox;

/// Bytes of a mailbox for `capacity` messages, rounded up to a power of two. [setup]
size_t carom_mailbox_size(int capacity);

/// Makes an empty one in carom_mailbox_size() bytes aligned to 64. There is nothing to free.
/// [setup]
carom_mailbox *carom_mailbox_init(void *block, int capacity);

/// Send what the calls of the same name do, at the first sample after delivery. In a full mailbox
/// a value takes the place of the last that waits for the same key, or control and voice; false if
/// there is none, or for a stroke or a place: the message is lost, to be sent again after a
/// delivery. One thread may send at a time. [audio]
bool carom_mailbox_set(carom_mailbox *mailbox, int live, double value);
bool carom_mailbox_control(carom_mailbox *mailbox, int control, int voice, double value);
bool carom_mailbox_play(carom_mailbox *mailbox, int control, const carom_stroke *stroke);
bool carom_mailbox_place(carom_mailbox *mailbox, int body, double position, double velocity);

/// Hands all that was sent to a state, in order; returns how many messages it took, and through
/// `refused`, unless NULL, how many the state refused. One thread may deliver at a time. [audio]
int carom_mailbox_deliver(const carom_model *model, carom_state *state, carom_mailbox *mailbox,
                          int *refused);

CAROM_END

#endif
