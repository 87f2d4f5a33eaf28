// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers to colours to PNG, with a table of colours, to base64.

#include "plot/image.h"

#include "io/print.h"
#include "plot/axes.h"
#include "plot/drawing.h"
#include "plot/units.h"
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { SHADES = 200, NOTHING = SHADES, ENTRIES };

static void colour_of(double v, colours map, unsigned char rgb[3]) {
  // Black, violet, red, orange, pale yellow; or blue, white, red.
  static const double heat[5][3] = {
      {4, 6, 20}, {80, 18, 110}, {190, 50, 70}, {248, 140, 30}, {252, 250, 190}};
  static const double both[5][3] = {
      {20, 60, 140}, {110, 160, 215}, {247, 247, 247}, {235, 130, 100}, {165, 20, 40}};
  const double(*stops)[3] = map == COLOURS_HEAT ? heat : both;
  const double place = 4 * v;
  const int i = place >= 4 ? 3 : (int)place;
  for (int c = 0; c < 3; ++c)
    rgb[c] = (unsigned char)lround(stops[i][c] + (place - i) * (stops[i + 1][c] - stops[i][c]));
}

static void fill_table(colours map, unsigned char table[4 * ENTRIES]) {
  memset(table, 0, (size_t)4 * ENTRIES);
  for (int i = 0; i < SHADES; ++i) {
    colour_of(i / (SHADES - 1.0), map, table + (size_t)4 * (size_t)i);
    table[4 * i + 3] = 255;
  }
}

static unsigned char shade_of(double v) {
  return isnan(v) ? NOTHING : (unsigned char)lround((SHADES - 1) * fmin(fmax(v, 0), 1));
}

static void put_base64(FILE *file, const unsigned char *bytes, size_t size) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    const unsigned a = bytes[i];
    const unsigned b = i + 1 < size ? bytes[i + 1] : 0;
    const unsigned c = i + 2 < size ? bytes[i + 2] : 0;
    const unsigned word = a << 16 | b << 8 | c;
    fputc(letters[word >> 18], file);
    fputc(letters[word >> 12 & 63], file);
    fputc(i + 1 < size ? letters[word >> 6 & 63] : '=', file);
    fputc(i + 2 < size ? letters[word & 63] : '=', file);
  }
}

// Pixels along one side of a cell of the field: as many as the picture has at least, and more where
// cells are large, so that a viewer that smooths images leaves them sharp.
static int pixels_of_cell(double shown, int cells) {
  const double size = shown / cells;
  return size > 3 ? (int)ceil(1.5 * size) : size > 1 ? (int)ceil(size) : 1;
}

// The shades of a field, each as a rectangle of nx by ny pixels; NULL if memory is out.
static unsigned char *make_pixels(const double *field, int width, int height, int nx, int ny) {
  const size_t line = (size_t)width * (size_t)nx;
  unsigned char *pixels = drawing_take(line, (size_t)height * (size_t)ny);
  for (int y = 0; pixels != NULL && y < height; ++y) {
    unsigned char *first = pixels + line * (size_t)y * (size_t)ny;
    for (int x = 0; x < width; ++x)
      memset(first + (size_t)x * (size_t)nx, shade_of(field[(size_t)y * (size_t)width + (size_t)x]),
             (size_t)nx);
    for (int i = 1; i < ny; ++i)
      memcpy(first + line * (size_t)i, first, line);
  }
  return pixels;
}

bool image_write(FILE *file, double x, double y, double w, double h, const double *field, int width,
                 int height, colours map) {
  const int nx = pixels_of_cell(w, width);
  const int ny = pixels_of_cell(h, height);
  unsigned char table[4 * ENTRIES];
  unsigned char *pixels = make_pixels(field, width, height, nx, ny);
  fill_table(map, table);
  png_image image = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)width * (png_uint_32)nx,
                     .height = (png_uint_32)height * (png_uint_32)ny,
                     .format = PNG_FORMAT_RGBA_COLORMAP,
                     .colormap_entries = ENTRIES};
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  unsigned char *png = pixels != NULL ? drawing_take(1, size) : NULL;
  const bool good =
      png != NULL && png_image_write_to_memory(&image, png, &size, 0, pixels, 0, table) != 0;
  if (!good)
    drawing_lacks_memory();
  if (good) {
    print_to(file,
             "<image class=\"map\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
             "preserveAspectRatio=\"none\" href=\"data:image/png;base64,",
             x, y, w, h);
    put_base64(file, png, size);
    fputs("\"/>\n", file);
  }
  free(png);
  free(pixels);
  return good;
}

enum { BAR_STEPS = 64, BAR_GAP = 14, BAR_WIDTH = 12 };

// The ticks of a bar of colours and their numbers.
static void bar_ticks(const panel *p, double low, double high, bool square_root, double factor) {
  const double x = p->x + p->width + BAR_GAP + BAR_WIDTH + 4;
  const double step = axis_step(high - low, (int)fmax(p->height / 45, 2));
  const double first = ceil(low / step - 1e-9);
  double last = INFINITY;
  for (int i = 0; i < BAR_STEPS && (first + i) * step <= high + 1e-9 * step; ++i) {
    char text[32];
    const double share = fmax(((first + i) * step - low) / (high - low), 0);
    const double y = p->y + p->height * (1 - (square_root ? sqrt(share) : share));
    if (last - y < 13) // no room for the number
      continue;
    last = y;
    axis_number((first + i) * step * factor, step * factor, text, sizeof text);
    svg_text(p->file, x, y + 4, "start", "bar-tick", text);
  }
}

// Of a map that has one value everywhere: that value.
static void bar_value(const panel *p, double value) {
  char text[32];
  print_in(text, sizeof text, "%.4g", value);
  svg_text(p->file, p->x + p->width + BAR_GAP + BAR_WIDTH + 4, p->y + p->height / 2 + 4, "start",
           "bar-tick", text);
}

void colour_bar(const panel *p, double low, double high, bool square_root, colours map,
                const char *label) {
  double field[BAR_STEPS];
  const double x = p->x + p->width + BAR_GAP;
  const unit_scale scale = unit_scale_for(label, fmax(fabs(low), fabs(high)));
  for (int i = 0; i < BAR_STEPS; ++i)
    field[i] = high > low ? 1 - i / (BAR_STEPS - 1.0) : 0.5;
  image_write(p->file, x, p->y, BAR_WIDTH, p->height, field, 1, BAR_STEPS, map);
  print_to(p->file,
           "<rect class=\"frame bar\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n", x,
           p->y, BAR_WIDTH, p->height);
  if (high > low)
    bar_ticks(p, low, high, square_root, scale.factor);
  else
    bar_value(p, low * scale.factor);
  svg_text(p->file, x + BAR_WIDTH + COLOUR_BAR_ROOM - BAR_GAP - BAR_WIDTH, p->y - 8, "end",
           "bar-label", scale.label);
}
