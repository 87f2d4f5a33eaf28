// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file carom.h
/// Carom: vibrating things that hit, rattle, buzz, wrap and rub.
///
///     scene (what you wrote) -> model (compiled, constant) -> state (what moves)
///
/// Write a scene by path, compile it once, then step as many states of it as you like.

#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include <carom/batch.h>
#include <carom/control.h>
#include <carom/kinds.h>
#include <carom/memory.h>
#include <carom/mix.h>
#include <carom/model.h>
#include <carom/play.h>
#include <carom/rebound.h>
#include <carom/scene.h>
#include <carom/state.h>
#include <carom/status.h>
#include <carom/stop.h>
#include <carom/version.h>
#include <carom/warning.h>

#endif
