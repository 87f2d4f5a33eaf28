// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// An instance of the plugin, and which thread may touch what of it. The thread that calls run() has
// the player and all that is not said to be otherwise. What comes from other threads, a restored
// state or a player that was compiled anew, arrives as a parcel in a place of its own. save() reads
// copies that run() leaves (`now`, `tied_now`, `version`).

#ifndef CAROM_LV2_PLUGIN_H
#define CAROM_LV2_PLUGIN_H

#include "lv2/ports.h"
#include <lv2/core/lv2.h>
#include <lv2/log/logger.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdatomic.h>

enum {
  NAME_ROOM = 72,
  FADE = 512,      // samples from one player to the next
  FADE_BLOCK = 128 // samples that are faded at a time
};

/// A value of a control, NAN if it stays, and the controller it is tied to, or -1.
typedef struct {
  double value;
  int tied;
} restored_value;

/// What passes from one thread to another, by its address; its owner is whoever has that.
typedef struct parcel {
  struct parcel *next;        // of those that are spent
  carom_player *player;       // to be played, or not any more
  unsigned long long version; // of its scene
  unsigned number;            // of a restored state
  int values;
  restored_value value[]; // by port
} parcel;

/// A control and its port.
typedef struct {
  char name[NAME_ROOM]; // constant
  int control;
  bool triggers;
  carom_control_info info;
  port_range range;    // as the host knows it
  const float *value;  // connected by the host
  float seen;          // the value that was acted on last
  double restored;     // by a state, until the port moves; else NAN
  _Atomic double now;  // of the control, for save()
  atomic_int tied_now; // the controller it is tied to, for save()
} control_port;

typedef struct {
  char *bundle; // path; constant, as are the next ones
  double rate;
  LV2_URID_Map *map;
  LV2_Log_Logger logger;
  LV2_Worker_Schedule *schedule; // NULL if the host has none
  LV2_URID midi_event, saved, text;

  carom_player *player;
  parcel *leaving; // with the player that is faded out
  int fading;      // samples that are left of it
  float old_left[FADE_BLOCK], old_right[FADE_BLOCK];

  float *left, *right, *latency, *restarts;
  const float *a4, *learn, *reload;
  const void *events;
  float a4_seen;
  bool learning, reloads; // as their ports stood in the last block
  int moved;              // the port that the host moved last, or -1
  bool fresh;             // no block yet: ports come to what the host has saved

  unsigned taken; // the restored state that was taken last

  // For all threads.
  atomic_ullong version;      // of the scene that is played
  atomic_uint asked;          // states that were restored
  atomic_bool reloading;      // a player is compiled or faded in
  _Atomic(parcel *) restored; // a state for run()
  _Atomic(parcel *) made;     // a player for run()
  _Atomic(parcel *) spent;    // list of what run() has left to be freed
  int ports;
  control_port port[]; // of the controls
} instrument;

/// load.c: the whole of a file of a bundle, terminated; NULL if it cannot be read.
char *bundle_read(const char *bundle, const char *name, size_t *length);

/// Reads and compiles the bundle's scene; NULL, and the error says why, if it cannot.
carom_player *bundle_load_player(const char *bundle, double rate, unsigned long long *version,
                                 carom_error *error);

/// plugin.c: copies the values of the controls to where save() reads them. By run().
void publish_values(instrument *in);

/// worker.c: parcels.
parcel *parcel_new(int values);
void parcel_free(parcel *p);

/// Frees what run() has left; by any thread but that of run().
void free_spent(instrument *in);

/// By run(): takes a player or a restored state that has come.
void take_parcels(instrument *in);

/// The same while nothing runs, without a fade.
void settle_parcels(instrument *in);

/// By run(): has a player compiled anew from the bundle's scene.
void ask_for_player(instrument *in);

/// By run(): the old player has faded out.
void end_fade(instrument *in);

extern const LV2_Worker_Interface instrument_worker;

/// state.c: what LV2_STATE__interface is.
extern const LV2_State_Interface instrument_state;

#endif
