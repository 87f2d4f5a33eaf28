// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The eleven systems of S. Willemsen, Collisions: non-linearities without the use of iterative
// solvers (2019), each stepped by its own equations, apart from the engine. Numbers in brackets are
// that paper's. Where a printed formula does not follow from its own system the corrected one is
// stepped, unless the world asks for the printed one. sigma_0 is in 1/s, sigma_1 in m2/s, R in
// kg/s.

#ifndef CAROM_BOOK_WORLD_H
#define CAROM_BOOK_WORLD_H

#include <stdbool.h>
#include <stddef.h>

static const double k = 1.0 / 44100;     // s
static const double size = 1e-3;         // m, of starting displacements
static const double length = 0.24;       // m, of strings
static const double thickness = 3e-3;    // m, of plates
static const double steel = 7850;        // kg/m3, rho_s
static const char book_names[] = "uwvb"; // b is a wall

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
  double force, mean_psi; // at n, as the library puts them out
  int touching, apart;    // how often it was
} contact;

typedef struct {
  int bodies, contacts;
  body body[3];
  contact contact[2];
  double b;    // where the wall is
  double lost; // J, since the start
  erratum printed;
} world;

/// One of the systems, and the paper's way to step it where contacts act.
typedef struct {
  const char *claim;
  const char *bodies;                 // the types of u, w and v
  const char *contacts;               // of each the law, what is below and what is above
  enum { PLAIN, STIFF, LOSSY } level; // neither stiffness nor losses; no losses; both
  void (*step)(world *);
} recipe;

enum { BOOK_SYSTEMS = 11 };
extern const recipe book_systems[BOOK_SYSTEMS];

// --- Worlds (world.c) ---------------------------------------------------------------------------

/// A body of a system, at rest; a contact without stiffness, `what` being its law and bodies.
body book_body(const recipe *of, char type);
contact book_contact(const char *what);

/// psi^{-1/2} = psi(mu_t- eta^0), the start of every contact.
void book_start(world *o);

/// A system that starts moving, with contacts of 100 N at an overlap of `size`.
world book_world(const recipe *of, double alpha);

/// The displacement of a body where node l of a string meets it, and the overlap there: what is
/// below less what is above.
double *book_place(world *o, int i, int when, int l);
double book_overlap(world *o, const contact *c, int when, int l);

/// psi = sqrt(2 phi), (4) and (68).
double book_root_energy(const contact *c, double eta);

/// A law along a string is per length.
double book_share(const contact *c);

/// From n to n + 1 everywhere. Returns the largest displacement.
double book_step(const recipe *of, world *o);

// --- What the systems are made of (world.c) -----------------------------------------------------

/// The force is psi g + g^2/4 (eta^{n+1} - eta^{n-1}) = known + q eta^{n+1}.
typedef struct {
  double g, q, known;
} hit;

hit book_hit(world *o, int i, int l);
double book_at(const body *a, const double *u, int i, int j);
double book_around(const body *a, const double *v, int i, int j, int x, int y);
double book_laplacian(const body *a, const double *v, int i, int j);
double book_row(const world *o, int i, int l);
double book_inertia(const world *o, int i);
void book_settle(world *o, int l, const double *next);

// --- Energy (energy.c) --------------------------------------------------------------------------

/// The energy at n - 1/2, J.
double book_energy(world *o);

/// What is lost from n - 1/2 to n + 1/2, J.
double book_loss(world *o);

// --- The same in the library (scene.c) ----------------------------------------------------------

/// Writes the world as a scene; false if there is no room. Outputs 2 i and 2 i + 1 are force and
/// psi of contact i.
bool book_scene(const world *o, char *text, size_t room);

#endif
