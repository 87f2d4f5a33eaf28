// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A small LV2 host: renders a standard MIDI file through a plugin into a WAV file.
//
//   lv2_host URI SONG.mid OUT.wav RATE BLOCK [OPTION...]
//
// BLOCK is the length of a block, or 0 for random ones from 0 to 4096. Options: SYMBOL=VALUE sets a
// port from the start, SYMBOL@SECONDS=VALUE later; save=FILE and restore=FILE write and read the
// plugin's state, restore-first=FILE reads it before the plugin is activated; preset=URI recalls a
// preset of the bundle. Prints the plugin's presets, "preset URI LABEL", what the plugin logs, and
// "allocations N" in run(), "latency N", "restarts N". LV2_PATH says where bundles are.

#include "io/midi_file.h"

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/presets/presets.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Allocations, the plugin's too --------------------------------------------------------------

static long long calls;
static int counting;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

void *malloc(size_t size) {
  calls += counting;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls += counting;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  calls += counting;
  return __libc_realloc(block, size);
}

void free(void *block) {
  calls += counting;
  __libc_free(block);
}

// --- Features -----------------------------------------------------------------------------------

enum { MOST_URIDS = 256, MOST_PORTS = 128, MOST_BLOCK = 4096, ROOM = 1 << 16 };

static char *urids[MOST_URIDS];
static int urid_count;

static LV2_URID map_uri(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  for (int i = 0; i < urid_count; ++i)
    if (strcmp(urids[i], uri) == 0)
      return (LV2_URID)i + 1;
  if (urid_count == MOST_URIDS)
    return 0;
  urids[urid_count] = strdup(uri);
  return (LV2_URID)++urid_count;
}

static int log_text(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list args) {
  (void)handle;
  (void)type;
  return vprintf(format, args);
}

static int log_format(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int count = log_text(handle, type, format, args);
  va_end(args);
  return count;
}

static LV2_URID_Map map = {NULL, map_uri};
static LV2_Log_Log logger = {NULL, log_format, log_text};
static const LV2_Feature map_feature = {LV2_URID__map, &map};
static const LV2_Feature log_feature = {LV2_LOG__log, &logger};
static const LV2_Feature *const features[] = {&map_feature, &log_feature, NULL};

// --- The host -----------------------------------------------------------------------------------

/// A value that a port takes at a time.
typedef struct {
  uint32_t port;
  double time;
  float value;
} automation;

typedef struct {
  const LilvPlugin *plugin;
  LilvInstance *instance;
  double rate;
  float value[MOST_PORTS]; // of control ports
  float left[MOST_BLOCK], right[MOST_BLOCK];
  union {
    LV2_Atom_Sequence sequence;
    unsigned char room[ROOM];
  } events;
  automation change[64];
  int changes;
  midi_file song;
  int next;
  const char *save, *restore, *restore_first, *preset;
} host;

static void die(const char *text, const char *more) {
  fprintf(stderr, "lv2_host: %s %s\n", text, more);
  exit(1);
}

static void connect_all(host *h, LilvWorld *world) {
  LilvNode *audio = lilv_new_uri(world, LILV_URI_AUDIO_PORT);
  LilvNode *control = lilv_new_uri(world, LILV_URI_CONTROL_PORT);
  const uint32_t count = lilv_plugin_get_num_ports(h->plugin);
  float defaults[MOST_PORTS];
  int sides = 0;
  if (count > MOST_PORTS)
    die("too many ports", "");
  lilv_plugin_get_port_ranges_float(h->plugin, NULL, NULL, defaults);
  for (uint32_t i = 0; i < count; ++i) {
    const LilvPort *port = lilv_plugin_get_port_by_index(h->plugin, i);
    h->value[i] = isnan(defaults[i]) ? 0 : defaults[i];
    if (lilv_port_is_a(h->plugin, port, audio))
      lilv_instance_connect_port(h->instance, i, sides++ == 0 ? h->left : h->right);
    else if (lilv_port_is_a(h->plugin, port, control))
      lilv_instance_connect_port(h->instance, i, &h->value[i]);
    else
      lilv_instance_connect_port(h->instance, i, &h->events);
  }
  lilv_node_free(audio);
  lilv_node_free(control);
}

