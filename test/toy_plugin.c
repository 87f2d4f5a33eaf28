// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plugin of the toy format over <carom/plugin.h>, with public headers alone: what any other
// format takes. Its library compiles the scene once; instances play that model at the scene's rate,
// and one of their own at any other.

#include "toy_plugin.h"

#include <carom/carom.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct toy_library {
  toy_host host;
  carom_model *model; // shared
  double rate;        // of it
};

struct toy {
  toy_library *library;
  carom_plugin *plugin;
  double rate;
  atomic_bool reloads; // the scene is to be compiled anew
};

// --- The library --------------------------------------------------------------------------------

static carom_scene *read_scene(const toy_host *host, carom_error *error) {
  const char *text = host->scene(host->user);
  carom_scene *scene = carom_scene_new(NULL);
  if (scene != NULL &&
      carom_scene_parse_json(scene, "scene", text, strlen(text), error) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

toy_library *toy_open(const toy_host *host) {
  carom_error error = {.text = "out of memory"};
  toy_library *library = calloc(1, sizeof *library);
  carom_scene *scene = library != NULL ? read_scene(host, &error) : NULL;
  if (scene != NULL)
    library->model = carom_player_compile(scene, 0, NULL, &error);
  carom_scene_free(scene);
  if (library == NULL || library->model == NULL) {
    host->log(host->user, error.text);
    free(library);
    return NULL;
  }
  library->host = *host;
  library->rate = carom_model_describe(library->model).rate;
  return library;
}

void toy_close(toy_library *library) {
  if (library != NULL)
    carom_model_free(library->model);
  free(library);
}

// --- Instances ----------------------------------------------------------------------------------

static void tell(const toy *t, const carom_error *error) {
  if (error->text[0] != '\0')
    t->library->host.log(t->library->host.user, error->text);
}

static carom_plugin *open_plugin(const toy *t, double rate, carom_error *error) {
  if (rate == t->library->rate)
    return carom_plugin_new_of(t->library->model, NULL, NULL, error);
  carom_player_options options = carom_player_options_default();
  carom_scene *scene = read_scene(&t->library->host, error);
  options.rate = rate;
  carom_plugin *plugin = scene != NULL ? carom_plugin_new(scene, &options, NULL, error) : NULL;
  carom_scene_free(scene);
  return plugin;
}

toy *toy_create(toy_library *library) {
  carom_error error = {.text = "out of memory"};
  toy *t = calloc(1, sizeof *t);
  if (t == NULL)
    return NULL;
  t->library = library;
  t->rate = library->rate;
  if ((t->plugin = open_plugin(t, t->rate, &error)) != NULL)
    return t;
  tell(t, &error);
  free(t);
  return NULL;
}

void toy_destroy(toy *t) {
  if (t != NULL)
    carom_plugin_free(t->plugin);
  free(t);
}

// At another rate another instance takes over, with the values of the one before.
static bool change_rate(toy *t, double rate) {
  carom_error error = {.text = "out of memory"};
  char *text = malloc(carom_plugin_saved_size(t->plugin));
  carom_plugin *next = text != NULL ? open_plugin(t, rate, &error) : NULL;
  if (next != NULL) {
    (void)carom_plugin_save(t->plugin, text);
    (void)carom_plugin_restore(next, text, &error);
    carom_plugin_free(t->plugin);
    t->plugin = next;
    t->rate = rate;
  }
  tell(t, &error);
  free(text);
  return next != NULL;
}

bool toy_activate(toy *t, double rate) {
  const bool good = rate == t->rate || change_rate(t, rate);
  carom_plugin_reset(t->plugin);
  return good;
}

int toy_parameters(const toy *t) {
  return carom_plugin_parameters(t->plugin);
}

toy_parameter toy_parameter_at(const toy *t, int index) {
  const carom_parameter p = carom_plugin_parameter(t->plugin, index);
  return (toy_parameter){p.name, p.low, p.high, p.initial, p.triggers};
}

double toy_value(const toy *t, int index) {
  return carom_plugin_get(t->plugin, index);
}

void toy_on_main_thread(toy *t) {
  carom_error error = {.text = "out of memory"};
  carom_plugin_tidy(t->plugin);
  if (!atomic_exchange(&t->reloads, false))
    return;
  carom_scene *scene = read_scene(&t->library->host, &error);
  if (scene == NULL || carom_plugin_reload(t->plugin, scene, &error) != CAROM_OK)
    tell(t, &error);
  carom_scene_free(scene);
}

// --- Saved values -------------------------------------------------------------------------------

size_t toy_save(const toy *t, char *bytes, size_t size) {
  return size >= carom_plugin_saved_size(t->plugin) ? carom_plugin_save(t->plugin, bytes) : 0;
}

bool toy_load(toy *t, const char *bytes, size_t size) {
  carom_error error = {.text = "out of memory"};
  char *text = calloc(size + 1, 1);
  if (text != NULL)
    memcpy(text, bytes, size);
  const bool good = text != NULL && carom_plugin_restore(t->plugin, text, &error) == CAROM_OK;
  tell(t, &error);
  free(text);
  return good;
}

// --- A block ------------------------------------------------------------------------------------

static void request_callback(const toy *t) {
  t->library->host.request_callback(t->library->host.user);
}

static void take_event(toy *t, carom_player *player, const toy_event *e) {
  const unsigned char velocity = (unsigned char)(1 + 126 * e->value);
  const unsigned char on[] = {0x90, (unsigned char)e->key, velocity};
  const unsigned char off[] = {0x80, (unsigned char)e->key, velocity};
  switch (e->kind) {
  case TOY_NOTE_ON:
    carom_player_midi_at(player, on, 3, e->at);
    break;
  case TOY_NOTE_OFF:
    carom_player_midi_at(player, off, 3, e->at);
    break;
  case TOY_MIDI:
    carom_player_midi_at(player, e->bytes, 3, e->at);
    break;
  case TOY_VALUE:
    (void)carom_plugin_set(t->plugin, e->parameter, e->value, e->at);
    break;
  case TOY_LEARN:
    carom_plugin_learn(t->plugin, e->value > 0);
    break;
  case TOY_RELOAD:
    atomic_store(&t->reloads, true);
    request_callback(t);
    break;
  }
}

bool toy_process(toy *t, const toy_event *events, int count, int samples, float *left,
                 float *right) {
  carom_player *player = carom_plugin_begin(t->plugin);
  for (int i = 0; i < count; ++i)
    take_event(t, player, &events[i]);
  carom_plugin_render(t->plugin, samples, left, right);
  if (carom_plugin_spent(t->plugin))
    request_callback(t);
  return carom_plugin_rests(t->plugin);
}

int toy_latency(const toy *t) {
  return carom_player_latency(carom_plugin_player(t->plugin));
}
