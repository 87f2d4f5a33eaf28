// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The adaptive method's integrator: CVODE of SUNDIALS (A. C. Hindmarsh et al., ACM Transactions on
// Mathematical Software 31, 2005), Adams formulas of order 1 to 12 by fixed-point iteration. From
// the last event on it advances, for every mode of flight.h,
//
//   (q - q0)' = v,    v' = f - 2 s v - w^2 q - sum L p,
//
// and beside them the integrals the ledger asks for: losses 2 s v^2, work v f of harmonic pushes,
// impulse p and Hunt-Crossley loss of each stop. A stop that is apart is met where its overlap
// rises through zero, one that is pressed is left where it falls through zero, one that is stuck
// where its force does: CVODE finds these roots between its steps, and it begins anew at each, so
// that no step ever crosses a kink. Steps look for roots at their ends only: a graze shorter than a
// step can be missed, which the event method cannot.

#include <carom/file.h>

#include "state/state.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(CAROM_CVODE)

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/// Roots of each stop: where it is met or left; where its force and its overlap are largest.
enum { ROOT_TURN, ROOT_PEAK, ROOT_DEEPEST, ROOTS };

enum { MOST_STEPS = 10000000, MOST_EVENTS = 100000 };

typedef struct {
  SUNContext context;
  void *cvode;
  N_Vector y, scale; // what is integrated, and the error of each that counts as 1
  SUNNonlinearSolver iteration;
  double tolerance;
  bool damped;      // some contact has a loss of its own
  double *a;        // accelerations
  int *root, *way;  // which roots were found, and which way they are crossed
  bool *released;   // stops let go that have not yet come away
  double *left;     // dq and v as the last call left them
  stop_touch *how;  // and how stops stood then
  instant origin;   // and when
  double now;       // since the origin
  bool begun;       // there was a last call
  double *counted;  // integrals already booked
  long long had[5]; // counters already booked
  const modal_system *p;
  modal_motion *f;
} stepper;

// --- Places in y --------------------------------------------------------------------------------

static int at_loss(const modal_system *p) {
  return 2 * p->modes;
}

static int at_work(const modal_system *p) {
  return at_loss(p) + (p->lossy ? p->modes : 0);
}

static int at_impulse(const modal_system *p) {
  return at_work(p) + (p->drives > 0 ? 1 : 0);
}

static int at_rub(const modal_system *p) {
  return at_impulse(p) + p->stops;
}

static int length_of(const modal_system *p, bool damped) {
  return at_rub(p) + (damped ? p->stops : 0);
}

// --- The motion ---------------------------------------------------------------------------------

static double overlap(const stepper *c, int i, const double *dq) {
  return c->f->stop[i].start + stop_sum(c->p, i, dq);
}

// Accelerations, and the force of each stop in f->push by its own number, not by that of its set.
static void accelerate(const stepper *c, double t, const double *y, double *force) {
  const modal_system *p = c->p;
  modal_motion *f = c->f;
  const double *v = y + p->modes;
  int stuck = 0;
  for (int j = 0; j < p->modes; ++j) {
    const oscillator *o = &p->mode[j];
    c->a[j] =
        motion_drive(p, f, j, t) - 2 * o->decay * v[j] - o->omega * o->omega * (f->q0[j] + y[j]);
  }
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    const stop_touch how = f->stop[i].touch;
    stuck += how == TOUCH_STUCK;
    force[i] = how == TOUCH_PRESSED ? stop_force(s, overlap(c, i, y), stop_sum(p, i, v)) : 0;
    for (int k = s->first; force[i] > 0 && k < s->first + s->count; ++k)
      c->a[p->participation[k].mode] -= p->participation[k].weight * force[i];
  }
  if (stuck == 0)
    return;
  stops_constrain(p, f, c->a, f->push);
  for (int i = 0, n = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_STUCK)
      force[i] = f->push[n++];
}

static int right_side(double t, N_Vector state, N_Vector change, void *user) {
  const stepper *c = user;
  const modal_system *p = c->p;
  const double *y = N_VGetArrayPointer(state);
  const double *v = y + p->modes;
  double *dy = N_VGetArrayPointer(change);
  double *force = dy + at_impulse(p);
  accelerate(c, t, y, force);
  memcpy(dy, v, (size_t)p->modes * sizeof *dy);
  memcpy(dy + p->modes, c->a, (size_t)p->modes * sizeof *dy);
  for (int j = 0; p->lossy && j < p->modes; ++j)
    dy[at_loss(p) + j] = 2 * p->mode[j].decay * v[j] * v[j];
  if (p->drives > 0) {
    double work = 0;
    for (int j = 0; j < p->modes; ++j)
      work += v[j] * (motion_drive(p, c->f, j, t) - p->mode[j].constant);
    dy[at_work(p)] = work;
  }
  for (int i = 0; c->damped && i < p->stops; ++i) {
    stop spring = p->stop[i];
    spring.damping = 0;
    dy[at_rub(p) + i] =
        c->f->stop[i].touch == TOUCH_PRESSED
            ? (force[i] - stop_force(&spring, overlap(c, i, y), 0)) * stop_sum(p, i, v)
            : 0;
  }
  return 0;
}

