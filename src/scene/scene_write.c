// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The scene written back as JSON, which is a scene file as well.

#include "base/format_double.h"
#include "base/json_lex.h"
#include "base/parse_double.h"
#include "scene/note_curve.h"
#include "scene/scene.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  carom_text_sink *sink;
  void *user;
  bool going;
} pen;

static void put(pen *p, const char *text, size_t length) {
  p->going = p->going && p->sink(p->user, text, length);
}

static void put_text(pen *p, const char *text) {
  put(p, text, strlen(text));
}

static void put_quoted(pen *p, const char *text, size_t length) {
  size_t written = 0;
  put_text(p, "\"");
  for (size_t i = 0; i < length; ++i) {
    const unsigned char c = (unsigned char)text[i];
    char escaped[8];
    if (c >= 0x20 && c != '"' && c != '\\')
      continue;
    put(p, text + written, i - written);
    snprintf(escaped, sizeof escaped, c < 0x20 ? "\\u%04x" : "\\%c", c);
    put_text(p, escaped);
    written = i + 1;
  }
  put(p, text + written, length - written);
  put_text(p, "\"");
}

static void put_scalar(pen *p, const char *text, size_t length, key_kind kind) {
  double x = 0;
  const bool words = kind == KEY_TEXT || kind == KEY_POINT;
  if (!words && (kind == KEY_FLAG || (length > 0 && json_number(text, length) == length)))
    put(p, text, length);
  else if (!words && parse_double(text, length, &x) && isfinite(x)) {
    char number[FORMAT_DOUBLE_ROOM];
    put(p, number, (size_t)format_double(x, number));
  } else {
    put_quoted(p, text, length);
  }
}

// One value, lists with uniform spacing.
static void put_plain(pen *p, const char *text, size_t length, key_kind kind) {
  if (kind == KEY_TEXT || kind == KEY_POINT) {
    put_scalar(p, text, length, kind);
    return;
  }
  for (size_t at = 0; at < length;) {
    const char *c = text + at;
    const size_t word = strcspn(c, "[], \t\r\n");
    if (word > 0) {
      const size_t all = word < length - at ? word : length - at;
      put_scalar(p, c, all, kind);
      at += all;
      continue;
    }
    if (*c == ',')
      put_text(p, ", ");
    else
      put(p, c, *c == '[' || *c == ']' ? 1 : 0);
    ++at;
  }
}

// Values by note: a mapping of notes to values.
static void put_curve(pen *p, const char *text, key_kind kind) {
  curve_piece piece;
  const char *comma = "{";
  for (const char *at = text; (at = curve_next(at, &piece)) != NULL; comma = ", ") {
    put_text(p, comma);
    put_quoted(p, piece.name, piece.name_length);
    put_text(p, ": ");
    put_plain(p, piece.value, piece.length, kind);
  }
  put_text(p, "}");
}

static void put_value(pen *p, const entry *e) {
  const key_kind kind = key_kind_of(e->key);
  if (e->value.by_note)
    put_curve(p, e->value.text, kind);
  else
    put_plain(p, e->value.text, strlen(e->value.text), kind);
}

// The keys of an item that begin with a prefix, nested by their dots: "start.shape" goes into
// {"start": {"shape": ...}}. Each key is written by the level on which it ends.
static void put_keys(pen *p, const item *it, const char *prefix, const char *first_comma) {
  const size_t depth = strlen(prefix);
  const char *comma = first_comma;
  for (int i = 0; i < it->count; ++i) {
    char whole[ENTRY_NAME];
    char other[ENTRY_NAME];
    const char *name = entry_name(&it->entries[i], whole);
    if (strncmp(name, prefix, depth) != 0)
      continue;
    const char *rest = name + depth;
    const size_t length = strcspn(rest, ".");
    bool seen = false; // a group is written at its first key
    for (int j = 0; j < i && rest[length] == '.'; ++j)
      seen = seen || strncmp(entry_name(&it->entries[j], other), name, depth + length + 1) == 0;
    if (seen)
      continue;
    put_text(p, comma);
    put_quoted(p, rest, length);
    put_text(p, ": ");
    if (rest[length] == '.') {
      char group[64];
      snprintf(group, sizeof group, "%.*s", (int)(depth + length + 1), name);
      put_text(p, "{");
      put_keys(p, it, group, ""); // at most three levels deep: position.sine.offset
      put_text(p, "}");
    } else {
      put_value(p, &it->entries[i]);
    }
    comma = ", ";
  }
}

// The items of a section, a line each; false if it has none.
static bool put_section(pen *p, const carom_scene *scene, section in, const char *comma) {
  bool any = false;
  for (int i = 1; i < scene_item_count(scene); ++i) {
    const item *it = scene_item(scene, i);
    if (it->in != in)
      continue;
    if (!any) {
      put_text(p, comma);
      put_quoted(p, section_name(in), strlen(section_name(in)));
      put_text(p, ": {");
    }
    put_text(p, any ? ",\n  " : "\n  ");
    put_quoted(p, it->name, strlen(it->name));
    put_text(p, ": {");
    put_keys(p, it, "", "");
    put_text(p, "}");
    any = true;
  }
  put_text(p, any ? "}" : "");
  return any;
}

bool carom_scene_write(const carom_scene *scene, carom_text_sink *sink, void *user) {
  if (scene == NULL || sink == NULL)
    return false;
  pen p = {.sink = sink, .user = user, .going = true};
  put_text(&p, "{");
  put_keys(&p, scene_item(scene, 0), "", "");
  bool any = scene_item(scene, 0)->count > 0;
  for (int s = SECTION_BODIES; s < SECTION_COUNT; ++s)
    any = put_section(&p, scene, (section)s, any ? ",\n " : "") || any;
  put_text(&p, "}");
  return p.going;
}

// A text of limited room, and the length it would have without a limit.
typedef struct {
  char *text;
  size_t room, length;
} page;

static bool put_on_page(void *user, const char *text, size_t length) {
  page *p = user;
  if (p->length + 1 < p->room) {
    const size_t left = p->room - 1 - p->length;
    memcpy(p->text + p->length, text, length < left ? length : left);
  }
  p->length += length;
  return true;
}

size_t carom_scene_text(const carom_scene *scene, char *text, size_t size) {
  page p = {.text = text, .room = size};
  carom_scene_write(scene, put_on_page, &p);
  if (size > 0)
    text[p.length < size ? p.length : size - 1] = '\0';
  return p.length;
}
