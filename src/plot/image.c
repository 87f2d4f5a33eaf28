// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers to colours to PNG to base64.

#include "plot/image.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

static void colour_of(double v, colours map, unsigned char rgb[3]) {
  // Black, violet, red, orange, pale yellow; or blue, white, red.
  static const double heat[5][3] = {
      {4, 6, 20}, {80, 18, 110}, {190, 50, 70}, {248, 140, 30}, {252, 250, 190}};
  static const double both[5][3] = {
      {20, 60, 140}, {110, 160, 215}, {247, 247, 247}, {235, 130, 100}, {165, 20, 40}};
  const double(*stops)[3] = map == COLOURS_HEAT ? heat : both;
  const double place = 4 * fmin(fmax(isnan(v) ? 0 : v, 0), 1);
  const int i = place >= 4 ? 3 : (int)place;
  for (int c = 0; c < 3; ++c)
    rgb[c] = (unsigned char)lround(stops[i][c] + (place - i) * (stops[i + 1][c] - stops[i][c]));
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

bool image_write(FILE *file, double x, double y, double w, double h, const double *field, int width,
                 int height, colours map) {
  const size_t count = (size_t)width * (size_t)height;
  unsigned char *pixels = malloc(3 * count);
  if (pixels == NULL)
    return false;
  for (size_t i = 0; i < count; ++i)
    colour_of(field[i], map, pixels + 3 * i);
  png_image image = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)width,
                     .height = (png_uint_32)height,
                     .format = PNG_FORMAT_RGB};
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  unsigned char *png = malloc(size);
  const bool good =
      png != NULL && png_image_write_to_memory(&image, png, &size, 0, pixels, 0, NULL) != 0;
  if (good) {
    fprintf(file,
            "<image x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
            "preserveAspectRatio=\"none\" href=\"data:image/png;base64,",
            x, y, w, h);
    put_base64(file, png, size);
    fputs("\"/>\n", file);
  }
  free(png);
  free(pixels);
  return good;
}
