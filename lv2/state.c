// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Saved state: a text with the scene's version and the value of each control that was moved, by a
// port or by a message. A state of another version gives the controls that still have its names.
//
//   carom 1 scene 7f3a9c0d12e45b68
//   bow-force 4004000000000000
//   ...
//
// Values are the bits of doubles: hosts choose locales, and with them decimal points. save() may be
// called while run() is; it reads copies that run() leaves.

#include "lv2/plugin.h"

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
  int length = snprintf(text, LONGEST, "carom 1 scene %016llx\n", in->version);
  for (int i = 0; i < in->ports && length < LONGEST - 200; ++i)
    if (!in->port[i].triggers)
      length +=
          snprintf(text + length, (size_t)(LONGEST - length), "%s %016llx\n", in->port[i].info.name,
                   bits_of(atomic_load_explicit(&in->port[i].now, memory_order_relaxed)));
  const LV2_State_Status status = store(user, in->saved, text, (size_t)length + 1, in->text,
                                        LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  free(text);
  return status;
}

// One line of a state: a control and its value. False if the scene has no such control.
static bool take_line(instrument *in, const char *line) {
  char name[128];
  unsigned long long bits = 0;
  double value = 0;
  if (sscanf(line, "%127s %llx", name, &bits) != 2)
    return false;
  memcpy(&value, &bits, sizeof value);
  for (int i = 0; i < in->ports; ++i) {
    control_port *port = &in->port[i];
    if (port->triggers || strcmp(port->info.name, name) != 0)
      continue;
    if (carom_player_set(in->player, port->control, value) != CAROM_OK)
      return false;
    port->restored = value; // activate() comes after this in most hosts
    return true;
  }
  return false;
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
  const char *text = retrieve(user, in->saved, &size, &type, &kind);
  if (text == NULL)
    return LV2_STATE_ERR_NO_PROPERTY;
  if (type != in->text || size == 0 || text[size - 1] != '\0')
    return LV2_STATE_ERR_BAD_TYPE;
  unsigned long long version = 0;
  int format = 0;
  if (sscanf(text, "carom %d scene %llx", &format, &version) != 2 || format != 1) {
    lv2_log_warning(&in->logger, "carom: this state is of another version of Carom; it is left\n");
    return LV2_STATE_ERR_UNKNOWN;
  }
  int unknown = 0;
  for (const char *line = strchr(text, '\n'); line != NULL && line[1] != '\0';
       line = strchr(line + 1, '\n'))
    unknown += !take_line(in, line + 1);
  publish_values(in);
  if (version != in->version || unknown > 0)
    lv2_log_warning(&in->logger,
                    "carom: this state is of another version of the scene; %d of its controls are "
                    "left\n",
                    unknown);
  return LV2_STATE_SUCCESS;
}

const LV2_State_Interface instrument_state = {save, restore};
