// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// mechanism.svg: links, felts and strings in their plane, which move in a browser, and below them
// when contacts touch. A link is drawn as the shortest tree through its pin, its marks and the ends
// of its felts. Stills show one instant each.

#include "io/print.h"
#include "plot/plots.h"
#include "plot/series.h"
#include "plot/units.h"
#include <math.h>
#include <string.h>

enum {
  VIEW_X = 20,
  VIEW_Y = PICTURE_HEAD,
  VIEW_WIDTH = 860,
  VIEW_MOST = 460,
  ROW = 13,
  MOST_ROWS = 20
};

static const double lasts = 10; // s, the moving picture

/// How the plane lies in the picture, and which instant is drawn: -1 for all, moving.
typedef struct {
  FILE *file;
  const results *r;
  double left, right, bottom, top; // m
  double scale;                    // pixels per metre
  long long row;
} view;

static const numeric_table *frames_of(const view *v, const result_link *l) {
  return &v->r->snapshot[l->snapshot].shapes;
}

// The rows of a still, or the first of those that move.
static long long shown(const view *v, const numeric_table *t) {
  const long long row = v->row < 0 ? 0 : v->row;
  return row < t->rows ? row : t->rows - 1;
}

// --- What is in sight ---------------------------------------------------------------------------

static void widen(view *v, double x, double y, double margin) {
  v->left = fmin(v->left, x - margin);
  v->right = fmax(v->right, x + margin);
  v->bottom = fmin(v->bottom, y - margin);
  v->top = fmax(v->top, y + margin);
}

static void widen_link(view *v, const result_link *l) {
  const numeric_table *t = frames_of(v, l);
  for (long long i = 0; i < t->rows; ++i)
    for (int p = 0; p < l->points; ++p) {
      const double *at = t->values + i * t->columns + (l->point[p][0] >= l->head ? 4 : 1);
      const double x = l->point[p][0];
      const double y = l->point[p][1];
      widen(v, at[0] + cos(at[2]) * x - sin(at[2]) * y, at[1] + sin(at[2]) * x + cos(at[2]) * y,
            0.005);
    }
}

// Strings go on beyond it.
static view view_of(FILE *file, const results *r, long long row) {
  const result_mechanism *m = r->mechanism;
  view v = {.file = file,
            .r = r,
            .left = INFINITY,
            .right = -INFINITY,
            .bottom = INFINITY,
            .top = -INFINITY,
            .row = row};
  for (int i = 0; i < m->links; ++i)
    widen_link(&v, &m->link[i]);
  for (int i = 0; i < m->segments; ++i)
    if (m->segment[i].link < 0 && !m->segment[i].string) {
      widen(&v, m->segment[i].from[0], m->segment[i].from[1], 0.005);
      widen(&v, m->segment[i].to[0], m->segment[i].to[1], 0.005);
    } else if (m->segment[i].string)
      widen(&v, (v.left + v.right) / 2, m->segment[i].from[1], 0.005);
  if (!(v.right > v.left) || !(v.top > v.bottom) || !isfinite(v.right - v.left))
    v.left = v.bottom = 0, v.right = v.top = 1;
  v.scale = fmin(VIEW_WIDTH / (v.right - v.left), VIEW_MOST / (v.top - v.bottom));
  return v;
}

// --- Links --------------------------------------------------------------------------------------

// Values of one or two columns at all instants, angles in degrees.
static void put_values(const view *v, const numeric_table *t, int column, bool angle) {
  for (long long i = 0; i < t->rows; ++i) {
    const double a = series_value(t, i, column);
    fputs(i > 0 ? ";" : "", v->file);
    if (angle)
      print_to(v->file, "%.5g", a * 180 / 3.141592653589793);
    else
      print_to(v->file, "%.6g %.6g", a, series_value(t, i, column + 1));
  }
}

static bool moves(const numeric_table *t, int column) {
  double low = 0;
  double high = 0;
  series_range(t, column, &low, &high);
  return high > low;
}

static void animate(const view *v, const numeric_table *t, int column, const char *kind) {
  const bool angle = kind[0] == 'r';
  if (v->row >= 0 || !(moves(t, column) || (!angle && moves(t, column + 1))))
    return;
  print_to(v->file,
           "<animateTransform attributeName=\"transform\" type=\"%s\" dur=\"%gs\" "
           "repeatCount=\"indefinite\" values=\"",
           kind, lasts);
  put_values(v, t, column, angle);
  fputs("\"/>\n", v->file);
}

// Opens a group in a link's frame, or its head's.
static void begin_frame(const view *v, const result_link *l, bool head) {
  const numeric_table *t = frames_of(v, l);
  const int column = head ? 4 : 1;
  const double *at = t->values + shown(v, t) * t->columns + column;
  print_to(v->file, "<g transform=\"translate(%.6g %.6g)\">\n", at[0], at[1]);
  animate(v, t, column, "translate");
  print_to(v->file, "<g transform=\"rotate(%.5g)\">\n", at[2] * 180 / 3.141592653589793);
  animate(v, t, column + 2, "rotate");
}

