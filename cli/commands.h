// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The commands. Each has a file of its own, which exports its row; the table in commands.c serves
// dispatch, help and error messages.

#ifndef CAROM_COMMANDS_H
#define CAROM_COMMANDS_H

typedef struct {
  const char *name;
  int (*run)(int count, char **arguments); ///< without program and command; returns the exit code
  const char *usage, *help;
  const char *aliases[2]; ///< other spellings, or NULL
} command;

extern const command command_run, command_sweep, command_compare, command_plot, command_check,
    command_bench, command_reproduce, command_list, command_show, command_export, command_play,
    command_help, command_modes, command_version;

int command_count(void);
const command *command_at(int index);

/// One sentence where this build lacks a method (version.c).
void print_lacking(void);

/// The command of that name; NULL if there is none.
const command *command_find(const char *name);

#endif
