// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The closed sets of the scene format, each once: X(ENUMERATOR, "word", ...). The enumeration, the
// words a key allows and the names that users read come from the same rows, so that a value's
// choice is its enumerator. A new word goes at the end of its list.

#ifndef CAROM_WORDS_H
#define CAROM_WORDS_H

#define WORD_ENUMERATOR(name, ...) name,
#define WORD_NAME(name, ...)       WORD_OF(__VA_ARGS__, 0),
#define WORD_TEXT(name, ...)       " " WORD_OF(__VA_ARGS__, 0)
#define WORD_OF(word, ...)         word

/// The words of a list, separated by spaces, for the table of keys.
#define WORDS(list) (&("" list(WORD_TEXT))[1])

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
  X(CORRECTIONS_FALSE, "false")                                                                    \
  X(CORRECTIONS_TRUE, "true")                                                                      \
  X(CORRECTIONS_OFF, "off")                                                                        \
  X(CORRECTIONS_PAPER, "paper")                                                                    \
  X(CORRECTIONS_CORRECTED, "corrected")
typedef enum { CORRECTIONS(WORD_ENUMERATOR) CORRECTIONS_COUNT } correction_kind;

/// Of the wrap method: energy form, the thesis' equations with its sums put right, and as printed.
#define WRAP_RULES(X)                                                                              \
  X(RULES_CONSISTENT, "consistent")                                                                \
  X(RULES_PROJECTED, "projected")                                                                  \
  X(RULES_THESIS, "thesis")
typedef enum { WRAP_RULES(WORD_ENUMERATOR) WRAP_RULES_COUNT } wrap_rules;

/// Of the values at the nodes of grids.
#define PRECISIONS(X)                                                                              \
  X(PRECISION_DOUBLE, "double")                                                                    \
  X(PRECISION_SINGLE, "single")
typedef enum { PRECISIONS(WORD_ENUMERATOR) PRECISION_COUNT } precision_kind;

#define START_ORDERS(X)                                                                            \
  X(START_SECOND_ORDER, "second-order")                                                            \
  X(START_FIRST_ORDER, "first-order")
typedef enum { START_ORDERS(WORD_ENUMERATOR) START_ORDER_COUNT } start_order;

/// With the function that compiles each, in src/bodies: those with nodes, and barriers, which the
/// audio method takes, and all.
#define NODE_BODIES(X)                                                                             \
  X(BODY_STRING, "string", compile_string)                                                         \
  X(BODY_BAR, "bar", compile_bar)                                                                  \
  X(BODY_PLATE, "plate", compile_plate)                                                            \
  X(BODY_MASS, "mass", compile_mass)                                                               \
  X(BODY_BARRIER, "barrier", compile_barrier)
#define BODY_TYPES(X)                                                                              \
  NODE_BODIES(X)                                                                                   \
  X(BODY_LINKAGE, "linkage", compile_linkage)
typedef enum { BODY_TYPES(WORD_ENUMERATOR) BODY_TYPE_COUNT } body_type;

/// Ends of a string or bar, edges of a plate.
#define END_KINDS(X)                                                                               \
  X(END_PINNED, "pinned")                                                                          \
  X(END_CLAMPED, "clamped")                                                                        \
  X(END_FREE, "free")
typedef enum { END_KINDS(WORD_ENUMERATOR) END_KIND_COUNT } end_kind;

#define BODY_MODELS(X)                                                                             \
  X(MODEL_GRID, "grid")                                                                            \
  X(MODEL_MODES, "modes")                                                                          \
  X(MODEL_AUTO, "auto")
typedef enum { BODY_MODELS(WORD_ENUMERATOR) BODY_MODEL_COUNT } body_model;

#define START_SHAPES(X)                                                                            \
  X(SHAPE_PLUCK, "pluck")                                                                          \
  X(SHAPE_HUMP, "hump")                                                                            \
  X(SHAPE_SINE, "sine")                                                                            \
  X(SHAPE_TABLE, "table")                                                                          \
  X(SHAPE_MODE, "mode")                                                                            \
  X(SHAPE_WRAPPED, "wrapped")
typedef enum { START_SHAPES(WORD_ENUMERATOR) START_SHAPE_COUNT } start_shape;

#define PROFILES(X)                                                                                \
  X(PROFILE_FLAT, "flat")                                                                          \
  X(PROFILE_SINE, "sine")                                                                          \
  X(PROFILE_PARABOLA, "parabola")                                                                  \
  X(PROFILE_TABLE, "table")
typedef enum { PROFILES(WORD_ENUMERATOR) PROFILE_COUNT } profile_kind;

/// With the function that compiles each, in src/contacts: those that are links with a force law,
/// which the audio method takes, and all.
#define LINK_CONTACTS(X)                                                                           \
  X(CONTACT_COLLISION, "collision", compile_collision)                                             \
  X(CONTACT_SPRING, "spring", compile_spring)                                                      \
  X(CONTACT_BOW, "bow", compile_bow)                                                               \
  X(CONTACT_FINGER, "finger", compile_finger)                                                      \
  X(CONTACT_FELT, "felt", compile_felt)
#define CONTACT_TYPES(X)                                                                           \
  LINK_CONTACTS(X)                                                                                 \
  X(CONTACT_STOP, "stop", compile_stop)
typedef enum { CONTACT_TYPES(WORD_ENUMERATOR) CONTACT_TYPE_COUNT } contact_type;

