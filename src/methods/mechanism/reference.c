// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The adaptive method of mechanisms: the equations of motion.c as a problem for an integrator
// (theory 16.17). y has q, v and the modes of the strings with their velocities, then the integrals
// of the ledger: what links, masses, strings and contacts lose, what a force left out along a
// sloping string supplies, and the work of forces.
//
// Friction makes it stiff. Its Jacobian takes difference quotients by the coordinates, and by what
// a contact finds of a string, its displacement, slope and velocity, through which the modes act.

#include "base/constants.h"
#include "base/problem.h"
#include "methods/mechanism/mechanism.h"
#include "methods/methods.h"
#include <math.h>
#include <string.h>

typedef struct {
  problem of;
  integrator with;
  const carom_model *m;
  const carom_state *s; // for its forces
  double began;         // s: when its clock was 0
  bool begun;
  mechanism_scratch scratch;
  mechanism_instant now;
  string_point nudge[MAX_TOUCHES];
  double *y, *error, *booked, *base, *tried; // each as long as y
  double space[];
} reference;

// --- Places in y --------------------------------------------------------------------------------

static int at_modes(const mechanism_system *p) {
  return 2 * p->coordinates;
}

static int at_lost(const mechanism_system *p) {
  return at_modes(p) + 2 * p->string_modes;
}

static int at_felt(const mechanism_system *p) {
  return at_lost(p) + p->links + p->masses + p->strings;
}

static int at_work(const mechanism_system *p) {
  return at_felt(p) + 2 * p->touches;
}

static int length_of(const mechanism_system *p) {
  return at_work(p) + 1;
}

// The motion that y describes. Modes of y lie one behind the other, those of a model by its nodes:
// the strings' own order.
static mechanism_motion motion_of(const mechanism_system *p, double *y) {
  const int first = p->strings > 0 ? p->string[0].first : 0;
  return (mechanism_motion){.q = y,
                            .v = y + p->coordinates,
                            .u = y + at_modes(p) - first,
                            .du = y + at_modes(p) + p->string_modes - first};
}

// --- The slope ----------------------------------------------------------------------------------

static void add_strings(const mechanism_system *p, const string_mode *string_modes,
                        const mechanism_motion *at, const mechanism_instant *now, double *dy) {
  double *du = dy + at_modes(p);
  double *dv = du + p->string_modes;
  double *lost = dy + at_lost(p) + p->links + p->masses;
  for (int i = 0; i < p->strings; ++i) {
    const mechanism_string *s = &p->string[i];
    lost[i] = 0;
    for (int j = 0; j < s->modes; ++j) {
      const string_mode *t = &string_modes[s->first_mode + j];
      const double v = at->du[s->first + j];
      du[s->first_mode + j] = v;
      dv[s->first_mode + j] = -t->omega2 * at->u[s->first + j] - 2 * t->decay * v;
      lost[i] += 2 * t->decay * v * v;
    }
  }
  for (int k = 0; k < p->touches; ++k) {
    const mechanism_touch *t = &p->touch[k];
    if (t->faces != FACES_STRING || now->touch[k].force == 0)
      continue;
    const mechanism_string *s = &p->string[t->string];
    const double angle = pi * (now->touch[k].place - s->left) / s->length;
    for (int j = 0; j < s->modes; ++j)
      dv[s->first_mode + j] += t->side * now->touch[k].force * s->shape * sin((j + 1) * angle);
  }
}

static void add_books(const mechanism_system *p, const mechanism_motion *at,
                      const mechanism_instant *now, double *dy) {
  double *lost = dy + at_lost(p);
  memcpy(lost, now->lost, (size_t)p->links * sizeof *lost);
  for (int i = 0; i < p->masses; ++i) {
    const int c = p->mass[i].coordinate;
    lost[p->links + i] = p->damping[c][c] * at->v[c] * at->v[c];
  }
  for (int k = 0; k < p->touches; ++k) {
    const touch_now *t = &now->touch[k];
    const double stored = felt_force(&p->touch[k].law, t->overlap) * t->rate;
    dy[at_felt(p) + k] = t->force * t->rate - stored + t->rubbing * t->slip;
    dy[at_felt(p) + p->touches + k] = t->missing;
  }
  dy[at_work(p)] = now->work;
}

static void slope(void *user, double t, const double *y, double *dy) {
  reference *c = user;
  const mechanism_system *p = &mechanism_model_of(c->m)->system;
  mechanism_motion at = motion_of(p, (double *)(void *)(unsigned char *)y); // only read
  double pull[MAX_PULLS];
  at.nudge = c->nudge;
  at.rub = mechanism_of(c->s)->scratch->rub;
  at.pin = mechanism_of(c->s)->scratch->pin;
  for (int i = 0; i < p->pulls; ++i)
    pull[i] = force_at(c->m, c->s, p->pull[i].force, c->began + t);
  mechanism_accelerate(p, &at, pull, &c->scratch, &c->now);
  memcpy(dy, at.v, (size_t)p->coordinates * sizeof *dy);
  memcpy(dy + p->coordinates, c->now.a, (size_t)p->coordinates * sizeof *dy);
  add_strings(p, mechanism_string_modes(c->m), &at, &c->now, dy);
  add_books(p, &at, &c->now, dy);
}

