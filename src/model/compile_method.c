// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Whether a method accepts a scene: types of bodies and contacts, and keys of the solver. Further
// conditions of a method are checked in its folder.

#include "model/compile.h"
#include "model/method.h"
#include "scene/keys.h"
#include "scene/words.h"

#include <assert.h>
#include <string.h>

int carom_method_count(void) {
  return METHOD_COUNT;
}

const carom_method *carom_method_at(int index) {
  return index >= 0 && index < METHOD_COUNT ? &method_table[index]->about : NULL;
}

static bool has_word(const char *words, const char *word) {
  return text_list_has(words, word, strlen(word));
}

/// What a method lists.
typedef enum { TAKES_BODY, TAKES_CONTACT, TAKES_KEY } takes;

static const char *words_of(const method *row, takes what) {
  return what == TAKES_BODY      ? row->about.bodies
         : what == TAKES_CONTACT ? row->about.contacts
                                 : row->keys;
}

// The methods that accept this type or key, in words.
static const char *takers(const char *word, takes what, char *text, size_t size) {
  sentence s = sentence_in(text, size);
  bool any = false;
  for (int i = 0; i < METHOD_COUNT; ++i)
    if (has_word(words_of(method_table[i], what), word)) {
      sentence_add(&s, "%s%s", any ? ", " : "", method_table[i]->about.name);
      any = true;
    }
  return any ? text : NULL;
}

bool carom_method_takes(int index, const char *key) {
  char others[128] = "";
  return index >= 0 && index < METHOD_COUNT && key != NULL &&
         (has_word(method_table[index]->keys, key) ||
          takers(key, TAKES_KEY, others, sizeof others) == NULL);
}

static bool check_types(compiler *c, const method *row) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    const takes what = it->in == SECTION_BODIES ? TAKES_BODY : TAKES_CONTACT;
    const bool typed = it->in == SECTION_BODIES || it->in == SECTION_CONTACTS;
    const char *type = typed ? item_text(it, "type") : NULL;
    char others[128] = "";
    if (type != NULL && !has_word(words_of(row, what), type)) {
      const bool any = takers(type, what, others, sizeof others) != NULL;
      return MISTAKE(c, it, "type", CAROM_BAD_VALUE,
                     "solver.method %s does not take a %s; allowed are %s%s%s", row->about.name,
                     type, words_of(row, what), any ? ", or solver.method " : "", others);
    }
  }
  return true;
}

// Whether a key was given its default, if in other words (`off` is `false`).
static bool says_default(const item *it, const entry *e) {
  const scene_value *standard = &it->defaults[e->key];
  if (strcmp(e->value.text, standard->text) == 0 || strcmp(e->value.text, "off") == 0)
    return true;
  return e->value.rows == 1 && standard->rows == 1 && e->value.one == standard->one;
}

// Keys below `solver` that some methods have and this one has not.
static bool check_solver_keys(compiler *c, const method *row) {
  const item *top = scene_item(c->scene, 0);
  for (int i = 0; i < top->count; ++i) {
    const entry *e = &top->entries[i];
    const char *name = carom_key_at(e->key)->name;
    char others[128] = "";
    if (has_word(row->keys, name) || takers(name, TAKES_KEY, others, sizeof others) == NULL ||
        says_default(top, e))
      continue;
    return MISTAKE(c, top, name, CAROM_BAD_VALUE,
                   "solver.method %s has none; allowed is to leave it out, or solver.method %s",
                   row->about.name, others);
  }
  return true;
}

// What is called without asking whether it is there.
static inline bool is_whole(const method *row) {
  return row->compile != NULL && row->bind != NULL && row->start != NULL && row->step != NULL &&
         row->fields != NULL && row->body_energy != NULL && row->open_accounts != NULL &&
         (row->force != NULL || row->about.contacts[0] == '\0');
}

bool compile_method_fits(compiler *c) {
  const method *row = method_table[c->m.head.method];
  assert(is_whole(row) && "a hook is missing in the method's row");
  assert(row->size > 0 && row->impacts_kept > 0 && row->block_most > 0);
  return check_solver_keys(c, row) && check_types(c, row) && (row->fits == NULL || row->fits(c));
}
