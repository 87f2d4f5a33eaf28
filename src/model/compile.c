// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scene -> model: the order of the stages, the check of keys, and reading values.

#include "model/compile.h"

#include "scene/value.h"
#include <carom/carom.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// --- Reading values -----------------------------------------------------------------------------

int item_numbers(const item *it, const char *key, int width, double *numbers, int room) {
  const char *text = item_text(it, key);
  return text != NULL ? value_list(text, width, numbers, room) : -1;
}

// The value at t = 0 or the largest value of a number or of breakpoints.
static double read_changing(const item *it, const char *key, double fallback, bool largest) {
  const char *text = item_text(it, key);
  double first = fallback;
  double most = fallback;
  if (text == NULL)
    return fallback;
  if (text[0] == '[')
    value_breakpoints(text, 0, &first, &most);
  else if (value_number(text, &first))
    most = first;
  return largest ? most : first;
}

double item_number(const item *it, const char *key, double fallback) {
  return read_changing(it, key, fallback, false);
}

double item_largest(const item *it, const char *key, double fallback) {
  return read_changing(it, key, fallback, true);
}

bool item_word_is(const item *it, const char *key, const char *word) {
  const char *text = item_text(it, key);
  return text != NULL && strcmp(text, word) == 0;
}

bool item_flag(const item *it, const char *key) {
  return item_word_is(it, key, "true");
}

void compile_warn(compiler *c, const char *format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const int offset = builder_text(&c->m, text);
  int *warning = BUILDER_ADD(&c->m, warning, 1);
  if (warning != NULL)
    *warning = offset;
}

// --- Live keys ----------------------------------------------------------------------------------

int compile_live(compiler *c, const item *it, const char *key, live_target target, int index,
                 double low, double high) {
  char path[160];
  if (method_is_modal(c->m.head.method)) // it keeps its numbers
    return -1;
  if (it->in == SECTION_TOP)
    snprintf(path, sizeof path, "%s", key);
  else
    snprintf(path, sizeof path, "%s.%s.%s", section_name(it->in), it->name, key);
  const int offset = builder_text(&c->m, path);
  const int self = c->m.live_count;
  model_live *live = BUILDER_ADD(&c->m, live, 1);
  if (live == NULL)
    return -1;
  *live = (model_live){.path = offset,
                       .target = target,
                       .index = index,
                       .twin = -1,
                       .start = item_number(it, key, 0),
                       .largest = item_largest(it, key, 0),
                       .low = low,
                       .high = high};
  const char *text = item_text(it, key);
  const int count = text != NULL && text[0] == '[' ? value_list(text, 2, NULL, 0) : 0;
  if (count > 0) {
    live->first_point = c->m.point_count;
    live->points = count;
    breakpoint *points = BUILDER_ADD(&c->m, point, count);
    if (points != NULL)
      value_list(text, 2, &points->time, 2 * count);
    int *ramp = BUILDER_ADD(&c->m, ramp, 1);
    if (ramp != NULL)
      *ramp = self;
  }
  return self;
}

// --- Keys: every item has a type, its required keys, and none that are not its own --------------

static bool check_item(compiler *c, const item *it) {
  const char *type_key = section_type_key(it->in);
  const char *type = type_key != NULL ? item_text(it, type_key) : NULL;
  for (int i = 0; i < it->count; ++i) {
    const char *name = carom_key_at(it->entries[i].key)->name;
    if (type != NULL && !key_applies(it->entries[i].key, type)) {
      char text[1400];
      sentence hint = sentence_in(text, sizeof text);
      key_suggest(it->in, type, name, &hint);
      return MISTAKE(c, it, name, CAROM_UNKNOWN_KEY, "not a key of a %s; %s", type, text);
    }
  }
  for (int key = 0; key < carom_key_count(); ++key) {
    const carom_key *row = carom_key_at(key);
    if (!row->required || strcmp(row->section, section_name(it->in)) != 0 ||
        (row->types[0] != '\0' && !key_applies(key, type)) || item_entry(it, row->name) != NULL)
      continue;
    char text[200];
    sentence hint = sentence_in(text, sizeof text);
    key_describe(key, &hint);
    return MISTAKE(c, it, row->name, CAROM_MISSING, "missing; required is %s", text);
  }
  return true;
}

