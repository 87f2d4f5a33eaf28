// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom check, what it warns of: the beginning of the scene is run, as much of it as takes about a
// tenth of a second and never more than longest_trial, to see how its impacts are resolved.

#include "cli/check_warnings.h"

#include "cli/check.h"
#include "cli/progress.h"
#include "cli/scene_argument.h"
#include "io/blocks.h"
#include "io/warning_list.h"
#include <math.h>
#include <stdio.h>

/// How many samples are tried: the same on every machine.
static long long trial_length(const carom_model_info *info) {
  enum { MOST_SAMPLES = 100000 };
  static const double work = 2e7; // nodes and links stepped, about
  const double each = (double)info->oversample * (40 + info->nodes + 10.0 * info->links);
  const double whole = info->duration * info->rate + 1;
  return (long long)fmin(fmin(whole, MOST_SAMPLES), work / each + 1);
}

// Runs the beginning; returns how much of it, s.
static double run_trial(const carom_model *model, carom_state *state) {
  const carom_model_info info = carom_model_describe(model);
  const long long samples = trial_length(&info);
  const carom_stop *stop = limit_time(longest_trial);
  blocks b = {.model = model, .state = state, .max = info.block_most, .stop = stop};
  int count = 0;
  if (blocks_begin(&b, NULL) == CAROM_OK)
    while (b.done < samples && blocks_next(&b, samples - b.done, &count) == CAROM_OK) {
    }
  blocks_end(&b);
  if (carom_stop_requested(stop))
    printf("\ntried for warnings: %.3g s of %.3g s, which took %g s of computing; the rest is left "
           "out\n",
           (double)b.done / info.rate, info.duration, longest_trial);
  return (double)b.done / info.rate;
}

static void print_resolution(const carom_model *model, const carom_state *state, int contact) {
  carom_resolution r;
  if (!carom_contact_resolution(model, state, contact, &r))
    return;
  printf("  %-16s %lld impact%s of %.3g steps, overlap up to %.3g m",
         carom_model_contact(model, contact).name,
         carom_contact_counts(model, state, contact).impacts,
         carom_contact_counts(model, state, contact).impacts == 1 ? "" : "s", r.steps, r.overlap);
  if (r.hardness > 0)
    printf(", A up to %.3g", r.hardness);
  if (isfinite(r.bound))
    printf(" (bounded at %.3g)", r.bound);
  printf("\n");
}

static bool has_impacts(const carom_model *model, const carom_state *state) {
  const int contacts = carom_model_describe(model).contacts;
  carom_resolution r;
  bool any = false;
  for (int i = 0; i < contacts; ++i)
    any = any || carom_contact_resolution(model, state, i, &r);
  return any;
}

void print_state_warnings(const carom_model *model, carom_state *state) {
  const int contacts = carom_model_describe(model).contacts;
  const double tried = run_trial(model, state);
  if (has_impacts(model, state))
    printf("\nimpacts in the first %.3g s:\n", tried);
  for (int i = 0; i < contacts; ++i)
    print_resolution(model, state, i);
  warning_list warnings = {0};
  warning_list_take(&warnings, model, state, NULL);
  for (int i = carom_warnings(model, NULL, NULL, NULL, 0); i < warnings.count; ++i)
    print_warning(NULL, &warnings.warning[i]);
  warning_list_free(&warnings);
}
