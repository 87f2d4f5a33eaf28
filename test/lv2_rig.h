// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The plugin linked into a test, in a bundle of its own, with a host around it: ports, log, a
// worker whose jobs the test does when it likes, and states as texts.

#ifndef CAROM_TEST_LV2_RIG_H
#define CAROM_TEST_LV2_RIG_H

#include "lv2/plugin.h"
#include "played_scene.h"
#include "support.h"
#include <carom/file.h>
#include <ftw.h>
#include <lv2/atom/atom.h>
#include <lv2/midi/midi.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

enum { RIG_BLOCK = 1024, RIG_PORTS = 32, RIG_EVENTS = 1 << 18, RIG_JOBS = 64, RIG_JOB = 64 };

/// Jobs on their way from one thread to one other.
typedef struct {
  struct {
    uint32_t size;
    unsigned char bytes[RIG_JOB];
  } job[RIG_JOBS];
  atomic_uint put, got;
} rig_queue;

typedef struct {
  char bundle[FOLDER_ROOM];
  const LV2_Lib_Descriptor *library;
  const LV2_Descriptor *plugin;
  LV2_Handle handle;
  float value[RIG_PORTS]; // of control ports
  float left[RIG_BLOCK], right[RIG_BLOCK];
  union {
    LV2_Atom_Sequence sequence;
    unsigned char room[RIG_EVENTS];
  } events;
  rig_queue jobs;
  LV2_URID_Map map;
  LV2_Log_Log logger;
  LV2_Worker_Schedule schedule;
  char log[4000];
  bool without_worker;
} lv2_rig;

// --- A bundle -----------------------------------------------------------------------------------

static inline void lv2_write(const lv2_rig *r, const char *name, const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%.60s/%.60s", r->bundle, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static inline bool lv2_keep_text(void *user, const char *text, size_t length) {
  strncat(user, text, length);
  return true;
}

/// The scene of other tests, in which one path may have another value.
static inline void lv2_write_scene(const lv2_rig *r, const char *path, const char *value) {
  static _Thread_local char json[20000];
  carom_scene *scene = scene_of(played_scene);
  if (path != NULL)
    rig_set(scene, path, value);
  json[0] = '\0';
  assert_true(carom_scene_write(scene, lv2_keep_text, json));
  carom_scene_free(scene);
  lv2_write(r, "scene.json", json);
}

static inline void lv2_make_bundle(lv2_rig *r) {
  make_test_folder(r->bundle);
  lv2_write(r, "manifest.ttl", "# a bundle\n<urn:carom:test>\n  a lv2:Plugin .\n");
  lv2_write_scene(r, NULL, NULL);
}

static inline int lv2_remove(const char *path, const struct stat *about, int kind, struct FTW *at) {
  (void)about;
  (void)kind;
  (void)at;
  return remove(path);
}

// --- Features -----------------------------------------------------------------------------------

static inline LV2_URID lv2_map(LV2_URID_Map_Handle handle, const char *uri) {
  static const char *const known[] = {LV2_MIDI__MidiEvent, LV2_ATOM__String, LV2_ATOM__Sequence,
                                      "urn:carom:state",   LV2_LOG__Error,   LV2_LOG__Warning,
                                      LV2_LOG__Note,       LV2_LOG__Trace};
  (void)handle;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
    if (strcmp(uri, known[i]) == 0)
      return (LV2_URID)i + 1;
  return 99;
}

static inline int lv2_print(LV2_Log_Handle handle, LV2_URID type, const char *format,
                            va_list args) {
  lv2_rig *r = handle;
  (void)type;
  return vsnprintf(r->log, sizeof r->log, format, args);
}

static inline int lv2_printf(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int count = lv2_print(handle, type, format, args);
  va_end(args);
  return count;
}

