// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// When the shapes of a picture are taken.

#include "io/snapshots_automatic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Before the run -----------------------------------------------------------------------------

enum { MODES = 4 }; // up to three of them rigid

// One period of the lowest mode of a string or bar; about one of a plate on a grid, whose bending
// waves cross the finest stable cell in about one step, and all cells in the square of their
// number.
static double lowest_period(const carom_model *model, int body, const carom_body_info *b) {
  carom_mode_info modes[MODES];
  if (b->modes > 0 && b->lowest > 0)
    return 1 / b->lowest;
  const int count = b->points_y == 0 ? carom_body_modes(model, body, MODES, modes) : 0;
  for (int i = 0; i < count; ++i)
    if (modes[i].frequency > 0)
      return 1 / modes[i].frequency;
  const double size = b->size_y > 0 ? fmin(b->size_x, b->size_y) : b->size_x;
  const double cells = b->spacing_least > 0 ? size / b->spacing_least : 0;
  return 1.3 * cells * cells * carom_model_describe(model).time_step;
}

static const char *item_value(const carom_scene *scene, const char *section, const char *item,
                              const char *key) {
  char path[240];
  snprintf(path, sizeof path, "%s.%s.%s", section, item, key);
  return carom_scene_get(scene, path);
}

// Of a gesture; 0 if it is not set.
static double item_number(const carom_scene *scene, const char *item, const char *key) {
  char path[240];
  snprintf(path, sizeof path, "score.%s.%s", item, key);
  const double number = carom_scene_number(scene, path);
  return isfinite(number) ? number : 0;
}

// Whether a point such as "string@0.12" is on a body.
static bool is_on(const char *point, const char *body) {
  const size_t length = strlen(body);
  return point != NULL && strncmp(point, body, length) == 0 &&
         (point[length] == '\0' || point[length] == '@');
}

static bool touches(const carom_scene *scene, const char *contact, const char *body) {
  static const char *const keys[] = {"below", "above", "on", "circle", "segment"};
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i)
    if (is_on(item_value(scene, "contacts", contact, keys[i]), body))
      return true;
  return false;
}

static void find_bow_and_contacts(automatic_series *a, const carom_scene *scene,
                                  const carom_model *model, const char *body, double duration) {
  for (int i = 0; i < carom_scene_count(scene, "contacts"); ++i) {
    const char *name = carom_scene_name(scene, "contacts", i);
    const int index = carom_model_find_contact(model, name);
    if (index < 0 || !touches(scene, name, body))
      continue;
    if (carom_model_contact(model, index).kind == CAROM_CONTACT_BOW) {
      a->at = fmax(fmin(0.75 * duration, duration - a->period), 0);
      snprintf(a->reason, sizeof a->reason, "one period of the bowed body, late in the run");
    } else if (a->contacts < AUTOMATIC_CONTACTS) {
      a->contact[a->contacts++] = index;
    }
  }
}

static void find_pluck(automatic_series *a, const carom_scene *scene, const char *body,
                       double duration) {
  double first = INFINITY;
  for (int i = 0; i < carom_scene_count(scene, "score"); ++i) {
    const char *name = carom_scene_name(scene, "score", i);
    const char *gesture = item_value(scene, "score", name, "gesture");
    if (gesture != NULL && strcmp(gesture, "pluck") == 0 &&
        is_on(item_value(scene, "score", name, "on"), body))
      first = fmin(first, item_number(scene, name, "at") + item_number(scene, name, "over"));
  }
  if (!(first + a->period <= duration))
    return;
  a->at = first;
  snprintf(a->reason, sizeof a->reason, "one period from the release of the first pluck");
}

bool automatic_begin(automatic_series *a, const carom_scene *scene, const carom_model *model,
                     int body) {
  const carom_body_info b = carom_model_body(model, body);
  const double duration = carom_model_describe(model).duration;
  const double period = fmin(lowest_period(model, body, &b), duration);
  *a = (automatic_series){.period = period > 0 ? period : duration, .at = -1, .nodes = b.shape};
  find_bow_and_contacts(a, scene, model, b.name, duration);
  if (a->at < 0)
    find_pluck(a, scene, b.name, duration);
  a->next = fmax(a->at, 0);
  a->kept = calloc(((size_t)b.shape + 1) * (AUTOMATIC_SHAPES + 1), sizeof *a->kept);
  return a->kept != NULL;
}

