// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file model.h
/// The model: a scene compiled into flat, constant arrays. Any number of states and threads may
/// share one.

#ifndef CAROM_MODEL_H
#define CAROM_MODEL_H

#include <carom/api.h>
#include <carom/kinds.h>
#include <carom/rebound.h>
#include <carom/scene.h>

CAROM_BEGIN

typedef struct carom_model carom_model;

/// Checks and compiles a scene into one block of memory. NULL if that fails: the error names the
/// path, what is wrong and what is allowed. Pass NULL for the heap. [setup]
carom_model *carom_model_compile(const carom_scene *scene, const carom_memory *memory,
                                 carom_error *error);

/// Frees a model; NULL is allowed. Its states must not be used afterwards. [setup]
void carom_model_free(carom_model *model);

/// Whether a model was compiled from a scene as that is now: whatever was set or removed since
/// makes it another. One of carom_player_compile() is of the scene as it was before that call.
/// [setup]
bool carom_model_is_of(const carom_model *model, const carom_scene *scene);

/// One method of advancing a scene, and what it accepts: words separated by spaces.
typedef struct {
  const char *name;
  const char *bodies;   ///< types of body
  const char *contacts; ///< types of contact
  const char *limits;   ///< what else it asks of a scene; "" if nothing
  const char *help;
  bool conserves;  ///< its energy balance is exact, so that solver.energy_tolerance has a default
  bool fixed_step; ///< it steps by 1 / (rate * oversample); else the rate is that of outputs alone
} carom_method;

/// How many methods there are, and each of them, in the order of solver.method's words; NULL
/// beyond. [audio]
int carom_method_count(void);
const carom_method *carom_method_at(int index);

/// Whether a method takes a key below `solver`, such as solver.tolerance; true for keys that all
/// take. [audio]
bool carom_method_takes(int index, const char *key);

/// What the model is made of. Lengths in metres, times in seconds.
typedef struct {
  int bodies, contacts, outputs, snapshots, lives;
  int nodes;   ///< grid points of all bodies together
  int links;   ///< point interactions: one a contact, or one a node along a body
  int islands; ///< groups of links that are coupled
  int largest_island;
  double rate;      ///< samples per second of the outputs
  int oversample;   ///< steps per sample
  double time_step; ///< k = 1 / (rate * oversample)
  double duration;
  double energy_tolerance; ///< infinite if there is none
  double tolerance;        ///< of the adaptive method's steps
  const char *method;      ///< a name of carom_method_at()
  carom_method_kind method_kind;
  int controls;
  int block_most;        ///< samples after which the queue of impacts should be read
  bool integrates;       ///< the method needs an integrator, see carom_state_equip()
  const char *precision; ///< as asked for: double, or single
  int single_bodies;     ///< bodies on grids whose motion is in single precision
  int columns; ///< outputs that the scene names: all but sides of families, which are last
} carom_model_info;

/// [audio]
carom_model_info carom_model_describe(const carom_model *model);

/// One body as compiled. What carom_body_shape() gives of it is drawn over its size: size_x from
/// left to right and, of a plate, size_y; a mass or a barrier is one height; a linkage is a place
/// in the plane.
typedef struct {
  const char *name;
  const char *type;
  carom_body_kind kind;   ///< its type as a number
  int points_x, points_y; ///< grid intervals; 0 where there is no grid in that direction
  double size_x, size_y;  ///< m
  double spacing;         ///< h, m; of a plate that along x
  double spacing_least;   ///< the smallest stable h, of square cells, m (0 for a mass)
  double mass;            ///< kg, all of it
  int modes;              ///< of a modal body; 0 on a grid
  double lowest, highest; ///< natural frequencies of the first and last mode, Hz
  double spacing_y;       ///< of a plate's grid along y, m; 0 elsewhere
  int shape;              ///< how many values carom_body_shape() gives
  double left, height;    ///< x and y of a string's left end in the plane of a mechanism, m
} carom_body_info;

/// Empty texts and zeros for an index that is none. [audio]
carom_body_info carom_model_body(const carom_model *model, int index);

/// One mode of a string, bar or plate at t = 0, as the model has it and as it should be.
typedef struct {
  double frequency; ///< in a run, losses apart, Hz: on a grid with its errors of space and time
  double true_frequency; ///< Hz
  double cents;          ///< how far the first is above the second; 0 of rigid motion
  bool estimated;        ///< there is no closed form: the true one is by Ritz's method
} carom_mode_info;

