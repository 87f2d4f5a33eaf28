// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Families, scene to scene: which members there are, what one of them says for itself, and the
// plain items they become. An item exists where all members that it names do.

#include "scene/expand.h"

#include "base/error.h"
#include "scene/path.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_family(const item *it) {
  return it->in != SECTION_TOP && path_is_family(it->name, strlen(it->name));
}

bool scene_has_families(const carom_scene *s) {
  for (int i = 0; i < s->item_count; ++i)
    if (is_family(&s->items[i]) || s->items[i].left_out)
      return true;
  return false;
}

// A name that ends with a number, as members' names do.
static bool read_member(const char *name, size_t *stem, int *number) {
  const size_t length = strlen(name);
  *stem = length;
  while (*stem > 0 && name[*stem - 1] >= '0' && name[*stem - 1] <= '9')
    --*stem;
  const size_t digits = length - *stem;
  *number = digits <= MEMBER_DIGITS ? atoi(name + *stem) : -1;
  return digits > 0 && *stem > 0;
}

static family *find_family(const expansion *x, section in, const char *stem, size_t length) {
  for (int i = 0; i < x->count; ++i) {
    family *f = &x->list[i];
    if (f->it->in == in && f->stem == length && memcmp(f->it->name, stem, length) == 0)
      return f;
  }
  return NULL;
}

// --- Which members ------------------------------------------------------------------------------

// The keys of two notes, a range, or of exactly those.
static void mark_keys(const scene_value *v, bool *keys) {
  const double *notes = value_numbers(v);
  for (int n = 0; n < MEMBERS; ++n)
    keys[n] = v->rows == 2 && n >= notes[0] && n <= notes[1];
  for (int i = 0; v->rows > 2 && i < v->rows; ++i)
    keys[(int)notes[i]] = true;
}

static bool read_members(expansion *x, bool *all) {
  const item *top = scene_item(x->from, 0);
  x->by_keys = item_has(top, "play.keys");
  if (x->by_keys && item_has(top, "play.voices"))
    return EXPAND_MISTAKE(x, top, "play.voices", CAROM_DUPLICATE,
                          "beside play.keys; allowed is one of both");
  if (x->by_keys)
    mark_keys(item_value(top, "play.keys"), all);
  for (int n = 1; !x->by_keys && n <= item_number(top, "play.voices"); ++n)
    all[n] = true;
  return true;
}

static bool add_family(expansion *x, const item *it, const bool *all) {
  family *f = &x->list[x->count];
  bool own[MEMBERS] = {false};
  const item *top = scene_item(x->from, 0);
  if (!x->by_keys && !item_has(top, "play.voices"))
    return EXPAND_MISTAKE(x, it, NULL, CAROM_MISSING,
                          "is a family, as its name ends with *; required is play: {keys: [C3, "
                          "C6]} or play: {voices: 8}");
  *f = (family){.it = it, .stem = strlen(it->name) - 1};
  memcpy(f->asked, all, sizeof f->asked);
  if (item_has(it, "keys")) {
    if (!x->by_keys)
      return EXPAND_MISTAKE(x, it, "keys", CAROM_BAD_VALUE,
                            "voices have no keys; allowed with play.keys");
    mark_keys(item_value(it, "keys"), own);
    for (int n = 0; n < MEMBERS; ++n)
      f->asked[n] = f->asked[n] && own[n];
  }
  memcpy(f->has, f->asked, sizeof f->has);
  ++x->count;
  return true;
}

// The first and last of the members, in words.
static void describe(const family *f, sentence *to) {
  int first = 0;
  int last = MEMBERS - 1;
  while (first < MEMBERS - 1 && !f->asked[first])
    ++first;
  while (last > 0 && !f->asked[last])
    --last;
  sentence_add(to, "%.*s%d to %.*s%d", (int)f->stem, f->it->name, first, (int)f->stem, f->it->name,
               last);
}

