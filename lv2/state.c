// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the host has done beside run(), by threads of its own: its worker compiles the scene anew
// and frees what is spent; states are saved and restored. Without a worker nothing is compiled
// while the plugin runs.

#include "lv2/plugin.h"

#include <stdlib.h>
#include <string.h>

static void reload(instrument *in) {
  carom_error error;
  carom_scene *scene = bundle_load_scene(in->bundle, &error);
  if (scene == NULL || carom_plugin_reload(in->plugin, scene, &error) != CAROM_OK)
    lv2_log_error(&in->logger, "carom: %s; what was loaded before plays on\n", error.text);
  carom_scene_free(scene);
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle to, uint32_t size, const void *data) {
  instrument *in = handle;
  job what;
  (void)respond; // run() sees for itself what has come
  (void)to;
  if (size != sizeof what)
    return LV2_WORKER_ERR_UNKNOWN;
  memcpy(&what, data, sizeof what);
  if (what == JOB_RELOAD)
    reload(in);
  else
    carom_plugin_tidy(in->plugin);
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data) {
  (void)handle;
  (void)size;
  (void)data;
  return LV2_WORKER_SUCCESS;
}

const LV2_Worker_Interface instrument_worker = {work, work_response, NULL};

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store,
                             LV2_State_Handle user, uint32_t flags,
                             const LV2_Feature *const *features) {
  (void)flags;
  (void)features;
  const instrument *in = handle;
  char *text = malloc(carom_plugin_saved_size(in->plugin));
  if (text == NULL)
    return LV2_STATE_ERR_UNKNOWN;
  const size_t length = carom_plugin_save(in->plugin, text);
  const LV2_State_Status status =
      store(user, in->saved, text, length + 1, in->text, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  free(text);
  return status;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle user, uint32_t flags,
                                const LV2_Feature *const *features) {
  (void)flags;
  (void)features;
  instrument *in = handle;
  carom_error error;
  size_t size = 0;
  uint32_t type = 0;
  uint32_t kind = 0;
  const char *text = retrieve(user, in->saved, &size, &type, &kind);
  if (text == NULL)
    return LV2_STATE_ERR_NO_PROPERTY;
  if (type != in->text || size == 0 || text[size - 1] != '\0')
    return LV2_STATE_ERR_BAD_TYPE;
  const carom_status status = carom_plugin_restore(in->plugin, text, &error);
  if (error.text[0] != '\0')
    lv2_log_warning(&in->logger, "carom: %s\n", error.text);
  return status == CAROM_OK ? LV2_STATE_SUCCESS : LV2_STATE_ERR_UNKNOWN;
}

const LV2_State_Interface instrument_state = {save, restore};
