// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A sweep: the same scene at every point of a grid of values, by several threads. Each finished
// point leaves a file of its own (sweep_files.c), so that an interrupted sweep goes on where it
// was; where states are carried the scene that the next point starts from is kept there too.
// Nothing in them depends on who computed what.

#include "io/sweep.h"

#include "io/c_locale.h"
#include "io/clock.h"
#include "io/csv_npy.h"
#include "io/error.h"
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- The plan -----------------------------------------------------------------------------------

static bool add_text(void *user, const char *text, size_t length) {
  return fwrite(text, 1, length, user) == length;
}

static bool keep_scene(plan *p, const carom_scene *scene) {
  FILE *file = open_memstream(&p->text, &p->length);
  if (file == NULL)
    return false;
  const bool good = carom_scene_write(scene, add_text, file);
  return fclose(file) == 0 && good;
}

static double axis_value(const carom_sweep_axis *a, long long i) {
  if (i == 0 || a->count == 1)
    return a->from;
  if (i == a->count - 1)
    return a->to;
  const double way = (double)i / (a->count - 1);
  return a->logarithmic ? a->from * pow(a->to / a->from, way) : a->from + (a->to - a->from) * way;
}

// Jobs count through directions first, then through the axes that are not walked inside a job.
place plan_place(const plan *p, long long job, long long step) {
  const carom_sweep_options *o = p->options;
  const bool carried = o->carry != CAROM_CARRY_NONE;
  const bool both = o->carry == CAROM_CARRY_BOTH;
  const bool down = o->carry == CAROM_CARRY_DOWN || (both && job % 2 == 1);
  long long rest = both ? job / 2 : job;
  place at = {.direction = !carried ? "none" : down ? "down" : "up"};
  for (int i = 0; i < o->axis_count; ++i) {
    const carom_sweep_axis *a = &o->axes[i];
    long long index = rest % a->count;
    if (i == 0 && carried)
      index = down ? a->count - 1 - step : step;
    else
      rest /= a->count;
    at.value[i] = axis_value(a, index);
  }
  return at;
}

static bool ends_with(const char *text, const char *end) {
  const size_t n = strlen(text);
  const size_t m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

static carom_status check_axes(const plan *p, carom_error *error) {
  const carom_sweep_options *o = p->options;
  if (o->axis_count < 1 || o->axis_count > MOST_AXES)
    return error_set(error, CAROM_BAD_VALUE, "--vary: %d keys; allowed are 1 to %d", o->axis_count,
                     MOST_AXES);
  double points = 1;
  for (int i = 0; i < o->axis_count; ++i) {
    const carom_sweep_axis *a = &o->axes[i];
    points *= a->count;
    if (a->count < 1 || points > 1e7)
      return error_set(error, CAROM_BAD_VALUE,
                       "--vary:%d: %s: %d values; allowed is at least 1, and 1e7 points in all",
                       i + 1, a->path, a->count);
    if (!isfinite(a->from) || !isfinite(a->to) || (a->logarithmic && !(a->from * a->to > 0)))
      return error_set(error, CAROM_BAD_VALUE,
                       "--vary:%d: %s: from %g to %g; allowed are finite numbers, of one sign and "
                       "not 0 with log",
                       i + 1, a->path, a->from, a->to);
    if (o->carry != CAROM_CARRY_NONE &&
        (strstr(a->path, ".start.") != NULL || strstr(a->path, ".start_velocity.") != NULL ||
         (strncmp(a->path, "bodies.", 7) == 0 && ends_with(a->path, ".velocity"))))
      return error_set(error, CAROM_BAD_VALUE,
                       "--vary:%d: %s: says where a body starts, which --carry decides; allowed is "
                       "another key, or no --carry",
                       i + 1, a->path);
  }
  return CAROM_OK;
}

static carom_status name_measures(plan *p, carom_error *error) {
  const carom_sweep_options *o = p->options;
  const int asked = o->measure_count;
  for (int i = 0; i < (asked > 0 ? asked : carom_measure_count()); ++i) {
    const char *name = asked > 0 ? o->measures[i] : carom_measure_at(i)->name;
    if (asked == 0 && ends_with(name, "."))
      continue;
    if (p->measures == MOST_MEASURES)
      return error_set(error, CAROM_BAD_VALUE, "--measure: more than %d", MOST_MEASURES);
    if (!measure_find(p->model, name, &p->what[p->measures]))
      return error_set(
          error, CAROM_BAD_VALUE,
          "--measure: there is no measure '%.60s' in this scene; 'carom help measures' "
          "shows what there is",
          name);
    snprintf(p->name[p->measures++], sizeof p->name[0], "%s", name);
  }
  return CAROM_OK;
}

// The frequency that drives the scene: its first force's, or that of a swinging barrier
// or base.
static double drive_of(const carom_scene *scene, double asked) {
  static const char *const sections[] = {"forces", "bodies", "bodies"};
  static const char *const keys[] = {"frequency", "position.sine.frequency", "base.frequency"};
  if (asked > 0)
    return asked;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < carom_scene_count(scene, sections[k]); ++i) {
      char path[200];
      snprintf(path, sizeof path, "%s.%s.%s", sections[k], carom_scene_name(scene, sections[k], i),
               keys[k]);
      const char *text = carom_scene_get(scene, path);
      const double frequency = text != NULL ? strtod(text, NULL) : 0;
      if (frequency > 0)
        return frequency;
    }
  return 0;
}

