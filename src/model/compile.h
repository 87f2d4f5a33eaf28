// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The compiler, scene -> model, in the order of its stages: bodies, contacts, islands, then what is
// heard and what pushes. Each stage is one file; this header is what they share.

#ifndef CAROM_COMPILE_H
#define CAROM_COMPILE_H

#include "model/builder.h"
#include "scene/scene.h"

typedef struct {
  const carom_scene *scene;
  carom_error *error;
  carom_status status; // of the first mistake
  model_builder m;     // the model under construction
} compiler;

// The stages; each returns false after a mistake.
bool compile_keys(compiler *c);
bool compile_bodies(compiler *c);
bool compile_contacts(compiler *c);
bool compile_method_fits(compiler *c); // whether the method takes all that is there
bool compile_islands(compiler *c);
bool compile_forces(compiler *c);
bool compile_score(compiler *c);
bool compile_outputs(compiler *c);
bool compile_snapshots(compiler *c);
bool compile_event(compiler *c); // what the event method needs besides

/// solver.tolerance, where none is given.
#define DEFAULT_TOLERANCE 1e-10

/// Reads which method advances the scene.
void compile_method(compiler *c, const item *top);

/// The starting displacement and velocity of a body whose nodes are laid out.
bool compile_start(compiler *c, const item *it, const model_body *b);

/// The keys of a starting shape; the same for displacement and velocity.
typedef struct {
  const char *shape, *at, *width, *amplitude, *mode, *values;
} start_keys;

/// A string or bar by its modes: their shapes, its start, and a mode's value or derivative at a
/// fraction of the length, or its share in what a moving base does.
bool compile_modal_line(compiler *c, const item *it, model_body *b);
bool compile_modal_start(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                         double *field);
double compile_mode_value(const compiler *c, const model_body *b, int mode, double x, int order);
double compile_mode_base(const compiler *c, const model_body *b, int mode);

/// Reports a mistake about a key of an item (or the item, if key is NULL); always returns false.
#define MISTAKE(c, it, key, problem, ...)                                                          \
  ((c)->status = scene_complain((c)->scene, (it), (key), (problem), (c)->error, __VA_ARGS__), false)

/// Keeps a warning for the user.
__attribute__((format(printf, 2, 3))) void compile_warn(compiler *c, const char *format, ...);

/// A number of an item; the fallback if neither it nor a default is there. Breakpoints give their
/// value at t = 0.
double item_number(const item *it, const char *key, double fallback);
bool item_flag(const item *it, const char *key);
bool item_word_is(const item *it, const char *key, const char *word);

/// The largest of a key's breakpoints, or its number.
double item_largest(const item *it, const char *key, double fallback);

/// The numbers of a list, at most `room`; returns how many there are.
int item_numbers(const item *it, const char *key, int width, double *numbers, int room);

/// Registers a live key with its breakpoints and returns its index.
int compile_live(compiler *c, const item *it, const char *key, live_target target, int index,
                 double low, double high);

/// The largest value the score gives a body's pitch, tension or sigma1; the fallback if none. Read
/// before the body's grid is chosen.
double score_largest(const compiler *c, const item *body, const char *key, double fallback);

/// A point of a body: "string@0.12", "plate@0.8:0.75", "hammer".
typedef struct {
  int body;
  double x, y; // fractions of the sides
} body_point;

/// Reads a point; `bare` allows a line's or plate's name alone (contacts along the whole body).
bool compile_point(compiler *c, const item *it, const char *key, bool bare, body_point *at);

/// Appends the interpolation weights of a point, times a sign, to the terms; returns how many.
/// With `slope` they give the derivative along x.
int compile_weights(compiler *c, body_point at, int order, bool slope, double sign);

/// The body named in an entry "BODY@..."; -1 if there is none.
int compile_find_body(const compiler *c, const char *name, size_t length);

#endif
