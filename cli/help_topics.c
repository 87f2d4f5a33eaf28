// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Topics from the tables of keys and words: sections, types of items, groups of keys such as
// profile, single keys and words.

#include "cli/help.h"

#include <stdio.h>
#include <string.h>

// The key that gives the type of a section's items; NULL if all are alike.
static const carom_key *type_key(const char *section) {
  const char *name = "";
  for (int i = 0; i < carom_section_count(); ++i)
    if (strcmp(carom_section_at(i), section) == 0)
      name = carom_section_type_key(i);
  for (int i = 0; name[0] != '\0' && i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    if (strcmp(k->section, section) == 0 && strcmp(k->name, name) == 0)
      return k;
  }
  return NULL;
}

// Whether a list of words has a word.
static bool has_word(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word))
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

// --- Sections -----------------------------------------------------------------------------------

static const char *section_at(const topic_kind *kind, int index) {
  (void)kind;
  return index < carom_section_count() ? carom_section_at(index) : NULL;
}

static void print_section(const topic_kind *kind, int index) {
  (void)kind;
  const char *section = carom_section_at(index);
  printf("%s: %s\n", section, carom_section_help(index));
  const carom_key *type = type_key(section);
  const carom_word *w = NULL;
  if (type != NULL)
    printf("\nEach has a %s:\n", type->name);
  for (int i = 0; type != NULL && (w = carom_key_word(type, i)) != NULL; ++i)
    printf("  %-21s %s\n", w->word, w->help);
  printf("\nKeys of each%s:\n", type != NULL ? ", 'carom help TYPE' shows those of one" : "");
  for (int i = 0; i < carom_key_count(); ++i)
    if (strcmp(carom_key_at(i)->section, section) == 0)
      print_key_row(carom_key_at(i));
  print_example("section", section);
}

const topic_kind topics_sections = {"Sections of a scene", section_at, print_section, NULL, NULL};

// --- Types of bodies, contacts and gestures -----------------------------------------------------

static const char *type_at(const topic_kind *kind, int index) {
  const carom_word *word = carom_key_word(type_key(kind->section), index);
  return word != NULL ? word->word : NULL;
}

static void print_type(const topic_kind *kind, int index) {
  const carom_key *type = type_key(kind->section);
  const carom_word *w = carom_key_word(type, index);
  printf("%s: a %s of %s\n%s\n\nKeys, beside %s: %s\n", w->word, type->name, kind->section, w->help,
         type->name, w->word);
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    if (k != type && strcmp(k->section, kind->section) == 0 &&
        (k->types[0] == '\0' || has_word(k->types, w->word)))
      print_key_row(k);
  }
  print_example(kind->section, w->word);
}

const topic_kind topics_bodies = {"Bodies", type_at, print_type, NULL, "bodies"};
const topic_kind topics_contacts = {"Contacts", type_at, print_type, NULL, "contacts"};
const topic_kind topics_gestures = {"Gestures", type_at, print_type, NULL, "score"};

// --- Groups: what keys such as profile.shape have in common -------------------------------------

enum { MOST_GROUPS = 64 };

// Whether the key is the first of its group.
static bool begins_group(int key) {
  const carom_key *k = carom_key_at(key);
  const size_t length = strcspn(k->name, ".");
  if (k->name[length] == '\0')
    return false;
  for (int i = 0; i < key; ++i) {
    const carom_key *other = carom_key_at(i);
    if (strcmp(other->section, k->section) == 0 && strncmp(other->name, k->name, length + 1) == 0)
      return false;
  }
  return true;
}

// The first key of the index-th group; -1 beyond.
static int group_key(int index) {
  for (int i = 0; i < carom_key_count(); ++i)
    if (begins_group(i) && index-- == 0)
      return i;
  return -1;
}

static const char *group_at(const topic_kind *kind, int index) {
  static char names[MOST_GROUPS][40];
  (void)kind;
  const int key = group_key(index);
  if (key < 0 || index >= MOST_GROUPS)
    return NULL;
  const char *full = carom_key_at(key)->name;
  snprintf(names[index], sizeof names[index], "%.*s", (int)strcspn(full, "."), full);
  return names[index];
}

static void print_group(const topic_kind *kind, int index) {
  const carom_key *first = carom_key_at(group_key(index));
  const char *name = group_at(kind, index);
  const size_t length = strlen(name) + 1;
  printf("%s: keys of %s%s%s%s\n", name, first->section[0] != '\0' ? first->section : "a scene",
         first->types[0] != '\0' ? " (" : "", first->types, first->types[0] != '\0' ? ")" : "");
  for (int i = 0; i < carom_key_count(); ++i)
    if (strcmp(carom_key_at(i)->section, first->section) == 0 &&
        strncmp(carom_key_at(i)->name, first->name, length) == 0)
      print_key_row(carom_key_at(i));
  print_example("keys", name);
}

const topic_kind topics_groups = {"Groups of keys", group_at, print_group, NULL, NULL};

// --- Keys ---------------------------------------------------------------------------------------

static const char *key_at(const topic_kind *kind, int index) {
  (void)kind;
  return index < carom_key_count() ? carom_key_at(index)->name : NULL;
}

// A path as messages quote it, bodies.string.tension; bodies.tension; tension; or, of
// profile.shape, shape.
static bool key_matches(const topic_kind *kind, int index, const char *topic) {
  (void)kind;
  const carom_key *k = carom_key_at(index);
  const char *last = strrchr(k->name, '.');
  if (strcmp(k->name, topic) == 0 || (last != NULL && strcmp(last + 1, topic) == 0))
    return true;
  const size_t length = strlen(k->section);
  if (length == 0 || strncmp(topic, k->section, length) != 0 || topic[length] != '.')
    return false;
  const char *item = strchr(topic + length + 1, '.');
  return strcmp(topic + length + 1, k->name) == 0 ||
         (item != NULL && strcmp(item + 1, k->name) == 0);
}

static void print_one_key(const topic_kind *kind, int index) {
  (void)kind;
  print_key(carom_key_at(index));
}

const topic_kind topics_keys = {NULL, key_at, print_one_key, key_matches, NULL};

// --- Words of other keys ------------------------------------------------------------------------

// The index-th word, and its key; NULL beyond.
static const carom_word *word_of(int index, const carom_key **key) {
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_word *w = NULL;
    *key = carom_key_at(i);
    if (*key == type_key((*key)->section))
      continue;
    for (int n = 0; (w = carom_key_word(*key, n)) != NULL; ++n)
      if (index-- == 0)
        return w;
  }
  return NULL;
}

static const char *word_at(const topic_kind *kind, int index) {
  (void)kind;
  const carom_key *key = NULL;
  const carom_word *w = word_of(index, &key);
  return w != NULL ? w->word : NULL;
}

static void print_word(const topic_kind *kind, int index) {
  (void)kind;
  const carom_key *key = NULL;
  const carom_word *w = word_of(index, &key);
  printf("%s: a word of %s%s%s\n  %s%s%s\n", w->word, key->section,
         key->section[0] != '\0' ? ".NAME." : "", key->name, w->help,
         w->unit[0] != '\0' ? ", in " : "", w->unit);
}

const topic_kind topics_words = {"Words", word_at, print_word, NULL, NULL};