static inline LV2_Worker_Status lv2_put(rig_queue *q, uint32_t size, const void *data) {
  const unsigned at = atomic_load(&q->put);
  if (size > RIG_JOB || at - atomic_load(&q->got) == RIG_JOBS)
    return LV2_WORKER_ERR_NO_SPACE;
  q->job[at % RIG_JOBS].size = size;
  memcpy(q->job[at % RIG_JOBS].bytes, data, size);
  atomic_store(&q->put, at + 1);
  return LV2_WORKER_SUCCESS;
}

static inline LV2_Worker_Status lv2_schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                             const void *data) {
  return lv2_put(&((lv2_rig *)handle)->jobs, size, data);
}

// What has come is seen by the next run(): the plugin responds nothing.
static inline LV2_Worker_Status lv2_respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                            const void *data) {
  (void)handle;
  (void)size;
  (void)data;
  return LV2_WORKER_ERR_UNKNOWN;
}

/// Does the jobs that wait; returns how many there were.
static inline int lv2_work(lv2_rig *r) {
  const LV2_Worker_Interface *worker = r->plugin->extension_data(LV2_WORKER__interface);
  int done = 0;
  for (unsigned at = atomic_load(&r->jobs.got); at != atomic_load(&r->jobs.put); ++at, ++done) {
    (void)worker->work(r->handle, lv2_respond, r, r->jobs.job[at % RIG_JOBS].size,
                       r->jobs.job[at % RIG_JOBS].bytes);
    atomic_store(&r->jobs.got, at + 1);
  }
  return done;
}

// --- The host -----------------------------------------------------------------------------------

/// The port of a control of the scene.
static inline int lv2_port(const lv2_rig *r, const char *name) {
  const instrument *in = r->handle;
  for (int i = 0; i < in->ports; ++i)
    if (strcmp(carom_plugin_parameter(in->plugin, i).name, name) == 0)
      return PORT_CONTROLS + i;
  fail_msg("there is no port of %s", name);
  return -1;
}

static inline void lv2_no_events(lv2_rig *r) {
  r->events.sequence = (LV2_Atom_Sequence){.atom = {.size = sizeof r->events.sequence.body}};
}

/// Adds a message to the next block.
static inline void lv2_send(lv2_rig *r, int frame, int a, int b, int c) {
  LV2_Atom_Sequence *s = &r->events.sequence;
  assert_true(s->atom.size + 64 < RIG_EVENTS);
  LV2_Atom_Event *event =
      (LV2_Atom_Event *)(void *)(r->events.room + sizeof s->atom + s->atom.size);
  event->time.frames = frame;
  event->body = (LV2_Atom){.size = 3, .type = lv2_map(NULL, LV2_MIDI__MidiEvent)};
  memcpy(event + 1, (const unsigned char[]){(unsigned char)a, (unsigned char)b, (unsigned char)c},
         3);
  s->atom.size += (uint32_t)sizeof *event + 8;
}

static inline void lv2_connect(lv2_rig *r) {
  const instrument *in = r->handle;
  for (int i = 0; i < PORT_CONTROLS + in->ports; ++i) {
    void *to = i == PORT_LEFT     ? (void *)r->left
               : i == PORT_RIGHT  ? (void *)r->right
               : i == PORT_EVENTS ? (void *)&r->events
                                  : (void *)&r->value[i];
    r->plugin->connect_port(r->handle, (uint32_t)i, to);
    if (i >= PORT_CONTROLS)
      r->value[i] = (float)carom_plugin_parameter(in->plugin, i - PORT_CONTROLS).initial;
  }
  r->value[PORT_A4] = 440;
  lv2_no_events(r);
}

/// An instance at a rate, not active; false if the plugin refuses.
static inline bool lv2_instantiate(lv2_rig *r, double rate) {
  r->map = (LV2_URID_Map){NULL, lv2_map};
  r->logger = (LV2_Log_Log){r, lv2_printf, lv2_print};
  r->schedule = (LV2_Worker_Schedule){r, lv2_schedule};
  const LV2_Feature features[] = {
      {LV2_URID__map, &r->map}, {LV2_LOG__log, &r->logger}, {LV2_WORKER__schedule, &r->schedule}};
  const LV2_Feature *const list[] = {&features[0], &features[1],
                                     r->without_worker ? NULL : &features[2], NULL};
  r->library = lv2_lib_descriptor(r->bundle, list);
  assert_non_null(r->library);
  r->plugin = r->library->get_plugin(r->library->handle, 0);
  r->handle = r->plugin->instantiate(r->plugin, rate, r->bundle, list);
  if (r->handle != NULL)
    lv2_connect(r);
  return r->handle != NULL;
}

