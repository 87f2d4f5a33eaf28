// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plugin from inside, and which thread may touch what of it. The thread that renders has the
// player and all that is not said to be otherwise. What comes from other threads, restored values
// or a player that was compiled, arrives as a parcel in a place of its own. Those that save read
// copies that rendering leaves (`now`, `tied_now`, `version`), and before these what was restored
// and no block has taken yet. Those that restore do so one after the other (`restoring`).

#ifndef CAROM_PLUGIN_INSIDE_H
#define CAROM_PLUGIN_INSIDE_H

#include <carom/carom.h>
#include <stdatomic.h>

enum {
  PARAMETER_NAME = 129,
  FADE = 512,      // samples from one player to the next
  FADE_BLOCK = 128 // samples that are faded at a time
};

/// A value of a parameter, NAN if it stays, and the controller it is tied to, or -1.
typedef struct {
  double value;
  int tied;
} saved_value;

/// What passes from one thread to another, by its address; its owner is whoever has that.
typedef struct parcel {
  struct parcel *next;  // of those that are spent
  carom_player *player; // to be played, or not any more
  unsigned number;      // of restored values
  int values;
  saved_value value[]; // of each parameter
} parcel;

typedef struct {
  char name[PARAMETER_NAME]; // constant
  carom_parameter known;     // to the host; constant, as its name is
  carom_control_info info;   // of the control that is played
  double restored;           // until it is moved; else NAN
  _Atomic double now;        // of the control, for those that save
  atomic_int tied_now;       // the controller it is tied to, for them
  _Atomic double asked;      // the value that was restored last, NAN if it was left
  atomic_int tied_asked;     // and what it is tied to then
} plugin_parameter;

struct carom_plugin {
  carom_memory memory;          // constant
  carom_player_options options; // of players; constant
  carom_player *player;
  parcel *leaving; // with the player that is faded out
  int fading;      // samples that are left of it
  float old_left[FADE_BLOCK], old_right[FADE_BLOCK];
  double a4, bend; // as it was tuned, or NAN
  bool learning;
  bool fresh;    // nothing rendered yet: hosts come with what they have saved
  bool untidy;   // something was spent
  int moved;     // the parameter that was moved last and may learn, or -1
  unsigned took; // the restored values that were taken last

  // For all threads.
  atomic_ullong version; // of the scene that is played
  atomic_uint asked;     // how many times values were restored
  atomic_uint taken;     // which of them rendering has told
  atomic_flag restoring;
  _Atomic(parcel *) restored; // values for the next block
  _Atomic(parcel *) made;     // a player for it
  _Atomic(parcel *) spent;    // list of what blocks have left to be freed
  int count;                  // constant
  plugin_parameter parameter[];
};

/// Parameters that move several keys go first, in pass 0, and all others in pass 1: a key with a
/// parameter of its own goes where that says.
static inline bool moves_in(const plugin_parameter *p, int pass) {
  return (p->info.keys > 1) == (pass == 0);
}

/// plugin.c: copies the values of the parameters to where others read them.
void plugin_publish(carom_plugin *p);

/// plugin.c: what is to be saved of a parameter.
saved_value plugin_value(const carom_plugin *p, int parameter);

/// parcel.c
parcel *parcel_new(const carom_plugin *plugin, int values);
void parcel_free(const carom_plugin *plugin, parcel *p);

/// By the thread that renders: takes a player and values that have come; and has the player that
/// has faded out freed.
void parcel_take(carom_plugin *p);
void parcel_end_fade(carom_plugin *p);

/// Takes them while nothing renders, without a fade, and frees all others.
void parcel_settle(carom_plugin *p);

#endif
