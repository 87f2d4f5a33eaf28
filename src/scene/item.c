// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values of one item, for the compiler.

#include "scene/scene.h"

#include <assert.h>
#include <string.h>

static int own_key(const item *it, const char *key) {
  const int row = key_find(it->in, key);
  assert(row >= 0 && "not in the table of keys");
  return row;
}

const entry *item_find(const item *it, int key) {
  for (int i = 0; i < it->count; ++i)
    if (it->entries[i].key == key)
      return &it->entries[i];
  return NULL;
}

const entry *item_part(const item *it, const char *key, const char *part, size_t length) {
  const int row = own_key(it, key);
  for (int i = 0; i < it->count; ++i) {
    const entry *e = &it->entries[i];
    if (e->key == row && strlen(e->part) == length && memcmp(e->part, part, length) == 0)
      return e;
  }
  return NULL;
}

const entry *item_written(const item *it, int key, const char *name) {
  const char *part = key >= 0 ? key_part(key, name) : NULL;
  return part == NULL ? item_find(it, key)
                      : item_part(it, carom_key_at(key)->name, part, strlen(part));
}

const char *entry_name(const entry *e, char room[ENTRY_NAME]) {
  const char *name = carom_key_at(e->key)->name;
  if (e->part == NULL)
    return name;
  sentence whole = sentence_in(room, ENTRY_NAME);
  sentence_add(&whole, "%.*s%s", (int)strlen(name) - 1, name, e->part);
  return room;
}

const entry *item_entry(const item *it, const char *key) {
  return item_find(it, own_key(it, key));
}

const scene_value *item_value(const item *it, const char *key) {
  const int row = own_key(it, key);
  const entry *e = item_find(it, row);
  if (e != NULL)
    return &e->value;
  return it->defaults[row].text != NULL ? &it->defaults[row] : NULL;
}

const char *item_text(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  return v != NULL ? v->text : NULL;
}

double item_number(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  return v != NULL && v->rows > 0 ? v->at_0 : 0;
}

double item_largest(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  return v != NULL && v->rows > 0 ? v->most : 0;
}

bool item_is_note(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  return v != NULL && v->named;
}

bool item_by_note(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  return v != NULL && v->by_note;
}

bool item_flag(const item *it, const char *key) {
  return item_choice(it, key) == 1;
}

int item_choice(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  assert(v != NULL && v->choice >= 0);
  return v->choice;
}

int item_rows(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  return v != NULL ? v->rows : 0;
}

const double *item_numbers(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  assert(v != NULL && v->rows > 0);
  return value_numbers(v);
}

bool item_is_list(const item *it, const char *key) {
  const scene_value *v = item_value(it, key);
  return v != NULL && v->list;
}