// --- Its Jacobian -------------------------------------------------------------------------------

// The derivative of the slope, where one number has been moved by `step`, into a column.
static void quotient(reference *c, double t, const double *y, const double *dy, double step,
                     double *column) {
  slope(c, t, y, c->tried);
  for (int i = 0; i < c->of.size; ++i)
    column[i] = (c->tried[i] - dy[i]) / step;
}

// Through what its contact finds of a string; `column` has room for three columns.
static void string_columns(reference *c, double t, const double *y, const double *dy, int touch,
                           double *J) {
  const mechanism_system *p = &mechanism_model_of(c->m)->system;
  const mechanism_touch *of = &p->touch[touch];
  const mechanism_string *s = &p->string[of->string];
  const double wave = pi / s->length;
  const int n = c->of.size;
  double *const by[3] = {&c->nudge[touch].w, &c->nudge[touch].slope, &c->nudge[touch].rate};
  const double steps[3] = {1e-10, 1e-8, 1e-7};
  const double angle = wave * (c->now.touch[touch].place - s->left);
  for (int k = 0; k < 3; ++k) {
    *by[k] = steps[k];
    quotient(c, t, y, dy, steps[k], c->base);
    *by[k] = 0;
    for (int j = 1; j <= s->modes; ++j) {
      const double weight = s->shape * (k == 1 ? j * wave * cos(j * angle) : sin(j * angle));
      double *column = J + (size_t)n * (size_t)(at_modes(p) + (k == 2 ? p->string_modes : 0) +
                                                s->first_mode + j - 1);
      for (int i = 0; i < n; ++i)
        column[i] += weight * c->base[i];
    }
  }
}

static void jacobian(void *user, double t, const double *y, const double *dy, double *J) {
  reference *c = user;
  const mechanism_system *p = &mechanism_model_of(c->m)->system;
  const string_mode *string_modes = mechanism_string_modes(c->m);
  const size_t n = (size_t)c->of.size;
  double *moved = c->booked + c->of.size; // room behind it
  memcpy(moved, y, n * sizeof *moved);
  for (int j = 0; j < 2 * p->coordinates; ++j) {
    const double step = 1e-7 * fmax(fabs(y[j]), c->error[j] / c->of.tolerance);
    moved[j] = y[j] + step;
    quotient(c, t, moved, dy, moved[j] - y[j], J + n * (size_t)j);
    moved[j] = y[j];
  }
  slope(c, t, y, c->tried);
  for (int j = 0; j < p->string_modes; ++j) {
    const size_t u = (size_t)at_modes(p) + (size_t)j;
    const size_t v = u + (size_t)p->string_modes;
    J[n * v + u] += 1;
    J[n * u + v] -= string_modes[j].omega2;
    J[n * v + v] -= 2 * string_modes[j].decay;
  }
  for (int k = 0; k < p->touches; ++k)
    if (p->touch[k].faces == FACES_STRING && c->now.touch[k].force > 0)
      string_columns(c, t, y, dy, k, J);
}

// --- From sample to sample ----------------------------------------------------------------------

static void to_y(const carom_model *m, const carom_state *s, double *y) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  mechanism_motion at = motion_of(p, y);
  memcpy(at.q, of->q, (size_t)p->coordinates * sizeof *y);
  memcpy(at.v, of->v, (size_t)p->coordinates * sizeof *y);
  for (int i = 0; i < p->strings; ++i)
    for (int j = 0; j < p->string[i].modes; ++j) {
      y[at_modes(p) + p->string[i].first_mode + j] = of->u[p->string[i].first + j];
      y[at_modes(p) + p->string_modes + p->string[i].first_mode + j] =
          of->du[p->string[i].first + j];
    }
}

static void from_y(const carom_model *m, carom_state *s, double *y) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  memcpy(of->q, y, (size_t)p->coordinates * sizeof *y);
  memcpy(of->v, y + p->coordinates, (size_t)p->coordinates * sizeof *y);
  for (int i = 0; i < p->strings; ++i)
    for (int j = 0; j < p->string[i].modes; ++j) {
      of->u[p->string[i].first + j] = y[at_modes(p) + p->string[i].first_mode + j];
      of->du[p->string[i].first + j] =
          y[at_modes(p) + p->string_modes + p->string[i].first_mode + j];
    }
}

// The growth of an integral since it was last booked.
static double grown(reference *c, int at) {
  const double more = c->y[at] - c->booked[at];
  c->booked[at] = c->y[at];
  return more;
}

