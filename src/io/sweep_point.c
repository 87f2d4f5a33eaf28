// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One point of a sweep: compiled or started with its values, run, measured, and written as rows of
// the three tables.

#include "io/sweep.h"

#include "base/error.h"
#include "io/csv_npy.h"
#include "io/print.h"
#include <math.h>
#include <stdlib.h>

// That of its first force, or of an oscillating barrier or base.
double sweep_drive(const sweep_plan *p, const carom_scene *scene) {
  static const char *const sections[] = {"forces", "bodies", "bodies"};
  static const char *const keys[] = {"frequency", "position.sine.frequency", "base.frequency"};
  if (p->options->strobe > 0)
    return p->options->strobe;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < carom_scene_count(scene, sections[k]); ++i) {
      char path[200];
      snprintf(path, sizeof path, "%s.%s.%s", sections[k], carom_scene_name(scene, sections[k], i),
               keys[k]);
      const double frequency = carom_scene_number(scene, path);
      if (frequency > 0)
        return frequency;
    }
  return 0;
}

static void write_coordinates(const sweep_plan *p, FILE *file, char kind, const sweep_point *at) {
  fprintf(file, "%c,%s", kind, at->direction);
  for (int i = 0; i < p->options->axis_count; ++i)
    print_to(file, ",%.17g", at->value[i]);
  fputc(',', file);
}

// Rows of the three tables, each after a letter: S sweep, I impacts, P Poincare section.
static void write_point(const sweep_plan *p, FILE *file, const sweep_point *at,
                        const point_result *r) {
  write_coordinates(p, file, 'S', at);
  fputs(!r->finite ? "not finite," : !r->balanced ? "unbalanced," : "ok,", file);
  csv_row(file, r->value, p->measures);
  const long long first_impact = r->impacts > MAX_KEPT ? r->impacts - MAX_KEPT : 0;
  for (long long i = first_impact; r->finite && i < r->impacts; ++i) {
    const kept_impact *k = &r->impact[i % MAX_KEPT];
    const double row[] = {k->begin, k->phase, k->speed_in, k->speed_out};
    write_coordinates(p, file, 'I', at);
    fprintf(file, "%s,", carom_model_contact(p->model, k->contact).name);
    csv_row(file, row, 4);
  }
  const long long first_strobe = r->strobes > MAX_KEPT ? r->strobes - MAX_KEPT : 0;
  for (long long i = first_strobe; r->finite && r->outputs > 0 && i < r->strobes; ++i) {
    write_coordinates(p, file, 'P', at);
    print_to(file, "%.17g,", r->strobe_time[i % MAX_KEPT]);
    csv_row(file, r->strobe + i % MAX_KEPT * r->outputs, r->outputs);
  }
}

// As many samples as the duration holds; with carried states a whole number of periods of the
// drive, so that the next point continues in phase.
static long long count_samples(const sweep_plan *p, const carom_model *model, double drive) {
  const carom_model_info info = carom_model_describe(model);
  const double cycles = floor(info.duration * drive + 1e-9);
  if (p->options->carry != CAROM_CARRY_NONE && cycles >= 1)
    return llround(cycles / drive * info.rate);
  return llround(info.duration * info.rate) + 1;
}

// From t = 0 to its end; the caller frees the result.
static carom_status run_state(const sweep_plan *p, const carom_model *model, carom_state *state,
                              double drive, point_result *r) {
  if (!point_begin(r, model, p->measures))
    return CAROM_NO_MEMORY;
  const bool whole = point_run(r, model, state, p->what, count_samples(p, model, drive),
                               p->options->settle, drive, p->options->stop);
  return whole ? CAROM_OK : CAROM_INTERRUPTED;
}

carom_status sweep_run_point(const sweep_plan *p, carom_scene *scene, const sweep_point *at,
                             FILE *file, carom_error *error) {
  carom_model *model = NULL;
  point_result r = {0};
  if (!sweep_set_axes(p, scene, at, error) ||
      (model = carom_model_compile(scene, NULL, error)) == NULL)
    return error->status;
  carom_state *state = carom_state_new(model, NULL);
  carom_status how = error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (state != NULL && (how = carom_state_equip(model, state, error)) == CAROM_OK)
    how = run_state(p, model, state, sweep_drive(p, scene), &r);
  if (how == CAROM_OK) {
    write_point(p, file, at, &r);
    if (p->options->carry != CAROM_CARRY_NONE && r.finite &&
        !sweep_carry(scene, model, state, error))
      how = error->status;
  }
  point_free(&r);
  carom_state_free(state);
  carom_model_free(model);
  return how;
}

// A value that no state can start with is left to the compiler, which says what is wrong with it.
carom_status sweep_run_shared(const sweep_plan *p, carom_state *state, const sweep_point *at,
                              FILE *file, carom_error *error) {
  point_result r = {0};
  if (carom_state_start(p->shared, state, p->options->axis_count, p->live, at->value) != CAROM_OK) {
    carom_scene *scene = sweep_read_scene(p, error);
    const carom_status how =
        scene != NULL ? sweep_run_point(p, scene, at, file, error) : error->status;
    carom_scene_free(scene);
    return how;
  }
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  const carom_status how = run_state(p, p->shared, state, p->drive, &r);
  if (how == CAROM_OK)
    write_point(p, file, at, &r);
  point_free(&r);
  return how;
}