static uint32_t port_of(const host *h, LilvWorld *world, const char *symbol) {
  LilvNode *node = lilv_new_string(world, symbol);
  const LilvPort *port = lilv_plugin_get_port_by_symbol(h->plugin, node);
  lilv_node_free(node);
  if (port == NULL)
    die("there is no port", symbol);
  return lilv_port_get_index(h->plugin, port);
}

static void read_option(host *h, LilvWorld *world, char *text) {
  char *equals = strchr(text, '=');
  if (equals == NULL || h->changes == 64)
    die("no option:", text);
  *equals = '\0';
  if (strcmp(text, "save") == 0) {
    h->save = equals + 1;
  } else if (strcmp(text, "restore") == 0) {
    h->restore = equals + 1;
  } else if (strcmp(text, "preset") == 0) {
    h->preset = equals + 1;
  } else if (strcmp(text, "restore-first") == 0) {
    h->restore_first = equals + 1;
  } else {
    char *at = strchr(text, '@');
    if (at != NULL)
      *at = '\0';
    h->change[h->changes++] = (automation){.port = port_of(h, world, text),
                                           .time = at != NULL ? strtod(at + 1, NULL) : 0,
                                           .value = strtof(equals + 1, NULL)};
  }
}

// The messages of the song in a block.
static void fill_events(host *h, long long at, int samples) {
  LV2_Atom_Sequence *s = &h->events.sequence;
  *s = (LV2_Atom_Sequence){
      .atom = {.size = sizeof s->body, .type = map_uri(NULL, LV2_ATOM__Sequence)}};
  for (; h->next < h->song.count; ++h->next) {
    const midi_event *e = &h->song.event[h->next];
    const long long sample = llround(e->time * h->rate) - at;
    if (sample >= samples || s->atom.size + 64 > ROOM)
      return;
    LV2_Atom_Event *event =
        (LV2_Atom_Event *)(void *)(h->events.room + sizeof s->atom + s->atom.size);
    event->time.frames = sample;
    event->body = (LV2_Atom){.size = (uint32_t)e->size, .type = map_uri(NULL, LV2_MIDI__MidiEvent)};
    memcpy(event + 1, e->bytes, (size_t)e->size);
    s->atom.size += (uint32_t)(sizeof *event + ((size_t)e->size + 7) / 8 * 8);
  }
}

static void render(host *h, const char *file, int block) {
  SF_INFO info = {
      .samplerate = (int)lround(h->rate), .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
  SNDFILE *out = sf_open(file, SFM_WRITE, &info);
  const long long total = llround((h->song.length + 0.5) * h->rate);
  unsigned seed = 1;
  if (out == NULL)
    die("cannot write", file);
  for (long long at = 0; at < total;) {
    seed = seed * 1664525u + 1013904223u;
    long long samples = block > 0 ? block : (int)((seed >> 16) % (MOST_BLOCK + 1));
    samples = samples < total - at ? samples : total - at;
    for (int i = 0; i < h->changes; ++i)
      if (h->change[i].time * h->rate <= (double)at)
        h->value[h->change[i].port] = h->change[i].value;
    fill_events(h, at, (int)samples);
    counting = 1;
    lilv_instance_run(h->instance, (uint32_t)samples);
    counting = 0;
    for (long long i = 0; i < samples; ++i)
      sf_writef_float(out, (const float[]){h->left[i], h->right[i]}, 1);
    at += samples;
  }
  sf_close(out);
}

// --- State --------------------------------------------------------------------------------------

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
  (void)key;
  (void)type;
  (void)flags;
  return fwrite(value, 1, size, handle) == size ? LV2_STATE_SUCCESS : LV2_STATE_ERR_UNKNOWN;
}

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
  static char text[ROOM];
  (void)key;
  *size = fread(text, 1, sizeof text, handle);
  *type = map_uri(NULL, LV2_ATOM__String);
  *flags = 0;
  return text;
}

