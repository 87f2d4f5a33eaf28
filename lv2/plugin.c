// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The plugin: a player of the scene that lies in its bundle. instantiate() reads and compiles the
// scene, which hosts have done outside the audio thread; run() renders from event to event and
// allocates, locks and prints nothing. What is compiled or restored meanwhile comes from worker.c.

#include "lv2/plugin.h"

#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2_util.h>
#include <lv2/midi/midi.h>
#include <stdio.h>
#include <stdlib.h>

// --- Setting up ---------------------------------------------------------------------------------

static void forget_ports(instrument *in) {
  for (int i = 0; i < in->ports; ++i)
    in->port[i].seen = (float)in->port[i].range.start;
  in->a4_seen = 0;
  in->moved = -1;
  in->learning = in->reloads = false;
  in->fresh = true;
}

void publish_values(instrument *in) {
  if (in->taken != atomic_load(&in->asked)) // restore() has told its values already
    return;
  for (int i = 0; i < in->ports; ++i) {
    control_port *port = &in->port[i];
    atomic_store_explicit(&port->now, carom_player_get(in->player, port->control),
                          memory_order_relaxed);
    atomic_store_explicit(&port->tied_now, carom_player_tied(in->player, port->control),
                          memory_order_relaxed);
  }
}

static instrument *make_instrument(carom_player *player) {
  const carom_model *model = carom_player_model(player);
  const int controls = carom_model_describe(model).controls;
  instrument *in = calloc(1, sizeof *in + (size_t)controls * sizeof in->port[0]);
  if (in == NULL)
    return NULL;
  in->player = player;
  for (int i = 0; i < controls; ++i) {
    const carom_control_info info = carom_model_control(model, i);
    if (!port_is_for(&info))
      continue;
    control_port *port = &in->port[in->ports++];
    port->control = i;
    port->triggers = port_triggers(&info);
    port->restored = (double)NAN;
    port->info = info;
    port->range = port_range_of(&info);
    snprintf(port->name, sizeof port->name, "%s", info.name);
  }
  forget_ports(in);
  publish_values(in);
  return in;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  (void)descriptor;
  LV2_URID_Map *map = NULL;
  LV2_Log_Log *log = NULL;
  LV2_Worker_Schedule *schedule = NULL;
  carom_error error;
  unsigned long long version = 0;
  const char *missing =
      lv2_features_query(features, LV2_LOG__log, &log, false, LV2_WORKER__schedule, &schedule,
                         false, LV2_URID__map, &map, true, (const char *)NULL);
  LV2_Log_Logger logger;
  lv2_log_logger_init(&logger, map, log);
  if (missing != NULL) {
    lv2_log_error(&logger, "carom: the host lacks %s\n", missing);
    return NULL;
  }
  carom_player *player = bundle_load_player(bundle, rate, &version, &error);
  instrument *in = player != NULL ? make_instrument(player) : NULL;
  char *path = in != NULL ? malloc(strlen(bundle) + 1) : NULL;
  if (path == NULL) {
    lv2_log_error(&logger, "carom: %s\n", player != NULL ? "out of memory" : error.text);
    carom_player_free(player);
    free(in);
    return NULL;
  }
  memcpy(path, bundle, strlen(bundle) + 1);
  in->bundle = path;
  in->rate = rate;
  in->schedule = schedule;
  atomic_store(&in->version, version);
  in->map = map;
  in->logger = logger;
  in->midi_event = map->map(map->handle, LV2_MIDI__MidiEvent);
  in->saved = map->map(map->handle, "urn:carom:state");
  in->text = map->map(map->handle, LV2_ATOM__String);
  return in;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  instrument *in = handle;
  switch (port) {
  case PORT_LEFT:
    in->left = data;
    break;
  case PORT_RIGHT:
    in->right = data;
    break;
  case PORT_EVENTS:
    in->events = data;
    break;
  case PORT_LATENCY:
    in->latency = data;
    break;
  case PORT_RESTARTS:
    in->restarts = data;
    break;
  case PORT_A4:
    in->a4 = data;
    break;
  case PORT_LEARN:
    in->learn = data;
    break;
  case PORT_RELOAD:
    in->reload = data;
    break;
  case PORT_FREEWHEEL: // it renders in the same way
    break;
  default:
    if (port < (uint32_t)(PORT_CONTROLS + in->ports))
      in->port[port - PORT_CONTROLS].value = data;
  }
}

// What a state has restored is kept: hosts restore before they activate, and afterwards.
static void activate(LV2_Handle handle) {
  instrument *in = handle;
  settle_parcels(in);
  carom_player_reset(in->player);
  forget_ports(in);
  for (int i = 0; i < in->ports; ++i)
    if (!isnan(in->port[i].restored))
      (void)carom_player_set(in->player, in->port[i].control, in->port[i].restored);
  publish_values(in);
}

static void cleanup(LV2_Handle handle) {
  instrument *in = handle;
  parcel_free(in->leaving);
  parcel_free(atomic_exchange(&in->made, NULL));
  parcel_free(atomic_exchange(&in->restored, NULL));
  free_spent(in);
  carom_player_free(in->player);
  free(in->bundle);
  free(in);
}

// --- Running ------------------------------------------------------------------------------------

// A port that has changed; what is no number is left alone.
static void read_port(instrument *in, int index) {
  control_port *port = &in->port[index];
  if (port->value == NULL || *port->value == port->seen || !isfinite(*port->value))
    return;
  port->seen = *port->value;
  port->restored = (double)NAN;
  in->moved = index;
  const double value = (double)port->seen;
  if (!port->triggers)
    (void)carom_player_set(in->player, port->control, value);
  else if (value > 0)
    (void)carom_player_set(in->player, port->control, carom_control_value(&port->info, value));
}

