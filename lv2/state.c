// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Saved state: a text with the scene's version, the value of each control that was moved, by a port
// or by a message, and the controllers that were learned.
//
//   carom 1 scene 7f3a9c0d12e45b68
//   bow-force 4004000000000000
//   ...
//   learned bow-force 21
//
// Values are the bits of doubles: hosts choose locales, and with them decimal points. save() may be
// called while run() is; it reads copies that run() leaves. restore() may be, too: what it reads is
// handed to run() as a parcel. A state of another version gives what still has its names, and the
// user is told.

#include "lv2/plugin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 1 << 16 };

static unsigned long long bits_of(double value) {
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store,
                             LV2_State_Handle user, uint32_t flags,
                             const LV2_Feature *const *features) {
  (void)flags;
  (void)features;
  instrument *in = handle;
  char *text = malloc(LONGEST);
  if (text == NULL)
    return LV2_STATE_ERR_UNKNOWN;
  int length = snprintf(text, LONGEST, "carom 1 scene %016llx\n", atomic_load(&in->version));
  for (int i = 0; i < in->ports && length < LONGEST - 400; ++i) {
    control_port *port = &in->port[i];
    const int tied = atomic_load_explicit(&port->tied_now, memory_order_relaxed);
    if (!port->triggers)
      length += snprintf(text + length, (size_t)(LONGEST - length), "%s %016llx\n", port->name,
                         bits_of(atomic_load_explicit(&port->now, memory_order_relaxed)));
    if (tied >= 0)
      length +=
          snprintf(text + length, (size_t)(LONGEST - length), "learned %s %d\n", port->name, tied);
  }
  const LV2_State_Status status = store(user, in->saved, text, (size_t)length + 1, in->text,
                                        LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  free(text);
  return status;
}

// --- Restoring ----------------------------------------------------------------------------------

static int find_port(const instrument *in, const char *name) {
  for (int i = 0; i < in->ports; ++i)
    if (strcmp(in->port[i].name, name) == 0)
      return i;
  return -1;
}

// One line of a state: a control and its value, or the controller it has learned. False if the
// scene has no such control.
static bool take_line(const instrument *in, const char *line, parcel *p) {
  char name[128];
  unsigned long long bits = 0;
  int tied = -1;
  double value = 0;
  if (sscanf(line, "learned %127s %3d", name, &tied) == 2) {
    const int port = find_port(in, name);
    if (port >= 0 && tied >= 0 && tied < 128)
      p->value[port].tied = tied;
    return port >= 0 && tied >= 0 && tied < 128;
  }
  if (sscanf(line, "%127s %16llx", name, &bits) != 2)
    return false;
  memcpy(&value, &bits, sizeof value);
  const int port = find_port(in, name);
  if (port < 0 || in->port[port].triggers || !isfinite(value))
    return false;
  p->value[port].value = value;
  return true;
}

// All of a state; how many lines are left.
static int take_lines(const instrument *in, const char *text, parcel *p) {
  int left = 0;
  for (int i = 0; i < p->values; ++i)
    p->value[i] = (restored_value){(double)NAN, -1};
  for (const char *line = strchr(text, '\n'); line != NULL && line[1] != '\0';
       line = strchr(line + 1, '\n'))
    left += !take_line(in, line + 1, p);
  return left;
}

static void tell_version(instrument *in, int format, unsigned long long version, int left) {
  if (format != 1)
    lv2_log_warning(&in->logger,
                    "carom: this state is of another version of Carom; %d of its lines are left\n",
                    left);
  else if (version != atomic_load(&in->version) || left > 0)
    lv2_log_warning(&in->logger,
                    "carom: this state is of another version of the scene; %d of its controls are "
                    "left\n",
                    left);
}

// To run(), and to a save() that comes before it. One that run() has not taken yet is forgotten.
static void hand_over(instrument *in, parcel *p) {
  p->number = atomic_fetch_add(&in->asked, 1) + 1;
  for (int i = 0; i < in->ports; ++i) {
    control_port *port = &in->port[i];
    const double value = p->value[i].value;
    if (!isnan(value))
      atomic_store_explicit(&port->now, fmin(fmax(value, port->range.low), port->range.high),
                            memory_order_relaxed);
    atomic_store_explicit(&port->tied_now, p->value[i].tied, memory_order_relaxed);
  }
  parcel_free(atomic_exchange(&in->restored, p));
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle user, uint32_t flags,
                                const LV2_Feature *const *features) {
  (void)flags;
  (void)features;
  instrument *in = handle;
  size_t size = 0;
  uint32_t type = 0;
  uint32_t kind = 0;
  int format = 0;
  unsigned long long version = 0;
  const char *text = retrieve(user, in->saved, &size, &type, &kind);
  if (text == NULL)
    return LV2_STATE_ERR_NO_PROPERTY;
  if (type != in->text || size == 0 || text[size - 1] != '\0')
    return LV2_STATE_ERR_BAD_TYPE;
  if (sscanf(text, "carom %d scene %16llx", &format, &version) != 2) {
    lv2_log_warning(&in->logger, "carom: this state is none of Carom; it is left\n");
    return LV2_STATE_ERR_UNKNOWN;
  }
  free_spent(in);
  parcel *p = parcel_new(in->ports);
  if (p == NULL)
    return LV2_STATE_ERR_UNKNOWN;
  tell_version(in, format, version, take_lines(in, text, p));
  hand_over(in, p);
  return LV2_STATE_SUCCESS;
}

const LV2_State_Interface instrument_state = {save, restore};
