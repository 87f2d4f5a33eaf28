// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What campaigns do with scenes: read a number of theirs, copy them, and make others of them that
// must move alike: in other units, upside down, and told in another order.

#ifndef CAROM_TEST_CAMPAIGN_SCENE_H
#define CAROM_TEST_CAMPAIGN_SCENE_H

#include "support.h"

enum { SCENE_ROOM = 1 << 18, PATH_ROOM = 160, TEXT_ROOM = 4096 };

/// A scene as text.
typedef struct {
  char bytes[SCENE_ROOM];
  size_t length;
} scene_text;

static inline bool text_take(void *user, const char *text, size_t length) {
  scene_text *t = user;
  if (t->length + length >= SCENE_ROOM)
    return false;
  memcpy(t->bytes + t->length, text, length);
  t->length += length;
  t->bytes[t->length] = '\0';
  return true;
}

static inline bool text_of(const carom_scene *scene, scene_text *t) {
  t->length = 0;
  t->bytes[0] = '\0';
  return carom_scene_write(scene, text_take, t);
}

/// NULL where the text is no scene.
static inline carom_scene *scene_from(const char *text, size_t length) {
  carom_error error;
  carom_scene *scene = carom_scene_new(NULL);
  if (carom_scene_parse_json(scene, "campaign", text, length, &error) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

__attribute__((format(printf, 2, 3))) static inline const char *get(const carom_scene *scene,
                                                                    const char *format, ...) {
  char path[PATH_ROOM];
  va_list args;
  va_start(args, format);
  vsnprintf(path, sizeof path, format, args);
  va_end(args);
  return carom_scene_get(scene, path);
}

/// Sets a value and tells whether it was taken.
__attribute__((format(printf, 3, 4))) static inline bool
put_text(carom_scene *scene, const char *value, const char *format, ...) {
  char path[PATH_ROOM];
  va_list args;
  va_start(args, format);
  vsnprintf(path, sizeof path, format, args);
  va_end(args);
  carom_error error;
  return carom_scene_set(scene, path, value, &error) == CAROM_OK;
}

__attribute__((format(printf, 3, 4))) static inline bool put_value(carom_scene *scene, double value,
                                                                   const char *format, ...) {
  char path[PATH_ROOM];
  va_list args;
  va_start(args, format);
  vsnprintf(path, sizeof path, format, args);
  va_end(args);
  carom_error error;
  return carom_scene_set_number(scene, path, value, &error) == CAROM_OK;
}

/// The number that a text stands for at t = 0: itself, or its first breakpoint. NAN for none.
static inline double number_of(const char *text) {
  if (text == NULL)
    return NAN;
  if (strncmp(text, "[[", 2) == 0) {
    char *end = NULL;
    const double first = strtod(text + 2, &end);
    text = first >= 0 && *end == ',' ? end + 1 : "";
    const double value = strtod(text, &end);
    const bool jumps = strncmp(end, "], [0, ", 7) == 0; // at the first time, if that is 0
    return end != text && *end == ']' && !jumps ? value : (double)NAN;
  }
  char *end = NULL;
  const double value = strtod(text, &end);
  return end != text && *end == '\0' ? value : (double)NAN;
}

#define number_at(scene, ...) number_of(get(scene, __VA_ARGS__))

static inline bool is_word(const char *text, const char *word) {
  return text != NULL && strcmp(text, word) == 0;
}

/// Whether a list of words separated by spaces holds one; all do that are empty.
static inline bool has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  if (words[0] == '\0')
    return true;
  for (const char *at = strstr(words, word); at != NULL; at = strstr(at + 1, word))
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

// --- Every value of a scene ---------------------------------------------------------------------

/// One value that a scene has, or its default; false ends the visit.
typedef bool value_visit(void *user, carom_scene *scene, const carom_key *key, const char *item,
                         const char *path, const char *text);

static inline bool visit_key(carom_scene *scene, const carom_key *key, const char *item,
                             value_visit *visit, void *user) {
  char path[PATH_ROOM];
  char text[TEXT_ROOM];
  const int length = item[0] == '\0'
                         ? snprintf(path, sizeof path, "%s", key->name)
                         : snprintf(path, sizeof path, "%s.%s.%s", key->section, item, key->name);
  if (length >= (int)sizeof path)
    return true;
  const char *value = carom_scene_get(scene, path);
  if (value == NULL || value[0] == '\0' || strlen(value) >= sizeof text)
    return value == NULL || value[0] == '\0';
  strcpy(text, value);
  return visit(user, scene, key, item, path, text);
}

/// Visits all values; false if one of them ended that, or is too long.
static inline bool visit_values(carom_scene *scene, value_visit *visit, void *user) {
  for (int k = 0; k < carom_key_count(); ++k) {
    const carom_key *key = carom_key_at(k);
    if (strchr(key->name, '*') != NULL)
      continue;
    if (key->section[0] == '\0' && !visit_key(scene, key, "", visit, user))
      return false;
    for (int i = 0; key->section[0] != '\0' && i < carom_scene_count(scene, key->section); ++i) {
      char item[PATH_ROOM];
      snprintf(item, sizeof item, "%s", carom_scene_name(scene, key->section, i));
      const bool gesture = strcmp(key->section, "score") == 0;
      const char *type = get(scene, "%s.%s.%s", key->section, item, gesture ? "gesture" : "type");
      if (type == NULL || has_word(key->types, type))
        if (!visit_key(scene, key, item, visit, user))
          return false;
    }
  }
  return true;
}

// --- Other units --------------------------------------------------------------------------------

/// How often kilograms and seconds go into a unit: "N s/m" has 1 and -1.
static inline void unit_powers(const char *unit, int *kilograms, int *seconds) {
  static const struct {
    const char *name;
    int kilograms, seconds;
  } units[] = {{"kg", 1, 0}, {"N", 1, -2}, {"Pa", 1, -2}, {"Hz", 0, -1}, {"s", 0, 1}};
  *kilograms = *seconds = 0;
  for (int sign = 1; *unit != '\0';) {
    const size_t length = strcspn(unit, " /");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i) {
      const size_t n = strlen(units[i].name);
      const int power = length == n + 1 && unit[n] == '2' ? 2 : 1;
      if (strncmp(unit, units[i].name, n) == 0 && (length == n || power == 2)) {
        *kilograms += sign * power * units[i].kilograms;
        *seconds += sign * power * units[i].seconds;
      }
    }
    unit += length;
    sign = *unit == '/' ? -1 : 1;
    unit += *unit != '\0';
  }
}

/// Writes a text with each number times a factor; times of breakpoints times another.
static inline bool scaled_text(const char *text, double factor, double time, char *out) {
  int depth = 0;
  int place = 0;
  size_t length = 0;
  for (const char *at = text; *at != '\0';) {
    char *end = NULL;
    const double value = strtod(at, &end);
    if (strchr("-.0123456789", *at) != NULL && end != at) {
      length += (size_t)snprintf(out + length, TEXT_ROOM - length, "%.17g",
                                 value * (depth == 2 && place == 0 ? time : factor));
      at = end;
    } else if (strchr("[], ", *at) == NULL) {
      return false; // a note, or a word
    } else {
      depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
      place = *at == '[' ? 0 : place + (*at == ',');
      out[length++] = *at++;
    }
    if (length > TEXT_ROOM - 64)
      return false;
  }
  out[length] = '\0';
  return true;
}

/// Factors of all masses and of all times.
typedef struct {
  double mass, time;
} likeness;

static inline bool scale_value(void *user, carom_scene *scene, const carom_key *key,
                               const char *item, const char *path, const char *text) {
  const likeness *l = user;
  int kilograms = 0;
  int seconds = 0;
  unit_powers(key->unit, &kilograms, &seconds);
  const double factor = pow(l->mass, kilograms) * pow(l->time, seconds);
  const bool changes = text[0] == '[' && text[1] == '[' && l->time != 1;
  char out[TEXT_ROOM];
  if (strcmp(key->section, "controls") == 0 || strcmp(key->section, "presets") == 0)
    return false;
  if ((factor == 1 && !changes) ||
      (strcmp(key->name, "amplitude") == 0 && get(scene, "forces.%s.table", item) != NULL))
    return true; // of a table the amplitude is a factor
  carom_error error;
  return scaled_text(text, factor, l->time, out) &&
         carom_scene_set(scene, path, out, &error) == CAROM_OK;
}

/// The same motion in other units: NULL where a value has a unit of its own.
static inline carom_scene *similar_scene(const scene_text *t, double mass, double time) {
  likeness l = {mass, time};
  carom_scene *scene = scene_from(t->bytes, t->length);
  if (scene == NULL)
    return NULL;
  bool good = carom_scene_count(scene, "score") == 0; // `set` and `control` have any unit
  for (int i = 0; i < carom_scene_count(scene, "contacts"); ++i) {
    const char *name = carom_scene_name(scene, "contacts", i);
    if (is_word(get(scene, "contacts.%s.type", name), "bow") &&
        get(scene, "contacts.%s.force", name) == NULL)
      good = put_text(scene, "0.5", "contacts.%s.force", name) && good;
  }
  if (good && visit_values(scene, scale_value, &l))
    return scene;
  carom_scene_free(scene);
  return NULL;
}

// --- Upside down --------------------------------------------------------------------------------

static inline bool mirror_value(void *user, carom_scene *scene, const carom_key *key,
                                const char *item, const char *path, const char *text) {
  static const char *const turned[] = {"gravity",
                                       "velocity",
                                       "start.amplitude",
                                       "start_velocity.amplitude",
                                       "start.values",
                                       "profile.height",
                                       "profile.values",
                                       "position.sine.offset",
                                       "amplitude",
                                       "speed",
                                       "position",
                                       "position.sine.amplitude",
                                       "start_velocity.values"};
  (void)user;
  carom_error error;
  if (strcmp(key->section, "contacts") == 0 && strcmp(key->name, "below") == 0) {
    char above[PATH_ROOM];
    snprintf(above, sizeof above, "%s", get(scene, "contacts.%s.above", item));
    return put_text(scene, text, "contacts.%s.above", item) &&
           carom_scene_set(scene, path, above, &error) == CAROM_OK;
  }
  if (strcmp(key->section, "contacts") == 0 && strcmp(key->name, "position") == 0)
    return true; // of a bow
  char out[TEXT_ROOM];
  for (size_t i = 0; i < sizeof turned / sizeof turned[0]; ++i)
    if (strcmp(key->name, turned[i]) == 0)
      return scaled_text(text, -1, 1, out) && carom_scene_set(scene, path, out, &error) == CAROM_OK;
  return true;
}

/// The same motion seen from below; NULL where up and down are not alike: linkages, felt, fingers,
/// scores and wrapped strings.
static inline carom_scene *mirrored_scene(const scene_text *t) {
  static const char *const lopsided[] = {"\"linkage\"", "\"felt\"", "\"finger\"", "\"score\"",
                                         "\"wrapped\"", "\"stop\"", "\"base."};
  for (size_t i = 0; i < sizeof lopsided / sizeof lopsided[0]; ++i)
    if (strstr(t->bytes, lopsided[i]) != NULL)
      return NULL;
  carom_scene *scene = scene_from(t->bytes, t->length);
  if (scene != NULL && visit_values(scene, mirror_value, NULL))
    return scene;
  carom_scene_free(scene);
  return NULL;
}

// --- In another order ---------------------------------------------------------------------------

/// The end of a JSON value that begins at a place.
static inline const char *value_end(const char *at) {
  int depth = 0;
  bool quoted = false;
  for (; *at != '\0'; ++at) {
    if (quoted && *at == '\\')
      ++at;
    else if (*at == '"')
      quoted = !quoted;
    else if (!quoted && (*at == '{' || *at == '['))
      ++depth;
    else if (!quoted && (*at == '}' || *at == ']' || *at == ','))
      if ((*at == ',' || --depth < 0) && depth <= 0)
        return at;
  }
  return at;
}

/// The text with the items of a section in the opposite order.
static inline void reverse_section(scene_text *t, const char *section) {
  static scene_text turned;
  char head[32];
  const int length = snprintf(head, sizeof head, "\"%s\": {", section);
  const char *begin = strstr(t->bytes, head);
  if (begin == NULL)
    return;
  begin += length;
  size_t end = 0;
  turned.length = 0;
  while (begin[end] != '}' && begin[end] != '\0') { // each item goes before those so far
    const size_t from = end + strspn(begin + end, ", ");
    end = (size_t)(value_end(begin + from) - begin);
    const size_t size = end - from;
    const size_t comma = turned.length > 0 ? 2 : 0;
    memmove(turned.bytes + size + comma, turned.bytes, turned.length);
    memcpy(turned.bytes, begin + from, size);
    memcpy(turned.bytes + size, ", ", comma);
    turned.length += size + comma;
  }
  if (turned.length == end)
    memcpy(t->bytes + (begin - t->bytes), turned.bytes, end);
}

static inline carom_scene *reordered_scene(const scene_text *t) {
  static scene_text copy;
  copy = *t;
  reverse_section(&copy, "bodies");
  reverse_section(&copy, "contacts");
  reverse_section(&copy, "forces");
  return scene_from(copy.bytes, copy.length);
}

#endif
