// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What an earlier run has left in a results folder, which belongs to one run. Both are for who
// holds the folder's lock.

#ifndef CAROM_OLD_RESULTS_H
#define CAROM_OLD_RESULTS_H

/// Removes the results of an earlier run: its summary, the files that this names, and pictures
/// drawn from them later. Files of anybody else stay.
void old_results_remove(const char *directory);

/// Removes files that a run that was killed has left unfinished.
void old_results_remove_unfinished(const char *directory);

#endif
