// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Names with a *. A scene has been expanded when it is compiled: members of the family bar* are
// items called bar and a number among play.keys, or among play.voices.

#include "model/compile.h"

#include "model/score.h"
#include "scene/note_curve.h"
#include "scene/path.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whether the scene numbers its members so.
static bool is_number(const item *top, int number) {
  if (!item_has(top, "play.keys"))
    return number >= 1 && number <= item_number(top, "play.voices");
  const double *notes = item_numbers(top, "play.keys");
  const int rows = item_rows(top, "play.keys");
  for (int i = 0; rows > 2 && i < rows; ++i)
    if (number == (int)notes[i])
      return true;
  return rows == 2 && number >= notes[0] && number <= notes[1];
}

star_name star_of(const compiler *c, section in, const char *text) {
  const item *top = scene_item(c->scene, 0);
  const size_t length = strcspn(text, "@");
  const char *star = memchr(text, '*', length);
  star_name s = {.in = in, .text = text, .before = length};
  if (star == NULL)
    return s;
  s.before = (size_t)(star - text);
  s.after = length - s.before - 1;
  const bool members = item_has(top, "play.keys") || item_has(top, "play.voices");
  for (int n = 0; members && s.after == 0 && s.before < 64 && n <= 128; ++n) {
    char name[80];
    const int written = snprintf(name, sizeof name, "%.*s%d", (int)s.before, text, n);
    s.member[n] = is_number(top, n) && scene_find(c->scene, in, name, (size_t)written) >= 0;
    s.family = s.family || s.member[n];
  }
  return s;
}

int star_number(const star_name *star, const char *name) {
  const char *digits = name + star->before;
  return strspn(digits, "0123456789") == strlen(digits) && strlen(digits) <= 3 ? atoi(digits) : -1;
}

bool star_fits(const star_name *star, const char *name) {
  const size_t length = strlen(name);
  if (length < star->before + star->after || memcmp(star->text, name, star->before) != 0)
    return false;
  if (star->text[star->before] != '*')
    return length == star->before;
  const int number = star->family ? star_number(star, name) : 0;
  return star->family
             ? number >= 0 && number <= 128 && star->member[number]
             : memcmp(star->text + star->before + 1, name + length - star->after, star->after) == 0;
}

int star_key(const compiler *c, const char *name) {
  const item *top = scene_item(c->scene, 0);
  const char *digits = name + strlen(name);
  while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
    --digits;
  const size_t count = strlen(digits);
  if (!item_has(top, "play.keys") || count == 0 || count > 3 || !is_number(top, atoi(digits)))
    return -1;
  return atoi(digits);
}

void star_path_of(const compiler *c, const char *text, size_t length, star_path *path) {
  snprintf(path->text, sizeof path->text, "%.*s", (int)length, text);
  const scene_path at = path_split(path->text);
  path->key = at.key;
  path->name = (star_name){.in = at.in};
  if (at.in == SECTION_TOP || at.name_length == 0)
    return;
  char name[160]; // the family is looked for by its name alone
  snprintf(name, sizeof name, "%.*s", (int)at.name_length, at.name);
  path->name = star_of(c, at.in, name);
  path->name.text = at.name;
}

bool star_path_fits(const star_path *pattern, const char *path) {
  if (!pattern->name.family)
    return control_fits(pattern->text, path);
  const scene_path at = path_split(path);
  char name[160];
  snprintf(name, sizeof name, "%.*s", (int)at.name_length, at.name);
  return at.in == pattern->name.in && strcmp(at.key, pattern->key) == 0 &&
         star_fits(&pattern->name, name);
}

// What families say by note is resolved where they are expanded; here a key has one value, but for
// what an output of a family has of its members, and where a control goes for each note.
static bool is_curve(const item *it, const char *name) {
  return (it->in == SECTION_OUTPUTS && strcmp(name, "pan") == 0) ||
         (it->in == SECTION_CONTROLS && (strcmp(name, "from") == 0 || strcmp(name, "to") == 0));
}

