// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A start has the energy that was written: contacts that are touched, left or pressed at t = 0
// (theory 8.17 to 8.23). Energies of the first row are those of half a step before t = 0, where a
// body with the acceleration a has k^2 a^T M a / 8 less.

#include "test/starts.h"

// A mass of 5 g above or below a wall.
static rig ball(const char *scheme, double alpha, double K, double mu, double eta, double speed,
                double rate, double gravity) {
  return rig_with(
      "{carom: 1, rate: %.17g, gravity: %.17g, bodies: {w: {type: barrier}, m: {type: "
      "mass, mass: 0.005, position: %.17g, velocity: %.17g}}, contacts: {c: {type: "
      "collision, below: w, above: m, stiffness: %.17g, exponent: %.17g, damping: %.17g, "
      "scheme: %s}}, outputs: {x: {of: m}, v: {of: m, quantity: velocity}, f: {of: c, "
      "quantity: force}}}",
      rate, gravity, -eta, -speed, K, alpha, mu, scheme);
}

// --- Masses and walls ---------------------------------------------------------------------------

static void what_leaves_the_floor_rises_as_high_as_it_was_thrown(void **state) {
  (void)state;
  const double g = 9.81;
  const double k = 1 / 44100.0;
  for (int i = 0; i < 4; ++i)
    for (int fast = 0; fast < 2; ++fast)
      for (double K = 1e8; K < 2e12; K *= 100) {
        const double v = fast ? 3 : 1;
        double height = 0;
        double impulse = 0;
        rig r = ball(schemes[i], 1.5, K, 0, 0, -v, 44100, g);
        assert_near(energy_of(&r), 0.005 * (v * v / 2 - k * k * g * g / 8), 1e-14);
        carom_step(r.model, r.state);
        assert_near(carom_output(r.model, r.state, 1), v, 1e-12);
        for (int n = 1; n < (fast ? 14000 : 5000); ++n) {
          impulse += k * carom_output(r.model, r.state, 2);
          height = fmax(height, carom_output(r.model, r.state, 0));
          carom_step(r.model, r.state);
        }
        assert_near(height, v * v / 2 / g, 1e-6 * height);
        assert_true(impulse == 0);
        assert_int_equal(carom_contact_counts(r.model, r.state, 0).impacts, 0);
        rig_free(&r);
      }
}

static void pressed_masses_have_their_energy_and_depart_with_it(void **state) {
  (void)state;
  static const double parts[] = {-2, -0.5, -0.1, 0, 0.1, 0.5, 3};
  static const double alphas[] = {1, 1.5, 2.5};
  for (int i = 0; i < 4 * 3 * 7 * 2; ++i) {
    const double alpha = alphas[i / 4 % 3];
    const double v = i / 84 == 0 ? 3 : -3;
    const double eta = parts[i / 12 % 7] * 3 / 44100;
    for (double K = 1e6; K < 2e14; K *= 100) {
      rig r = ball(schemes[i % 4], alpha, K, 0, eta, v, 44100, 0);
      const double energy = 0.0225 + law_energy(alpha, K, eta);
      assert_near(energy_of(&r), energy, 1e-12 * energy);
      rig_steps(&r, i % 4 == 3 ? 1 : 4000); // as printed, contacts may stick
      if (i % 4 != 3) {
        const double out = sqrt(2 * energy / 0.005);
        assert_near(carom_output(r.model, r.state, 1), out, 1e-9 * out);
        carom_impact e;
        while (carom_state_next_impact(r.model, r.state, &e)) {
          assert_true(e.begin >= 0 && e.end >= e.begin);
          assert_near(e.impulse, 0.005 * (out + v), 1e-9 * 0.03);
        }
      }
      assert_at_most(rig_error(&r), 1e-12);
      rig_free(&r);
    }
  }
}

