// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene compiled as an instrument: at the rate of the sound, and at rest.

#include "play/play.h"

#include "base/error.h"
#include "model/model.h"

// Steps inside each sample are chosen so that the motion is stepped about as finely as the scene
// asks for, whatever the rate of the sound.
static carom_status set_rate(carom_scene *scene, double rate, carom_error *error) {
  const double inner =
      carom_scene_number(scene, "rate") * carom_scene_number(scene, "solver.oversample");
  int over = 1;
  if (rate == 0 || rate == carom_scene_number(scene, "rate"))
    return CAROM_OK;
  while (over < 8 && rate * over < 0.9 * inner)
    over *= 2;
  const carom_status status = carom_scene_set_number(scene, "rate", rate, error);
  return status == CAROM_OK ? carom_scene_set_number(scene, "solver.oversample", over, error)
                            : status;
}

// Saved values tell of which scene they are, at whatever rate it is played.
carom_model *carom_player_compile(carom_scene *scene, double rate, const carom_memory *memory,
                                  carom_error *error) {
  if (scene == NULL) {
    (void)error_null(error, "scene");
    return NULL;
  }
  const unsigned long long written = scene_hash(scene);
  carom_status status = set_rate(scene, rate, error);
  if (status == CAROM_OK)
    status = carom_scene_remove(scene, "score", error);
  if (status == CAROM_OK)
    status = scene_calm(scene, error);
  carom_model *model = status == CAROM_OK ? carom_model_compile(scene, memory, error) : NULL;
  if (model != NULL)
    model->written = written;
  return model;
}
