// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file scene.h
/// The scene: what the user wrote. Bodies, contacts, forces, outputs and a solver, each value
/// addressed by a path such as "bodies.string.tension". SI units throughout.
///
/// Threads: one thread at a time may use a scene, calls that only read it included; different
/// scenes may be used by different threads. Keys, words and built-in scenes are constant.

#ifndef CAROM_SCENE_H
#define CAROM_SCENE_H

#include <carom/api.h>
#include <carom/memory.h>
#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>

CAROM_BEGIN

typedef struct carom_scene carom_scene;

/// One key of the scene format. The table of them is the only place where names, types, units,
/// defaults and ranges are written; reader, error texts, help pages and sliders come from it.
typedef struct {
  const char *section; ///< "" for the top level, or "bodies", "contacts", "forces", "score",
                       ///< "outputs", "snapshots", "controls", "presets", "materials"
  const char *name;    ///< the rest of the path after the item's name, e.g. "start.shape"
  const char *types; ///< the types of body or contact that have it, separated by spaces; "" is all
  const char *kind;  ///< "number", "whole number", "true or false", ... in words
  const char *choices;  ///< the words allowed, separated by spaces; "" if any
  const char *unit;     ///< "" for a plain number or word
  const char *standard; ///< the default as it would be written; "" if there is none
  double low, high;     ///< the allowed range; infinite where there is no limit
  bool low_open;        ///< the lower end itself is not allowed
  bool required;
  bool live;                      ///< may change while the scene runs
  double slider_low, slider_high; ///< of a live key: a range that suits a slider
  const char *help;
} carom_key;

/// How many keys there are, and each of them. [audio]
int carom_key_count(void);
const carom_key *carom_key_at(int index);

/// A word that a key allows, and what it means.
typedef struct {
  const char *word;
  const char *unit; ///< of an output quantity; "" elsewhere
  const char *help; ///< "" if there is none
} carom_word;

/// The words that a key allows, in order; NULL beyond them, and for keys whose words need no
/// explanation. carom_method_at() describes those of solver.method. [audio]
const carom_word *carom_key_word(const carom_key *key, int index);

/// A material that the key `material` names: what it gives to strings, bars and plates, 0 where it
/// gives them nothing, and as a striker to collisions and felts.
typedef struct {
  const char *name;
  const char *family; ///< "wood", "metal", "glass", "stone", "ceramic", "plastic", "striker"
  double density;     ///< kg/m3
  double youngs;      ///< Young's modulus, Pa; of woods along the grain
  double poisson;     ///< Poisson's ratio
  double loss_factor; ///< eta: a mode of frequency f decays as exp(-pi f eta t)
  double stiffness;   ///< N/m^exponent
  double exponent;    ///< of the force over the overlap
  double damping;     ///< s/m
  const char *source; ///< where the values come from
} carom_material;

/// The materials: how many, and each; NULL for an index that is none. [audio]
int carom_material_count(void);
const carom_material *carom_material_at(int index);

/// The sections that hold named items, "bodies", "contacts" and so on: how many, each, what it
/// holds, and the key that says of which type an item is ("" where all are alike). [audio]
int carom_section_count(void);
const char *carom_section_at(int index);
const char *carom_section_help(int index);
const char *carom_section_type_key(int index);

/// An empty scene; NULL if memory is out. Pass NULL for the heap. [setup]
carom_scene *carom_scene_new(const carom_memory *memory);

/// Frees the scene and all that belongs to it; NULL is allowed. [setup]
void carom_scene_free(carom_scene *scene);

/// Sets one value from its text: "150", "pinned", "[pinned, clamped]", "[[0, 1e5], [1, 1e6]]", or
/// for a pitch the name of a note, "A3", "C#4", "Eb2" or, with cents, "A3+14". The body, contact,
/// force or output named in the path comes into being on first mention. [setup]
carom_status carom_scene_set(carom_scene *scene, const char *path, const char *value,
                             carom_error *error);

/// The same with a number. [setup]
carom_status carom_scene_set_number(carom_scene *scene, const char *path, double value,
                                    carom_error *error);

/// Takes one key, one item, "score.strike", or all items of a section, "score", out of the scene.
/// [setup]
carom_status carom_scene_remove(carom_scene *scene, const char *path, carom_error *error);

/// Drops the gestures of the score that begin after the scene's duration, for callers that have
/// shortened it; returns how many. [setup]
int carom_scene_cut_score(carom_scene *scene);

/// A scene of plain items: each family, a name that ends with *, has become its members, named by
/// their notes (`play.keys`) or from 1 (`play.voices`). Compiling does this by itself. NULL after a
/// mistake, which the error tells, and if memory is out. Pass NULL for the heap. [setup]
carom_scene *carom_scene_expand(const carom_scene *scene, const carom_memory *memory,
                                carom_error *error);

/// The text of a value, or its default; NULL if the key is unknown or has neither. Values by note
/// are one text, {C3: a, C6: b}, at the path without a note. It lives until the value changes.
/// [setup]
const char *carom_scene_get(const carom_scene *scene, const char *path);

/// The same as a number, a pitch in Hz, breakpoints at t = 0; NAN where it is none. [setup]
double carom_scene_number(const carom_scene *scene, const char *path);

/// The same as all its numbers, those of breakpoints in pairs; at most `room` of them go to
/// `numbers`, and it returns how many there are, 0 where there are none. [setup]
int carom_scene_numbers(const carom_scene *scene, const char *path, double *numbers, int room);

/// Whether a key that is true or false is true; false for any other. [setup]
bool carom_scene_flag(const carom_scene *scene, const char *path);

/// How many items a section holds ("bodies", "contacts", "forces", "outputs"), and the name of
/// each, in the order of their first mention. [setup]
int carom_scene_count(const carom_scene *scene, const char *section);
const char *carom_scene_name(const carom_scene *scene, const char *section, int index);

/// Says where the values set from now on come from: a file with a line and column for each, or any
/// other name (line 0), or NULL for the program itself. Error texts quote it. [setup]
carom_status carom_scene_source(carom_scene *scene, const char *source);
void carom_scene_position(carom_scene *scene, int line, int column);

/// Reads a scene from JSON (RFC 8259, UTF-8) as carom_scene_parse() does from a scene file, `name`
/// standing for the file in messages. The key `like` names a built-in scene that this one begins
/// as: what follows changes it, null takes a key or item away, and a score replaces the other.
/// Text that is not JSON changes nothing; what was set before another mistake stays. [setup]
carom_status carom_scene_parse_json(carom_scene *scene, const char *name, const char *text,
                                    size_t length, carom_error *error);

/// Receives the scene's text piece by piece; returns false to stop.
typedef bool carom_text_sink(void *user, const char *text, size_t length);

/// Writes the scene as JSON, which is also a scene file. Returns false if the sink stopped. [setup]
bool carom_scene_write(const carom_scene *scene, carom_text_sink *sink, void *user);

/// The same into `size` bytes, cut off and with a zero at the end where there is one; returns its
/// whole length without the zero, as snprintf() does. [setup]
size_t carom_scene_text(const carom_scene *scene, char *text, size_t size);

/// The built-in scenes: how many, their names, and each as JSON for carom_scene_parse_json(), whole
/// and without `like`; NULL for an index that is none. `find` returns -1 for no such name.
/// carom_builtin_text() in file.h has them as they were written. [audio]
int carom_builtin_count(void);
const char *carom_builtin_name(int index);
const char *carom_builtin_json(int index);
int carom_builtin_find(const char *name);

CAROM_END

#endif
