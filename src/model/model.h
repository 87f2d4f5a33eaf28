// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The model from inside: the scene as flat, constant arrays. Kinds of bodies and contacts differ in
// the compiler; the step only knows grids, links and islands.

#ifndef CAROM_MODEL_INSIDE_H
#define CAROM_MODEL_INSIDE_H

#include "base/breakpoint.h"
#include "base/note.h"
#include "base/real.h"
#include "laws/laws.h"
#include "model/modal_layout.h"
#include "model/model_control.h"
#include "model/model_drawn.h"
#include "model/model_ports.h"
#include "model/warnings.h"
#include "model/word_index.h"
#include <assert.h>
#include <carom/model.h>

/// How a body is laid out: one node, nodes in a row, nodes in rows, modes, none at all, or as a
/// link of a mechanism, whose coordinates are the method's. The nodes of a modal body are its
/// modes, with a mass of 1 kg each. Rows of bodies/table.c.
typedef enum {
  LAYOUT_POINT,
  LAYOUT_LINE,
  LAYOUT_PLATE,
  LAYOUT_MODES,
  LAYOUT_NONE,
  LAYOUT_LINK,
  LAYOUT_COUNT
} layout_kind;

/// A point of a modal body in the audio method, where a link or force acts or an output reads: its
/// modes, and its rows in the bank (bodies/modal_step.h).
typedef struct {
  int body;
  int first, length; // of the modes among all modes of the state; multiples of BLOCK
  int rows;
  int responses;      // in the bank: to forces at the body's points where links and forces act
  body_reading reads; // of an output
} modal_point;

/// What live keys change of a body; the state keeps the present values.
typedef struct {
  union {
    double c2;     // a string's c^2 = T / rho A, m2/s2
    double omega2; // a mass's omega_0^2, 1/s2
  };
  union {
    double sigma0;       // 1/s
    double pin_friction; // of a linkage, N m
  };
  double sigma1; // m2/s
} material;

/// A line or plate on its grid.
typedef struct {
  int stride;                     // nodes of a row with its padding, see node_at()
  int first_place;                // of a row's places
  int second, last_but_one, last; // places in a row: of the ends' neighbours, and of the last end
  double h_least;                 // smallest stable spacing, of a plate with square cells, m
  double aspect;                  // of a plate: (h / hy)^2
  double poisson;                 // Poisson's ratio of a plate
  double bend_lost;  // kappa^2 that the grid's dispersion takes from a string, m4/s2; given back
  double clamp_lost; // what Lap u of u beside a clamped end of such a string is less than 2
} grid_layout;

/// A barrier: its position.
typedef struct {
  barrier_profile profile;
  double position; // at t = 0 without the sine, m
  bool swings;     // position + amplitude sin(2 pi frequency t)
  double amplitude, frequency;
  int position_live; // index of the live key, or -1
} barrier_layout;

/// A body. Symbols: h spacing along x, m_i mass of an inner node (M, rho A h or rho H h hy).
typedef struct {
  int name;        // offset into the texts
  word_index type; // body_type
  layout_kind layout;
  int first, nodes;   // nodes of the flat arrays, ends included
  int nx, ny;         // intervals
  word_index ends[2]; // end_kind; left and right; both the same for a plate
  double lx, ly;      // m
  double h, hy;       // along x, and along y of a plate; m
  double node_mass;   // kg
  double mass;        // kg, the whole body
  double density;     // rho A or rho H, kg/m or kg/m2
  double strings; // equal strings that move as one, 1 of other bodies; density and mass are of all
  double left, height;      // of a string's left end in the plane of a mechanism, m
  double bend;              // kappa^2 = EI / rho A or B / rho H, m4/s2
  material start;           // at t = 0
  int first_tuned, tuned;   // knots of a pitch that means what sounds; none elsewhere
  double own_low, own_high; // and what the body's own may be, Hz
  union {                   // by its layout
    grid_layout grid;
    modal_layout modes;
    barrier_layout barrier;
  };
} model_body;

