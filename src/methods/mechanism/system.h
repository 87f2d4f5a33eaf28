// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a mechanism is, without scenes (theory 16.1 to 16.20). Coordinates q: an angle for
// each link, relative to its parent, then the amplitudes of its shank's shapes; a displacement for
// each translating mass. Strings have modes of a mass of 1 kg, beside the coordinates.

#ifndef CAROM_MECHANISM_SYSTEM_H
#define CAROM_MECHANISM_SYSTEM_H

#include "contacts/felt.h"
#include "methods/mechanism/discrete.h"
#include <stdbool.h>

enum {
  MAX_LINKS = 12,
  MAX_SHAPES = 4,
  MAX_POINT_MASSES = 12 * 8,
  MAX_TOUCHES = 24,
  MAX_ON_STRING = 4,
  MAX_PULLS = 8
};

/// A point of a link: on the axis of its shank at a fraction of that, with an offset that turns
/// with the cross-section there. Rigid parts are offsets from the shank's ends.
///
///   r = (along + sum axial e - c' shorten c / 2, sum transverse c) + R(sum slope c) offset
typedef struct {
  int link;
  bool tip;     // at the end of the shank, as all points of the head
  double along; // m
  double offset[2];
  double axial[MAX_SHAPES];
  double transverse[MAX_SHAPES];
  double slope[MAX_SHAPES];               // 1/m
  double shorten[MAX_SHAPES][MAX_SHAPES]; // 1/m
} link_point;

/// A part of a link's weight, kg: base, head, and the whole of the beam between them.
typedef struct {
  link_point at;
  double mass;
} link_weight;

/// A point with mass, kg, and the rotary inertia of its cross-section, kg m2.
typedef struct {
  link_point at;
  double mass, inertia;
} point_mass;

typedef struct {
  int body;   // index in the model
  int parent; // index of a link, -1 for the ground
  int angle;  // its coordinate
  int flex;   // the first of its shank's; axial ones first
  int axials, transverses;
  double pin[2];                 // in the parent's frame, m
  double from, length;           // of the shank, m; 0 without one
  double threshold;              // below which friction of the pin is viscous, rad/s
  double spring[2];              // torque, N m, and rate, N m/rad
  double stop[3];                // angle, rad; stiffness, N m/rad; damping, N m s/rad
  bool stops;                    // has a stop
  int first_point, point_masses; // of the system's
  double frequency;              // of its lowest mode of bending on its pin, Hz
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
  int first_mode;         // of its modes' constants in a step
  double give;            // displacement anywhere over a force anywhere, at most, in a step, m/N
} mechanism_string;

/// Constants of a mode in a step (theory 16.11).
typedef struct {
  double omega2, decay; // 1/s2, 1/s
  double period;        // displacement over velocity in free motion, at most, s
  double keep[2][2];    // from displacement and velocity to those at the end
  double respond[2];    // of both to a constant force
} string_mode;

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
  int coordinates, links, masses, point_masses, weights, strings, touches, pulls;
  double gravity;   // m/s2
  double extent;    // how far from the origin pins, strings and segments lie, m
  double h;         // the step, s
  int string_modes; // modes of all strings
  mechanism_link link[MAX_LINKS];
  mechanism_mass mass[MAX_LINKS];
  point_mass point[MAX_POINT_MASSES];
  link_weight weight[3 * MAX_LINKS];
  mechanism_string string[MAX_TOUCHES];
  mechanism_touch touch[MAX_TOUCHES];
  mechanism_pull pull[MAX_PULLS];
  double stiffness[MAX_COORDINATES][MAX_COORDINATES]; // of shanks and masses
  double damping[MAX_COORDINATES][MAX_COORDINATES];
  double constant_mass[MAX_COORDINATES][MAX_COORDINATES]; // rotary inertias and masses
} mechanism_system;

// --- strings.c ----------------------------------------------------------------------------------

/// Constants of a mode with angular frequency omega and decay, for a step h.
string_mode string_mode_of(double omega2, double decay, double h);

/// What circles at x[][0] before and x[][1] after a step find of a string that moves freely:
/// displacements, and how they and the slopes respond to forces. `q` has modal displacements, `v`
/// velocities.
typedef struct {
  double before[MAX_ON_STRING], after[MAX_ON_STRING]; // m
  double slope[MAX_ON_STRING];                        // mean
  double compliance[MAX_ON_STRING][MAX_ON_STRING];    // of `after`, m/N
  double slope_grows[MAX_ON_STRING][MAX_ON_STRING];   // 1/N
} string_response;

string_response string_free_response(const mechanism_system *p, const string_mode *string_modes,
                                     int string, const double *q, const double *v,
                                     const double x[][2], int points);

/// A bound of its displacement anywhere in free motion, m.
double string_reach(const mechanism_system *p, const string_mode *string_modes, int string,
                    const double *q, const double *v);

/// Constant forces on a string, N, spread as at x.
typedef struct {
  int count;
  double x[MAX_ON_STRING][2];
  double force[MAX_ON_STRING];
} string_load;

/// Advances a string under a load; returns the energy it lost, J.
double string_advance(const mechanism_system *p, const string_mode *string_modes, int string,
                      double *q, double *v, const string_load *load);

/// Displacement, slope and velocity at x of the plane.
typedef struct {
  double w, slope, rate;
} string_point;

string_point string_read(const mechanism_system *p, int string, const double *q, const double *v,
                         double x);

#endif
