// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom bench: what a grid point and a sample cost here, beside a plain loop and the machine's own
// limits, all measured in one run in short alternating turns, so that ratios hold on a busy
// machine.

#include "cli.h"
#include "plain.h"

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

enum { TURNS = 41 };

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Something to be timed: `work` does `count` steps.
typedef struct {
  void (*work)(void *what, int count);
  void *what;
  double median; // seconds per step
} contender;

// Times all contenders in turn, TURNS rounds of some 2 ms each; the medians count.
static void race(contender *c, int contenders) {
  double times[4][TURNS];
  int counts[4];
  for (int i = 0; i < contenders; ++i) { // how many steps fill a turn
    counts[i] = 1;
    for (;;) {
      const double start = cpu_seconds();
      c[i].work(c[i].what, counts[i]);
      if (cpu_seconds() - start > 2e-3)
        break;
      counts[i] *= 2;
    }
  }
  for (int turn = 0; turn < TURNS; ++turn)
    for (int i = 0; i < contenders; ++i) {
      const double start = cpu_seconds();
      c[i].work(c[i].what, counts[i]);
      times[i][turn] = (cpu_seconds() - start) / counts[i];
    }
  for (int i = 0; i < contenders; ++i) {
    qsort(times[i], TURNS, sizeof times[i][0], by_size);
    c[i].median = times[i][TURNS / 2];
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

static bool bench_grid(const grid_size *g, FILE *json, const char *comma) {
  char text[512];
  subject with = {0};
  subject without = {0};
  grid_scene(g, text, sizeof text);
  plain_grid *plain = plain_new(g->nx, g->ny);
  const bool good =
      plain != NULL && make_subject(&with, text, true) && make_subject(&without, text, false);
  if (good) {
    contender c[] = {{step_subject, &without, 0},
                     {step_subject, &with, 0},
                     {plain_step, plain, 0},
                     {plain_stream, plain, 0}};
    race(c, 4);
    const double points = (g->nx + 1.0) * (g->ny + 1.0);
    const double ns[] = {1e9 * c[0].median / points, 1e9 * c[1].median / points,
                         1e9 * c[2].median / points, 1e9 * c[3].median / points};
    char size[24];
    snprintf(size, sizeof size, g->ny > 0 ? "%dx%d" : "%d", g->nx, g->ny);
    printf("%-8s %9s %9.3f %12.3f %12.3f %12.3f %11.2f\n", g->name, size, ns[0], ns[1], ns[2],
           ns[3], ns[2] / ns[0]);
    fprintf(json,
            "%s\n    {\"body\": \"%s\", \"points\": [%d, %d], \"ns_per_point\": %.4g, "
            "\"with_ledger\": %.4g, \"plain_loop\": %.4g, \"limit\": %.4g}",
            comma, g->name, g->nx, g->ny, ns[0], ns[1], ns[2], ns[3]);
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

static bool bench_scene(int index, FILE *json, const char *comma) {
  subject with = {0};
  subject without = {0};
  const char *name = carom_builtin_name(index);
  const char *text = carom_builtin_text(index);
  const bool good = make_subject(&with, text, true) && make_subject(&without, text, false);
  if (good) {
    contender c[] = {{step_subject, &without, 0}, {step_subject, &with, 0}};
    race(c, 2);
    enum { COUNTED = 2000 };
    const double rate = carom_model_describe(with.model).rate;
    const double instructions = count_instructions(&without, COUNTED) / COUNTED;
    printf("%-22s %9.0f %12.1f %14.1f", name, 1e9 * c[0].median, 1 / (c[0].median * rate),
           1 / (c[1].median * rate));
    if (instructions > 0)
      printf(" %14.0f\n", instructions);
    else
      printf(" %14s\n", "not counted");
    fprintf(json,
            "%s\n    {\"scene\": \"%s\", \"ns_per_sample\": %.5g, \"times_real_time\": %.5g, "
            "\"with_ledger\": %.5g, \"instructions\": %.6g}",
            comma, name, 1e9 * c[0].median, 1 / (c[0].median * rate), 1 / (c[1].median * rate),
            instructions);
  }
  free_subject(&with);
  free_subject(&without);
  return good;
}

int command_bench(int count, char **arguments) {
  static const grid_size grids[] = {{"string", 100, 0},  {"string", 1000, 0}, {"bar", 100, 0},
                                    {"plate", 40, 20},   {"plate", 135, 18},  {"plate", 200, 200},
                                    {"plate", 1000, 400}};
  const char *path = "bench.json";
  if (count == 2 && strcmp(arguments[0], "-o") == 0)
    path = arguments[1];
  else if (count > 0)
    return wrong_usage("'bench' takes -o FILE, or nothing");
  FILE *json = fopen(path, "w");
  if (json == NULL)
    return wrong_usage("%s cannot be written", path);
  fprintf(json, "{\n  \"carom\": \"%s\",\n  \"grids\": [", CAROM_VERSION);
  bool good = true;
  printf(
      "nanoseconds per grid point and step (limit: reading and writing the same arrays once)\n\n");
  printf("%-8s %9s %9s %12s %12s %12s %11s\n", "body", "points", "step", "with ledger",
         "plain loop", "limit", "plain/step");
  for (size_t i = 0; good && i < sizeof grids / sizeof grids[0]; ++i)
    good = bench_grid(&grids[i], json, i > 0 ? "," : "");
  fprintf(json, "\n  ],\n  \"scenes\": [");
  printf("\n%-22s %9s %12s %14s %14s\n", "scene", "ns/sample", "x real time", "with ledger",
         "instructions");
  for (int i = 0; good && i < carom_builtin_count(); ++i)
    good = bench_scene(i, json, i > 0 ? "," : "");
  fprintf(json, "\n  ]\n}\n");
  if (fclose(json) != 0 || !good)
    return EXIT_BROKEN;
  printf("\nnumbers in %s\n", path);
  return EXIT_GOOD;
}
