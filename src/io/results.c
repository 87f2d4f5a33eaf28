// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Reading a results folder back; the summary with libfyaml, as JSON is YAML.

#include "io/results_nodes.h"

#include "base/text.h"
#include "io/atomic_file.h"
#include "io/error.h"
#include "io/load.h"
#include "io/parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// --- The summary --------------------------------------------------------------------------------

// A number of grid intervals; 0 where it cannot be one.
static int read_count(struct fy_node *node, const char *path) {
  const double number = read_number(node, path);
  return number >= 0 && number <= 1e8 ? (int)number : 0;
}

static bool read_outputs(results *r, struct fy_node *root) {
  struct fy_node *list = find_node(root, "/outputs");
  const int count =
      list != NULL && fy_node_is_sequence(list) ? fy_node_sequence_item_count(list) : 0;
  r->output = calloc((size_t)count + 1, sizeof *r->output);
  for (int i = 0; r->output != NULL && i < count; ++i) {
    result_output *o = &r->output[r->outputs++];
    struct fy_node *node = fy_node_sequence_get_by_index(list, i);
    char path[160];
    char flag[8];
    read_text(node, "name", o->name, sizeof o->name);
    read_text(node, "quantity", o->quantity, sizeof o->quantity);
    read_text(node, "unit", o->unit, sizeof o->unit);
    snprintf(path, sizeof path, "/scene/outputs/%s/of", o->name);
    read_text(root, path, o->of, sizeof o->of);
    snprintf(path, sizeof path, "/scene/outputs/%s/audio", o->name);
    read_text(root, path, flag, sizeof flag);
    o->audio = strcmp(flag, "true") == 0;
  }
  return r->output != NULL;
}

enum { LINK_COLUMNS = 7 }; // t, then x, y and angle of a link's base and of its head

static bool read_snapshots(results *r, struct fy_node *root, const char *directory) {
  struct fy_node *list = find_node(root, "/snapshots");
  const int count =
      list != NULL && fy_node_is_sequence(list) ? fy_node_sequence_item_count(list) : 0;
  r->snapshot = calloc((size_t)count + 1, sizeof *r->snapshot);
  for (int i = 0; r->snapshot != NULL && i < count; ++i) {
    result_snapshots *s = &r->snapshot[r->snapshots];
    struct fy_node *node = fy_node_sequence_get_by_index(list, i);
    char name[96];
    char path[PATH_ROOM + 128];
    read_text(node, "body", s->body, sizeof s->body);
    read_text(node, "file", name, sizeof name);
    read_text(node, "reason", s->reason, sizeof s->reason);
    s->forces = find_node(node, "contact") != NULL;
    if (s->forces) {
      read_text(node, "contact", s->body, sizeof s->body);
      s->from = read_number(node, "range/0");
      s->to = read_number(node, "range/1");
    }
    char type[16];
    snprintf(path, sizeof path, "/scene/bodies/%s/type", s->body);
    read_text(root, path, type, sizeof type);
    s->link = !s->forces && strcmp(type, "linkage") == 0;
    s->points_x = read_count(node, "points/0");
    s->points_y = read_count(node, "points/1");
    s->size_x = read_number(node, "size/0");
    s->size_y = read_number(node, "size/1");
    snprintf(path, sizeof path, "%s/%s.npy", directory, name);
    const long long nodes = (s->points_x + 1LL) * (s->points_y + 1LL);
    if (numeric_table_read_npy(&s->shapes, path) && s->shapes.columns == nodes + 1 &&
        (!s->link || s->shapes.columns == LINK_COLUMNS))
      ++r->snapshots;
    else
      numeric_table_free(&s->shapes);
  }
  return r->snapshot != NULL;
}

static result_rebound read_rebound(struct fy_node *node) {
  return (result_rebound){.speed_out = read_number(node, "speed_out"),
                          .compression = read_number(node, "compression"),
                          .contact_time = read_number(node, "contact_time"),
                          .peak_force = read_number(node, "peak_force"),
                          .energy_lost = read_number(node, "energy_lost")};
}

// Which side of a contact is a barrier, if one is, and what moves.
static void read_sides(struct fy_node *root, result_impact *to) {
  static const char *const sides[] = {"below", "above"};
  for (int i = 0; i < 2; ++i) {
    char path[200];
    char other[72];
    char type[24];
    snprintf(path, sizeof path, "/scene/contacts/%s/%s", to->contact, sides[1 - i]);
    read_text(root, path, other, sizeof other);
    snprintf(path, sizeof path, "/scene/bodies/%s/type", other);
    read_text(root, path, type, sizeof type);
    if (strcmp(type, "barrier") != 0)
      continue;
    snprintf(path, sizeof path, "/scene/contacts/%s/%s", to->contact, sides[i]);
    read_text(root, path, to->moving, sizeof to->moving);
    to->side = i == 0 ? 1 : -1;
  }
}

