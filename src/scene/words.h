// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The closed sets of the scene format, each once: X(ENUMERATOR, "word", ..., "what it means"). The
// enumeration, the words a key allows, the names that users read and their help come from the same
// rows, so that a value's choice is its enumerator. A new word goes at the end of its list.

#ifndef CAROM_WORDS_H
#define CAROM_WORDS_H

#include "scene/word_lists.h"

/// With the row of each, in its folder below src/methods.
#define METHODS(X)                                                                                 \
  X(METHOD_AUDIO, "audio", audio_method)                                                           \
  X(METHOD_AM1, "am1", am1_method)                                                                 \
  X(METHOD_VERLET, "verlet", verlet_method)                                                        \
  X(METHOD_HEUN, "heun", heun_method)                                                              \
  X(METHOD_RK4, "rk4", rk4_method)                                                                 \
  X(METHOD_EVENT, "event", event_method)                                                           \
  X(METHOD_ADAPTIVE, "adaptive", adaptive_method)                                                  \
  X(METHOD_RIGID, "rigid", rigid_method)                                                           \
  X(METHOD_WAVE, "wave", wave_method)                                                              \
  X(METHOD_WRAP, "wrap", wrap_method)                                                              \
  X(METHOD_MECHANISM, "mechanism", mechanism_method)
typedef enum {
  METHODS(WORD_ENUMERATOR) METHOD_COUNT,
  METHOD_REFERENCE = METHOD_COUNT, // adaptive, of scenes that are mechanisms; no word of its own
  METHOD_ROWS
} method_kind;

/// Corrections of the classic methods after a step; the first two and the next two are the same.
#define CORRECTIONS(X)                                                                             \
  X(CORRECTIONS_FALSE, "false", "none")                                                            \
  X(CORRECTIONS_TRUE, "true", "the same as paper")                                                 \
  X(CORRECTIONS_OFF, "off", "the same as false")                                                   \
  X(CORRECTIONS_PAPER, "paper", "limits the compression and sets the rebound speed")               \
  X(CORRECTIONS_CORRECTED, "corrected", "keeps the energy of the sample it falls on as well")
typedef enum { CORRECTIONS(WORD_ENUMERATOR) CORRECTIONS_COUNT } correction_kind;

/// Of the wrap method: energy form, the thesis' equations with its sums put right, and as printed.
#define WRAP_RULES(X)                                                                              \
  X(RULES_CONSISTENT, "consistent",                                                                \
    "keeps the energy inside a phase and the velocity at a switch")                                \
  X(RULES_PROJECTED, "projected", "equation 4.61 of the thesis, its sums put right")               \
  X(RULES_THESIS, "thesis", "the equations of the thesis as printed")
typedef enum { WRAP_RULES(WORD_ENUMERATOR) WRAP_RULES_COUNT } wrap_rules;

/// Of the values at the nodes of grids.
#define PRECISIONS(X)                                                                              \
  X(PRECISION_DOUBLE, "double", "16 digits at every node")                                         \
  X(PRECISION_SINGLE, "single", "7 digits at the nodes of grids, which take half the memory")
typedef enum { PRECISIONS(WORD_ENUMERATOR) PRECISION_COUNT } precision_kind;

#define START_ORDERS(X)                                                                            \
  X(START_SECOND_ORDER, "second-order", "the first step includes the starting acceleration")       \
  X(START_FIRST_ORDER, "first-order", "the first step leaves it out")
typedef enum { START_ORDERS(WORD_ENUMERATOR) START_ORDER_COUNT } start_order;

