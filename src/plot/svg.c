// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Panels, axes, lines and bands as SVG.

#include "plot/svg.h"

#include <math.h>

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

void svg_text(FILE *file, double x, double y, const char *anchor, const char *style,
              const char *text) {
  fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor,
          style);
  put_escaped(file, text);
  fputs("</text>\n", file);
}

void svg_begin(FILE *file, int width, int height, const char *title) {
  fprintf(
      file,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
      "viewBox=\"0 0 %d %d\" role=\"img\">\n"
      "<style>\n"
      "  text { font: 12px system-ui, sans-serif; fill: #333; }\n"
      "  .title { font-size: 15px; font-weight: 600; } .note { font-size: 11px; opacity: 0.75; }\n"
      "  .frame { fill: none; stroke: #999; } .grid { stroke: #ddd; }\n"
      "  .paper { fill: #fff; }\n"
      "  .c0 { color: #1f6fb4; } .c1 { color: #d9601a; } .c2 { color: #2b8a3e; }\n"
      "  .c3 { color: #b02a37; } .c4 { color: #7048a8; } .c5 { color: #8a6d1f; }\n"
      "  .c6 { color: #c2418e; } .c7 { color: #666; }\n"
      "  .line { fill: none; stroke: currentColor; stroke-width: 1.3; stroke-linejoin: round; }\n"
      "  .band { stroke: none; fill: currentColor; fill-opacity: 0.75; }\n"
      "  @media (prefers-color-scheme: dark) {\n"
      "    text { fill: #ddd; } .paper { fill: #16181c; } .frame { stroke: #777; }\n"
      "    .grid { stroke: #333; } .c0 { color: #5aa9e6; } .c1 { color: #ff9a5c; }\n"
      "    .c2 { color: #69c47a; } .c3 { color: #ff6b78; } .c4 { color: #b197fc; }\n"
      "    .c5 { color: #d6b656; } .c6 { color: #f28bc6; } .c7 { color: #aaa; }\n"
      "  }\n"
      "</style>\n<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n",
      width, height, width, height, width, height);
  svg_text(file, 16, 20, "start", "title", title);
}

void svg_end(FILE *file) {
  fputs("</svg>\n", file);
}

static void add_margin(double low, double high, double *from, double *to) {
  const double span = high - low;
  const double least = 1e-12 * fmax(fabs(low), fabs(high));
  const double margin = span > least ? 0.06 * span : fmax(least, 1e-300) + 0.1 * fabs(high);
  *from = low - margin;
  *to = high + margin;
  if (!(*to > *from)) {
    *from = -1;
    *to = 1;
  }
}

void panel_range(panel *p, double low, double high) {
  add_margin(low, high, &p->bottom, &p->top);
}

void panel_range_x(panel *p, double low, double high) {
  add_margin(low, high, &p->left, &p->right);
}

double panel_x(const panel *p, double x) {
  return p->x + p->width * (x - p->left) / (p->right - p->left);
}

double panel_y(const panel *p, double y) {
  return p->y + p->height * (p->top - y) / (p->top - p->bottom);
}

enum { MOST_TICKS = 50 }; // whatever the numbers are

// 1, 2 or 5 times a power of ten, about `count` steps in the span.
static double tick_step(double span, int count) {
  const double rough = span / count;
  const double power = pow(10, floor(log10(rough)));
  const double digit = rough / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

void panel_frame(const panel *p, const char *x_label, const char *y_label) {
  fprintf(p->file, "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
          p->x, p->y, p->width, p->height);
  svg_text(p->file, p->x + p->width, p->y + p->height + 32, "end", "label", x_label);
  svg_text(p->file, p->x, p->y - 8, "start", "label", y_label);
}

static void put_ticks_x(const panel *p) {
  char text[32];
  const double dx = tick_step(p->right - p->left, p->width < 500 ? 4 : 8);
  const double first_x = ceil(p->left / dx);
  for (int i = 0; i < MOST_TICKS && (first_x + i) * dx <= p->right + 1e-9 * dx; ++i) {
    const double x = (first_x + i) * dx;
    fprintf(p->file, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", panel_x(p, x), p->y,
            p->y + p->height);
    snprintf(text, sizeof text, "%g", x);
    svg_text(p->file, panel_x(p, x), p->y + p->height + 16, "middle", "tick", text);
  }
}

void panel_time_axis(const panel *p, const char *x_label, const char *y_label) {
  put_ticks_x(p);
  panel_frame(p, x_label, y_label);
}

void panel_axes(const panel *p, const char *x_label, const char *y_label) {
  char text[32];
  put_ticks_x(p);
  const double dy = tick_step(p->top - p->bottom, 4);
  const double first_y = ceil(p->bottom / dy);
  for (int i = 0; i < MOST_TICKS && (first_y + i) * dy <= p->top + 1e-9 * dy; ++i) {
    const double y = (first_y + i) * dy;
    fprintf(p->file, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", p->x, panel_y(p, y),
            p->x + p->width);
    snprintf(text, sizeof text, "%g", y);
    svg_text(p->file, p->x - 6, panel_y(p, y) + 4, "end", "tick", text);
  }
  panel_frame(p, x_label, y_label);
}

void panel_line(const panel *p, const double *x, const double *y, int count, int colour,
                double opacity) {
  fprintf(p->file, "<path class=\"line c%d\" stroke-opacity=\"%.2f\" d=\"", colour % 8, opacity);
  const char *move = "M";
  for (int i = 0; i < count; ++i) {
    if (!isfinite(y[i]) || !isfinite(x[i])) {
      move = "M";
      continue;
    }
    fprintf(p->file, "%s%.1f %.1f", move, panel_x(p, x[i]), panel_y(p, y[i]));
    move = "L";
  }
  fputs("\"/>\n", p->file);
}

void panel_dot(const panel *p, double x, double y, int colour) {
  fprintf(p->file, "<path class=\"line c%d\" d=\"M%.1f %.1fh1\"/>\n", colour % 8,
          panel_x(p, x) - 0.5, panel_y(p, y));
}

void panel_band(const panel *p, const double *x, const double *low, const double *high, int count,
                int colour) {
  fprintf(p->file, "<path class=\"band c%d\" d=\"", colour % 8);
  const char *move = "M";
  for (int i = 0; i < count; ++i) {
    fprintf(p->file, "%s%.1f %.1f", move, panel_x(p, x[i]), panel_y(p, high[i]) - 0.4);
    move = "L";
  }
  for (int i = count - 1; i >= 0; --i)
    fprintf(p->file, "L%.1f %.1f", panel_x(p, x[i]), panel_y(p, low[i]) + 0.4);
  fputs("Z\"/>\n", p->file);
}

void panel_legend(const panel *p, double place, int colour, const char *text) {
  fprintf(p->file, "<path class=\"line c%d\" d=\"M%.1f %.1fh18\"/>\n", colour % 8, p->x + place,
          p->y - 12);
  svg_text(p->file, p->x + place + 23, p->y - 8, "start", "label", text);
}
