// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The gains of a scene that is played: one number each, found ahead by a run of its score as
// audio.wav finds them at its end. The gain of an output with `gain: auto` is 1 / its peak; with
// these the whole mix is brought to -3 dB.

#include "play/prepare.h"

#include "base/error.h"
#include "model/model.h"
#include "play/play.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  carom_model *model;
  carom_state *state;
  carom_mix *mix;
  carom_model_info info;
  bool scored;
  double *values;
} reference;

enum { RUN_BLOCK = 64 };

// Without a score: one stroke of every gesture, and keys that begin a note at their upper end.
static void stroke_all(reference *r) {
  for (int i = 0; i < r->info.controls; ++i) {
    const carom_control_info c = carom_model_control(r->model, i);
    const carom_stroke stroke = carom_control_stroke(&c, c.to);
    if (c.gesture_kind != CAROM_GESTURE_NONE)
      (void)carom_state_play(r->model, r->state, i, &stroke, 0);
    else if (c.midi_kind == CAROM_MIDI_NOTE_ON)
      (void)carom_state_control(r->model, r->state, i, -1, c.to, 0);
  }
}

// One run from the start; the peaks are in the mix.
static carom_status run(reference *r) {
  const double seconds = r->scored ? r->info.duration : fmin(r->info.duration, 4);
  float left[RUN_BLOCK];
  float right[RUN_BLOCK];
  carom_state_reset(r->model, r->state);
  carom_state_keep_ledger(r->model, r->state, false);
  carom_mix_reset(r->mix);
  if (!r->scored)
    stroke_all(r);
  for (long long left_over = llround(seconds * r->info.rate); left_over > 0;
       left_over -= RUN_BLOCK) {
    const carom_status status = carom_process(r->model, r->state, RUN_BLOCK, r->values);
    if (status != CAROM_OK)
      return status;
    carom_mix_block(r->model, r->mix, r->values, RUN_BLOCK, left, right);
  }
  return CAROM_OK;
}

static carom_status measure(reference *r) {
  carom_status status = run(r);
  for (int i = 0; i < r->info.columns; ++i) {
    const double peak = carom_mix_peak(r->mix, i);
    if (status == CAROM_OK && carom_model_output(r->model, i).gain_auto && peak > 0)
      status = carom_mix_set_gain(r->mix, i, 1 / peak);
  }
  return status == CAROM_OK ? run(r) : status;
}

static carom_status write_gains(const reference *r, carom_scene *scene, carom_error *error) {
  const double peak = carom_mix_sum_peak(r->mix);
  const double level = peak > 0 ? full_scale / peak : 1;
  carom_status status = CAROM_OK;
  for (int i = 0; status == CAROM_OK && i < r->info.columns; ++i) {
    const carom_output_info o = carom_model_output(r->model, i);
    char path[120];
    snprintf(path, sizeof path, "outputs.%s.gain", o.name);
    if (o.audio)
      status = carom_scene_set_number(scene, path, carom_mix_gain(r->mix, i) * level, error);
  }
  return status;
}

static carom_status find_gains(reference *r, carom_scene *scene, carom_error *error) {
  carom_status status = CAROM_NO_MEMORY;
  const carom_memory heap = carom_memory_heap();
  const size_t size = (size_t)RUN_BLOCK * (size_t)r->info.oversample *
                      (size_t)(r->info.outputs + 1) * sizeof(double);
  r->state = carom_state_new(r->model, NULL);
  r->mix = carom_mix_new(r->model, NULL, NULL, NULL);
  r->values = heap.resize(heap.user, NULL, 0, size);
  if (r->state != NULL && r->mix != NULL && r->values != NULL)
    status = measure(r);
  if (status != CAROM_OK && error != NULL) {
    *error = (carom_error){.status = status};
    snprintf(error->text, sizeof error->text, "while gains were found: %s",
             carom_status_text(status));
  } else if (status == CAROM_OK) {
    status = write_gains(r, scene, error);
  }
  if (r->values != NULL)
    heap.resize(heap.user, r->values, size, 0);
  carom_mix_free(r->mix);
  carom_state_free(r->state);
  return status;
}

static bool is_set(const carom_scene *scene, const char *path) {
  const char *text = carom_scene_get(scene, path);
  return text != NULL && text[0] != '\0';
}

// One body: no starting shape or velocity; what is wrapped around a bridge lies on it.
static carom_status calm_body(carom_scene *scene, const char *body, carom_error *error) {
  static const char *const keys[] = {"start.shape",
                                     "start.at",
                                     "start.width",
                                     "start.amplitude",
                                     "start.mode",
                                     "start.values",
                                     "start_velocity.shape",
                                     "start_velocity.at",
                                     "start_velocity.width",
                                     "start_velocity.amplitude",
                                     "start_velocity.mode",
                                     "start_velocity.values",
                                     "velocity",
                                     "angular_velocity"};
  char path[200];
  snprintf(path, sizeof path, "bodies.%s.start.shape", body);
  const bool wrapped = is_set(scene, path) && strcmp(carom_scene_get(scene, path), "wrapped") == 0;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
    snprintf(path, sizeof path, "bodies.%s.%s", body, keys[i]);
    if (!wrapped || strncmp(keys[i], "start.", 6) != 0)
      (void)carom_scene_remove(scene, path, NULL); // where it is set
  }
  snprintf(path, sizeof path, "bodies.%s.start.amplitude", body);
  return wrapped ? carom_scene_set_number(scene, path, 0, error) : CAROM_OK;
}

carom_status scene_calm(carom_scene *scene, carom_error *error) {
  carom_status status = CAROM_OK;
  for (int i = 0; status == CAROM_OK && i < carom_scene_count(scene, "bodies"); ++i)
    status = calm_body(scene, carom_scene_name(scene, "bodies", i), error);
  return status;
}

static carom_status remove_gestures(carom_scene *scene, carom_error *error) {
  carom_status status = scene_calm(scene, error);
  status = status == CAROM_OK ? carom_scene_remove(scene, "score", error) : status;
  return status == CAROM_OK ? carom_scene_remove(scene, "snapshots", error) : status;
}

// Families are heard by strokes of their members.
static carom_status find_by_keys(carom_scene *scene, carom_error *error) {
  carom_status status = remove_gestures(scene, error);
  carom_model *model = status == CAROM_OK ? carom_model_compile(scene, NULL, error) : NULL;
  if (model == NULL)
    return status == CAROM_OK ? error->status : status;
  status = prepare_by_keys(scene, model, error);
  carom_model_free(model);
  return status;
}

carom_status carom_scene_prepare_play(carom_scene *scene, carom_error *error) {
  if (scene == NULL)
    return error_null(error, "scene");
  reference r = {.scored = carom_scene_count(scene, "score") > 0};
  carom_error unread;
  if (error == NULL)
    error = &unread;
  if ((r.model = carom_model_compile(scene, NULL, error)) == NULL)
    return error->status;
  carom_status status = CAROM_OK;
  r.info = carom_model_describe(r.model);
  bool automatic = false;
  for (int i = 0; i < r.info.columns; ++i) {
    const carom_output_info o = carom_model_output(r.model, i);
    automatic = automatic || (o.audio && o.gain_auto);
  }
  const bool families = r.model->sums && r.info.controls > 0;
  if (automatic)
    status = families ? find_by_keys(scene, error) : find_gains(&r, scene, error);
  carom_model_free(r.model);
  return status == CAROM_OK ? remove_gestures(scene, error) : status;
}
