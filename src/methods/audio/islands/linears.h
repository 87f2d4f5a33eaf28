// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The linear links of an island, bows among them, and their elimination.

#ifndef CAROM_LINEARS_H
#define CAROM_LINEARS_H

#include "methods/audio/islands/island.h"

// island_linear.c: springs, two-sided laws and the published scheme, in the order of use
bool linears_have_laws(const island_view *v);
void linears_prepare(const island_view *v);
void linears_eliminate(const island_view *v);
void linears_solve(const island_view *v);
void linears_correct(const island_view *v);
void linears_finish(const island_view *v);

/// What linear link i sees of the others, which are eliminated: its receptance W, and its D without
/// a force of its own or of collisions.
typedef struct {
  double W, D;
} linear_alone;

linear_alone linear_by_itself(const island_view *v, int i);

/// Whether it has no receptance in common with linear links before it.
bool linear_is_apart(const island_view *v, int i);

// island_small.c: the same of one or two: their elimination, D and F from their goals, and one of
// them by itself
void small_eliminate(const island_view *v);
void small_solve(const island_view *v);
linear_alone small_by_itself(const island_view *v, int i);

// island_bows.c: bows are linear links whose coefficients are found by iteration
// a bow that is the last of the linear links, with no receptance in common with others at present
bool bow_is_apart(const island_view *v);
void bow_solve_apart(const island_view *v);
bool bows_are_left(const island_view *v);
void bow_prepare(const island_view *v, int i);
void bows_settle(const island_view *v); // once the springs are known
void bow_finish(const island_view *v, int i);
bool bows_unsettled(const island_view *v, int round);

#endif
