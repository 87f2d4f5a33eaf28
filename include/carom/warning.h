// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file warning.h
/// Warnings: what a program should tell its user because the results may not be what was meant, one
/// sentence each, with a remedy. They change nothing: a scene with warnings runs. `carom run` and
/// `carom check` print them on stderr, and summary.json lists them.

#ifndef CAROM_WARNING_H
#define CAROM_WARNING_H

#include <carom/api.h>
#include <carom/mix.h>
#include <carom/state.h>

CAROM_BEGIN

/// A kind of warning.
typedef struct {
  const char *word;
  const char *help; ///< when it is told
} carom_warning_kind;

/// How many kinds there are, and each of them; NULL beyond. [audio]
int carom_warning_kind_count(void);
const carom_warning_kind *carom_warning_kind_at(int index);

/// One warning.
typedef struct {
  const char *kind; ///< the word of its kind
  char text[480];   ///< the sentence; it begins with the path of what it warns of
} carom_warning;

/// The warnings about a model; about a state of it so far, unless that is NULL: how it began, its
/// impacts and its ledger; and about what a mix of its sound has had so far, unless that is NULL.
/// Returns how many there are and copies at most `room` of them, in this order; those at t = 0 come
/// first and stay, but where forces, bows, controls or moving barriers may supply energy, overlaps
/// are not judged before the first step. Nothing is allocated, but sentences are
/// written: not for an audio thread. [setup]
int carom_warnings(const carom_model *model, const carom_state *state, const carom_mix *mix,
                   carom_warning *warnings, int room);

CAROM_END

#endif
