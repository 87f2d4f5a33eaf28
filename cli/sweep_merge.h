// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom sweep --merge.

#ifndef CAROM_CLI_SWEEP_MERGE_H
#define CAROM_CLI_SWEEP_MERGE_H

/// Takes the arguments of the command; returns the exit code.
int merge_parts(int count, char **arguments);

#endif
