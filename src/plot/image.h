// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Small images inside SVG pictures: a field of numbers in colours, as an embedded PNG.

#ifndef CAROM_IMAGE_H
#define CAROM_IMAGE_H

#include <stdbool.h>
#include <stdio.h>

/// How numbers from 0 to 1 become colours: dark to light, or blue over white to red.
typedef enum { COLOURS_HEAT, COLOURS_SIGNED } colours;

/// Writes an <image> element: width x height numbers from 0 to 1, the first row at the top.
bool image_write(FILE *file, double x, double y, double w, double h, const double *field, int width,
                 int height, colours map);

#endif