/// With the function that compiles each, in src/bodies: those with nodes, and barriers, which the
/// audio method takes, and all.
#define NODE_BODIES(X)                                                                             \
  X(BODY_STRING, "string", compile_string, "stretched between two ends, ideal or stiff")           \
  X(BODY_BAR, "bar", compile_bar,                                                                  \
    "bends: a beam, a cantilever, a tube; free at both ends it flies off when it is struck, "      \
    "unless "                                                                                      \
    "springs hold it, as cords hold the bars of a marimba near 0.224 and 0.776")                   \
  X(BODY_PLATE, "plate", compile_plate, "a flat, rectangular plate that bends")                    \
  X(BODY_MASS, "mass", compile_mass, "a point that moves up and down, free or on a spring")        \
  X(BODY_BARRIER, "barrier", compile_barrier,                                                      \
    "a rigid obstacle, flat or curved, that stands or moves as told")
#define BODY_TYPES(X)                                                                              \
  NODE_BODIES(X)                                                                                   \
  X(BODY_LINKAGE, "linkage", compile_linkage, "a rigid part of a mechanism that turns about a pin")
typedef enum { BODY_TYPES(WORD_ENUMERATOR) BODY_TYPE_COUNT } body_type;

/// Ends of a string or bar, edges of a plate.
#define END_KINDS(X)                                                                               \
  X(END_PINNED, "pinned", "held, free to turn")                                                    \
  X(END_CLAMPED, "clamped", "held, and its slope as well")                                         \
  X(END_FREE, "free", "not held")
typedef enum { END_KINDS(WORD_ENUMERATOR) END_KIND_COUNT } end_kind;

#define BODY_MODELS(X)                                                                             \
  X(MODEL_GRID, "grid", "finite differences")                                                      \
  X(MODEL_MODES, "modes", "a sum of mode shapes")                                                  \
  X(MODEL_AUTO, "auto", "modes where a grid would be out of tune")
typedef enum { BODY_MODELS(WORD_ENUMERATOR) BODY_MODEL_COUNT } body_model;

#define START_SHAPES(X)                                                                            \
  X(SHAPE_PLUCK, "pluck", "a triangle")                                                            \
  X(SHAPE_HUMP, "hump", "a raised cosine")                                                         \
  X(SHAPE_SINE, "sine", "half waves along the length")                                             \
  X(SHAPE_TABLE, "table", "values at the grid points")                                             \
  X(SHAPE_MODE, "mode", "a mode of the body")                                                      \
  X(SHAPE_WRAPPED, "wrapped", "a mode about the rest shape on a bridge")
typedef enum { START_SHAPES(WORD_ENUMERATOR) START_SHAPE_COUNT } start_shape;

#define PROFILES(X)                                                                                \
  X(PROFILE_FLAT, "flat", "a straight line")                                                       \
  X(PROFILE_SINE, "sine", "h sin(2 pi x / B)")                                                     \
  X(PROFILE_PARABOLA, "parabola", "4 h x (B - x) / B^2")                                           \
  X(PROFILE_TABLE, "table", "heights, evenly spaced")
typedef enum { PROFILES(WORD_ENUMERATOR) PROFILE_COUNT } profile_kind;

/// With the function that compiles each, in src/contacts: those that are links with a force law,
/// which the audio method takes, and all.
#define LINK_CONTACTS(X)                                                                           \
  X(CONTACT_COLLISION, "collision", compile_collision,                                             \
    "pushes two points, or two bodies along their length, apart")                                  \
  X(CONTACT_SPRING, "spring", compile_spring, "pushes and pulls, linear, cubic or by a power law") \
  X(CONTACT_BOW, "bow", compile_bow, "rubs a point with friction")                                 \
  X(CONTACT_FINGER, "finger", compile_finger, "damps a point, or presses it down")                 \
  X(CONTACT_FELT, "felt", compile_felt,                                                            \
    "soft felt of a hammer or damper against a string or segment")
#define CONTACT_TYPES(X)                                                                           \
  LINK_CONTACTS(X)                                                                                 \
  X(CONTACT_STOP, "stop", compile_stop, "rigid: the velocity jumps")
typedef enum { CONTACT_TYPES(WORD_ENUMERATOR) CONTACT_TYPE_COUNT } contact_type;

