// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The power law of springs: what a step is predicted with.

#include "support.h"

#include "contacts/psi.h"

// Where psi is on the law, g at t_n follows from it to the remainder of the series: its fourth
// term, at most 0.042 z^4 / (1 + z)^4 with |z| <= 0.05.
static void a_prediction_from_psi_is_that_of_the_law(void **state) {
  (void)state;
  uint64_t seed = 12;
  int by_series = 0;
  for (int i = 0; i < 5000; ++i) {
    const contact_law law = {.form = LAW_POWER,
                             .two_sided = true,
                             .power = {.kind = POWER_GENERAL,
                                       .exponent = random_between(&seed, 1.05, 3),
                                       .dead_zone = i % 3 == 0 ? 1e-4 : 0,
                                       .psi_ratio = 1,
                                       .g_ratio = 1}};
    contact_values a = {.stiffness = random_log(&seed, 1e2, 1e9)};
    law_constants(&law, &a);
    const double scale = random_between(&seed, 0.5, 2);
    const double x = random_log(&seed, 1e-7, 1e-2);
    const double z = random_between(&seed, -0.08, 0.08);
    const double side = i % 2 == 0 ? 1 : -1;
    const double half = side * (law.power.dead_zone + x);
    const link_past past = {.eta = half + side * z * x,
                            .deta = 2 * side * z * x,
                            .psi = law_psi(&law, &a, scale, half)};
    const double g = law_g(&law, &a, scale, past.eta);
    const double first = law_first_g(&law, &a, scale, past);
    assert_near(first, g, 3.3e-7 * g);
    by_series += first != g;
  }
  assert_true(by_series > 2500);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_prediction_from_psi_is_that_of_the_law)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
