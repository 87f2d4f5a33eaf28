// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The plan of a sweep: axes and measures checked, the scene kept as text, jobs and points counted.

#include "io/sweep.h"

#include "base/error.h"
#include "base/text.h"
#include "io/print.h"
#include "io/scene_text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool write_scene(sweep_plan *p, const carom_scene *scene) {
  FILE *file = open_memstream(&p->text, &p->length);
  if (file == NULL)
    return false;
  const bool good = scene_text_write(scene, file);
  return fclose(file) == 0 && good;
}

static double axis_value(const carom_sweep_axis *a, long long i) {
  if (i == 0 || a->count == 1)
    return a->from;
  if (i == a->count - 1)
    return a->to;
  const double fraction = (double)i / (a->count - 1);
  return a->logarithmic ? a->from * pow(a->to / a->from, fraction)
                        : a->from + (a->to - a->from) * fraction;
}

// Jobs enumerate directions first, then the axes that are not traversed inside a job.
sweep_point sweep_point_at(const sweep_plan *p, long long job, long long step) {
  const carom_sweep_options *o = p->options;
  const bool carried = o->carry != CAROM_CARRY_NONE;
  const bool both = o->carry == CAROM_CARRY_BOTH;
  const bool down = o->carry == CAROM_CARRY_DOWN || (both && job % 2 == 1);
  long long rest = both ? job / 2 : job;
  sweep_point at = {.direction = !carried ? "none" : down ? "down" : "up"};
  for (int i = 0; i < o->axis_count; ++i) {
    const carom_sweep_axis *a = &o->axes[i];
    long long index = rest % a->count;
    if (i == 0 && carried)
      index = down ? a->count - 1 - step : step;
    else
      rest /= a->count;
    at.value[i] = axis_value(a, index);
  }
  return at;
}