static void starts_in_contact_are_of_second_order(void **state) {
  (void)state;
  static const double speeds[] = {3, -3, 0};
  static const double truth[] = {-1.563888696e-3, -2.170518922e-3, -2.956146924e-4};
  for (int i = 0; i < 3; ++i) {
    double error[4];
    for (int o = 0; o < 4; ++o) {
      const int times = 2 << o;
      rig r = ball("positive", 1, 1e6, 0, 3.401361e-5, speeds[i], 44100.0 * times, 0);
      rig_steps(&r, 32 * times + 1);
      error[o] = fabs(-carom_output(r.model, r.state, 0) - truth[i]);
      rig_free(&r);
    }
    for (int o = 0; o < 3; ++o) {
      assert_in_range((int)(100 * error[o] / error[o + 1]), 300, 550);
    }
  }
}

// Under their weight, however hard; stacks too.
static void what_rests_stays_at_rest(void **state) {
  (void)state;
  static const double alphas[] = {1, 1.5, 2.5};
  for (int i = 0; i < 2 * 3; ++i)
    for (double K = 1e6; K < 2e13; K *= 100) {
      const double alpha = alphas[i / 2];
      const double low = pow(0.3 * 9.81 / K, 1 / alpha);
      const double high = pow(0.1 * 9.81 / K, 1 / alpha);
      rig r =
          rig_with("{carom: 1, gravity: 9.81, bodies: {w: {type: barrier}, m: {type: mass, mass: "
                   "0.2, position: %.17g}, n: {type: mass, mass: 0.1, position: %.17g}}, "
                   "contacts: {c: {type: collision, below: w, above: m, stiffness: %.17g, "
                   "exponent: %g, damping: 0.3, scheme: %s}, d: {type: collision, below: m, "
                   "above: n, stiffness: %.17g, exponent: %g, damping: 0.3, scheme: %s}}, "
                   "outputs: {m: {of: m}, f: {of: d, quantity: force}}}",
                   -low, -low - high, K, alpha, schemes[i % 2], K, alpha, schemes[i % 2]);
      for (int n = 0; n < 1000; ++n) {
        carom_step(r.model, r.state);
        assert_near(carom_output(r.model, r.state, 0), -low, 1e-9 * low);
        assert_near(carom_output(r.model, r.state, 1), 0.1 * 9.81, 1e-9 * 0.981);
      }
      rig_free(&r);
    }
}

// Four masses that touch: the first comes back, and all that follows from its impact follows it.
static void no_impact_begins_before_the_one_that_causes_it(void **state) {
  (void)state;
  for (int i = 0; i < 4; ++i)
    for (int n = 0; n < 5; ++n) {
      rig r =
          rig_with("{carom: 1, bodies: {a: {type: mass, mass: 0.05, frequency: 1.2, position: "
                   "%.17g}, b: {type: mass, mass: 0.05, frequency: 1.2}, c: {type: mass, mass: "
                   "0.05, frequency: 1.2}, d: {type: mass, mass: 0.05, frequency: 1.2}}, "
                   "contacts: {cd: {type: collision, below: c, above: d, stiffness: 1e9, "
                   "exponent: 1.5, scheme: %s}, ab: {type: collision, below: a, above: b, "
                   "stiffness: 1e9, exponent: 1.5, scheme: %s}, bc: {type: collision, below: b, "
                   "above: c, stiffness: 1e9, exponent: 1.5, scheme: %s}}}",
                   -0.03 - 1e-6 * n, schemes[i], schemes[i], schemes[i]);
      rig_steps(&r, 9240); // a quarter of a period is 9187.5
      double begin[3] = {0};
      carom_impact e;
      while (carom_state_next_impact(r.model, r.state, &e))
        begin[e.contact] = begin[e.contact] == 0 ? e.begin : begin[e.contact];
      assert_near(begin[1], 0.25 / 1.2, 1e-5);
      assert_true(begin[2] >= begin[1] - 1e-12 && begin[0] >= begin[2] - 1e-12); // rounding
      rig_free(&r);
    }
}

// --- Random networks ----------------------------------------------------------------------------

enum { MAX = 5 };

/// Masses on springs, and contacts between them or with a wall at 0, masses above it.
typedef struct {
  int masses, contacts;
  double gravity;
  double mass[MAX], position[MAX], velocity[MAX], omega2[MAX];
  int below[MAX], above[MAX]; // -1: the wall
  double K[MAX], alpha[MAX];
  const char *scheme;
} network;

