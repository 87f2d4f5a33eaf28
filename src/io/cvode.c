// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The integrator of problem.h: CVODE of SUNDIALS (A. C. Hindmarsh et al., ACM Transactions on
// Mathematical Software 31, 2005). With a_k and b_k of its formula, a step of length h solves
//
//   y_n = h b_0 slope(t_n, y_n) + sum_k (a_k y_{n-k} + h b_k y'_{n-k}),    k = 1, 2, ...
//
// by fixed-point iteration with Adams formulas of order 1 to 12, or for stiff problems with BDF of
// order 1 to 5 by Newton's method, whose matrix I - h b_0 J is dense. Its error e, with the weights
// of theory 10.4, is held to
//
//   sum_i (e_i / (tolerance |y_i| + error_i))^2 <= size.
//
// CVODE looks for roots between its steps; where a jump asks for it, it begins anew, so that no
// step ever crosses a kink. It looks at the ends of steps only: a root that is passed and passed
// back within one can be missed.

#include "io/cvode.h"

#include <carom/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(CAROM_CVODE)

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/// Steps from one sample to the next before a run is given up; those of BDF formulas, which solve
/// for all of y, are dearer and longer.
enum { MAX_STEPS = 10000000, MAX_STIFF_STEPS = 100000, MAX_EVENTS = 100000, COUNTERS = 5 };

typedef struct {
  const problem *of;
  SUNContext context;
  void *cvode;
  N_Vector y, error;
  SUNNonlinearSolver fixed_point; // NULL if the problem is stiff
  SUNMatrix matrix;               // NULL if it is not
  SUNLinearSolver elimination;
  int *found;                 // which roots were found
  double t;                   // where y is, s
  long int counted[COUNTERS]; // what CVODE's counters have already added to `done`
  carom_solver_counts done;   // since last asked
} stepper;

static bool is_stopped(const problem *of) {
  return of->stop != NULL && carom_stop_requested(*of->stop);
}

// --- What CVODE calls ---------------------------------------------------------------------------

static int slope(double t, N_Vector y, N_Vector dy, void *user) {
  const problem *of = ((const stepper *)user)->of;
  if (is_stopped(of))
    return -1; // ends CVode()
  of->slope(of->user, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
  return 0;
}

static int root(double t, N_Vector y, double *g, void *user) {
  const problem *of = ((const stepper *)user)->of;
  of->root(of->user, t, N_VGetArrayPointer(y), g);
  return 0;
}

// J is clean, its columns one behind the other.
static int jacobian(double t, N_Vector y, N_Vector dy, SUNMatrix J, void *user, N_Vector scratch_1,
                    N_Vector scratch_2, N_Vector scratch_3) {
  const problem *of = ((const stepper *)user)->of;
  (void)scratch_1;
  (void)scratch_2;
  (void)scratch_3;
  of->jacobian(of->user, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy), SUNDenseMatrix_Data(J));
  return 0;
}

// --- The way to a time --------------------------------------------------------------------------

// Adds up CVODE's counters, which begin again from 0 when integration does.
static void count_work(stepper *c) {
  long int now[COUNTERS] = {0};
  CVodeGetNumSteps(c->cvode, &now[0]);
  CVodeGetNumRhsEvals(c->cvode, &now[1]);
  CVodeGetNumNonlinSolvIters(c->cvode, &now[2]);
  if (c->of->roots > 0)
    CVodeGetNumGEvals(c->cvode, &now[3]);
  CVodeGetNumErrTestFails(c->cvode, &now[4]);
  long int quotients = 0;
  if (c->of->stiff)
    CVodeGetNumLinRhsEvals(c->cvode, &quotients);
  now[1] += quotients;
  long long *const sums[COUNTERS] = {&c->done.steps, &c->done.right_sides, &c->done.iterations,
                                     &c->done.root_evaluations, &c->done.error_failures};
  for (int i = 0; i < COUNTERS; ++i) {
    *sums[i] += now[i] - c->counted[i];
    c->counted[i] = now[i];
  }
}