static void put_stroke(const view *v, const double from[2], const double to[2], double pixels) {
  print_to(v->file,
           "<line x1=\"%.6g\" y1=\"%.6g\" x2=\"%.6g\" y2=\"%.6g\" stroke=\"currentColor\" "
           "stroke-width=\"%.4g\" stroke-linecap=\"round\"/>\n",
           from[0], from[1], to[0], to[1], pixels / v->scale);
}

static double distance(const double a[2], const double b[2]) {
  return hypot(a[0] - b[0], a[1] - b[1]);
}

// The shortest tree through the points of one frame (Prim).
static void put_tree(const view *v, const result_link *l, bool head) {
  int left[MAX_LINK_POINTS]; // not reached yet
  int nearest[MAX_LINK_POINTS];
  int count = 0;
  for (int i = 0; i < l->points; ++i)
    if ((l->point[i][0] >= l->head) == head)
      left[count++] = i;
  if (count == 0)
    return;
  const int first = left[--count];
  for (int i = 0; i < count; ++i)
    nearest[i] = first;
  while (count > 0) {
    int best = 0;
    for (int i = 1; i < count; ++i)
      if (distance(l->point[left[i]], l->point[nearest[i]]) <
          distance(l->point[left[best]], l->point[nearest[best]]))
        best = i;
    const int reached = left[best];
    put_stroke(v, l->point[nearest[best]], l->point[reached], 5);
    left[best] = left[--count];
    nearest[best] = nearest[count];
    for (int i = 0; i < count; ++i)
      if (distance(l->point[left[i]], l->point[reached]) <
          distance(l->point[left[i]], l->point[nearest[i]]))
        nearest[i] = reached;
  }
}

static void put_circles(const view *v, int link, bool head) {
  const result_mechanism *m = v->r->mechanism;
  for (int i = 0; i < m->circles; ++i)
    if (m->circle[i].link == link && (m->circle[i].at[0] >= m->link[link].head) == head)
      print_to(v->file,
               "<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%.6g\" fill=\"currentColor\" "
               "fill-opacity=\"0.35\"/>\n",
               m->circle[i].at[0], m->circle[i].at[1], m->circle[i].radius);
}

static void put_segments(const view *v, int link, bool head) {
  const result_mechanism *m = v->r->mechanism;
  for (int i = 0; i < m->segments; ++i) {
    const result_segment *s = &m->segment[i];
    if (s->link == link && (link < 0 || (s->from[0] >= m->link[link].head) == head))
      put_stroke(v, s->from, s->to, s->string ? 1.5 : 3);
  }
}

static void put_link(const view *v, int link) {
  const result_link *l = &v->r->mechanism->link[link];
  for (int head = 0; head < (isfinite(l->head) ? 2 : 1); ++head) {
    begin_frame(v, l, head != 0);
    put_tree(v, l, head != 0);
    if (head == 0 && isfinite(l->head)) // the shank itself
      put_stroke(v, (const double[2]){l->shank, 0}, (const double[2]){l->head, 0}, 5);
    put_segments(v, link, head != 0);
    put_circles(v, link, head != 0);
    if (head == 0)
      print_to(
          v->file,
          "<circle r=\"%.4g\" class=\"paper\" stroke=\"currentColor\" stroke-width=\"%.4g\"/>\n",
          3.5 / v->scale, 1.5 / v->scale);
    fputs("</g></g>\n", v->file);
  }
}

// --- The picture --------------------------------------------------------------------------------

static void put_plane(const view *v) {
  const double height = v->scale * (v->top - v->bottom);
  const double width = v->scale * (v->right - v->left);
  const double x = VIEW_X + (VIEW_WIDTH - width) / 2;
  print_to(
      v->file,
      "<clipPath id=\"view\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%.1f\"/></clipPath>\n"
      "<g clip-path=\"url(#view)\"><g transform=\"matrix(%.6g 0 0 %.6g %.6g %.6g)\">\n<g "
      "class=\"c7\">\n",
      VIEW_X, VIEW_Y, VIEW_WIDTH, height, v->scale, -v->scale, x - v->scale * v->left,
      VIEW_Y + v->scale * v->top);
  put_segments(v, -1, false);
  fputs("</g>\n", v->file);
  for (int i = 0; i < v->r->mechanism->links; ++i) {
    fprintf(v->file, "<g class=\"c%d\">\n", i % 7);
    put_link(v, i);
    fputs("</g>\n", v->file);
  }
  fputs("</g></g>\n", v->file);
  double place = 0;
  for (int i = 0; i < v->r->mechanism->links && place < VIEW_WIDTH - 80; ++i) {
    const char *name = v->r->mechanism->link[i].name;
    print_to(v->file,
             "<path class=\"c%d\" stroke=\"currentColor\" stroke-width=\"5\" d=\"M%.1f %dh18\"/>\n",
             i % 7, VIEW_X + place, VIEW_Y - 12);
    svg_text(v->file, VIEW_X + place + 24, VIEW_Y - 8, "start", "legend", name);
    place += panel_legend_width(name);
  }
}

