// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What takes too long for run(): a player is compiled, and one that is not played any more is
// freed. The host's worker calls work() in a thread of its own, and work_response() in that of
// run() when it is done. A new player is faded in over FADE samples while the old one sounds on.
// Without a worker nothing is compiled while the plugin runs, and what is to be freed waits for a
// thread that may.
//
// Parcels lie in places of the instrument, each exchanged atomically, from where run() takes them
// and to where it puts them: none is lost if the host drops a job or a response, or ends in
// between.

#include "lv2/plugin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// What is to be done: a player is wanted, spent parcels are to be freed.
typedef enum { JOB_PLAYER, JOB_FREE } job;

// --- Parcels ------------------------------------------------------------------------------------

parcel *parcel_new(int values) {
  parcel *p = calloc(1, sizeof *p + (size_t)values * sizeof p->value[0]);
  if (p != NULL)
    p->values = values;
  return p;
}

void parcel_free(parcel *p) {
  if (p != NULL)
    carom_player_free(p->player);
  free(p);
}

void free_spent(instrument *in) {
  parcel *p = atomic_exchange(&in->spent, NULL);
  while (p != NULL) {
    parcel *next = p->next;
    parcel_free(p);
    p = next;
  }
}

static bool ask_worker(const instrument *in, job what) {
  return in->schedule != NULL && in->schedule->schedule_work(in->schedule->handle, sizeof what,
                                                             &what) == LV2_WORKER_SUCCESS;
}

// Has a parcel freed, by the worker or later.
static void spend(instrument *in, parcel *p) {
  p->next = atomic_load(&in->spent);
  while (!atomic_compare_exchange_weak(&in->spent, &p->next, p))
    continue;
  (void)ask_worker(in, JOB_FREE);
}

static parcel *take(_Atomic(parcel *) *place) {
  return atomic_load(place) != NULL ? atomic_exchange(place, NULL) : NULL;
}

// --- A player compiled anew ---------------------------------------------------------------------

// Whether a model has the controls of the ports, in their order.
static bool fits_ports(const instrument *in, const carom_model *model) {
  int port = 0;
  for (int i = 0; i < carom_model_describe(model).controls; ++i) {
    const carom_control_info c = carom_model_control(model, i);
    if (!port_is_for(&c))
      continue;
    if (port >= in->ports || strcmp(in->port[port].name, c.name) != 0 ||
        in->port[port].triggers != port_triggers(&c))
      return false;
    ++port;
  }
  return port == in->ports;
}

// NULL, and said why, if there is none.
static parcel *make_player(instrument *in) {
  carom_error error;
  parcel *p = parcel_new(0);
  if (p == NULL)
    return NULL;
  p->player = bundle_load_player(in->bundle, in->rate, &p->version, &error);
  const bool fits = p->player != NULL && fits_ports(in, carom_player_model(p->player));
  if (fits)
    return p;
  if (p->player != NULL)
    snprintf(error.text, sizeof error.text,
             BUNDLE_SCENE ": its controls are no longer those of the ports; load the plugin anew");
  lv2_log_error(&in->logger, "carom: %s; what was loaded before plays on\n", error.text);
  parcel_free(p);
  return NULL;
}

void ask_for_player(instrument *in) {
  const unsigned char all_sound_off[] = {0xB0, 120, 0};
  if (atomic_load(&in->reloading))
    return;
  atomic_store(&in->reloading, true);
  if (ask_worker(in, JOB_PLAYER))
    return;
  atomic_store(&in->reloading, false);
  carom_player_midi(in->player, all_sound_off, 3); // without a worker: the same player, from rest
}

// The controls are where they were.
static void swap_player(instrument *in, parcel *p) {
  carom_player *old = in->player;
  const carom_model *model = carom_player_model(p->player);
  int port = 0;
  for (int i = 0; i < carom_model_describe(model).controls; ++i) {
    const carom_control_info info = carom_model_control(model, i);
    if (!port_is_for(&info))
      continue;
    control_port *to = &in->port[port++];
    const double value = carom_player_get(old, to->control);
    if (info.gesture[0] == '\0' && value != to->info.initial)
      (void)carom_player_set(p->player, i, value);
    (void)carom_player_tie(p->player, i, carom_player_tied(old, to->control));
    to->control = i;
    to->info = info;
  }
  if (in->a4_seen > 0)
    carom_player_tune(p->player, (double)in->a4_seen, (double)NAN);
  in->player = p->player;
  p->player = old;
  in->leaving = p;
  in->fading = FADE;
  atomic_store(&in->version, p->version);
}

void end_fade(instrument *in) {
  spend(in, in->leaving);
  in->leaving = NULL;
  in->fading = 0;
  atomic_store(&in->reloading, false);
}

// --- What has come ------------------------------------------------------------------------------

// Moves the controls to what a state has restored.
static void restore_values(instrument *in, const parcel *p) {
  for (int i = 0; i < in->ports && i < p->values; ++i) {
    control_port *port = &in->port[i];
    const restored_value *v = &p->value[i];
    if (!isnan(v->value) && carom_player_set(in->player, port->control, v->value) == CAROM_OK)
      port->restored = v->value; // activate() comes after this in most hosts
    (void)carom_player_tie(in->player, port->control, v->tied);
  }
  in->taken = p->number;
}

void take_parcels(instrument *in) {
  parcel *made = in->leaving == NULL ? take(&in->made) : NULL;
  if (made != NULL)
    swap_player(in, made);
  parcel *restored = take(&in->restored);
  if (restored == NULL)
    return;
  restore_values(in, restored);
  spend(in, restored);
}

void settle_parcels(instrument *in) {
  parcel *made = take(&in->made);
  parcel *restored = take(&in->restored);
  parcel_free(in->leaving);
  in->leaving = NULL;
  in->fading = 0;
  if (made != NULL) {
    swap_player(in, made);
    parcel_free(in->leaving);
    in->leaving = NULL;
    in->fading = 0;
  }
  if (restored != NULL)
    restore_values(in, restored);
  parcel_free(restored);
  free_spent(in);
  in->taken = atomic_load(&in->asked);
  atomic_store(&in->reloading, false);
}

// --- The interface ------------------------------------------------------------------------------

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle to, uint32_t size, const void *data) {
  instrument *in = handle;
  job what;
  if (size != sizeof what)
    return LV2_WORKER_ERR_UNKNOWN;
  memcpy(&what, data, sizeof what);
  free_spent(in);
  if (what != JOB_PLAYER)
    return LV2_WORKER_SUCCESS;
  parcel *made = make_player(in);
  if (made == NULL) {
    atomic_store(&in->reloading, false);
    return LV2_WORKER_SUCCESS;
  }
  parcel_free(atomic_exchange(&in->made, made));
  return respond(to, sizeof what, &what);
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data) {
  (void)size;
  (void)data;
  take_parcels(handle);
  return LV2_WORKER_SUCCESS;
}

const LV2_Worker_Interface instrument_worker = {work, work_response, NULL};
