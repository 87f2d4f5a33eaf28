// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What an integrator is given to solve, and what it is asked to do. A problem is
//
//   y' = slope(t, y),    and an event wherever some g_i(t, y) passes zero,
//
// with no more said about what y means. Methods of the core state problems; the core has no
// integrator, since it links nothing but libm: whoever makes states gives them one (io/cvode.c).
// Times are in seconds by the problem's own clock. The integrator keeps a pointer to the problem,
// which with all it points to must stay as long as the integrator.

#ifndef CAROM_PROBLEM_H
#define CAROM_PROBLEM_H

#include <carom/api.h>
#include <carom/state.h>

/// What comes after an event.
typedef enum {
  JUMP_GO_ON,   // integration goes on as if there had been none; y must not have changed
  JUMP_RESTART, // it begins anew from y, which may have changed
  JUMP_STOP     // advance() returns at once with this y and the time of the event; begin() is next
} jump_verdict;

/// What is to be integrated.
typedef struct {
  void *user; // handed to every call below

  /// How many numbers y has, at least 1, and how many functions g tell events; 0 for no events.
  int size, roots;

  /// dy = y', the unit of each y over s. Called at any t up to a step ahead of what advance() asks.
  void (*slope)(void *user, double t, const double *y, double *dy);

  /// g, each in a unit of its own: only where it passes zero counts. NULL without roots.
  void (*root)(void *user, double t, const double *y, double *g);

  /// Of each root, which way g must pass zero to be an event: 1 upwards, -1 downwards, 0 either.
  /// Looked at when integration begins and after every event.
  const int *way;

  /// An event at t: found[i] is 1 or -1 where g_i has passed zero upwards or downwards, else 0.
  /// NULL without roots.
  jump_verdict (*jump)(void *user, double t, double *y, const int *found);

  /// A step's error in y_i may be tolerance |y_i| + error[i]: the former a plain number, the latter
  /// above 0 and in the unit of y_i.
  double tolerance;
  const double *error;

  /// No step is longer than this, s; 0 for no such bound. Events are looked for at the ends of
  /// steps: a g that passes zero and back within one step can go unseen.
  double longest_step;

  /// The first step from here, s; 0 leaves it to the integrator, and so does NULL. Asked whenever
  /// integration begins, anew or not.
  double (*first_step)(void *user, double t, const double *y);

  /// Some part of y settles far faster than what is looked for moves: formulas are then implicit
  /// and solved by Newton's method.
  bool stiff;

  /// For a stiff problem, J = d slope / d y at t and y, where the slope is dy: J[i + size j] is
  /// d dy_i / d y_j, all 0 when called. NULL takes difference quotients of the slope instead.
  void (*jacobian)(void *user, double t, const double *y, const double *dy, double *J);
} problem;

/// An integrator at work on one problem.
typedef struct {
  void *user; // handed to every call below

  /// Begins at t, s, from y, and forgets what was before.
  carom_status (*begin)(void *user, double t, const double *y);

  /// Goes on through all events to a time, s, or to where an event stops it; *t and y then tell
  /// when that is and the values there. A time that has been passed already changes nothing.
  /// CAROM_TOLERANCE if it cannot go on as exactly as asked, or events do not end; CAROM_NOT_FINITE
  /// if numbers get out of hand, or CAROM_NO_MEMORY. *t and y are left alone then, and only begin()
  /// may follow.
  carom_status (*advance)(void *user, double until, double *t, double *y);

  /// Adds what it has done since last asked. Restarts are those that events asked for.
  void (*count)(void *user, carom_solver_counts *counts);

  void (*free)(void *user);
} integrator;

/// Makes an integrator; on any other status than CAROM_OK there is none.
typedef carom_status integrator_maker(const problem *of, integrator *made);

CAROM_BEGIN

/// Gives a state the integrator its method asks for, which is freed with the state. Nothing happens
/// if it asks for none or has one already. libcarom-file calls it; no public header tells of it.
carom_status carom_state_attach(const carom_model *model, carom_state *state,
                                integrator_maker *make);

CAROM_END

#endif
