// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The event method from inside: what it alone keeps of a model and of a state. The adaptive method
// keeps the same.

#ifndef CAROM_EVENT_H
#define CAROM_EVENT_H

#include "methods/event/modal_motion.h"
#include "state/state.h"

/// Arrays of the model's own part, behind an event_sizes: type, name, count.
#define EVENT_ARRAYS(X)                                                                            \
  X(oscillator, mode, sizes->modes)                      /* one for each node */                   \
  X(stop, stop, sizes->stops)                            /* one for each link */                   \
  X(participation, participation, sizes->participations) /* of the stops */                        \
  X(int, reached, sizes->reached)                        /* modes that participate in a stop */    \
  X(double, drive_hertz, sizes->drives)                  /* of forces and moving bases */          \
  X(response, response, sizes->drives * sizes->modes)    /* of each mode to each of them */

typedef struct {
  int modes, stops, participations, reached, drives;
  double fastest; // largest rate of modes and forces, 1/s
  bool lossy;     // some mode has decay
  bool undamped;  // all modes have a spring and no decay
} event_sizes;

/// Kept of a state.
#define EVENT_KEPT(X)                                                                              \
  X(double, motion,                                                                                \
    motion_doubles(sizes->modes, sizes->stops, sizes->drives, sizes->participations))              \
  X(stop_state, stop, sizes->stops)                                                                \
  X(motion_head, head, 1)                                                                          \
  X(double, u, sizes->modes) /* of all nodes at t_n: displacement, m */                            \
  X(double, v, sizes->modes) /* velocity, m/s */                                                   \
  X(double, a, sizes->modes) /* acceleration, m/s2 */

#define EVENT_SCRATCH(X)                                                                           \
  X(double, scratch, motion_scratch(sizes->modes, sizes->stops))                                   \
  X(int, set, sizes->stops)

typedef struct {
  EVENT_KEPT(ARRAY_FIELD)
  EVENT_SCRATCH(ARRAY_FIELD)
} event_state;

/// The model as the method sees it.
modal_system event_system(const carom_model *m);

/// Checks the scene and builds the model's own part.
bool event_fits(compiler *c);
bool event_compile(compiler *c);

/// The whole row but for the advance from one time to another, which travel() does.
typedef carom_status event_travel(const carom_model *m, carom_state *s, const modal_system *p,
                                  modal_motion *f, double time);
void event_step(const carom_model *m, carom_state *s, event_travel *travel);
void event_start(const carom_model *m, carom_state *s);
void event_bind(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
                size_t *kept_size, size_t *scratch_size);
node_fields event_fields(const carom_model *m, const carom_state *s);
void event_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                       double *potential);
double event_contact_energy(const carom_model *m, const carom_state *s, int contact);
void event_open_accounts(const carom_model *m, carom_state *s);
double event_force(const carom_model *m, const carom_state *s, int contact);
double event_overlap(const carom_model *m, const carom_state *s, int contact);
double event_overlap_rate(const carom_model *m, const carom_state *s, int contact);

/// What both methods take, for their rows.
#define EVENT_BODIES   "string bar plate mass barrier"
#define EVENT_CONTACTS "stop collision"
#define EVENT_LIMITS                                                                               \
  "strings, bars and plates with model: modes, barriers that stand, forces that are sines"

#endif
