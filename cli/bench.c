// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom bench: what a grid point and a sample cost here, beside a plain loop and the machine's own
// limits, all measured in one run in short alternating turns, so that ratios hold on a busy
// machine.

#include "cli/bench.h"
#include "cli/bench_baseline.h"
#include "cli/cli.h"
#include "plot/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

enum { TURNS = 41, MOST_SIZES = 16 };

/// Where the numbers go, what was there before, and the costs that are drawn.
typedef struct {
  FILE *json;
  char *before; // the former file, or NULL
  int sizes;
  double points[2][MOST_SIZES], step[2][MOST_SIZES], plain[2][MOST_SIZES]; // lines and plates
} record;

// The number called `name` in the former file's entry that begins with `key`; 0 if there is none.
static double former(const record *r, const char *key, const char *name) {
  const char *entry = r->before != NULL ? strstr(r->before, key) : NULL;
  const char *end = entry != NULL ? strchr(entry, '}') : NULL;
  const char *value = entry != NULL ? strstr(entry, name) : NULL;
  return value != NULL && value < end ? strtod(value + strlen(name), NULL) : 0;
}

static void tell_change(double before, double now) {
  if (before > 0)
    printf(" %8.2f", now / before);
  printf("\n");
}

double bench_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int bench_by_size(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Something to be timed: `work` does `count` steps.
typedef struct {
  void (*work)(void *what, int count);
  void *what;
  double median; // seconds per step
  double least;  // in the quietest turn: what else runs on the machine only adds
} contender;

// Times all contenders in turn, TURNS rounds of some 2 ms each; the medians count.
static void race(contender *c, int contenders) {
  double times[4][TURNS];
  int counts[4];
  for (int i = 0; i < contenders; ++i) { // how many steps fill a turn
    counts[i] = 1;
    for (;;) {
      const double start = bench_seconds();
      c[i].work(c[i].what, counts[i]);
      if (bench_seconds() - start > 2e-3)
        break;
      counts[i] *= 2;
    }
  }
  for (int turn = 0; turn < TURNS; ++turn)
    for (int i = 0; i < contenders; ++i) {
      const double start = bench_seconds();
      c[i].work(c[i].what, counts[i]);
      times[i][turn] = (bench_seconds() - start) / counts[i];
    }
  for (int i = 0; i < contenders; ++i) {
    qsort(times[i], TURNS, sizeof times[i][0], bench_by_size);
    c[i].median = times[i][TURNS / 2];
    c[i].least = times[i][0];
  }
}

// --- Grids --------------------------------------------------------------------------------------

typedef struct {
  carom_model *model;
  carom_state *state;
} subject;

static void step_subject(void *what, int count) {
  const subject *s = what;
  carom_process(s->model, s->state, count, NULL);
}

static bool make_subject(subject *s, const char *text, bool ledger) {
  carom_error error = {.text = "out of memory"};
  carom_scene *scene = carom_scene_new(NULL);
  bool good = scene != NULL &&
              carom_scene_parse(scene, "bench", text, strlen(text), &error) == CAROM_OK &&
              carom_model_compile(scene, NULL, &s->model, &error) == CAROM_OK;
  carom_scene_free(scene);
  s->state = good ? carom_state_new(s->model, NULL) : NULL;
  if (s->state == NULL) {
    fprintf(stderr, "%s\n", error.text);
    return false;
  }
  carom_state_keep_ledger(s->model, s->state, ledger);
  return true;
}

static void free_subject(subject *s) {
  carom_state_free(s->state);
  carom_model_free(s->model);
}

/// One row of the table of grids.
typedef struct {
  const char *name;
  int nx, ny;
} grid_size;

static void grid_scene(const grid_size *g, char *text, size_t size) {
  if (g->ny > 0) // spacing 1 cm, stiffness a little below the limit
    snprintf(
        text, size,
        "{carom: 1, bodies: {b: {type: plate, size: [%g, %g], points: [%d, %d], thickness: 1e-3, "
        "density: 1000, youngs: 8e9, sigma0: 1, sigma1: 1e-3, start: {shape: hump}}}}",
        0.02 * g->nx, 0.02 * g->ny, g->nx, g->ny);
  else
    snprintf(
        text, size,
        "{carom: 1, bodies: {b: {type: %s, length: %g, linear_density: 0.01, %sbending_stiffness: "
        "1e-3, sigma0: 1, sigma1: 1e-3, points: %d, start: {shape: hump}}}}",
        g->name, 0.02 * g->nx, strcmp(g->name, "string") == 0 ? "tension: 100, " : "", g->nx);
}

static bool bench_grid(const grid_size *g, const record *r, const char *comma) {
  char text[512];
  subject with = {0};
  subject without = {0};
  grid_scene(g, text, sizeof text);
  plain_grid *plain = plain_new(g->nx, g->ny);
  const bool good =
      plain != NULL && make_subject(&with, text, true) && make_subject(&without, text, false);
  if (good) {
    contender c[] = {{step_subject, &without, 0, 0},
                     {step_subject, &with, 0, 0},
                     {plain_step, plain, 0, 0},
                     {plain_stream, plain, 0, 0}};
    race(c, 4);
    const double points = (g->nx + 1.0) * (g->ny + 1.0);
    const double ns[] = {1e9 * c[0].median / points, 1e9 * c[1].median / points,
                         1e9 * c[2].median / points, 1e9 * c[3].median / points};
    char size[24];
    snprintf(size, sizeof size, g->ny > 0 ? "%dx%d" : "%d", g->nx, g->ny);
    char key[96];
    snprintf(key, sizeof key, "\"body\": \"%s\", \"points\": [%d, %d]", g->name, g->nx, g->ny);
    printf("%-8s %9s %9.3f %12.3f %12.3f %12.3f %11.2f", g->name, size, ns[0], ns[1], ns[2], ns[3],
           ns[2] / ns[0]);
    tell_change(former(r, key, "\"ns_per_point\": "), ns[0]);
    fprintf(r->json,
            "%s\n    {%s, \"ns_per_point\": %.4g, \"with_ledger\": %.4g, \"plain_loop\": %.4g, "
            "\"limit\": %.4g}",
            comma, key, ns[0], ns[1], ns[2], ns[3]);
  }
  plain_free(plain);
  free_subject(&with);
  free_subject(&without);
  return good;
}

// --- Scenes -------------------------------------------------------------------------------------

// Instructions of `count` samples by the processor's own counter; 0 where there is none.
static double count_instructions(subject *s, int count) {
#if defined(__linux__)
  struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE,
                                 .size = sizeof attr,
                                 .config = PERF_COUNT_HW_INSTRUCTIONS,
                                 .disabled = 1,
                                 .exclude_kernel = 1,
                                 .exclude_hv = 1};
  const int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
  if (fd < 0)
    return 0;
  long long instructions = 0;
  ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
  step_subject(s, count);
  ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
  const bool read_it = read(fd, &instructions, sizeof instructions) == (ssize_t)sizeof instructions;
  close(fd);
  return read_it ? (double)instructions : 0;
#else
  (void)s;
  (void)count;
  return 0;
#endif
}

