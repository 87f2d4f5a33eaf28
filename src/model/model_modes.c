// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of a scene, by its method.

#include "model/layout.h"
#include "model/method.h"
#include <string.h>

carom_status carom_model_modes(const carom_model *m, int count, carom_scene_mode *modes,
                               double *motion, int *found) {
  if (found != NULL)
    *found = 0;
  if (m == NULL || count < 1 || modes == NULL || found == NULL)
    return CAROM_BAD_VALUE;
  if (method_of(m)->scene_modes == NULL)
    return CAROM_NO_PART;
  const int got = method_of(m)->scene_modes(m, count, modes, motion);
  *found = got > 0 ? got : 0;
  if (got == SCENE_TOO_LARGE)
    return CAROM_FULL;
  return got < 0 ? CAROM_NO_MEMORY : CAROM_OK;
}

int carom_motion_count(const carom_model *m) {
  return m != NULL ? model_nodes(m) : 0;
}

bool carom_body_sounding(const carom_model *m, int body, double *frequency) {
  if (frequency != NULL)
    *frequency = 0;
  if (m == NULL || body < 0 || body >= m->body_count || frequency == NULL)
    return false;
  return method_of(m)->sounding != NULL && method_of(m)->sounding(m, body, frequency);
}

int carom_motion_shape(const carom_model *m, const double *motion, int body, double *shape,
                       int room) {
  if (m == NULL || motion == NULL || body < 0 || body >= m->body_count)
    return 0;
  const model_body *b = &m->body[body];
  const layout *row = layout_table[b->layout];
  if (row->shape == NULL || row->linear == NULL)
    return 0;
  node_field field = {.wide_end = INT_MAX};
  memcpy(&field.wide, &motion, sizeof motion); // which is only read
  return row->shape(m, b, field, 1, shape, shape != NULL ? room : 0);
}
