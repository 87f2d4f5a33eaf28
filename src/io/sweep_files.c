// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The files of a sweep: finished points in DIR/parts, beside the plan they belong to, and the
// tables they are merged into in their order.

#include "io/sweep.h"

#include "io/parts.h"
#include <stdlib.h>

void sweep_point_name(long long job, long long step, const char *ending, char name[48]) {
  snprintf(name, 48, "%08lld-%08lld.%s", job, step, ending);
}

void sweep_point_path(const char *folder, long long job, long long step, const char *ending,
                      char path[PATH_ROOM + 64]) {
  char name[48];
  sweep_point_name(job, step, ending, name);
  snprintf(path, PATH_ROOM + 64, "%s/%s", folder, name);
}

// A text that is the same for two sweeps whose points are the same.
static char *describe(const sweep_plan *p) {
  const carom_sweep_options *o = p->options;
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return NULL;
  fprintf(file, "carom %s\nsettle %.17g strobe %.17g carry %d\n", CAROM_VERSION, o->settle,
          o->strobe, (int)o->carry);
  for (int i = 0; i < o->axis_count; ++i)
    fprintf(file, "vary %s %.17g %.17g %d %d\n", o->axes[i].path, o->axes[i].from, o->axes[i].to,
            o->axes[i].count, o->axes[i].logarithmic);
  for (int i = 0; i < p->measures; ++i)
    fprintf(file, "measure %s\n", p->name[i]);
  fwrite(p->text, 1, p->length, file);
  if (fclose(file) != 0) {
    free(text);
    return NULL;
  }
  return text;
}

bool sweep_open_folder(const sweep_plan *p, const char *folder) {
  char *text = describe(p);
  const bool good = text != NULL && parts_open(folder, text);
  free(text);
  return good;
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
  for (int o = 0; o < carom_model_describe(p->model).outputs; ++o)
    fprintf(files[2], ",%s", carom_model_output(p->model, o).name);
  fputs("\n", files[2]);
}

// Each line goes to the table of its first letter.
static void distribute(FILE *from, sweep_tables *t) {
  bool begun = false;
  FILE *to = NULL;
  for (int c = fgetc(from); c != EOF; c = fgetc(from)) {
    if (!begun) {
      to = c == 'S' ? t->sweep.file : c == 'I' ? t->impacts.file : t->poincare.file;
      fgetc(from); // the comma behind the letter
      begun = true;
      continue;
    }
    fputc(c, to);
    begun = c != '\n';
  }
}

bool sweep_merge_points(const sweep_plan *p, const char *folder) {
  const char *d = p->options->directory;
  sweep_tables t = {0};
  bool good = atomic_file_open(&t.sweep, d, "sweep.csv") &&
              atomic_file_open(&t.impacts, d, "impacts.csv") &&
              atomic_file_open(&t.poincare, d, "poincare.csv");
  if (good)
    write_headers(p, &t);
  for (long long i = 0; good && i < p->points; ++i) {
    char path[PATH_ROOM + 64];
    sweep_point_path(folder, i / p->points_in_job, i % p->points_in_job, "csv", path);
    FILE *from = fopen(path, "r");
    if (from == NULL) // not finished
      continue;
    distribute(from, &t);
    fclose(from);
  }
  if (!good) {
    atomic_file_discard(&t.sweep);
    atomic_file_discard(&t.impacts);
    atomic_file_discard(&t.poincare);
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
  fprintf(f, "  \"settle\": %.17g,\n  \"strobe\": %.17g,\n  \"carry\": \"%s\",\n  \"vary\": [",
          o->settle, o->strobe, carries[o->carry]);
  for (int i = 0; i < o->axis_count; ++i)
    fprintf(f, "%s{\"path\": \"%s\", \"from\": %.17g, \"to\": %.17g, \"count\": %d, \"log\": %s}",
            i > 0 ? ", " : "", o->axes[i].path, o->axes[i].from, o->axes[i].to, o->axes[i].count,
            o->axes[i].logarithmic ? "true" : "false");
  fputs("],\n  \"measures\": [", f);
  for (int i = 0; i < p->measures; ++i)
    fprintf(f, "%s\"%s\"", i > 0 ? ", " : "", p->name[i]);
  fputs("],\n  \"scene\": ", f);
  fwrite(p->text, 1, p->length, f);
  fprintf(f, ",\n  \"timing\": {\"seconds\": %.6g, \"resumed\": %lld}\n}\n", r->seconds,
          r->resumed);
  return atomic_file_commit(&file);
}