static bool bench_scene(int index, const record *r, const char *comma) {
  subject with = {0};
  subject without = {0};
  const char *name = carom_builtin_name(index);
  const char *text = carom_builtin_text(index);
  const bool good = make_subject(&with, text, true) && make_subject(&without, text, false);
  if (good) {
    contender c[] = {{step_subject, &without, 0, 0}, {step_subject, &with, 0, 0}};
    race(c, 2);
    enum { COUNTED = 2000 };
    const double rate = carom_model_describe(with.model).rate;
    const double instructions = count_instructions(&without, COUNTED) / COUNTED;
    printf("%-22s %9.0f %12.1f %12.1f %9.1f %12.1f", name, 1e9 * c[0].median,
           1 / (c[0].median * rate), 1 / (c[1].median * rate), 1 / (c[0].least * rate),
           1 / (c[1].least * rate));
    if (instructions > 0)
      printf(" %14.0f", instructions);
    else
      printf(" %14s", "not counted");
    char key[96];
    snprintf(key, sizeof key, "\"scene\": \"%s\"", name);
    tell_change(former(r, key, "\"ns_per_sample\": "), 1e9 * c[0].median);
    fprintf(r->json,
            "%s\n    {%s, \"ns_per_sample\": %.5g, \"times_real_time\": %.5g, "
            "\"with_ledger\": %.5g, \"at_best\": %.5g, \"at_best_with_ledger\": %.5g, "
            "\"instructions\": %.6g}",
            comma, key, 1e9 * c[0].median, 1 / (c[0].median * rate), 1 / (c[1].median * rate),
            1 / (c[0].least * rate), 1 / (c[1].least * rate), instructions);
  }
  free_subject(&with);
  free_subject(&without);
  return good;
}

