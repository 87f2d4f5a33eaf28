// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Constants of lines and plates from their sizes: rho A and EI, rho H and D (theory 1.2 and 1.3).

#include "bodies/body_sizes.h"

#include "base/constants.h"
#include "scene/words.h"
#include <math.h>

static double written(const item *it, const char *key) {
  return item_has(it, key) ? item_number(it, key) : (double)NAN;
}

body_sizes body_sizes_of(const item *it) {
  return (body_sizes){.length = written(it, "length"),
                      .radius = written(it, "radius"),
                      .width = written(it, "width"),
                      .thickness = written(it, "thickness"),
                      .density = written(it, "density"),
                      .linear_density = written(it, "linear_density"),
                      .youngs = written(it, "youngs"),
                      .bending_stiffness = written(it, "bending_stiffness"),
                      .poisson = item_number(it, "poisson")};
}

bool body_sizes_cross(const body_sizes *of) {
  return !isnan(of->density) || !isnan(of->youngs);
}

void body_sizes_line(const body_sizes *of, model_body *b) {
  const double r = of->radius;
  const bool round = !isnan(r);
  const double area = round ? pi * r * r : of->width * of->thickness;
  const double moment = round ? pi * pow(r, 4) / 4 : of->width * pow(of->thickness, 3) / 12;
  b->lx = of->length;
  b->density = isnan(of->density) ? of->linear_density : of->density * area;
  b->bend = (isnan(of->youngs) ? of->bending_stiffness : of->youngs * moment) / b->density;
}

void body_sizes_plate(const body_sizes *of, model_body *b) {
  const double D = of->youngs * pow(of->thickness, 3) / (12 * (1 - of->poisson * of->poisson));
  b->density = of->density * of->thickness;
  b->bend = D / b->density;
}
