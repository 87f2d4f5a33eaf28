// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The rows of carom bench that divide a scene into points, modes or links: with the ledger and
// without it, beside a plain loop and the machine's limits, all in alternating turns.

#include "cli/bench.h"

#include <math.h>

void bench_table(const bench_record *r, const char *key, const char *title, const char *unit) {
  printf("\n%s\n\n%-16s %9s %9s %12s %12s %9s %11s%s\n", title, unit, "size", "step", "with ledger",
         "plain loop", "limit", "plain/step", r->former != NULL ? "   change" : "");
  fprintf(r->json, "  \"%s\": [", key);
}

void bench_table_end(const bench_record *r, bool last) {
  fprintf(r->json, "\n  ]%s\n", last ? "" : ",");
}

/// What was measured, ns per unit; 0 where there is nothing.
typedef struct {
  double step, with_ledger, plain_loop, limit;
  double quotient; // of the plain loop and the step, turn by turn
} row_numbers;

static void print_number(int width, double number) {
  if (number > 0)
    printf(" %*.*f", width, number < 100 ? 3 : 0, number);
  else
    printf(" %*s", width, "");
}

static void print_row(const bench_record *r, const bench_row *row, row_numbers ns, bool first) {
  char key[96];
  snprintf(key, sizeof key, "\"name\": \"%s\", \"size\": \"%s\"", row->name, row->size);
  printf("%-16s %9s", row->name, row->size);
  print_number(9, ns.step);
  print_number(12, ns.with_ledger);
  print_number(12, ns.plain_loop);
  print_number(9, ns.limit);
  print_number(11, ns.quotient);
  bench_print_change(r, key, "\"ns\": ", ns.step);
  fflush(stdout);
  fprintf(r->json, "%s\n    {%s, \"ns\": %.4g, \"with_ledger\": %.4g", first ? "" : ",", key,
          ns.step, ns.with_ledger);
  if (ns.plain_loop > 0)
    fprintf(r->json, ", \"plain_loop\": %.4g, \"quotient\": %.4g", ns.plain_loop, ns.quotient);
  if (ns.limit > 0)
    fprintf(r->json, ", \"limit\": %.4g", ns.limit);
  fputs("}", r->json);
}

static row_numbers measure(const bench_record *r, const bench_row *row, bench_subject subjects[4]) {
  const double each = 1e9 / row->units;
  const bool apart = row->without != NULL;
  bench_loop loops[BENCH_MOST_LOOPS];
  int count = 0;
  for (int i = 0; i < (apart ? 4 : 2); ++i)
    loops[count++] = (bench_loop){.work = bench_subject_step, .what = &subjects[i]};
  const int baseline = count;
  if (row->baseline != NULL)
    loops[count++] = (bench_loop){.work = row->baseline, .what = row->what};
  const int stream = count;
  if (row->stream != NULL)
    loops[count++] = (bench_loop){.work = row->stream, .what = row->what};
  bench_time(r, loops, count);
  row_numbers n = {.step = each * loops[0].median, .with_ledger = each * loops[1].median};
  if (apart) { // of the quietest turns: a difference doubles what else there is
    n.step = each * (loops[0].minimum - loops[2].minimum);
    n.with_ledger = each * (loops[1].minimum - loops[3].minimum);
  }
  if (row->baseline != NULL) {
    n.plain_loop = each * loops[baseline].median;
    n.quotient = bench_quotient(&loops[baseline], &loops[0]);
  }
  n.limit =
      fmax(row->operations * r->operation, row->stream != NULL ? each * loops[stream].median : 0);
  return n;
}

bool bench_row_run(const bench_record *r, const bench_row *row, bool first) {
  bench_subject subjects[4] = {{0}};
  bool good = true;
  for (int i = 0; good && i < 4; ++i) {
    const char *text = i < 2 ? row->scene : row->without;
    good = text == NULL || bench_subject_make(&subjects[i], text, i % 2 == 1);
  }
  if (good)
    print_row(r, row, measure(r, row, subjects), first);
  for (int i = 0; i < 4; ++i)
    bench_subject_free(&subjects[i]);
  return good;
}