// --- Roots --------------------------------------------------------------------------------------

// F' of a pressed stop, without factors that keep their sign.
static double force_change(const stop *s, double eta, double rate, double bend) {
  const double alpha = s->rule == STOP_PENALTY ? 1 : s->exponent;
  return alpha * rate * (1 + s->damping * rate) + s->damping * eta * bend;
}

static int roots_of(double t, N_Vector state, double *root, void *user) {
  stepper *c = user;
  const modal_system *p = c->p;
  const double *y = N_VGetArrayPointer(state);
  double *force = c->f->force_series; // room for one number a stop
  if (c->f->head->touching > 0)
    accelerate(c, t, y, force);
  for (int i = 0; i < p->stops; ++i) {
    double *g = root + (long)i * ROOTS;
    const double eta = overlap(c, i, y);
    g[ROOT_TURN] = eta;
    g[ROOT_PEAK] = g[ROOT_DEEPEST] = 1;
    switch (c->f->stop[i].touch) {
    case TOUCH_APART: // one that was let go sets out with t^3, drowned in rounding at first
      c->released[i] = c->released[i] && eta > -c->f->stop[i].grain;
      g[ROOT_TURN] = c->released[i] ? -c->f->stop[i].grain : eta;
      break;
    case TOUCH_PRESSED:
      g[ROOT_DEEPEST] = stop_sum(p, i, y + p->modes);
      g[ROOT_PEAK] = force_change(&p->stop[i], eta, g[ROOT_DEEPEST], stop_sum(p, i, c->a));
      break;
    case TOUCH_STUCK:
      g[ROOT_TURN] = force[i];
      c->f->stop[i].peak = fmax(c->f->stop[i].peak, force[i]);
      break;
    }
  }
  return 0;
}

// --- From CVODE to the books and back -----------------------------------------------------------

static void count_work(stepper *c, carom_solver_counts *counts) {
  long int now[5] = {0};
  CVodeGetNumSteps(c->cvode, &now[0]);
  CVodeGetNumRhsEvals(c->cvode, &now[1]);
  CVodeGetNumNonlinSolvIters(c->cvode, &now[2]);
  if (c->p->stops > 0)
    CVodeGetNumGEvals(c->cvode, &now[3]);
  CVodeGetNumErrTestFails(c->cvode, &now[4]);
  long long *const sums[] = {&counts->steps, &counts->right_sides, &counts->iterations,
                             &counts->root_evaluations, &counts->error_failures};
  for (int i = 0; i < 5; ++i) {
    *sums[i] += now[i] - c->had[i];
    c->had[i] = now[i];
  }
}

// How much an integral has grown since it was last booked.
static double grown(stepper *c, int at) {
  const double value = N_VGetArrayPointer(c->y)[at];
  const double more = value - c->counted[at];
  c->counted[at] = value;
  return more;
}

static void book_integrals(stepper *c) {
  const modal_system *p = c->p;
  modal_motion *f = c->f;
  for (int j = 0; p->lossy && j < p->modes; ++j) {
    const double lost = grown(c, at_loss(p) + j);
    f->loss[j] += f->counts ? lost : 0;
  }
  if (p->drives > 0) {
    const double work = grown(c, at_work(p));
    f->head->supplied += f->counts ? work : 0;
  }
  for (int i = 0; i < p->stops; ++i) {
    f->stop[i].impulse += grown(c, at_impulse(p) + i);
    const double lost = c->damped ? grown(c, at_rub(p) + i) : 0;
    f->stop[i].lost += lost;
    f->stop[i].dissipated += lost;
  }
}

// Where CVODE has got to, as the flight tells it.
static void take_over(stepper *c, double t) {
  const double *y = N_VGetArrayPointer(c->y);
  const size_t size = (size_t)c->p->modes * sizeof *y;
  memcpy(c->f->dq, y, size);
  memcpy(c->f->v, y + c->p->modes, size);
  c->f->head->now = t;
  stops_evaluate(c->p, c->f);
  for (int i = 0; i < c->p->stops; ++i)
    if (c->f->stop[i].touch == TOUCH_STUCK)
      c->f->stop[i].eta = c->f->stop[i].rate = 0;
  book_integrals(c);
}

