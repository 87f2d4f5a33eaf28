// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies by their modes, as compiled.

#ifndef CAROM_MODAL_LAYOUT_H
#define CAROM_MODAL_LAYOUT_H

/// The shape of a mode: coefficients a[0 .. 3] times sin, cos, e^{-decay x}, e^{-decay (L - x)}, or
/// without a wavenumber a[0] + a[1] x (modes.c); of a plate a[0] sin(a[1] x) sin(a[2] y), beta^2 =
/// a[1]^2 + a[2]^2 (plate_modes.c); of a plate whose edges are not pinned the class a[0] of its
/// products and the place a[1] of their factors, or for one product a[0] = -1, its functions a[1]
/// and a[2] and its factor a[3] (plate_ritz.c). omega^2 = c^2 stretch + kappa^2 bending
/// (theory 7.2).
typedef struct {
  double beta;    // 1/m
  double decay;   // 1/m
  double stretch; // 1/m2
  double bending; // 1/m4
  double coefficient[4];
} mode_shape;

/// omega^2 of a mode, 1/s2, at c^2 and kappa^2.
static inline double shape_omega2(const mode_shape *w, double c2, double bend) {
  return c2 * w->stretch + bend * w->bending;
}

/// Intervals between links along modes, at most: all of them act on each other.
enum { MOST_ALONG_MODES = 200 };

/// What modes of a clamped or free plate are made of (bodies/plate_ritz.c): functions of x and y,
/// [0] and [1].
typedef struct {
  int first[2];     // in shape
  int functions[2]; // how many
  int combined[2];  // the first so many, in products whose beta_x^2 + beta_y^2 is below the cut
  int rows[2];      // in ritz: what makes polynomials functions
  int drawn[2];     // in ritz: the functions at the points of a shape, function by function
  double cut;       // 1/m2; 0 of other bodies
} ritz_layout;

/// A string, bar or plate by its modes.
typedef struct {
  int first_shape;                       // of its mode shapes
  int first_bank;                        // of their rows in the bank, in the audio method
  int first_mode, length;                // among all modes of the state, padded to whole blocks
  int first_point, points;               // where links and forces act
  int links;                             // how many of these are links', which come first
  int first_read, reads;                 // points of outputs
  int first_rows, rows_count;            // of all these in the bank
  int first_link;                        // of the one island it is in, -1 without links
  int along;                             // intervals of the finest stable grid, for contacts
  double tip_mass, tip_inertia;          // kg, kg m2
  double damping_ratio;                  // of every mode
  double largest_c2;                     // that it may be tuned to, known before its modes, m2/s2
  double base_amplitude, base_frequency; // its base moves as a sine; m, Hz
  ritz_layout ritz;
} modal_layout;

#endif
