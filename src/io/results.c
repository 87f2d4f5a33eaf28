// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Reading a results folder back.

#include "io/results_nodes.h"

#include "base/error.h"
#include "base/text.h"
#include "io/atomic_file.h"
#include "io/heap.h"
#include "io/load.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// --- The summary --------------------------------------------------------------------------------

// A number of grid intervals; 0 where it cannot be one.
static int read_count(json_node *node, const char *path) {
  const double number = read_number(node, path);
  return number >= 0 && number <= 1e8 ? (int)number : 0;
}

static bool read_outputs(results *r, json_node *root) {
  json_node *list = json_find(root, "outputs");
  const int count = list != NULL ? list->count : 0;
  r->output = heap_take((size_t)count + 1, sizeof *r->output);
  json_node *node = r->output != NULL ? json_first_of_list(list) : NULL;
  for (; node != NULL; node = node->next) {
    result_output *o = &r->output[r->outputs++];
    char path[160];
    char flag[8];
    read_text(node, "name", o->name, sizeof o->name);
    read_text(node, "quantity", o->quantity, sizeof o->quantity);
    read_text(node, "unit", o->unit, sizeof o->unit);
    snprintf(path, sizeof path, "scene/outputs/%s/of", o->name);
    read_text(root, path, o->of, sizeof o->of);
    snprintf(path, sizeof path, "scene/outputs/%s/audio", o->name);
    read_text(root, path, flag, sizeof flag);
    o->audio = strcmp(flag, "true") == 0;
  }
  return r->output != NULL;
}

enum { LINK_COLUMNS = 7 }; // t, then x, y and angle of a link's base and of its head

static bool read_snapshots(results *r, json_node *root, const char *directory) {
  json_node *list = json_find(root, "snapshots");
  const int count = list != NULL ? list->count : 0;
  r->snapshot = heap_take((size_t)count + 1, sizeof *r->snapshot);
  json_node *node = r->snapshot != NULL ? json_first_of_list(list) : NULL;
  for (; node != NULL; node = node->next) {
    result_snapshots *s = &r->snapshot[r->snapshots];
    char name[96];
    char path[PATH_ROOM + 128];
    read_text(node, "body", s->body, sizeof s->body);
    read_text(node, "file", name, sizeof name);
    read_text(node, "reason", s->reason, sizeof s->reason);
    s->forces = json_find(node, "contact") != NULL;
    if (s->forces) {
      read_text(node, "contact", s->body, sizeof s->body);
      s->from = read_number(node, "range/0");
      s->to = read_number(node, "range/1");
    }
    char type[16];
    snprintf(path, sizeof path, "scene/bodies/%s/type", s->body);
    read_text(root, path, type, sizeof type);
    s->link = !s->forces && strcmp(type, "linkage") == 0;
    s->points_x = read_count(node, "points/0");
    s->points_y = read_count(node, "points/1");
    s->size_x = read_number(node, "size/0");
    s->size_y = read_number(node, "size/1");
    snprintf(path, sizeof path, "%s/%s.npy", directory, name);
    const long long nodes = (s->points_x + 1LL) * (s->points_y + 1LL);
    errno = 0;
    if (numeric_table_read_npy(&s->shapes, path) && s->shapes.columns == nodes + 1 &&
        (!s->link || s->shapes.columns == LINK_COLUMNS))
      ++r->snapshots;
    else
      numeric_table_free(&s->shapes);
    if (errno == ENOMEM)
      return false;
  }
  return r->snapshot != NULL;
}

// What nothing has seen is null.
static double read_seen(json_node *node, const char *path) {
  double number = NAN;
  char text[64];
  read_text(node, path, text, sizeof text);
  (void)parse_double(text, strlen(text), &number);
  return number;
}

static result_rebound read_rebound(json_node *node) {
  return (result_rebound){.speed_out = read_number(node, "speed_out"),
                          .compression = read_seen(node, "compression"),
                          .contact_time = read_number(node, "contact_time"),
                          .peak_force = read_number(node, "peak_force"),
                          .energy_lost = read_number(node, "energy_lost")};
}