// --- Cost against size --------------------------------------------------------------------------

// Strings and plates from a few points to a few hundred thousand, beside the plain loop.
static bool bench_sizes(record *r) {
  static const int lengths[] = {16, 32, 64, 128, 256, 1024, 4096, 16384, 65536};
  static const int sides[] = {6, 10, 16, 24, 36, 64, 128, 256, 512};
  r->sizes = (int)(sizeof lengths / sizeof lengths[0]);
  for (int kind = 0; kind < 2; ++kind)
    for (int i = 0; i < r->sizes; ++i) {
      const grid_size g = {kind == 0 ? "string" : "plate", kind == 0 ? lengths[i] : sides[i],
                           kind == 0 ? 0 : sides[i]};
      char text[512];
      subject engine = {0};
      grid_scene(&g, text, sizeof text);
      plain_grid *plain = plain_new(g.nx, g.ny);
      const bool good = plain != NULL && make_subject(&engine, text, false);
      if (good) {
        contender c[] = {{step_subject, &engine, 0, 0}, {plain_step, plain, 0, 0}};
        race(c, 2);
        const double points = (g.nx + 1.0) * (g.ny + 1.0);
        r->points[kind][i] = log10(points);
        r->step[kind][i] = 1e9 * c[0].median / points;
        r->plain[kind][i] = 1e9 * c[1].median / points;
      }
      plain_free(plain);
      free_subject(&engine);
      if (!good)
        return false;
    }
  return true;
}

static bool draw_sizes(const record *r, const char *path) {
  FILE *file = fopen(path, "w");
  if (file == NULL)
    return false;
  static const char *const labels[] = {"string: ns per point and step",
                                       "plate: ns per point and step"};
  svg_begin(file, 900, 560, "Cost against size");
  for (int kind = 0; kind < 2; ++kind) {
    panel p = {.file = file, .x = 90, .y = 66 + 250.0 * kind, .width = 780, .height = 180};
    double most = 0;
    for (int i = 0; i < r->sizes; ++i)
      most = fmax(most, fmax(r->step[kind][i], r->plain[kind][i]));
    p.left = r->points[kind][0];
    p.right = r->points[kind][r->sizes - 1];
    panel_range(&p, 0, most);
    panel_axes(&p, "log10 of the number of points", labels[kind]);
    panel_line(&p, r->points[kind], r->step[kind], r->sizes, 0, 1);
    panel_line(&p, r->points[kind], r->plain[kind], r->sizes, 1, 1);
    panel_legend(&p, 400, 0, "engine");
    panel_legend(&p, 520, 1, "plain loop");
  }
  svg_end(file);
  return fclose(file) == 0;
}

static char *read_former(const char *path) {
  enum { ROOM = 1 << 20 };
  FILE *file = fopen(path, "r");
  char *text = file != NULL ? calloc(ROOM, 1) : NULL;
  if (text != NULL && fread(text, 1, ROOM - 1, file) == 0) {
    free(text);
    text = NULL;
  }
  if (file != NULL)
    fclose(file);
  return text;
}

