// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The scene: items and entries in a hash table, edited by path.

#include "scene/scene.h"

#include "base/error.h"
#include "base/format_double.h"
#include "scene/path.h"
#include <assert.h>
#include <stdint.h>
#include <string.h>

// --- Memory -------------------------------------------------------------------------------------

static void *take(carom_scene *s, void *block, size_t old_size, size_t new_size) {
  return s->memory.resize(s->memory.user, block, old_size, new_size);
}

static char *copy_text(carom_scene *s, const char *text, size_t length) {
  char *copy = take(s, NULL, 0, length + 1);
  if (copy != NULL) {
    memcpy(copy, text, length);
    copy[length] = '\0';
  }
  return copy;
}

// Makes room for one more element; the array is unchanged where there is none.
static void *make_room(carom_scene *s, void *array, int count, int *room, size_t size) {
  if (count < *room)
    return array;
  const int more = *room == 0 ? 4 : 2 * *room;
  void *moved = take(s, array, (size_t)*room * size, (size_t)more * size);
  if (moved != NULL)
    *room = more;
  return moved;
}

const carom_memory *scene_memory(const carom_scene *scene) {
  return &scene->memory;
}

// --- Items --------------------------------------------------------------------------------------

static uint32_t hash_name(section in, const char *name, size_t length) {
  uint32_t hash = 2166136261U ^ (uint32_t)in;
  for (size_t i = 0; i < length; ++i)
    hash = (hash ^ (unsigned char)name[i]) * 16777619U;
  return hash;
}

// The slot of the table that holds an item of that name, or the free one for it.
static int find_slot(const carom_scene *s, section in, const char *name, size_t length) {
  const uint32_t mask = (uint32_t)s->table_size - 1;
  for (uint32_t slot = hash_name(in, name, length) & mask;; slot = (slot + 1) & mask) {
    const int index = s->table[slot] - 1;
    if (index < 0)
      return (int)slot;
    const item *it = &s->items[index];
    if (it->in == in && strlen(it->name) == length && memcmp(it->name, name, length) == 0)
      return (int)slot;
  }
}

static void refill_table(carom_scene *s) {
  memset(s->table, 0, (size_t)s->table_size * sizeof *s->table);
  for (int i = 0; i < s->item_count; ++i) {
    const item *it = &s->items[i];
    s->table[find_slot(s, it->in, it->name, strlen(it->name))] = i + 1;
  }
}

static bool widen_table(carom_scene *s) {
  const int size = s->table_size == 0 ? 16 : 2 * s->table_size;
  int *table = take(s, NULL, 0, (size_t)size * sizeof *table);
  if (table == NULL)
    return false;
  take(s, s->table, (size_t)s->table_size * sizeof *table, 0);
  s->table = table;
  s->table_size = size;
  refill_table(s);
  return true;
}

static item *add_item(carom_scene *s, section in, const char *name, size_t length) {
  if (2 * (s->item_count + 1) > s->table_size && !widen_table(s))
    return NULL;
  item *items = make_room(s, s->items, s->item_count, &s->item_room, sizeof *s->items);
  if (items == NULL)
    return NULL;
  s->items = items;
  char *copy = copy_text(s, name, length);
  if (copy == NULL)
    return NULL;
  item *it = &s->items[s->item_count];
  *it = (item){.in = in, .name = copy, .from = s->now, .defaults = s->defaults};
  s->table[find_slot(s, in, copy, length)] = ++s->item_count;
  return it;
}

int scene_item_count(const carom_scene *scene) {
  return scene->item_count;
}

const item *scene_item(const carom_scene *scene, int index) {
  assert(index >= 0 && index < scene->item_count);
  return &scene->items[index];
}

int scene_find(const carom_scene *scene, section s, const char *name, size_t length) {
  return scene->table[find_slot(scene, s, name, length)] - 1;
}

// --- The public calls ---------------------------------------------------------------------------

static size_t defaults_size(void) {
  return (size_t)carom_key_count() * sizeof(scene_value);
}

static bool read_defaults(carom_scene *s) {
  s->defaults = take(s, NULL, 0, defaults_size());
  if (s->defaults == NULL)
    return false;
  memset(s->defaults, 0, defaults_size());
  for (int i = 0; i < carom_key_count(); ++i) {
    const char *text = carom_key_at(i)->standard;
    if (text[0] != '\0' && !key_read(i, text, NULL, &s->memory, &s->defaults[i]))
      return false;
  }
  return true;
}

