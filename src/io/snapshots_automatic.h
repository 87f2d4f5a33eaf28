// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Snapshots that nobody asked for, for pictures: eight shapes of a string, bar or plate over about
// one period of its lowest mode. It begins
//
//   where it is bowed    at three quarters of the run, or a period before its end,
//   where it is plucked  when the first pluck lets go,
//   where it is hit      when the first impact is found, looked for eight times a period,
//   else                 at its first motion, looked for once a period (eight times in the first
//                        four), and again where its motion has grown fourfold since.
//
// Until there is an impact the shapes of its motion are kept.

#ifndef CAROM_SNAPSHOTS_AUTOMATIC_H
#define CAROM_SNAPSHOTS_AUTOMATIC_H

#include <carom/carom.h>

enum { AUTOMATIC_SHAPES = 8, AUTOMATIC_CONTACTS = 16 };

/// What the shapes of a body wait for, and what is kept of them.
typedef struct {
  double period;                   // s
  double at;                       // s, when they begin if that is known beforehand; else -1
  int contact[AUTOMATIC_CONTACTS]; // whose impacts they wait for
  int contacts;
  bool moved, hit;   // shapes of its motion, of the first impact, are kept or under way
  double next;       // s: when to take a shape, or to look for motion or an impact
  double next_check; // s: when to look for motion
  double size;       // m: the largest displacement kept
  int nodes;
  int count;        // of the shapes that are kept
  double *kept;     // [shape * (nodes + 1)]: t, then the points; one more to look at
  char reason[120]; // why these times
} automatic_series;

/// For a body of a model; false if memory is out.
bool automatic_begin(automatic_series *a, const carom_scene *scene, const carom_model *model,
                     int body);
void automatic_free(automatic_series *a);

/// Takes a shape if one is due, and looks for motion and impacts.
void automatic_take(automatic_series *a, const carom_model *model, const carom_state *state,
                    int body, double time);

/// Keeps a shape of a body that has never moved.
void automatic_finish(automatic_series *a);

/// When to be called again, s; infinite if nothing is to come.
double automatic_due(const automatic_series *a);

#endif
