// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Presets: values of controls under a name, checked against the controls' ranges.

#include "model/compile.h"

#include <carom/control.h>
#include <math.h>
#include <string.h>

static int find_control(const compiler *c, const char *name) {
  for (int i = 0; i < c->m.control_count; ++i)
    if (strcmp(c->m.text + c->m.control[i].name, name) == 0)
      return i;
  return -1;
}

// A preset holds what stays: strokes are over at once, and notes move what follows them.
static bool stays(const compiler *c, const model_control *control) {
  const char *midi = c->m.text + control->midi;
  return control_moves_keys(control->kind) && strncmp(midi, "note", 4) != 0;
}

static bool no_such_control(compiler *c, const item *it, const char *name) {
  char text[800] = "";
  sentence allowed = sentence_in(text, sizeof text);
  const char *before = "; allowed are ";
  for (int i = 0; i < c->m.control_count; ++i)
    if (stays(c, &c->m.control[i])) {
      sentence_add(&allowed, "%s%s", before, c->m.text + c->m.control[i].name);
      before = ", ";
    }
  return MISTAKE(c, it, name, CAROM_BAD_REFERENCE, "%s%s",
                 find_control(c, name) < 0 ? "there is no such control"
                                           : "a stroke, or moved by notes: a preset cannot hold it",
                 text);
}

static bool add_value(compiler *c, const item *it, const char *name, double value) {
  const int index = find_control(c, name);
  if (index < 0 || !stays(c, &c->m.control[index]))
    return no_such_control(c, it, name);
  const model_control *control = &c->m.control[index];
  const double low = fmin(control->from, control->to);
  const double high = fmax(control->from, control->to);
  if (!(value >= low && value <= high))
    return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                   "%g is outside the control's range; allowed is from %g to %g", value, low, high);
  preset_value *kept = BUILDER_ADD(&c->m, preset_value, 1);
  if (kept != NULL)
    *kept = (preset_value){index, value};
  return kept != NULL;
}

static bool add_preset(compiler *c, const item *it) {
  const model_preset preset = {
      .name = builder_text(&c->m, it->name), .first = c->m.preset_value_count, .count = it->count};
  for (int i = 0; i < it->count; ++i) {
    const entry *e = &it->entries[i];
    if (!add_value(c, it, e->part != NULL ? e->part : "*", e->value.one))
      return false;
  }
  model_preset *kept = BUILDER_ADD(&c->m, preset, 1);
  if (kept != NULL)
    *kept = preset;
  return kept != NULL;
}

bool compile_presets(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_PRESETS && !add_preset(c, it))
      return false;
  }
  return !c->m.out_of_memory;
}

// --- Of a model ---------------------------------------------------------------------------------

int carom_model_presets(const carom_model *m) {
  return m != NULL ? m->preset_count : 0;
}

const char *carom_model_preset_name(const carom_model *m, int preset) {
  return preset >= 0 && preset < carom_model_presets(m) ? model_text(m, m->preset[preset].name)
                                                        : "";
}

int carom_model_find_preset(const carom_model *m, const char *name) {
  for (int i = 0; name != NULL && i < carom_model_presets(m); ++i)
    if (strcmp(carom_model_preset_name(m, i), name) == 0)
      return i;
  return -1;
}

double carom_model_preset_value(const carom_model *m, int preset, int control) {
  if (m == NULL || preset < -1 || preset >= m->preset_count || control < 0 ||
      control >= m->control_count)
    return NAN;
  if (preset >= 0)
    for (int i = 0; i < m->preset[preset].count; ++i) {
      const preset_value *v = &m->preset_value[m->preset[preset].first + i];
      if (v->control == control)
        return v->value;
    }
  return carom_model_control(m, control).initial;
}
