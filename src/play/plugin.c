// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plugin: the player that sounds, the one that fades out below it, and the parameters of both.
// What is compiled or restored meanwhile comes from parcel.c.

#include "play/plugin.h"

#include "base/error.h"
#include "model/model.h"
#include "play/play.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// --- Setting up ---------------------------------------------------------------------------------

static size_t size_of(int parameters) {
  return sizeof(carom_plugin) + (size_t)parameters * sizeof(plugin_parameter);
}

static void forget(carom_plugin *p) {
  p->moved = -1;
  p->learning = false;
  p->fresh = true;
}

void plugin_publish(carom_plugin *p) {
  for (int i = 0; i < p->count; ++i) {
    plugin_parameter *to = &p->parameter[i];
    const int control = to->known.control;
    atomic_store_explicit(&to->now, carom_player_get(p->player, control), memory_order_relaxed);
    atomic_store_explicit(&to->tied_now, carom_player_tied(p->player, control),
                          memory_order_relaxed);
  }
  atomic_store(&p->taken, p->took); // now they tell what was restored, too
}

static void read_parameters(carom_plugin *p, const carom_model *model) {
  for (int i = 0; i < p->count; ++i) {
    plugin_parameter *to = &p->parameter[i];
    to->known = carom_model_parameter(model, i);
    to->info = carom_model_control(model, to->known.control);
    to->restored = (double)NAN;
    snprintf(to->name, sizeof to->name, "%s", to->known.name);
    to->known.name = to->name;
  }
}

// Takes the player over.
static carom_plugin *make(carom_player *player, const carom_memory *memory, carom_error *error) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  if (player == NULL)
    return NULL;
  const carom_model *model = carom_player_model(player);
  const int count = carom_model_parameters(model);
  carom_plugin *p = from.resize(from.user, NULL, 0, size_of(count));
  if (p == NULL) {
    carom_player_free(player);
    (void)error_set(error, CAROM_NO_MEMORY, "out of memory");
    return NULL;
  }
  memset(p, 0, size_of(count));
  p->memory = from;
  p->player = player;
  p->options = player->options;
  p->options.rate = carom_model_describe(model).rate;
  p->count = count;
  p->a4 = p->bend = (double)NAN;
  atomic_store(&p->version, model->written);
  read_parameters(p, model);
  forget(p);
  plugin_publish(p);
  return p;
}

carom_plugin *carom_plugin_new(carom_scene *scene, const carom_player_options *options,
                               const carom_memory *memory, carom_error *error) {
  return make(carom_player_new(scene, options, memory, error), memory, error);
}

carom_plugin *carom_plugin_new_of(const carom_model *model, const carom_player_options *options,
                                  const carom_memory *memory, carom_error *error) {
  return make(carom_player_new_of(model, options, memory, error), memory, error);
}

void carom_plugin_free(carom_plugin *p) {
  if (p == NULL)
    return;
  parcel_free(p, p->leaving);
  parcel_free(p, atomic_exchange(&p->made, NULL));
  parcel_free(p, atomic_exchange(&p->restored, NULL));
  carom_plugin_tidy(p);
  carom_player_free(p->player);
  p->memory.resize(p->memory.user, p, size_of(p->count), 0);
}

// What was restored is kept: hosts restore before they begin, and afterwards.
void carom_plugin_reset(carom_plugin *p) {
  if (p == NULL)
    return;
  parcel_settle(p);
  carom_player_reset(p->player);
  forget(p);
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < p->count; ++i)
      if (!isnan(p->parameter[i].restored) && moves_in(&p->parameter[i], pass))
        (void)carom_player_set(p->player, p->parameter[i].known.control, p->parameter[i].restored);
  plugin_publish(p);
}

// --- What is told -------------------------------------------------------------------------------

static bool has(const carom_plugin *p, int parameter) {
  return p != NULL && parameter >= 0 && parameter < p->count;
}

int carom_plugin_parameters(const carom_plugin *p) {
  return p != NULL ? p->count : 0;
}

