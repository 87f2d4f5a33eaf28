// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The interface of integrators. A problem is
//
//   y' = slope(t, y),    and an event at each zero crossing of some g_i(t, y),
//
// whatever y means (one problem is theory 10.1, its events 10.3). Methods of the core state
// problems; the core has no integrator, since it links nothing but libm: whoever makes states gives
// them one (io/cvode.c). Times are in seconds by the problem's own clock. The integrator keeps a
// pointer to the problem, which with all it points to must stay as long as the integrator.

#ifndef CAROM_PROBLEM_H
#define CAROM_PROBLEM_H

#include <carom/api.h>
#include <carom/state.h>

/// What follows an event.
typedef enum {
  JUMP_GO_ON,   // integration continues; y must not have changed
  JUMP_RESTART, // it restarts from y, which may have changed
  JUMP_STOP     // advance() returns at once with this y and the time of the event; begin() is next
} jump_verdict;

/// What is to be integrated.
typedef struct {
  void *user; // handed to every call below

  /// How many numbers y has, at least 1, and the number of functions g; 0 for no events.
  int size, roots;

  /// dy = y', the unit of each y over s. Called at any t up to a step ahead of what advance() asks.
  void (*slope)(void *user, double t, const double *y, double *dy);

  /// g, each in a unit of its own: only its zeros count. NULL without roots.
  void (*root)(void *user, double t, const double *y, double *g);

  /// Of each root, the direction of the zero crossing: 1 upwards, -1 downwards, 0 either. Read when
  /// integration begins and after every event.
  const int *direction;

  /// An event at t: found[i] is 1 or -1 where g_i crosses zero upwards or downwards, else 0. NULL
  /// without roots.
  jump_verdict (*jump)(void *user, double t, double *y, const int *found);

  /// A step's error in y_i may be tolerance |y_i| + error[i]: the former dimensionless, the latter
  /// above 0 and in the unit of y_i.
  double tolerance;
  const double *error;

  /// No step is longer than this, s; 0 for no such bound. Events are searched for at the ends of
  /// steps: a g that crosses zero twice within one step can be missed.
  double longest_step;

  /// The first step from here, s; 0 leaves it to the integrator, and so does NULL. Called at every
  /// start and restart.
  double (*first_step)(void *user, double t, const double *y);

  /// Stiff: some part of y decays far faster than the solution changes. Formulas are then implicit
  /// and solved by Newton's method.
  bool stiff;

  /// Where a pointer to a stop lies: advance() gives up once it is requested. Either may be NULL.
  const carom_stop *const *stop;

  /// For a stiff problem, J = d slope / d y at t and y, where the slope is dy: J[i + size j] is
  /// d dy_i / d y_j, all 0 when called. NULL takes difference quotients of the slope instead.
  void (*jacobian)(void *user, double t, const double *y, const double *dy, double *J);
} problem;

/// An integrator at work on one problem.
typedef struct {
  void *user; // handed to every call below

  /// Begins at t, s, from y, without any history.
  carom_status (*begin)(void *user, double t, const double *y);

  /// Advances through all events to a time, s, or to an event that stops it; *t and y are then that
  /// time and the values there. A time already passed changes nothing. CAROM_TOLERANCE if the
  /// tolerance cannot be kept, or events do not end; CAROM_NOT_FINITE if values overflow, or
  /// CAROM_NO_MEMORY, or CAROM_INTERRUPTED. *t and y are left alone then, and only begin() may
  /// follow.
  carom_status (*advance)(void *user, double until, double *t, double *y);

  /// Adds its counts since the last call. Restarts are those of events.
  void (*count)(void *user, carom_solver_counts *counts);

  void (*free)(void *user);
} integrator;

/// Makes an integrator; on any other status than CAROM_OK there is none.
typedef carom_status integrator_maker(const problem *of, integrator *made);

CAROM_BEGIN

/// Gives a state the integrator its method needs, which is freed with the state. Nothing happens if
/// it needs none or has one already. libcarom-file calls it; no public header declares it.
carom_status carom_state_attach(const carom_model *model, carom_state *state,
                                integrator_maker *make);

CAROM_END

#endif
