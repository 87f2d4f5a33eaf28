// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// An instance of the plugin: a carom_plugin, and the ports that the host has connected. The thread
// that calls run() has all of it; others have what is constant, and what <carom/plugin.h> lets
// them.

#ifndef CAROM_LV2_PLUGIN_H
#define CAROM_LV2_PLUGIN_H

#include "lv2/ports.h"
#include <lv2/core/lv2.h>
#include <lv2/log/logger.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

/// The port of a parameter.
typedef struct {
  const float *value; // connected by the host
  float seen;         // the value that was acted on last
  bool several;       // it moves several keys
} control_port;

typedef struct {
  char *bundle; // path; constant, as are the next ones
  LV2_Log_Logger logger;
  LV2_Worker_Schedule *schedule; // NULL if the host has none
  LV2_URID midi_event, saved, text;

  carom_plugin *plugin;
  float *left, *right, *latency, *restarts;
  const float *a4, *learn, *reload;
  const void *events;
  float a4_seen;
  bool reloads; // as its port stood in the last block
  int ports;
  control_port port[]; // of the parameters
} instrument;

/// load.c: the whole of a file of a bundle, terminated; NULL if it cannot be read.
char *bundle_read(const char *bundle, const char *name, size_t *length);

/// Reads the bundle's scene; NULL, and the error says why, if it cannot.
carom_scene *bundle_load_scene(const char *bundle, carom_error *error);

/// state.c: what the extensions ask for: jobs of the host's worker, and saved state.
extern const LV2_Worker_Interface instrument_worker;
extern const LV2_State_Interface instrument_state;

/// What is to be done: the scene is to be compiled anew, or what is spent to be freed.
typedef enum { JOB_RELOAD, JOB_TIDY } job;

#endif
