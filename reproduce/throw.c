// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mass and a wall as a scene of the engine, recorded sample by sample; and its closed form.

#include "reproduce/throw.h"

#include <carom/file.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool allocate(throw *t, int room) {
  *t = (throw){.t = calloc((size_t)room * 5, sizeof *t->t)};
  if (t->t == NULL)
    return false;
  t->x = t->t + room;
  t->v = t->x + room;
  t->f = t->v + room;
  t->H = t->f + room;
  return true;
}

void throw_free(throw *t) {
  free(t->t);
  *t = (throw){0};
}

static double energy(const carom_hunt_crossley *p, double x, double v, double gravity) {
  const double n = p->exponent + 1;
  const double stored = x > 0 ? p->stiffness * pow(x, n) / n : 0;
  return p->mass * v * v / 2 + stored - p->mass * gravity * x;
}

static carom_model *compile(const throw_setup *of) {
  char text[640];
  carom_error error;
  carom_model *model = NULL;
  const carom_hunt_crossley *p = &of->impact;
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
    model = carom_model_compile(scene, NULL, &error);
  carom_scene_free(scene);
  return model;
}

static void record_sample(const throw_setup *of, throw *to, const carom_model *model,
                          const carom_state *state) {
  const int n = to->count++;
  to->t[n] = n / of->rate;
  to->x[n] = carom_output(model, state, 0);
  to->v[n] = -carom_output(model, state, 1);
  to->f[n] = carom_output(model, state, 2);
  to->H[n] = energy(&of->impact, to->x[n], to->v[n], of->gravity);
  to->deepest = fmax(to->deepest, to->x[n]);
  if (n > 0)
    to->rise = fmax(to->rise, to->H[n] - to->H[n - 1]);
}

static void record_bounces(throw *to, const carom_model *model, carom_state *state) {
  carom_impact e;
  while (carom_state_next_impact(model, state, &e)) {
    if (to->bounces == 0)
      to->time = e.end - e.begin;
    if (to->bounces < MOST_BOUNCES) {
      to->begin[to->bounces] = e.begin;
      to->speed_out[to->bounces++] = e.speed_out;
    }
  }
}

// Until the given time, or two samples beyond the first impact.
bool throw_run(const throw_setup *of, throw *to) {
  const double longest =
      of->until > 0 ? of->until : 10 * carom_hunt_crossley_solve(&of->impact).contact_time;
  const int room = (int)(longest * of->rate) + 3;
  carom_model *model = compile(of);
  carom_state *state = model != NULL ? carom_state_new(model, NULL) : NULL;
  const bool good = allocate(to, room) && state != NULL;
  int after = 0;
  while (good && to->count < room && after < 3) {
    carom_step(model, state);
    record_sample(of, to, model, state);
    record_bounces(to, model, state);
    after += of->until == 0 && to->bounces > 0;
  }
  carom_state_free(state);
  carom_model_free(model);
  return good;
}

bool throw_closed_form(const carom_hunt_crossley *of, int count, throw *to) {
  const carom_rebound r = carom_hunt_crossley_solve(of);
  if (!allocate(to, count))
    return false;
  to->count = count;
  to->deepest = r.compression;
  to->time = r.contact_time;
  for (int i = 0; i < count; ++i) {
    // Spaced evenly in an angle (Chebyshev points): dense at the ends, where the compression is
    // steep.
    const double way = (1 - cos(3.14159265358979323846 * i / (count - 1))) / 2;
    to->v[i] = of->speed_in - (of->speed_in + r.speed_out) * way;
    to->t[i] = carom_hunt_crossley_time(of, to->v[i]);
    to->x[i] = carom_hunt_crossley_compression(of, to->v[i]);
    to->f[i] = carom_hunt_crossley_force(of, to->v[i]);
    to->H[i] = energy(of, to->x[i], to->v[i], 0);
  }
  return true;
}
