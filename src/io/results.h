// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A results folder read back: the files of a finished run, as far as they are there.

#ifndef CAROM_RESULTS_H
#define CAROM_RESULTS_H

#include "io/csv_npy.h"
#include "io/name_list.h"
#include <carom/file.h>

/// One output as in the summary.
typedef struct {
  char name[72], quantity[24], unit[16], of[96];
  bool audio;
} result_output;

/// A body's shapes, or the forces along a contact.
typedef struct {
  char body[72];   // or the name of the contact
  bool forces;     // of a contact
  bool link;       // of a linkage: x, y and angle of its frame, then of its head
  double from, to; // m: where its points begin and end
  int points_x, points_y;
  double size_x, size_y;
  char reason[120];     // why these times; "" where the scene says which
  numeric_table shapes; // t, then the grid points
} result_snapshots;

enum { MAX_LINKS = 32, MAX_FELTS = 64, MAX_LINK_POINTS = 24 };

/// A linkage to draw: points in its undeformed frame, m; those beyond `head` are on its head.
typedef struct {
  char name[72];
  int snapshot; // of the results
  int points;
  double point[MAX_LINK_POINTS][2];
  double shank; // where it begins, m
  double head;
} result_link;

/// A circle of a felt, and what it meets: on a link, or on the ground (-1).
typedef struct {
  int link;
  double at[2], radius; // m
} result_circle;

typedef struct {
  int link;
  bool string;
  double from[2], to[2]; // m
} result_segment;

typedef struct {
  int links, circles, segments;
  result_link link[MAX_LINKS];
  result_circle circle[MAX_FELTS];
  result_segment segment[MAX_FELTS];
} result_mechanism;

/// One impact.
typedef struct {
  char contact[72];
  double begin, end, peak_force;
} result_event;

/// A gesture of the score.
typedef struct {
  double at; // s
  char name[24];
} result_gesture;

/// The quantities of an impact, in the order of the summary.
typedef struct {
  double speed_out, compression, contact_time, peak_force, energy_lost;
} result_rebound;

/// The first impact of a contact that has a closed form.
typedef struct {
  char contact[72];
  char moving[72]; // the mass, if the other side is a barrier; else ""
  double side;     // 1 if the overlap grows with its displacement, -1 if it shrinks
  double begin;    // s
  carom_hunt_crossley impact;
  result_rebound closed_form, found;
} result_impact;

enum { MOST_IMPACTS = 6 };

typedef struct {
  char title[200];
  char note[300]; // rate, duration, sizes and energy balance, in a line
  double rate;
  int outputs, snapshots, events, impacts, gestures;
  result_output *output;
  result_snapshots *snapshot;
  result_event *event;
  result_gesture *gesture;
  result_impact impact[MOST_IMPACTS];
  result_mechanism *mechanism; // NULL without linkages
  numeric_table samples;       // t, then the outputs
  numeric_table energy;
} results;

/// False with a message if there is no summary or memory is out. The samples are those of the
/// folder, or of an NPY file.
bool results_read(results *r, const char *directory, const char *samples, carom_error *error);
void results_free(results *r);

/// The files that the summary of a run names; false if there is no such summary.
bool results_files(const char *directory, name_list *files);

/// Reads the summary's first impacts alone; returns how many there are, at most MOST_IMPACTS.
int results_impacts(const char *directory, result_impact *impacts);

/// Draws the pictures of a run, and adds the names of those drawn; and, unless NULL, of those that
/// need samples where there are none. Defined by the pictures, plot/plots.c, as is the name of each
/// one, NULL behind the last.
carom_status results_draw(const char *directory, const char *samples, name_list *drawn,
                          name_list *missing, carom_error *error);
const char *picture_name(int index);

#endif