#define SCHEMES(X)                                                                                 \
  X(SCHEME_POSITIVE, "positive", "accurate, never pulls")                                          \
  X(SCHEME_CLAMP, "clamp", "a cheaper form of positive")                                           \
  X(SCHEME_PUBLISHED, "published", "as in the paper")                                              \
  X(SCHEME_EXACT, "exact", "resolved inside the sample, for hard and lossy impacts of masses")
typedef enum { SCHEMES(WORD_ENUMERATOR) SCHEME_COUNT } contact_scheme;

#define BRANCHES(X)                                                                                \
  X(BRANCH_SIGNED, "signed", "smooth through zero")                                                \
  X(BRANCH_PRINTED, "printed", "as printed")
typedef enum { BRANCHES(WORD_ENUMERATOR) BRANCH_COUNT } law_branch;

#define TREATMENTS(X)                                                                              \
  X(STOP_IMPULSE, "impulse", "an impulse at the point")                                            \
  X(STOP_COLLOCATION, "collocation", "velocities kept at points")                                  \
  X(STOP_PENALTY, "penalty", "a spring of that stiffness")                                         \
  X(STOP_SWITCHING, "switching", "the modes of the body held there")
typedef enum { TREATMENTS(WORD_ENUMERATOR) STOP_LAW } stop_rule;

#define FRICTION_LAWS(X)                                                                           \
  X(FRICTION_EXPONENTIAL, "exponential", "a curve of the velocity")                                \
  X(FRICTION_ELASTO_PLASTIC, "elasto-plastic", "bristles that bend and yield")
typedef enum { FRICTION_LAWS(WORD_ENUMERATOR) FRICTION_LAW_COUNT } friction_law;

/// How a bow's force is found: by iteration, or with the slope Phi(v)/v at a predicted velocity,
/// taken once or twice.
#define FRICTION_SOLVERS(X)                                                                        \
  X(SOLVE_NEWTON, "newton", "by iteration, to rounding")                                           \
  X(SOLVE_LINEAR, "linear", "with the slope at a predicted velocity")                              \
  X(SOLVE_LINEAR2, "linear2", "the same, done twice")
typedef enum { FRICTION_SOLVERS(WORD_ENUMERATOR) FRICTION_SOLVER_COUNT } friction_solve;

/// Gestures that a program can start while the scene runs, and all that a score may hold.
#define PLAYED_GESTURES(X)                                                                         \
  X(GESTURE_BOW, "bow", "moves force, speed and position of a bow")                                \
  X(GESTURE_FINGER, "finger", "moves, presses or lifts a finger")                                  \
  X(GESTURE_PLUCK, "pluck", "a force on a point that grows and ends abruptly")                     \
  X(GESTURE_STRIKE, "strike", "a force on a point that grows and fades")                           \
  X(GESTURE_THROW, "throw", "gives a mass a velocity")
#define OTHER_GESTURES(X)                                                                          \
  X(GESTURE_TUNE, "tune", "turns a string's peg: its pitch or tension")                            \
  X(GESTURE_SET, "set", "moves any live key")                                                      \
  X(GESTURE_CONTROL, "control", "does what a player of that control does")
#define GESTURES(X) PLAYED_GESTURES(X) OTHER_GESTURES(X)
typedef enum { GESTURES(WORD_ENUMERATOR) GESTURE_COUNT } gesture_kind;

/// MIDI messages that a control follows; the number of a controller stands behind its word.
#define MIDI_MESSAGES(X)                                                                           \
  X(MIDI_NOTE, "note", "the pitch of notes")                                                       \
  X(MIDI_NOTE_ON, "note-on", "how fast a key goes down")                                           \
  X(MIDI_NOTE_OFF, "note-off", "how fast it comes up")                                             \
  X(MIDI_BEND, "bend", "the wheel")                                                                \
  X(MIDI_PRESSURE, "pressure", "of the channel")                                                   \
  X(MIDI_POLY_PRESSURE, "poly-pressure", "of one key")
