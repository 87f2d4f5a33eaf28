// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a state has of modal bodies: arrays, with type, name and count.

#ifndef CAROM_MODES_STATE_H
#define CAROM_MODES_STATE_H

#include "bodies/modal_bank.h"
#include "model/layout.h"

/// Steps that are predicted at once: few, since a contact may be touched at any of them.
enum { PREDICTED = 8 };

/// Of a modal body: steps for which it is known what its points see, how many of them were taken,
/// and steps since a force acted; see predict_modes.c.
typedef struct {
  int known, taken, quiet;
} modes_prediction;

/// Kept.
#define MODES_KEPT(X)                                                                              \
  X(double, modal_q, m->modes)                     /* q at t_{n-1/2} (modal_step.c) */             \
  X(double, modal_y, m->modes)                     /* v + sigma q */                               \
  X(modal_reading, modal_readings, m->modal_count) /* what points see of these */                  \
  X(double, modal_push, m->modal_count) /* forces at points over this cell, then the last, N */

/// Scratch of a step.
#define MODES_SCRATCH(X)                                                                           \
  X(double, modal_f, m->modes)              /* forces on modes */                                  \
  X(const double *, bank_at, m->body_count) /* where a body's rows are: below, or in the model */  \
  X(material, bank_for, m->body_count)      /* what those below are made of */                     \
  X(double, bank, m->bank_count)            /* as in the model, for bodies that have changed */    \
  X(bool, modes_ahead, m->body_count)       /* went through parts of the sample, to t_{n+1/2} */   \
  X(double, modal_q_ahead, m->modes)                                                               \
  X(double, modal_y_ahead, m->modes)                                                               \
  X(modal_reading, modal_coming_readings, RUN_MAX * m->modal_count) /* see predict_modes.c */      \
  X(modal_energies, modal_booked, m->modes > 0 ? PREDICTED * m->body_count : 0)                    \
  X(modes_prediction, prediction, m->body_count)                                                   \
  X(double, shown_u, m->modes > 0 ? model_nodes(m) : 0) /* u^n and k v^n of all nodes */           \
  X(double, shown_v, m->modes > 0 ? model_nodes(m) : 0)

#endif
