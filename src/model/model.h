// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The model from inside: the scene as flat, constant arrays. Kinds of bodies and contacts differ in
// the compiler; what the step meets are grids, links and islands.

#ifndef CAROM_MODEL_INSIDE_H
#define CAROM_MODEL_INSIDE_H

#include "base/breakpoint.h"
#include "methods/event/modal_motion.h"
#include <carom/model.h>

/// Ways of advancing; the rows of the table in method.c.
typedef enum {
  METHOD_AUDIO,
  METHOD_AM1,
  METHOD_VERLET,
  METHOD_HEUN,
  METHOD_RK4,
  METHOD_EVENT,
  METHOD_ADAPTIVE
} method_kind;

/// What the classic methods mend after a step (classic.c).
typedef enum { CORRECTIONS_OFF, CORRECTIONS_PAPER, CORRECTIONS_CORRECTED } correction_kind;

typedef enum { BODY_STRING, BODY_BAR, BODY_PLATE, BODY_MASS, BODY_BARRIER } body_type;

/// How a body is laid out: one node, nodes in a row, nodes in rows, modes, or none at all. The
/// nodes of a modal body are its modes, with a mass of 1 kg each.
typedef enum { LAYOUT_POINT, LAYOUT_LINE, LAYOUT_PLATE, LAYOUT_MODES, LAYOUT_NONE } layout_kind;

typedef enum { END_PINNED, END_CLAMPED, END_FREE } end_kind;

/// The shape of a mode: part[0 .. 3] times sin, cos, e^{-beta x}, e^{-beta (L - x)}, or without a
/// wavenumber part[0] + part[1] x (modes.c).
typedef struct {
  double beta; // 1/m
  double part[4];
} mode_shape;

/// How a mode turns in a given time, in three shears (bank.c).
typedef struct {
  double a, b, keep;
  double omega, sigma; // 1/s
} mode_rotation;

/// A body on its grid. Symbols: h spacing, m_i mass of an inner node (M, rho A h or rho H h^2).
typedef struct {
  int name; // offset into the texts
  body_type type;
  layout_kind grid;
  int first, nodes;  // nodes of the flat arrays, ends included
  int nx, ny;        // intervals
  int stride;        // nodes of a row with its padding, see node_at()
  int first_place;   // of a row's places
  end_kind ends[2];  // left and right; both the same for a plate
  double lx, ly;     // m
  double h, h_least; // m
  double node_mass;  // kg
  double mass;       // kg, the whole body
  double density;    // rho A or rho H, kg/m or kg/m2
  double bend;       // kappa^2 = EI / rho A or D / rho H, m4/s2
  double pull;       // at t = 0: c^2 = T / rho A (m2/s2); a mass's omega_0^2 (1/s2)
  double sigma0;     // at t = 0, 1/s
  double sigma1;     // at t = 0, m2/s
  // Modes
  int first_shape;                       // of its mode shapes
  int first_rotation;                    // and of its turns, in the audio method
  int first_link;                        // of the one island it is in, -1 without links
  double tip_mass, tip_inertia;          // kg, kg m2
  double damping_ratio;                  // of every mode
  double base_amplitude, base_frequency; // its base moves as a sine; m, Hz
  // Barriers: where they stand
  double position; // at t = 0 without the sine, m
  bool swings;     // position + amplitude sin(2 pi frequency t)
  double amplitude, frequency;
  int position_live; // index of the live key, or -1
} model_body;

/// Nodes that the inner loops take at a time.
enum { BLOCK = 8 };

/// Node (i, j) of a line or plate. A row is cut into BLOCK pieces of equal length, and the loops
/// walk along all of them at once: what they take at a time is one node of each, and its neighbours
/// are the nodes of the step before and of the one behind. Padding follows the last node.
static inline int node_at(const model_body *b, int i, int j) {
  const int columns = b->stride / BLOCK;
  return b->first + j * b->stride + i % columns * BLOCK + i / columns;
}

typedef enum {
  CONTACT_COLLISION,
  CONTACT_SPRING,
  CONTACT_BOW,
  CONTACT_FINGER,
  CONTACT_STOP
} contact_type;
typedef enum { SCHEME_POSITIVE, SCHEME_CLAMP, SCHEME_PUBLISHED, SCHEME_EXACT } contact_scheme;

/// How x^((alpha - 1) / 2) is computed.
typedef enum { POWER_ONE, POWER_FOURTH_ROOT, POWER_ROOT, POWER_LINEAR, POWER_GENERAL } power_kind;

typedef enum { FRICTION_EXPONENTIAL, FRICTION_ELASTO_PLASTIC } friction_law;

