// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Constants of lines and plates from their sizes: rho A and EI, rho H and D (theory 1.2 and 1.3).

#include "bodies/body_sizes.h"

#include "base/constants.h"
#include "scene/words.h"
#include <math.h>
#include <string.h>

static double written(const item *it, const char *key) {
  return item_has(it, key) ? item_number(it, key) : (double)NAN;
}

// A string whose cross-section is not told has no stiffness of its material.
static bool has_section(const item *it) {
  return strcmp(item_text(it, "type"), "string") != 0 || item_has(it, "radius");
}

bool body_sizes_read(compiler *c, const item *it, const carom_material *m, body_sizes *of) {
  *of = (body_sizes){.length = written(it, "length"),
                     .radius = written(it, "radius"),
                     .width = written(it, "width"),
                     .thickness = written(it, "thickness"),
                     .density = written(it, "density"),
                     .linear_density = written(it, "linear_density"),
                     .youngs = written(it, "youngs"),
                     .bending_stiffness = written(it, "bending_stiffness"),
                     .poisson = item_number(it, "poisson")};
  if (!item_has(it, "material"))
    return true;
  if (m->density == 0 || m->youngs == 0)
    return MISTAKE(c, it, "material", CAROM_BAD_VALUE,
                   "%s has no density or Young's modulus: it is for contacts; allowed are "
                   "materials that have both",
                   m->name);
  if (isnan(of->linear_density) && isnan(of->density))
    of->density = m->density;
  if (isnan(of->bending_stiffness) && isnan(of->youngs) && has_section(it))
    of->youngs = m->youngs;
  if (!item_has(it, "poisson"))
    of->poisson = m->poisson;
  return true;
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