void automatic_free(automatic_series *a) {
  free(a->kept);
  a->kept = NULL;
}

// --- In the run ---------------------------------------------------------------------------------

static bool is_whole(const automatic_series *a) {
  return a->count == AUTOMATIC_SHAPES;
}

double automatic_due(const automatic_series *a) {
  return is_whole(a) && (a->at >= 0 || a->hit) ? (double)INFINITY : a->next;
}

// Takes a shape into a row of those kept; returns its largest displacement.
static double take_shape(automatic_series *a, const carom_model *model, const carom_state *state,
                         int body, int index, double time) {
  double *row = a->kept + (size_t)index * ((size_t)a->nodes + 1);
  double size = 0;
  row[0] = time;
  carom_body_shape(model, state, body, row + 1, a->nodes);
  for (int i = 1; i <= a->nodes; ++i)
    size = fmax(size, fabs(row[i]));
  return size;
}

static void keep_shape(automatic_series *a, const carom_model *model, const carom_state *state,
                       int body, double time) {
  a->size = fmax(a->size, take_shape(a, model, state, body, a->count, time));
  ++a->count;
}

// A contact whose first impact has begun since the start of the run; -1 if there is none.
static int find_impact(const automatic_series *a, const carom_model *model,
                       const carom_state *state) {
  for (int i = 0; i < a->contacts; ++i) {
    carom_impact e;
    double deepest = 0;
    if ((carom_contact_first(model, state, a->contact[i], &e, &deepest) ||
         carom_state_open_impact(model, state, a->contact[i], &e)) &&
        e.begin > 0)
      return a->contact[i];
  }
  return -1;
}

static void check_for_impact(automatic_series *a, const carom_model *model,
                             const carom_state *state) {
  const int contact = a->hit ? -1 : find_impact(a, model, state);
  if (contact < 0)
    return;
  a->hit = true;
  a->count = 0;
  snprintf(a->reason, sizeof a->reason, "one period from the first impact, of %.60s",
           carom_model_contact(model, contact).name);
}

// Begins anew where it moves for the first time or four times as far as before.
static void check_for_motion(automatic_series *a, const carom_model *model,
                             const carom_state *state, int body, double time) {
  const bool finely = !a->moved && time < 4 * a->period;
  a->next_check = time + (finely ? a->period / AUTOMATIC_SHAPES : a->period);
  if (take_shape(a, model, state, body, AUTOMATIC_SHAPES, time) <= 4 * a->size)
    return;
  snprintf(a->reason, sizeof a->reason, "one period from %s",
           a->moved ? "where its motion has grown" : "the first motion");
  a->moved = true;
  a->count = 0;
  a->size = 0;
  keep_shape(a, model, state, body, time);
}

void automatic_take(automatic_series *a, const carom_model *model, const carom_state *state,
                    int body, double time) {
  if (a->at < 0)
    check_for_impact(a, model, state);
  const bool taking = a->at >= 0 || a->hit || a->moved;
  if (taking && !is_whole(a))
    keep_shape(a, model, state, body, time);
  else if (a->at < 0 && !a->hit && time >= a->next_check * (1 - 1e-9))
    check_for_motion(a, model, state, body, time);
  a->next = time + a->period / AUTOMATIC_SHAPES;
}

void automatic_finish(automatic_series *a) {
  const double *looked = a->kept + (size_t)AUTOMATIC_SHAPES * ((size_t)a->nodes + 1);
  if (a->count > 0 || a->at >= 0)
    return;
  memcpy(a->kept, looked, ((size_t)a->nodes + 1) * sizeof *looked);
  a->count = 1;
  snprintf(a->reason, sizeof a->reason, "at rest");
}
