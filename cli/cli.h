// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The command line: arguments in, messages out; no physics.

#ifndef CAROM_CLI_H
#define CAROM_CLI_H

#include "cli/commands.h"
#include <carom/file.h>

/// Exit codes: 0 good; 1 the scene or the arguments are wrong; 2 the run failed or was interrupted;
/// 3 it finished but its energy balance is worse than the tolerance.
enum { EXIT_GOOD = 0, EXIT_WRONG = 1, EXIT_BROKEN = 2, EXIT_UNBALANCED = 3 };

/// Prints on stderr what is wrong with the arguments; returns EXIT_WRONG.
__attribute__((format(printf, 1, 2))) int wrong_usage(const char *format, ...);

#endif
