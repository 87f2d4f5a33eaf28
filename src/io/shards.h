// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// DIR/parts: what long work has finished so far, one file each, beside the plan it belongs to. The
// same work into the same folder goes on from there; other work begins anew. The last line of a
// shard is an end mark with its rows and a checksum: one that is cut off or damaged is no shard.

#ifndef CAROM_SHARDS_H
#define CAROM_SHARDS_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Refuses a folder that is a symbolic link: shards are removed, and never elsewhere.
carom_status shards_check(const char *folder, carom_error *error);

/// Makes the folder; clears it unless it has been begun with the same plan, a text. False with
/// errno set if it cannot.
bool shards_open(const char *folder, const char *plan);

/// Whether the folder has been begun with that plan.
bool shards_belong(const char *folder, const char *plan);

/// Writes a finished shard; false with errno set if it cannot. It is not synced to the disk, since
/// its end mark tells whether it got there.
bool shards_write(const char *folder, const char *name, const char *text, size_t length);

/// Its text without the end mark, to be freed, with its length; NULL if it is not there or damaged.
char *shards_read(const char *folder, const char *name, size_t *length);

/// A whole file as text; NULL if it cannot be read.
char *shards_read_file(const char *path, size_t *length);

/// The checksum of a text.
uint64_t shards_sum(const char *text, size_t length);

/// Removes the shards and the plan from the folder, and no other files; nothing behind a symbolic
/// link.
void shards_clear(const char *folder);

#endif