/// How a bow's force is found: by iteration, or with the slope Phi(v)/v at a foretold velocity,
/// taken once or twice.
typedef enum { SOLVE_NEWTON, SOLVE_LINEAR, SOLVE_LINEAR2 } friction_solve;

/// The exponential curve Phi(v) = sqrt(2a) v exp(1/2 - a v^2), with what its root needs at hand.
typedef struct {
  double a;        // its sharpness, s2/m2
  double steepest; // Phi'(0) = sqrt(2 a e)
  double slips;    // from here on a point slips: where it falls most steeply, sqrt(3 / 2a), m/s
} friction_curve;

/// A bow's friction; its force and speed are live. Symbols in friction.c.
typedef struct {
  friction_law law;
  friction_solve solve;
  friction_curve curve;            // of the exponential law
  double static_friction;          // mu_S
  double dynamic_friction;         // mu_C
  double stribeck;                 // v_S, m/s
  double bristle_stiffness;        // s_0, N/m
  double bristle_damping;          // s_1, N s/m
  double viscous;                  // s_2, N s/m
  double start_force, start_speed; // at t = 0, N and m/s
} model_friction;

/// A contact's constant part; the stiffnesses and losses are live and stand in the state.
typedef struct {
  int name;
  contact_type type;
  contact_scheme scheme;
  bool power_law;      // K |eta|^alpha; a spring may have K1 and K3 instead
  bool two_sided;      // the power law pulls as well
  bool printed_branch; // psi = +sqrt(2 phi) on both sides, as printed
  double exponent;     // alpha
  power_kind power;
  double dead_zone; // m
  // At t = 0:
  double stiffness; // K, N/m^alpha (per length or area with along)
  double damping;   // mu, s/m
  double linear, cubic, sigma_x;
  model_friction friction; // a bow's
  int moving;              // its moving point, or -1
  double place;            // where that starts, as a fraction of the length
  int links;
  int largest_island;
} model_contact;

/// A link is one point interaction: a contact has one, or one for each node along a body. Its
/// overlap is eta = sum weight u[node] + side * (barrier position) + offset.
typedef struct {
  int contact;
  int first_term, terms;
  int barrier;   // index of a body, or -1
  double side;   // +1 if the barrier is below, -1 if above
  double offset; // height of the profile, with its sign, less the gap; m
  double scale;  // K applies times this: 1, h or h^2
  bool linear;   // force affine in the coming overlap: eliminated before the collisions are solved
  bool exact;    // resolved inside the sample
  int moving;    // index of its moving point, or -1; its terms are then all nodes it may reach
} model_link;

/// A point that travels along a line: a bow's or a finger's. Its weights stand in the state.
typedef struct {
  int link, body;
  int order; // of interpolation
} model_moving;

typedef struct {
  int node;
  int body;
  double weight;
} link_term;

/// An island: links that share moving nodes. Links are numbered so that an island's collisions come
/// first and its linear links right behind them; both have a symmetric matrix W with a skyline
/// (row i holds columns first .. i), and each collision a column of their coupling.
typedef struct {
  int first;      // its first link
  int collisions; // how many collisions
  int linears;    // how many linear links
  bool has_laws;  // some linear links are two-sided power laws, solved with a secant
  bool has_bows;  // some linear links are bows, solved by iteration
  bool has_exact; // some collisions are resolved inside the sample
} model_island;

/// Where the rows of W lie. For link i of an island, local indices within its own set.
typedef struct {
  int first;     // first column of row i
  int last;      // largest row that reaches column i
  int start;     // where element (i, first) lies in the values of W
  int low, high; // a collision: the linear links low .. high - 1 it is coupled to
  int coupling;  // and where its column of couplings starts
} model_row;

typedef enum {
  OUTPUT_DISPLACEMENT,
  OUTPUT_VELOCITY,
  OUTPUT_ACCELERATION,
  OUTPUT_SLOPE,
  OUTPUT_FORCE,
  OUTPUT_OVERLAP,
  OUTPUT_PSI,
  OUTPUT_ENERGY,
  OUTPUT_MODE
} output_quantity;

typedef struct {
  int name;
  output_quantity quantity;
  int body, contact; // one of them is -1
  int first_term, terms;
  bool audio, gain_auto;
  double gain, pan;
} model_output;

typedef struct {
  int first_term, terms;
  double amplitude; // at t = 0
  double frequency; // Hz; 0 with a table
  int first_point, points;
  // A gesture: amplitude (1 - cos(pi swings (t - begin) / length)) / 2
  int swings;           // 0: no gesture; 1: up, then let go; 2: up and down
  double begin, length; // s
} model_force;

