// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The tables of a sweep as points, and its keys and measures in words.

#include "plot/sweep_points.h"

#include "io/csv_npy.h"
#include "plot/drawing.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8192 };

void point_set_free(point_set *d) {
  free(d->x);
  free(d->down);
  *d = (point_set){0};
}

static bool point_set_allocate(point_set *d, FILE *file) {
  size_t room = 1;
  for (int c = fgetc(file); c != EOF; c = fgetc(file))
    room += c == '\n';
  rewind(file);
  d->x = drawing_take(2 * room, sizeof *d->x);
  d->down = drawing_take(room, sizeof *d->down);
  if (d->x == NULL || d->down == NULL)
    return false;
  d->y = d->x + room;
  return true;
}

// The numbers of two columns of a line, counted from 0; an empty field is NaN.
static void read_fields(const char *line, int x_column, int y_column, double values[2]) {
  values[0] = values[1] = NAN;
  for (int c = 0; c <= (x_column > y_column ? x_column : y_column); ++c) {
    const double value = csv_number(&line, ",\n");
    if (c == x_column)
      values[0] = value;
    if (c == y_column)
      values[1] = value;
  }
}

bool point_set_read(const sweep_plan *p, const char *name, int x_column, int y_column,
                    point_set *d) {
  char path[PATH_ROOM + 32];
  char *line = drawing_take(1, LINE);
  snprintf(path, sizeof path, "%.4000s/%s", p->options->directory, name);
  FILE *file = fopen(path, "r");
  const bool good = file != NULL && line != NULL && point_set_allocate(d, file) &&
                    fgets(line, LINE, file) != NULL; // the head
  while (good && fgets(line, LINE, file) != NULL) {
    double values[2];
    read_fields(line, x_column, y_column, values);
    d->x[d->count] = values[0];
    d->y[d->count] = values[1];
    d->down[d->count++] = strncmp(line, "down", 4) == 0;
  }
  free(line);
  if (file != NULL)
    fclose(file);
  return good;
}

bool measure_is_period(const sweep_plan *p, int index) {
  return strcmp(carom_measure_at(p->what[index].kind)->name, "period") == 0;
}

void point_set_drop_none(const sweep_plan *p, int index, point_set *d) {
  for (int i = 0; measure_is_period(p, index) && i < d->count; ++i)
    if (d->y[i] == 0)
      d->y[i] = NAN;
}

value_range find_range(const point_set *d) {
  value_range r = {INFINITY, -INFINITY};
  for (int i = 0; i < d->count; ++i)
    if (isfinite(d->y[i])) {
      r.low = fmin(r.low, d->y[i]);
      r.high = fmax(r.high, d->y[i]);
    }
  return r;
}

// The key of a path "section.name.key"; NULL for keys of the scene itself.
static const char *key_of(const char *path) {
  const char *dot = strchr(path, '.');
  const char *name = dot != NULL ? strchr(dot + 1, '.') : NULL;
  return name != NULL ? name + 1 : NULL;
}

void sweep_key_name(const char *path, char *name, size_t size) {
  const char *key = key_of(path);
  const char *of = strchr(path, '.');
  if (key != NULL)
    snprintf(name, size, "%.80s of %.*s", key, (int)(key - of - 2), of + 1);
  else
    snprintf(name, size, "%.140s", path);
}

// The unit in the model, which knows what a force's amplitude is, or in the table of keys; and how
// long it is. Methods without live keys have no forces with tables: of "N or times its table" it is
// the N.
static const char *unit_of_key(const sweep_plan *p, const char *path, int *length) {
  const char *key = key_of(path);
  const size_t section = strcspn(path, ".");
  const int live = carom_model_find_live(p->model, path);
  *length = INT_MAX;
  if (live >= 0)
    return carom_model_live(p->model, live).unit;
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    const bool top = key == NULL && k->section[0] == '\0' && strcmp(k->name, path) == 0;
    const bool within = key != NULL && strlen(k->section) == section &&
                        strncmp(k->section, path, section) == 0 && strcmp(k->name, key) == 0;
    if (top || within) {
      const char *other = strstr(k->unit, " or ");
      *length = other != NULL ? (int)(other - k->unit) : INT_MAX;
      return k->unit;
    }
  }
  return "";
}

void sweep_key_label(const sweep_plan *p, int axis, char *label, size_t size) {
  const char *path = p->options->axes[axis].path;
  char name[160];
  sweep_key_name(path, name, sizeof name);
  int length = 0;
  const char *unit = unit_of_key(p, path, &length);
  snprintf(label, size, "%s, %.*s", name, length, unit);
}

static const char *unit_of_measure(const sweep_plan *p, int index) {
  const measure *m = &p->what[index];
  const char *unit = carom_measure_at(m->kind)->unit;
  return m->output >= 0 && unit[0] == '\0' ? carom_model_output(p->model, m->output).unit : unit;
}

// Beside an axis a period has ticks at whole numbers only ("number of"). What is empty stands in
// place of a unit.
void sweep_measure_label(const sweep_plan *p, int index, bool axis, char *label, size_t size) {
  if (measure_is_period(p, index))
    snprintf(label, size, "%s, empty where there is none",
             axis ? "number of drive periods in the period" : "period");
  else
    snprintf(label, size, "%s, %s", p->name[index], unit_of_measure(p, index));
}
