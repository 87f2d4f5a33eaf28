// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One contact resolved inside the sample, however short it is; sub_sample.c has the equations.

#ifndef CAROM_SUB_SAMPLE_H
#define CAROM_SUB_SAMPLE_H

#include "state/state.h"

/// Impacts of a link within one sample that are told apart.
enum { SAMPLE_EVENTS = 16 };

/// The law and loss of one link: F = phi'(xi) (1 + mu w).
typedef struct {
  const contact_law *law;
  contact_values a;
  double scale; // factor of the contact's K
} push_law;

/// Inverse masses of the two sides together, 1/kg: of masses, which move within the interval, and
/// of grids, which enter with their mean velocity.
typedef struct {
  double mass, grid;
} inverse_masses;

/// Results of one interval.
typedef struct {
  double xi;         // overlap at its end, m
  double V;          // energy stored then, J
  double impulse;    // N s, never negative
  double loss;       // J, never negative but for rounding
  double peak;       // largest force, N
  double begin, end; // when the overlap became positive and zero again; NAN if it did not, s
  // Not of the contact by itself (island_substeps.c):
  double moment;  // int F (t - t_n) dt, N s2
  double in, out; // closing speed before and after, m/s
} passage;

/// State of a link resolved inside the sample: its overlap xi belongs to half steps and stores the
/// energy in place of eta.
typedef struct {
  double xi;      // at t_{n-1/2}, m
  double push;    // mean of its force over the last few samples, N
  double fastest; // its largest closing speed, with a decay of 0.001 a step, m/s
  double bodies;  // half-way overlap of the bodies, which xi leaves while it touches, m
  double moved;   // how far it moved in the last sample, m
  double bend;    // mean of the changes of that over the last few samples, m
  double steady;  // samples for which its load has been steady
} sub_sample_memory;

/// What is found for it in a step.
typedef struct {
  double next;          // xi at t_{n+1/2}
  double spent;         // energy lost, J
  sub_sample_event now; // its last impact in this sample
  int events;           // impacts before that in the same sample, written to inside_event
  int impacts;          // all of them
  int crowd;            // the same, where they are too many to be followed
  double moment;        // int F (t - t_n) dt, N s2
  double pull;          // k^2 times the acceleration of its overlap by steady forces, m
  double masses;        // inverse mass of the masses in it, 1/kg
  bool often;           // between masses alone: may have many substeps a sample
  double weight;        // its own W, m/N
  passage substep;      // what it does in the present substep
  double substep_goal;  // and for which D^eff, m
  bool modal;           // between masses and modes
  bool loaded;          // by external forces and pressed contacts, about as much as it pushes
  bool pressed;         // by a steady load: follows the contact rule
} sub_sample_work;

/// No impact in the sample.
static const sub_sample_event no_event = {
    .begin = NAN, .end = NAN, .speed_in = NAN, .speed_out = NAN};

/// Runs a contact with overlap xi (m), energy V (J, that of xi) and closing speed w (m/s) for an
/// interval T (s).
passage exact_pass(const push_law *p, inverse_masses inverse, double xi, double V, double w,
                   double T);

/// The overlap at which it stores the energy V, m.
double exact_overlap(const push_law *p, double V);

/// About how long the contact would last against masses of that inverse mass, s.
double exact_duration(const push_law *p, double inverse_mass, double xi, double w);

#endif