// What a body is, for those who have to know; what a layout does is in its row (layout.h).

/// A barrier: it has no nodes.
static inline bool body_stands(const model_body *b) {
  return b->layout == LAYOUT_NONE;
}

static inline bool body_is_mass(const model_body *b) {
  return b->layout == LAYOUT_POINT;
}

/// A link: its method alone knows where it is.
enum { LINK_SHAPE = 6 }; // values of its shape: x, y and angle of its frame, and of its head

static inline bool body_is_link(const model_body *b) {
  return b->layout == LAYOUT_LINK;
}

static inline bool body_is_modal(const model_body *b) {
  return b->layout == LAYOUT_MODES;
}

static inline bool body_is_line(const model_body *b) {
  return b->layout == LAYOUT_LINE;
}

static inline bool body_is_plate(const model_body *b) {
  return b->layout == LAYOUT_PLATE;
}

/// kappa^2 of the body as it is stepped.
static inline double body_bend(const model_body *b) {
  return body_is_line(b) ? b->bend + b->grid.bend_lost : b->bend;
}

/// A plate, on a grid or by its modes: its points have an x and a y.
static inline bool body_is_flat(const model_body *b) {
  return b->ly > 0;
}

/// What an inner node stands for: a length of a line, an area of a plate, m or m2.
static inline double body_cell(const model_body *b) {
  return body_is_flat(b) ? b->h * b->hy : b->h;
}

/// Node (i, j) of a line or plate. A row is cut into BLOCK pieces of equal length, which the loops
/// process in parallel: a vector holds one node of each, and its neighbours are the vectors before
/// and after it. Padding follows the last node.
static inline int node_at(const model_body *b, int i, int j) {
  assert(i >= 0 && i < b->grid.stride && j >= 0);
  const int columns = b->grid.stride / BLOCK;
  return b->first + j * b->grid.stride + i % columns * BLOCK + i / columns;
}

/// The exponential curve Phi(v) = sqrt(2a) v exp(1/2 - a v^2), with constants for its root.
typedef struct {
  double a;        // its sharpness, s2/m2
  double steepest; // Phi'(0) = sqrt(2 a e)
  double slips;    // from here on a point slips: the inflection sqrt(3 / 2a), m/s
} friction_curve;

/// A bow's friction; its force and speed are live. Symbols in friction.c.
typedef struct {
  word_index law;           // friction_law
  word_index solve;         // friction_solve
  friction_curve curve;     // of the exponential law
  double static_friction;   // mu_S
  double dynamic_friction;  // mu_C
  double stribeck;          // v_S, m/s
  double bristle_stiffness; // s_0, N/m
  double bristle_damping;   // s_1, N s/m
  double viscous;           // s_2, N s/m
  unsigned long long seed;  // of its noise
} model_friction;

/// What live keys change of a contact; the state keeps the present values. psi_factor and g_factor
/// follow from the stiffness.
typedef struct {
  double stiffness;     // K, N/m^alpha (per length or area with along)
  double damping;       // mu, s/m
  double linear;        // K1, N/m
  double cubic;         // K3, N/m3
  double sigma_x, gap;  // N s/m, m
  double bow_force;     // N; of a finger, downwards
  double bow_speed;     // m/s
  double noise, rubbed; // of a bow: 0 to 1; steps in which it was pressed and drawn
  double friction;      // of a felt: A of theory 16.3
  double psi_factor;    // of a power law: sqrt(2 K / (alpha + 1))
  double g_factor;      // and sqrt(K (alpha + 1) / 2)
} contact_values;

