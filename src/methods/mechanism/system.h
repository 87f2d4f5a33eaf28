// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The motion of a mechanism, without scenes (theory 16.1 to 16.17). Coordinates q: an angle for
// each link, relative to its parent, then the amplitudes of its shank's shapes; a displacement for
// each translating mass. Strings have modes of a mass of 1 kg, beside the coordinates.

#ifndef CAROM_MECHANISM_SYSTEM_H
#define CAROM_MECHANISM_SYSTEM_H

#include "contacts/felt.h"
#include "methods/mechanism/discrete.h"
#include <stdbool.h>

enum {
  MOST_LINKS = 12,
  MOST_SHAPES = 4,
  MOST_PARTS = 12 * 8,
  MOST_TOUCHES = 24,
  MOST_ON_STRING = 4,
  MOST_PULLS = 8
};

/// A point of a link: on the axis of its shank at a fraction of that, with an offset that turns
/// with the cross-section there. Rigid parts are offsets from the shank's ends.
///
///   r = (along + sum axial e - c' shorten c / 2, sum transverse c) + R(sum slope c) offset
typedef struct {
  int link;
  double along; // m
  double offset[2];
  double axial[MOST_SHAPES];
  double transverse[MOST_SHAPES];
  double slope[MOST_SHAPES];                // 1/m
  double shorten[MOST_SHAPES][MOST_SHAPES]; // 1/m
} link_point;

/// A point with mass, kg, and the rotary inertia of its cross-section, kg m2.
typedef struct {
  link_point at;
  double mass, inertia;
} link_part;

typedef struct {
  int body;   // index in the model
  int parent; // index of a link, -1 for the ground
  int angle;  // its coordinate
  int flex;   // the first of its shank's; axial ones first
  int axials, transverses;
  double pin[2];         // in the parent's frame, m
  double from, length;   // of the shank, m; 0 without one
  double friction;       // of the pin, N m
  double spring[2];      // torque, N m, and rate, N m/rad
  double stop[3];        // angle, rad; stiffness, N m/rad; damping, N m s/rad
  bool stops;            // has a stop
  int first_part, parts; // of the system's
  double frequency;      // of its lowest mode of bending on its pin, Hz
} mechanism_link;

/// A mass that moves up and down.
typedef struct {
  int body, node;
  int coordinate;
  double mass;
} mechanism_mass;

/// A string in the plane along x.
typedef struct {
  int body, first, modes; // nodes of the model
  double left, height;    // of its left end, m
  double length;          // m
  double shape;           // amplitude of a mode's sine, 1/sqrt(kg)
  int turn;               // of its modes' constants in a step
} mechanism_string;

/// Constants of a mode in a step (theory 16.11).
typedef struct {
  double omega2, decay; // 1/s2, 1/s
  double period;        // displacement over velocity in free motion, at most, s
  double keep[2][2];    // from displacement and velocity to those at the end
  double respond[2];    // of both to a constant force
} string_turn;

/// What a felt touches.
typedef enum { FACES_SEGMENT, FACES_STRING } felt_faces;

/// A circle of felt against a segment or a string.
typedef struct {
  int contact; // index in the model
  felt_faces faces;
  bool translates;   // the circle is a mass
  int coordinate;    // of that mass
  double place;      // and its x, m
  link_point circle; // else
  double radius;     // m
  int on;            // the link that carries the segment, -1 for the ground
  double ends[2][2]; // of the segment in that link's frame, m
  double line[2];    // its direction, of length 1
  double length;     // m
  int string;
  double side; // 1 below the string, -1 above it
  bool slope_force;
  felt_law law;
  felt_friction rub;
} mechanism_touch;

/// A force on a point along x or y, N, or a torque about a pin, N m.
typedef struct {
  int force;      // index in the model
  int coordinate; // of an angle or a mass; -1 for a point
  link_point at;
  int axis;
} mechanism_pull;

typedef struct {
  int coordinates, links, masses, parts, strings, touches, pulls;
  double gravity; // m/s2
  double extent;  // how far from the origin pins, strings and segments lie, m
  double h;       // the step, s
  int turns;      // modes of all strings
  mechanism_link link[MOST_LINKS];
  mechanism_mass mass[MOST_LINKS];
  link_part part[MOST_PARTS];
  mechanism_string string[MOST_TOUCHES];
  mechanism_touch touch[MOST_TOUCHES];
  mechanism_pull pull[MOST_PULLS];
  double stiffness[MOST_COORDINATES][MOST_COORDINATES]; // of shanks and masses
  double damping[MOST_COORDINATES][MOST_COORDINATES];
  double constant_mass[MOST_COORDINATES][MOST_COORDINATES]; // rotary inertias and masses
} mechanism_system;

