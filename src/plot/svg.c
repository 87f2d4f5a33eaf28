// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Texts, panels, lines and bands as SVG.
//
// The lightness L* of the eight colours differs by 5 and more, that of the first four by 12, on
// paper as on a dark screen, so that curves are told apart in grey; each has dashes of its own as
// well. test/cli/test_picture_parts.py holds them to that.

#include "plot/svg.h"

#include "io/print.h"
#include "plot/drawing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The bytes of the character of UTF-8 at a text that XML may hold; 0 if there is none.
static int character_length(const unsigned char *c) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (c[0] < 0x80)
    return (c[0] >= 0x20 && c[0] < 0x7f) || c[0] == '\t' ? 1 : 0;
  const int length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
  unsigned code = c[0] & (0xffU >> (length + 1));
  for (int i = 1; i < length; ++i) {
    if ((c[i] & 0xc0) != 0x80) // the end of the text is none either
      return 0;
    code = code << 6 | (c[i] & 0x3fU);
  }
  const bool good = c[0] >= 0xc2 && c[0] <= 0xf4 && code >= least[length] && code <= 0x10ffff &&
                    !(code >= 0xd800 && code <= 0xdfff) && (code & 0xfffe) != 0xfffe &&
                    code >= 0xa0;
  return good ? length : 0;
}

// What XML cannot hold, such as control characters, becomes U+FFFD.
static void put_escaped(FILE *file, const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
    const int length = character_length(c);
    if (*c == '<')
      fputs("&lt;", file);
    else if (*c == '>')
      fputs("&gt;", file);
    else if (*c == '&')
      fputs("&amp;", file);
    else if (length == 0)
      fputs("\xef\xbf\xbd", file);
    else
      fwrite(c, 1, (size_t)length, file);
    c += length > 0 ? length : 1;
  }
}

static int count_characters(const char *text) {
  int count = 0;
  for (const char *c = text; *c != '\0'; ++c)
    count += (*c & 0xc0) != 0x80;
  return count;
}

double svg_text_width(const char *text) {
  return 6.9 * count_characters(text);
}

void svg_text(FILE *file, double x, double y, const char *anchor, const char *style,
              const char *text) {
  print_to(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor,
           style);
  put_escaped(file, text);
  fputs("</text>\n", file);
}

int svg_paragraph(FILE *file, double x, double y, int characters, int lines, const char *text) {
  int line = 0;
  while (*text != '\0' && line < lines) {
    char part[240];
    size_t length = strlen(text);
    if (length > (size_t)characters)
      for (length = (size_t)characters; length > 1 && text[length] != ' ';)
        --length;
    if (length <= 1 && strlen(text) > (size_t)characters)
      length = (size_t)characters; // one long word
    const bool cut = line + 1 == lines && text[length] != '\0';
    snprintf(part, sizeof part, "%.*s%s", (int)length, text, cut ? " ..." : "");
    svg_text(file, x, y + 13.0 * line++, "start", "note", part);
    text += length;
    text += *text == ' ' ? 1 : 0;
  }
  return line;
}

static const char style_sheet[] =
    "  text { font: 12px system-ui, sans-serif; fill: #222; }\n"
    "  .title { font-size: 15px; font-weight: 600; } .note { font-size: 11px; fill: #555; }\n"
    "  .frame { fill: none; stroke: #777; } .grid { stroke: #ddd; } .paper { fill: #fff; }\n"
    "  .c0 { color: #09528e; } .c1 { color: #df7322; } .c2 { color: #068141; }\n"
    "  .c3 { color: #6b0214; } .c4 { color: #7645b9; } .c5 { color: #a07a03; }\n"
    "  .c6 { color: #7f0158; } .c7 { color: #252525; }\n"
    "  .s0 { color: #192172; } .s1 { color: #053c62; } .s2 { color: #014f64; }\n"
    "  .s3 { color: #006165; } .s4 { color: #05745d; } .s5 { color: #358634; }\n"
    "  .s6 { color: #848b20; } .s7 { color: #c58b33; }\n"
    "  .line { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round; }\n"
    "  .band { stroke: none; fill: currentColor; } .dot { stroke: none; fill: currentColor; }\n"
    "  .dots { fill: none; stroke: currentColor; stroke-linecap: round; }\n"
    "  .map { image-rendering: optimizeSpeed; image-rendering: pixelated; }\n"
    "  @media (prefers-color-scheme: dark) {\n"
    "    text { fill: #ddd; } .note { fill: #aaa; } .paper { fill: #16181c; }\n"
    "    .frame { stroke: #888; } .grid { stroke: #333; }\n"
    "    .c0 { color: #58a3fd; } .c1 { color: #ffb278; } .c2 { color: #88fdab; }\n"
    "    .c3 { color: #d95252; } .c4 { color: #ca9dfe; } .c5 { color: #facd69; }\n"
    "    .c6 { color: #e362ad; } .c7 { color: #f8f8f8; }\n"
    "    .s0 { color: #fee5b9; } .s1 { color: #cbe277; } .s2 { color: #7add8d; }\n"
    "    .s3 { color: #0dcfb2; } .s4 { color: #0abac8; } .s5 { color: #0ca6d2; }\n"
    "    .s6 { color: #0490e6; } .s7 { color: #7b6fce; }\n"
    "  }\n";

