// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Controls: handles by which a program or a player moves live keys, or starts gestures at points
// that are compiled ahead.

#include "model/method.h"
#include "model/score.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- Keys ---------------------------------------------------------------------------------------

// Whether a path fits a pattern in which one * stands for any letters.
bool control_fits(const char *pattern, const char *path) {
  const char *star = strchr(pattern, '*');
  if (star == NULL)
    return strcmp(pattern, path) == 0;
  const size_t before = (size_t)(star - pattern);
  const size_t after = strlen(star + 1);
  const size_t length = strlen(path);
  return length >= before + after && memcmp(pattern, path, before) == 0 &&
         memcmp(star + 1, path + length - after, after) == 0 &&
         memchr(path + before, '.', length - before - after) == NULL;
}

static bool add_target(compiler *c, const item *it, model_control *control, int live) {
  const model_live *l = &c->m.live[live];
  const double ends[] = {control->from, control->to};
  for (int i = 0; i < 2; ++i)
    if (!(ends[i] >= l->low && ends[i] <= l->high))
      return MISTAKE(c, it, i == 0 ? "from" : "to", CAROM_BAD_VALUE,
                     "%s cannot be %g in this scene; allowed is from %g to %g", c->m.text + l->path,
                     ends[i], l->low, l->high);
  int *target = BUILDER_ADD(&c->m, control_live, 1);
  if (target == NULL)
    return false;
  *target = live;
  ++control->lives;
  return true;
}

static bool move_keys(compiler *c, const item *it, model_control *control) {
  const char *pattern = item_text(it, "key");
  control->first_live = c->m.control_live_count;
  for (int i = 0; i < c->m.live_count; ++i)
    if (control_fits(pattern, c->m.text + c->m.live[i].path) && !add_target(c, it, control, i))
      return false;
  return control->lives > 0 ||
         MISTAKE(c, it, "key", CAROM_BAD_REFERENCE,
                 "there is no live key '%.80s' in this scene; carom check lists them", pattern);
}

// --- Gestures -----------------------------------------------------------------------------------

static bool start_push(compiler *c, const item *it, model_control *control) {
  body_point at;
  if (!compile_point(c, it, "on", false, &at))
    return false;
  model_force force = {.first_term = c->m.term_count,
                       .swings = control->gesture == GESTURE_PLUCK ? 1 : 2,
                       .begin = INFINITY,
                       .length = 1};
  force.terms = compile_weights(c, at, 3, false, 1);
  if (force.terms == 0 && !c->m.out_of_memory)
    return MISTAKE(c, it, "on", CAROM_BAD_VALUE,
                   "nothing can move there; allowed is a point of a body that moves");
  control->force = c->m.force_count;
  model_force *kept = BUILDER_ADD(&c->m, force, 1);
  if (kept != NULL)
    *kept = force;
  return kept != NULL;
}

// The live keys that a bow or finger moves, in the order of model_control.
static bool start_touch(compiler *c, const item *it, model_control *control) {
  static const char *const bow[] = {"force", "speed", "position"};
  static const char *const finger[] = {"damper", "spring", "force", "position"};
  const bool is_bow = control->gesture == GESTURE_BOW;
  const int contact = compile_find_contact(c, item_text(it, "on"));
  const contact_type type = is_bow ? CONTACT_BOW : CONTACT_FINGER;
  if (contact < 0 || c->m.contact[contact].type != type)
    return MISTAKE(c, it, "on", CAROM_BAD_REFERENCE,
                   "there is no %s '%.60s'; allowed is the name of one", is_bow ? "bow" : "finger",
                   item_text(it, "on"));
  control->first_live = c->m.control_live_count;
  for (int i = 0; i < (is_bow ? 3 : 4); ++i) {
    char path[160];
    snprintf(path, sizeof path, "contacts.%s.%s", item_text(it, "on"), is_bow ? bow[i] : finger[i]);
    int *target = BUILDER_ADD(&c->m, control_live, 1);
    if (target == NULL)
      return false;
    *target = score_find_live(c, path);
    ++control->lives;
  }
  return true;
}

static bool start_gesture(compiler *c, const item *it, model_control *control) {
  control->gesture = (gesture_kind)item_choice(it, "gesture");
  const bool touch = control->gesture == GESTURE_BOW || control->gesture == GESTURE_FINGER;
  control->kind = touch ? CONTROL_TOUCH : CONTROL_PUSH;
  if (!item_has(it, "on"))
    return MISTAKE(c, it, "on", CAROM_MISSING, "missing; required is %s",
                   touch ? "the name of a bow or finger" : "a point: BODY@x");
  return touch ? start_touch(c, it, control) : start_push(c, it, control);
}

// --- All ----------------------------------------------------------------------------------------

static bool check_midi(compiler *c, const item *it) {
  static const char *const words = "note note-on note-off bend pressure poly-pressure";
  const char *text = item_text(it, "midi");
  if (text == NULL || text_list_has(words, text, strlen(text)))
    return true;
  int number = -1;
  char rest = 0;
  const bool cc = strncmp(text, "cc", 2) == 0 && sscanf(text + 2, "%3d%c", &number, &rest) == 1;
  return (cc && number >= 0 && number <= 127) ||
         MISTAKE(c, it, "midi", CAROM_BAD_VALUE,
                 "'%.40s' is no message; allowed are note, note-on, note-off, bend, pressure, "
                 "poly-pressure and cc0 to cc127",
                 text);
}

static bool add_control(compiler *c, const item *it) {
  const bool key = item_has(it, "key");
  const bool starts = item_has(it, "gesture");
  if (key == starts)
    return MISTAKE(c, it, NULL, key ? CAROM_DUPLICATE : CAROM_MISSING,
                   "needs either key or gesture");
  if (!method_table[c->m.head.method]->has_live_keys)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "solver.method %s has no controls; allowed is solver.method audio",
                   method_table[c->m.head.method]->about.name);
  model_control control = {.name = builder_text(&c->m, it->name),
                           .midi = item_has(it, "midi") ? builder_text(&c->m, item_text(it, "midi"))
                                                        : 0,
                           .from = item_number(it, "from"),
                           .to = item_number(it, "to"),
                           .logarithmic = item_choice(it, "curve") == CURVE_LOG,
                           .smooth = item_number(it, "smooth")};
  if (control.logarithmic && !(control.from > 0 && control.to > 0))
    return MISTAKE(c, it, "curve", CAROM_BAD_VALUE,
                   "log from %g to %g; allowed are ends above 0, or curve: linear", control.from,
                   control.to);
  if (!check_midi(c, it) || !(key ? move_keys(c, it, &control) : start_gesture(c, it, &control)))
    return false;
  model_control *kept = BUILDER_ADD(&c->m, control, 1);
  if (kept != NULL)
    *kept = control;
  return kept != NULL;
}

bool compile_controls(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTROLS && !add_control(c, it))
      return false;
  }
  return !c->m.out_of_memory;
}