// A bounce that is over before the error of a step would show must not be stepped over: the first
// step is then a small part of it.
static double first_step(const stepper *c) {
  double least = 0;
  stops_forces(c->p, c->f);
  for (int i = 0; i < c->p->stops; ++i) {
    const stop_state *s = &c->f->stop[i];
    if (s->touch != TOUCH_APART || s->start < -s->grain || s->rate >= 0)
      continue;
    const onset at = stop_onset(c->p, c->f, i);
    const double hop = at.bend > 0 ? -2 * s->rate / at.bend : 0;
    if (hop * c->p->fastest < 10 * sqrt(c->tolerance) && (least == 0 || hop < least))
      least = hop;
  }
  return least / 20;
}

// Begins anew at the origin; false if CVODE will not.
static bool restart(stepper *c) {
  const modal_system *p = c->p;
  double *y = N_VGetArrayPointer(c->y);
  memset(y, 0, (size_t)length_of(p, c->damped) * sizeof *y);
  memset(c->counted, 0, (size_t)length_of(p, c->damped) * sizeof *c->counted);
  memcpy(y + p->modes, c->f->v0, (size_t)p->modes * sizeof *y);
  for (int i = 0; i < p->stops; ++i) {
    c->way[i * ROOTS + ROOT_TURN] = c->f->stop[i].touch == TOUCH_APART ? 1 : -1;
    c->way[i * ROOTS + ROOT_PEAK] = c->way[i * ROOTS + ROOT_DEEPEST] = -1;
  }
  memset(c->had, 0, sizeof c->had);
  return CVodeReInit(c->cvode, 0, c->y) == CV_SUCCESS &&
         CVodeSetInitStep(c->cvode, first_step(c)) == CV_SUCCESS &&
         (p->stops == 0 || CVodeSetRootDirection(c->cvode, c->way) == CV_SUCCESS);
}

// Puts the origin where the flight is now.
static void land(stepper *c) {
  motion_rebase(c->p, c->f);
  for (int i = 0; i < c->p->stops; ++i)
    if (c->f->stop[i].touch == TOUCH_STUCK)
      c->f->stop[i].start = c->f->stop[i].eta = 0;
}

// --- Events -------------------------------------------------------------------------------------

// Extremes of contacts under way; true if some root is the beginning or end of one.
static bool look_at_roots(stepper *c) {
  bool turns = false;
  CVodeGetRootInfo(c->cvode, c->root);
  for (int i = 0; i < c->p->stops; ++i) {
    stop_state *s = &c->f->stop[i];
    turns = turns || c->root[i * ROOTS + ROOT_TURN] != 0;
    if (s->touch == TOUCH_PRESSED) {
      s->peak = fmax(s->peak, stop_force(&c->p->stop[i], s->eta, s->rate));
      s->deepest = fmax(s->deepest, s->eta);
    }
  }
  return turns;
}

static void meet(stepper *c) {
  modal_motion *f = c->f;
  land(c);
  for (int i = 0; i < c->p->stops; ++i) {
    if (c->root[i * ROOTS + ROOT_TURN] == 0)
      continue;
    const stop_touch how = f->stop[i].touch;
    f->stop[i].eta = f->stop[i].start = 0;
    if (how != TOUCH_APART)
      stop_end(c->p, f, i);
    f->stop[i].free_start = how == TOUCH_STUCK;
  }
  stops_collide(c->p, f);
  stops_resolve(c->p, f);
  for (int i = 0; i < c->p->stops; ++i) {
    c->released[i] = f->stop[i].free_start;
    f->stop[i].free_start = false;
  }
}

// Whether some stop was passed unseen.
static bool missed(const stepper *c) {
  for (int i = 0; i < c->p->stops; ++i) {
    const stop_state *s = &c->f->stop[i];
    if (s->touch == TOUCH_APART && !c->released[i] && s->eta > 16 * s->noise + s->grain)
      return true;
  }
  return false;
}

// --- The journey --------------------------------------------------------------------------------

static bool as_left(const stepper *c) {
  const size_t size = (size_t)c->p->modes * sizeof *c->left;
  bool same = c->begun && memcmp(c->left, c->f->dq, size) == 0 &&
              memcmp(c->left + c->p->modes, c->f->v, size) == 0 &&
              c->origin.sum == c->f->head->origin.sum &&
              c->origin.rest == c->f->head->origin.rest && c->now == c->f->head->now;
  for (int i = 0; same && i < c->p->stops; ++i)
    same = c->how[i] == c->f->stop[i].touch;
  return same;
}

