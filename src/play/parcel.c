// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What passes between the threads of a plugin. Parcels lie in places of it, each exchanged
// atomically, from where the thread that renders takes them and to where it puts them: nobody
// waits, and none is lost whatever a host leaves undone. A player that was compiled takes the place
// of the one that sounds, which fades out and is left to be freed.

#include "play/plugin.h"

#include "base/error.h"
#include "model/model.h"
#include "play/play.h"
#include <math.h>
#include <string.h>

static size_t size_of(int values) {
  return sizeof(parcel) + (size_t)values * sizeof(saved_value);
}

parcel *parcel_new(const carom_plugin *plugin, int values) {
  parcel *p = plugin->memory.resize(plugin->memory.user, NULL, 0, size_of(values));
  if (p != NULL)
    *p = (parcel){.values = values};
  return p;
}

void parcel_free(const carom_plugin *plugin, parcel *p) {
  if (p == NULL)
    return;
  carom_player_free(p->player);
  plugin->memory.resize(plugin->memory.user, p, size_of(p->values), 0);
}

void carom_plugin_tidy(carom_plugin *plugin) {
  if (plugin == NULL)
    return;
  parcel *p = atomic_exchange(&plugin->spent, NULL);
  while (p != NULL) {
    parcel *next = p->next;
    parcel_free(plugin, p);
    p = next;
  }
}

// Leaves a parcel to be freed.
static void spend(carom_plugin *plugin, parcel *p) {
  p->next = atomic_load(&plugin->spent);
  while (!atomic_compare_exchange_weak(&plugin->spent, &p->next, p))
    continue;
  plugin->untidy = true;
}

static parcel *take(_Atomic(parcel *) *place) {
  return atomic_load(place) != NULL ? atomic_exchange(place, NULL) : NULL;
}

// --- A player that was compiled -----------------------------------------------------------------

// Whether a model has the parameters that the host knows, of the same controls.
static bool fits(const carom_plugin *plugin, const carom_model *model) {
  for (int i = 0; i < plugin->count; ++i) {
    const carom_parameter p = carom_model_parameter(model, i);
    const carom_parameter *known = &plugin->parameter[i].known;
    if (strcmp(p.name, known->name) != 0 || p.control != known->control ||
        p.triggers != known->triggers)
      return false;
  }
  return carom_model_parameters(model) == plugin->count;
}

carom_status carom_plugin_reload(carom_plugin *plugin, carom_scene *scene, carom_error *error) {
  if (plugin == NULL || scene == NULL)
    return error_null(error, plugin == NULL ? "plugin" : "scene");
  carom_error unread;
  if (error == NULL)
    error = &unread;
  carom_plugin_tidy(plugin);
  parcel *p = parcel_new(plugin, 0);
  if (p == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  p->player = carom_player_new(scene, &plugin->options, &plugin->memory, error);
  const bool good = p->player != NULL && fits(plugin, carom_player_model(p->player));
  if (p->player != NULL && !good)
    (void)error_set(error, CAROM_WRONG_MODEL,
                    "its controls are no longer those that the host knows; load the plugin anew");
  parcel_free(plugin, good ? atomic_exchange(&plugin->made, p) : p);
  return good ? CAROM_OK : error->status;
}

// The controls are where they were, and learn what they learned.
static void move_controls(carom_plugin *plugin, carom_player *from, carom_player *to) {
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < plugin->count; ++i) {
      const plugin_parameter *p = &plugin->parameter[i];
      const int control = p->known.control;
      const double value = carom_player_get(from, control);
      if (!moves_in(p, pass))
        continue;
      if (!p->known.triggers && value != p->info.initial)
        (void)carom_player_set(to, control, value);
      (void)carom_player_tie(to, control, carom_player_tied(from, control));
    }
  carom_player_learn(to, carom_player_learning(from));
  carom_player_watch(to, from->played, from->user);
}

static void swap_player(carom_plugin *plugin, parcel *p) {
  carom_player *old = plugin->player;
  const carom_model *model = carom_player_model(p->player);
  move_controls(plugin, old, p->player);
  carom_player_watch(old, NULL, NULL);
  for (int i = 0; i < plugin->count; ++i) {
    plugin_parameter *to = &plugin->parameter[i];
    to->info = carom_model_control(model, to->known.control);
  }
  carom_player_tune(p->player, plugin->a4, plugin->bend);
  atomic_store(&plugin->version, model->written);
  plugin->player = p->player;
  p->player = old;
  plugin->leaving = p;
  plugin->fading = FADE;
}

void parcel_end_fade(carom_plugin *plugin) {
  spend(plugin, plugin->leaving);
  plugin->leaving = NULL;
  plugin->fading = 0;
}

// --- Values that were restored ------------------------------------------------------------------

static void restore_values(carom_plugin *plugin, const parcel *p) {
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < plugin->count; ++i) {
      plugin_parameter *to = &plugin->parameter[i];
      const saved_value *v = &p->value[i];
      if (!moves_in(to, pass))
        continue;
      if (!isnan(v->value) &&
          carom_player_set(plugin->player, to->known.control, v->value) == CAROM_OK)
        to->restored = v->value; // hosts may reset afterwards
      (void)carom_player_tie(plugin->player, to->known.control, v->tied);
    }
  plugin->took = p->number;
}

// --- What has come ------------------------------------------------------------------------------

void parcel_take(carom_plugin *plugin) {
  parcel *made = plugin->leaving == NULL ? take(&plugin->made) : NULL;
  if (made != NULL)
    swap_player(plugin, made);
  parcel *restored = take(&plugin->restored);
  if (restored == NULL)
    return;
  restore_values(plugin, restored);
  spend(plugin, restored);
}

void parcel_settle(carom_plugin *plugin) {
  if (plugin->leaving != NULL)
    parcel_end_fade(plugin);
  parcel_take(plugin);
  if (plugin->leaving != NULL)
    parcel_end_fade(plugin);
  carom_plugin_tidy(plugin);
  plugin->untidy = false;
}