typedef enum {
  LIVE_GRAVITY,
  LIVE_TENSION,
  LIVE_PITCH,
  LIVE_FREQUENCY,
  LIVE_SIGMA0,
  LIVE_SIGMA1,
  LIVE_DAMPING,
  LIVE_POSITION,
  LIVE_STIFFNESS,
  LIVE_LOSS,
  LIVE_LINEAR,
  LIVE_CUBIC,
  LIVE_SIGMA_X,
  LIVE_DAMPER,
  LIVE_BOW_FORCE,
  LIVE_BOW_SPEED,
  LIVE_PLACE,
  LIVE_AMPLITUDE
} live_target;

typedef struct {
  int path; // offset into the texts
  live_target target;
  int index; // of the body, contact or force
  int twin;  // the live key that says the same in other words (pitch and tension), or -1
  double start, low, high;
  double largest; // of its breakpoints
  int first_point, points;
} model_live;

/// Shapes of a body to be kept at given times, for whoever runs the model.
typedef struct {
  int name, body;
  double every, from, to; // s
} model_snapshot;

/// Every array of the model: type, name. Counts are name_count.
#define MODEL_ARRAYS(X)                                                                            \
  X(char, text)           /* names, paths and warnings, each terminated */                         \
  X(model_body, body)     /* in the scene's order */                                               \
  X(int, mass_body)       /* body of node i, for the masses, which are the first nodes */          \
  X(double, inverse_mass) /* per node, 1/kg; 0 where it is held */                                 \
  X(double, inside)       /* per place in a row of a line or plate: 1, or 0 outside 1 .. nx - 1 */ \
  X(double, rim)          /* and what Lap u has to be multiplied with there, see plate.c */        \
  X(double, start)        /* per node, starting displacement, m */                                 \
  X(double, start_speed)  /* per node, starting velocity, m/s */                                   \
  X(model_contact, contact)                                                                        \
  X(model_link, link) /* island by island */                                                       \
  X(model_row, row)   /* one for each link */                                                      \
  X(model_island, island)                                                                          \
  X(link_term, term)              /* of links, outputs and forces */                               \
  X(mode_shape, shape)            /* of modal bodies, mode by mode */                              \
  X(mode_rotation, rotation)      /* and how they turn in the audio method */                      \
  X(oscillator, mode)             /* the event method's, one for each node */                      \
  X(stop, stop)                   /* and its stops, one for each link */                           \
  X(participation, participation) /* of the stops */                                               \
  X(int, reached)                 /* modes that some stop participations */                        \
  X(double, drive_hertz)          /* of forces and moving bases */                                 \
  X(response, response)           /* of each mode to each of them */                               \
  X(model_moving, moving)                                                                          \
  X(model_output, output)                                                                          \
  X(model_force, force)                                                                            \
  X(model_snapshot, snapshot)                                                                      \
  X(model_live, live)                                                                              \
  X(int, ramp)         /* live keys that have breakpoints */                                       \
  X(breakpoint, point) /* of live keys and of forces' tables */                                    \
  X(int, warning)      /* offsets into the texts */

struct carom_model {
  carom_memory memory;
  size_t size; // bytes of the whole block
  unsigned long long fingerprint;
  double rate, duration, k, gravity, energy_tolerance, tolerance;
  int oversample;
  method_kind method;
  correction_kind corrections;
  bool first_order_start;
  int weights;       // values of W, all islands together
  int couplings;     // values of the collisions' coupling columns
  int widest;        // most nodes in a row of any grid
  double fastest;    // the event method: largest rate of modes and forces, 1/s
  bool lossy;        // and whether any mode has decay
  bool swings;       // and whether all are held by a spring, without decay
  bool exact;        // some links are exact
  bool tells_energy; // some outputs are energies
#define MODEL_FIELD(type, name)                                                                    \
  type *name;                                                                                      \
  int name##_count;
  MODEL_ARRAYS(MODEL_FIELD)
#undef MODEL_FIELD
};

/// One of the classic integrators of one mass and a wall.
static inline bool model_is_classic(const carom_model *m) {
  return m->method >= METHOD_AM1 && m->method <= METHOD_RK4;
}

/// Bodies told by their modes, and stops: events in closed form, or an integrator with error
/// control.
static inline bool method_is_modal(method_kind method) {
  return method == METHOD_EVENT || method == METHOD_ADAPTIVE;
}

static inline bool model_is_modal(const carom_model *m) {
  return method_is_modal(m->method);
}

/// Nodes of all bodies.
static inline int model_nodes(const carom_model *m) {
  return m->inverse_mass_count;
}

static inline const char *model_text(const carom_model *m, int offset) {
  return m->text + offset;
}

#endif