static void leave(stepper *c) {
  const size_t size = (size_t)c->p->modes * sizeof *c->left;
  memcpy(c->left, c->f->dq, size);
  memcpy(c->left + c->p->modes, c->f->v, size);
  for (int i = 0; i < c->p->stops; ++i)
    c->how[i] = c->f->stop[i].touch;
  c->origin = c->f->head->origin;
  c->now = c->f->head->now;
  c->begun = true;
}

static carom_status status_of(int flag) {
  switch (flag) {
  case CV_SUCCESS:
  case CV_ROOT_RETURN:
    return CAROM_OK;
  case CV_TOO_MUCH_ACC:
  case CV_TOO_MUCH_WORK:
  case CV_ERR_FAILURE:
  case CV_CONV_FAILURE:
    return CAROM_TOLERANCE;
  case CV_MEM_FAIL:
    return CAROM_NO_MEMORY;
  default:
    return CAROM_NOT_FINITE;
  }
}

static carom_status travel(void *user, const modal_system *p, modal_motion *f, double time,
                           carom_solver_counts *counts) {
  stepper *c = user;
  c->p = p;
  c->f = f;
  if (p->modes == 0)
    return CAROM_OK;
  if (!as_left(c)) {
    memset(c->released, 0, (size_t)p->stops * sizeof *c->released);
    land(c);
    if (!restart(c))
      return CAROM_NOT_FINITE;
  }
  c->begun = false;
  for (int events = 0;; ++events) {
    const double until = instant_until(f->head->origin, time);
    double t = f->head->now;
    const int flag = until > t ? CVode(c->cvode, until, c->y, &t, CV_NORMAL) : CV_SUCCESS;
    count_work(c, counts);
    if (status_of(flag) != CAROM_OK)
      return status_of(flag);
    take_over(c, t);
    if (flag == CV_SUCCESS)
      break;
    if (events > MOST_EVENTS)
      return CAROM_TOLERANCE;
    if (!look_at_roots(c))
      continue;
    meet(c);
    ++counts->restarts;
    if (!restart(c))
      return CAROM_NOT_FINITE;
  }
  if (missed(c))
    return CAROM_TOLERANCE;
  stops_forces(p, f);
  leave(c);
  return CAROM_OK;
}

// --- Making and freeing -------------------------------------------------------------------------

static void stepper_free(void *user) {
  stepper *c = user;
  if (c == NULL)
    return;
  if (c->cvode != NULL)
    CVodeFree(&c->cvode);
  if (c->iteration != NULL)
    SUNNonlinSolFree(c->iteration);
  if (c->y != NULL)
    N_VDestroy(c->y);
  if (c->scale != NULL)
    N_VDestroy(c->scale);
  if (c->context != NULL)
    SUNContext_Free(&c->context);
  free(c->a);
  free(c->root);
  free(c->way);
  free(c->released);
  free(c->left);
  free(c->how);
  free(c->counted);
  free(c);
}

/// The size of the motion: speed of a mode, sqrt(J), and way of one that nothing holds.
typedef struct {
  double speed, way;
} motion_size;

// From the start, from what pushes, and from where stops are.
static motion_size size_of(const carom_model *m) {
  double square = 0;
  double way = 0;
  double fall = 0;
  for (int j = 0; j < m->mode_count; ++j) {
    const double root = sqrt(m->inverse_mass[j]);
    const double v = m->start_speed[j] / root;
    const double q = m->start[j] / root;
    square += v * v + m->mode[j].omega * m->mode[j].omega * q * q;
    way = fmax(way, fabs(q));
    fall = fmax(fall, fabs(m->mode[j].constant));
    for (int t = 0; t < m->drive_hertz_count; ++t) {
      const double swing =
          m->response[t * m->mode_count + j].force / (2 * M_PI * m->drive_hertz[t]);
      square += swing * swing;
    }
  }
  for (int i = 0; i < m->stop_count; ++i)
    way = fmax(way, fabs(m->stop[i].offset) / sqrt(m->stop[i].mobility));
  square += fall * way;
  const double speed = square > 0 ? sqrt(square) : 1;
  const double rate = m->fastest > 0 ? m->fastest : 1;
  return (motion_size){speed, way > 0 ? way : speed / rate};
}

