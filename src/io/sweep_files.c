// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The files of a sweep: finished points in DIR/parts, beside the plan they belong to, and the
// tables they are merged into in their order.

#include "io/sweep.h"

#include "io/print.h"
#include "io/shards.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void sweep_point_name(long long job, long long step, const char *ending, char name[48]) {
  snprintf(name, 48, "%08lld-%08lld.%s", job, step, ending);
}

char *sweep_read_point(const char *folder, long long job, long long step, size_t *length) {
  char name[48];
  sweep_point_name(job, step, "csv", name);
  return shards_read(folder, name, length);
}

/// The three tables.
typedef struct {
  atomic_file sweep, impacts, poincare;
} sweep_tables;

static void write_headers(const sweep_plan *p, sweep_tables *t) {
  FILE *const files[] = {t->sweep.file, t->impacts.file, t->poincare.file};
  for (int f = 0; f < 3; ++f) {
    fputs("direction", files[f]);
    for (int i = 0; i < p->options->axis_count; ++i)
      fprintf(files[f], ",%s", p->options->axes[i].path);
  }
  fputs(",status", files[0]);
  for (int i = 0; i < p->measures; ++i)
    fprintf(files[0], ",%s", p->name[i]);
  fputs("\n", files[0]);
  fputs(",contact,t_begin,phase,speed_in,speed_out\n", files[1]);
  fputs(",t", files[2]);
  for (int o = 0; o < carom_model_describe(p->model).columns; ++o)
    fprintf(files[2], ",%s", carom_model_output(p->model, o).name);
  fputs("\n", files[2]);
}

// Each line goes to the table of its first letter, without the letter and the comma behind it.
static void distribute(const char *text, size_t length, sweep_tables *t) {
  const char *const end = text + length;
  for (const char *line = text; line < end;) {
    FILE *to = *line == 'S' ? t->sweep.file : *line == 'I' ? t->impacts.file : t->poincare.file;
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    const char *next = newline != NULL ? newline + 1 : end;
    if (next - line > 2)
      fwrite(line + 2, 1, (size_t)(next - line) - 2, to);
    line = next;
  }
}

// From the first folder that has it.
static bool merge_point(const sweep_plan *p, const char *const *folders, int count, long long point,
                        sweep_tables *t) {
  for (int f = 0; f < count; ++f) {
    size_t length = 0;
    char *text =
        sweep_read_point(folders[f], point / p->points_in_job, point % p->points_in_job, &length);
    if (text == NULL)
      continue;
    distribute(text, length, t);
    free(text);
    return true;
  }
  return false;
}

bool sweep_merge_points(const sweep_plan *p, const char *const *folders, int count,
                        long long *done) {
  const char *d = p->options->directory;
  sweep_tables t = {0};
  bool good = atomic_file_open(&t.sweep, d, "sweep.csv") &&
              atomic_file_open(&t.impacts, d, "impacts.csv") &&
              atomic_file_open(&t.poincare, d, "poincare.csv");
  if (good)
    write_headers(p, &t);
  *done = 0;
  for (long long i = 0; good && i < p->points; ++i)
    *done += merge_point(p, folders, count, i, &t);
  if (!good) {
    const int reason = errno;
    atomic_file_discard(&t.sweep);
    atomic_file_discard(&t.impacts);
    atomic_file_discard(&t.poincare);
    errno = reason;
    return false;
  }
  good = atomic_file_commit(&t.sweep);
  good = atomic_file_commit(&t.impacts) && good;
  return atomic_file_commit(&t.poincare) && good;
}

bool sweep_write_summary(const sweep_plan *p, const carom_sweep_report *r) {
  static const char *const carries[] = {"none", "up", "down", "both"};
  const carom_sweep_options *o = p->options;
  atomic_file file = {0};
  if (!atomic_file_open(&file, o->directory, "sweep.json"))
    return false;
  FILE *f = file.file;
  fprintf(f,
          "{\n  \"carom\": \"%s\",\n  \"complete\": %s,\n  \"points\": %lld,\n  \"done\": %lld,\n",
          CAROM_VERSION, r->done == r->points ? "true" : "false", r->points, r->done);
  print_to(f, "  \"settle\": %.17g,\n  \"strobe\": %.17g,\n  \"carry\": \"%s\",\n  \"vary\": [",
           o->settle, o->strobe, carries[o->carry]);
  for (int i = 0; i < o->axis_count; ++i)
    print_to(f, "%s{\"path\": \"%s\", \"from\": %.17g, \"to\": %.17g, \"count\": %d, \"log\": %s}",
             i > 0 ? ", " : "", o->axes[i].path, o->axes[i].from, o->axes[i].to, o->axes[i].count,
             o->axes[i].logarithmic ? "true" : "false");
  fputs("],\n  \"measures\": [", f);
  for (int i = 0; i < p->measures; ++i)
    fprintf(f, "%s\"%s\"", i > 0 ? ", " : "", p->name[i]);
  fputs("],\n  \"scene\": ", f);
  fwrite(p->text, 1, p->length, f);
  print_to(f, ",\n  \"timing\": {\"seconds\": %.6g, \"resumed\": %lld}\n}\n", r->seconds,
           r->resumed);
  return atomic_file_commit(&file);
}