static network random_network(uint64_t *seed) {
  network n = {.masses = 1 + (int)(MAX * random_unit(seed)),
               .contacts = 1 + (int)(MAX * random_unit(seed)),
               .gravity = random_unit(seed) < 0.5 ? 0 : 9.81,
               .scheme = schemes[(int)(4 * random_unit(seed))]};
  const bool tied = random_unit(seed) < 0.5;
  for (int i = 0; i < n.masses; ++i) {
    n.mass[i] = random_log(seed, 1e-3, 1);
    n.position[i] = random_between(seed, -1e-4, 1e-4);
    n.velocity[i] = random_unit(seed) < 0.2 ? 0 : random_between(seed, -5, 5);
    n.omega2[i] = tied ? pow(6.283185307179586 * random_log(seed, 10, 1000), 2) : 0;
  }
  for (int i = 0; i < n.contacts; ++i) {
    n.above[i] = (int)(n.masses * random_unit(seed));
    n.below[i] = (int)((n.masses + 1) * random_unit(seed)) - 1;
    if (n.below[i] == n.above[i])
      n.below[i] = -1;
    n.alpha[i] = 1 + (int)(5 * random_unit(seed)) / 2.0;
    n.K[i] = random_log(seed, 1e5, 1e13);
  }
  return n;
}

static rig rig_of_network(const network *n) {
  char text[8192];
  int at = snprintf(text, sizeof text, "{carom: 1, gravity: %.17g, bodies: {w: {type: barrier}",
                    n->gravity);
  for (int i = 0; i < n->masses; ++i)
    at += snprintf(text + at, sizeof text - (size_t)at,
                   ", m%d: {type: mass, mass: %.17g, position: %.17g, velocity: %.17g, frequency: "
                   "%.17g}",
                   i, n->mass[i], n->position[i], n->velocity[i],
                   sqrt(n->omega2[i]) / 6.283185307179586);
  at += snprintf(text + at, sizeof text - (size_t)at, "}, contacts: {");
  for (int i = 0; i < n->contacts; ++i) {
    char below[16] = "w";
    if (n->below[i] >= 0)
      snprintf(below, sizeof below, "m%d", n->below[i]);
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "%sc%d: {type: collision, below: %s, above: m%d, stiffness: %.17g, exponent: "
                   "%.17g, scheme: %s}",
                   i > 0 ? ", " : "", i, below, n->above[i], n->K[i], n->alpha[i], n->scheme);
  }
  snprintf(text + at, sizeof text - (size_t)at, "}}");
  return rig_of(scene_of(text));
}

/// The energy that is written, how much of it is moved, and what accelerations without contacts
/// take off it.
typedef struct {
  double written, size, less;
} network_energy;

static network_energy energy_of_network(const network *n) {
  const double k = 1 / 44100.0;
  network_energy e = {0};
  for (int i = 0; i < n->masses; ++i) {
    const double a = -n->omega2[i] * n->position[i] - n->gravity;
    const double kinetic = n->mass[i] * n->velocity[i] * n->velocity[i] / 2;
    const double spring = n->mass[i] * n->omega2[i] * n->position[i] * n->position[i] / 2;
    const double weight = n->mass[i] * n->gravity * n->position[i];
    e.written += kinetic + spring + weight;
    e.size += kinetic + spring + fabs(weight);
    e.less += k * k / 8 * a * a * n->mass[i];
  }
  for (int i = 0; i < n->contacts; ++i) {
    const double below = n->below[i] >= 0 ? n->position[n->below[i]] : 0;
    const double stored = law_energy(n->alpha[i], n->K[i], below - n->position[n->above[i]]);
    e.written += stored;
    e.size += stored;
  }
  return e;
}

// Contacts add nothing to what accelerations without them take off, and may give some of it back.
static void random_networks_start_with_the_energy_that_is_written(void **state) {
  (void)state;
  uint64_t seed = 5;
  int pressed = 0;
  const int cases = random_cases(4000, 400);
  for (int i = 0; i < cases; ++i) {
    const network n = random_network(&seed);
    const network_energy e = energy_of_network(&n);
    rig r = rig_of_network(&n);
    const double rounding = 1e-13 * e.size;
    const double energy = energy_of(&r);
    pressed += carom_state_ledger(r.state).contact > 0;
    if (!(energy <= e.written + rounding && energy >= e.written - e.less - rounding))
      fail_msg("case %d: %.17g J, written %.17g J, less at most %g J, rounding %g J", i, energy,
               e.written, e.less, rounding);
    rig_steps(&r, 50);
    assert_at_most(rig_error(&r), 1e-10);
    rig_free(&r);
  }
  assert_true(pressed > cases / 3);
}