// --- geometry.c ---------------------------------------------------------------------------------

/// Links over a step: from q0 to q1, or at an instant where both are the same.
typedef struct {
  const mechanism_system *p;
  const double *q[2];
  difference angle[MOST_LINKS]; // to the x axis
  difference cosine[MOST_LINKS], sine[MOST_LINKS];
  difference origin[MOST_LINKS][2]; // pins in the plane, m
} link_frames;

void frames_make(const mechanism_system *p, const double *q0, const double *q1, link_frames *f);

/// A point in its link's frame and in the plane; a point of the plane in a link's frame, m.
void point_local(const link_frames *f, const link_point *at, difference r[2]);
void point_plane(const link_frames *f, const link_point *at, difference x[2]);
void point_into(const link_frames *f, int link, const difference x[2], difference r[2]);

/// The same of values at one end of the step alone: 0 the beginning, 1 the end.
void point_at(const link_frames *f, const link_point *at, int end, double x[2]);
void point_back(const link_frames *f, int link, int end, double x[2]);

/// The angle of the cross-section at a point to the x axis.
void point_angle(const link_frames *f, const link_point *at, difference *angle);

/// A point of a link by its coordinates in the undeformed link, m.
link_point point_of(const mechanism_system *p, int link, double x, double y);

/// A point on the axis of a link's shank, at a fraction of it.
link_point point_on_shank(const mechanism_system *p, int link, double fraction);

// --- inertia.c ----------------------------------------------------------------------------------

/// M(q) of all links and masses, and M(q) v, on frames of an instant.
void inertia_matrix(const link_frames *f, double M[][MOST_COORDINATES]);
void inertia_momentum(const link_frames *f, const double *v, double *momentum);

/// Difference of a' M(q) b / 2 over the step; only what is not constant.
void inertia_form(const link_frames *f, const double *a, const double *b, difference *form);

// --- strings.c ----------------------------------------------------------------------------------

/// Constants of a mode with angular frequency omega and decay, for a step h.
string_turn string_turn_of(double omega2, double decay, double h);

/// What circles at x[][0] before and x[][1] after a step find of a string that moves freely:
/// displacements, and how they and the slopes respond to forces. `q` has modal displacements, `v`
/// velocities.
typedef struct {
  double before[MOST_ON_STRING], after[MOST_ON_STRING]; // m
  double slope[MOST_ON_STRING];                         // mean
  double compliance[MOST_ON_STRING][MOST_ON_STRING];    // of `after`, m/N
  double slope_grows[MOST_ON_STRING][MOST_ON_STRING];   // 1/N
} string_sight;

string_sight string_look(const mechanism_system *p, const string_turn *turns, int string,
                         const double *q, const double *v, const double x[][2], int points);

/// A bound of its displacement anywhere in free motion, m.
double string_reach(const mechanism_system *p, const string_turn *turns, int string,
                    const double *q, const double *v);

/// Constant forces on a string, N, spread as at x.
typedef struct {
  int count;
  double x[MOST_ON_STRING][2];
  double force[MOST_ON_STRING];
} string_load;

/// Advances a string under a load; returns the energy it lost, J.
double string_advance(const mechanism_system *p, const string_turn *turns, int string, double *q,
                      double *v, const string_load *load);

/// Displacement, slope and velocity at x of the plane.
typedef struct {
  double w, slope, rate;
} string_point;

string_point string_read(const mechanism_system *p, int string, const double *q, const double *v,
                         double x);

// --- pose.c: links at an instant ----------------------------------------------------------------

typedef struct {
  double angle, cosine, sine; // to the x axis
  double at[2];               // of its pin in the plane, m
  double rate, speed[2];      // of both, rad/s, m/s
} link_pose;

typedef struct {
  const mechanism_system *p;
  const double *q, *v;
  link_pose link[MOST_LINKS];
} link_poses;

void poses_make(const mechanism_system *p, const double *q, const double *v, link_poses *to);

/// A point, and the angle of its cross-section, with their rates.
typedef struct {
  double at[2], speed[2]; // m, m/s
  double angle, rate;     // rad, rad/s
} point_pose;

point_pose pose_point(const link_poses *at, const link_point *point);

/// The same as a link sees it, in its own frame; -1 is the ground.
point_pose pose_seen(const link_poses *at, int link, const point_pose *point);

