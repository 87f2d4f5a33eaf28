// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about bodies by their modes: nanoseconds per mode and step, swinging
// freely, beside a barrier that they do not touch, and where a point of the body presses on it.

#include "cli/bench.h"
#include "cli/bench_baseline.h"

#include <string.h>

void bench_modes_scene(int modes, const char *more, char *text) {
  snprintf(text, BENCH_TEXT,
           "{carom: 1, bodies: {b: {type: string, length: 1, linear_density: 0.01, tension: %g, "
           "sigma0: 1, sigma1: 1e-9, model: modes, points: %d, start: {shape: mode, mode: 1, "
           "amplitude: 1e-6}}, w: {type: barrier}}, outputs: {o: {of: b@0.7}}%s}",
           0.01 * 4 * 19000.0 * 19000 / modes / modes, modes, more);
}

/// How a body meets the barrier.
typedef enum { BANK_FREE, BANK_APART, BANK_TOUCHING } bank_case;

static const char *const bank_names[] = {"modes, free", "modes, apart", "modes, touching"};

static bool bench_bank(int modes, bank_case how, const bench_record *r, bool first) {
  char text[BENCH_TEXT];
  char size[24];
  char contact[200] = "";
  snprintf(size, sizeof size, "%d", modes);
  if (how != BANK_FREE)
    snprintf(contact, sizeof contact,
             ", contacts: {c: {type: collision, below: b@0.3, above: w, stiffness: 1e5, exponent: "
             "1.5, gap: %s}}",
             how == BANK_APART ? "1" : "-1e-4");
  bench_modes_scene(modes, contact, text);
  baseline_modes *baseline = baseline_modes_new(modes);
  const bool good =
      baseline != NULL &&
      bench_row_run(r,
                    &(const bench_row){.name = bank_names[how],
                                       .size = size,
                                       .units = modes,
                                       .scene = text,
                                       .baseline = baseline_modes_step,
                                       .what = baseline,
                                       .operations = 7}, // three shears, the decay, a sum
                    first);
  baseline_modes_free(baseline);
  return good;
}

bool bench_modes(const bench_record *r) {
  static const int counts[] = {30, 100, 1000, 10000};
  bool good = true;
  bench_table(r, "modes",
              "Modes: nanoseconds per mode and step, with one output (plain loop: two-step "
              "recursions and a sum\nin lanes)",
              "body");
  for (int i = 0; good && i < (r->quick ? 1 : 4); ++i)
    good = bench_bank(counts[i], BANK_FREE, r, i == 0) &&
           bench_bank(counts[i], BANK_APART, r, false) &&
           bench_bank(counts[i], BANK_TOUCHING, r, false);
  bench_table_end(r, false);
  return good;
}
