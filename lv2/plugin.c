// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The plugin: a carom_plugin of the scene that lies in its bundle. instantiate() reads and compiles
// the scene, which hosts have done outside the audio thread; run() hands over what has come and
// renders, and allocates, locks and prints nothing.

#include "lv2/plugin.h"

#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2_util.h>
#include <lv2/midi/midi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- Setting up ---------------------------------------------------------------------------------

static void forget_ports(instrument *in) {
  for (int i = 0; i < in->ports; ++i)
    in->port[i].seen = (float)carom_plugin_parameter(in->plugin, i).initial;
  in->a4_seen = 0;
  in->reloads = false;
}

static carom_plugin *load(const char *bundle, double rate, carom_error *error) {
  carom_player_options options = carom_player_options_default();
  carom_scene *scene = bundle_load_scene(bundle, error);
  options.rate = rate;
  carom_plugin *plugin = scene != NULL ? carom_plugin_new(scene, &options, NULL, error) : NULL;
  carom_scene_free(scene);
  return plugin;
}

static instrument *make_instrument(const char *bundle, double rate, carom_error *error) {
  carom_plugin *plugin = load(bundle, rate, error);
  if (plugin == NULL)
    return NULL;
  const int ports = carom_plugin_parameters(plugin);
  const carom_model *model = carom_player_model(carom_plugin_player(plugin));
  instrument *in = calloc(1, sizeof *in + (size_t)ports * sizeof in->port[0]);
  char *path = malloc(strlen(bundle) + 1);
  if (in == NULL || path == NULL) {
    *error = (carom_error){.status = CAROM_NO_MEMORY, .text = "out of memory"};
    carom_plugin_free(plugin);
    free(path);
    free(in);
    return NULL;
  }
  memcpy(path, bundle, strlen(bundle) + 1);
  in->bundle = path;
  in->plugin = plugin;
  in->ports = ports;
  for (int i = 0; i < ports; ++i)
    in->port[i].several =
        carom_model_control(model, carom_plugin_parameter(plugin, i).control).keys > 1;
  forget_ports(in);
  return in;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  (void)descriptor;
  LV2_URID_Map *map = NULL;
  LV2_Log_Log *log = NULL;
  LV2_Worker_Schedule *schedule = NULL;
  carom_error error;
  const char *missing =
      lv2_features_query(features, LV2_LOG__log, &log, false, LV2_WORKER__schedule, &schedule,
                         false, LV2_URID__map, &map, true, (const char *)NULL);
  LV2_Log_Logger logger;
  lv2_log_logger_init(&logger, map, log);
  if (missing != NULL) {
    lv2_log_error(&logger, "carom: the host lacks %s\n", missing);
    return NULL;
  }
  instrument *in = make_instrument(bundle, rate, &error);
  if (in == NULL) {
    lv2_log_error(&logger, "carom: %s\n", error.text);
    return NULL;
  }
  in->schedule = schedule;
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

static void activate(LV2_Handle handle) {
  instrument *in = handle;
  carom_plugin_reset(in->plugin);
  forget_ports(in);
}

static void cleanup(LV2_Handle handle) {
  instrument *in = handle;
  carom_plugin_free(in->plugin);
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
  (void)carom_plugin_set(in->plugin, index, (double)port->seen, 0);
}

// Controls of several keys first: a key with a port of its own goes where that says.
static void read_ports(instrument *in) {
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < in->ports; ++i)
      if (in->port[i].several == (pass == 0))
        read_port(in, i);
  if (in->a4 != NULL && *in->a4 != in->a4_seen && isfinite(*in->a4)) {
    in->a4_seen = *in->a4;
    carom_plugin_tune(in->plugin, (double)in->a4_seen, (double)NAN);
  }
}

// Whether a port that switches is on.
static bool is_on(const float *port) {
  return port != NULL && *port > 0.5F;
}

static void ask_worker(const instrument *in, job what) {
  if (in->schedule != NULL)
    (void)in->schedule->schedule_work(in->schedule->handle, sizeof what, &what);
}

// Without a worker: the same player, from rest.
static void reload(instrument *in, carom_player *player) {
  const bool on = is_on(in->reload);
  if (on && !in->reloads && in->schedule == NULL)
    carom_player_midi(player, (const unsigned char[]){0xB0, 120, 0}, 3);
  else if (on && !in->reloads)
    ask_worker(in, JOB_RELOAD);
  in->reloads = on;
}

static void read_events(const instrument *in, carom_player *player, uint32_t samples) {
  const LV2_Atom_Sequence *events = in->events;
  LV2_ATOM_SEQUENCE_FOREACH(events, event) {
    const int64_t at = event->time.frames;
    if (event->body.type == in->midi_event)
      carom_player_midi_at(player, (const uint8_t *)(event + 1), (int)event->body.size,
                           at < (int64_t)samples ? (int)at : (int)samples);
  }
}

static void run(LV2_Handle handle, uint32_t samples) {
  instrument *in = handle;
  carom_player *player = carom_plugin_begin(in->plugin);
  carom_plugin_learn(in->plugin, is_on(in->learn));
  read_ports(in);
  reload(in, player);
  if (in->events != NULL)
    read_events(in, player, samples);
  carom_plugin_render(in->plugin, (int)samples, in->left, in->right);
  if (carom_plugin_spent(in->plugin))
    ask_worker(in, JOB_TIDY);
  if (in->latency != NULL)
    *in->latency = (float)carom_player_latency(player);
  if (in->restarts != NULL)
    *in->restarts = (float)carom_player_poll(player).restarts;
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