bool star_resolved(compiler *c, const item *it) {
  double cents = 0;
  for (int i = 0; i < it->count; ++i) {
    char room[ENTRY_NAME];
    const entry *e = &it->entries[i];
    const char *name = entry_name(e, room);
    if (e->value.by_note && !is_curve(it, name))
      return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                     "has values by note, and there are no notes here; allowed is one value, or a "
                     "family: a name that ends with *, and play.keys");
    if (key_takes_key(e->key) && curve_is_key(e->value.text, &cents))
      return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                     "is the pitch of a member's key; allowed here is a pitch, or a family: a name "
                     "that ends with *, and play.keys");
    if (it->in != SECTION_TOP && strcmp(name, "keys") == 0)
      return MISTAKE(c, it, name, CAROM_UNKNOWN_KEY,
                     "is of a family; allowed where the name ends with *");
  }
  return true;
}

static const char *family_of(const compiler *c, const char *name) {
  for (int in = SECTION_BODIES; in < SECTION_COUNT; ++in) {
    const int found = scene_find(c->scene, (section)in, name, strlen(name));
    if (found >= 0 && scene_item(c->scene, found)->family != NULL)
      return scene_item(c->scene, found)->family;
  }
  return NULL;
}

bool star_warned(compiler *c, warning_kind kind, const char *name) {
  const char *family = family_of(c, name);
  for (int i = 0; family != NULL && i < c->m.warning_count; ++i) {
    const char *told = c->m.text + c->m.warning[i].name;
    const char *other = family_of(c, told);
    if (c->m.warning[i].kind != kind)
      continue;
    if (strcmp(told, family) == 0)
      return true;
    if (other != NULL && strcmp(other, family) == 0) {
      c->m.warning[i].name = builder_text(&c->m, family);
      return true;
    }
  }
  return false;
}

// --- Live keys of families ----------------------------------------------------------------------

// The path with a * for the number of a member, as the scene has numbered items; false for others.
static bool group_path(const compiler *c, const char *path, char group[160]) {
  const scene_path at = path_split(path);
  size_t stem = at.name_length;
  while (stem > 0 && at.name[stem - 1] >= '0' && at.name[stem - 1] <= '9')
    --stem;
  const size_t digits = at.name_length - stem;
  if (at.in == SECTION_TOP || stem == 0 || digits == 0 || digits > 3 ||
      !is_number(scene_item(c->scene, 0), atoi(at.name + stem)))
    return false;
  snprintf(group, 160, "%s.%.*s*.%.60s", section_name(at.in), (int)stem, at.name, at.key);
  return true;
}

// Values that all members may have.
static bool add_group(compiler *c, const char *path, int first, int plain) {
  char other[160];
  model_live group = {.low = -INFINITY, .high = INFINITY, .first_member = c->m.live_member_count};
  for (int i = first; i < plain; ++i) {
    const model_live *l = &c->m.live[i];
    if (l->row != c->m.live[first].row || !group_path(c, c->m.text + l->path, other) ||
        strcmp(other, path) != 0)
      continue;
    if (group.members++ == 0) {
      group.key = l->key;
      group.row = l->row;
      group.index = l->index;
      group.start = group.largest = l->start;
    }
    group.low = fmax(group.low, l->low);
    group.high = fmin(group.high, l->high);
    int *member = BUILDER_ADD(&c->m, live_member, 1);
    if (member == NULL)
      return false;
    *member = i;
  }
  group.twin = -1;
  group.path = builder_text(&c->m, path);
  model_live *kept = BUILDER_ADD(&c->m, live, 1);
  if (kept == NULL)
    return false;
  *kept = group;
  return true;
}

bool compile_groups(compiler *c) {
  const item *top = scene_item(c->scene, 0);
  const int plain = c->m.live_count;
  if (!item_has(top, "play.keys") && !item_has(top, "play.voices"))
    return true;
  for (int i = 0; i < plain; ++i) {
    char path[160];
    bool known = !group_path(c, c->m.text + c->m.live[i].path, path);
    for (int g = plain; g < c->m.live_count && !known; ++g)
      known = strcmp(c->m.text + c->m.live[g].path, path) == 0;
    if (!known && !add_group(c, path, i, plain))
      return false;
  }
  return !c->m.out_of_memory;
}
