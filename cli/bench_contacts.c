// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about contacts: nanoseconds per link and step, which is the time of a
// scene less that of its bodies alone.

#include "cli/bench.h"

#include <string.h>

void bench_along_scene(int links, bench_along how, char *text) {
  static const char *const barriers[] = {"-1", "-1", "1e-6"};
  char contact[200] = "";
  if (how != BENCH_ALONE)
    snprintf(contact, sizeof contact,
             ", contacts: {c: {type: collision, below: w, above: b, along: true, stiffness: 1e3, "
             "exponent: 1.5}}"); // soft: they touch for longer than is measured
  snprintf(
      text, BENCH_TEXT,
      "{carom: 1, bodies: {b: {type: string, length: %g, linear_density: 0.01, tension: 100, "
      "sigma0: 1, sigma1: 1e-3, points: %d, start: {shape: hump, amplitude: -1e-6}}, w: {type: "
      "barrier, position: %s}}%s}",
      0.02 * links, links, barriers[how], contact);
}

static bool bench_links_along(int links, bench_along how, const bench_record *r, bool first) {
  char text[BENCH_TEXT];
  char alone[BENCH_TEXT];
  char size[24];
  bench_along_scene(links, how, text);
  bench_along_scene(links, BENCH_ALONE, alone);
  snprintf(size, sizeof size, "%d", links);
  return bench_row_run(
      r,
      &(const bench_row){.name = how == BENCH_APART ? "along, apart" : "along, touching",
                         .size = size,
                         .units = links,
                         .scene = text,
                         .without = alone},
      first);
}

/// Contacts at points, of these bodies; all of them touch all the time.
static const char *const bodies =
    "carom: 1, bodies: {"
    "s: {type: string, length: 1, linear_density: 0.01, tension: 100, points: 60, sigma0: 10}, "
    "p: {type: plate, size: [0.4, 0.4], points: [20, 20], thickness: 1e-3, density: 1000, youngs: "
    "8e9, sigma0: 10}, m: {type: mass, mass: 1e-3, frequency: 200, damping: 1}}";

static const struct {
  const char *name, *size, *contacts;
  double links;
} at_points[] = {
    {"collision", "1",
     "c: {type: collision, below: s@0.4, above: m, stiffness: 1e6, exponent: 1.5, gap: -1e-4}", 1},
    {"spring", "1", "c: {type: spring, below: s@0.4, above: m, stiffness: 1e5, exponent: 1.3}", 1},
    {"bow", "1", "c: {type: bow, on: s@0.1, force: 0.5, speed: 0.1, sharpness: 100}", 1},
    {"island", "3",
     "a: {type: spring, below: m, above: s@0.8, stiffness: 5e5, exponent: 1.3}, "
     "b: {type: collision, below: p@0.8:0.75, above: m, stiffness: 5e6, exponent: 1.3, gap: "
     "-1e-4}, "
     "c: {type: bow, on: s@0.82, force: 0.5, speed: 0.1, sharpness: 100}",
     3},
};

bool bench_contacts(const bench_record *r) {
  static const int links[] = {100, 1000, 10000};
  bool good = true;
  char text[BENCH_TEXT];
  char alone[BENCH_TEXT];
  bench_table(r, "contacts",
              "Contacts: nanoseconds per link and step, without the time of the bodies", "contact");
  snprintf(alone, sizeof alone, "{%s}", bodies);
  for (size_t i = 0; good && i < sizeof at_points / sizeof at_points[0]; ++i) {
    snprintf(text, sizeof text, "{%s, contacts: {%s}}", bodies, at_points[i].contacts);
    good = bench_row_run(r,
                         &(const bench_row){.name = at_points[i].name,
                                            .size = at_points[i].size,
                                            .units = at_points[i].links,
                                            .scene = text,
                                            .without = alone},
                         i == 0);
  }
  for (int i = 0; good && i < (r->quick ? 1 : 3); ++i)
    good = bench_links_along(links[i], BENCH_APART, r, false) &&
           bench_links_along(links[i], BENCH_TOUCHING, r, false);
  bench_table_end(r, false);
  return good;
}
