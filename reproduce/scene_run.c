// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Runs of a scene for reports.

#include "reproduce/scene_run.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 4001, SHAPE_ROOM = 2 * MOST_POINTS };

carom_model *scene_model(const char *name, const change *changes, int count) {
  carom_error error;
  carom_model *model = NULL;
  carom_scene *scene = carom_scene_new(NULL);
  const int builtin = carom_builtin_find(name);
  const char *text = builtin >= 0 ? carom_builtin_text(builtin) : name;
  bool good =
      scene != NULL && carom_scene_parse(scene, "scene", text, strlen(text), &error) == CAROM_OK;
  for (int i = 0; i < count; ++i)
    good = good && carom_scene_set(scene, changes[i][0], changes[i][1], &error) == CAROM_OK;
  if (good)
    model = carom_model_compile(scene, NULL, &error);
  carom_scene_free(scene);
  return model;
}

static bool take_room(scene_run *r, int outputs, int samples) {
  const size_t most = (size_t)samples;
  r->room = calloc(((size_t)outputs + 2) * most + (size_t)r->shapes * SHAPE_ROOM, sizeof *r->room);
  if (r->room == NULL)
    return false;
  double *at = r->room;
  for (int i = 0; i < outputs; ++i, at += most)
    r->y[i] = at;
  r->bodies = at;
  r->contact = at + most;
  at += 2 * most;
  for (int i = 0; i < r->shapes; ++i, at += SHAPE_ROOM) {
    r->shape[i] = at;
    r->velocity[i] = at + MOST_POINTS;
  }
  return true;
}

static void record_impacts(scene_run *r, const carom_model *model, carom_state *state, bool kept) {
  carom_impact e;
  while (carom_state_next_impact(model, state, &e))
    if (kept && r->stays < MOST_STAYS)
      r->stay[r->stays++] = e;
}

static void record(scene_run *r, const carom_model *model, carom_state *state, int outputs,
                   int samples) {
  for (int n = 0; n < r->skip && r->status == CAROM_OK; ++n) {
    r->status = carom_process(model, state, 1, NULL);
    record_impacts(r, model, state, false);
  }
  for (int n = 0, shape = 0; n < samples && r->status == CAROM_OK; ++n) {
    const carom_ledger l = carom_state_ledger(state);
    for (; shape < r->shapes && r->at[shape] == n; ++shape) {
      r->points = carom_body_shape(model, state, 0, r->shape[shape], MOST_POINTS);
      carom_body_velocity(model, state, 0, r->velocity[shape], MOST_POINTS);
    }
    r->status = carom_process(model, state, 1, NULL);
    for (int i = 0; i < outputs; ++i)
      r->y[i][n] = carom_output(model, state, i);
    r->bodies[n] = l.kinetic + l.potential;
    r->contact[n] = l.contact;
    record_impacts(r, model, state, true);
    r->samples = n + 1;
  }
}

bool scene_run_make(scene_run *r, const char *scene, const change *changes, int count,
                    int samples) {
  carom_model *model = scene_model(scene, changes, count);
  carom_state *state = model != NULL ? carom_state_new(model, NULL) : NULL;
  carom_error error;
  bool good = state != NULL;
  r->status = CAROM_OK;
  r->lacks = good && carom_state_equip(model, state, &error) == CAROM_NO_PART;
  if (good && !r->lacks) {
    const carom_model_info info = carom_model_describe(model);
    const int outputs = info.outputs < MOST_OUTPUTS ? info.outputs : MOST_OUTPUTS;
    r->step = 1 / info.rate;
    good = take_room(r, outputs, samples);
    if (good)
      record(r, model, state, outputs, samples);
    r->right_sides = carom_state_solver(state).right_sides;
    r->balance = carom_state_ledger(state).largest_balance_error;
  }
  carom_state_free(state);
  carom_model_free(model);
  return good;
}

void scene_run_free(scene_run *r) {
  free(r->room);
  r->room = NULL;
}

void scene_runs_free(scene_run *runs, int count) {
  for (int i = 0; i < count; ++i)
    scene_run_free(&runs[i]);
}
