// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sentences about a run that ended early, or did not begin.

#ifndef CAROM_RUN_ERRORS_H
#define CAROM_RUN_ERRORS_H

#include <carom/carom.h>

/// What a status of stepping means after so many samples, where there is more to say than its text.
void run_explain(const carom_model_info *i, long long done, carom_status status,
                 carom_error *error);

/// Whether there are a scene and the model that was compiled from it.
carom_status run_refuses(const carom_scene *scene, const carom_model *model, carom_error *error);

/// For an errno; returns CAROM_CANNOT_WRITE, or CAROM_BAD_VALUE where there is no directory.
carom_status run_cannot_write(const char *directory, int reason, carom_error *error);

#endif