static void book(const carom_model *m, carom_state *s, reference *c) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const int lost = at_lost(p);
  for (int i = 0; i < p->links; ++i)
    sum_add(&s->body_account[p->link[i].body].dissipated, grown(c, lost + i));
  for (int i = 0; i < p->masses; ++i)
    sum_add(&s->body_account[p->mass[i].body].dissipated, grown(c, lost + p->links + i));
  for (int i = 0; i < p->strings; ++i)
    sum_add(&s->body_account[p->string[i].body].dissipated,
            grown(c, lost + p->links + p->masses + i));
  for (int i = 0; i < p->touches; ++i) {
    sum_add(&s->contact_account[i].dissipated, grown(c, at_felt(p) + i));
    ledger_supply(s, i, grown(c, at_felt(p) + p->touches + i));
  }
  sum_add(&s->head->supplied, grown(c, at_work(p)));
}

// Whether the motion is as the last call left it.
static bool is_as_left(const carom_model *m, const carom_state *s, reference *c) {
  memcpy(c->base, c->y, (size_t)c->of.size * sizeof *c->y);
  to_y(m, s, c->base);
  return c->begun && memcmp(c->base, c->y, (size_t)c->of.size * sizeof *c->y) == 0;
}

static carom_status advance(const carom_model *m, carom_state *s, reference *c) {
  const double now = (double)s->head->n * m->k;
  carom_status status = CAROM_OK;
  c->m = m;
  c->s = s;
  if (!is_as_left(m, s, c)) {
    memset(c->y, 0, (size_t)c->of.size * sizeof *c->y);
    memset(c->booked, 0, (size_t)c->of.size * sizeof *c->y);
    to_y(m, s, c->y);
    c->began = now;
    c->begun = true;
    status = c->with.begin(c->with.user, 0, c->y);
  }
  double t = 0;
  if (status == CAROM_OK)
    status = c->with.advance(c->with.user, now + m->k - c->began, &t, c->y);
  c->with.count(c->with.user, &s->head->solver);
  return status;
}

static void step(const carom_model *m, carom_state *s) {
  reference *c = s->attached;
  mechanism_rub(m, s);
  mechanism_read(m, s);
  const carom_status status = c != NULL ? advance(m, s, c) : CAROM_NO_PART;
  if (status != CAROM_OK) {
    s->head->failure = (int)status;
    s->head->finite = false;
    return;
  }
  ++s->head->n;
  from_y(m, s, c->y);
  book(m, s, c);
  mechanism_follow(m, s);
  mechanism_open_accounts(m, s);
  ledger_balance(m, s);
}

// --- Making and freeing -------------------------------------------------------------------------

// The errors of a step: relative to sizes that motions of an instrument have.
static void set_errors(reference *c, const mechanism_system *p) {
  const double tolerance = c->of.tolerance;
  for (int i = 0; i < c->of.size; ++i) // losses and work, J
    c->error[i] = tolerance * 1e-2;
  for (int i = 0; i < p->coordinates; ++i) {
    c->error[i] = tolerance * 1e-3; // m or rad
    c->error[p->coordinates + i] = tolerance;
  }
  for (int i = 0; i < p->strings; ++i)
    for (int j = 0; j < p->string[i].modes; ++j) {
      const int at = at_modes(p) + p->string[i].first_mode + j;
      c->error[at] = tolerance * 1e-4 / p->string[i].shape;
      c->error[at + p->string_modes] = tolerance * 0.1 / p->string[i].shape;
    }
}

static reference *make_reference(const carom_model *m) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const size_t length = (size_t)length_of(p);
  const size_t size = sizeof(reference) + 6 * length * sizeof(double);
  const carom_memory heap = carom_memory_heap();
  reference *c = heap.resize(heap.user, NULL, 0, size);
  if (c == NULL)
    return NULL;
  memset(c, 0, size);
  c->m = m;
  c->y = c->space;
  c->error = c->y + length;
  c->base = c->error + length;
  c->tried = c->base + length;
  c->booked = c->tried + length; // and one more, for the Jacobian
  c->of = (problem){.user = c,
                    .size = (int)length,
                    .slope = slope,
                    .tolerance = m->tolerance,
                    .error = c->error,
                    .longest_step = m->k,
                    .stiff = true,
                    .jacobian = jacobian};
  set_errors(c, p);
  return c;
}

static void reference_free(reference *c) {
  if (c->with.free != NULL)
    c->with.free(c->with.user);
  const carom_memory heap = carom_memory_heap();
  heap.resize(heap.user, c, sizeof *c, 0);
}

static carom_status attach(const carom_model *m, carom_state *s, integrator_maker *make) {
  reference *c = make_reference(m);
  if (c == NULL)
    return CAROM_NO_MEMORY;
  const carom_status status = make(&c->of, &c->with);
  if (status != CAROM_OK) {
    reference_free(c);
    return status;
  }
  c->of.stop = &s->stop;
  s->attached = c;
  return CAROM_OK;
}

static void detach(carom_state *s) {
  reference_free(s->attached);
  s->attached = NULL;
}

const method reference_method = {
    .about = {.name = "adaptive",
              .bodies = MECHANISM_BODIES,
              .contacts = MECHANISM_CONTACTS,
              .limits = MECHANISM_LIMITS,
              .help = "SUNDIALS CVODE on the equations of the mechanism method"},
    .keys = "settle solver.tolerance",
    MECHANISM_SHARED,
    .step = step,
    .attach = attach,
    .detach = detach,
};
