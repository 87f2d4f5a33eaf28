// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The geometry of linkages in the scene of a summary: what mechanism.svg is drawn from, beside the
// frames of the links in their snapshots.

#include "io/results_nodes.h"

#include "io/heap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void read_pair(json_node *node, const char *path, double pair[2]) {
  json_node *found = json_find(node, path);
  pair[0] = read_number(found, "0");
  pair[1] = read_number(found, "1");
}

static int link_named(const result_mechanism *m, const char *name) {
  for (int i = 0; i < m->links; ++i)
    if (strcmp(m->link[i].name, name) == 0)
      return i;
  return -1;
}

static void add_point(result_link *l, double x, double y) {
  for (int i = 0; i < l->points; ++i)
    if (l->point[i][0] == x && l->point[i][1] == y)
      return;
  if (l->points == MAX_LINK_POINTS)
    return;
  l->point[l->points][0] = x;
  l->point[l->points][1] = y;
  ++l->points;
}

static void add_marks(result_link *l, const json_node *marks) {
  for (json_node *mark = json_first_of_mapping(marks); mark != NULL; mark = mark->next)
    add_point(l, read_number(mark, "0"), read_number(mark, "1"));
}

static void read_link(result_mechanism *m, json_node *root, const char *name, int snapshot) {
  char path[128];
  snprintf(path, sizeof path, "scene/bodies/%s", name);
  json_node *body = json_find(root, path);
  if (m->links == MAX_LINKS)
    return;
  result_link *l = &m->link[m->links++];
  *l = (result_link){.snapshot = snapshot, .head = INFINITY};
  snprintf(l->name, sizeof l->name, "%s", name);
  if (json_find(body, "shank") != NULL)
    l->head = read_number(body, "shank/from") + read_number(body, "shank/length");
  l->shank = l->head - read_number(body, "shank/length");
  add_point(l, 0, 0);
  if (isfinite(l->head)) {
    add_point(l, l->shank, 0);
    add_point(l, l->head, 0);
  }
  add_marks(l, json_find(body, "marks"));
}

// The pins of links on other links.
static void add_pins(result_mechanism *m, json_node *root) {
  for (int i = 0; i < m->links; ++i) {
    char on[72];
    char path[128];
    double pin[2];
    snprintf(path, sizeof path, "scene/bodies/%s", m->link[i].name);
    json_node *body = json_find(root, path);
    read_text(body, "on", on, sizeof on);
    read_pair(body, "pin", pin);
    const int parent = link_named(m, on);
    if (parent >= 0)
      add_point(&m->link[parent], pin[0], pin[1]);
  }
}

// circle: BODY@mark
static void read_circle(result_mechanism *m, json_node *root, json_node *contact) {
  char of[96];
  char path[256];
  read_text(contact, "circle", of, sizeof of);
  char *mark = strchr(of, '@');
  if (mark == NULL || m->circles == MAX_FELTS)
    return;
  *mark++ = '\0';
  result_circle c = {.link = link_named(m, of), .radius = read_number(contact, "radius")};
  snprintf(path, sizeof path, "scene/bodies/%s/marks/%s", of, mark);
  read_pair(root, path, c.at);
  if (c.link >= 0)
    m->circle[m->circles++] = c;
}

// segment: BODY, ground or a string
static void read_segment(result_mechanism *m, json_node *root, json_node *contact) {
  char on[72];
  char path[128];
  read_text(contact, "segment", on, sizeof on);
  if (m->segments == MAX_FELTS)
    return;
  result_segment s = {.link = link_named(m, on)};
  snprintf(path, sizeof path, "scene/bodies/%s/length", on);
  const double length = read_number(root, path);
  if (length > 0) { // a string, as far as it is near
    snprintf(path, sizeof path, "scene/bodies/%s", on);
    json_node *string = json_find(root, path);
    const double left = read_number(string, "left");
    const double height = read_number(string, "height");
    s = (result_segment){
        .link = -1, .string = true, .from = {left, height}, .to = {left + length, height}};
  } else {
    read_pair(contact, "from", s.from);
    read_pair(contact, "to", s.to);
    if (s.link < 0 && strcmp(on, "ground") != 0)
      return;
  }
  if (s.link >= 0) {
    add_point(&m->link[s.link], s.from[0], s.from[1]);
    add_point(&m->link[s.link], s.to[0], s.to[1]);
  }
  m->segment[m->segments++] = s;
}

bool read_links(results *r, json_node *root) {
  bool any = false;
  for (int i = 0; i < r->snapshots; ++i)
    any = any || r->snapshot[i].link;
  if (!any)
    return true;
  r->mechanism = heap_take(1, sizeof *r->mechanism);
  if (r->mechanism == NULL)
    return false;
  for (int i = 0; i < r->snapshots; ++i)
    if (r->snapshot[i].link)
      read_link(r->mechanism, root, r->snapshot[i].body, i);
  add_pins(r->mechanism, root);
  json_node *contact = json_first_of_mapping(json_find(root, "scene/contacts"));
  for (; contact != NULL; contact = contact->next) {
    read_circle(r->mechanism, root, contact);
    read_segment(r->mechanism, root, contact);
  }
  return true;
}
