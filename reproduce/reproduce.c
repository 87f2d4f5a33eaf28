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

void report_print(const entry *e, const report *r, FILE *file) {
  fprintf(file, "%-32s %-10s %s", e->id, verdict_name(r->verdict),
          r->holds ? "holds" : "does not hold");
  if (report_count_numbers(r) == 0)
    fputs("; no number printed", file);
  for (int i = 0; i < r->findings; ++i) {
    const finding *f = &r->finding[i];
    fprintf(file, "; %s: ", f->name);
    if (f->printed[0] != '\0')
      fprintf(file, "printed %s, ", f->printed);
    if (f->theirs[0] != '\0')
      fprintf(file, "%s %s, ", r->theirs, f->theirs);
    const bool of_neither = f->theirs[0] == '\0' && report_count_both(r) > 0;
    fprintf(file, "%s %s", of_neither ? "ours" : r->ours, f->ours);
  }
  fputs("\n", file);
}
