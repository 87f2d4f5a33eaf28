// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file play.h
/// A scene as an instrument: MIDI messages and values of controls in, stereo sound out. Which key
/// or gesture follows which message is part of the scene (`controls:`). A plugin, a JACK program
/// and a page that use it sound the same, in blocks of any length.
///
/// Threads: one thread at a time may use a player, calls that only read it included. Players of one
/// model may be used by as many threads. What passes messages and values from other threads to the
/// one that renders is a carom_plugin (plugin.h).

#ifndef CAROM_PLAY_H
#define CAROM_PLAY_H

#include <carom/api.h>
#include <carom/control.h>
#include <carom/mix.h>

CAROM_BEGIN

typedef struct carom_player carom_player;

/// How to play. Start from carom_player_options_default().
typedef struct {
  size_t size;      ///< sizeof of this; carom_player_options_default() sets it
  double rate;      ///< of the sound, Hz; 0 takes the scene's
  bool keep_ledger; ///< whether the balance of energy is kept, for carom_player_report; default off
  bool limit;       ///< whether a limiter is behind the mix; default on
  bool rest; ///< whether a motion that has been below -120 dB for a quarter of a second and is
             ///< over (nothing acts or waits, no kinetic energy) is not stepped until something is
             ///< done; default on; a recording that shall give the same mix needs it off
} carom_player_options;

/// [audio]
carom_player_options carom_player_options_default(void);

/// Makes a scene ready to be played: outputs with `gain: auto` get the number that a run of its
/// score finds, or, without a score, of one stroke of each control; then score, snapshots and
/// starting shapes and velocities are removed: an instrument begins at rest. The error names what
/// is wrong with a scene that cannot be played. [setup]
carom_status carom_scene_prepare_play(carom_scene *scene, carom_error *error);

/// Compiles a scene as an instrument, for any number of players. The scene gets the rate (0 leaves
/// its own), and as many steps inside each sample as keep it stepped as finely as it was
/// (solver.oversample), and loses its score and what bodies start with. NULL if that fails. Pass
/// NULL for the heap. [setup]
carom_model *carom_player_compile(carom_scene *scene, double rate, const carom_memory *memory,
                                  carom_error *error);

/// A player at rest of a model that stays the caller's and outlives it: any number of them may play
/// one model, each in a thread of its own. The rate of the options is 0 or that of the model; a
/// model of carom_model_compile() keeps its score and what bodies start with. NULL if that fails.
/// Pass NULL for default options and for the heap. [setup]
carom_player *carom_player_new_of(const carom_model *model, const carom_player_options *options,
                                  const carom_memory *memory, carom_error *error);

/// Both in one: a player with a model of its own. It does not need the scene any more. [setup]
carom_player *carom_player_new(carom_scene *scene, const carom_player_options *options,
                               const carom_memory *memory, carom_error *error);

/// [setup]
void carom_player_free(carom_player *player);

/// Back to t = 0: no note, no motion, controls as the scene has them, nothing waits, counts 0.
/// [audio]
void carom_player_reset(carom_player *player);

/// The model that is played. [audio]
const carom_model *carom_player_model(const carom_player *player);

/// Samples by which the sound comes late. [audio]
int carom_player_latency(const carom_player *player);

/// How many notes sound at once. [audio]
int carom_player_voices(const carom_player *player);

/// Takes one whole MIDI message, which acts at the next sample that is rendered: notes, channel and
/// polyphonic pressure, bend, controllers; sustain (64), all sound off (120), reset of controllers
/// (121), all notes off (123) and bend range (registered parameter 0) are understood. What no
/// control follows is ignored. All channels play. [audio]
void carom_player_midi(carom_player *player, const unsigned char *bytes, int count);

/// The same `offset` samples later, which may be in the next block to be rendered or beyond: it
/// acts at its sample, in blocks of any length. What comes for the same sample acts in the order in
/// which it came. 1024 messages and values may wait; one more, and the first of them acts early.
/// [audio]
void carom_player_midi_at(carom_player *player, const unsigned char *bytes, int count, int offset);