static bool ends_with(const char *text, const char *end) {
  const size_t n = strlen(text);
  const size_t m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

static carom_status check_axes(const sweep_plan *p, carom_error *error) {
  const carom_sweep_options *o = p->options;
  if ((o->axes == NULL && o->axis_count > 0) || (o->measures == NULL && o->measure_count > 0))
    return error_null(error, o->axes == NULL ? "options.axes" : "options.measures");
  if (o->axis_count < 1 || o->axis_count > MAX_AXES)
    return error_set(error, CAROM_BAD_VALUE, "options.axes: %d keys; allowed are 1 to %d",
                     o->axis_count, MAX_AXES);
  double points = 1;
  for (int i = 0; i < o->axis_count; ++i) {
    const carom_sweep_axis *a = &o->axes[i];
    points *= a->count;
    if (a->count < 1 || points > 1e7)
      return error_set(error, CAROM_BAD_VALUE,
                       "options.axes[%d]: %s: %d values; allowed is at least 1, and 1e7 points in "
                       "all",
                       i, a->path, a->count);
    if (!isfinite(a->from) || !isfinite(a->to) || (a->logarithmic && !(a->from * a->to > 0)))
      return error_set(error, CAROM_BAD_VALUE,
                       "options.axes[%d]: %s: from %g to %g; allowed are finite numbers, of one "
                       "sign and not 0 with log",
                       i, a->path, a->from, a->to);
    for (int k = 0; k < i; ++k)
      if (strcmp(o->axes[k].path, a->path) == 0)
        return error_set(error, CAROM_DUPLICATE,
                         "options.axes[%d]: %s: varied by options.axes[%d] already; allowed is "
                         "each key once",
                         i, a->path, k);
    if (o->carry != CAROM_CARRY_NONE &&
        (strstr(a->path, ".start.") != NULL || strstr(a->path, ".start_velocity.") != NULL ||
         (strncmp(a->path, "bodies.", 7) == 0 && ends_with(a->path, ".velocity"))))
      return error_set(error, CAROM_BAD_VALUE,
                       "options.axes[%d]: %s: says where a body starts, which options.carry "
                       "decides; allowed is another key, or no options.carry",
                       i, a->path);
  }
  return CAROM_OK;
}

static carom_status unknown_measure(int index, const char *name, carom_error *error) {
  char names[600];
  sentence all = sentence_in(names, sizeof names);
  for (int i = 0; i < carom_measure_count(); ++i) {
    const char *known = carom_measure_at(i)->name;
    sentence_add(&all, "%s%s%s", i > 0 ? " " : "", known, ends_with(known, ".") ? "NAME" : "");
  }
  return error_set(error, CAROM_BAD_VALUE,
                   "options.measures[%d]: there is no measure '%.60s' in this scene; allowed are "
                   "%s, with the NAME of an output or contact",
                   index, name, names);
}

static carom_status find_measures(sweep_plan *p, carom_error *error) {
  const carom_sweep_options *o = p->options;
  const int asked = o->measure_count;
  for (int i = 0; i < (asked > 0 ? asked : carom_measure_count()); ++i) {
    const char *name = asked > 0 ? o->measures[i] : carom_measure_at(i)->name;
    if (asked == 0 && ends_with(name, "."))
      continue;
    if (p->measures == MAX_MEASURES)
      return error_set(error, CAROM_BAD_VALUE, "options.measures: %d of them; allowed are %d",
                       asked, MAX_MEASURES);
    if (!measure_find(p->model, name, &p->what[p->measures]))
      return unknown_measure(i, name, error);
    snprintf(p->name[p->measures++], sizeof p->name[0], "%s", name);
  }
  return CAROM_OK;
}

carom_scene *sweep_read_scene(const sweep_plan *p, carom_error *error) {
  carom_scene *scene = carom_scene_new(NULL);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (scene != NULL && carom_scene_parse(scene, "scene", p->text, p->length, error) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

bool sweep_set_axes(const sweep_plan *p, carom_scene *scene, const sweep_point *at,
                    carom_error *error) {
  for (int i = 0; i < p->options->axis_count; ++i) {
    char source[32];
    char text[40];
    const double value = at->value[i];
    snprintf(source, sizeof source, "options.axes[%d]", i);
    if (value == floor(value) && fabs(value) < 1e15)
      print_in(text, sizeof text, "%.0f", value); // whole numbers for keys that take no others
    else
      print_in(text, sizeof text, "%.17g", value);
    carom_scene_source(scene, source);
    if (carom_scene_set(scene, p->options->axes[i].path, text, error) != CAROM_OK)
      return false;
  }
  return true;
}

// Compiles the scene at both ends of every axis, so that most mistakes show before anything is
// written. The first model is that of the first point.
static carom_status compile_ends(sweep_plan *p, carom_error *error) {
  const carom_sweep_options *o = p->options;
  bool good = true;
  for (int i = 0; good && i < 2 * o->axis_count; ++i) {
    sweep_point at = {.direction = "none"};
    for (int k = 0; k < o->axis_count; ++k)
      at.value[k] = k == i / 2 && i % 2 == 1 ? o->axes[k].to : o->axes[k].from;
    carom_model *model = NULL;
    carom_scene *scene = sweep_read_scene(p, error);
    good = scene != NULL && sweep_set_axes(p, scene, &at, error) &&
           (model = carom_model_compile(scene, NULL, error)) != NULL;
    if (good && i == 0) {
      p->shared = model;
      p->drive = sweep_drive(p, scene);
    } else {
      carom_model_free(model);
    }
    carom_scene_free(scene);
  }
  return good ? CAROM_OK : error->status;
}

// Whether states of the first point's model can start with the values of any point.
static bool can_share(sweep_plan *p) {
  const carom_sweep_options *o = p->options;
  const sweep_point first = sweep_point_at(p, 0, 0);
  if (o->carry != CAROM_CARRY_NONE) // where a point starts is part of its scene
    return false;
  for (int i = 0; i < o->axis_count; ++i)
    p->live[i] = carom_model_find_live(p->shared, o->axes[i].path);
  carom_state *state = carom_state_new(p->shared, NULL);
  const bool can = state != NULL && carom_state_start(p->shared, state, o->axis_count, p->live,
                                                      first.value) == CAROM_OK;
  carom_state_free(state);
  return can;
}

void sweep_free_plan(sweep_plan *p) {
  carom_model_free(p->model);
  carom_model_free(p->shared);
  free(p->text);
  free(p->described);
}

carom_status sweep_make_plan(sweep_plan *p, const carom_scene *scene, carom_error *error) {
  const carom_sweep_options *o = p->options;
  if (scene == NULL)
    return error_set(error, CAROM_BAD_VALUE, "there is no scene; allowed is one");
  if (o->directory == NULL)
    return error_set(error, CAROM_BAD_VALUE, "options.directory: none; allowed is a folder");
  carom_status status = check_axes(p, error);
  if (status == CAROM_OK)
    status =
        (p->model = carom_model_compile(scene, NULL, error)) != NULL ? CAROM_OK : error->status;
  if (status == CAROM_OK)
    status = find_measures(p, error);
  if (status != CAROM_OK)
    return status;
  if (!(o->settle >= 0 && o->settle < carom_model_describe(p->model).duration))
    return error_set(error, CAROM_BAD_VALUE,
                     "options.settle: %g s of a run of %g s; allowed is 0 to less than the "
                     "duration",
                     o->settle, carom_model_describe(p->model).duration);
  if (o->parts != 0 && !(o->part >= 1 && o->part <= o->parts))
    return error_set(error, CAROM_BAD_VALUE,
                     "options.part: %d of %d; allowed is from 1 to the number of parts", o->part,
                     o->parts);
  p->jobs = 1;
  for (int i = 0; i < o->axis_count; ++i)
    p->jobs *= o->axes[i].count;
  p->points_in_job = 1;
  if (o->carry != CAROM_CARRY_NONE) {
    p->points_in_job = o->axes[0].count;
    p->jobs = p->jobs / o->axes[0].count * (o->carry == CAROM_CARRY_BOTH ? 2 : 1);
  }
  p->points = p->jobs * p->points_in_job;
  p->first = o->parts > 0 ? o->part - 1 : 0;
  p->stride = o->parts > 0 ? o->parts : 1;
  p->share = p->first < p->jobs ? (p->jobs - p->first + p->stride - 1) / p->stride : 0;
  if (!write_scene(p, scene) || (p->described = sweep_describe(p)) == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  status = compile_ends(p, error);
  if (status == CAROM_OK && !can_share(p)) {
    carom_model_free(p->shared);
    p->shared = NULL;
  }
  return status;
}