#define SCHEMES(X)                                                                                 \
  X(SCHEME_POSITIVE, "positive")                                                                   \
  X(SCHEME_CLAMP, "clamp")                                                                         \
  X(SCHEME_PUBLISHED, "published")                                                                 \
  X(SCHEME_EXACT, "exact")
typedef enum { SCHEMES(WORD_ENUMERATOR) SCHEME_COUNT } contact_scheme;

#define BRANCHES(X)                                                                                \
  X(BRANCH_SIGNED, "signed")                                                                       \
  X(BRANCH_PRINTED, "printed")
typedef enum { BRANCHES(WORD_ENUMERATOR) BRANCH_COUNT } law_branch;

#define TREATMENTS(X)                                                                              \
  X(STOP_IMPULSE, "impulse")                                                                       \
  X(STOP_COLLOCATION, "collocation")                                                               \
  X(STOP_PENALTY, "penalty")                                                                       \
  X(STOP_SWITCHING, "switching")
typedef enum { TREATMENTS(WORD_ENUMERATOR) STOP_LAW } stop_rule;

#define FRICTION_LAWS(X)                                                                           \
  X(FRICTION_EXPONENTIAL, "exponential")                                                           \
  X(FRICTION_ELASTO_PLASTIC, "elasto-plastic")
typedef enum { FRICTION_LAWS(WORD_ENUMERATOR) FRICTION_LAW_COUNT } friction_law;

/// How a bow's force is found: by iteration, or with the slope Phi(v)/v at a predicted velocity,
/// taken once or twice.
#define FRICTION_SOLVERS(X)                                                                        \
  X(SOLVE_NEWTON, "newton")                                                                        \
  X(SOLVE_LINEAR, "linear")                                                                        \
  X(SOLVE_LINEAR2, "linear2")
typedef enum { FRICTION_SOLVERS(WORD_ENUMERATOR) FRICTION_SOLVER_COUNT } friction_solve;

/// Gestures that a program can start while the scene runs, and all that a score may hold.
#define PLAYED_GESTURES(X)                                                                         \
  X(GESTURE_BOW, "bow")                                                                            \
  X(GESTURE_FINGER, "finger")                                                                      \
  X(GESTURE_PLUCK, "pluck")                                                                        \
  X(GESTURE_STRIKE, "strike")                                                                      \
  X(GESTURE_THROW, "throw")
#define GESTURES(X)                                                                                \
  PLAYED_GESTURES(X)                                                                               \
  X(GESTURE_TUNE, "tune")                                                                          \
  X(GESTURE_SET, "set")                                                                            \
  X(GESTURE_CONTROL, "control")
typedef enum { GESTURES(WORD_ENUMERATOR) GESTURE_COUNT } gesture_kind;

#define CURVES(X)                                                                                  \
  X(CURVE_LINEAR, "linear")                                                                        \
  X(CURVE_LOG, "log")
typedef enum { CURVES(WORD_ENUMERATOR) CURVE_COUNT } control_curve;

/// How notes become pitches: 12 equal steps, or just intervals above a tonic.
#define TUNINGS(X)                                                                                 \
  X(TUNING_EQUAL, "equal")                                                                         \
  X(TUNING_JUST, "just")
typedef enum { TUNINGS(WORD_ENUMERATOR) TUNING_COUNT } note_tuning;

/// Where a felt lies beside a string.
#define SIDES(X)                                                                                   \
  X(SIDE_BELOW, "below")                                                                           \
  X(SIDE_ABOVE, "above")
typedef enum { SIDES(WORD_ENUMERATOR) SIDE_COUNT } felt_side;

/// Directions in the plane of a mechanism.
#define AXES(X)                                                                                    \
  X(AXIS_X, "x")                                                                                   \
  X(AXIS_Y, "y")
typedef enum { AXES(WORD_ENUMERATOR) AXIS_COUNT } plane_axis;

/// With the unit of each.
#define QUANTITIES(X)                                                                              \
  X(OUTPUT_DISPLACEMENT, "displacement", "m")                                                      \
  X(OUTPUT_VELOCITY, "velocity", "m/s")                                                            \
  X(OUTPUT_ACCELERATION, "acceleration", "m/s2")                                                   \
  X(OUTPUT_SLOPE, "slope", "")                                                                     \
  X(OUTPUT_FORCE, "force", "N")                                                                    \
  X(OUTPUT_OVERLAP, "overlap", "m")                                                                \
  X(OUTPUT_PSI, "psi", "J^(1/2)")                                                                  \
  X(OUTPUT_ENERGY, "energy", "J")                                                                  \
  X(OUTPUT_MODE, "mode", "kg^(1/2) m")                                                             \
  X(OUTPUT_CONTACT_LENGTH, "contact_length", "m")                                                  \
  X(OUTPUT_PATCHES, "patches", "")                                                                 \
  X(OUTPUT_PROJECTION, "projection", "m")                                                          \
  X(OUTPUT_FRICTION, "friction", "N")                                                              \
  X(OUTPUT_SCUFF, "scuff", "m")                                                                    \
  X(OUTPUT_GAP, "gap", "m")                                                                        \
  X(OUTPUT_ANGLE, "angle", "rad")                                                                  \
  X(OUTPUT_X, "x", "m")                                                                            \
  X(OUTPUT_Y, "y", "m")                                                                            \
  X(OUTPUT_TRAVEL, "travel", "m")
typedef enum { QUANTITIES(WORD_ENUMERATOR) QUANTITY_COUNT } output_quantity;

#endif
