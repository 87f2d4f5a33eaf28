// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Heat maps inside SVG pictures: a field of numbers in colours, as an embedded PNG whose pixels are
// shown as they are, and the bar that tells what the colours mean.

#ifndef CAROM_IMAGE_H
#define CAROM_IMAGE_H

#include "plot/svg.h"

/// How numbers from 0 to 1 become colours: dark to light, or blue over white to red.
typedef enum { COLOURS_HEAT, COLOURS_SIGNED } colours;

/// How far right of a panel its bar and the numbers beside it reach, in pixels.
enum { COLOUR_BAR_ROOM = 84 };

/// Writes an <image> element: width x height numbers from 0 to 1, the first row at the top; NaN is
/// left transparent. False if memory is out.
bool image_write(FILE *file, double x, double y, double w, double h, const double *field, int width,
                 int height, colours map);

/// The bar at the right of a panel: numbers from low to high with their label, "name, unit". The
/// colours of a field that holds square roots, of values from 0 on, are told as values. One colour
/// and one number where low is high.
void colour_bar(const panel *p, double low, double high, bool square_root, colours map,
                const char *label);

#endif