/// Fills in up to `count` modes (100 on a grid), by rising frequency and rigid ones, of 0 Hz,
/// first. Returns how many: 0 for masses, barriers and an index that is none, for plates whose grid
/// is too large to tell, and if memory is out. It takes milliseconds, or a second for a large plate
/// that is not pinned. [setup]
int carom_body_modes(const carom_model *model, int body, int count, carom_mode_info *modes);

/// One mode of a whole scene about its rest: of bodies, springs, fingers and dampers together, as a
/// run rings with it. Collisions and felts that overlap at t = 0 are there as soft as their laws
/// are at that overlap, for motions small beside it; the others count as if they were open.
typedef struct {
  double frequency;  ///< Hz
  int note;          ///< the nearest one of the scene's tuning, 60 is C4
  double cents;      ///< above that note
  double decay_time; ///< in which it falls by 60 dB, s; infinite if it does not
  double damping;    ///< its damping ratio
  int body;          ///< that has most of its kinetic energy
  double share;      ///< of that energy
} carom_scene_mode;

/// Fills in the lowest modes of a scene that swing, up to `count` of them (at least 1) by rising
/// frequency, and how many there are in `found`. Their motions, carom_motion_count() numbers each,
/// go to `motion`, unless it is NULL. Status CAROM_NO_PART with a method other than audio,
/// CAROM_NO_MEMORY, CAROM_BAD_VALUE without a model or count, CAROM_FULL with more than 1500
/// springs and dampers or a plate of some 10^5 nodes. It takes milliseconds, or some seconds with a
/// large plate on a grid. [setup]
carom_status carom_model_modes(const carom_model *model, int count, carom_scene_mode *modes,
                               double *motion, int *found);

/// How many numbers the motion of a mode is; 0 without a model. [audio]
int carom_motion_count(const carom_model *model);

/// What a body sounds in its scene: the frequency of the scene's mode that has most of the body's
/// own first shape, Hz. False, and 0, for barriers and masses that do not swing by themselves,
/// where no mode is the body's, with a method other than audio, and if memory is out. [setup]
bool carom_body_sounding(const carom_model *model, int body, double *frequency);

/// A body's part of the motion of one mode, as carom_body_shape() gives its displacement. [setup]
int carom_motion_shape(const carom_model *model, const double *motion, int body, double *shape,
                       int room);

/// A point of a body, as a scene names it.
typedef struct {
  int body;    ///< -1 if there is none
  double x, y; ///< BODY@x, PLATE@x:y: fractions of its sides, y 0 of a line; of a linkage's mark
               ///< its place in the linkage's own frame, m; NAN where the bare body is named
} carom_point;

/// One contact as compiled.
typedef struct {
  const char *name;
  const char *type;
  carom_contact_kind kind; ///< its type as a number
  carom_point below; ///< its ends; of a felt its circle; of a bow or finger where it starts on
  carom_point above; ///< of a felt its segment, none on the ground; of a bow or finger none
  int links;
  int island_size;       ///< links in its largest island
  const char *treatment; ///< of a stop: impulse, collocation, switching or penalty; "" otherwise
  int modes;             ///< that it changes in the event method; 0 otherwise
  bool numerical;        ///< it may have a numerical loss, see carom_share
  int places;            ///< along a string or bar: how many of its points it has; 0 otherwise
  double first, last;    ///< m: the first and the last of them, evenly spaced
  const char *ignored;   ///< keys that the method ignores, since it takes the obstacle as rigid
} carom_contact_info;

/// Empty texts and zeros for an index that is none. [audio]
carom_contact_info carom_model_contact(const carom_model *model, int index);

/// What a barrier is to the other body of a contact: an obstacle with a profile above or below its
/// position, which carom_body_shape() tells.
typedef struct {
  int barrier;     ///< which body it is
  double from, to; ///< where it begins and ends, from the left end of the other body, m
} carom_profile_info;

/// False where neither end of a contact is a barrier. [audio]
bool carom_model_profile(const carom_model *model, int contact, carom_profile_info *profile);

