// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_sweep_merge(): the end of a sweep that was computed in parts. What it was is read from the
// plan beside its finished points; a plan made anew from that must be the same.

#include "io/sweep.h"

#include "base/error.h"
#include "io/clock.h"
#include "io/csv_npy.h"
#include "io/folder_lock.h"
#include "io/shards.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What stands in the text of a plan (sweep_text.c), which is cut up.
typedef struct {
  carom_sweep_options options;
  carom_sweep_axis axis[MAX_AXES];
  const char *measure[MAX_MEASURES];
  const char *scene;
} plan_text;

// "PATH FROM TO COUNT LOG"
static bool read_axis(plan_text *t, char *line) {
  char *at = strchr(line, ' ');
  if (at == NULL || t->options.axis_count == MAX_AXES)
    return false;
  *at++ = '\0';
  carom_sweep_axis *axis = &t->axis[t->options.axis_count++];
  axis->path = line;
  const char *next = at;
  axis->from = csv_number(&next, " ");
  axis->to = csv_number(&next, " ");
  axis->count = (int)strtol(next, &at, 10);
  axis->logarithmic = strtol(at, &at, 10) != 0;
  return *at == '\0';
}

static bool read_line(plan_text *t, char *line) {
  carom_sweep_options *o = &t->options;
  if (strncmp(line, "vary ", 5) == 0)
    return read_axis(t, line + 5);
  if (strncmp(line, "measure ", 8) == 0 && o->measure_count < MAX_MEASURES) {
    t->measure[o->measure_count++] = line + 8;
    return true;
  }
  int carry = 0;
  if (sscanf(line, "settle %*s strobe %*s carry %d", &carry) == 1) {
    const char *at = line + strlen("settle ");
    o->settle = csv_number(&at, " ");
    at += strlen("strobe ");
    o->strobe = csv_number(&at, " ");
    o->carry = (carom_carry)carry;
    return carry >= CAROM_CARRY_NONE && carry <= CAROM_CARRY_BOTH;
  }
  return strncmp(line, "carom ", 6) == 0;
}

static bool read_plan(plan_text *t, char *text) {
  t->options.axes = t->axis;
  t->options.measures = t->measure;
  for (char *line = text; *line != '\0';) {
    char *end = strchr(line, '\n');
    if (end == NULL)
      return false;
    *end = '\0';
    if (strcmp(line, "scene") == 0) {
      t->scene = end + 1;
      return t->options.axis_count > 0;
    }
    if (!read_line(t, line))
      return false;
    line = end + 1;
  }
  return false;
}

// The plan of the first folder, made anew.
static carom_status make_plan(sweep_plan *p, plan_text *t, char *text, const char *folder,
                              carom_error *error) {
  const bool read = text != NULL && read_plan(t, text);
  const bool out_of_memory = text == NULL && errno == ENOMEM;
  carom_scene *scene = read ? carom_scene_new(NULL) : NULL;
  carom_status status =
      read || out_of_memory ? error_set(error, CAROM_NO_MEMORY, "out of memory") : CAROM_BAD_FILE;
  p->options = &t->options;
  if (scene != NULL)
    status = carom_scene_parse(scene, "plan", t->scene, strlen(t->scene), error);
  if (status == CAROM_OK)
    status = sweep_make_plan(p, scene, error);
  carom_scene_free(scene);
  if (status == CAROM_OK || status == CAROM_NO_MEMORY)
    return status;
  return error_set(error, CAROM_BAD_FILE,
                   "%.300s: no part of a sweep is there that could be merged; allowed are folders "
                   "in which parts were computed",
                   folder);
}

// Whether all folders hold points of that plan.
static carom_status check_folders(const sweep_plan *p, char *const *shards, int count,
                                  const char *const *folders, carom_error *error) {
  for (int i = 0; i < count; ++i)
    if (!shards_belong(shards[i], p->described))
      return error_set(error, CAROM_BAD_FILE,
                       "%.300s: holds no part of the same sweep as %.300s, by this version of "
                       "Carom; allowed are parts of one sweep",
                       folders[i], folders[0]);
  return CAROM_OK;
}

// Of a folder that has held some of the points itself.
static void remove_own_shards(const sweep_plan *p) {
  char own[PATH_ROOM];
  snprintf(own, sizeof own, "%.4000s/parts", p->options->directory);
  if (!shards_belong(own, p->described))
    return;
  shards_clear(own);
  rmdir(own);
}

static carom_status write_tables(const sweep_plan *p, char *const *shards, int count,
                                 carom_sweep_report *r, carom_error *error) {
  const char *d = p->options->directory;
  int lock = -1;
  errno = 0;
  bool good = make_folder(d);
  if (good && !folder_lock(&lock, d, false))
    return folder_busy(d, error);
  r->points = p->points;
  good = good && sweep_merge_points(p, (const char *const *)shards, count, &r->done);
  good = good && sweep_write_summary(p, r) && sweep_draw(p);
  const int reason = errno;
  if (good && r->done == r->points)
    remove_own_shards(p);
  folder_unlock(&lock);
  if (!good)
    return error_set(error, CAROM_CANNOT_WRITE, "%.300s: results cannot be written: %s", d,
                     strerror(reason));
  if (r->done == r->points)
    return CAROM_OK;
  return error_set(error, CAROM_INTERRUPTED,
                   "%lld of %lld points are missing; compute their parts and merge again",
                   r->points - r->done, r->points);
}

static carom_status merge(char *const *shards, const char *const *folders, int count,
                          const char *directory, carom_sweep_report *r, carom_error *error) {
  char path[PATH_ROOM + 16];
  size_t length = 0;
  plan_text t = {.options = {.directory = directory, .workers = 1}};
  sweep_plan p = {0};
  snprintf(path, sizeof path, "%s/plan", shards[0]);
  errno = 0;
  char *text = shards_read_file(path, &length);
  carom_status status = make_plan(&p, &t, text, folders[0], error);
  if (status == CAROM_OK)
    status = check_folders(&p, shards, count, folders, error);
  if (status == CAROM_OK)
    status = write_tables(&p, shards, count, r, error);
  sweep_free_plan(&p);
  free(text);
  return status;
}

carom_status carom_sweep_merge(const char *const *folders, int count, const char *directory,
                               carom_sweep_report *report, carom_error *error) {
  carom_error unread = {.status = CAROM_OK};
  carom_sweep_report unreported = {.status = CAROM_OK};
  report = report != NULL ? report : &unreported;
  error = error != NULL ? error : &unread;
  *report = (carom_sweep_report){.status = CAROM_BAD_VALUE};
  if (count < 1)
    return error_set(error, CAROM_BAD_VALUE, "folders: %d of them; allowed is at least 1", count);
  for (int i = 0; i < count; ++i)
    if (folders == NULL || folders[i] == NULL)
      return error_null(error, "folders");
  char **shards = calloc((size_t)count, sizeof *shards);
  bool good = shards != NULL;
  for (int i = 0; good && i < count; ++i) {
    shards[i] = malloc(PATH_ROOM);
    good = shards[i] != NULL;
    if (good)
      snprintf(shards[i], PATH_ROOM, "%.4000s/parts", folders[i]);
  }
  directory = directory != NULL ? directory : folders[0];
  const double start = clock_seconds();
  report->status = good ? merge(shards, folders, count, directory, report, error)
                        : error_set(error, CAROM_NO_MEMORY, "out of memory");
  report->seconds = clock_seconds() - start;
  for (int i = 0; shards != NULL && i < count; ++i)
    free(shards[i]);
  free(shards);
  return report->status;
}