#define MIDI_SOURCES(X) MIDI_MESSAGES(X) X(MIDI_CONTROLLER, "cc", "a controller, cc0 to cc127")
typedef enum { MIDI_NONE = -1, MIDI_SOURCES(WORD_ENUMERATOR) MIDI_SOURCE_COUNT } midi_source;

#define CURVES(X)                                                                                  \
  X(CURVE_LINEAR, "linear", "in equal steps")                                                      \
  X(CURVE_LOG, "log", "by equal factors")
typedef enum { CURVES(WORD_ENUMERATOR) CURVE_COUNT } control_curve;

/// How notes become pitches: 12 equal steps, or just intervals above a tonic.
#define TUNINGS(X)                                                                                 \
  X(TUNING_EQUAL, "equal", "12 equal steps in an octave")                                          \
  X(TUNING_JUST, "just", "small whole ratios above the tonic")
typedef enum { TUNINGS(WORD_ENUMERATOR) TUNING_COUNT } note_tuning;

/// Where a felt lies beside a string.
#define SIDES(X)                                                                                   \
  X(SIDE_BELOW, "below", "a hammer")                                                               \
  X(SIDE_ABOVE, "above", "a damper")
typedef enum { SIDES(WORD_ENUMERATOR) SIDE_COUNT } felt_side;

/// Directions in the plane of a mechanism.
#define AXES(X)                                                                                    \
  X(AXIS_X, "x", "to the right")                                                                   \
  X(AXIS_Y, "y", "upwards")
typedef enum { AXES(WORD_ENUMERATOR) AXIS_COUNT } plane_axis;

/// With the unit of each.
#define QUANTITIES(X)                                                                              \
  X(OUTPUT_DISPLACEMENT, "displacement", "m", "of a point")                                        \
  X(OUTPUT_VELOCITY, "velocity", "m/s", "of a point, or how fast an overlap grows")                \
  X(OUTPUT_ACCELERATION, "acceleration", "m/s2", "of a point")                                     \
  X(OUTPUT_SLOPE, "slope", "", "of a string, bar or plate at a point")                             \
  X(OUTPUT_FORCE, "force", "N", "of a contact")                                                    \
  X(OUTPUT_OVERLAP, "overlap", "m", "of a contact: below less above, less its gap")                \
  X(OUTPUT_PSI, "psi", "J^(1/2)", "root of twice the energy that a contact stores")                \
  X(OUTPUT_ENERGY, "energy", "J", "of a body or contact")                                          \
  X(OUTPUT_MODE, "mode", "kg^(1/2) m", "amplitude of a mode")                                      \
  X(OUTPUT_CONTACT_LENGTH, "contact_length", "m", "of a contact along a string or bar")            \
  X(OUTPUT_PATCHES, "patches", "", "how many stretches of such a contact touch")                   \
  X(OUTPUT_PROJECTION, "projection", "m", "amplitude of a sine in a shape on a grid")              \
  X(OUTPUT_FRICTION, "friction", "N", "of a felt, along the surface")                              \
  X(OUTPUT_SCUFF, "scuff", "m", "how far a felt has slipped")                                      \
  X(OUTPUT_GAP, "gap", "m", "of a contact: minus its overlap")                                     \
  X(OUTPUT_ANGLE, "angle", "rad", "of a linkage")                                                  \
  X(OUTPUT_X, "x", "m", "of a mark of a linkage")                                                  \
  X(OUTPUT_Y, "y", "m", "of a mark of a linkage")                                                  \
  X(OUTPUT_TRAVEL, "travel", "m", "of a mark, downwards from the start")
typedef enum { QUANTITIES(WORD_ENUMERATOR) QUANTITY_COUNT } output_quantity;

#endif
