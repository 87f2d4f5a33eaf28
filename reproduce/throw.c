// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One mass and a wall, thrown in the engine and kept sample by sample.

#include "reproduce/impact.h"

#include "plot/svg.h"

#include <carom/file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool take_room(trace *t, int room) {
  *t = (trace){.t = calloc((size_t)room * 5, sizeof *t->t)};
  if (t->t == NULL)
    return false;
  t->x = t->t + room;
  t->v = t->x + room;
  t->f = t->v + room;
  t->H = t->f + room;
  return true;
}

void trace_free(trace *t) {
  free(t->t);
  *t = (trace){0};
}

static double energy(const carom_impact *p, double x, double v, double gravity) {
  const double n = p->exponent + 1;
  const double stored = x > 0 ? p->stiffness * pow(x, n) / n : 0;
  return p->mass * v * v / 2 + stored - p->mass * gravity * x;
}

static carom_model *compile(const throw *of) {
  char text[640];
  carom_error error;
  carom_model *model = NULL;
  const carom_impact *p = &of->impact;
  carom_scene *scene = carom_scene_new(NULL);
  snprintf(text, sizeof text,
           "{carom: 1, rate: %.17g, gravity: %.17g, solver: {method: %s, corrections: %s}, "
           "bodies: {mass: {type: mass, mass: %.17g, velocity: %.17g}, wall: {type: barrier}}, "
           "contacts: {hit: {type: collision, below: wall, above: mass, stiffness: %.17g, "
           "exponent: %.17g, damping: %.17g}}, outputs: {x: {of: hit, quantity: overlap}, "
           "v: {of: mass, quantity: velocity}, f: {of: hit, quantity: force}}}",
           of->rate, of->gravity, of->method, of->corrections, p->mass, -p->speed_in, p->stiffness,
           p->exponent, p->damping);
  if (scene != NULL && carom_scene_parse(scene, "impact", text, strlen(text), &error) == CAROM_OK)
    carom_model_compile(scene, NULL, &model, &error);
  carom_scene_free(scene);
  return model;
}

static void note_sample(const throw *of, trace *to, const carom_state *state) {
  const int n = to->count++;
  to->t[n] = n / of->rate;
  to->x[n] = carom_output(state, 0);
  to->v[n] = -carom_output(state, 1);
  to->f[n] = carom_output(state, 2);
  to->H[n] = energy(&of->impact, to->x[n], to->v[n], of->gravity);
  to->deepest = fmax(to->deepest, to->x[n]);
  if (n > 0)
    to->rise = fmax(to->rise, to->H[n] - to->H[n - 1]);
}

static void note_bounces(trace *to, const carom_model *model, carom_state *state) {
  carom_event e;
  while (carom_state_next_event(model, state, &e)) {
    if (to->bounces == 0)
      to->time = e.end - e.begin;
    if (to->bounces < MOST_BOUNCES) {
      to->begin[to->bounces] = e.begin;
      to->speed_out[to->bounces++] = e.speed_out;
    }
  }
}

// Until the given time, or two samples beyond the first impact.
bool trace_run(const throw *of, trace *to) {
  const double longest =
      of->until > 0 ? of->until : 10 * carom_impact_solve(&of->impact).contact_time;
  const int room = (int)(longest * of->rate) + 3;
  carom_model *model = compile(of);
  carom_state *state = model != NULL ? carom_state_new(model, NULL) : NULL;
  const bool good = take_room(to, room) && state != NULL;
  int after = 0;
  while (good && to->count < room && after < 3) {
    carom_step(model, state);
    note_sample(of, to, state);
    note_bounces(to, model, state);
    after += of->until == 0 && to->bounces > 0;
  }
  carom_state_free(state);
  carom_model_free(model);
  return good;
}

bool trace_exact(const carom_impact *of, int count, trace *to) {
  const carom_rebound r = carom_impact_solve(of);
  if (!take_room(to, count))
    return false;
  to->count = count;
  to->deepest = r.compression;
  to->time = r.contact_time;
  for (int i = 0; i < count; ++i) {
    // Evenly in an angle, so that the ends, where the compression is steep, are round.
    const double way = (1 - cos(3.14159265358979323846 * i / (count - 1))) / 2;
    to->v[i] = of->speed_in - (of->speed_in + r.speed_out) * way;
    to->t[i] = carom_impact_time(of, to->v[i]);
    to->x[i] = carom_impact_compression(of, to->v[i]);
    to->f[i] = carom_impact_force(of, to->v[i]);
    to->H[i] = energy(of, to->x[i], to->v[i], 0);
  }
  return true;
}

// --- Pictures -----------------------------------------------------------------------------------

static void draw_chart(FILE *file, const chart *c, panel p) {
  double range[4] = {INFINITY, -INFINITY, INFINITY, -INFINITY};
  for (int i = 0; i < c->curves; ++i)
    for (int n = 0; n < c->curve[i].count; ++n) {
      range[0] = fmin(range[0], c->curve[i].x[n]);
      range[1] = fmax(range[1], c->curve[i].x[n]);
      range[2] = fmin(range[2], c->curve[i].y[n]);
      range[3] = fmax(range[3], c->curve[i].y[n]);
    }
  p.file = file;
  panel_range_x(&p, range[0], range[1]);
  panel_range(&p, range[2], range[3]);
  panel_axes(&p, c->x_label, c->y_label);
  double place = 110;
  for (int i = 0; i < c->curves; ++i) {
    panel_line(&p, c->curve[i].x, c->curve[i].y, c->curve[i].count, c->curve[i].colour, 0.9);
    if (c->curve[i].name == NULL)
      continue;
    panel_legend(&p, place, c->curve[i].colour, c->curve[i].name);
    place += 34 + 7 * (double)strlen(c->curve[i].name);
  }
}

void report_chart(report *r, const char *title, const chart *charts, int count, bool wide) {
  enum { ROW = 300 };
  size_t bytes = 0;
  FILE *file = open_memstream(&r->picture, &bytes);
  if (file == NULL)
    return;
  const int rows = wide ? count : (count + 1) / 2;
  svg_begin(file, 900, 50 + ROW * rows, title);
  for (int i = 0; i < count; ++i) {
    const int row = wide ? i : i / 2;
    draw_chart(file, &charts[i],
               (panel){.x = wide || i % 2 == 0 ? 80 : 530,
                       .y = 60 + ROW * row,
                       .width = wide ? 790 : 345,
                       .height = ROW - 70});
  }
  svg_end(file);
  if (fclose(file) != 0)
    report_free(r);
}
