// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The compiler, scene -> model, in the order of its stages: bodies, contacts, islands, then outputs
// and forces. Each stage is one file; this header is what they share.

#ifndef CAROM_COMPILE_H
#define CAROM_COMPILE_H

#include "model/builder.h"
#include "scene/scene.h"

/// What a bar or plate with `tuned` was tried with, before the next round.
typedef struct {
  double pitch;  // that it is to have by itself, Hz; 0 for the written one
  int rounds;    // that it was heard in
  double own, y; // logarithms of the one before and of what sounded, over the written pitch
} own_pitch;

typedef struct compiler {
  const carom_scene *scene;
  carom_error *error;
  carom_status status; // of the first mistake
  int *number;         // of each item among those of its section
  own_pitch *own;      // of each item, from round to round
  bool again;          // all stages once more, with other own pitches
  model_builder m;     // the model under construction
} compiler;

// The stages; each returns false after a mistake.
bool compile_materials(compiler *c);
bool compile_bodies(compiler *c);
bool compile_contacts(compiler *c);
bool compile_method_fits(compiler *c); // whether the method accepts the scene
bool compile_forces(compiler *c);
bool compile_groups(compiler *c); // live keys of families
bool compile_controls(compiler *c);
bool compile_presets(compiler *c);
bool compile_score(compiler *c);
bool compile_outputs(compiler *c);
bool compile_snapshots(compiler *c);

/// Reports a mistake about a key of an item (or the item, if key is NULL); always returns false.
#define MISTAKE(c, it, key, problem, ...)                                                          \
  ((c)->status = scene_complain((c)->scene, (it), (key), (problem), (c)->error, __VA_ARGS__), false)

/// Keeps a warning for the user; up to two numbers of its sentence.
void compile_warning(compiler *c, warning_kind kind, const warning_words *words);

/// Working memory of the compiler, zeroed; NULL if it is out, which sticks.
void *compile_take(compiler *c, size_t size);
void compile_drop(compiler *c, void *block, size_t size);

/// The material of a body or contact; false after a mistake. Without one its numbers are 0.
bool compile_material(compiler *c, const item *it, carom_material *m);

/// Registers a live key with its breakpoints and returns its index; -1 if the method has none.
int compile_live(compiler *c, const item *it, const char *key, int index, double low, double high);

/// Where that of a bar or plate is kept, and the pitch that it has by itself (theory 17.16).
own_pitch *compile_own(const compiler *c, const item *it);
double compile_own_pitch(const compiler *c, const item *it);

/// The seed of one stream of random numbers of the scene.
unsigned long long compile_seed(const compiler *c, unsigned stream);

/// The largest value the score gives a body's pitch, tension or sigma1, at least `least`. Read
/// before the body's grid is chosen.
double score_largest(const compiler *c, const item *body, const char *key, double least);

/// Reads a point; `bare` allows a line's or plate's name alone (contacts along the whole body).
bool compile_point(compiler *c, const item *it, const char *key, bool bare, body_point *at);

/// The same from a text of its own; mistakes are of that key.
bool compile_point_of(compiler *c, const item *it, const char *key, const char *text, bool bare,
                      body_point *at);

/// A point of a link, with the axis of a force or output.
plane_point compile_plane(const compiler *c, const item *it, const body_point *at);

/// The order of interpolation of an output, a force or a collision: its key, or UNIT_ORDER for 3.
int compile_order(const item *it);

/// Appends the interpolation weights of a point, times a sign, to the terms; returns how many.
/// With `slope` they give the derivative along x.
int compile_weights(compiler *c, body_point at, int order, bool slope, double sign);

/// Appends one term unless its node is held; returns how many were added.
int compile_term(compiler *c, int body, int node, double weight);

/// The body named in an entry "BODY@..."; -1 if there is none so far. By the table of the scene, so
/// that many names take no longer each.
int compile_find_body(const compiler *c, const char *name, size_t length);

/// A contact by its name; -1 if there is none so far.
int compile_find_contact(const compiler *c, const char *name);

/// A name with a * for letters: all names that fit, or, where there is a family of that name, its
/// members alone (compile_star.c).
typedef struct {
  section in;
  const char *text;
  size_t before, after; // letters on both sides of the *
  bool family;
  bool member[129]; // of the family
} star_name;

/// Takes a name apart, "bar*@0.5"; what is behind a @ does not belong to it.
star_name star_of(const compiler *c, section in, const char *text);

bool star_fits(const star_name *star, const char *name);

/// The key whose member a name is, "string60"; -1 if it is none, or the scene has voices.
int star_key(const compiler *c, const char *name);

/// A path of live keys with a * in the name of their item.
typedef struct {
  char text[160];
  star_name name;
  const char *key; // behind the name
} star_path;

/// Fills it in: what it holds points into it.
void star_path_of(const compiler *c, const char *text, size_t length, star_path *path);
bool star_path_fits(const star_path *pattern, const char *path);

/// Whether an item says nothing that families alone may say; else reports a mistake.
bool star_resolved(compiler *c, const item *it);

/// Whether another member of an item's family was warned of, which then stands for all of them.
bool star_warned(compiler *c, warning_kind kind, const char *name);

/// Which member of the family a name is.
int star_number(const star_name *star, const char *name);

/// The item a body or contact was compiled from.
const item *compile_body_item(const compiler *c, int body);
const item *compile_contact_item(const compiler *c, int contact);

#endif
