// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The table of commands, in the order of the help page.

#include "cli/commands.h"

#include <stddef.h>
#include <string.h>

static const command *const commands[] = {
    &command_run,    &command_sweep, &command_compare,   &command_plot,    &command_check,
    &command_modes,  &command_bench, &command_reproduce, &command_list,    &command_show,
    &command_export, &command_play,  &command_help,      &command_version,
};

int command_count(void) {
  return (int)(sizeof commands / sizeof commands[0]);
}

const command *command_at(int index) {
  return commands[index];
}

const command *command_find(const char *name) {
  for (int i = 0; i < command_count(); ++i)
    if (strcmp(commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}
