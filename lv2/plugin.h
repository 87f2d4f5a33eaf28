// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// An instance of the plugin.

#ifndef CAROM_LV2_PLUGIN_H
#define CAROM_LV2_PLUGIN_H

#include "lv2/ports.h"
#include <lv2/core/lv2.h>
#include <lv2/log/logger.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <stdatomic.h>

/// A control and its port.
typedef struct {
  int control;
  bool triggers;
  carom_control_info info;
  port_range range;
  const float *value; // connected by the host
  float seen;         // the value that was acted on last
  double restored;    // by a state, until the port moves; else NAN
  _Atomic double now; // of the control, for a host that saves while it runs
} control_port;

typedef struct {
  carom_player *player;
  unsigned long long version; // of the scene
  LV2_URID_Map *map;
  LV2_Log_Logger logger;
  LV2_URID midi_event, saved, text;
  float *left, *right, *latency, *restarts;
  const float *a4;
  float a4_seen;
  const void *events;
  long long refused, restarted; // as the host was told
  int ports;
  control_port port[]; // of the controls
} instrument;

/// plugin.c: copies the values of the controls to where save() reads them.
void publish_values(instrument *in);

/// state.c: what LV2_STATE__interface is.
extern const LV2_State_Interface instrument_state;

#endif
