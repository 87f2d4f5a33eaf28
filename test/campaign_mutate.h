// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes that exist, changed by the table of keys: values that each key allows and some that it
// does not, keys and items taken out, items of other scenes, and texts that are no scenes.

#ifndef CAROM_TEST_CAMPAIGN_MUTATE_H
#define CAROM_TEST_CAMPAIGN_MUTATE_H

#include "campaign_make.h"
#include <glob.h>

enum { MOST_SEEDS = 512 };

/// The scenes to begin with, as text: built-in ones, examples, and inputs that once hurt.
typedef struct {
  char *text[MOST_SEEDS];
  int count, builtin;
} seed_scenes;

static inline void keep_seed(seed_scenes *s, const carom_scene *scene) {
  static scene_text t;
  if (s->count < MOST_SEEDS && text_of(scene, &t))
    s->text[s->count++] = strdup(t.bytes);
}

static inline void load_seeds(seed_scenes *s) {
  static const char *const places[] = {"examples/*.yaml", "examples/sounds/*.yaml",
                                       "fuzz/corpus/scene/*"};
  for (int i = 0; i < carom_builtin_count(); ++i) {
    carom_scene *scene = scene_of(carom_builtin_name(i));
    keep_seed(s, scene);
    carom_scene_free(scene);
  }
  s->builtin = s->count;
  for (int p = 0; p < 3; ++p) {
    glob_t found = {0};
    carom_error error;
    const bool any = glob(places[p], 0, NULL, &found) == 0;
    for (size_t i = 0; any && i < found.gl_pathc; ++i) {
      carom_scene *scene = carom_scene_new(NULL);
      if (carom_scene_load(scene, found.gl_pathv[i], &error) == CAROM_OK)
        keep_seed(s, scene);
      carom_scene_free(scene);
    }
    globfree(&found);
  }
  assert_true(s->builtin > 20 && s->count > s->builtin + 20);
}

static inline void free_seeds(seed_scenes *s) {
  for (int i = 0; i < s->count; ++i)
    free(s->text[i]);
}

// --- Values -------------------------------------------------------------------------------------

static inline double any_number(uint64_t *seed, double present) {
  static const double odd[] = {0,    1,     -1,     2,     0.5,    1e-300, 1e300, 1e-12,
                               1e12, 1e154, 1e-154, 1e308, 5e-324, 44100,  1e-3,  0.999999999};
  const double kind = random_unit(seed);
  if (kind < 0.35 && isfinite(present) && present != 0)
    return present * random_log(seed, 0.1, 10);
  if (kind < 0.55 && isfinite(present) && present != 0)
    return present * random_log(seed, 1e-6, 1e6) * any_sign(seed);
  if (kind < 0.65 && isfinite(present))
    return -present;
  return kind < 0.8 ? any_of(seed, odd) : any_sign(seed) * random_log(seed, 1e-12, 1e12);
}

/// One of the words that a key allows.
static inline void any_word(uint64_t *seed, const char *words, char *out) {
  int count = 1;
  for (const char *at = words; *at != '\0'; ++at)
    count += *at == ' ';
  for (int skip = pick(seed, count); skip > 0; --skip)
    words = strchr(words, ' ') + 1;
  snprintf(out, TEXT_ROOM, "%.*s", (int)strcspn(words, " "), words);
}

static inline void any_item(uint64_t *seed, const carom_scene *scene, const char *section,
                            char *out) {
  const int count = carom_scene_count(scene, section);
  snprintf(out, PATH_ROOM, "%s",
           count > 0 ? carom_scene_name(scene, section, pick(seed, count)) : "x");
}

static inline void any_place(uint64_t *seed, const carom_scene *scene, char *out) {
  char name[PATH_ROOM];
  any_item(seed, scene, chance(seed, 0.8) ? "bodies" : "contacts", name);
  const double x = chance(seed, 0.2) ? pick(seed, 2) : random_unit(seed);
  const double kind = random_unit(seed);
  if (kind < 0.3)
    snprintf(out, TEXT_ROOM, "%s", name);
  else if (kind < 0.8)
    snprintf(out, TEXT_ROOM, "%s@%.6g", name, x);
  else
    snprintf(out, TEXT_ROOM, "%s@%.6g:%.6g", name, x, random_unit(seed));
}