// --- Strings, modes and springs -----------------------------------------------------------------

// E = .009375 J, and half a step of sigma_0.
static void a_string_leaves_an_obstacle_along_it_as_if_there_were_none(void **state) {
  (void)state;
  static const double stiffness[] = {0, 1e6, 1e8, 1e10, 1e12};
  for (int i = 0; i < 5; ++i) {
    rig r = rig_with("{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, "
                     "tension: 100, sigma0: 1, start_velocity: {shape: hump, amplitude: 5}}, w: "
                     "{type: barrier}}, contacts: {c: {type: collision, below: w, above: s, along: "
                     "true, stiffness: %g}}, outputs: {f: {of: c, quantity: force}}}",
                     stiffness[i]);
    assert_near(energy_of(&r), 0.0093754251723756, 1e-15);
    carom_step(r.model, r.state);
    assert_true(carom_output(r.model, r.state, 0) == 0);
    rig_free(&r);
  }
}

// While it moves: the energy without contacts (K = 0), and that of the laws.
static void a_string_pressed_along_an_obstacle_has_the_energy_of_both(void **state) {
  (void)state;
  static const double stiffness[] = {0, 1e4, 1e6, 1e8, 1e10};
  double stored[5];
  for (int away = 0; away < 2; ++away)
    for (int modes = 0; modes < 2; ++modes) {
      double without = 0;
      double per_stiffness = 0;
      for (int i = 0; i < 5; ++i) {
        rig r = rig_with("{carom: 1, bodies: {s: {type: string, model: %s, points: 40, length: 1, "
                         "linear_density: 0.01, tension: 100, start: {shape: hump, amplitude: "
                         "-1e-5}, start_velocity: {shape: hump, amplitude: %d}}, w: {type: "
                         "barrier}}, contacts: {c: {type: collision, below: w, above: s, along: "
                         "true, stiffness: %g, gap: 2e-6, numerical_loss: false}}}",
                         modes ? "modes" : "grid", away ? 1 : -1, stiffness[i]);
        const double energy = energy_of(&r);
        without = i == 0 ? energy : without;
        per_stiffness = i == 4 ? (energy - without) / stiffness[i] : per_stiffness;
        stored[i] = energy - without;
        rig_steps(&r, 500);
        assert_at_most(rig_error(&r), 1e-10);
        rig_free(&r);
      }
      assert_true(per_stiffness > 4e-15);
      for (int i = 0; i < 5; ++i)
        assert_near(stored[i], stiffness[i] * per_stiffness, 1e-12 * without);
    }
}

// A hammer at a string on a grid or by its modes: leaving it, apart, touching and pressed, closing.
static void a_hammer_at_a_string_starts_with_the_energy_of_both(void **state) {
  (void)state;
  static const double parts[] = {-0.4, 0, 0.2, 3};
  for (int i = 0; i < 2 * 2 * 4 * 4; ++i) {
    const bool modes = i & 1;
    const double v = (i & 2) != 0 ? 4 : -4;
    const double eta = parts[i / 4 % 4] * 4 / 44100;
    const char *scheme = schemes[i / 16];
    for (double K = 1e5; K < 2e12; K *= 100) {
      rig r =
          rig_with("{carom: 1, bodies: {s: {type: string, model: %s, length: 1, linear_density: "
                   "0.01, tension: 100}, m: {type: mass, mass: 0.005, position: %.17g, velocity: "
                   "%.17g}}, contacts: {c: {type: collision, below: m, above: s@0.3, stiffness: "
                   "%g, exponent: 1.5, scheme: %s}}, outputs: {v: {of: m, quantity: "
                   "velocity}}}",
                   modes ? "modes" : "grid", eta, v, K, scheme);
      carom_bound bound;
      const bool bounded = carom_contact_bound(r.model, r.state, 0, &bound) && eta > bound.overlap;
      const double written = 0.04 + law_energy(1.5, K, eta);
      if (!bounded)
        assert_near(energy_of(&r), written, 1e-12 * written);
      else
        assert_at_most(energy_of(&r), written);
      rig_steps(&r, 500);
      assert_at_most(rig_error(&r), 1e-10);
      rig_free(&r);
    }
  }
}

