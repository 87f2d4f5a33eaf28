// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The tromba marina as a scene for the engine.

#include "reproduce/instrument.h"

#include "reproduce/instrument_values.h"
#include "reproduce/printed_mass.h"
#include <stdio.h>

/// Sizes in m, numbers of intervals, places as fractions.
typedef struct {
  double length, x, y;
  int points, nx, ny, interpolation;
  double bow, foot, ear, rattle_x, rattle_y;
} layout;

static layout layout_of(const instrument *a, bool stated) {
  const double foot = 1.65 / length;
  const double cells = STRING_CELLS;
  if (stated)
    return (layout){length, 1.35,     0.18, STRING_CELLS + 1, 135, 18,
                    3,      foot / 4, foot, 1 - foot,         0.8, 0.75};
  return (layout){STRING_CELLS * a->string_medium.h,
                  PLATE_X * a->plate_medium.h,
                  PLATE_Y * a->plate_medium.h,
                  STRING_CELLS,
                  PLATE_X,
                  PLATE_Y,
                  0,
                  BOW_NODE / cells,
                  FOOT_NODE / cells,
                  EAR_NODE / cells,
                  (double)RATTLE_X / PLATE_X,
                  (double)RATTLE_Y / PLATE_Y};
}

bool instrument_scene(const instrument *a, const instrument_setting *how, char *text, size_t room) {
  const layout s = layout_of(a, how->stated_sizes);
  const oscillator *b = &a->bridge_oscillator;
  const scene_mass bridge = scene_mass_of(b->mass, b->omega0, b->mass * b->damping, k);
  const int n = snprintf(
      text, room,
      "carom: 1\nrate: 44100\nsolver: {start: first-order}\nbodies:\n"
      "  string: {type: string, length: %.17g, points: %d, linear_density: %.17g, tension: %.17g, "
      "bending_stiffness: %.17g, sigma0: %g, sigma1: %g}\n"
      "  bridge: {type: mass, mass: %.17g, frequency: %.17g, damping: %.17g}\n"
      "  plate: {type: plate, size: [%.17g, %.17g], points: [%d, %d], thickness: %g, density: %g, "
      "youngs: %g, poisson: %g, sigma0: %g, sigma1: %g, edges: clamped}\n"
      "contacts:\n"
      "  bow: {type: bow, on: string@%.17g, force: %g, speed: %g, sharpness: %g, law: exponential, "
      "solve: newton, interpolation: %d}\n"
      "  foot: {type: spring, below: bridge, above: string@%.17g, stiffness: %g, exponent: %g, "
      "branch: %s, interpolation: %d}\n"
      "  rattle: {type: collision, below: plate@%.17g:%.17g, above: bridge, stiffness: %g, "
      "exponent: %g, gap: %g, scheme: %s, interpolation: %d}\n"
      "outputs:\n"
      "  string: {of: string@%.17g, quantity: displacement, interpolation: %d}\n"
      "  plate: {of: plate@%.17g:%.17g, quantity: displacement, interpolation: %d}\n"
      "  overlap: {of: rattle, quantity: overlap}\n"
      "  force: {of: rattle, quantity: force}\n",
      s.length, s.points, a->string_medium.rho, a->string_medium.T, a->string_medium.EI,
      a->string_medium.sigma0, a->string_medium.sigma1, bridge.mass, bridge.frequency,
      bridge.damping, s.x, s.y, s.nx, s.ny, thickness, plate_density, plate_youngs, poisson,
      plate_sigma0, plate_sigma1, s.bow, a->bow_force, a->bow_speed, sharpness, s.interpolation,
      s.foot, foot_stiffness, exponent, how->branch, s.interpolation, s.rattle_x, s.rattle_y,
      rattle_stiffness, exponent, gap, how->scheme, s.interpolation, s.ear, s.interpolation,
      s.rattle_x, s.rattle_y, s.interpolation);
  return n > 0 && (size_t)n < room;
}