/// A value of the kind that a key asks for, most of the time.
static inline void any_value(uint64_t *seed, const carom_scene *scene, const carom_key *key,
                             const char *present, char *out) {
  static const char *const junk[] = {
      "",     "~",     "[]",   "{}",       "[[]]",           "nan",
      "-inf", "1e400", "true", "[[0, 1]]", "[1, 2]",         "[[0, 0], [0, 1]]",
      "\"",   "auto",  "A4",   "%s%n",     "[pinned, free]", "[free, free]"};
  const double number = any_number(seed, number_of(present));
  if (chance(seed, 0.02))
    snprintf(out, TEXT_ROOM, "%s", any_of(seed, junk));
  else if (key->choices[0] != '\0' && strchr(key->kind, ' ') == NULL)
    any_word(seed, key->choices, out);
  else if (strcmp(key->kind, "two words") == 0) {
    char second[TEXT_ROOM];
    char first[TEXT_ROOM];
    any_word(seed, key->choices, first);
    any_word(seed, key->choices, second);
    snprintf(out, TEXT_ROOM, "[%.32s, %.32s]", first, second);
  } else if (strcmp(key->kind, "point") == 0)
    any_place(seed, scene, out);
  else if (strcmp(key->kind, "true or false") == 0)
    snprintf(out, TEXT_ROOM, "%s", chance(seed, 0.5) ? "true" : "false");
  else if (strstr(key->kind, "whole") != NULL && chance(seed, 0.8))
    snprintf(out, TEXT_ROOM,
             strstr(key->kind, "two whole") != NULL && chance(seed, 0.5) ? "[%d, 5]" : "%d",
             1 + pick(seed, 40));
  else if (strstr(key->kind, "breakpoints") != NULL && chance(seed, 0.3))
    snprintf(out, TEXT_ROOM, "[[0, %.9g], [%.4g, %.9g]]", number, random_log(seed, 1e-5, 1e-2),
             any_number(seed, number));
  else if (strstr(key->kind, "list") != NULL ||
           (strstr(key->kind, "two") != NULL && chance(seed, 0.5)))
    snprintf(out, TEXT_ROOM, "[%.9g, %.9g]", number, any_number(seed, number));
  else
    snprintf(out, TEXT_ROOM, "%.9g", number);
}

/// Whether an item is of a type that has the key.
static inline bool applies(const carom_scene *scene, const carom_key *key, const char *item) {
  const bool gesture = strcmp(key->section, "score") == 0;
  const char *type = get(scene, "%s.%.60s.%s", key->section, item, gesture ? "gesture" : "type");
  return type == NULL || has_word(key->types, type);
}

// --- Edits --------------------------------------------------------------------------------------

/// Changes the value of some key, most often one that the scene has.
static inline void change_value(uint64_t *seed, carom_scene *scene) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    const carom_key *key = carom_key_at(pick(seed, carom_key_count()));
    char item[PATH_ROOM] = "";
    char path[PATH_ROOM];
    char value[TEXT_ROOM];
    if (key->section[0] != '\0') {
      if (carom_scene_count(scene, key->section) == 0)
        continue;
      any_item(seed, scene, key->section, item);
      snprintf(path, sizeof path, "%s.%.60s.%s", key->section, item, key->name);
    } else {
      snprintf(path, sizeof path, "%s", key->name);
    }
    const char *present = carom_scene_get(scene, path);
    if ((present == NULL && chance(seed, 0.9)) || strcmp(path, "carom") == 0 ||
        (item[0] != '\0' && !applies(scene, key, item) && chance(seed, 0.98)))
      continue;
    any_value(seed, scene, key, present, value);
    put_text(scene, value, "%s", path);
    return;
  }
}