// Its cubic, with c > 0 and without.
static void felt_starts_with_the_energy_that_is_written(void **state) {
  (void)state;
  static const double speeds[] = {3, -3, 0};
  for (int i = 0; i < 3 * 2 * 3; ++i)
    for (double a = 1e12; a < 2e20; a *= 1e4) {
      const double c = i % 2 == 0 ? 0 : a * 1e-10;
      const double eta = (i / 2 % 3 - 0.5) * 2e-5;
      rig r = rig_with("{carom: 1, bodies: {w: {type: barrier}, m: {type: mass, mass: 0.005, "
                       "position: %.17g, velocity: %g}}, contacts: {c: {type: felt, circle: m, "
                       "segment: w, a: %g, c: %g}}, outputs: {v: {of: m, quantity: velocity}}}",
                       eta, speeds[i / 6], a, c);
      const double stored = eta > 0 ? c * eta * eta / 2 + a * pow(eta, 4) / 4 : 0;
      const double written = 0.0025 * speeds[i / 6] * speeds[i / 6] + stored;
      assert_near(energy_of(&r), written, 1e-12 * written);
      rig_steps(&r, 1000);
      assert_near(carom_output(r.model, r.state, 0), -sqrt(written / 0.0025),
                  1e-9 * sqrt(400 * written));
      rig_free(&r);
    }
}

// A spring that the step resolves starts as the stiffness of a body does: with W K / 4 of its
// energy and that of the mass less, at most. Harder ones, and power laws, have what is written.
static void springs_start_with_the_energy_that_is_written(void **state) {
  (void)state;
  static const double speeds[] = {3, -3, 0};
  for (int i = 0; i < 2 * 3 * 2; ++i)
    for (double K = 1e4; K < 2e14; K *= 100) {
      const bool law = i % 2 == 1;
      const double v = speeds[i / 2 % 3];
      const double eta = i < 6 ? 0 : 1e-5;
      rig r =
          rig_with("{carom: 1, bodies: {w: {type: barrier}, m: {type: mass, mass: 0.005, "
                   "position: %g, velocity: %g}}, contacts: {c: {type: spring, below: m, above: "
                   "w, %s: %g%s}}, outputs: {x: {of: m}}}",
                   eta, v, law ? "stiffness" : "linear", K, law ? ", exponent: 1.5" : "");
      const double stored = law ? law_energy(1.5, K, eta) : K / 2 * eta * eta;
      const double written = 0.0025 * v * v + stored;
      const double part = K / 0.005 / 44100 / 44100 / 4;
      const double most = sqrt(stored) + sqrt(0.0025) * fabs(v);
      const double less = !law && part < 0.5 ? part * most * most : 0;
      assert_near(energy_of(&r), written, less + 1e-11 * written);
      rig_steps(&r, 2000);
      assert_at_most(rig_error(&r), 1e-10);
      rig_free(&r);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_leaves_the_floor_rises_as_high_as_it_was_thrown),
      cmocka_unit_test(pressed_masses_have_their_energy_and_depart_with_it),
      cmocka_unit_test(starts_in_contact_are_of_second_order),
      cmocka_unit_test(what_rests_stays_at_rest),
      cmocka_unit_test(no_impact_begins_before_the_one_that_causes_it),
      cmocka_unit_test(a_string_leaves_an_obstacle_along_it_as_if_there_were_none),
      cmocka_unit_test(a_string_pressed_along_an_obstacle_has_the_energy_of_both),
      cmocka_unit_test(a_hammer_at_a_string_starts_with_the_energy_of_both),
      cmocka_unit_test(felt_starts_with_the_energy_that_is_written),
      cmocka_unit_test(springs_start_with_the_energy_that_is_written),
      cmocka_unit_test(random_networks_start_with_the_energy_that_is_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
