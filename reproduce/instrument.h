// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The tromba marina application of S. Willemsen, S. Serafin, S. Bilbao and M. Ducceschi (SMC 2020):
// a bowed stiff string on a bridge that rattles on a plate, with the sizes and the grid of the
// application. Each of its departures from its own equations can be switched off. Displacements
// are from rest, where the bridge is a gap above the plate.

#ifndef CAROM_INSTRUMENT_H
#define CAROM_INSTRUMENT_H

#include <stdbool.h>
#include <stddef.h>

/// How the application departs from its equations; bits of a set.
typedef enum {
  DEPARTURE_SPACING = 1, // the foot acts on string cells of 1/226 m, which are of 1.9/226 m
  DEPARTURE_BOW = 2,     // the bow's velocity is solved for without the mass of the string's cell
  DEPARTURE_BRANCH = 4,  // psi of the foot is meant to be positive on both sides
  DEPARTURE_RELEASE = 8, // g = -2 psi/D of an open rattle, D being the change without any force
  DEPARTURE_EDGE = 16,   // a second line of zeros around the plate instead of a zero slope
  NO_DEPARTURES = 0      // none of them
} instrument_departure;

enum {
  ALL_DEPARTURES =
      DEPARTURE_SPACING | DEPARTURE_BOW | DEPARTURE_BRANCH | DEPARTURE_RELEASE | DEPARTURE_EDGE,
  STRING_CELLS = 225, // its 226 points include both ends
  BOW_NODE = 49,      // a quarter of the way to the bridge
  FOOT_NODE = 196,
  EAR_NODE = 29,
  PLATE_X = 131, // its 134 by 17 points include two lines of zeros at each edge
  PLATE_Y = 14,
  RATTLE_X = 106,
  RATTLE_Y = 11,
  PLATE_ROW = PLATE_X + 1,
  PLATE_NODES = PLATE_ROW * (PLATE_Y + 1)
};

enum { BEFORE, NOW, NEXT };

/// A string or a plate: cell, mass per length or area, tension, bending stiffness, losses.
typedef struct {
  double h, rho, T, EI, sigma0, sigma1;
} medium;

/// A mass on a spring; the damping is in 1/s.
typedef struct {
  double mass, omega0, damping;
} oscillator;

/// The instrument at n - 1, n and n + 1, and what happened in the last step.
typedef struct {
  unsigned departures;
  medium string_medium, plate_medium;
  oscillator bridge_oscillator;
  double bow_force, bow_speed;                      // N, m/s
  double *string[3], bridge[3], *plate[3];          // m
  double *string_laplacian[2], *plate_laplacian[2]; // h^2 Lap at n - 1 and n
  double string_room[5][STRING_CELLS + 1], plate_room[5][PLATE_NODES];
  double foot_psi, rattle_psi;
  double foot, rattle; // overlaps at n, m
  double rattle_force; // N
  double guess, slip;  // m/s against the bow: the velocity that friction was computed from, and the
                       // one that results
  double friction;     // N, on the string against the slip
} instrument;

/// At rest.
instrument *instrument_new(unsigned departures, double bow_force, double bow_speed);

/// From n to n + 1.
void instrument_step(instrument *a);

/// psi of the foot by its law, from n and n + 1.
double instrument_foot_law(const instrument *a);

/// What the application sends to the loudspeaker, 1 being full scale, from string and plate in m;
/// and that at n.
double instrument_sound(double string, double plate);
double instrument_output(const instrument *a);

/// The energy at n + 1/2, and the energy dissipated and the work of the bow in the last step, J.
double instrument_energy(const instrument *a);
double instrument_loss(const instrument *a);
double instrument_work(const instrument *a);

/// h^2 Lap u of the inner nodes and of the plate's edges, where it is the displacement one cell
/// inside times the edge factor: 1 with a line of zeros outside, 2 with the mirror image.
void instrument_string_laplacian(const double *u, double *laplacian);
void instrument_plate_laplacian(const instrument *a, const double *v, double *laplacian);
double instrument_edge_factor(const instrument *a);

/// How the engine is to take the instrument: the scheme of the rattle, the branch of the foot, and
/// whether on the application's grid or at the sizes it states.
typedef struct {
  const char *scheme, *branch;
  bool stated_sizes;
} instrument_setting;

/// The same as a scene; false if there is no room. Its outputs are
enum { OUT_STRING, OUT_PLATE, OUT_OVERLAP, OUT_FORCE, OUTPUTS };
bool instrument_scene(const instrument *a, const instrument_setting *how, char *text, size_t room);

#endif
