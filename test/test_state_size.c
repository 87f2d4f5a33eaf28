// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How much memory a state takes, of a hundred thousand nodes or links.

#include "support.h"

enum { MANY = 100000 };

static const char *const string = "{carom: 1, bodies: {b: {type: string, length: 2000, "
                                  "linear_density: 0.01, tension: 100, points: 100000}, w: "
                                  "{type: barrier, position: -1}}%s}";

/// Bytes that a state keeps, and that it takes with its scratch.
typedef struct {
  double kept, whole;
} state_sizes;

static state_sizes sizes_of(const char *text) {
  rig r = rig_of(scene_of(text));
  const state_sizes sizes = {.kept = (double)carom_state_saved_size(r.model),
                             .whole = (double)carom_state_size(r.model)};
  rig_free(&r);
  return sizes;
}

static state_sizes string_with(const char *contacts) {
  char text[1000];
  snprintf(text, sizeof text, string, contacts);
  return sizes_of(text);
}

// u, du and the increment before: 24 bytes, and a few kilobytes for the rest.
static void a_state_takes_less_than_thirty_bytes_a_node(void **state) {
  (void)state;
  const state_sizes line = string_with("");
  const state_sizes plate =
      sizes_of("{carom: 1, bodies: {b: {type: plate, size: [6.32, 6.32], points: [316, 316], "
               "thickness: 1e-3, density: 1000, youngs: 8e9}}}");
  assert_true(line.whole < 30.0 * MANY);
  assert_true(plate.whole < 30.0 * 317 * 317);
}

// What links keep beside their nodes.
static void a_state_keeps_less_than_144_bytes_a_link(void **state) {
  (void)state;
  const state_sizes without = string_with("");
  const state_sizes with =
      string_with(", contacts: {c: {type: collision, below: w, above: b, along: true, stiffness: "
                  "1e5, exponent: 1.5}}");
  assert_true((with.kept - without.kept) < 144.0 * MANY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_takes_less_than_thirty_bytes_a_node),
      cmocka_unit_test(a_state_keeps_less_than_144_bytes_a_link),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