static bool set_directions(stepper *c) {
  return c->of->roots == 0 ||
         CVodeSetRootDirection(c->cvode, (int *)(void *)c->of->direction) == CV_SUCCESS;
}

// Begins at t and y as they are now.
static carom_status restart(stepper *c) {
  const problem *of = c->of;
  const double first =
      of->first_step != NULL ? of->first_step(of->user, c->t, N_VGetArrayPointer(c->y)) : 0;
  memset(c->counted, 0, sizeof c->counted);
  const bool good = CVodeReInit(c->cvode, c->t, c->y) == CV_SUCCESS &&
                    CVodeSetInitStep(c->cvode, first) == CV_SUCCESS && set_directions(c);
  return good ? CAROM_OK : CAROM_NOT_FINITE;
}

static carom_status begin(void *user, double t, const double *y) {
  stepper *c = user;
  memcpy(N_VGetArrayPointer(c->y), y, (size_t)c->of->size * sizeof *y);
  c->t = t;
  return restart(c);
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

// An event at t and y: what the problem makes of it.
static carom_status meet(stepper *c, bool *stopped) {
  CVodeGetRootInfo(c->cvode, c->found);
  switch (c->of->jump(c->of->user, c->t, N_VGetArrayPointer(c->y), c->found)) {
  case JUMP_RESTART:
    ++c->done.restarts;
    return restart(c);
  case JUMP_STOP:
    *stopped = true;
    return CAROM_OK;
  default:
    return set_directions(c) ? CAROM_OK : CAROM_NOT_FINITE;
  }
}

static carom_status advance(void *user, double until, double *t, double *y) {
  stepper *c = user;
  bool stopped = false;
  for (int events = 0; !stopped && c->t < until; ++events) {
    const int flag = CVode(c->cvode, until, c->y, &c->t, CV_NORMAL);
    count_work(c);
    if (flag == CV_TOO_CLOSE) { // by no more than rounding
      c->t = until;
      break;
    }
    carom_status status = is_stopped(c->of) ? CAROM_INTERRUPTED : status_of(flag);
    if (flag == CV_ROOT_RETURN)
      status = events > MAX_EVENTS ? CAROM_TOLERANCE : meet(c, &stopped);
    if (status != CAROM_OK)
      return status;
  }
  *t = c->t;
  memcpy(y, N_VGetArrayPointer(c->y), (size_t)c->of->size * sizeof *y);
  return CAROM_OK;
}

static void count(void *user, carom_solver_counts *counts) {
  stepper *c = user;
  counts->steps += c->done.steps;
  counts->right_sides += c->done.right_sides;
  counts->iterations += c->done.iterations;
  counts->root_evaluations += c->done.root_evaluations;
  counts->error_failures += c->done.error_failures;
  counts->restarts += c->done.restarts;
  c->done = (carom_solver_counts){0};
}

// --- Making and freeing -------------------------------------------------------------------------

static void stepper_free(void *user) {
  stepper *c = user;
  if (c == NULL)
    return;
  if (c->cvode != NULL)
    CVodeFree(&c->cvode);
  if (c->fixed_point != NULL)
    SUNNonlinSolFree(c->fixed_point);
  if (c->elimination != NULL)
    SUNLinSolFree(c->elimination);
  if (c->matrix != NULL)
    SUNMatDestroy(c->matrix);
  if (c->y != NULL)
    N_VDestroy(c->y);
  if (c->error != NULL)
    N_VDestroy(c->error);
  if (c->context != NULL)
    SUNContext_Free(&c->context);
  free(c->found);
  free(c);
}

static bool take_memory(stepper *c) {
  const problem *of = c->of;
  c->found = calloc((size_t)of->roots + 1, sizeof *c->found);
  if (c->found == NULL || SUNContext_Create(NULL, &c->context) != 0)
    return false;
  c->y = N_VNew_Serial(of->size, c->context);
  c->error = N_VNew_Serial(of->size, c->context);
  c->cvode = CVodeCreate(of->stiff ? CV_BDF : CV_ADAMS, c->context);
  if (c->y == NULL || c->error == NULL || c->cvode == NULL)
    return false;
  N_VConst(0, c->y);
  memcpy(N_VGetArrayPointer(c->error), of->error, (size_t)of->size * sizeof *of->error);
  return true;
}

// CVODE brings Newton's method by itself, and difference quotients.
static bool set_newton(stepper *c) {
  c->matrix = SUNDenseMatrix(c->of->size, c->of->size, c->context);
  if (c->matrix == NULL)
    return false;
  c->elimination = SUNLinSol_Dense(c->y, c->matrix, c->context);
  return c->elimination != NULL &&
         CVodeSetLinearSolver(c->cvode, c->elimination, c->matrix) == CVLS_SUCCESS &&
         (c->of->jacobian == NULL || CVodeSetJacFn(c->cvode, jacobian) == CVLS_SUCCESS);
}

static bool set_fixed_point(stepper *c) {
  c->fixed_point = SUNNonlinSol_FixedPoint(c->y, 0, c->context);
  return c->fixed_point != NULL && CVodeSetNonlinearSolver(c->cvode, c->fixed_point) == CV_SUCCESS;
}

static bool set_up(stepper *c) {
  const problem *of = c->of;
  return CVodeSetErrFile(c->cvode, NULL) == CV_SUCCESS && // a library does not print
         CVodeInit(c->cvode, slope, 0, c->y) == CV_SUCCESS &&
         CVodeSVtolerances(c->cvode, of->tolerance, c->error) == CV_SUCCESS &&
         CVodeSetUserData(c->cvode, c) == CV_SUCCESS &&
         (of->stiff ? set_newton(c) : set_fixed_point(c)) &&
         CVodeSetMaxNumSteps(c->cvode, of->stiff ? MAX_STIFF_STEPS : MAX_STEPS) == CV_SUCCESS &&
         CVodeSetMaxStep(c->cvode, of->longest_step) == CV_SUCCESS &&
         (of->roots == 0 || (CVodeRootInit(c->cvode, of->roots, root) == CV_SUCCESS &&
                             CVodeSetNoInactiveRootWarn(c->cvode) == CV_SUCCESS));
}

carom_status cvode_make(const problem *of, integrator *made) {
  stepper *c = calloc(1, sizeof *c);
  if (c == NULL)
    return CAROM_NO_MEMORY;
  c->of = of;
  if (!take_memory(c) || !set_up(c)) {
    stepper_free(c);
    return CAROM_NO_MEMORY;
  }
  *made = (integrator){
      .user = c, .begin = begin, .advance = advance, .count = count, .free = stepper_free};
  return CAROM_OK;
}

bool carom_has_integrator(void) {
  return true;
}

#else

carom_status cvode_make(const problem *of, integrator *made) {
  (void)of;
  (void)made;
  return CAROM_NO_PART;
}

bool carom_has_integrator(void) {
  return false;
}

#endif

static carom_status equip(const carom_model *m, carom_state *s) {
  return carom_model_describe(m).integrates && !carom_has_integrator()
             ? CAROM_NO_PART
             : carom_state_attach(m, s, cvode_make);
}

carom_status carom_state_equip(const carom_model *m, carom_state *s, carom_error *error) {
  const carom_status status = equip(m, s);
  if (status != CAROM_OK && error != NULL) {
    *error = (carom_error){.status = status};
    snprintf(error->text, sizeof error->text, "%s",
             status == CAROM_NO_PART
                 ? "solver.method: adaptive needs SUNDIALS, which this build of Carom lacks; "
                   "allowed are a build with it, or solver.method event"
                 : carom_status_text(status));
  }
  return status;
}
