// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Coming to rest before t = 0 (theory 16.20). Links fall onto each other under gravity, springs and
// the forces of t = 0, with the step of scheme.c, of which each time its middle is kept,
//
//   (q, v) <- ((q0 + q1) / 2, (v0 + v1) / 2),
//
// which is Euler's implicit method with half the step: it loses energy at every frequency. Whenever
// the kinetic energy has passed a maximum, all stands still for a moment (kinetic damping, P.
// Cundall 1976). Friction is left out, since it holds nothing up for good in its smoothed form, and
// strings follow the felt on them at once: q = F W / omega^2. Steps grow as the motion dies.
// Velocities that a scene gives are those at t = 0.

#include "base/breakpoint.h"
#include "methods/mechanism/mechanism.h"
#include "model/compile.h"
#include <math.h>
#include <string.h>

static const double settle_step = 1e-3;   // s; half of it passes
static const double settle_rest = 1e-6;   // rad/s, m/s: this is rest
static const double settle_still = 1e-12; // nothing moves any more

/// What settling works on.
typedef struct {
  mechanism_system system; // without friction
  mechanism_scratch scratch;
  mechanism_balance balance;
  double q[MAX_COORDINATES], v[MAX_COORDINATES], gain[MAX_COORDINATES];
  double before[2][MAX_COORDINATES];
  double pull[MAX_PULLS];
  double none[MAX_TOUCHES]; // frictions
  double *u, *du;           // modes of strings
} settling;

static void leave_friction(mechanism_system *p) {
  for (int i = 0; i < p->touches; ++i)
    p->touch[i].rub.b1 = 0;
}

// Strings without inertia.
static void leave_inertia(mechanism_system *p, string_mode *to, const string_mode *from) {
  for (int i = 0; i < p->strings; ++i) {
    mechanism_string *s = &p->string[i];
    s->give = 0;
    for (int j = s->first_mode; j < s->first_mode + s->modes; ++j) {
      to[j] = (string_mode){.omega2 = from[j].omega2, .respond = {1 / from[j].omega2, 0}};
      s->give += s->shape * s->shape / from[j].omega2;
    }
  }
}

static void read_forces(const compiler *c, settling *s) {
  for (int i = 0; i < s->system.pulls; ++i) {
    const model_force *f = &c->m.force[s->system.pull[i].force];
    s->pull[i] = f->points > 0
                     ? f->amplitude * breakpoints_at(c->m.point + f->first_point, f->points, 0)
                     : 0;
  }
}

// One step of length h; false if it cannot be solved.
static bool relax(settling *s, const string_mode *string_modes, double h) {
  const int n = s->system.coordinates;
  const size_t size = (size_t)n * sizeof(double);
  mechanism_motion m = {.q = s->q,
                        .v = s->v,
                        .u = s->u,
                        .du = s->du,
                        .gain = s->gain,
                        .rub = s->none,
                        .pin = s->none};
  s->system.h = h;
  memset(s->gain, 0, size);
  memcpy(s->before[0], s->q, size);
  memcpy(s->before[1], s->v, size);
  if (!mechanism_step(&s->system, string_modes, &m, s->pull, &s->scratch, &s->balance))
    return false;
  for (int i = 0; i < n; ++i) {
    s->q[i] = (s->before[0][i] + s->q[i]) / 2;
    s->v[i] = (s->before[1][i] + s->v[i]) / 2;
  }
  return true;
}

// The coordinate that moves fastest.
static int fastest(const settling *s) {
  int max = 0;
  for (int i = 1; i < s->system.coordinates; ++i)
    max = fabs(s->v[i]) > fabs(s->v[max]) ? i : max;
  return max;
}

// Stops all motion where the kinetic energy, in parts of the masses on the diagonal, falls.
static void damp(settling *s, double *energy) {
  const int n = s->system.coordinates;
  double now = 0;
  for (int i = 0; i < n; ++i)
    now += s->scratch.M[i][i] * s->v[i] * s->v[i];
  const bool falls = now < *energy;
  if (falls)
    memset(s->v, 0, (size_t)n * sizeof *s->v);
  *energy = falls ? 0 : now;
}

// Returns the largest speed at the end, or of a step that cannot be solved; below rest if it is.
static double run(settling *s, const string_mode *string_modes, double duration, int *which) {
  double h = settle_step;
  double speed = INFINITY;
  double energy = 0;
  for (double t = 0; t < duration && speed > settle_still;) {
    if (relax(s, string_modes, h)) {
      *which = fastest(s);
      speed = fabs(s->v[*which]);
      damp(s, &energy);
      t += h / 2;
      h = fmin(2 * h, speed < 1e-4 ? 20 * settle_step : settle_step);
    } else if ((h /= 4) < 1e-4 * settle_step) {
      break;
    }
  }
  return speed;
}

static const char *name_of(const compiler *c, const mechanism_system *p, int coordinate) {
  int body = p->masses > 0 ? p->mass[0].body : 0;
  for (int i = 0; i < p->masses; ++i)
    body = p->mass[i].coordinate == coordinate ? p->mass[i].body : body;
  for (int i = 0; i < p->links; ++i)
    body = p->link[i].angle <= coordinate &&
                   coordinate < p->link[i].flex + p->link[i].axials + p->link[i].transverses
               ? p->link[i].body
               : body;
  return c->m.text + c->m.body[body].name;
}

static bool settle(compiler *c, mechanism_model *w, const string_mode *string_modes, settling *s) {
  const item *top = scene_item(c->scene, 0);
  const double duration = item_number(top, "settle");
  const int nodes = c->m.inverse_mass_count;
  leave_friction(&s->system);
  read_forces(c, s);
  memcpy(s->q, w->start[0], sizeof s->q);
  int max = 0;
  const double speed = run(s, string_modes, duration, &max);
  if (!(speed < settle_rest))
    return MISTAKE(c, top, "settle", CAROM_BAD_VALUE,
                   "'%.40s' does not come to rest within %g s: it still moves with %.3g rad/s or "
                   "m/s; allowed is a longer time, and a place where it can lie",
                   name_of(c, &w->system, max), duration, speed);
  memcpy(w->start[0], s->q, sizeof s->q);
  for (int i = 0; i < nodes; ++i)
    c->m.start[i] += s->u[i];
  return true;
}

bool mechanism_settle(compiler *c, mechanism_model *w, const string_mode *string_modes) {
  if (item_number(scene_item(c->scene, 0), "settle") <= 0)
    return true;
  const size_t modes = (size_t)w->system.string_modes * sizeof *string_modes;
  const size_t fields = 2 * (size_t)c->m.inverse_mass_count * sizeof(double);
  settling *s = compile_take(c, sizeof *s);
  string_mode *still = compile_take(c, modes);
  double *u = compile_take(c, fields);
  bool good = s != NULL && still != NULL && u != NULL;
  if (good) {
    s->system = w->system;
    s->u = u;
    s->du = u + c->m.inverse_mass_count;
    leave_inertia(&s->system, still, string_modes);
    good = settle(c, w, still, s);
  }
  compile_drop(c, u, fields);
  compile_drop(c, still, modes);
  compile_drop(c, s, sizeof *s);
  return good;
}