// A length of 1, 2 or 5 times a power of ten, in the lower right corner.
static void put_ruler(const view *v) {
  const double length = axis_step(v->right - v->left, 8);
  const double x = VIEW_X + VIEW_WIDTH - v->scale * length - 8;
  const double y = VIEW_Y + v->scale * (v->top - v->bottom) - 8;
  char text[48];
  print_to(v->file, "<path class=\"line ruler c7\" d=\"M%.1f %.1fv6m0 -3h%.1fm0 -3v6\"/>\n", x,
           y - 3, v->scale * length);
  svg_text(v->file, x + v->scale * length / 2, y - 8, "middle", "ruler-text",
           unit_text(length, "m", text, sizeof text));
}

// --- When contacts touch ------------------------------------------------------------------------

// The contacts of the events, in the order of their first touch.
static int contacts_of(const results *r, const char *names[MOST_ROWS]) {
  int count = 0;
  for (int i = 0; i < r->events; ++i) {
    bool known = false;
    for (int j = 0; j < count; ++j)
      known = known || strcmp(names[j], r->event[i].contact) == 0;
    if (!known && count < MOST_ROWS)
      names[count++] = r->event[i].contact;
  }
  return count;
}

static void put_touches(const panel *p, const results *r, const char *contact, double y) {
  fprintf(p->file, "<path class=\"c0\" stroke=\"currentColor\" stroke-width=\"7\" d=\"");
  for (int i = 0; i < r->events; ++i)
    if (strcmp(r->event[i].contact, contact) == 0) {
      const double end = isfinite(r->event[i].end) ? r->event[i].end : p->right;
      const double length = panel_x(p, end) - panel_x(p, r->event[i].begin);
      print_to(p->file, "M%.1f %.1fh%.1f", panel_x(p, r->event[i].begin), y, fmax(length, 1));
    }
  fputs("\"/>\n", p->file);
  svg_text(p->file, p->x - 6, y + 4, "end", "row", contact);
}

// A line at the instant that is drawn, or that moves with the links.
static void put_cursor(const view *v, const panel *p) {
  const numeric_table *t = frames_of(v, &v->r->mechanism->link[0]);
  const double from = panel_x(p, series_value(t, shown(v, t), 0));
  const double to = panel_x(p, series_value(t, t->rows - 1, 0));
  print_to(v->file, "<path class=\"line c1\" d=\"M0 %.1fv%.1f\" transform=\"translate(%.1f 0)\">\n",
           p->y, p->height, from);
  if (v->row < 0)
    print_to(v->file,
             "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"%gs\" "
             "repeatCount=\"indefinite\" values=\"%.1f 0;%.1f 0\"/>\n",
             lasts, from, to);
  fputs("</path>\n", v->file);
}

static void put_times(const view *v, const char *const names[], int rows, double y) {
  const numeric_table *t = frames_of(v, &v->r->mechanism->link[0]);
  panel p = time_panel(v->file, y, ROW * rows + 4);
  char label[160];
  p.right = series_end(t);
  p.bottom = 0;
  p.top = 10; // no ticks on the side, which has names
  if (v->row < 0)
    print_in(label, sizeof label,
             "contacts that touch; the picture moves %.3g times slower than life, in a browser",
             lasts / p.right);
  else
    print_in(label, sizeof label, "contacts that touch; the links at %.4g s",
             series_value(t, shown(v, t), 0));
  panel_row_axes(&p, "time, s", label);
  for (int i = 0; i < rows; ++i)
    put_touches(&p, v->r, names[i], y + ROW * (i + 0.5) + 2);
  put_cursor(v, &p);
}

bool has_mechanism(const results *r) {
  return r->mechanism != NULL && r->mechanism->links > 0;
}

void draw_mechanism_at(FILE *file, const results *r, long long row) {
  const view v = view_of(file, r, row);
  const char *names[MOST_ROWS];
  const int rows = contacts_of(r, names);
  const double plane = v.scale * (v.top - v.bottom);
  svg_begin(file, PICTURE_WIDTH, (int)(VIEW_Y + plane + 40 + ROW * rows + 48), r->title);
  put_plane(&v);
  put_ruler(&v);
  if (rows > 0)
    put_times(&v, names, rows, VIEW_Y + plane + 40);
  else
    svg_text(file, VIEW_X, VIEW_Y + plane + 30, "start", "note", "No contact touches in this run");
}

void draw_mechanism(FILE *file, const results *r) {
  draw_mechanism_at(file, r, -1);
}

long long mechanism_frames_kept(const results *r) {
  return has_mechanism(r) ? r->snapshot[r->mechanism->link[0].snapshot].shapes.rows : 0;
}