static void set_scale(stepper *c, const carom_model *m, const modal_system *p) {
  const motion_size size = size_of(m);
  double *scale = N_VGetArrayPointer(c->scale);
  const int length = length_of(p, c->damped);
  for (int i = 0; i < length; ++i) // losses and work
    scale[i] = c->tolerance * size.speed * size.speed;
  for (int j = 0; j < p->modes; ++j) {
    const double omega = p->mode[j].omega;
    scale[j] = c->tolerance * (omega > 0 ? size.speed / omega : size.way);
    scale[p->modes + j] = c->tolerance * size.speed;
  }
  for (int i = 0; i < p->stops; ++i)
    scale[at_impulse(p) + i] = c->tolerance * size.speed / sqrt(p->stop[i].mobility);
}

static bool set_up(stepper *c, const carom_model *m, const modal_system *p) {
  const int length = length_of(p, c->damped);
  const size_t modes = (size_t)p->modes + 1;
  const size_t stops = (size_t)p->stops + 1;
  c->a = calloc(modes, sizeof *c->a);
  c->root = calloc(ROOTS * stops, sizeof *c->root);
  c->way = calloc(ROOTS * stops, sizeof *c->way);
  c->released = calloc(stops, sizeof *c->released);
  c->left = calloc(2 * modes, sizeof *c->left);
  c->how = calloc(stops, sizeof *c->how);
  c->counted = calloc((size_t)length + 1, sizeof *c->counted);
  if (c->a == NULL || c->root == NULL || c->way == NULL || c->released == NULL || c->left == NULL ||
      c->how == NULL || c->counted == NULL || SUNContext_Create(NULL, &c->context) != 0)
    return false;
  if (p->modes == 0) // nothing moves
    return true;
  c->y = N_VNew_Serial(length, c->context);
  c->scale = N_VNew_Serial(length, c->context);
  c->cvode = CVodeCreate(CV_ADAMS, c->context);
  if (c->y == NULL || c->scale == NULL || c->cvode == NULL)
    return false;
  set_scale(c, m, p);
  N_VConst(0, c->y);
  c->iteration = SUNNonlinSol_FixedPoint(c->y, 0, c->context);
  CVodeSetErrFile(c->cvode, NULL); // a library does not print
  return CVodeInit(c->cvode, right_side, 0, c->y) == CV_SUCCESS &&
         CVodeSVtolerances(c->cvode, c->tolerance, c->scale) == CV_SUCCESS &&
         CVodeSetUserData(c->cvode, c) == CV_SUCCESS && c->iteration != NULL &&
         CVodeSetNonlinearSolver(c->cvode, c->iteration) == CV_SUCCESS &&
         CVodeSetMaxNumSteps(c->cvode, MOST_STEPS) == CV_SUCCESS &&
         CVodeSetMaxStep(c->cvode, m->fastest > 0 ? 1 / m->fastest : 0) == CV_SUCCESS &&
         (p->stops == 0 || (CVodeRootInit(c->cvode, ROOTS * p->stops, roots_of) == CV_SUCCESS &&
                            CVodeSetNoInactiveRootWarn(c->cvode) == CV_SUCCESS));
}

bool carom_has_integrator(void) {
  return true;
}

static carom_status equip(const carom_model *m, carom_state *s) {
  stepper *c = calloc(1, sizeof *c);
  if (c == NULL)
    return CAROM_NO_MEMORY;
  const modal_system p = event_system(m);
  c->tolerance = m->tolerance;
  for (int i = 0; i < p.stops; ++i)
    c->damped = c->damped || p.stop[i].damping > 0;
  if (!set_up(c, m, &p)) {
    stepper_free(c);
    return CAROM_NO_MEMORY;
  }
  s->by = (integrator){.user = c, .travel = travel, .free = stepper_free};
  return CAROM_OK;
}

#else

bool carom_has_integrator(void) {
  return false;
}

static carom_status equip(const carom_model *m, carom_state *s) {
  (void)m;
  (void)s;
  return CAROM_NO_PART;
}

#endif

carom_status carom_state_equip(const carom_model *m, carom_state *s, carom_error *error) {
  if (m->method != METHOD_ADAPTIVE || s->by.travel != NULL)
    return CAROM_OK;
  const carom_status status = equip(m, s);
  if (status != CAROM_OK && error != NULL) {
    *error = (carom_error){.status = status};
    snprintf(error->text, sizeof error->text, "%s",
             status == CAROM_NO_PART
                 ? "solver.method: adaptive needs SUNDIALS, which this build of Carom lacks; "
                   "'apt-get install libsundials-dev' and build again, or use solver.method event"
                 : carom_status_text(status));
  }
  return status;
}
