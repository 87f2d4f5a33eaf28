// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// summary.json: what was run and how it went.

#ifndef CAROM_SUMMARY_H
#define CAROM_SUMMARY_H

#include "io/doubt_list.h"
#include "io/name_list.h"
#include "io/snapshots.h"
#include <carom/file.h>

/// False with errno set if it cannot be written.
bool summary_write(const char *directory, const carom_scene *scene, const carom_model *model,
                   const carom_state *state, const snapshots *taken, const doubt_list *doubts,
                   const name_list *files, const carom_run_report *report);

#endif
