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

static const char *const collisions =
    ", contacts: {c: {type: collision, below: w, above: b, along: "
    "true, stiffness: 1e5, exponent: 1.5}}";

// Overlap and its change, psi and its largest value, the share of numerical loss and W: 48 bytes
// and a count of steps; and scratch for those that touch.
static void a_state_takes_less_than_100_bytes_a_link_along_a_body(void **state) {
  (void)state;
  const state_sizes without = string_with("");
  const state_sizes with = string_with(collisions);
  assert_true(with.kept - without.kept < 50.0 * MANY);
  assert_true(with.whole - without.whole < 100.0 * MANY);
}

// Springs between two strings are islands of one linear link each: a link_memory and W.
static void a_state_keeps_less_than_100_bytes_a_spring(void **state) {
  (void)state;
  const char *const strings =
      "{carom: 1, bodies: {b: {type: string, length: 2000, linear_density: 0.01, tension: 100, "
      "points: 100000}, c: {type: string, length: 2000, linear_density: 0.01, tension: 100, "
      "points: "
      "100000}}%s}";
  char text[1000];
  snprintf(text, sizeof text, strings, "");
  const state_sizes without = sizes_of(text);
  snprintf(text, sizeof text, strings,
           ", contacts: {s: {type: spring, below: b, above: c, along: true, linear: 1e3}}");
  assert_true(sizes_of(text).kept - without.kept < 100.0 * MANY);
}

// Beside its links a contact has a queue for 32 impacts of 64 bytes, its account and its impacts.
static void a_contact_takes_less_than_3_kilobytes_with_its_queue(void **state) {
  (void)state;
  const char *const scene =
      "{carom: 1, bodies: {w: {type: barrier}, m: {type: mass, mass: 1e-3}, n: "
      "{type: mass, mass: 1e-3}}, contacts: {c: {type: collision, below: w, "
      "above: m, stiffness: 1e6}%s}}";
  char text[1000];
  snprintf(text, sizeof text, scene, "");
  const state_sizes one = sizes_of(text);
  snprintf(text, sizeof text, scene, ", d: {type: collision, below: w, above: n, stiffness: 1e6}");
  const state_sizes two = sizes_of(text);
  assert_true(two.whole - one.whole < 3 * 1024);
  assert_true(two.whole - one.whole >= 32 * sizeof(carom_impact)); // they are there
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_takes_less_than_thirty_bytes_a_node),
      cmocka_unit_test(a_state_takes_less_than_100_bytes_a_link_along_a_body),
      cmocka_unit_test(a_state_keeps_less_than_100_bytes_a_spring),
      cmocka_unit_test(a_contact_takes_less_than_3_kilobytes_with_its_queue),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
