// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom check: the first modes of a body, and how far its grid is out of tune.

#include "cli/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// How many modes are told, and how many rigid ones may come before them.
enum { TOLD = 5, RIGID_MOST = 3 };

static bool is_plate(const carom_body_info *b) {
  return strcmp(b->type, "plate") == 0;
}

// What would bring it into tune. A grid with fewer points than the finest stable one was chosen by
// the user; with it a higher rate changes nothing.
static void print_remedy(const carom_body_info *b, bool known, double limit) {
  const bool coarse = floor(b->size_x / b->spacing_least) > b->points_x;
  printf("  %-16s out of tune by more than %g cent%s; to mend it: ", "", limit,
         limit == 1 ? "" : "s");
  if (known)
    printf("model: modes, or ");
  if (coarse)
    printf("points: auto, then ");
  printf("a higher rate or solver.oversample\n");
}

static void print_cents(const carom_body_info *b, const carom_mode_info *modes, int count) {
  const double limit = is_plate(b) ? 3 : 1;
  double largest = 0;
  printf("; cents off:");
  for (int i = 0; i < count; ++i) {
    printf("%s %+.2f", i > 0 ? "," : "", modes[i].cents);
    largest = fmax(largest, fabs(modes[i].cents));
  }
  printf("%s\n", modes[0].estimated ? " (estimated from finer grids)" : "");
  if (largest > limit)
    print_remedy(b, !modes[0].estimated, limit);
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
    print_cents(&b, modes + first, count);
}