static carom_scene *read_scene(const plan *p, carom_error *error) {
  carom_scene *scene = carom_scene_new(NULL);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (scene != NULL && carom_scene_parse(scene, "scene", p->text, p->length, error) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

static bool set_axes(const plan *p, carom_scene *scene, const place *at, carom_error *error) {
  for (int i = 0; i < p->options->axis_count; ++i) {
    char source[32];
    char text[40];
    const double value = at->value[i];
    snprintf(source, sizeof source, "--vary:%d", i + 1);
    if (value == floor(value) && fabs(value) < 1e15)
      snprintf(text, sizeof text, "%.0f", value); // whole numbers for keys that take no others
    else
      snprintf(text, sizeof text, "%.17g", value);
    carom_scene_source(scene, source);
    if (carom_scene_set(scene, p->options->axes[i].path, text, error) != CAROM_OK)
      return false;
  }
  return true;
}

// Compiles the scene at both ends of every axis, so that most mistakes show before anything is
// written.
static carom_status try_ends(const plan *p, carom_error *error) {
  const carom_sweep_options *o = p->options;
  bool good = true;
  for (int i = 0; good && i < 2 * o->axis_count; ++i) {
    place at = {.direction = "none"};
    for (int k = 0; k < o->axis_count; ++k)
      at.value[k] = k == i / 2 && i % 2 == 1 ? o->axes[k].to : o->axes[k].from;
    carom_model *model = NULL;
    carom_scene *scene = read_scene(p, error);
    good = scene != NULL && set_axes(p, scene, &at, error) &&
           carom_model_compile(scene, NULL, &model, error) == CAROM_OK;
    carom_model_free(model);
    carom_scene_free(scene);
  }
  return good ? CAROM_OK : error->status;
}

static carom_status make_plan(plan *p, const carom_scene *scene, carom_error *error) {
  const carom_sweep_options *o = p->options;
  carom_status status = check_axes(p, error);
  if (status == CAROM_OK)
    status = carom_model_compile(scene, NULL, &p->model, error);
  if (status == CAROM_OK)
    status = name_measures(p, error);
  if (status != CAROM_OK)
    return status;
  if (!(o->settle >= 0 && o->settle < carom_model_describe(p->model).duration))
    return error_set(error, CAROM_BAD_VALUE,
                     "--settle: %g s of a run of %g s; allowed is 0 to less than the duration",
                     o->settle, carom_model_describe(p->model).duration);
  p->jobs = 1;
  for (int i = 0; i < o->axis_count; ++i)
    p->jobs *= o->axes[i].count;
  p->points_in_job = 1;
  if (o->carry != CAROM_CARRY_NONE) {
    p->points_in_job = o->axes[0].count;
    p->jobs = p->jobs / o->axes[0].count * (o->carry == CAROM_CARRY_BOTH ? 2 : 1);
  }
  p->points = p->jobs * p->points_in_job;
  if (!keep_scene(p, scene))
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  return try_ends(p, error);
}

// --- Carrying -----------------------------------------------------------------------------------

static bool put_values(carom_scene *scene, const char *body, const char *key, const double *values,
                       int count, carom_error *error) {
  char path[200];
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return false;
  fputc('[', file);
  for (int i = 0; i < count; ++i)
    fprintf(file, "%s%.17g", i > 0 ? ", " : "", values[i]);
  fputc(']', file);
  bool good = fclose(file) == 0;
  snprintf(path, sizeof path, "bodies.%s.%s.shape", body, key);
  good = good && carom_scene_set(scene, path, "table", error) == CAROM_OK;
  snprintf(path, sizeof path, "bodies.%s.%s.values", body, key);
  good = good && carom_scene_set(scene, path, text, error) == CAROM_OK;
  free(text);
  return good;
}

static bool put_mass(carom_scene *scene, const char *body, double u, double v, carom_error *error) {
  char path[200];
  snprintf(path, sizeof path, "bodies.%s.position", body);
  if (carom_scene_set_number(scene, path, u, error) != CAROM_OK)
    return false;
  snprintf(path, sizeof path, "bodies.%s.velocity", body);
  return carom_scene_set_number(scene, path, v, error) == CAROM_OK;
}

// Lets the scene start as a state is now: the next point goes on from there.
static bool carry_over(carom_scene *scene, const carom_model *model, const carom_state *state,
                       carom_error *error) {
  bool good = true;
  for (int b = 0; good && b < carom_model_describe(model).bodies; ++b) {
    const carom_body_info info = carom_model_body(model, b);
    const int count = carom_body_shape(model, state, b, NULL, 0);
    double *u = calloc(2 * (size_t)count, sizeof *u);
    if (u == NULL)
      return false;
    carom_body_shape(model, state, b, u, count);
    carom_body_velocity(model, state, b, u + count, count);
    if (strcmp(info.type, "mass") == 0)
      good = put_mass(scene, info.name, u[0], u[count], error);
    else if (strcmp(info.type, "barrier") != 0)
      good = put_values(scene, info.name, "start", u, count, error) &&
             put_values(scene, info.name, "start_velocity", u + count, count, error);
    free(u);
  }
  return good;
}

// --- Jobs ---------------------------------------------------------------------------------------

/// What the threads share.
typedef struct {
  const plan *plan;
  char parts[PATH_ROOM]; // the folder of finished points
  pthread_mutex_t lock;
  long long next;          // job
  long long done, resumed; // points
  carom_status status;     // the first failure
  carom_error error;
  bool stopped;
} crew;

static void write_place(const plan *p, FILE *file, char kind, const place *at) {
  fprintf(file, "%c,%s", kind, at->direction);
  for (int i = 0; i < p->options->axis_count; ++i)
    fprintf(file, ",%.17g", at->value[i]);
  fputc(',', file);
}

// A row of each table; the letter in front says which.
static void write_point(const plan *p, FILE *file, const place *at, const point_result *r) {
  write_place(p, file, 'S', at);
  fputs(!r->finite ? "not finite," : !r->balanced ? "unbalanced," : "ok,", file);
  csv_row(file, r->value, p->measures);
  const long long first_impact = r->impacts > MOST_KEPT ? r->impacts - MOST_KEPT : 0;
  for (long long i = first_impact; r->finite && i < r->impacts; ++i) {
    const kept_impact *k = &r->impact[i % MOST_KEPT];
    const double row[] = {k->begin, k->phase, k->speed_in, k->speed_out};
    write_place(p, file, 'I', at);
    fprintf(file, "%s,", carom_model_contact(p->model, k->contact).name);
    csv_row(file, row, 4);
  }
  const long long first_strobe = r->strobes > MOST_KEPT ? r->strobes - MOST_KEPT : 0;
  for (long long i = first_strobe; r->finite && r->outputs > 0 && i < r->strobes; ++i) {
    write_place(p, file, 'P', at);
    fprintf(file, "%.17g,", r->strobe_time[i % MOST_KEPT]);
    csv_row(file, r->strobe + i % MOST_KEPT * r->outputs, r->outputs);
  }
}

// As many samples as the duration holds, with carried states up to a whole period of the drive so
// that the next point meets it in phase.
static long long count_samples(const plan *p, const carom_model *model, double drive) {
  const carom_model_info info = carom_model_describe(model);
  const double turns = floor(info.duration * drive + 1e-9);
  if (p->options->carry != CAROM_CARRY_NONE && turns >= 1)
    return llround(turns / drive * info.rate);
  return llround(info.duration * info.rate) + 1;
}

/// How a point or job ended.
typedef enum { WENT_WELL, WAS_STOPPED, FAILED } outcome;

// Runs one point; the scene is left to start where it ended, if states are carried and it did not
// leave the finite numbers.
static outcome run_point(const plan *p, carom_scene *scene, const place *at, FILE *file,
                         carom_error *error) {
  carom_model *model = NULL;
  point_result r = {0};
  outcome how = FAILED;
  if (!set_axes(p, scene, at, error) || carom_model_compile(scene, NULL, &model, error) != CAROM_OK)
    return FAILED;
  carom_state *state = carom_state_new(model, NULL);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (state != NULL && carom_state_equip(model, state, error) == CAROM_OK &&
      point_begin(&r, model, p->measures)) {
    const double drive = drive_of(scene, p->options->strobe);
    how = point_run(&r, model, state, p->what, count_samples(p, model, drive), p->options->settle,
                    drive, p->options->stop)
              ? WENT_WELL
              : WAS_STOPPED;
  }
  if (how == WENT_WELL) {
    write_point(p, file, at, &r);
    if (p->options->carry != CAROM_CARRY_NONE && r.finite &&
        !carry_over(scene, model, state, error))
      how = FAILED;
  }
  point_free(&r);
  carom_state_free(state);
  carom_model_free(model);
  return how;
}

static bool is_finished(const crew *c, long long job, long long step) {
  char path[PATH_ROOM + 64];
  sweep_point_path(c->parts, job, step, "csv", path);
  return access(path, R_OK) == 0;
}

// The scene a point starts from: what its neighbour has left, or the plan's.
static carom_scene *read_start(const crew *c, long long job, long long step, carom_error *error) {
  char path[PATH_ROOM + 64];
  if (step == 0)
    return read_scene(c->plan, error);
  sweep_point_path(c->parts, job, step, "json", path);
  carom_scene *scene = carom_scene_new(NULL);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (scene != NULL && carom_scene_load(scene, path, error) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

static bool write_start(const crew *c, const carom_scene *scene, long long job, long long step) {
  atomic_file file = {0};
  char name[48];
  sweep_point_name(job, step, "json", name);
  return atomic_file_open(&file, c->parts, name) && carom_scene_write(scene, add_text, file.file) &&
         atomic_file_commit(&file);
}

// A point and its file. What the next one starts from is there before the point counts as finished.
static outcome do_point(const crew *c, carom_scene *scene, long long job, long long step,
                        carom_error *error) {
  const place at = plan_place(c->plan, job, step);
  const bool last = step + 1 == c->plan->points_in_job;
  atomic_file file = {0};
  char name[48];
  char path[PATH_ROOM + 64];
  sweep_point_name(job, step, "csv", name);
  bool written = atomic_file_open(&file, c->parts, name);
  const outcome how = written ? run_point(c->plan, scene, &at, file.file, error) : FAILED;
  if (written && how != WENT_WELL) {
    atomic_file_discard(&file);
    return how;
  }
  written = written && (last || write_start(c, scene, job, step + 1)) && atomic_file_commit(&file);
  if (!written) {
    error_set(error, CAROM_CANNOT_WRITE, "%.300s: cannot be written: %s", c->parts,
              strerror(errno));
    return FAILED;
  }
  sweep_point_path(c->parts, job, step, "json", path);
  unlink(path); // the start of this one
  return WENT_WELL;
}

static void count_point(crew *c, bool resumed) {
  const carom_sweep_options *o = c->plan->options;
  pthread_mutex_lock(&c->lock);
  ++c->done;
  c->resumed += resumed;
  if (o->progress != NULL)
    o->progress(o->user, (double)c->done / (double)c->plan->points);
  pthread_mutex_unlock(&c->lock);
}

static outcome run_job(crew *c, long long job, carom_error *error) {
  carom_scene *scene = NULL;
  outcome how = WENT_WELL;
  for (long long step = 0; how == WENT_WELL && step < c->plan->points_in_job; ++step) {
    const bool before = is_finished(c, job, step);
    if (!before && scene == NULL)
      scene = read_start(c, job, step, error);
    if (!before)
      how = scene != NULL ? do_point(c, scene, job, step, error) : FAILED;
    if (how == WENT_WELL)
      count_point(c, before);
  }
  carom_scene_free(scene);
  return how;
}

// Takes jobs until there are none, or something has gone wrong, or somebody wants to stop.
static void *work(void *user) {
  crew *c = user;
  const carom_sweep_options *o = c->plan->options;
  const locale_t before = c_locale_begin();
  pthread_mutex_lock(&c->lock);
  while (c->next < c->plan->jobs && c->status == CAROM_OK && !c->stopped) {
    const long long job = c->next++;
    carom_error error = {.status = CAROM_OK};
    c->stopped = o->stop != NULL && *o->stop != 0;
    if (c->stopped)
      break;
    pthread_mutex_unlock(&c->lock);
    const outcome how = run_job(c, job, &error);
    pthread_mutex_lock(&c->lock);
    if (how == FAILED && c->status == CAROM_OK) {
      c->status = error.status;
      c->error = error;
    }
    c->stopped = c->stopped || how == WAS_STOPPED;
  }
  pthread_mutex_unlock(&c->lock);
  c_locale_end(before);
  return NULL;
}

static void work_together(crew *c, int workers) {
  enum { MOST_WORKERS = 256 };
  pthread_t thread[MOST_WORKERS];
  int started = 0;
  pthread_mutex_init(&c->lock, NULL);
  while (started < workers - 1 && started < MOST_WORKERS &&
         pthread_create(&thread[started], NULL, work, c) == 0)
    ++started;
  work(c);
  for (int i = 0; i < started; ++i)
    pthread_join(thread[i], NULL);
  pthread_mutex_destroy(&c->lock);
}

// --- The whole ----------------------------------------------------------------------------------

static carom_status finish(const plan *p, crew *c, carom_sweep_report *r, carom_error *error) {
  r->points = p->points;
  r->done = c->done;
  r->resumed = c->resumed;
  errno = 0;
  if (!sweep_put_together(p, c->parts) || !sweep_write_summary(p, r) || !sweep_draw(p))
    return error_set(error, CAROM_CANNOT_WRITE, "%.300s: results cannot be written: %s",
                     p->options->directory, strerror(errno));
  if (c->status != CAROM_OK) {
    *error = c->error;
    return c->status;
  }
  if (c->done < p->points)
    return CAROM_INTERRUPTED;
  sweep_clear_parts(c->parts);
  rmdir(c->parts);
  return CAROM_OK;
}

static carom_status sweep(const carom_scene *scene, const carom_sweep_options *options,
                          carom_sweep_report *report, carom_error *error) {
  plan p = {.options = options};
  const double start = clock_seconds();
  *report = (carom_sweep_report){.status = make_plan(&p, scene, error)};
  if (report->status == CAROM_OK) {
    static const int least = 1;
    crew c = {.plan = &p};
    snprintf(c.parts, sizeof c.parts, "%.4000s/parts", options->directory);
    if (!sweep_open_parts(&p, c.parts)) {
      report->status = error_set(error, CAROM_CANNOT_WRITE, "%.300s: results cannot be written: %s",
                                 options->directory, strerror(errno));
    } else {
      work_together(&c, options->workers > least ? options->workers : least);
      report->seconds = clock_seconds() - start;
      report->status = finish(&p, &c, report, error);
    }
  }
  carom_model_free(p.model);
  free(p.text);
  return report->status;
}

carom_status carom_sweep(const carom_scene *scene, const carom_sweep_options *options,
                         carom_sweep_report *report, carom_error *error) {
  carom_error own; // the parts of a sweep always say what went wrong
  const locale_t before = c_locale_begin();
  const carom_status status = sweep(scene, options, report, error != NULL ? error : &own);
  c_locale_end(before);
  return status;
}
