// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Continuation: the next point of a sweep starts from the state in which its neighbour has ended,
// written into its scene as initial displacements and velocities.

#include "io/sweep.h"

#include "io/print.h"
#include <stdlib.h>
#include <string.h>

static bool set_shape(carom_scene *scene, const char *body, const char *key, const double *values,
                      int count, carom_error *error) {
  char path[200];
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return false;
  fputc('[', file);
  for (int i = 0; i < count; ++i)
    print_to(file, "%s%.17g", i > 0 ? ", " : "", values[i]);
  fputc(']', file);
  bool good = fclose(file) == 0;
  snprintf(path, sizeof path, "bodies.%s.%s.shape", body, key);
  good = good && carom_scene_set(scene, path, "table", error) == CAROM_OK;
  snprintf(path, sizeof path, "bodies.%s.%s.values", body, key);
  good = good && carom_scene_set(scene, path, text, error) == CAROM_OK;
  free(text);
  return good;
}

static bool set_mass(carom_scene *scene, const char *body, double u, double v, carom_error *error) {
  char path[200];
  snprintf(path, sizeof path, "bodies.%s.position", body);
  if (carom_scene_set_number(scene, path, u, error) != CAROM_OK)
    return false;
  snprintf(path, sizeof path, "bodies.%s.velocity", body);
  return carom_scene_set_number(scene, path, v, error) == CAROM_OK;
}

bool sweep_carry(carom_scene *scene, const carom_model *model, const carom_state *state,
                 carom_error *error) {
  bool good = true;
  for (int b = 0; good && b < carom_model_describe(model).bodies; ++b) {
    const carom_body_info info = carom_model_body(model, b);
    const int count = carom_body_shape(model, state, b, NULL, 0);
    double *u = calloc(2 * (size_t)count, sizeof *u);
    if (u == NULL)
      return false;
    carom_body_shape(model, state, b, u, count);
    carom_body_velocity(model, state, b, u + count, count);
    if (info.kind == CAROM_BODY_MASS)
      good = set_mass(scene, info.name, u[0], u[count], error);
    else if (info.kind != CAROM_BODY_BARRIER)
      good = set_shape(scene, info.name, "start", u, count, error) &&
             set_shape(scene, info.name, "start_velocity", u + count, count, error);
    free(u);
  }
  return good;
}
