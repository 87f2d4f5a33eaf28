// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom check: the first modes of a body, how far its grid is out of tune there, and what it sounds
// in the scene. Over all that is heard it is judged by the warning out-of-tune.

#include "cli/check.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

/// How many modes are told, and how many rigid ones may come before them.
enum { TOLD = 5, RIGID_MOST = 3 };

static void print_cents(const carom_mode_info *modes, int count) {
  printf("; cents off:");
  for (int i = 0; i < count; ++i)
    printf("%s %+.2f", i > 0 ? "," : "", modes[i].cents);
  printf("%s\n", modes[0].estimated ? " (by Ritz's method)" : "");
}

/// What bodies sound is looked for within this time, s, all together.
static const double longest_search = 2;

/// Less is not told, cents.
static const double told_from = 0.05;

// What a string, bar or plate sounds in the scene, where that is not what it sounds alone.
static void print_sounding(const carom_model *model, int body, int mode, double alone) {
  static double spent = 0;
  double sounds = 0;
  if (spent > longest_search)
    return;
  const clock_t begun = clock();
  const bool found = carom_body_sounding(model, body, &sounds);
  spent += (double)(clock() - begun) / CLOCKS_PER_SEC;
  const double cents = found ? 1200 * log2(sounds / alone) : 0;
  if (fabs(cents) >= told_from)
    printf("  %-16s sounds %.6g Hz in the scene, %+.1f cents from mode %d alone\n", "", sounds,
           cents, mode);
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
  print_sounding(model, body, first + 1, modes[first].frequency);
}
