// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scene -> model: the order of the stages, the check of keys, and what the stages share.

#include "model/compile.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/random.h"
#include "model/layout.h"
#include "model/live.h"
#include "scene/words.h"
#include <assert.h>
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// --- What stages share --------------------------------------------------------------------------

void compile_warning(compiler *c, warning_kind kind, const warning_words *words) {
  if (star_warned(c, kind, words->name))
    return;
  const int name = builder_text(&c->m, words->name);
  const int more = builder_text(&c->m, words->more != NULL ? words->more : "");
  model_warning *warning = BUILDER_ADD(&c->m, warning, 1);
  if (warning != NULL)
    *warning = (model_warning){
        .kind = kind, .name = name, .more = more, .number = {words->number[0], words->number[1]}};
}

void *compile_take(compiler *c, size_t size) {
  void *block = c->m.memory.resize(c->m.memory.user, NULL, 0, size > 0 ? size : 1);
  if (block != NULL)
    memset(block, 0, size > 0 ? size : 1);
  else
    c->m.out_of_memory = true;
  return block;
}

void compile_drop(compiler *c, void *block, size_t size) {
  if (block != NULL)
    c->m.memory.resize(c->m.memory.user, block, size > 0 ? size : 1, 0);
}

static const item *named_item(const compiler *c, section in, int name) {
  const char *text = c->m.text + name;
  return scene_item(c->scene, scene_find(c->scene, in, text, strlen(text)));
}

const item *compile_body_item(const compiler *c, int body) {
  assert(body >= 0 && body < c->m.body_count);
  return named_item(c, SECTION_BODIES, c->m.body[body].name);
}

const item *compile_contact_item(const compiler *c, int contact) {
  assert(contact >= 0 && contact < c->m.contact_count);
  return named_item(c, SECTION_CONTACTS, c->m.contact[contact].name);
}

// --- Live keys ----------------------------------------------------------------------------------

int live_row_of(section in, const char *key) {
  int row = 0;
  while (row < live_table_size &&
         (live_table[row].in != in || strcmp(live_table[row].key, key) != 0))
    ++row;
  assert(row < live_table_size && "not in the table of live keys");
  return row;
}

static void add_breakpoints(compiler *c, const item *it, const char *key, int self) {
  const int count = item_rows(it, key);
  model_live *live = &c->m.live[self];
  live->first_point = c->m.point_count;
  live->points = count;
  breakpoint *points = BUILDER_ADD(&c->m, point, count);
  if (points != NULL)
    memcpy(points, item_numbers(it, key), (size_t)count * sizeof *points);
  int *ramp = BUILDER_ADD(&c->m, ramp, 1);
  if (ramp != NULL)
    *ramp = self;
}

int compile_live(compiler *c, const item *it, const char *key, int index, double low, double high) {
  const method *row = method_table[c->m.head.method];
  if (!row->has_live_keys ||
      (row->live_keys != NULL && !text_list_has(row->live_keys, key, strlen(key))))
    return -1;
  const int offset = it->in == SECTION_TOP
                         ? builder_text(&c->m, key)
                         : builder_path(&c->m, section_name(it->in), it->name, key);
  const int self = c->m.live_count;
  model_live *live = BUILDER_ADD(&c->m, live, 1);
  if (live == NULL)
    return -1;
  *live = (model_live){.path = offset,
                       .key = key_find(it->in, key),
                       .row = live_row_of(it->in, key),
                       .index = index,
                       .twin = -1,
                       .start = item_number(it, key),
                       .largest = item_largest(it, key),
                       .low = low,
                       .high = high};
  if (item_is_list(it, key))
    add_breakpoints(c, it, key, self);
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
  for (int key = key_required(it->in, -1); key >= 0; key = key_required(it->in, key)) {
    const carom_key *row = carom_key_at(key);
    if ((row->types[0] != '\0' && !key_applies(key, type)) || item_find(it, key) != NULL)
      continue;
    char text[200];
    sentence hint = sentence_in(text, sizeof text);
    key_describe(key, &hint);
    return MISTAKE(c, it, row->name, CAROM_MISSING, "missing; required is %s", text);
  }
  return true;
}

// Links and felt have equations of their own.
static bool is_mechanism(const compiler *c) {
  for (int i = 1; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    const bool typed = it->in == SECTION_BODIES || it->in == SECTION_CONTACTS;
    const char *type = typed ? item_text(it, "type") : "";
    if (strcmp(type, "linkage") == 0 || strcmp(type, "felt") == 0)
      return true;
  }
  return false;
}

