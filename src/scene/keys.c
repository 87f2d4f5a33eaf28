// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What follows from the table of keys: sections, lookup, the nearest name. Values of keys are in
// key_values.c.

#include "scene/keys.h"

#include "scene/key_rows.h"
#include <assert.h>
#include <ctype.h>
#include <string.h>

#define SECTION_NAME(name, word, type, table, help)     word,
#define SECTION_TYPE_KEY(name, word, type, table, help) type,
#define SECTION_ROWS(name, word, type, table, help)     &(table),
#define SECTION_HELP(name, word, type, table, help)     help,

static const char *const section_names[] = {SECTIONS(SECTION_NAME)};
static const char *const type_keys[] = {SECTIONS(SECTION_TYPE_KEY)};
static const char *const section_helps[] = {SECTIONS(SECTION_HELP)};
static const key_section *const sections[] = {SECTIONS(SECTION_ROWS)};

const char *section_name(section s) {
  return section_names[s];
}

const char *section_type_key(section s) {
  return type_keys[s][0] != '\0' ? type_keys[s] : NULL;
}

int section_find(const char *name, size_t length) {
  for (int s = SECTION_BODIES; s < SECTION_COUNT; ++s)
    if (strlen(section_names[s]) == length && memcmp(section_names[s], name, length) == 0)
      return s;
  return -1;
}

int carom_section_count(void) {
  return SECTION_COUNT - SECTION_BODIES;
}

static bool is_section(int index) {
  return index >= 0 && index < carom_section_count();
}

const char *carom_section_at(int index) {
  return is_section(index) ? section_names[SECTION_BODIES + index] : NULL;
}

const char *carom_section_help(int index) {
  return is_section(index) ? section_helps[SECTION_BODIES + index] : NULL;
}

const char *carom_section_type_key(int index) {
  return is_section(index) ? type_keys[SECTION_BODIES + index] : NULL;
}

// Keys are numbered section by section.
static int first_key(section s) {
  int first = 0;
  for (int i = 0; i < (int)s; ++i)
    first += sections[i]->count;
  return first;
}

static const key_row *row_of(int key) {
  int s = 0;
  assert(key >= 0);
  for (; key >= sections[s]->count; ++s) {
    key -= sections[s]->count;
    assert(s + 1 < SECTION_COUNT && "beyond the table of keys");
  }
  return &sections[s]->rows[key];
}

int carom_key_count(void) {
  return first_key(SECTION_COUNT);
}

const carom_key *carom_key_at(int index) {
  return index >= 0 && index < carom_key_count() ? &row_of(index)->key : NULL;
}

key_kind key_kind_of(int key) {
  return row_of(key)->kind;
}

// A name that a pattern such as marks.* stands for: a letter, then letters, digits, _ and -.
static bool matches(const char *pattern, const char *name) {
  const size_t length = strlen(pattern) - 1;
  if (pattern[length] != '*' || strncmp(pattern, name, length) != 0)
    return false;
  const char *part = name + length;
  return isalpha((unsigned char)part[0]) && strlen(part) <= 40 &&
         part[strspn(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] ==
             '\0';
}

int key_find(section s, const char *name) {
  const key_section *in = sections[s];
  for (int i = 0; i < in->count; ++i)
    if (in->rows[i].key.name[0] == name[0] && strcmp(in->rows[i].key.name, name) == 0)
      return first_key(s) + i;
  for (int i = 0; i < in->count; ++i)
    if ((in->rows[i].key.name[0] == name[0] || in->rows[i].key.name[0] == '*') &&
        matches(in->rows[i].key.name, name))
      return first_key(s) + i;
  return -1;
}

int key_required(section s, int after) {
  const int first = first_key(s);
  for (int i = after < first ? 0 : after - first + 1; i < sections[s]->count; ++i)
    if (sections[s]->rows[i].key.required)
      return first + i;
  return -1;
}

const char *key_part(int key, const char *name) {
  const char *pattern = row_of(key)->key.name;
  const size_t length = strlen(pattern);
  return pattern[length - 1] == '*' && strcmp(pattern, name) != 0 ? name + length - 1 : NULL;
}

bool key_applies(int key, const char *type) {
  const char *types = row_of(key)->key.types;
  return types[0] == '\0' || (type != NULL && text_list_has(types, type, strlen(type)));
}

void key_suggest(section s, const char *type, const char *name, sentence *out) {
  const char *nearest = NULL;
  int least = 3;
  const int first = first_key(s);
  const int count = sections[s]->count;
  for (int i = first; i < first + count; ++i) {
    const int distance = text_distance(row_of(i)->key.name, name);
    if ((type == NULL || key_applies(i, type)) && distance < least) {
      least = distance;
      nearest = row_of(i)->key.name;
    }
  }
  if (nearest != NULL)
    sentence_add(out, "did you mean '%s'? ", nearest);
  sentence_add(out, "allowed are ");
  const char *comma = "";
  for (int i = first; i < first + count; ++i)
    if (type == NULL || key_applies(i, type)) {
      sentence_add(out, "%s%s", comma, row_of(i)->key.name);
      comma = ", ";
    }
}