// Which side of a contact is a barrier, if one is, and what moves.
static void read_sides(json_node *root, result_impact *to) {
  static const char *const sides[] = {"below", "above"};
  for (int i = 0; i < 2; ++i) {
    char path[200];
    char other[72];
    char type[24];
    snprintf(path, sizeof path, "scene/contacts/%s/%s", to->contact, sides[1 - i]);
    read_text(root, path, other, sizeof other);
    snprintf(path, sizeof path, "scene/bodies/%s/type", other);
    read_text(root, path, type, sizeof type);
    if (strcmp(type, "barrier") != 0)
      continue;
    snprintf(path, sizeof path, "scene/contacts/%s/%s", to->contact, sides[i]);
    read_text(root, path, to->moving, sizeof to->moving);
    to->side = i == 0 ? 1 : -1;
  }
}

static int read_impacts(json_node *root, result_impact *impacts) {
  json_node *node = json_first_of_mapping(json_find(root, "impacts"));
  int count = 0;
  for (; node != NULL && count < MOST_IMPACTS; node = node->next) {
    result_impact *to = &impacts[count++];
    *to = (result_impact){.begin = read_number(node, "t_begin"),
                          .impact = {.mass = read_number(node, "mass"),
                                     .stiffness = read_number(node, "stiffness"),
                                     .exponent = read_number(node, "exponent"),
                                     .damping = read_number(node, "damping"),
                                     .speed_in = read_number(node, "speed_in")},
                          .closed_form = read_rebound(json_find(node, "closed_form")),
                          .found = read_rebound(json_find(node, "found"))};
    snprintf(to->contact, sizeof to->contact, "%.*s", key_width(node), node->key);
    read_sides(root, to);
  }
  return count;
}

// What was run, in a line under the title.
static void write_note(results *r, json_node *root) {
  char version[32];
  read_text(root, "carom", version, sizeof version);
  sentence note = sentence_in(r->note, sizeof r->note);
  sentence_add(&note, "%g Hz, %g s, energy balance to %.1e", r->rate, read_number(root, "duration"),
               read_number(root, "energy/max_balance_error"));
  json_node *node = json_first_of_mapping(json_find(root, "bodies"));
  for (; node != NULL && note.length + 1 < sizeof r->note; node = node->next) {
    const double nx = read_number(node, "points/0");
    const double ny = read_number(node, "points/1");
    if (nx > 0 && ny > 0)
      sentence_add(&note, "; %.*s %g x %g cells", key_width(node), node->key, nx, ny);
    else if (nx > 0)
      sentence_add(&note, "; %.*s %g intervals", key_width(node), node->key, nx);
  }
  sentence_add(&note, "; carom %s", version);
}

/// The summary as a tree, and its text, which must stay.
typedef struct {
  char *text;
  json_tree tree;
  json_node *root; // NULL if there is no summary
  bool too_large;
} summary_file;

static summary_file open_summary(const char *directory) {
  char path[PATH_ROOM + 16];
  size_t length = 0;
  summary_file s = {.text = NULL};
  snprintf(path, sizeof path, "%s/summary.json", directory);
  FILE *file = heap_open(path, "rb");
  if (file == NULL)
    return s;
  s.text = reader_read_stream(file, &length);
  s.too_large = length > LARGEST_FILE;
  fclose(file);
  if (s.text != NULL && !s.too_large && text_valid(s.text, length) == length &&
      json_tree_read(&s.tree, s.text, length))
    s.root = json_tree_root(&s.tree);
  return s;
}

static void close_summary(summary_file *s) {
  json_tree_free(&s->tree);
  free(s->text);
}

int results_impacts(const char *directory, result_impact *impacts) {
  summary_file s = open_summary(directory);
  const int count = s.root != NULL ? read_impacts(s.root, impacts) : 0;
  close_summary(&s);
  return count;
}

bool results_files(const char *directory, name_list *files) {
  summary_file s = open_summary(directory);
  char version[32] = "";
  read_text(s.root, "carom", version, sizeof version);
  const bool there = version[0] != '\0' || s.too_large;
  for (json_node *n = json_first_of_list(json_find(s.root, "files")); there && n != NULL;
       n = n->next) {
    char name[200];
    read_text(n, "", name, sizeof name);
    name_list_add(files, name);
  }
  close_summary(&s);
  return there;
}