void svg_begin(FILE *file, int width, int height, const char *title) {
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
          "viewBox=\"0 0 %d %d\" role=\"img\">\n<style>\n%s</style>\n"
          "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n",
          width, height, width, height, style_sheet, width, height);
  svg_text(file, 16, 20, "start", "title", title);
}

void svg_end(FILE *file) {
  fputs("</svg>\n", file);
}

const char *svg_dashes(int style) {
  static const char *const dashes[STYLES] = {"none", "7 3",         "3 2", "9 3 2 3",
                                             "13 4", "5 2 1 2 1 2", "2 3", "4 4"};
  if (style >= SEQUENCE)
    return style % 2 == 0 ? "none" : "6 3";
  return dashes[style % STYLES];
}

void svg_class(int style, char text[8]) {
  snprintf(text, 8, "%c%d", style >= SEQUENCE ? 's' : 'c', style % STYLES);
}

// Pixels stay finite whatever numbers a results folder holds.
static double bounded(double pixels) {
  return pixels > 1e5 ? 1e5 : pixels > -1e5 ? pixels : -1e5;
}

double panel_x(const panel *p, double x) {
  return bounded(p->x + p->width * (x - p->left) / (p->right - p->left));
}

double panel_y(const panel *p, double y) {
  return bounded(p->y + p->height * (p->top - y) / (p->top - p->bottom));
}

/// A path under way: the last point written, the one after it that may be left out, and the slopes
/// at which a line from the first passes all points left out by less than SLACK.
typedef struct {
  FILE *file;
  double kept[2], last[2], low, high;
  bool begun, waiting;
} path_pen;

static const double slack = 0.2; // pixels

static void pen_put(path_pen *pen, const double at[2]) {
  print_to(pen->file, "%s%.1f %.1f", pen->begun ? "L" : "M", at[0], at[1]);
  pen->kept[0] = at[0];
  pen->kept[1] = at[1];
  pen->begun = true;
  pen->waiting = false;
  pen->low = -INFINITY;
  pen->high = INFINITY;
}

static void pen_up(path_pen *pen) {
  if (pen->waiting)
    pen_put(pen, pen->last);
  pen->begun = false;
}

// The swinging door: a point is left out while one straight line serves it and those before.
static void pen_to(path_pen *pen, const double at[2]) {
  if (!pen->begun) {
    pen_put(pen, at);
    return;
  }
  double dx = at[0] - pen->kept[0];
  double slope = (at[1] - pen->kept[1]) / dx;
  if (pen->waiting &&
      (dx <= pen->last[0] - pen->kept[0] || slope < pen->low || slope > pen->high)) {
    pen_put(pen, pen->last);
    dx = at[0] - pen->kept[0];
  }
  if (dx <= 0) { // it goes back or straight up
    if (fabs(dx) > slack || fabs(at[1] - pen->kept[1]) > slack)
      pen_put(pen, at);
    return;
  }
  pen->low = fmax(pen->low, (at[1] - slack - pen->kept[1]) / dx);
  pen->high = fmin(pen->high, (at[1] + slack - pen->kept[1]) / dx);
  pen->last[0] = at[0];
  pen->last[1] = at[1];
  pen->waiting = true;
}