carom_scene *carom_scene_new(const carom_memory *memory) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  carom_scene *s = from.resize(from.user, NULL, 0, sizeof *s);
  if (s == NULL)
    return NULL;
  *s = (carom_scene){.memory = from, .now = {.source = -1}};
  if (!read_defaults(s) || add_item(s, SECTION_TOP, "", 0) == NULL) {
    carom_scene_free(s);
    return NULL;
  }
  scene_retune(s);
  return s;
}

static void free_value(carom_scene *s, scene_value *v) {
  take(s, (char *)v->text, strlen(v->text) + 1, 0); // its own copy
  value_end(v, &s->memory);
}

static void free_entry(carom_scene *s, entry *e) {
  free_value(s, &e->value);
  if (e->part != NULL)
    take(s, e->part, strlen(e->part) + 1, 0);
}

static void free_item(carom_scene *s, item *it) {
  for (int i = 0; i < it->count; ++i)
    free_entry(s, &it->entries[i]);
  take(s, it->entries, (size_t)it->room * sizeof *it->entries, 0);
  take(s, it->name, strlen(it->name) + 1, 0);
}

void carom_scene_free(carom_scene *s) {
  if (s == NULL)
    return;
  for (int i = 0; i < s->item_count; ++i)
    free_item(s, &s->items[i]);
  for (int i = 0; i < s->source_count; ++i)
    take(s, s->sources[i], strlen(s->sources[i]) + 1, 0);
  take(s, s->sources, (size_t)s->source_count * sizeof *s->sources, 0);
  take(s, s->table, (size_t)s->table_size * sizeof *s->table, 0);
  take(s, s->items, (size_t)s->item_room * sizeof *s->items, 0);
  for (int i = 0; s->defaults != NULL && i < carom_key_count(); ++i)
    value_end(&s->defaults[i], &s->memory);
  take(s, s->defaults, s->defaults != NULL ? defaults_size() : 0, 0);
  const carom_memory from = s->memory;
  from.resize(from.user, s, sizeof *s, 0);
}

carom_status carom_scene_source(carom_scene *s, const char *source) {
  if (s == NULL)
    return CAROM_BAD_VALUE;
  if (source == NULL) {
    s->now = (origin){.source = -1};
    return CAROM_OK;
  }
  const size_t size = (size_t)s->source_count * sizeof *s->sources;
  char *copy = copy_text(s, source, strlen(source));
  char **sources = copy != NULL ? take(s, s->sources, size, size + sizeof *s->sources) : NULL;
  if (sources == NULL) {
    if (copy != NULL)
      take(s, copy, strlen(source) + 1, 0);
    return CAROM_NO_MEMORY;
  }
  s->sources = sources;
  s->sources[s->source_count] = copy;
  s->now = (origin){.source = s->source_count++};
  if (s->items[0].from.source < 0) // the first source is where the scene itself is
    s->items[0].from = s->now;
  return CAROM_OK;
}

void carom_scene_position(carom_scene *s, int line, int column) {
  if (s == NULL)
    return;
  s->now.line = line;
  s->now.column = column;
  if (s->items[0].from.source == s->now.source && s->items[0].from.line == 0)
    s->items[0].from = (origin){.source = s->now.source, .line = 1, .column = 1};
}

static entry *find_entry(const item *it, int key, const char *name) {
  return (entry *)item_written(it, key, name);
}

// One more entry; NULL if memory is out.
static entry *add_entry(carom_scene *s, item *it, int key, const char *name) {
  const char *part = key_part(key, name);
  entry *entries = make_room(s, it->entries, it->count, &it->room, sizeof *entries);
  if (entries == NULL)
    return NULL;
  it->entries = entries;
  entry *e = &it->entries[it->count];
  *e = (entry){.key = key, .part = part != NULL ? copy_text(s, part, strlen(part)) : NULL};
  if (part != NULL && e->part == NULL)
    return NULL;
  ++it->count;
  return e;
}

// Takes ownership of the value in any case.
static carom_status put_entry(carom_scene *s, item *it, int key, const char *name, scene_value v) {
  entry *e = find_entry(it, key, name);
  if (e != NULL)
    free_value(s, &e->value);
  else
    e = add_entry(s, it, key, name);
  if (e == NULL) {
    free_value(s, &v);
    return CAROM_NO_MEMORY;
  }
  e->value = v;
  e->from = s->now;
  return CAROM_OK;
}

// A value of its own text; false if memory is out.
static bool make_value(carom_scene *s, int key, const char *text, scene_value *v) {
  char *copy = copy_text(s, text, strlen(text));
  if (copy == NULL)
    return false;
  if (key_read(key, copy, &s->notes, &s->memory, v))
    return true;
  take(s, copy, strlen(copy) + 1, 0);
  return false;
}