typedef struct {
  int name;
  word_index type;       // contact_type
  int first_link, links; // of contact_link
  int largest_island;
  bool on_line;   // its links lie along a string or bar
  double spacing; // so far apart, m
  // What methods ask instead of its type:
  bool impacts;      // its overlaps are impacts, to be logged
  bool bounded;      // its law is bounded to what a body can answer (theory 2.22)
  bool rubs;         // its friction along a body is solved for
  bool pressed;      // a force of its own presses it: bow_force
  bool numerical;    // hard impacts at a point may lose what is radiated above half the rate
  int moving;        // the moving point of a bow or finger, or -1
  body_point end[2]; // below and above, or what a bow or finger is on and none
  contact_law law;
  contact_values start;      // at t = 0
  union {                    // by its type
    word_index scheme;       // contact_scheme; collision
    model_friction friction; // bow
  };
  word_index rule; // stop_rule; of the event method
  int modes;       // and how many modes it changes; 0 with other methods
  int ignored;     // keys that a method with rigid obstacles ignores, in words
} model_contact;

/// A link is one point interaction: a contact has one, or one for each node along a body. Its
/// overlap is eta = sum weight u[node] + side * (barrier position) + offset.
typedef struct {
  int contact;
  int first_term, terms;
  int plain;    // in the audio method: terms but those of modes, which come last
  int modal[2]; // and its points of modal bodies
  int modals;
  int barrier;   // index of a body, or -1
  double side;   // +1 if the barrier is below, -1 if above
  double offset; // height of the profile, with its sign, less the gap; m
  double scale;  // factor of K: 1, h or h hy
  bool linear;   // force affine in D: eliminated before the collisions are solved
  bool exact;    // resolved inside the sample
  bool along;    // one of many along a body
  int place;     // which node of the body that is, from its left end
  int next;      // the link of the same contact at the next node, or -1
  double width;  // length of the body it stands for, m
  int law;       // its own law where the exponent varies along the body, or -1: the contact's
  int moving;    // index of its moving point, or -1; its terms are then all nodes it may come to
  int springs;   // a spring between masses: with it, at most so many at one of them
} model_link;

/// A point that travels along a line: a bow's or a finger's. Its weights are in the state.
typedef struct {
  int link, body;
  int order; // of interpolation
} model_moving;

typedef struct {
  int node;
  int body;
  double weight;
} link_term;

/// Natural logarithms of a pitch that sounds and of the body's own, and the slope of the second.
typedef struct {
  double sounds, own, slope;
} tuned_knot;

/// An island: links that share moving nodes. Links are numbered so that an island's collisions come
/// first and its linear links right behind them; both have a symmetric matrix W with a skyline
/// (row i holds columns first .. i), and each collision a column of their coupling.
typedef struct {
  int first;                            // its first link
  int first_weight, first_coupling;     // its values of W, and of the coupling columns
  int collisions, linears;              // how many collisions, and linear links
  int scratch_weight, scratch_coupling; // where both are in the scratch for eliminating these
  bool has_laws;  // some linear links are two-sided power laws, solved with a secant
  bool has_bows;  // some linear links are bows, solved by iteration
  bool has_exact; // some collisions are resolved inside the sample
} model_island;

/// Places of the rows of W. For link i of an island, local indices within its own set.
typedef struct {
  int first;     // first column of row i
  int last;      // last row that has column i
  int start;     // of element (i, first) in the island's values of W
  int low, high; // a collision: the linear links low .. high - 1 it is coupled to
  int coupling;  // and the start of its column of couplings
} model_row;