bool compile_keys(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i)
    if (!check_item(c, scene_item(c->scene, i)))
      return false;
  const item *top = scene_item(c->scene, 0);
  if (carom_scene_count(c->scene, "bodies") == 0)
    return MISTAKE(c, top, "bodies", CAROM_MISSING, "missing; a scene needs at least one body");
  if (item_entry(top, "like") != NULL)
    return MISTAKE(c, top, "like", CAROM_BAD_VALUE,
                   "scenes begin as another where they are read; allowed is this key in a file");
  carom_model *head = &c->m.head;
  head->rate = item_number(top, "rate", 44100);
  head->duration = item_number(top, "duration", 1);
  head->oversample = (int)item_number(top, "solver.oversample", 1);
  head->k = 1 / (head->rate * head->oversample);
  compile_method(c, top);
  head->energy_tolerance = item_number(top, "solver.energy_tolerance", 1e-9);
  if (!carom_method_at((int)head->method)->conserves &&
      item_entry(top, "solver.energy_tolerance") == NULL)
    head->energy_tolerance = INFINITY;
  head->tolerance = item_number(top, "solver.tolerance", DEFAULT_TOLERANCE);
  head->first_order_start = item_word_is(top, "solver.start", "first-order");
  head->gravity = item_number(top, "gravity", 0);
  if (head->duration * head->rate > 1e12)
    return MISTAKE(c, top, "duration", CAROM_BAD_VALUE,
                   "%g s at %g Hz are more than 1e12 samples; allowed are at most that many",
                   head->duration, head->rate);
  compile_live(c, top, "gravity", LIVE_GRAVITY, 0, -INFINITY, INFINITY);
  return true;
}

// --- Fingerprint -------------------------------------------------------------------------------

static bool hash_text(void *user, const char *text, size_t length) {
  unsigned long long *hash = user;
  for (size_t i = 0; i < length; ++i) // FNV-1a
    *hash = (*hash ^ (unsigned char)text[i]) * 1099511628211ULL;
  return true;
}

// A state saved under one model must not be restored under another, or by a library that lays
// states out differently: a model is known by its scene, the version and the size of its states.
static unsigned long long fingerprint(const carom_scene *scene, const carom_model *model) {
  unsigned long long hash = 14695981039346656037ULL;
  char more[64];
  carom_scene_write(scene, hash_text, &hash);
  snprintf(more, sizeof more, "%s %zu", CAROM_VERSION, carom_state_size(model));
  hash_text(&hash, more, strlen(more));
  return hash;
}

// --- The whole ----------------------------------------------------------------------------------

carom_status carom_model_compile(const carom_scene *scene, const carom_memory *memory,
                                 carom_model **model, carom_error *error) {
  *model = NULL;
  if (error != NULL)
    *error = (carom_error){.status = CAROM_OK};
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  compiler c = {.scene = scene, .error = error, .m = {.memory = from}};
  builder_text(&c.m, ""); // offset 0 is the empty text
  const bool good = compile_keys(&c) && compile_bodies(&c) && compile_contacts(&c) &&
                    compile_method_fits(&c) && compile_islands(&c) && compile_forces(&c) &&
                    compile_score(&c) && compile_outputs(&c) && compile_snapshots(&c) &&
                    compile_event(&c);
  if (good)
    *model = builder_pack(&c.m);
  if (*model != NULL)
    (*model)->fingerprint = fingerprint(scene, *model);
  const bool short_of_memory = c.m.out_of_memory || (good && *model == NULL);
  builder_free(&c.m);
  if (short_of_memory) // whatever else was reported came of it
    (void)MISTAKE(&c, scene_item(scene, 0), NULL, CAROM_NO_MEMORY, "out of memory");
  return c.status;
}

void carom_model_free(carom_model *model) {
  if (model == NULL)
    return;
  const carom_memory from = model->memory;
  from.resize(from.user, model, model->size, 0);
}
