// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file carom.h
/// Carom: vibrating things that hit, rattle, buzz, wrap and rub.
///
///     scene (what you wrote) -> model (compiled, constant) -> state (what moves)
///
/// Write a scene by path, compile it once, then step as many states of it as you like.
///
/// What all headers keep to:
///
/// - Every call is marked: [setup] may allocate and fail, [audio] never allocates, locks or prints.
/// - What makes an object returns it, or NULL with the reason in `error`; its _free() takes NULL.
///   `error` may be NULL. Other calls that may fail return a carom_status, CAROM_OK if they did
///   not.
/// - Options begin with their size: start from the _default() of the type and change fields; {0} is
///   refused. NULL stands for the defaults.
/// - A call takes the model where it needs to know what the scene is, and model and state, in this
///   order, where it needs both.
/// - Refused, not undefined, are a state of another model (CAROM_WRONG_MODEL), an index out of
///   range, and NULL for an object, a path, a name or a text where nothing is said of it
///   (CAROM_BAD_VALUE): without a status, nothing is done, and what comes back is NULL, NAN, 0,
///   false or an empty text. Memory that results and samples go to must be there.
/// - What an object is made from stays the caller's and outlives it: memory, models, batches'
///   models, strings of descriptions, which live as long as what they describe.
/// - A scene belongs to one thread at a time. A model is constant: any number of threads may use it
///   at once. A state, a player and a mix belong to one thread at a time, calls that only read
///   included; different ones to different threads. A plugin alone passes what it is given from one
///   thread to another (plugin.h). Nothing in the library is global.
/// - After a step from t_n to t_{n+1} = t_n + k, which carom_state_steps() counts as n + 1, calls
///   tell what belongs to
///
///   | call | time |
///   |---|---|
///   | carom_output(), values of carom_process() | t_n |
///   | carom_contact_force(), carom_contact_forces() | t_n |
///   | carom_body_shape(), impacts that have begun or ended | t_{n+1} |
///   | carom_body_velocity() | t_{n+1}, or the mean over the step |
///   | carom_state_ledger() and shares | t_{n+1}, in the audio method t_{n+1/2} |
///
/// - Long work is ended by a carom_stop, which any thread and the handler of any signal may
///   request.

#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include <carom/batch.h>
#include <carom/control.h>
#include <carom/kinds.h>
#include <carom/memory.h>
#include <carom/mix.h>
#include <carom/model.h>
#include <carom/play.h>
#include <carom/plugin.h>
#include <carom/rebound.h>
#include <carom/scene.h>
#include <carom/state.h>
#include <carom/status.h>
#include <carom/stop.h>
#include <carom/version.h>
#include <carom/warning.h>

#endif