/// Every array of the model: type, name. Counts are name_count.
#define MODEL_ARRAYS(X)                                                                            \
  X(char, text)           /* names and paths, each terminated */                                   \
  X(model_body, body)     /* in the scene's order */                                               \
  X(int, mass_body)       /* body of node i, for the masses, which are the first nodes */          \
  X(double, inverse_mass) /* per node, 1/kg; 0 where it is held */                                 \
  X(double, inside)       /* per place in a row of a line or plate: 1, or 0 outside 1 .. nx - 1 */ \
  X(double, rim)          /* and the factor of Lap u there, see plate.c */                         \
  X(float, single_places) /* both in single precision, or none */                                  \
  X(double, start)        /* per node, starting displacement, m */                                 \
  X(double, start_speed)  /* per node, starting velocity, m/s */                                   \
  X(model_mark, mark)     /* of linkages, in their order */                                        \
  X(double, profile)      /* heights of barriers whose profiles are tables, m */                   \
  X(model_contact, contact)                                                                        \
  X(model_link, link)      /* island by island */                                                  \
  X(contact_law, link_law) /* of links whose exponent is their own */                              \
  X(model_row, row)        /* one for each link */                                                 \
  X(model_island, island)                                                                          \
  X(link_term, term)    /* of links, outputs and forces */                                         \
  X(int, contact_link)  /* links of each contact, rising */                                        \
  X(mode_shape, shape)  /* of modal bodies, mode by mode */                                        \
  X(double, ritz)       /* of plates by Ritz's method, see bodies/plate_ritz.h */                  \
  X(double, bank)       /* constants of modes and weights of points in the audio method */         \
  X(modal_point, modal) /* of links, outputs and forces there */                                   \
  X(unsigned char, own) /* what the method alone keeps, see its room */                            \
  X(model_moving, moving)                                                                          \
  X(model_output, output)                                                                          \
  X(model_column, column)                                                                          \
  X(model_force, force)                                                                            \
  X(model_control, control)                                                                        \
  X(int, control_target) /* live keys, forces or masses; -1 where a touch has no such key */       \
  X(model_by_note, control_point)                                                                  \
  X(model_span, control_span)                                                                      \
  X(model_preset, preset)                                                                          \
  X(preset_value, preset_value)                                                                    \
  X(model_cue, cue) /* by their steps */                                                           \
  X(model_snapshot, snapshot)                                                                      \
  X(int, voice_note) /* of voices of controls: the key whose member it is, or -1 */                \
  X(model_live, live)                                                                              \
  X(int, live_member)  /* live keys that a key of a family moves */                                \
  X(tuned_knot, tuned) /* of bodies, from what sounds to their own pitches */                      \
  X(int, ramp)         /* live keys that have breakpoints */                                       \
  X(breakpoint, point) /* of live keys and of forces' tables */                                    \
  X(model_warning, warning)

struct carom_model {
  carom_memory memory;
  size_t size; // bytes of the whole block
  unsigned long long fingerprint;
  unsigned long long written; // scene_hash() of what was played or compiled
  pitch_scale notes;          // that play it
  double bend_range;          // of the wheel, semitones
  double rate, duration, k, gravity, energy_tolerance, tolerance;
  int oversample;
  bool bounds;       // laws of contacts are bounded where bodies cannot answer them (theory 2.22)
  word_index method; // method_kind
  bool first_order_start;
  bool asks_single, single;         // for single precision, which grids have
  int weights, scratch_weights;     // values of W of all islands, and of the scratch for them
  int couplings, scratch_couplings; // and of their collisions' coupling columns
  int island_most, widest;          // links of the largest island; most nodes in a row of any body
  int row_scratch;                  // values of scratch that the step of any grid needs
  int modes;                        // of modal bodies in the audio method, padded
  bool exact, outputs_energy; // some links are resolved inside the sample; outputs are energies
  bool sums;                  // some columns are sums; else each is the output of its number
  int shown;                  // columns without sides
#define MODEL_FIELD(type, name)                                                                    \
  type *name;                                                                                      \
  int name##_count;
  MODEL_ARRAYS(MODEL_FIELD)
#undef MODEL_FIELD
};

/// A number that changes with the scene (compile.c).
unsigned long long scene_hash(const carom_scene *scene);

/// Links of a contact along a line: places first .. first + count - 1 of a grid of that spacing.
typedef struct {
  int first, count;
  double spacing; // m
} link_places;

/// No places if it is not along a line.
link_places model_places(const carom_model *m, int contact);

/// Nodes of all bodies.
static inline int model_nodes(const carom_model *m) {
  return m->inverse_mass_count;
}

/// The law of a link.
static inline const contact_law *link_law(const carom_model *m, const model_link *link) {
  return link->law < 0 ? &m->contact[link->contact].law : &m->link_law[link->law];
}

static inline const char *model_text(const carom_model *m, int offset) {
  return m->text + offset;
}

#endif