// Takes away what is left out, and refuses what says something of a member that is none.
static bool read_own(expansion *x, const item *it) {
  size_t stem = 0;
  int number = 0;
  family *f = read_member(it->name, &stem, &number) ? find_family(x, it->in, it->name, stem) : NULL;
  if (f == NULL)
    return !it->left_out || EXPAND_MISTAKE(x, it, NULL, CAROM_BAD_REFERENCE,
                                           "is left out, and no family has it; allowed are "
                                           "members of one");
  char text[160];
  sentence allowed = sentence_in(text, sizeof text);
  describe(f, &allowed);
  if (number < 0 || number >= MEMBERS || (it->name[stem] == '0' && it->name[stem + 1] != '\0') ||
      !f->asked[number])
    return EXPAND_MISTAKE(x, it, NULL, CAROM_BAD_REFERENCE,
                          "is no member of the family %s; allowed are %s", f->it->name, text);
  f->has[number] = !it->left_out;
  return true;
}

// --- What a member names ------------------------------------------------------------------------

// The family that a value names; false where it names none.
static bool reference_of(const entry *e, const char **text, size_t *length) {
  *text = e->value.text;
  if (key_kind_of(e->key) != KEY_POINT)
    return false;
  if (e->value.by_note) // the text behind the first note
    *text = strchr(*text, ':') + 1 + strspn(strchr(*text, ':') + 1, " ");
  return expand_reference(*text, length);
}

static const family *named_family(const expansion *x, const item *it, const char *text,
                                  size_t length) {
  const family *f = find_family(x, SECTION_BODIES, text, length);
  const bool either = it->in == SECTION_OUTPUTS || it->in == SECTION_SNAPSHOTS;
  return f == NULL && either ? find_family(x, SECTION_CONTACTS, text, length) : f;
}

// Outputs alone may hear a whole family.
static bool check_references(expansion *x, const item *it) {
  char name[ENTRY_NAME];
  const bool plain = !is_family(it);
  for (int i = 0; i < it->count; ++i) {
    const char *text = NULL;
    size_t length = 0;
    if (it->in == SECTION_CONTROLS || it->in == SECTION_SCORE ||
        !reference_of(&it->entries[i], &text, &length))
      continue;
    const family *f = named_family(x, it, text, length);
    if (f == NULL && !plain)
      return EXPAND_MISTAKE(x, it, entry_name(&it->entries[i], name), CAROM_BAD_REFERENCE,
                            "there is no family '%.*s*'; allowed is the name of one, or of one "
                            "item without a *",
                            (int)(length < 60 ? length : 60), text);
    if (f != NULL && plain && it->in != SECTION_OUTPUTS)
      return EXPAND_MISTAKE(x, it, entry_name(&it->entries[i], name), CAROM_BAD_REFERENCE,
                            "%s is a family; allowed is one of its members, or a name here that "
                            "ends with * as well",
                            f->it->name);
  }
  return true;
}

// What is written of one member; NULL if nothing is.
static const item *own_item(const expansion *x, const family *f, int n,
                            char name[NAME_LONGEST * 2]) {
  snprintf(name, (size_t)NAME_LONGEST * 2, "%.*s%d", (int)f->stem, f->it->name, n);
  const int index = scene_find(x->from, f->it->in, name, strlen(name));
  return index >= 0 ? scene_item(x->from, index) : NULL;
}

static bool is_replaced(const item *own, const entry *e) {
  char key[ENTRY_NAME];
  return own != NULL && item_written(own, e->key, entry_name(e, key)) != NULL;
}

static bool exists(const expansion *x, const family *of, int n) {
  char name[NAME_LONGEST * 2];
  const item *parts[] = {of->it, own_item(x, of, n, name)};
  for (int p = 0; p < 2; ++p)
    for (int i = 0; parts[p] != NULL && i < parts[p]->count; ++i) {
      const entry *e = &parts[p]->entries[i];
      const char *text = NULL;
      size_t length = 0;
      if (!reference_of(e, &text, &length) || (p == 0 && is_replaced(parts[1], e)))
        continue;
      const family *f = named_family(x, of->it, text, length);
      if (f != NULL && !f->has[n])
        return false;
    }
  return true;
}

// Members without what they name go, and then those that name these.
static bool settle(expansion *x) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < x->count; ++i) {
      family *f = &x->list[i];
      for (int n = 0; n < MEMBERS; ++n)
        if (f->has[n] && !exists(x, f, n)) {
          f->has[n] = false;
          changed = true;
        }
    }
  }
  for (int i = 0; i < x->count; ++i) {
    int members = 0;
    for (int n = 0; n < MEMBERS; ++n)
      members += x->list[i].has[n];
    if (members == 0)
      return EXPAND_MISTAKE(x, x->list[i].it, NULL, CAROM_MISSING,
                            "has no members; allowed are keys among play.keys, and points of "
                            "families that have members there");
  }
  return true;
}

