// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// summary.json: what was run and how it went.

#ifndef CAROM_SUMMARY_H
#define CAROM_SUMMARY_H

#include "io/name_list.h"
#include "io/snapshots.h"
#include "io/warning_list.h"
#include <carom/file.h>

/// False with errno set if it cannot be written.
bool summary_write(const char *directory, const carom_scene *scene, const carom_model *model,
                   const carom_state *state, const snapshots *taken, const warning_list *warnings,
                   const name_list *files, const carom_run_report *report);

#endif
