// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The sections of entries, and what is common to them.

#include "reproduce/reproduce.h"

#include <string.h>

static const entry_list *const sections[] = {&collision_entries, &impact_entries, &beam_entries,
                                             &sitar_entries, &piano_entries};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

int reproduce_count(void) {
  size_t count = 0;
  for (int i = 0; i < SECTIONS; ++i)
    count += sections[i]->count;
  return (int)count;
}

const entry *reproduce_at(int index) {
  size_t left = (size_t)index;
  int i = 0;
  for (; left >= sections[i]->count; ++i)
    left -= sections[i]->count;
  return &sections[i]->entries[left];
}

bool reproduce_matches(const entry *e, const char *id) {
  const size_t n = strlen(id);
  if (strcmp(id, "all") == 0 || strcmp(id, e->id) == 0)
    return true;
  return n > 0 && strncmp(e->id, id, n) == 0 && (id[n - 1] == '/' || e->id[n] == '/');
}

report reproduce_run(const entry *e) {
  report r = {.verdict = VERDICT_OPEN, .theirs = "theirs", .ours = "ours"};
  e->run(e, &r);
  return r;
}

static void print_finding(const report *r, const finding *f, FILE *file) {
  fprintf(file, "; %s: ", f->name);
  if (f->printed[0] != '\0')
    fprintf(file, "printed %s, ", f->printed);
  if (f->theirs[0] != '\0')
    fprintf(file, "%s %s, ", r->theirs, f->theirs);
  const bool of_neither = f->theirs[0] == '\0' && report_count_both(r) > 0;
  fprintf(file, "%s %s", of_neither ? "ours" : r->ours, f->ours);
  char limit[LIMIT_TEXT];
  report_limit_text(f, limit);
  if (limit[0] != '\0')
    fprintf(file, " (%s)", limit);
}

void report_print(const entry *e, const report *r, FILE *file) {
  fprintf(file, "%-32s %-10s ", e->id, verdict_name(r->verdict));
  if (r->lacks != NULL) {
    fprintf(file, "this build has no %s\n", r->lacks);
    return;
  }
  fputs(r->holds ? "holds" : "does not hold", file);
  if (report_count_numbers(r) == 0)
    fputs("; no number printed", file);
  for (int i = 0; i < r->findings; ++i)
    print_finding(r, &r->finding[i], file);
  fputs("\n", file);
}

void tally_add(tally *t, const report *r) {
  const number_count count = report_count(r);
  ++t->entries;
  t->hold += r->holds;
  t->not_run += r->lacks != NULL;
  t->lacks = r->lacks != NULL ? r->lacks : t->lacks;
  t->numbered += report_count_numbers(r) > 0;
  t->numbers.agree += count.agree;
  t->numbers.miss += count.miss;
  t->numbers.fitted += count.fitted;
  t->numbers.given += count.given;
}

void tally_print(const tally *t, FILE *file) {
  const number_count *n = &t->numbers;
  fprintf(file, "%d of %d hold", t->hold, t->entries);
  if (t->not_run > 0)
    fprintf(file, ", %d not run: this build has no %s", t->not_run, t->lacks);
  if (t->entries == 1)
    return;
  fprintf(file,
          "; %d printed numbers in %d of them: %d agree within the limits told, %d do not, %d are "
          "fitted, %d are given; the other %d hold words, or Carom against Carom",
          n->agree + n->miss + n->fitted + n->given, t->numbered, n->agree, n->miss, n->fitted,
          n->given, t->entries - t->not_run - t->numbered);
}