static bool compile_keys(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i)
    if (!star_resolved(c, scene_item(c->scene, i)) || !check_item(c, scene_item(c->scene, i)))
      return false;
  const item *top = scene_item(c->scene, 0);
  if (carom_scene_count(c->scene, "bodies") == 0)
    return MISTAKE(c, top, "bodies", CAROM_MISSING, "missing; a scene needs at least one body");
  if (item_has(top, "like"))
    return MISTAKE(c, top, "like", CAROM_BAD_VALUE,
                   "scenes begin as another where they are read; allowed is this key in a file");
  carom_model *head = &c->m.head;
  head->rate = item_number(top, "rate");
  head->duration = item_number(top, "duration");
  head->oversample = (int)item_number(top, "solver.oversample");
  head->k = 1 / (head->rate * head->oversample);
  head->bounds = item_flag(top, "solver.bound");
  head->method = (method_kind)item_choice(top, "solver.method");
  head->asks_single = item_choice(top, "solver.precision") == PRECISION_SINGLE;
  head->single = head->asks_single;
  if (head->method == METHOD_ADAPTIVE && is_mechanism(c))
    head->method = METHOD_REFERENCE;
  head->tolerance = item_number(top, "solver.tolerance");
  head->first_order_start = item_choice(top, "solver.start") == START_FIRST_ORDER;
  head->gravity = item_number(top, "gravity");
  head->notes = c->scene->notes;
  head->bend_range = item_number(top, "play.bend");
  if (head->duration * head->rate > 1e12)
    return MISTAKE(c, top, "duration", CAROM_BAD_VALUE,
                   "%g s at %g Hz are more than 1e12 samples; allowed are at most that many",
                   head->duration, head->rate);
  compile_live(c, top, "gravity", 0, -INFINITY, INFINITY);
  return true;
}

// Only grids may be in single precision; the bodies are compiled. By default the tolerance is that
// of the method and the precision.
static bool compile_precision(compiler *c) {
  carom_model *head = &c->m.head;
  const method *row = method_table[head->method];
  const item *top = scene_item(c->scene, 0);
  bool grids = false;
  for (int i = 0; i < c->m.body_count; ++i)
    grids = grids || body_is_grid(&c->m.body[i]);
  head->single = head->single && grids;
  head->energy_tolerance = item_number(top, "solver.energy_tolerance");
  if (item_has(top, "solver.energy_tolerance"))
    return true;
  const double usual =
      head->single ? row->single_tolerance * head->oversample : row->energy_tolerance;
  if (usual > 0)
    head->energy_tolerance = usual;
  else if (!row->about.conserves)
    head->energy_tolerance = INFINITY;
  return true;
}

unsigned long long compile_seed(const compiler *c, unsigned stream) {
  const double seed = item_number(scene_item(c->scene, 0), "seed");
  return random_bits((unsigned long long)seed, stream);
}

// --- Contacts know their links ------------------------------------------------------------------

// The links of contacts along lines, from one node to the next.
static bool find_neighbours(compiler *c) {
  int most = 2;
  for (int l = 0; l < c->m.link_count; ++l)
    most = c->m.link[l].place + 2 > most ? c->m.link[l].place + 2 : most;
  int *at = compile_take(c, (size_t)most * sizeof *at); // link + 1 of the present contact
  for (int i = 0; at != NULL && i < c->m.contact_count; ++i) {
    const model_contact *contact = &c->m.contact[i];
    const int *links = c->m.contact_link + contact->first_link;
    for (int l = 0; l < contact->links; ++l)
      at[c->m.link[links[l]].place] = links[l] + 1;
    for (int l = 0; l < contact->links; ++l)
      c->m.link[links[l]].next = at[c->m.link[links[l]].place + 1] - 1;
    for (int l = 0; l < contact->links; ++l)
      at[c->m.link[links[l]].place] = 0;
  }
  compile_drop(c, at, (size_t)most * sizeof *at);
  return at != NULL;
}

static bool compile_contact_links(compiler *c) {
  int *links = BUILDER_ADD(&c->m, contact_link, c->m.link_count);
  if (links == NULL)
    return c->m.link_count == 0;
  int first = 0;
  for (int i = 0; i < c->m.contact_count; ++i) {
    c->m.contact[i].first_link = first;
    first += c->m.contact[i].links;
    c->m.contact[i].links = 0;
  }
  assert(first == c->m.link_count && "each link counts for its contact");
  for (int i = 0; i < c->m.link_count; ++i) {
    model_contact *contact = &c->m.contact[c->m.link[i].contact];
    links[contact->first_link + contact->links++] = i;
  }
  return find_neighbours(c);
}

// --- Fingerprint -------------------------------------------------------------------------------

static bool hash_text(void *user, const char *text, size_t length) {
  hash64 *hash = user;
  *hash = hash_bytes(*hash, text, length);
  return true;
}

unsigned long long scene_hash(const carom_scene *scene) {
  hash64 hash = hash_begin;
  carom_scene_write(scene, hash_text, &hash);
  return hash_bytes(hash, "\n", 1);
}

bool carom_model_is_of(const carom_model *model, const carom_scene *scene) {
  return model != NULL && scene != NULL && model->written == scene_hash(scene);
}

