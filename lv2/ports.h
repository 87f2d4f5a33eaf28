// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The ports of a bundle, the same for the plugin and for what describes it: these, then one for
// each parameter of the scene.

#ifndef CAROM_LV2_PORTS_H
#define CAROM_LV2_PORTS_H

#include <carom/carom.h>

enum {
  PORT_LEFT,
  PORT_RIGHT,
  PORT_EVENTS,
  PORT_LATENCY,
  PORT_FREEWHEEL,
  PORT_RESTARTS,
  PORT_A4,
  PORT_LEARN,
  PORT_RELOAD,
  PORT_CONTROLS // the first of the parameters
};

/// What a bundle holds beside its descriptions.
#define BUNDLE_SCENE  "scene.json"
#define BUNDLE_BINARY "carom.so"

/// Characters of its address, with the one that ends it.
enum { BUNDLE_URI_ROOM = 512 };

#endif