static carom_status out_of_memory(const carom_scene *s, const char *path, carom_error *error) {
  return scene_complain_path(s, path, CAROM_NO_MEMORY, error, "out of memory");
}

static void tuning_changed(carom_scene *s, const scene_path *at) {
  if (at->in == SECTION_TOP && strncmp(at->key, "play.", 5) == 0)
    scene_retune(s);
}

carom_status carom_scene_set(carom_scene *s, const char *path, const char *text,
                             carom_error *error) {
  if (s == NULL || path == NULL || text == NULL)
    return error_null(error, s == NULL ? "scene" : path == NULL ? "path" : "value");
  if (strlen(path) > PATH_LONGEST)
    return scene_complain_path(s, path, CAROM_UNKNOWN_KEY, error,
                               "the path is too long; at most %d characters are allowed",
                               PATH_LONGEST);
  const scene_path at = path_split(path);
  if (at.in != SECTION_TOP && !path_good_name(at.in, at.name, at.name_length))
    return scene_complain_path(
        s, path, CAROM_BAD_VALUE, error,
        "'%.*s' is not a name; a letter, then at most %d letters, digits, _ and - "
        "are allowed",
        (int)(at.name_length < 40 ? at.name_length : 40), at.name, NAME_LONGEST - 1);
  const int key = key_find(at.in, at.key);
  if (key < 0)
    return scene_set_noted(s, path, text, error);

  scene_value v;
  char complaint[400];
  sentence problem = sentence_in(complaint, sizeof complaint);
  if (!make_value(s, key, text, &v))
    return out_of_memory(s, path, error);
  if (!key_accepts(key, &v, &problem)) {
    free_value(s, &v);
    return scene_complain_path(s, path, CAROM_BAD_VALUE, error, "%s", complaint);
  }
  const int index = scene_find(s, at.in, at.name, at.name_length);
  item *it = index >= 0 ? &s->items[index] : add_item(s, at.in, at.name, at.name_length);
  if (it == NULL)
    free_value(s, &v);
  if (it == NULL || put_entry(s, it, key, at.key, v) != CAROM_OK)
    return out_of_memory(s, path, error);
  tuning_changed(s, &at);
  return CAROM_OK;
}

carom_status carom_scene_set_number(carom_scene *s, const char *path, double value,
                                    carom_error *error) {
  char text[FORMAT_DOUBLE_ROOM];
  format_double(value, text);
  return carom_scene_set(s, path, text, error);
}

// Removes the items that a test names, in one pass, however many there are; returns how many.
static int remove_items(carom_scene *s, bool (*goes)(const item *it, const void *what),
                        const void *what) {
  int kept = 1;
  for (int i = 1; i < s->item_count; ++i)
    if (goes(&s->items[i], what))
      free_item(s, &s->items[i]);
    else
      s->items[kept++] = s->items[i];
  const int removed = s->item_count - kept;
  s->item_count = kept;
  if (removed > 0)
    refill_table(s);
  return removed;
}

static bool is_in(const item *it, const void *in) {
  return it->in == *(const section *)in;
}

static bool is_item(const item *it, const void *what) {
  return it == what;
}

carom_status carom_scene_remove(carom_scene *s, const char *path, carom_error *error) {
  if (s == NULL || path == NULL)
    return error_null(error, s == NULL ? "scene" : "path");
  const scene_path at = path_split(path);
  if (at.in != SECTION_TOP && strchr(path, '.') == NULL) {
    remove_items(s, is_in, &at.in);
    return CAROM_OK;
  }
  const int index = scene_find(s, at.in, at.name, at.name_length);
  if (index < 0)
    return scene_complain_path(s, path, CAROM_BAD_REFERENCE, error, "the scene has no such item");
  if (at.key[0] == '\0' && index > 0) {
    remove_items(s, is_item, &s->items[index]);
    return CAROM_OK;
  }
  item *it = &s->items[index];
  entry *e = find_entry(it, key_find(at.in, at.key), at.key);
  if (e == NULL)
    return scene_complain_path(s, path, CAROM_UNKNOWN_KEY, error,
                               "the scene does not set this key");
  free_entry(s, e);
  memmove(e, e + 1, (size_t)(it->entries + --it->count - e) * sizeof *e);
  tuning_changed(s, &at);
  return CAROM_OK;
}

static bool is_late(const item *it, const void *duration) {
  return it->in == SECTION_SCORE && item_number(it, "at") > *(const double *)duration;
}

int carom_scene_cut_score(carom_scene *s) {
  if (s == NULL)
    return 0;
  const double duration = item_number(&s->items[0], "duration");
  return remove_items(s, is_late, &duration);
}