static inline void lv2_run(lv2_rig *r, int samples) {
  assert_true(samples <= RIG_BLOCK);
  r->plugin->run(r->handle, (uint32_t)samples);
  lv2_no_events(r);
}

static inline void lv2_open(lv2_rig *r, double rate) {
  lv2_make_bundle(r);
  assert_true(lv2_instantiate(r, rate));
  r->plugin->activate(r->handle);
}

static inline void lv2_end(lv2_rig *r) {
  if (r->handle != NULL)
    r->plugin->cleanup(r->handle);
  r->handle = NULL;
  if (r->library != NULL)
    r->library->cleanup(r->library->handle);
  r->library = NULL;
}

static inline void lv2_close(lv2_rig *r) {
  lv2_end(r);
  nftw(r->bundle, lv2_remove, 8, FTW_DEPTH);
}

// --- States -------------------------------------------------------------------------------------

typedef struct {
  char text[8000];
  size_t size;
} lv2_state;

static inline LV2_State_Status lv2_store(LV2_State_Handle handle, uint32_t key, const void *value,
                                         size_t size, uint32_t type, uint32_t flags) {
  lv2_state *s = handle;
  (void)key;
  (void)type;
  (void)flags;
  assert_true(size <= sizeof s->text);
  memcpy(s->text, value, size);
  s->size = size;
  return LV2_STATE_SUCCESS;
}

static inline const void *lv2_retrieve(LV2_State_Handle handle, uint32_t key, size_t *size,
                                       uint32_t *type, uint32_t *flags) {
  lv2_state *s = handle;
  (void)key;
  *size = s->size;
  *type = lv2_map(NULL, LV2_ATOM__String);
  *flags = 0;
  return s->size > 0 ? s->text : NULL;
}

static inline LV2_State_Status lv2_save(lv2_rig *r, lv2_state *s) {
  const LV2_State_Interface *state = r->plugin->extension_data(LV2_STATE__interface);
  return state->save(r->handle, lv2_store, s, 0, NULL);
}

static inline LV2_State_Status lv2_restore(lv2_rig *r, lv2_state *s) {
  const LV2_State_Interface *state = r->plugin->extension_data(LV2_STATE__interface);
  return state->restore(r->handle, lv2_retrieve, s, 0, NULL);
}

static inline LV2_State_Status lv2_restore_text(lv2_rig *r, const char *text) {
  lv2_state s = {.size = strlen(text) + 1};
  snprintf(s.text, sizeof s.text, "%s", text);
  return lv2_restore(r, &s);
}

/// The player that sounds, and a value of it.
static inline carom_player *lv2_player(const lv2_rig *r) {
  const instrument *in = r->handle;
  return carom_plugin_player(in->plugin);
}

// --- Rigs to use --------------------------------------------------------------------------------

static inline lv2_rig *fresh(lv2_rig *r) {
  memset(r, 0, sizeof *r);
  return r;
}

static inline lv2_rig *opened(lv2_rig *r, double rate) {
  lv2_open(fresh(r), rate);
  return r;
}

static inline float loudest(const lv2_rig *r, int samples) {
  float most = 0;
  for (int i = 0; i < samples; ++i) {
    assert_true(isfinite(r->left[i]) && isfinite(r->right[i]));
    assert_true(fabsf(r->left[i]) <= 1 && fabsf(r->right[i]) <= 1);
    most = fmaxf(most, fmaxf(fabsf(r->left[i]), fabsf(r->right[i])));
  }
  return most;
}

#endif