// Controls of several keys first: a key with a port of its own goes where that says.
static void read_ports(instrument *in) {
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < in->ports; ++i)
      if ((in->port[i].info.keys > 1) == (pass == 0))
        read_port(in, i);
  if (in->a4 != NULL && *in->a4 != in->a4_seen && isfinite(*in->a4)) {
    in->a4_seen = *in->a4;
    carom_player_tune(in->player, (double)in->a4_seen, (double)NAN);
  }
}

// Whether a port that switches is on.
static bool is_on(const float *port) {
  return port != NULL && *port > 0.5F;
}

// While `learn` is on, the control that was moved last waits for a controller.
static void learn(instrument *in) {
  const bool on = is_on(in->learn);
  in->moved = in->fresh ? -1 : in->moved;
  in->fresh = false;
  if (on && in->moved >= 0)
    carom_player_learn(in->player, in->port[in->moved].control);
  else if (!on && in->learning)
    carom_player_learn(in->player, -1);
  in->moved = on ? -1 : in->moved;
  in->learning = on;
}

static void reload(instrument *in) {
  const bool on = is_on(in->reload);
  if (on && !in->reloads)
    ask_for_player(in);
  in->reloads = on;
}

// What leaves sounds on below what comes.
static void fade(instrument *in, int count, float *left, float *right) {
  carom_player_render(in->leaving->player, count, in->old_left, in->old_right);
  for (int i = 0; i < count; ++i, --in->fading) {
    const float old = (float)in->fading / FADE;
    left[i] += old * (in->old_left[i] - left[i]);
    right[i] += old * (in->old_right[i] - right[i]);
  }
  if (in->fading == 0)
    end_fade(in);
}

static uint32_t render_until(instrument *in, uint32_t from, uint32_t to) {
  while (from < to) {
    uint32_t count = to - from;
    const uint32_t most = in->fading < FADE_BLOCK ? (uint32_t)in->fading : FADE_BLOCK;
    count = in->fading > 0 && count > most ? most : count;
    carom_player_render(in->player, (int)count, in->left + from, in->right + from);
    if (in->fading > 0)
      fade(in, (int)count, in->left + from, in->right + from);
    from += count;
  }
  return from;
}

static void run(LV2_Handle handle, uint32_t samples) {
  instrument *in = handle;
  uint32_t done = 0;
  take_parcels(in);
  read_ports(in);
  learn(in);
  reload(in);
  const LV2_Atom_Sequence *events = in->events;
  if (events != NULL) {
    LV2_ATOM_SEQUENCE_FOREACH(events, event) {
      const int64_t at = event->time.frames;
      if (event->body.type != in->midi_event)
        continue;
      done = render_until(in, done, at < 0 ? 0 : at > samples ? samples : (uint32_t)at);
      carom_player_midi(in->player, (const uint8_t *)(event + 1), (int)event->body.size);
    }
  }
  (void)render_until(in, done, samples);
  publish_values(in);
  if (in->latency != NULL)
    *in->latency = (float)carom_player_latency(in->player);
  if (in->restarts != NULL)
    *in->restarts = (float)carom_player_poll(in->player).restarts;
}

static const void *extension_data(const char *uri) {
  if (strcmp(uri, LV2_STATE__interface) == 0)
    return &instrument_state;
  return strcmp(uri, LV2_WORKER__interface) == 0 ? &instrument_worker : NULL;
}

// --- The library --------------------------------------------------------------------------------

/// One bundle: the descriptor and the URI of its plugin.
typedef struct {
  LV2_Lib_Descriptor library;
  LV2_Descriptor plugin;
  char uri[BUNDLE_URI_ROOM];
} bundle_library;

// The bundle's manifest begins its plugin with <URI> at the beginning of a line.
static bool read_uri(const char *bundle, char *uri, size_t size) {
  size_t length = 0;
  char *text = bundle_read(bundle, "manifest.ttl", &length);
  const char *begin = text != NULL ? strstr(text, "\n<") : NULL;
  const char *end = begin != NULL ? strchr(begin, '>') : NULL;
  const bool good = end != NULL && (size_t)(end - begin - 2) < size;
  if (good)
    snprintf(uri, size, "%.*s", (int)(end - begin - 2), begin + 2);
  free(text);
  return good;
}

static const LV2_Descriptor *get_plugin(LV2_Lib_Handle handle, uint32_t index) {
  bundle_library *library = handle;
  return index == 0 ? &library->plugin : NULL;
}

static void free_library(LV2_Lib_Handle handle) {
  free(handle);
}

LV2_SYMBOL_EXPORT const LV2_Lib_Descriptor *lv2_lib_descriptor(const char *bundle,
                                                               const LV2_Feature *const *features) {
  (void)features;
  bundle_library *library = calloc(1, sizeof *library);
  if (library == NULL || !read_uri(bundle, library->uri, sizeof library->uri)) {
    free(library);
    return NULL;
  }
  library->plugin = (LV2_Descriptor){.URI = library->uri,
                                     .instantiate = instantiate,
                                     .connect_port = connect_port,
                                     .activate = activate,
                                     .run = run,
                                     .cleanup = cleanup,
                                     .extension_data = extension_data};
  library->library = (LV2_Lib_Descriptor){.handle = library,
                                          .size = sizeof library->library,
                                          .cleanup = free_library,
                                          .get_plugin = get_plugin};
  return &library->library;
}