/// How high that profile is at x metres from the left end of the other body, above the barrier's
/// position, m; 0 all along a flat one. NAN beyond its ends, and where there is none. [audio]
double carom_model_profile_height(const carom_model *model, int contact, double x);

/// A linkage as compiled: a part on a pin in the plane of a mechanism. Places are in its own frame,
/// whose origin is the pin, as it is undeformed; carom_linkage_place() has them in the plane.
typedef struct {
  int on;                 ///< the linkage that the pin is fixed to; -1: the ground
  double pin[2];          ///< in the frame of that, or in the plane, m
  double from, length;    ///< of the flexible shank along x, m; 0 of a rigid part
  double low[2], high[2]; ///< a box around pin, shank, masses, marks, circles and segments, m
  int marks;              ///< how many places have a name
} carom_linkage_info;

/// False for a body that is none. [audio]
bool carom_model_linkage(const carom_model *model, int body, carom_linkage_info *linkage);

/// A place of a linkage that has a name.
typedef struct {
  const char *name;
  double x, y; ///< in the linkage's own frame, m
} carom_mark_info;

/// Marks 0 .. marks - 1 of a linkage, in the order of the scene. An empty text and zeros for an
/// index that is none. [audio]
carom_mark_info carom_model_mark(const carom_model *model, int body, int mark);

/// What a felt is in the plane of a mechanism: a circle, and a segment where it meets no string.
/// `below` and `above` of its carom_contact_info tell what they lie on.
typedef struct {
  double radius;         ///< of the circle, m
  double place;          ///< x of a circle that is a mass, in the plane, m; NAN on a linkage
  double from[2], to[2]; ///< ends of the segment, in the frame of the linkage that carries it or in
                         ///< the plane, m; NAN where it meets a string
} carom_felt_info;

/// False for any other contact, and for a felt between two points, in the audio method. [audio]
bool carom_model_felt(const carom_model *model, int contact, carom_felt_info *felt);

/// The closed form that belongs to a collision of a free mass with a barrier or with another free
/// mass: all but speed_in, at t = 0. False for any other contact. [audio]
bool carom_model_hunt_crossley(const carom_model *model, int contact, carom_hunt_crossley *impact);

/// One output as compiled.
typedef struct {
  const char *name;
  const char *quantity;
  carom_quantity_kind kind; ///< its quantity as a number
  carom_point of;           ///< what it reads, where that is a body
  int contact;              ///< and where it is a contact, else -1
  const char *unit;
  bool audio;
  bool gain_auto;
  double gain; ///< 1 if gain_auto
  double pan;  ///< -1 left .. 1 right; of a family that of its first member
  int members; ///< how many points or contacts it adds up: those of a family, else 1
  int side;    ///< 0; -1 and 1: the left and right side of the sound of a family whose members have
               ///< pans of their own, behind all other outputs and no column of results; the mix
               ///< takes it by itself
} carom_output_info;

/// Empty texts and zeros for an index that is none. [audio]
carom_output_info carom_model_output(const carom_model *model, int index);

/// Shapes of a body, or forces along a contact, to be kept by whoever runs the model.
typedef struct {
  const char *name;
  int body;               ///< -1 if it is of a contact
  int contact;            ///< -1 if it is of a body
  double every, from, to; ///< s; `to` is infinite if there is no end
} carom_snapshot_info;

/// Empty texts and zeros for an index that is none. [audio]
carom_snapshot_info carom_model_snapshot(const carom_model *model, int index);

/// A key that may change while the model runs.
typedef struct {
  const char *path;
  double start;                   ///< value at t = 0
  double low, high;               ///< allowed range, grid stability included
  double slider_low, slider_high; ///< a finite range within it that suits a slider, with the start
                                  ///< inside unless the allowed one ends there
  const char *unit, *help;        ///< from the table of keys
} carom_live_info;

/// Empty texts and zeros for an index that is none. [audio]
carom_live_info carom_model_live(const carom_model *model, int index);

/// The index of a live key by its path, of a body, contact or output by its name; -1 if there is
/// none. [setup]
int carom_model_find_live(const carom_model *model, const char *path);
int carom_model_find_body(const carom_model *model, const char *name);
int carom_model_find_contact(const carom_model *model, const char *name);
int carom_model_find_output(const carom_model *model, const char *name);

CAROM_END

#endif