/// Copies an item of another scene, whose points then lie on bodies of this one, or of none.
static inline void take_item(uint64_t *seed, carom_scene *scene, const carom_scene *other) {
  static const char *const sections[] = {"bodies", "bodies", "contacts", "contacts",
                                         "forces", "score",  "controls"};
  const char *section = any_of(seed, sections);
  if (carom_scene_count(other, section) == 0)
    return;
  char item[PATH_ROOM];
  any_item(seed, other, section, item);
  for (int k = 0; k < carom_key_count(); ++k) {
    const carom_key *key = carom_key_at(k);
    if (strcmp(key->section, section) != 0 || strchr(key->name, '*') != NULL)
      continue;
    const char *value = get(other, "%s.%.60s.%s", section, item, key->name);
    char place[TEXT_ROOM];
    if (value == NULL || !applies(other, key, item) ||
        (key->standard[0] != '\0' && strcmp(value, key->standard) == 0))
      continue;
    if (strcmp(key->kind, "point") == 0) {
      any_place(seed, scene, place);
      value = place;
    }
    put_text(scene, value, "%s.%.60s.%s", section, item, key->name);
  }
}

static inline void take_out(uint64_t *seed, carom_scene *scene) {
  const int count = carom_section_count();
  const char *section = carom_section_at(pick(seed, count));
  char item[PATH_ROOM];
  char path[PATH_ROOM];
  carom_error error;
  any_item(seed, scene, section, item);
  snprintf(path, sizeof path, "%s.%.60s", section, item);
  if (chance(seed, 0.6)) {
    const carom_key *key = carom_key_at(pick(seed, carom_key_count()));
    if (strcmp(key->section, section) == 0)
      snprintf(path, sizeof path, "%s.%.60s.%s", section, item, key->name);
  }
  carom_scene_remove(scene, path, &error);
}

/// Small grids, so that many scenes fit into a second; without the time in which linkages settle.
static inline void make_small(uint64_t *seed, carom_scene *scene) {
  if (chance(seed, 0.1))
    return;
  for (int i = 0; i < carom_scene_count(scene, "bodies"); ++i) {
    const char *name = carom_scene_name(scene, "bodies", i);
    const char *type = get(scene, "bodies.%s.type", name);
    if (is_word(type, "plate"))
      put_text(scene, "[6, 5]", "bodies.%s.points", name);
    else if ((is_word(type, "string") || is_word(type, "bar")) &&
             get(scene, "bodies.%s.start.values", name) == NULL)
      put_value(scene, 4 + pick(seed, 20), "bodies.%s.points", name);
  }
  const double settle = number_at(scene, "settle");
  if (isfinite(settle) && settle > 0.002)
    put_value(scene, 0.002 * random_unit(seed), "settle");
}

/// A scene that exists, with one to six edits.
static inline carom_scene *mutated_scene(uint64_t *seed, const seed_scenes *seeds) {
  const char *text =
      seeds->text[chance(seed, 0.6) ? pick(seed, seeds->builtin) : pick(seed, seeds->count)];
  carom_scene *scene = scene_from(text, strlen(text));
  assert_non_null(scene);
  make_small(seed, scene);
  for (int edits = 1 + pick(seed, chance(seed, 0.7) ? 2 : 6); edits > 0; --edits) {
    const double kind = random_unit(seed);
    if (kind < 0.8) {
      change_value(seed, scene);
    } else if (kind < 0.87) {
      take_out(seed, scene);
    } else if (kind < 0.95) {
      const char *from = seeds->text[pick(seed, seeds->count)];
      carom_scene *other = scene_from(from, strlen(from));
      take_item(seed, scene, other);
      carom_scene_free(other);
    } else {
      static const char *const methods[] = {"audio", "event", "rk4",  "am1",  "verlet",
                                            "heun",  "rigid", "wave", "wrap", "mechanism"};
      put_text(scene, any_of(seed, methods), "solver.method");
    }
  }
  return scene;
}

/// Some bytes of a text changed, doubled or left out.
static inline void damage(uint64_t *seed, scene_text *t) {
  static const char marks[] = "{}[]\",:-#&*!|>'%@`~ \n\t\r\0\x80\xC3\xFF";
  for (int edits = 1 + pick(seed, 4); edits > 0 && t->length > 40; --edits) {
    const size_t at = (size_t)pick(seed, (int)t->length);
    const size_t count = 1 + (size_t)pick(seed, 20);
    if (chance(seed, 0.5)) {
      t->bytes[at] = marks[pick(seed, (int)sizeof marks)];
    } else if (at + count < t->length) {
      memmove(t->bytes + at, t->bytes + at + count, t->length - at - count);
      t->length -= count;
    }
  }
  t->bytes[t->length] = '\0';
}

#endif
