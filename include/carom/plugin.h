// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file plugin.h
/// What a plugin of any format is made of: a player, the parameters that a host shows, and what
/// passes between the host's threads. While one thread renders, any others may compile the scene
/// anew, save values and restore them, at once; rendering waits for nobody.
///
/// A block is carom_plugin_begin(), then values and messages with their offsets, then
/// carom_plugin_render(). What is marked [audio] belongs to the thread that renders, but for
/// carom_plugin_get() and what tells of parameters; what is marked [setup] to any other.

#ifndef CAROM_PLUGIN_H
#define CAROM_PLUGIN_H

#include <carom/api.h>
#include <carom/play.h>

CAROM_BEGIN

/// What a host shows and moves: a control of the scene, but for those that notes move by
/// themselves.
typedef struct {
  int control;               ///< of the model; -1 if there is no such parameter
  const char *name;          ///< "" if there is none
  bool triggers;             ///< a pluck, strike or throw: 0 until it is struck, with 0 to 1 for
                             ///< soft to hard
  double low, high, initial; ///< in the control's unit
} carom_parameter;

/// The parameters of a model, in the order of its controls: how many, and each, from 0. [setup]
int carom_model_parameters(const carom_model *model);
carom_parameter carom_model_parameter(const carom_model *model, int index);

typedef struct carom_plugin carom_plugin;

/// An instance with a player of a scene, as carom_player_new() makes it, or of a model that stays
/// the caller's and outlives it, as carom_player_new_of(): instances may share one. NULL if that
/// fails. `memory` is asked by any thread that makes, compiles, saves or restores. [setup]
carom_plugin *carom_plugin_new(carom_scene *scene, const carom_player_options *options,
                               const carom_memory *memory, carom_error *error);
carom_plugin *carom_plugin_new_of(const carom_model *model, const carom_player_options *options,
                                  const carom_memory *memory, carom_error *error);

/// While no other thread uses it. [setup]
void carom_plugin_free(carom_plugin *plugin);

/// Back to rest, while nothing renders: as a new one, but for how it was tuned and what was
/// compiled or restored; what was restored stays until a parameter is moved. [setup]
void carom_plugin_reset(carom_plugin *plugin);

/// The parameters, which stay the same whatever is compiled later. By any thread. [audio]
int carom_plugin_parameters(const carom_plugin *plugin);
carom_parameter carom_plugin_parameter(const carom_plugin *plugin, int index);

/// The value of a parameter after the last block; NAN if there is none. By any thread. [audio]
double carom_plugin_get(const carom_plugin *plugin, int parameter);

// --- A block ------------------------------------------------------------------------------------

/// Begins a block: takes what has been compiled and restored since the last one. Returns the player
/// of this block, for messages (carom_player_midi_at()), presets and reports. [audio]
carom_player *carom_plugin_begin(carom_plugin *plugin);

/// The player of the last block. [audio]
carom_player *carom_plugin_player(const carom_plugin *plugin);

/// Moves a parameter `offset` samples into the block, as carom_player_set_at(); what triggers is
/// struck if the value is above 0. CAROM_NOT_LIVE if there is no such parameter, CAROM_BAD_VALUE if
/// the value is not finite. [audio]
carom_status carom_plugin_set(carom_plugin *plugin, int parameter, double value, int offset);

/// As carom_player_tune(), and players that are compiled later are tuned alike. [audio]
void carom_plugin_tune(carom_plugin *plugin, double a4, double bend);

/// While it is on, the parameter that was moved last follows the next controller that is received.
/// Values that come before the first block is rendered are not moved by anybody. [audio]
void carom_plugin_learn(carom_plugin *plugin, bool on);

/// Renders the block; a player that was compiled is faded in over 512 samples, while the one before
/// sounds on below it. A block may be rendered in pieces. [audio]
void carom_plugin_render(carom_plugin *plugin, int samples, float *left, float *right);

/// Whether its player rests, and no other comes or goes. [audio]
bool carom_plugin_rests(const carom_plugin *plugin);

/// Whether something has been left to carom_plugin_tidy() since the last call. [audio]
bool carom_plugin_spent(carom_plugin *plugin);

// --- Beside it ----------------------------------------------------------------------------------

/// Frees what blocks have left, as the calls below do, too. [setup]
void carom_plugin_tidy(carom_plugin *plugin);

/// Compiles a scene as carom_player_new() does, at the rate there is, and hands its player to the
/// next block: parameters, tuning, and what was or is to be learned stay as they are; messages and
/// values whose sample has not come stay with the player before, which fades out. CAROM_WRONG_MODEL
/// if its parameters have other names or are other controls; after any mistake what was there plays
/// on. [setup]
carom_status carom_plugin_reload(carom_plugin *plugin, carom_scene *scene, carom_error *error);

/// The values of the parameters and what was learned, as a text of ASCII with a line for each; the
/// same on any machine and in any locale. The first is the room it takes at most, its end included,
/// the second writes it and returns its length. [setup]
size_t carom_plugin_saved_size(const carom_plugin *plugin);
size_t carom_plugin_save(const carom_plugin *plugin, char *text);

/// Hands what was saved to the next block, as far as the names of the parameters agree: what is not
/// among it is left as it is, and nothing is learned that is not. With CAROM_OK `error` tells in
/// its text what of another version of the scene was left; that is empty if nothing is.
/// CAROM_BAD_FILE, and nothing is restored, if the text is none of these. [setup]
carom_status carom_plugin_restore(carom_plugin *plugin, const char *text, carom_error *error);

CAROM_END

#endif
