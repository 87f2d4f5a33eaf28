// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Where a model is read and pushed: outputs and forces.

#ifndef CAROM_MODEL_PORTS_H
#define CAROM_MODEL_PORTS_H

#include "model/word_index.h"
#include <stdbool.h>

/// A point of a body: "string@0.12", "plate@0.8:0.75", "hammer".
typedef struct {
  int body;    // or -1
  double x, y; // fractions of the sides; of a link's mark, m
  bool placed; // it has such a place, else it is a body that is one point, or all of a body
  bool marked; // a mark of a link
} body_point;

/// A link of a mechanism, or a mark of it.
typedef struct {
  int link;        // its body, from 1; 0 if there is none
  bool marked;     // a mark, else the link itself
  double x, y;     // of the mark in the link's own frame, m
  word_index axis; // plane_axis; along which it acts or is read
} plane_point;

/// What an output reads of a body: a field at a point, its slope there, the coordinate of a mode,
/// or the energy of all of it.
typedef enum {
  READS_NOTHING,
  READS_DISPLACEMENT,
  READS_VELOCITY,
  READS_ACCELERATION,
  READS_SLOPE,
  READS_MODE,
  READS_ENERGY,
  READS_PLANE // of a link: the quantity says what
} body_reading;

typedef struct {
  int name;
  word_index quantity; // output_quantity
  body_reading reads;
  int body, contact; // one of them is -1
  body_point at;     // of the body
  int first_term, terms;
  plane_point plane; // of a link
  int mode;          // that it reads, from 1
  int modal;         // in the audio method: its point of a modal body, or -1
  bool audio, gain_auto;
  double gain, pan, left, right; // the last two: factors of the sound by its pan
} model_output;

/// Which sums of a family's members the sound has.
typedef enum { SIDE_NONE, SIDE_LEFT, SIDE_RIGHT } sound_side;

/// One value of the rows of carom_process(): an output, or the sum of those of a family. Where its
/// members have pans of their own, two more behind all columns are its left and its right side.
typedef struct {
  int first, count; // of output
  int of;           // the column whose side it is, or itself
  word_index side;  // sound_side
} model_column;

typedef struct {
  int first_term, terms;
  int modal;        // in the audio method: its point of a modal body, or -1
  double amplitude; // at t = 0
  double frequency; // Hz; 0 with a table
  int first_point, points;
  // A gesture: amplitude (1 - cos(pi swings (t - begin) / length)) / 2
  int swings;           // 0: no gesture; 1: up, then off; 2: up and down
  double begin, length; // s
  plane_point plane;    // on a link
} model_force;

#endif