// A state saved under one model must not be restored under another, or by another version: the
// fingerprint covers scene, versions and size of the model. A saved state has its own size as well.
static unsigned long long fingerprint(const carom_model *model) {
  hash64 hash = model->written;
  char more[64];
  snprintf(more, sizeof more, "%s %d %zu", CAROM_VERSION, CAROM_PHYSICS, model->size);
  hash_text(&hash, more, strlen(more));
  return hash;
}

// --- Breakpoints --------------------------------------------------------------------------------

static bool follows(const compiler *c, const item *it, const char *key) {
  char path[160];
  if (it->in == SECTION_TOP)
    snprintf(path, sizeof path, "%s", key);
  else
    snprintf(path, sizeof path, "%s.%s.%s", section_name(it->in), it->name, key);
  for (int i = 0; i < c->m.live_count; ++i)
    if (strcmp(c->m.text + c->m.live[i].path, path) == 0)
      return true;
  return false;
}

// Breakpoints of a key that is not live in this scene would be ignored.
static bool check_breakpoints(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    for (int e = 0; e < it->count; ++e) {
      const char *name = carom_key_at(it->entries[e].key)->name;
      const key_kind kind = key_kind_of(it->entries[e].key);
      if ((kind == KEY_CHANGING || kind == KEY_CHANGING_PITCH) && it->entries[e].value.list &&
          !follows(c, it, name))
        return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                       "does not change while this scene runs; allowed is one number");
    }
  }
  return true;
}

// --- Items --------------------------------------------------------------------------------------

static size_t numbers_size(const compiler *c) {
  return (size_t)scene_item_count(c->scene) * sizeof *c->number;
}

static size_t own_size(const compiler *c) {
  return (size_t)scene_item_count(c->scene) * sizeof *c->own;
}

// Numbers the items of each section, as their bodies and contacts will be.
static bool number_items(compiler *c) {
  int count[SECTION_COUNT] = {0};
  c->number = compile_take(c, numbers_size(c));
  for (int i = 0; c->number != NULL && i < scene_item_count(c->scene); ++i)
    c->number[i] = count[scene_item(c->scene, i)->in]++;
  return c->number != NULL;
}

// --- The whole ----------------------------------------------------------------------------------

static bool compile_stages(compiler *c) {
  builder_text(&c->m, ""); // offset 0 is the empty text
  return compile_keys(c) && compile_materials(c) && compile_bodies(c) && compile_precision(c) &&
         compile_contacts(c) && compile_method_fits(c) && compile_forces(c) &&
         check_breakpoints(c) && compile_groups(c) && compile_controls(c) && compile_presets(c) &&
         compile_score(c) && compile_outputs(c) && compile_snapshots(c) &&
         method_table[c->m.head.method]->compile(c) && compile_contact_links(c);
}

// Anew as long as a bar or plate does not sound its pitch yet.
static bool compile_rounds(compiler *c) {
  const carom_memory from = c->m.memory;
  c->own = compile_take(c, own_size(c));
  if (c->own == NULL || !number_items(c))
    return false;
  bool good = compile_stages(c);
  while (c->again) {
    c->again = false;
    builder_free(&c->m);
    c->m = (model_builder){.memory = from};
    good = compile_stages(c);
  }
  return good;
}

// `scene` has no families; `written` is what it was expanded from, or the same.
static carom_model *compile_plain(const carom_scene *scene, const carom_scene *written,
                                  carom_memory from, carom_error *error) {
  carom_model *model = NULL;
  if (error != NULL)
    *error = (carom_error){.status = CAROM_OK};
  compiler c = {.scene = scene, .error = error, .m = {.memory = from}};
  const bool good = compile_rounds(&c);
  if (good)
    model = builder_pack(&c.m);
  if (model != NULL) {
    model->written = scene_hash(written);
    model->fingerprint = fingerprint(model);
  }
  const bool short_of_memory = c.m.out_of_memory || (good && model == NULL);
  compile_drop(&c, c.number, numbers_size(&c));
  compile_drop(&c, c.own, own_size(&c));
  builder_free(&c.m);
  if (short_of_memory) // any other error follows from it
    (void)MISTAKE(&c, scene_item(scene, 0), NULL, CAROM_NO_MEMORY, "out of memory");
  return model;
}

carom_model *carom_model_compile(const carom_scene *scene, const carom_memory *memory,
                                 carom_error *error) {
  if (scene == NULL) {
    (void)error_null(error, "scene");
    return NULL;
  }
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  if (!scene_has_families(scene))
    return compile_plain(scene, scene, from, error);
  carom_scene *plain = carom_scene_expand(scene, &from, error);
  carom_model *model = plain != NULL ? compile_plain(plain, scene, from, error) : NULL;
  carom_scene_free(plain);
  return model;
}

void carom_model_free(carom_model *model) {
  if (model == NULL)
    return;
  const carom_memory from = model->memory;
  from.resize(from.user, model, model->size, 0);
}
