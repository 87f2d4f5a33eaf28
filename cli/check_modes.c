// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom check: the first modes of a body, and how far its grid is out of tune there. Over all that
// is heard it is judged by the warning out-of-tune.

#include "cli/check.h"

#include <stdio.h>

/// How many modes are told, and how many rigid ones may come before them.
enum { TOLD = 5, RIGID_MOST = 3 };

static void print_cents(const carom_mode_info *modes, int count) {
  printf("; cents off:");
  for (int i = 0; i < count; ++i)
    printf("%s %+.2f", i > 0 ? "," : "", modes[i].cents);
  printf("%s\n", modes[0].estimated ? " (by Ritz's method)" : "");
}

void print_modes(const carom_model *model, int body) {
  carom_mode_info modes[TOLD + RIGID_MOST];
  const carom_body_info b = carom_model_body(model, body);
  const int found = carom_body_modes(model, body, TOLD + RIGID_MOST, modes);
  int first = 0;
  while (first < found && modes[first].true_frequency <= 0)
    ++first;
  const int count = found - first < TOLD ? found - first : TOLD;
  if (count <= 0)
    return;
  printf("  %-16s modes %d to %d:", "", first + 1, first + count);
  for (int i = first; i < first + count; ++i)
    printf("%s %.6g", i > first ? "," : "", modes[i].true_frequency);
  printf(" Hz");
  if (b.modes > 0)
    printf("\n");
  else
    print_cents(modes + first, count);
}
