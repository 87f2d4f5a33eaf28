// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom check: members of a family are told in one line.

#include "cli/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The family that the scene has for a name that ends with a number.
static bool family_of(const carom_scene *scene, const char *section, const char *name,
                      char family[FAMILY_NAME]) {
  size_t stem = strlen(name);
  while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9')
    --stem;
  if (stem == strlen(name) || stem + 2 > FAMILY_NAME)
    return false;
  char path[FAMILY_NAME + 32];
  snprintf(family, FAMILY_NAME, "%.*s*", (int)stem, name);
  snprintf(path, sizeof path, "%s.%s.type", section, family);
  return carom_scene_get(scene, path) != NULL;
}

/// The least and the largest of some values.
typedef struct {
  double low, high;
} span;

static void widen(span *s, double x) {
  s->low = fmin(s->low, x);
  s->high = fmax(s->high, x);
}

static void print_span(const char *before, span s, const char *unit) {
  if (!(s.high > 0))
    return;
  if (s.low == s.high)
    printf("%s%.4g %s", before, s.low, unit);
  else
    printf("%s%.4g to %.4g %s", before, s.low, s.high, unit);
}

static const span nothing = {INFINITY, -INFINITY};

int print_body_family(const carom_scene *scene, const carom_model *model, int first) {
  char family[FAMILY_NAME];
  char other[FAMILY_NAME];
  span modes = nothing;
  span points = nothing;
  span mass = nothing;
  span frequency = nothing;
  int count = 0;
  if (!family_of(scene, "bodies", carom_model_body(model, first).name, family))
    return 0;
  const int bodies = carom_model_describe(model).bodies;
  for (int i = first; i < bodies; ++i, ++count) {
    const carom_body_info b = carom_model_body(model, i);
    if (!family_of(scene, "bodies", b.name, other) || strcmp(other, family) != 0)
      break;
    widen(&modes, b.modes);
    widen(&points, b.modes > 0 ? 0 : b.points_x);
    widen(&mass, b.mass);
    if (b.modes > 0) {
      widen(&frequency, b.lowest);
      widen(&frequency, b.highest);
    }
  }
  const carom_body_info last = carom_model_body(model, first + count - 1);
  printf("  %-16s %-8s %d member%s, %s to %s", family, last.type, count, count == 1 ? "" : "s",
         carom_model_body(model, first).name, last.name);
  print_span(": ", modes, "modes");
  print_span(" from ", frequency, "Hz");
  print_span(": ", points, "intervals");
  print_span(", ", mass, "kg");
  printf("\n");
  return count;
}

int print_contact_family(const carom_scene *scene, const carom_model *model, int first) {
  char family[FAMILY_NAME];
  char other[FAMILY_NAME];
  int links = 0;
  int island = 0;
  int count = 0;
  if (!family_of(scene, "contacts", carom_model_contact(model, first).name, family))
    return 0;
  const int contacts = carom_model_describe(model).contacts;
  for (int i = first; i < contacts; ++i, ++count) {
    const carom_contact_info c = carom_model_contact(model, i);
    if (!family_of(scene, "contacts", c.name, other) || strcmp(other, family) != 0)
      break;
    links += c.links;
    island = c.island_size > island ? c.island_size : island;
  }
  const carom_contact_info last = carom_model_contact(model, first + count - 1);
  printf("  %-16s %-10s %d member%s, %s to %s: %d links, islands of up to %d\n", family, last.type,
         count, count == 1 ? "" : "s", carom_model_contact(model, first).name, last.name, links,
         island);
  return count;
}

bool live_is_of_family(const carom_scene *scene, const char *path) {
  char section[16];
  char name[FAMILY_NAME];
  char family[FAMILY_NAME];
  const size_t first = strcspn(path, ".");
  const size_t length = path[first] == '.' ? strcspn(path + first + 1, ".") : 0;
  if (first >= sizeof section || length == 0 || length >= sizeof name)
    return false;
  snprintf(section, sizeof section, "%.*s", (int)first, path);
  snprintf(name, sizeof name, "%.*s", (int)length, path + first + 1);
  return family_of(scene, section, name, family);
}