static bool bench_all(record *r) {
  static const grid_size grids[] = {{"string", 100, 0},  {"string", 1000, 0}, {"bar", 100, 0},
                                    {"plate", 40, 20},   {"plate", 135, 18},  {"plate", 200, 200},
                                    {"plate", 1000, 400}};
  const char *change = r->before != NULL ? "   change" : "";
  bool good = true;
  fprintf(r->json, "{\n  \"carom\": \"%s\",\n  \"grids\": [", CAROM_VERSION);
  printf(
      "nanoseconds per grid point and step (limit: reading and writing the same arrays once)\n\n");
  printf("%-8s %9s %9s %12s %12s %12s %11s%s\n", "body", "points", "step", "with ledger",
         "plain loop", "limit", "plain/step", change);
  for (size_t i = 0; good && i < sizeof grids / sizeof grids[0]; ++i)
    good = bench_grid(&grids[i], r, i > 0 ? "," : "");
  fprintf(r->json, "\n  ],\n  \"scenes\": [");
  printf("\n%-22s %9s %12s %12s %9s %12s %14s%s\n", "scene", "ns/sample", "x real time",
         "with ledger", "at best", "with ledger", "instructions", change);
  for (int i = 0; good && i < carom_builtin_count(); ++i)
    good = bench_scene(i, r, i > 0 ? "," : "");
  fprintf(r->json, "\n  ],\n");
  good = good && bench_events(r->json);
  fprintf(r->json, "\n}\n");
  return good && bench_sizes(r);
}

// bench impacts [-o FILE]: accuracy, not speed.
static int command_impacts(int count, char **arguments) {
  if (count != 0 && !(count == 2 && strcmp(arguments[0], "-o") == 0))
    return wrong_usage("'bench impacts' takes -o FILE");
  FILE *json = count == 2 ? fopen(arguments[1], "w") : NULL;
  if (count == 2 && json == NULL)
    return wrong_usage("%s cannot be written", arguments[1]);
  const bool good = bench_impacts(json);
  const bool closed = json == NULL || fclose(json) == 0;
  return good && closed ? EXIT_GOOD : EXIT_BROKEN;
}

static int bench(int count, char **arguments) {
  if (count > 0 && strcmp(arguments[0], "impacts") == 0)
    return command_impacts(count - 1, arguments + 1);
  const char *path = "bench.json";
  const char *against = NULL;
  for (int i = 0; i < count; i += 2) {
    if (i + 1 < count && strcmp(arguments[i], "-o") == 0)
      path = arguments[i + 1];
    else if (i + 1 < count && strcmp(arguments[i], "--against") == 0)
      against = arguments[i + 1];
    else
      return wrong_usage("'bench' takes -o FILE and --against FILE, or impacts");
  }
  record r = {.before = read_former(against != NULL ? against : path)};
  if (against != NULL && r.before == NULL)
    return wrong_usage("%s cannot be read", against);
  r.json = fopen(path, "w");
  if (r.json == NULL) {
    free(r.before);
    return wrong_usage("%s cannot be written", path);
  }
  char picture[1024];
  const char *dot = strrchr(path, '.');
  snprintf(picture, sizeof picture, "%.*s.svg", dot != NULL ? (int)(dot - path) : (int)strlen(path),
           path);
  const bool good = bench_all(&r);
  free(r.before);
  if (fclose(r.json) != 0 || !good || !draw_sizes(&r, picture))
    return EXIT_BROKEN;
  printf("\nnumbers in %s, cost against size in %s\n", path, picture);
  return EXIT_GOOD;
}

const command command_bench = {
    .name = "bench",
    .run = bench,
    .usage = "carom bench [-o FILE] [--against FILE]\n"
             "  carom bench impacts [-o FILE]",
    .help =
        "Measures grids per point, beside a plain loop and the machine's limit, and the built-in\n"
        "scenes per sample: medians of many short turns, and 'at best' the quietest one. Leaves "
        "the\n"
        "numbers in FILE (bench.json) and a picture of cost against size beside it, and tells the\n"
        "change since the former FILE, or since another one.\n"
        "'bench impacts' measures accuracy: the error of the rebound speed by each method, for "
        "contacts\n"
        "of half a sample to a hundred samples.",
};
