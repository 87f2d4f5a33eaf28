// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The motion of a mechanism: contacts, the step, and the equations at an instant.

#ifndef CAROM_MECHANISM_MOTION_H
#define CAROM_MECHANISM_MOTION_H

#include "methods/mechanism/kinematics.h"
#include <carom/stop.h>

// --- touch.c, touch_string.c: contacts over a step ----------------------------------------------

/// The state of a mechanism.
typedef struct {
  double *q, *v;             // coordinates and their velocities
  double *u, *du;            // modes of strings
  double *gain;              // what v gained in the last step: where the next begins to search
  const double *rub;         // A of each felt's friction
  const double *pin;         // torque of friction in each pin, N m
  const string_point *nudge; // added to what contacts find of strings, for derivatives; or NULL
  const carom_stop *stop;    // once it is requested a step that takes long is given up; or NULL
} mechanism_motion;

typedef struct {
  bool active;                     // it has a force, and what follows is known
  double overlap[2];               // at both ends, m; with a string out of reach, that at rest
  double force, rubbing;           // normal and tangential, N
  double slip;                     // mean, m/s
  double x[2];                     // of the contact along a string, m
  double rise, rub_slope;          // d force / d overlap; d (rubbing / force) / d slip
  double missing;                  // energy of a force along the slope that is left out, J
  double normal[MAX_COORDINATES];  // discrete gradient of the overlap
  double acts[MAX_COORDINATES];    // and as the force acts on the links
  double tangent[MAX_COORDINATES]; // of the way rubbed
} touch_step;

/// All contacts of a step; no point of string i is farther than reach[i] from rest unless pushed.
/// False if the forces on a string cannot be solved for.
bool touches_evaluate(const mechanism_system *p, const string_mode *string_modes,
                      const link_frames *f, const mechanism_motion *m, const double *reach,
                      touch_step *s);

/// The same of those on one string.
bool touch_strings(const mechanism_system *p, const string_mode *string_modes, const link_frames *f,
                   const mechanism_motion *m, int string, double reach, touch_step *s);

/// Gradients on a string of a given slope; on a segment, with overlaps.
void touch_string_acts(const mechanism_system *p, const mechanism_touch *t, const link_frames *f,
                       double slope, touch_step *s);
void touch_segment(const mechanism_system *p, const mechanism_touch *t, const link_frames *f,
                   touch_step *s);

/// The centre of a circle and its angle; its centre, and the overlap with a segment, at one end of
/// the step, m.
void touch_centre(const mechanism_touch *t, const link_frames *f, difference x[2],
                  difference *angle);
void touch_centre_at(const mechanism_touch *t, const link_poses *at, double x[2]);
double touch_overlap(const mechanism_touch *t, const link_poses *at);

/// Friction of a contact whose force is known.
void touch_rub(const mechanism_touch *t, const link_frames *f, double h, double friction,
               touch_step *s);

/// A point beside a segment.
typedef struct {
  double off;      // from its line, positive to its left, m
  double beyond;   // its end, negative before its beginning, m
  double along;    // the line, from the beginning, m
  double distance; // m
} beside;

beside beside_segment(const mechanism_touch *t, double x, double y);

// --- touch_now.c: a contact at an instant -------------------------------------------------------

typedef struct {
  double overlap, rate;  // m, m/s
  double force, rubbing; // N
  double slip;           // m/s
  double place;          // of the circle's centre along the segment or the plane's x, m
  double slope;          // of the string there
  double missing;        // power of the force along it that is left out, W
} touch_now;

touch_now touch_read(const mechanism_system *p, const link_poses *at, const mechanism_motion *m,
                     int touch);

/// Adds what it does to the coordinates, on frames of that instant.
void touch_act(const mechanism_system *p, const link_frames *f, int touch, const touch_now *now,
               double *forces);

// --- scheme.c -----------------------------------------------------------------------------------

/// The energy balance of a step: what it loses, and what it is supplied with.
typedef struct {
  double lost[MAX_LINKS];      // by each link, J
  double mass_lost[MAX_LINKS]; // by each mass
  double felt[MAX_TOUCHES];    // by each felt, with friction
  double missing[MAX_TOUCHES]; // supplied where the slope's force is left out
  double string_lost[MAX_TOUCHES];
  double work; // of forces
  int iterations;
} mechanism_balance;

/// Room of a step.
typedef struct {
  link_poses begin, end;                   // of the step
  link_frames frames;                      // between them
  link_poses poses;                        // for readings
  double reach[MAX_TOUCHES];               // of strings, m
  double rub[MAX_TOUCHES], pin[MAX_LINKS]; // present frictions
  touch_step touch[MAX_TOUCHES];
  double M[MAX_COORDINATES][MAX_COORDINATES];
  double matrix[MAX_COORDINATES][MAX_COORDINATES];
  double rows[MAX_COORDINATES * (MAX_COORDINATES + 1)];
  double root[MAX_COORDINATES];
  int pivot[MAX_COORDINATES];
  double momentum[MAX_COORDINATES];
} mechanism_scratch;

/// One step; `pull` are the mean forces over it. False if the equations of the step could not be
/// solved, with the motion left as it was.
bool mechanism_step(const mechanism_system *p, const string_mode *string_modes, mechanism_motion *m,
                    const double *pull, mechanism_scratch *scratch, mechanism_balance *balance);

// --- motion.c: at an instant --------------------------------------------------------------------

/// Energies of a link, a mass and a string, J.
typedef struct {
  double kinetic, potential;
} mechanism_energy;

mechanism_energy link_energy(const mechanism_system *p, const link_poses *at, int link);
mechanism_energy mass_energy(const mechanism_system *p, const mechanism_motion *m, int mass);
mechanism_energy string_energy(const mechanism_system *p, const string_mode *string_modes,
                               const mechanism_motion *m, int string);

/// The equations of motion at an instant: accelerations of the coordinates under forces `pull`,
/// contacts, and powers, W.
typedef struct {
  double a[MAX_COORDINATES];
  touch_now touch[MAX_TOUCHES];
  double lost[MAX_LINKS]; // by each link
  double work;            // of the pulls
} mechanism_instant;

void mechanism_accelerate(const mechanism_system *p, const mechanism_motion *m, const double *pull,
                          mechanism_scratch *scratch, mechanism_instant *now);

#endif