void panel_line_with(const panel *p, const double *x, const double *y, int count, int style,
                     const char *attributes) {
  char name[8];
  path_pen pen = {.file = p->file};
  svg_class(style, name);
  fprintf(p->file, "<path class=\"line %s\" %s d=\"", name, attributes);
  for (int i = 0; i < count; ++i) {
    if (isfinite(y[i]) && isfinite(x[i]))
      pen_to(&pen, (const double[2]){panel_x(p, x[i]), panel_y(p, y[i])});
    else
      pen_up(&pen);
  }
  pen_up(&pen);
  fputs("\"/>\n", p->file);
}

void panel_line(const panel *p, const double *x, const double *y, int count, int style,
                double opacity) {
  char attributes[96];
  print_in(attributes, sizeof attributes, "stroke-dasharray=\"%s\" stroke-opacity=\"%.2f\"",
           svg_dashes(style), opacity);
  panel_line_with(p, x, y, count, style, attributes);
}

// Marks a pixel of the panel; false if it was marked before. Beyond the panel all are new.
static bool take_pixel(const panel *p, unsigned char *taken, double x, double y) {
  const double column = floor(x - p->x + 1);
  const double row = floor(y - p->y + 1);
  if (taken == NULL || !(column >= 0 && column < p->width + 2 && row >= 0 && row < p->height + 2))
    return true;
  unsigned char *pixel = &taken[(size_t)row * ((size_t)p->width + 3) + (size_t)column];
  const bool first = *pixel == 0;
  *pixel = 1;
  return first;
}

// One path for all of them. What falls on a pixel that has a dot is left out, and nothing else.
void panel_dots(const panel *p, const double *x, const double *y, int count, int style,
                double size) {
  char name[8];
  unsigned char *taken = drawing_take(((size_t)p->width + 3) * ((size_t)p->height + 3), 1);
  svg_class(style, name);
  print_to(p->file, "<path class=\"dots %s\" style=\"stroke-width: %g\" d=\"", name, size);
  for (int i = 0; i < count; ++i) {
    const double to[2] = {rint(2 * panel_x(p, x[i])) / 2, rint(2 * panel_y(p, y[i])) / 2};
    if (isfinite(to[0]) && isfinite(to[1]) && take_pixel(p, taken, to[0], to[1]))
      print_to(p->file, "M%.1f %.1fh0", to[0], to[1]);
  }
  fputs("\"/>\n", p->file);
  free(taken);
}

void panel_band(const panel *p, const double *x, const double *low, const double *high, int count,
                int style, double opacity) {
  char name[8];
  svg_class(style, name);
  print_to(p->file, "<path class=\"band %s\" fill-opacity=\"%.2f\" d=\"", name, opacity);
  for (int i = 0; i < count; ++i)
    print_to(p->file, "%s%.1f %.1f", i == 0 ? "M" : "L", panel_x(p, x[i]),
             panel_y(p, high[i]) - 0.5);
  for (int i = count - 1; i >= 0; --i)
    print_to(p->file, "L%.1f %.1f", panel_x(p, x[i]), panel_y(p, low[i]) + 0.5);
  fputs("Z\"/>\n", p->file);
}

double panel_legend_width(const char *text) {
  return 48 + svg_text_width(text);
}

void panel_legend(const panel *p, double place, int style, const char *text) {
  char name[8];
  svg_class(style, name);
  print_to(p->file, "<path class=\"line %s\" stroke-dasharray=\"%s\" d=\"M%.1f %.1fh26\"/>\n", name,
           svg_dashes(style), p->x + place, p->y - 12);
  svg_text(p->file, p->x + place + 31, p->y - 8, "start", "legend", text);
}

void panel_legends(const panel *p, const char *const *texts, const int *styles, int count) {
  double width = 0;
  for (int i = 0; i < count; ++i)
    width += panel_legend_width(texts[i]);
  double place = fmax(p->width - width + 16, 0);
  for (int i = 0; i < count; ++i) {
    panel_legend(p, place, styles[i], texts[i]);
    place += panel_legend_width(texts[i]);
  }
}