carom_parameter carom_plugin_parameter(const carom_plugin *p, int index) {
  if (!has(p, index))
    return (carom_parameter){.control = -1, .name = ""};
  return p->parameter[index].known;
}

saved_value plugin_value(const carom_plugin *p, int parameter) {
  const plugin_parameter *from = &p->parameter[parameter];
  const bool pending = atomic_load(&p->asked) != atomic_load(&p->taken);
  const double asked = pending ? atomic_load(&from->asked) : (double)NAN;
  return (saved_value){isnan(asked) ? atomic_load(&from->now) : asked,
                       atomic_load(pending ? &from->tied_asked : &from->tied_now)};
}

double carom_plugin_get(const carom_plugin *p, int parameter) {
  if (!has(p, parameter))
    return (double)NAN;
  return p->parameter[parameter].known.triggers ? 0 : plugin_value(p, parameter).value;
}

carom_player *carom_plugin_player(const carom_plugin *p) {
  return p != NULL ? p->player : NULL;
}

bool carom_plugin_rests(const carom_plugin *p) {
  if (p == NULL)
    return true;
  return p->leaving == NULL && atomic_load(&p->made) == NULL && atomic_load(&p->restored) == NULL &&
         carom_player_rests(p->player);
}

bool carom_plugin_spent(carom_plugin *p) {
  if (p == NULL)
    return false;
  const bool untidy = p->untidy;
  p->untidy = false;
  return untidy;
}

// --- A block ------------------------------------------------------------------------------------

carom_player *carom_plugin_begin(carom_plugin *p) {
  if (p == NULL)
    return NULL;
  parcel_take(p);
  return p->player;
}

carom_status carom_plugin_set(carom_plugin *p, int parameter, double value, int offset) {
  if (!has(p, parameter))
    return CAROM_NOT_LIVE;
  if (!isfinite(value))
    return CAROM_BAD_VALUE;
  plugin_parameter *to = &p->parameter[parameter];
  to->restored = (double)NAN;
  if (p->learning && !p->fresh)
    carom_player_learn(p->player, to->known.control);
  else if (!p->fresh)
    p->moved = parameter;
  if (!to->known.triggers)
    return carom_player_set_at(p->player, to->known.control, value, offset);
  if (value > 0)
    return carom_player_set_at(p->player, to->known.control, carom_control_value(&to->info, value),
                               offset);
  return CAROM_OK;
}

void carom_plugin_tune(carom_plugin *p, double a4, double bend) {
  if (p == NULL)
    return;
  p->a4 = isnan(a4) ? p->a4 : a4;
  p->bend = isnan(bend) ? p->bend : bend;
  carom_player_tune(p->player, a4, bend);
}

void carom_plugin_learn(carom_plugin *p, bool on) {
  if (p == NULL)
    return;
  if (on && !p->learning && p->moved >= 0)
    carom_player_learn(p->player, p->parameter[p->moved].known.control);
  else if (!on && p->learning)
    carom_player_learn(p->player, -1);
  p->moved = on ? -1 : p->moved;
  p->learning = on;
}

// What leaves sounds on below what comes.
static void fade(carom_plugin *p, int count, float *left, float *right) {
  carom_player_render(p->leaving->player, count, p->old_left, p->old_right);
  for (int i = 0; i < count; ++i, --p->fading) {
    const float old = (float)p->fading / FADE;
    left[i] += old * (p->old_left[i] - left[i]);
    right[i] += old * (p->old_right[i] - right[i]);
  }
  if (p->fading == 0)
    parcel_end_fade(p);
}

void carom_plugin_render(carom_plugin *p, int samples, float *left, float *right) {
  if (p == NULL) {
    carom_player_render(NULL, samples, left, right);
    return;
  }
  for (int n = 0; n < samples;) {
    const int most = p->fading > 0 && p->fading < FADE_BLOCK ? p->fading : FADE_BLOCK;
    const int count = p->fading > 0 && samples - n > most ? most : samples - n;
    carom_player_render(p->player, count, left + n, right + n);
    if (p->fading > 0)
      fade(p, count, left + n, right + n);
    n += count;
  }
  p->fresh = false;
  plugin_publish(p);
}
