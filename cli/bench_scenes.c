// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about the built-in scenes: time and instructions per sample.

#include "cli/bench.h"

#include <carom/file.h>
#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

// Instructions of `count` samples by the processor's performance counter; 0 where there is none.
static double count_instructions(bench_subject *s, int count) {
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
  bench_subject_step(s, count);
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

static void print_row(const char *name, double rate, const bench_loop *without,
                      const bench_loop *with, double instructions, const bench_record *r,
                      const char *comma) {
  const double ns = 1e9 * without->median;
  const double speed[] = {1 / (without->median * rate), 1 / (with->median * rate),
                          1 / (without->minimum * rate), 1 / (with->minimum * rate)};
  printf("%-22s %9.0f %12.1f %12.1f %9.1f %12.1f", name, ns, speed[0], speed[1], speed[2],
         speed[3]);
  if (instructions > 0)
    printf(" %14.0f", instructions);
  else
    printf(" %14s", "not counted");
  char key[96];
  snprintf(key, sizeof key, "\"scene\": \"%s\"", name);
  bench_print_change(r, key, "\"ns_per_sample\": ", ns);
  fprintf(r->json,
          "%s\n    {%s, \"ns_per_sample\": %.5g, \"times_real_time\": %.5g, "
          "\"with_ledger\": %.5g, \"at_best\": %.5g, \"at_best_with_ledger\": %.5g, "
          "\"instructions\": %.6g}",
          comma, key, ns, speed[0], speed[1], speed[2], speed[3], instructions);
}

// Past its beginning, where a bow is still and a hammer in flight.
static void warm_up(bench_subject *s, const bench_record *r) {
  const int steps = r->quick ? 0 : (int)(carom_model_describe(s->model).rate / 10);
  for (int i = 0; i < s->states; ++i)
    bench_subject_step(s, steps);
}

static bool bench_scene(const char *name, const char *text, const bench_record *r,
                        const char *comma) {
  bench_subject with = {0};
  bench_subject without = {0};
  const bool good =
      bench_subject_make(&with, text, true) && bench_subject_make(&without, text, false);
  if (good) {
    enum { COUNTED = 2000 };
    bench_loop loops[] = {{.work = bench_subject_step, .what = &without},
                          {.work = bench_subject_step, .what = &with}};
    warm_up(&with, r);
    warm_up(&without, r);
    bench_time(r, loops, 2);
    const double rate = carom_model_describe(with.model).rate;
    const double instructions = count_instructions(&without, COUNTED) / COUNTED;
    print_row(name, rate, &loops[0], &loops[1], instructions, r, comma);
  }
  bench_subject_free(&with);
  bench_subject_free(&without);
  return good;
}

bool bench_scenes(const bench_record *r) {
  bool good = true;
  printf("\n%-22s %9s %12s %12s %9s %12s %14s%s\n", "scene", "ns/sample", "x real time",
         "with ledger", "at best", "with ledger", "instructions",
         r->former != NULL ? "   change" : "");
  fprintf(r->json, "  \"scenes\": [");
  for (int i = 0; good && i < carom_builtin_count(); ++i)
    good = bench_scene(carom_builtin_name(i), carom_builtin_text(i), r, i > 0 ? "," : "");
  good =
      good && bench_scene("tromba-author, single",
                          "{carom: 1, like: tromba-author, solver: {precision: single}}", r, ",");
  fprintf(r->json, "\n  ]");
  return good;
}