static void keep_state(host *h, const char *file, bool save) {
  const LV2_State_Interface *state =
      lilv_instance_get_extension_data(h->instance, LV2_STATE__interface);
  FILE *f = state != NULL && file != NULL ? fopen(file, save ? "wb" : "rb") : NULL;
  if (file == NULL)
    return;
  if (f == NULL)
    die("no state:", file);
  LV2_Handle handle = lilv_instance_get_handle(h->instance);
  const LV2_State_Status status = save ? state->save(handle, store, f, 0, features)
                                       : state->restore(handle, retrieve, f, 0, features);
  printf("%s %d\n", save ? "saved" : "restored", (int)status);
  fclose(f);
}

// --- Presets ------------------------------------------------------------------------------------

static void set_port(const char *symbol, void *user, const void *value, uint32_t size,
                     uint32_t type) {
  host *h = user;
  const uint32_t count = lilv_plugin_get_num_ports(h->plugin);
  (void)type;
  for (uint32_t i = 0; i < count && size == sizeof(float); ++i) {
    const LilvPort *port = lilv_plugin_get_port_by_index(h->plugin, i);
    if (strcmp(lilv_node_as_string(lilv_port_get_symbol(h->plugin, port)), symbol) == 0)
      memcpy(&h->value[i], value, sizeof(float));
  }
}

static void find_presets(host *h, LilvWorld *world) {
  LilvNode *kind = lilv_new_uri(world, LV2_PRESETS__Preset);
  LilvNode *label = lilv_new_uri(world, LILV_NS_RDFS "label");
  LilvNodes *presets = lilv_plugin_get_related(h->plugin, kind);
  bool found = h->preset == NULL;
  LILV_FOREACH(nodes, i, presets) {
    const LilvNode *preset = lilv_nodes_get(presets, i);
    lilv_world_load_resource(world, preset);
    LilvNode *name = lilv_world_get(world, preset, label, NULL);
    printf("preset %s %s\n", lilv_node_as_uri(preset), lilv_node_as_string(name));
    lilv_node_free(name);
    if (h->preset != NULL && strcmp(lilv_node_as_uri(preset), h->preset) == 0) {
      LilvState *state = lilv_state_new_from_world(world, &map, preset);
      lilv_state_restore(state, h->instance, set_port, h, 0, features);
      lilv_state_free(state);
      found = true;
    }
  }
  lilv_nodes_free(presets);
  lilv_node_free(kind);
  lilv_node_free(label);
  if (!found)
    die("there is no preset", h->preset);
}

int main(int count, char **arguments) {
  static host h;
  carom_error error;
  if (count < 6)
    die("URI SONG.mid OUT.wav RATE BLOCK [OPTION...]", "");
  LilvWorld *world = lilv_world_new();
  lilv_world_load_all(world);
  LilvNode *uri = lilv_new_uri(world, arguments[1]);
  h.plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), uri);
  h.rate = strtod(arguments[4], NULL);
  if (h.plugin == NULL)
    die("there is no plugin", arguments[1]);
  if (midi_file_read(arguments[2], &h.song, &error) != CAROM_OK)
    die(error.text, "");
  h.instance = lilv_plugin_instantiate(h.plugin, h.rate, features);
  if (h.instance == NULL)
    die("cannot be instantiated:", arguments[1]);
  connect_all(&h, world);
  for (int i = 6; i < count; ++i)
    read_option(&h, world, arguments[i]);
  find_presets(&h, world);
  keep_state(&h, h.restore_first, false);
  lilv_instance_activate(h.instance);
  lilv_instance_run(h.instance, 0);
  keep_state(&h, h.restore, false);
  render(&h, arguments[3], (int)strtol(arguments[5], NULL, 10));
  keep_state(&h, h.save, true);
  printf("allocations %lld\nlatency %g\nrestarts %g\n", calls,
         (double)h.value[port_of(&h, world, "latency")],
         (double)h.value[port_of(&h, world, "restarts")]);
  lilv_instance_deactivate(h.instance);
  lilv_instance_free(h.instance);
  lilv_node_free(uri);
  lilv_world_free(world);
  midi_file_free(&h.song);
  return 0;
}
