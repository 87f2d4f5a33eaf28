// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How contacts begin: all of them at t = 0, and those of a mass that is put somewhere.
// begin_island.c has the equations.

#ifndef CAROM_BEGIN_H
#define CAROM_BEGIN_H

#include "methods/audio/audio.h"

/// Links of an island that begin, and the motion at t_n as it is written. Accelerations of their
/// nodes are in `next`, without contacts and afterwards with them; modes are half a step before.
typedef struct {
  const carom_model *m;
  carom_state *s;
  const int *link; // rising
  int links;
  int node;         // of the mass whose links they are, or -1
  node_field u;     // displacement, m
  node_field speed; // m/s, or over the stride of each body, m
  bool steps;       // whether it is over these
  int sweeps;       // over the loads
} island_begins;

/// Finds psi, overlap and stretch of the links, and pushes the bodies with their forces.
void links_begin_together(const island_begins *v);

// begin_link.c: whether a link has a law, whether that never pulls, and whether it begins so; its
// force at t_{n-1/2}, without losses.
bool link_has_law(const carom_model *m, const carom_state *s, int link);
bool link_pushes_only(const carom_model *m, int link);
bool link_begins(const carom_model *m, const carom_state *s, int link);
double link_pushes(const carom_model *m, const carom_state *s, int link);

/// The inverse of the mass that a term moves, 1/kg; modes have the mass 1.
static inline double begin_inverse_mass(const carom_model *m, link_term term) {
  return body_is_modal(&m->body[term.body]) ? 1 : m->inverse_mass[term.node];
}

/// What a force of a link does to the accelerations of its nodes, and to modes half a step before.
void link_accelerates(const carom_model *m, const audio_state *a, int link, double F);
void link_rotates_back(const carom_model *m, const audio_state *a, int link, double F);

/// phi of the link's law, the mean of its force between two overlaps, phi'' there; the law itself.
double begin_energy(const island_begins *v, const link_beginning *b, double eta);
double begin_mean_force(const island_begins *v, const link_beginning *b, double from, double to);
double begin_steepest(const island_begins *v, const link_beginning *b);
gradient_step begin_law(const carom_model *m, const carom_state *s, int link);

/// k^2 L a, with modes and without; eta^n less the overlap half a step before; the rate of eta and
/// half a step of it; W and the like.
double begin_push(const island_begins *v, const link_beginning *b);
double begin_plain_push(const island_begins *v, const link_beginning *b);
void begin_speed(const island_begins *v, link_beginning *b);
double begin_travel(const island_begins *v, const link_beginning *b);
void begin_weigh(const island_begins *v, link_beginning *b);

#endif