/// Moves a control, with all its voices, at the next sample; a value beyond its ends is held at
/// them; a gesture is started with that force or speed. CAROM_BAD_VALUE if the value is not finite,
/// CAROM_NOT_LIVE if there is no such control. [audio]
carom_status carom_player_set(carom_player *player, int control, double value);

/// The same `offset` samples later, as carom_player_midi_at(). [audio]
carom_status carom_player_set_at(carom_player *player, int control, double value, int offset);

/// The value a control was moved to last, by hand or by a message; of a pluck, strike or throw, its
/// lower end; NAN if there is no such control.
/// [audio]
double carom_player_get(const carom_player *player, int control);

/// Pitch of the note 69 from now on, Hz, and how far the wheel bends, semitones; NAN leaves one as
/// it is. [audio]
void carom_player_tune(carom_player *player, double a4, double bend);

/// Moves all controls that stay where they are put, and that no note moves, to the values of a
/// preset of the scene, or with -1 to those the scene starts with. CAROM_NOT_LIVE if there is no
/// such preset. [audio]
carom_status carom_player_recall(carom_player *player, int preset);

/// Has a control learn the next controller that is received, and follow that from then on; -1 gives
/// up. What means something by itself is not learned: bank (controllers 0 and 32), data entry (6
/// and 38), sustain (64), registered parameters (96 to 101), channel modes (120 and above). [audio]
void carom_player_learn(carom_player *player, int control);

/// The control that waits for a controller, or -1. [audio]
int carom_player_learning(const carom_player *player);

/// Ties a control to a controller, as learning it would; -1 unties it: it follows what the scene
/// says. CAROM_NOT_LIVE if there is no such control, CAROM_BAD_VALUE if that is no controller to be
/// learned. A controller moves what it is tied to and nothing else. Ties outlast a reset. [audio]
carom_status carom_player_tie(carom_player *player, int control, int controller);

/// The controller that a control is tied to, or -1. [audio]
int carom_player_tied(const carom_player *player, int control);

/// Renders `samples` samples (0 or more). What comes out is finite, and within -1 .. 1 with the
/// limiter. If the motion should leave the finite numbers, or the sound exceed full scale a
/// thousandfold, the sound fades, the motion restarts from rest, and that is counted. [audio]
void carom_player_render(carom_player *player, int samples, float *left, float *right);

/// Whether it rests: nothing moves that could be heard, nothing waits, and rendering costs nothing
/// until something is done (carom_player_options). [audio]
bool carom_player_rests(const carom_player *player);

/// What was done to the scene: a control moved or started. Control -1 tells that the motion started
/// again from rest (all sound off, or it broke), which no score can do: a recording gives the same
/// mix up to there.
typedef struct {
  long long sample;   ///< since the last reset
  int control, voice; ///< voice -1: all
  double value;       ///< in the control's unit
} carom_played;

/// Has a function called with whatever is done from now on, by the thread that renders; NULL ends
/// that. [setup]
void carom_player_watch(carom_player *player, void (*played)(void *user, const carom_played *what),
                        void *user);

/// How playing goes, since the last reset.
typedef struct {
  long long samples;
  long long restarts;          ///< the motion left the finite numbers
  long long refused;           ///< moves that came too close together, or that a grid cannot carry
  long long ignored;           ///< messages that are none, and values that are not finite
  int held;                    ///< notes
  bool resting;                ///< nothing moves that could be heard; see carom_player_options
  float peak_left, peak_right; ///< largest magnitudes since the last call
  double balance_error;        ///< of the energy, relative; NAN without a ledger
} carom_player_report;

/// The report, and peaks begin anew. By the thread that renders. [audio]
carom_player_report carom_player_poll(carom_player *player);

CAROM_END

#endif
