// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The command line: arguments in, messages out; no physics.

#ifndef CAROM_CLI_H
#define CAROM_CLI_H

#include <carom/file.h>

/// Exit codes: 0 good; 1 the scene or the arguments are wrong; 2 the run failed or was interrupted;
/// 3 it finished but its energy balance is worse than the tolerance.
enum { EXIT_GOOD = 0, EXIT_WRONG = 1, EXIT_BROKEN = 2, EXIT_UNBALANCED = 3 };

int command_run(int count, char **arguments);
int command_sweep(int count, char **arguments);
int command_plot(int count, char **arguments);
int command_bench(int count, char **arguments);
int command_reproduce(int count, char **arguments);
int command_check(int count, char **arguments);
int command_list(int count, char **arguments);
int command_show(int count, char **arguments);
int command_help(int count, char **arguments);
int command_version(int count, char **arguments);

/// Loads a file, standard input or a built-in scene, and says on stderr what is wrong with it.
carom_scene *load_scene(const char *name);

/// Applies the index-th "--set PATH=VALUE" (from 1); complains on stderr.
bool apply_set(carom_scene *scene, int index, const char *assignment);

/// Sets a key from an option such as --duration, if its value is not NULL; complains on stderr.
bool apply_option(carom_scene *scene, const char *option, const char *path, const char *value);

/// A bar on a terminal, a line for each tenth elsewhere; `user` is an int, -1 at first.
void show_progress(void *user, double done);

/// Compiles a scene; complains and warns on stderr.
carom_model *compile_scene(const carom_scene *scene);

/// Says on stderr what is wrong with the arguments; returns EXIT_WRONG.
__attribute__((format(printf, 1, 2))) int wrong_usage(const char *format, ...);

#endif
