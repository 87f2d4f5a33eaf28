// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Saved values: a text with the scene's version, the value of each parameter, moved by hand or by a
// message, and the controllers that were learned.
//
//   carom 1 scene 7f3a9c0d12e45b68
//   bow-force 4004000000000000
//   ...
//   learned bow-force 21
//
// Values are the bits of doubles: hosts choose locales, and with them decimal points. Saving reads
// copies that rendering leaves; what is restored is handed to the next block as a parcel. Values of
// another version go where their names still are.

#include "play/plugin.h"

#include "base/error.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 2 * PARAMETER_NAME + 40 }; // of one parameter, at most

static unsigned long long bits_of(double value) {
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

size_t carom_plugin_saved_size(const carom_plugin *p) {
  return p != NULL ? LINES * ((size_t)p->count + 1) : 0;
}

size_t carom_plugin_save(const carom_plugin *p, char *text) {
  if (p == NULL || text == NULL)
    return 0;
  char *at = text;
  at += snprintf(at, LINES, "carom 1 scene %016llx\n", atomic_load(&p->version));
  for (int i = 0; i < p->count; ++i) {
    const plugin_parameter *from = &p->parameter[i];
    const saved_value saved = plugin_value(p, i);
    if (!from->known.triggers)
      at += snprintf(at, LINES, "%s %016llx\n", from->name, bits_of(saved.value));
    if (saved.tied >= 0)
      at += snprintf(at, LINES, "learned %s %d\n", from->name, saved.tied);
  }
  return (size_t)(at - text);
}

// --- Restoring ----------------------------------------------------------------------------------

static int find(const carom_plugin *p, const char *name) {
  for (int i = 0; i < p->count; ++i)
    if (strcmp(p->parameter[i].name, name) == 0)
      return i;
  return -1;
}

// One line: a parameter and its value, or the controller it has learned. False if there is no such
// parameter.
static bool take_line(const carom_plugin *plugin, const char *text, parcel *p) {
  char line[LINES];
  const size_t length = strcspn(text, "\n");
  if (length >= sizeof line)
    return false;
  memcpy(line, text, length);
  line[length] = '\0';
  char name[PARAMETER_NAME];
  unsigned long long bits = 0;
  int tied = -1;
  double value = 0;
  if (sscanf(line, "learned %128s %3d", name, &tied) == 2) {
    const int at = find(plugin, name);
    const bool good = at >= 0 && tied >= 0 && tied < 128;
    if (good)
      p->value[at].tied = tied;
    return good;
  }
  if (sscanf(line, "%128s %16llx", name, &bits) != 2)
    return false;
  memcpy(&value, &bits, sizeof value);
  const int at = find(plugin, name);
  const bool good = at >= 0 && !plugin->parameter[at].known.triggers && isfinite(value);
  if (good)
    p->value[at].value = value;
  return good;
}

// All of a text; how many lines are left.
static int take_lines(const carom_plugin *plugin, const char *text, parcel *p) {
  int left = 0;
  for (int i = 0; i < p->values; ++i)
    p->value[i] = (saved_value){(double)NAN, -1};
  for (const char *line = strchr(text, '\n'); line != NULL && line[1] != '\0';
       line = strchr(line + 1, '\n'))
    left += !take_line(plugin, line + 1, p);
  return left;
}

// To the next block, and to those that save before it. What no block has taken yet is forgotten.
// The last to be handed over has the largest number.
static void hand_over(carom_plugin *plugin, parcel *p) {
  while (atomic_flag_test_and_set(&plugin->restoring))
    continue; // another thread does the same, in a few stores
  for (int i = 0; i < plugin->count; ++i) {
    plugin_parameter *to = &plugin->parameter[i];
    const double value = p->value[i].value;
    const bool given = !isnan(value);
    atomic_store(&to->asked,
                 given ? fmin(fmax(value, to->known.low), to->known.high) : (double)NAN);
    atomic_store(&to->tied_asked, p->value[i].tied);
  }
  p->number = atomic_fetch_add(&plugin->asked, 1) + 1;
  parcel *before = atomic_exchange(&plugin->restored, p);
  atomic_flag_clear(&plugin->restoring);
  parcel_free(plugin, before);
}

carom_status carom_plugin_restore(carom_plugin *plugin, const char *text, carom_error *error) {
  if (plugin == NULL)
    return error_null(error, "plugin");
  int format = 0;
  unsigned long long version = 0;
  if (text == NULL || sscanf(text, "carom %9d scene %16llx", &format, &version) != 2)
    return error_set(error, CAROM_BAD_FILE, "this state is none of Carom; it is left");
  carom_plugin_tidy(plugin);
  parcel *p = parcel_new(plugin, plugin->count);
  if (p == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  const int left = take_lines(plugin, text, p);
  hand_over(plugin, p);
  if (format != 1)
    return error_set(error, CAROM_OK,
                     "this state is of another version of Carom; %d of its lines are left", left);
  if (version != atomic_load(&plugin->version) || left > 0)
    return error_set(error, CAROM_OK,
                     "this state is of another version of the scene; %d of its controls are left",
                     left);
  return error_set(error, CAROM_OK, "%s", "");
}
