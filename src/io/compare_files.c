// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// compare.csv and compare.json: rows curve by curve, in it output by output, in it by rising rate,
// so that an order can be read downwards.

#include "io/compare.h"

#include "io/print.h"
#include <math.h>
#include <string.h>

// --- Rows ---------------------------------------------------------------------------------------

static bool has_results(const compare_plan *p, const compare_variant *v) {
  return v->status == CAROM_OK && p->variant[p->reference].status == CAROM_OK;
}

static void send_figures(const compare_plan *p, const compare_figure *figures, int curve,
                         int output, compare_sink *sink, void *user) {
  for (int i = 0; i < p->variants; ++i) {
    const compare_variant *v = &p->variant[i];
    if (v->curve != curve || !has_results(p, v))
      continue;
    const char *note = i == p->reference ? "the finest" : v->note;
    sink(user,
         &(compare_row){.variant = v,
                        .curve = &p->curve[curve],
                        .name = v->name,
                        .output = output < p->outputs
                                      ? carom_model_output(p->model, p->output[output]).name
                                      : "all outputs",
                        .figure = &figures[(size_t)i * (size_t)(p->outputs + 1) + (size_t)output],
                        .note = note});
  }
}

// Variants without results: one row for a curve where all of it is refused for the same reason.
static void send_missing(const compare_plan *p, int curve, compare_sink *sink, void *user) {
  const compare_variant *first = NULL;
  bool alike = true;
  for (int i = 0; i < p->variants; ++i) {
    const compare_variant *v = &p->variant[i];
    if (v->curve != curve)
      continue;
    first = first != NULL ? first : v;
    alike = alike && !has_results(p, v) && strcmp(v->note, first->note) == 0 &&
            v->status != CAROM_INTERRUPTED;
  }
  for (int i = 0; i < p->variants; ++i) {
    const compare_variant *v = &p->variant[i];
    if (v->curve != curve || has_results(p, v))
      continue;
    const bool computed = v->status == CAROM_OK || v->status == CAROM_INTERRUPTED;
    const char *note = v->status == CAROM_OK ? "the finest is not computed yet"
                       : computed            ? "not computed yet"
                                             : v->note;
    sink(user, &(compare_row){.variant = v,
                              .curve = &p->curve[curve],
                              .name = alike ? p->curve[curve].name : v->name,
                              .output = "",
                              .note = note});
    if (alike)
      return;
  }
}

void compare_rows(const compare_plan *p, const compare_figure *figures, compare_sink *sink,
                  void *user) {
  for (int c = 0; c < p->curves; ++c) {
    for (int j = 0; j <= p->outputs; ++j)
      if (j < p->outputs || p->outputs > 1)
        send_figures(p, figures, c, j, sink, user);
    send_missing(p, c, sink, user);
  }
}

// --- Files --------------------------------------------------------------------------------------

static void write_number(FILE *file, double value) {
  if (isfinite(value))
    print_to(file, ",%.17g", value);
  else
    fputc(',', file);
}

static void write_row(void *user, const compare_row *row) {
  FILE *file = user;
  const compare_figure none = {NAN, NAN, NAN, {NAN, NAN, NAN, NAN}};
  const compare_figure *f = row->figure != NULL ? row->figure : &none;
  fprintf(file, "%s,%s", row->name, row->output);
  write_number(file, f->error);
  write_number(file, f->order);
  write_number(file, f->local_order);
  for (int b = 0; b < LEVEL_BANDS; ++b)
    write_number(file, f->level[b]);
  write_number(file, row->curve->fixed_step ? row->variant->rate : (double)NAN);
  fputs(row->note[0] != '\0' ? ",\"" : ",", file);
  for (const char *c = row->note; *c != '\0'; ++c)
    fputs(*c == '"' ? "\"\"" : (const char[]){*c, '\0'}, file);
  fputs(row->note[0] != '\0' ? "\"\n" : "\n", file);
}

static bool write_table(const compare_plan *p, const compare_figure *figures) {
  atomic_file file = {0};
  if (!atomic_file_open(&file, p->options->directory, "compare.csv"))
    return false;
  fputs("variant,output,error,order,local_order,db_0_1,db_1_2,db_2_4,db_4_8,rate,note\n",
        file.file);
  compare_rows(p, figures, write_row, file.file);
  return atomic_file_commit(&file);
}

static bool write_summary(const compare_plan *p, const carom_compare_report *r) {
  atomic_file file = {0};
  if (!atomic_file_open(&file, p->options->directory, "compare.json"))
    return false;
  FILE *f = file.file;
  fprintf(
      f,
      "{\n  \"carom\": \"%s\",\n  \"physics\": %d,\n  \"complete\": %s,\n  \"finest\": \"%s\",\n",
      CAROM_VERSION, carom_physics(), r->done + r->refused == r->variants ? "true" : "false",
      p->variant[p->reference].name);
  print_to(f, "  \"instants\": {\"rate\": %.17g, \"count\": %lld, \"interpolated\": %s},\n",
           p->coarsest, p->instants, p->interpolated ? "true" : "false");
  fputs("  \"variants\": [", f);
  for (int i = 0; i < p->variants; ++i)
    fprintf(f, "%s\"%s\"", i > 0 ? ", " : "", p->variant[i].name);
  fputs("],\n  \"outputs\": [", f);
  for (int j = 0; j < p->outputs; ++j)
    fprintf(f, "%s\"%s\"", j > 0 ? ", " : "", carom_model_output(p->model, p->output[j]).name);
  fputs("],\n  \"scene\": ", f);
  fwrite(p->text, 1, p->length, f);
  print_to(f, ",\n  \"timing\": {\"seconds\": %.6g, \"resumed\": %d}\n}\n", r->seconds, r->resumed);
  return atomic_file_commit(&file);
}

bool compare_write(const compare_plan *p, const compare_figure *figures,
                   const carom_compare_report *r) {
  return write_table(p, figures) && write_summary(p, r);
}