// --- touch.c, touch_string.c: contacts over a step ----------------------------------------------

/// The state of a mechanism.
typedef struct {
  double *q, *v;             // coordinates and their velocities
  double *u, *du;            // modes of strings
  double *gain;              // what v gained in the last step: where the next begins to search
  const string_point *nudge; // added to what contacts find of strings, for derivatives; or NULL
} mechanism_motion;

typedef struct {
  bool active;                      // it has a force, and what follows is known
  double overlap[2];                // at both ends, m; with a string out of reach, that at rest
  double force, rubbing;            // normal and tangential, N
  double slip;                      // mean, m/s
  double x[2];                      // of the contact along a string, m
  double rise, turn;                // d force / d overlap; d (rubbing / force) / d slip
  double missing;                   // energy of a force along the slope that is left out, J
  double normal[MOST_COORDINATES];  // discrete gradient of the overlap
  double acts[MOST_COORDINATES];    // and as the force acts on the links
  double tangent[MOST_COORDINATES]; // of the way rubbed
} touch_step;

/// All contacts of a step; no point of string i is farther than reach[i] from rest unless pushed.
void touches_evaluate(const mechanism_system *p, const string_turn *turns, const link_frames *f,
                      const mechanism_motion *m, const double *reach, touch_step *s);

/// The same of those on one string.
void touch_strings(const mechanism_system *p, const string_turn *turns, const link_frames *f,
                   const mechanism_motion *m, int string, double reach, touch_step *s);

/// Gradients on a string of a given slope; on a segment, with overlaps.
void touch_string_acts(const mechanism_system *p, const mechanism_touch *t, const link_frames *f,
                       double slope, touch_step *s);
void touch_segment(const mechanism_system *p, const mechanism_touch *t, const link_frames *f,
                   touch_step *s);

/// The centre of a circle and its angle; the overlap with a segment at one end of the step, m.
void touch_centre(const mechanism_touch *t, const link_frames *f, difference x[2],
                  difference *angle);
double touch_overlap(const mechanism_touch *t, const link_frames *f, int end);

/// Friction of a contact whose force is known.
void touch_rub(const mechanism_touch *t, const link_frames *f, double h, touch_step *s);

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

/// Friction in pins is viscous below this rate, rad/s.
static const double pin_threshold = 0.05;

// --- scheme.c -----------------------------------------------------------------------------------

/// What a step books.
typedef struct {
  double lost[MOST_LINKS];      // by each link, J
  double mass_lost[MOST_LINKS]; // by each mass
  double felt[MOST_TOUCHES];    // by each felt, with friction
  double missing[MOST_TOUCHES]; // supplied where the slope's force is left out
  double string_lost[MOST_TOUCHES];
  double work; // of forces
  int iterations;
} mechanism_books;

/// Room of a step.
typedef struct {
  link_frames frames;
  link_poses poses;
  double reach[MOST_TOUCHES]; // of strings, m
  touch_step touch[MOST_TOUCHES];
  double M[MOST_COORDINATES][MOST_COORDINATES];
  double matrix[MOST_COORDINATES][MOST_COORDINATES];
  double rows[MOST_COORDINATES * (MOST_COORDINATES + 1)];
  double momentum[MOST_COORDINATES];
} mechanism_scratch;

/// One step; `pull` are the mean forces over it. False if the equations of the step could not be
/// solved, with the motion left as it was.
bool mechanism_step(const mechanism_system *p, const string_turn *turns, mechanism_motion *m,
                    const double *pull, mechanism_scratch *room, mechanism_books *books);

// --- motion.c: at an instant --------------------------------------------------------------------

/// Energies of a link, a mass and a string, J.
typedef struct {
  double kinetic, potential;
} mechanism_energy;

mechanism_energy link_energy(const mechanism_system *p, const link_poses *at, int link);
mechanism_energy mass_energy(const mechanism_system *p, const mechanism_motion *m, int mass);
mechanism_energy string_energy(const mechanism_system *p, const string_turn *turns,
                               const mechanism_motion *m, int string);

/// The equations of motion at an instant: accelerations of the coordinates under forces `pull`,
/// contacts, and powers, W.
typedef struct {
  double a[MOST_COORDINATES];
  touch_now touch[MOST_TOUCHES];
  double lost[MOST_LINKS]; // by each link
  double work;             // of the pulls
} mechanism_instant;

void mechanism_accelerate(const mechanism_system *p, const mechanism_motion *m, const double *pull,
                          mechanism_scratch *room, mechanism_instant *now);

#endif