// --- Plain items --------------------------------------------------------------------------------

static bool out_of_memory(expansion *x, const item *it) {
  return EXPAND_MISTAKE(x, it, NULL, CAROM_NO_MEMORY, "out of memory");
}

static bool put_member(expansion *x, const family *f, int n) {
  char name[NAME_LONGEST * 2];
  char room[VALUE_ROOM];
  const item *own = own_item(x, f, n, name);
  const item *parts[] = {f->it, own};
  for (int p = 0; p < 2; ++p)
    for (int i = 0; parts[p] != NULL && i < parts[p]->count; ++i) {
      const entry *e = &parts[p]->entries[i];
      if (p == 0 && is_replaced(own, e))
        continue;
      if (strcmp(carom_key_at(e->key)->name, "keys") == 0) {
        if (p == 0)
          continue;
        return EXPAND_MISTAKE(x, own, "keys", CAROM_UNKNOWN_KEY,
                              "a member has no keys; allowed in the family");
      }
      const char *text = expand_value(x, parts[p], e, n, room);
      if (text == NULL)
        return false;
      if (!scene_put(x->to, f->it, name, e, text))
        return out_of_memory(x, f->it);
    }
  return true;
}

// Families become their members, members of their own are in these, all others stay.
static bool put_item(expansion *x, const item *it) {
  size_t stem = 0;
  int number = 0;
  for (int i = 0; i < x->count; ++i)
    if (x->list[i].it == it) {
      for (int n = 0; n < MEMBERS; ++n)
        if (x->list[i].has[n] && !put_member(x, &x->list[i], n))
          return false;
      return true;
    }
  if (read_member(it->name, &stem, &number) && find_family(x, it->in, it->name, stem) != NULL)
    return true;
  for (int i = 0; i < it->count; ++i)
    if (!scene_put(x->to, it, it->name, &it->entries[i], it->entries[i].value.text))
      return out_of_memory(x, it);
  return true;
}

static bool copy_sources(expansion *x) {
  for (int i = 0; i < x->from->source_count; ++i)
    if (carom_scene_source(x->to, x->from->sources[i]) != CAROM_OK)
      return out_of_memory(x, scene_item(x->from, 0));
  carom_scene_source(x->to, NULL);
  x->to->items[0].from = x->from->items[0].from;
  return true;
}

static bool expand(expansion *x) {
  bool all[MEMBERS] = {false};
  const int items = scene_item_count(x->from);
  if (!read_members(x, all) || !copy_sources(x))
    return false;
  for (int i = 0; i < items; ++i)
    if (is_family(scene_item(x->from, i)) && !add_family(x, scene_item(x->from, i), all))
      return false;
  for (int i = 1; i < items; ++i)
    if (!read_own(x, scene_item(x->from, i)) || !check_references(x, scene_item(x->from, i)))
      return false;
  if (!settle(x))
    return false;
  for (int i = 0; i < items; ++i) {
    if (!put_item(x, scene_item(x->from, i)))
      return false;
    if (i == 0)
      scene_retune(x->to); // before names of notes are read
  }
  return true;
}

carom_scene *carom_scene_expand(const carom_scene *scene, const carom_memory *memory,
                                carom_error *error) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  if (scene == NULL) {
    (void)error_null(error, "scene");
    return NULL;
  }
  if (error != NULL)
    *error = (carom_error){.status = CAROM_OK};
  expansion x = {.from = scene, .to = carom_scene_new(&from), .error = error};
  const size_t size = ((size_t)scene->item_count + 1) * sizeof *x.list;
  x.list = from.resize(from.user, NULL, 0, size);
  const bool room = x.list != NULL && x.to != NULL;
  if (!room)
    (void)out_of_memory(&x, scene_item(scene, 0));
  const bool good = room && expand(&x);
  if (x.list != NULL)
    from.resize(from.user, x.list, size, 0);
  if (!good) {
    carom_scene_free(x.to);
    return NULL;
  }
  return x.to;
}