// Sets the error if there is none, or it is not a run's.
static bool read_summary(results *r, const char *directory, carom_error *error) {
  summary_file s = open_summary(directory);
  json_node *root = s.root;
  bool good = root != NULL;
  if (good) {
    read_text(root, "scene/title", r->title, sizeof r->title);
    r->rate = read_number(root, "rate");
    good = r->rate > 0 && r->rate < 1e12;
  }
  if (s.too_large)
    error_set(error, CAROM_BAD_FILE,
              "%.300s: summary.json is larger than %d MiB; allowed is at most that", directory,
              LARGEST_FILE >> 20);
  else if (!good)
    error_set(error, CAROM_BAD_FILE,
              "%.300s: no summary.json of a run is there; allowed is the folder of a finished run",
              directory);
  if (good) {
    write_note(r, root);
    r->impacts = read_impacts(root, r->impact);
    good = read_outputs(r, root) && read_snapshots(r, root, directory) && read_links(r, root) &&
           read_gestures(r, root);
  }
  close_summary(&s);
  return good;
}

// --- Impacts ------------------------------------------------------------------------------------

// "contact,t_begin,t_end,peak_force,..."; an empty field, such as the end of an impact under way,
// is NaN.
static bool read_event(const char *line, result_event *e) {
  const char *comma = strchr(line, ',');
  if (comma == NULL)
    return false;
  snprintf(e->contact, sizeof e->contact, "%.*s", (int)(comma - line), line);
  double *const values[] = {&e->begin, &e->end, &e->peak_force};
  const char *cursor = comma + 1;
  for (int i = 0; i < 3; ++i)
    *values[i] = csv_number(&cursor, ",\n");
  return true;
}

static void read_events(results *r, const char *directory) {
  char path[PATH_ROOM + 16];
  char line[512];
  int capacity = 0;
  snprintf(path, sizeof path, "%s/events.csv", directory);
  FILE *file = heap_open(path, "r");
  if (file == NULL)
    return;
  bool header = true;
  while (fgets(line, sizeof line, file) != NULL) {
    if (r->events == capacity && !header) {
      capacity = capacity == 0 ? 256 : 2 * capacity;
      result_event *more = heap_grow(r->event, (size_t)capacity * sizeof *more);
      if (more == NULL)
        break;
      r->event = more;
    }
    if (!header && read_event(line, &r->event[r->events]))
      ++r->events;
    header = false;
  }
  fclose(file);
}

// When a file was written, s; before all others if there is none.
static double written_at(const char *path) {
  struct stat about;
  return stat(path, &about) == 0
             ? (double)about.st_mtim.tv_sec + 1e-9 * (double)about.st_mtim.tv_nsec
             : (double)-INFINITY;
}

// Of two tables of samples the newer one. False if memory is out.
static bool read_samples(results *r, const char *directory, const char *samples) {
  char npy[PATH_ROOM + 16];
  char csv[PATH_ROOM + 16];
  snprintf(npy, sizeof npy, "%s/samples.npy", directory);
  snprintf(csv, sizeof csv, "%s/samples.csv", directory);
  const bool stale = samples == NULL && written_at(npy) < written_at(csv);
  errno = 0;
  const bool read = !stale && numeric_table_read_npy(&r->samples, samples != NULL ? samples : npy);
  if (errno == ENOMEM)
    return false;
  if (!read && samples == NULL)
    numeric_table_read_csv(&r->samples, csv);
  if (r->samples.columns != r->outputs + 1) // of another run, or none
    numeric_table_free(&r->samples);
  return errno != ENOMEM;
}

static bool out_of_memory(results *r, carom_error *error) {
  error_set(error, CAROM_NO_MEMORY, "out of memory for these results");
  results_free(r);
  return false;
}

// Allocations that fail leave ENOMEM behind.
bool results_read(results *r, const char *directory, const char *samples, carom_error *error) {
  *r = (results){0};
  errno = 0;
  if (!read_summary(r, directory, error)) {
    if (errno == ENOMEM)
      return out_of_memory(r, error);
    results_free(r);
    return false;
  }
  char path[PATH_ROOM + 16];
  snprintf(path, sizeof path, "%s/energy.csv", directory);
  bool good = read_samples(r, directory, samples);
  errno = 0;
  if (!numeric_table_read_csv(&r->energy, path) || r->energy.columns < 8)
    numeric_table_free(&r->energy);
  good = good && errno != ENOMEM;
  errno = 0;
  read_events(r, directory);
  return (good && errno != ENOMEM) || out_of_memory(r, error);
}

void results_free(results *r) {
  for (int i = 0; r->snapshot != NULL && i < r->snapshots; ++i)
    numeric_table_free(&r->snapshot[i].shapes);
  numeric_table_free(&r->samples);
  numeric_table_free(&r->energy);
  free(r->output);
  free(r->snapshot);
  free(r->mechanism);
  free(r->event);
  free(r->gesture);
  *r = (results){0};
}
