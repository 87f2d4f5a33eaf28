// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Why a run ended early, or did not begin, in words.

#include "io/run_errors.h"

#include "base/error.h"
#include <string.h>

static void set_tolerance_error(const carom_model_info *i, long long done, carom_error *error) {
  error_set(error, CAROM_TOLERANCE,
            "solver.tolerance: %g cannot be reached after %lld samples, at %g s; allowed is what "
            "the motion's own rounding leaves room for, about 1e-15 and above; what was computed "
            "is kept",
            i->tolerance, done, (double)(done - 1) / i->rate);
}

static void set_wrapping_error(const carom_model_info *i, long long done, carom_status status,
                               carom_error *error) {
  error_set(error, status,
            "solver.method %s: %s after %lld samples, between %g and %g s; allowed are motions in "
            "which the string wraps its bridge from one end, or solver.method rigid; what was "
            "computed is kept",
            i->method, carom_status_text(status), done, (double)(done - 1) / i->rate,
            (double)done / i->rate);
}

static void set_impacts_error(const carom_model_info *i, long long done, carom_error *error) {
  error_set(
      error, CAROM_TOO_MANY_IMPACTS,
      "solver.method %s: more than 100000 impacts between %g and %g s; allowed are stops that "
      "leave bodies more room, or contacts of type collision; what was computed is kept",
      i->method, (double)(done - 1) / i->rate, (double)done / i->rate);
}

carom_status run_refuses(const carom_scene *scene, const carom_model *model, carom_error *error) {
  if (scene == NULL || model == NULL)
    return error_null(error, scene == NULL ? "scene" : "model");
  if (carom_model_is_of(model, scene))
    return CAROM_OK;
  return error_set(error, CAROM_WRONG_MODEL,
                   "model: compiled from another scene, or before this one was changed; allowed is "
                   "a model of the scene as it is");
}

carom_status run_cannot_write(const char *directory, int reason, carom_error *error) {
  if (directory == NULL)
    return error_set(error, CAROM_BAD_VALUE, "options.directory: none; allowed is a folder");
  return error_set(error, CAROM_CANNOT_WRITE,
                   "%.300s: results cannot be written: %s; allowed is a folder with room that you "
                   "may write to",
                   directory, strerror(reason));
}

static void set_unsolved_error(const carom_model_info *i, long long done, carom_error *error) {
  error_set(error, CAROM_NOT_SOLVED,
            "solver.method %s: the equations of the step between %g and %g s cannot be solved; "
            "allowed are a higher rate, softer felts, or felts farther from each other; what was "
            "computed is kept",
            i->method, (double)(done - 1) / i->rate, (double)done / i->rate);
}

void run_explain(const carom_model_info *i, long long done, carom_status status,
                 carom_error *error) {
  if (status == CAROM_TOLERANCE)
    set_tolerance_error(i, done, error);
  if (status == CAROM_WAVE_SPEED || status == CAROM_NOT_WRAPPED)
    set_wrapping_error(i, done, status, error);
  if (status == CAROM_TOO_MANY_IMPACTS)
    set_impacts_error(i, done, error);
  if (status == CAROM_NOT_SOLVED)
    set_unsolved_error(i, done, error);
}
