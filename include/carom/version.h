// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file version.h
/// Which version this is: CAROM_VERSION and its numbers are those of the headers a program was
/// compiled with, carom_version() is that of the library it runs with.

#ifndef CAROM_VERSION_H
#define CAROM_VERSION_H

#include <carom/api.h>

#define CAROM_VERSION       "0.2.0"
#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 2
#define CAROM_VERSION_PATCH 0

/// One number that grows with the version, for #if.
#define CAROM_VERSION_NUMBER                                                                       \
  (10000 * CAROM_VERSION_MAJOR + 100 * CAROM_VERSION_MINOR + CAROM_VERSION_PATCH)

/// The version of the physics: results of the same scene may change when this does, and only then.
/// 1: contacts by a predicted slope of psi; 2: by the discrete gradient between half-way overlaps,
/// with the law bounded by what a body can answer; plates keep both sides; 3: starts have the
/// energy that is written, masses on springs are in tune, and bodies that a grid would put out of
/// tune are taken by modes.
#define CAROM_PHYSICS 3

CAROM_BEGIN

/// The version of the library, such as "0.2.0". [audio]
const char *carom_version(void);

/// The commit it was built from, as git describes it, with "-dirty" where the source was not as
/// committed; or "unknown", where it was not built in a git repository. [audio]
const char *carom_commit(void);

/// The compiler it was built by, such as "gcc 12.2.0", or "unknown". [audio]
const char *carom_compiler(void);

/// The version of its physics, CAROM_PHYSICS of the library. [audio]
int carom_physics(void);

/// The variant of its inner loops that runs here: "plain", "avx2" or "avx512". The environment
/// variable CAROM_VARIANT, read once, names another one that the processor has; results are the
/// same bytes. [setup]
const char *carom_variant(void);

CAROM_END

#endif