static int read_impacts(struct fy_node *root, result_impact *impacts) {
  struct fy_node *map = find_node(root, "/impacts");
  void *iterator = NULL;
  struct fy_node_pair *pair = NULL;
  int count = 0;
  while (map != NULL && fy_node_is_mapping(map) && count < MOST_IMPACTS &&
         (pair = fy_node_mapping_iterate(map, &iterator)) != NULL) {
    struct fy_node *node = fy_node_pair_value(pair);
    size_t length = 0;
    const char *name = fy_node_get_scalar(fy_node_pair_key(pair), &length);
    result_impact *to = &impacts[count++];
    *to = (result_impact){.begin = read_number(node, "t_begin"),
                          .impact = {.mass = read_number(node, "mass"),
                                     .stiffness = read_number(node, "stiffness"),
                                     .exponent = read_number(node, "exponent"),
                                     .damping = read_number(node, "damping"),
                                     .speed_in = read_number(node, "speed_in")},
                          .closed_form = read_rebound(find_node(node, "closed_form")),
                          .found = read_rebound(find_node(node, "found"))};
    snprintf(to->contact, sizeof to->contact, "%.*s", (int)length, name != NULL ? name : "");
    read_sides(root, to);
  }
  return count;
}

// What was run, in a line under the title.
static void write_note(results *r, struct fy_node *root) {
  char version[32];
  read_text(root, "/carom", version, sizeof version);
  sentence note = sentence_in(r->note, sizeof r->note);
  sentence_add(&note, "%g Hz, %g s, energy balance to %.1e", r->rate,
               read_number(root, "/duration"), read_number(root, "/energy/max_balance_error"));
  struct fy_node *bodies = find_node(root, "/bodies");
  void *iterator = NULL;
  struct fy_node_pair *pair = NULL;
  while (bodies != NULL && (pair = fy_node_mapping_iterate(bodies, &iterator)) != NULL) {
    size_t length = 0;
    const char *name = fy_node_get_scalar(fy_node_pair_key(pair), &length);
    const double nx = read_number(fy_node_pair_value(pair), "points/0");
    const double ny = read_number(fy_node_pair_value(pair), "points/1");
    if (nx > 0 && ny > 0)
      sentence_add(&note, "; %.*s %g x %g cells", (int)length, name, nx, ny);
    else if (nx > 0)
      sentence_add(&note, "; %.*s %g intervals", (int)length, name, nx);
  }
  sentence_add(&note, "; carom %s", version);
}

/// The summary as a document, and its text, which must stay.
typedef struct {
  char *text;
  struct fy_document *document;
  struct fy_node *root; // a mapping; NULL if there is no summary
} summary_file;

static summary_file open_summary(const char *directory) {
  char path[PATH_ROOM + 16];
  size_t length = 0;
  snprintf(path, sizeof path, "%s/summary.json", directory);
  const struct fy_parse_cfg config = {.flags = FYPCF_QUIET};
  summary_file s = {.text = parts_read_file(path, &length)};
  if (s.text != NULL && yaml_is_readable(s.text, length))
    s.document = fy_document_build_from_string(&config, s.text, length);
  s.root = s.document != NULL ? fy_document_root(s.document) : NULL;
  if (s.root != NULL && !fy_node_is_mapping(s.root))
    s.root = NULL;
  return s;
}

static void close_summary(summary_file *s) {
  fy_document_destroy(s->document);
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
  if (s.root != NULL)
    read_text(s.root, "/carom", version, sizeof version);
  struct fy_node *list = version[0] != '\0' ? find_node(s.root, "/files") : NULL;
  for (int i = 0;
       list != NULL && fy_node_is_sequence(list) && i < fy_node_sequence_item_count(list); ++i) {
    size_t length = 0;
    char name[200];
    const char *text = fy_node_get_scalar(fy_node_sequence_get_by_index(list, i), &length);
    snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0,
             text != NULL ? text : "");
    name_list_add(files, name);
  }
  close_summary(&s);
  return version[0] != '\0';
}

static bool read_summary(results *r, const char *directory) {
  summary_file s = open_summary(directory);
  struct fy_node *root = s.root;
  bool good = root != NULL;
  if (good) {
    read_text(root, "/scene/title", r->title, sizeof r->title);
    r->rate = read_number(root, "/rate");
    good = r->rate > 0 && r->rate < 1e12;
  }
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
  for (int i = 0; i < 3; ++i) {
    char *end = NULL;
    const double value = strtod(cursor, &end);
    *values[i] = end != cursor ? value : (double)NAN;
    cursor = strchr(cursor, ',');
    cursor = cursor != NULL ? cursor + 1 : end;
  }
  return true;
}

static void read_events(results *r, const char *directory) {
  char path[PATH_ROOM + 16];
  char line[512];
  int room = 0;
  snprintf(path, sizeof path, "%s/events.csv", directory);
  FILE *file = fopen(path, "r");
  if (file == NULL)
    return;
  bool header = true;
  while (fgets(line, sizeof line, file) != NULL) {
    if (r->events == room && !header) {
      room = room == 0 ? 256 : 2 * room;
      result_event *more = realloc(r->event, (size_t)room * sizeof *more);
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
  if (!read_summary(r, directory)) {
    if (errno == ENOMEM)
      return out_of_memory(r, error);
    error_set(error, CAROM_BAD_FILE,
              "%.300s: no summary.json of a run is there; allowed is the folder of a finished run",
              directory);
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
