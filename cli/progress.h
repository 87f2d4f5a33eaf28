// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What commands that take long share: a progress display and a clean end on a signal.

#ifndef CAROM_PROGRESS_H
#define CAROM_PROGRESS_H

#include <carom/stop.h>
#include <signal.h>

/// A bar on a terminal, a line for each tenth elsewhere; `user` is an int, -1 at first.
void show_progress(void *user, double done);

/// From now on SIGINT, SIGTERM and SIGHUP set the flag that this returns instead of ending the
/// program.
const carom_stop *catch_signals(void);

/// Tells on stderr what is being done if it takes longer than half a second; NULL: it is done.
void tell_if_slow(const char *what);

/// The flag that this returns is set after so many seconds of the processor; those of an earlier
/// call count no more.
const carom_stop *limit_time(double seconds);

#endif
