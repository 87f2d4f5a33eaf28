// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The eleven systems of S. Willemsen, Collisions: non-linearities without the use of iterative
// solvers (2019), each stepped by its own equations, apart from the engine. Numbers in brackets are
// that paper's. Where a printed formula does not follow from its own system the corrected one is
// stepped, unless the printed one is asked for. sigma_0 is in 1/s, sigma_1 in m2/s, R in kg/s.

#ifndef CAROM_AS_PRINTED_H
#define CAROM_AS_PRINTED_H

#include <stdbool.h>
#include <stddef.h>

static const double k = 1.0 / 44100;           // s
static const double size = 1e-3;               // m, of starting displacements
static const double length = 0.24;             // m, of strings
static const double thickness = 3e-3;          // m, of plates
static const double steel = 7850;              // kg/m3, rho_s
static const char as_printed_names[] = "uwvb"; // b is a wall

// A string of N intervals with the bridge at node BR; a plate of PX by PY with it at (PI, PJ).
enum { N = 24, BR = 18, PX = 12, PY = 8, PI = 6, PJ = 2, ROOM = (PX + 1) * (PY + 1) };
enum { U, W, V, WALL };
enum { BEFORE, NOW, NEXT };

/// A formula to take as it is printed.
typedef enum {
  CORRECTED,   // none
  PRINTED_12,  // g at alpha = 1 with 0^0 = 1
  PRINTED_18,  // psi without g
  PRINTED_24,  // M omega u
  PRINTED_27,  // g^2/k^2 in A_22 of (27) and (30)
  PRINTED_40,  // eta_c^{n-1} for eta_s^{n-1}
  PRINTED_46C, // the plate's sigma_1 along x only
  PRINTED_48,  // w^{n+1} without v^{n+1}
  PRINTED_53,  // sigma_0 in 1/s where kg/(m s) is meant
  PRINTED_56,  // a bracket closed too early
  PRINTED_60,  // mu_p^2 with the string's density
  PRINTED_62A, // mu_s^2 once in the centre
  PRINTED_62C, // v^{n-1} without sigma_0 k
  PRINTED_65,  // A_13 and A_23 without k^2
  PRINTED_69,  // psi positive on both sides
  PRINTED_74,  // losses without rho A and rho H
  PRINTED_90   // u^n + u^{n-1}
} erratum;

/// A mass, string or plate and its motion at n - 1, n and n + 1, row by row.
typedef struct {
  char type; // m, s, p
  int nx, ny;
  double h, rho; // rho: M (kg), rho A (kg/m) or rho H (kg/m2)
  double T, EI;  // EI: D for a plate
  double omega0, R, sigma0, sigma1;
  double x[3][ROOM];
} body;

/// A collision, one at every node along a string, a spring, or a two-sided power law whose psi is
/// positive on both sides or has the sign of the overlap.
typedef struct {
  char law; // c, a, s, t, r
  int below, above;
  double K, alpha, K1, K3, sigma_x;
  double psi[N + 1];
  double force, mean_psi; // at n, as the engine's outputs
  int touching, apart;    // how often it was
} contact;

/// The state of a system.
typedef struct {
  int bodies, contacts;
  body body[3];
  contact contact[2];
  double b;    // where the wall is
  double lost; // J, since the start
  erratum printed;
} as_printed_state;

/// One of the systems, and the paper's step for the nodes where contacts act.
typedef struct {
  const char *claim;
  const char *bodies;                 // the types of u, w and v
  const char *contacts;               // of each the law, what is below and what is above
  enum { IDEAL, STIFF, LOSSY } level; // neither stiffness nor losses; no losses; both
  void (*step)(as_printed_state *);
} as_printed_system;

enum { AS_PRINTED_SYSTEMS = 11 };
extern const as_printed_system as_printed_systems[AS_PRINTED_SYSTEMS];

// --- States (as_printed.c) ----------------------------------------------------------------------

/// A body of a system, at rest; a contact without stiffness, `what` being its law and bodies.
body as_printed_body(const as_printed_system *of, char type);
contact as_printed_contact(const char *what);

/// The initial psi of every contact, psi^{-1/2} = psi(mu_t- eta^0).
void as_printed_start(as_printed_state *o);

/// A system in motion, with contacts of 100 N at an overlap of `size`.
as_printed_state as_printed_new(const as_printed_system *of, double alpha);

/// The displacement of a body where node l of a string meets it, and the overlap there: what is
/// below less what is above.
double *as_printed_displacement(as_printed_state *o, int i, int when, int l);
double as_printed_overlap(as_printed_state *o, const contact *c, int when, int l);

/// psi = sqrt(2 phi), (4) and (68).
double as_printed_psi(const contact *c, double eta);

/// The length along which a contact acts, m; 1 at a point. A law along a string is per length.
double as_printed_extent(const contact *c);

/// From n to n + 1 everywhere. Returns the largest displacement.
double as_printed_step(const as_printed_system *of, as_printed_state *o);

// --- Terms of the equations (as_printed.c) ------------------------------------------------------

/// The force is psi g + g^2/4 (eta^{n+1} - eta^{n-1}) = known + q eta^{n+1}.
typedef struct {
  double g, q, known;
} force_terms;

force_terms as_printed_force(as_printed_state *o, int i, int l);
/// The value at a node, the sum over four nodes around it at a step of (x, y), and the Laplacian.
double as_printed_at(const body *a, const double *u, int i, int j);
double as_printed_neighbours(const body *a, const double *v, int i, int j, int x, int y);
double as_printed_laplacian(const body *a, const double *v, int i, int j);
/// The equation of motion of a body is inertia u^{n+1} = known side + forces.
double as_printed_known_side(const as_printed_state *o, int i, int l);
double as_printed_inertia(const as_printed_state *o, int i);
/// Takes over the displacements at n + 1, and updates psi and force of every contact.
void as_printed_update(as_printed_state *o, int l, const double *next);

// --- Energy (as_printed_energy.c) ---------------------------------------------------------------

/// The energy at n - 1/2, J.
double as_printed_energy(as_printed_state *o);

/// What is lost from n - 1/2 to n + 1/2, J.
double as_printed_loss(as_printed_state *o);

// --- The same in the engine (as_printed_scene.c) ------------------------------------------------

/// Writes the state as a scene; false if there is no room. Outputs 2 i and 2 i + 1 are force and
/// psi of contact i.
bool as_printed_scene(const as_printed_state *o, char *text, size_t room);

#endif
