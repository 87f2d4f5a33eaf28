// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Masses on springs of their own: their pitch, decay, rest and energy (theory 1.40 to 1.42); and on
// springs between them (theory 2.25 to 2.28).

#include "support.h"

#include <complex.h>

static const char *const mass_scene =
    "{carom: 1, bodies: {m: {type: mass, mass: 1e-3, position: 1e-3, velocity: 3}}, outputs: {u: "
    "{of: m}, v: {of: m, quantity: velocity}}}";

static rig mass_of(double frequency, double sigma, double rate) {
  carom_scene *s = scene_of(mass_scene);
  rig_set_number(s, "rate", rate);
  rig_set_number(s, "bodies.m.frequency", frequency);
  rig_set_number(s, "bodies.m.damping", 2e-3 * sigma);
  return rig_of(s);
}

static const double rates[] = {44100, 48000, 192000};
static const double frequencies[] = {0, 1e-9, 0.5, 440, 5000, 10000, 15000, 20000, 22049};
static const double losses[] = {0, 1e-6, 5, 1000, 2 * M_PI * 440, 1e5, 1e9}; // sigma_0, 1/s

// Samples of a free motion obey u+ = (p1 + p2) u - p1 p2 u- with the poles p of its equation: that
// is its pitch and its decay. Nothing else moves it.
static void free_masses_sound_at_their_frequency_and_decay_at_their_rate(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof frequencies / sizeof *frequencies; ++i)
    for (size_t j = 0; j < sizeof losses / sizeof *losses; ++j)
      for (size_t k = 0; k < sizeof rates / sizeof *rates; ++k) {
        const double w = 2 * M_PI * frequencies[i];
        const double complex fast = losses[j] + csqrt(losses[j] * losses[j] - w * w);
        const double complex p1 = cexp(-fast / rates[k]);
        const double complex p2 = fast == 0 ? 1 : cexp(-w * w / fast / rates[k]);
        rig r = mass_of(frequencies[i], losses[j], rates[k]);
        double u[3] = {0, 0, 0};
        double most = 0;
        double worst = 0;
        for (int n = 0; n < 300; ++n) {
          rig_steps(&r, 1);
          u[0] = u[1];
          u[1] = u[2];
          u[2] = carom_output(r.model, r.state, 0);
          most = fmax(most, fabs(u[2]));
          if (n >= 2)
            worst = fmax(worst, fabs(u[2] - creal(p1 + p2) * u[1] + creal(p1 * p2) * u[0]));
        }
        assert_at_most(worst, 1e-14 * most);
        assert_at_most(rig_error(&r), 1e-12);
        rig_free(&r);
      }
}

static double energy_of(const rig *r) {
  const carom_ledger l = carom_state_ledger(r->state);
  return l.kinetic + l.potential + l.contact;
}

// What is written is what the first sample has, and the energy that the theory says.
static void a_mass_starts_with_its_velocity_and_its_energy(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof frequencies / sizeof *frequencies; ++i)
    for (size_t j = 0; j < 4; ++j) {
      rig r = mass_of(frequencies[i], losses[j], 44100);
      rig_steps(&r, 1);
      assert_near(carom_output(r.model, r.state, 0), 1e-3, 1e-18);
      assert_near(carom_output(r.model, r.state, 1), 3, 1e-10);
      rig_free(&r);
    }
  for (size_t i = 0; i < sizeof frequencies / sizeof *frequencies; ++i) {
    const double w = 2 * M_PI * frequencies[i];
    const double stride = w > 0 ? 2 * sin(w / 2 / 44100) / w : 1.0 / 44100;
    for (int at = 0; at < 2; ++at) {
      carom_scene *s = scene_of(mass_scene);
      rig_set(s, "gravity", at == 0 ? "0" : "9.81");
      rig_set(s, "bodies.m.position", at == 0 ? "0" : "1e-3");
      rig_set_number(s, "bodies.m.frequency", frequencies[i]);
      rig r = rig_of(s);
      const double x = at * 1e-3;
      const double a = at * (w * w * x + 9.81);
      const double E = 1e-3 * (4.5 + w * w * x * x / 2 + at * 9.81 * x);
      assert_near(energy_of(&r), E - 1e-3 * pow(stride * a, 2) / 8, 1e-13 * E);
      rig_free(&r);
    }
  }
}

// Under its weight it rests where weight and spring are equal, and without a spring it comes to
// fall as fast as its damper lets it.
static void loads_take_a_mass_where_the_equation_does(void **state) {
  (void)state;
  for (size_t i = 3; i < sizeof frequencies / sizeof *frequencies; ++i)
    for (size_t j = 0; j < 6; ++j) {
      const double rest = -9.81 / pow(2 * M_PI * frequencies[i], 2);
      carom_scene *s = scene_of(mass_scene);
      rig_set(s, "gravity", "9.81");
      rig_set_number(s, "bodies.m.frequency", frequencies[i]);
      rig_set_number(s, "bodies.m.damping", 2e-3 * losses[j]);
      rig_set_number(s, "bodies.m.position", rest);
      rig_set(s, "bodies.m.velocity", "0");
      rig r = rig_of(s);
      rig_steps(&r, 1000);
      assert_near(carom_output(r.model, r.state, 0) / rest, 1, 1e-11);
      rig_free(&r);
    }
  for (size_t j = 3; j < 7; ++j) {
    carom_scene *s = scene_of(mass_scene);
    rig_set(s, "gravity", "9.81");
    rig_set_number(s, "bodies.m.damping", 2e-3 * losses[j]);
    rig r = rig_of(s);
    rig_steps(&r, 10000);
    const double from = carom_output(r.model, r.state, 0);
    rig_steps(&r, 1000);
    const double fell = from - carom_output(r.model, r.state, 0);
    assert_near(fell / (9.81 / (2 * losses[j]) * 1000 / 44100), 1, losses[j] < 1e8 ? 1e-9 : 1e-4);
    rig_free(&r);
  }
}

static void frequencies_and_losses_change_without_a_gap_in_the_ledger(void **state) {
  (void)state;
  uint64_t seed = 77;
  const int cases = random_cases(30, 3);
  for (int i = 0; i < cases; ++i) {
    rig r = mass_of(random_between(&seed, 0, 22000), random_log(&seed, 1e-3, 1e5), 44100);
    const int frequency = carom_model_find_live(r.model, "bodies.m.frequency");
    const int damping = carom_model_find_live(r.model, "bodies.m.damping");
    double most = 0;
    for (int n = 0; n < 300; ++n) {
      rig_steps(&r, (int)random_between(&seed, 1, 9));
      if (n % 3 == 0)
        assert_int_equal(
            carom_state_set(r.model, r.state, damping, 2e-3 * random_between(&seed, 0, 300)),
            CAROM_OK);
      else
        assert_int_equal(
            carom_state_set(r.model, r.state, frequency, random_between(&seed, 0, 22000)),
            CAROM_OK);
      most = fmax(most, fabs(carom_output(r.model, r.state, 0)));
    }
    assert_at_most(rig_error(&r), 1e-11);
    assert_true(isfinite(most));
    rig_free(&r);
  }
}

// --- Springs between masses ---------------------------------------------------------------------

// How far increments of samples are from d+ + d- = 2 cos(omega k) d, over the largest of them: a
// spring that the step does not resolve may rest a little off its place (theory 8.23).
static double out_of_tune(rig *r, double omega) {
  double u[3] = {0, 0, 0};
  double most = 0;
  double worst = 0;
  double last = 0;
  for (int n = 0; n < 300; ++n) {
    rig_steps(r, 1);
    const double now = carom_output(r->model, r->state, 0);
    u[0] = u[1];
    u[1] = u[2];
    u[2] = now - last;
    last = now;
    most = fmax(most, n > 0 ? fabs(u[2]) : 0);
    if (n >= 3)
      worst = fmax(worst, fabs(u[2] - 2 * cos(omega / 44100) * u[1] + u[0]));
  }
  return worst / most;
}

static const char *const pairs[] = {
    "{carom: 1, bodies: {m: {type: mass, mass: 1e-3, position: 1e-4, velocity: 2}, w: {type: "
    "barrier}}, contacts: {c: {type: spring, below: w, above: m, linear: 1}}, outputs: {o: {of: c, "
    "quantity: overlap}}}",
    "{carom: 1, bodies: {m: {type: mass, mass: 1e-3, position: 1e-4, velocity: 2}, w: {type: mass, "
    "mass: 3e-3}}, contacts: {c: {type: spring, below: w, above: m, linear: 1}}, outputs: {o: {of: "
    "c, quantity: overlap}}}",
    "{carom: 1, bodies: {m: {type: mass, mass: 1e-3, position: 1e-4, velocity: 2}}, contacts: {c: "
    "{type: finger, on: m, spring: 1, damper: 0}}, outputs: {o: {of: m}}}",
};
static const double inverse_masses[] = {1e3, 4e3 / 3, 1e3}; // of these, 1/kg

static void a_spring_and_its_masses_are_in_tune(void **state) {
  (void)state;
  for (int i = 0; i < 3; ++i)
    for (double f = 1; f < 16000; f *= 1.7) {
      const double omega = 2 * M_PI * f;
      carom_scene *s = scene_of(pairs[i]);
      rig_set_number(s, i == 2 ? "contacts.c.spring" : "contacts.c.linear",
                     omega * omega / inverse_masses[i]);
      rig r = rig_of(s);
      assert_at_most(out_of_tune(&r, omega), 1e-12);
      assert_at_most(rig_error(&r), 1e-13);
      rig_free(&r);
    }
}

// A mass between two springs that know nothing of each other, and one that has a spring of its own:
// within half a cent at 5 kHz.
static void springs_at_one_mass_are_nearly_in_tune(void **state) {
  (void)state;
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(pairs[0]);
    const double omega = 2 * M_PI * 5000;
    rig_set_number(s, "contacts.c.linear", omega * omega * 1e-3 / 2);
    if (i == 0) {
      rig_set(s, "contacts.d.type", "spring");
      rig_set(s, "contacts.d.below", "w");
      rig_set(s, "contacts.d.above", "m");
      rig_set_number(s, "contacts.d.linear", omega * omega * 1e-3 / 2);
    } else {
      rig_set_number(s, "bodies.m.frequency", 5000 / sqrt(2));
    }
    rig r = rig_of(s);
    const double half_cent = 5000 * (exp2(0.5 / 1200) - 1);
    // An angle off by e leaves 2 sin(angle) e.
    assert_at_most(out_of_tune(&r, omega), 2 * sin(omega / 44100) * 2 * M_PI * half_cent / 44100);
    rig_free(&r);
  }
}

// The balance of a spring that swings for 45 s without losses: its coefficients are rounded, always
// the same way, which the energy feels by 1e-17 to 1e-16 of itself a step.
static void a_spring_keeps_its_balance(void **state) {
  (void)state;
  const double stiffness[] = {1e4, 1e6, 3.3e6};
  for (int i = 0; i < 3; ++i) {
    carom_scene *s = scene_of(pairs[1]);
    rig_set_number(s, "contacts.c.linear", stiffness[i]);
    rig r = rig_of(s);
    rig_steps(&r, slow_build() ? 100000 : 2000000);
    assert_at_most(rig_error(&r), 1e-10);
    rig_free(&r);
  }
}

// Random networks of masses with springs of their own and between each other, of any stiffness,
// while both change: none grows, and all balance.
static void networks_of_springs_stay_bounded(void **state) {
  (void)state;
  uint64_t seed = 4;
  const int cases = random_cases(150, 10);
  for (int i = 0; i < cases; ++i) {
    carom_scene *s = scene_of("{carom: 1, bodies: {wall: {type: barrier}}}");
    char path[64];
    char name[16];
    for (int b = 0; b < 4; ++b) {
      snprintf(path, sizeof path, "bodies.m%d.type", b);
      rig_set(s, path, "mass");
      snprintf(path, sizeof path, "bodies.m%d.mass", b);
      rig_set_number(s, path, random_log(&seed, 1e-4, 1));
      snprintf(path, sizeof path, "bodies.m%d.velocity", b);
      rig_set_number(s, path, random_between(&seed, -1, 1));
      snprintf(path, sizeof path, "bodies.m%d.frequency", b);
      rig_set_number(s, path, random_unit(&seed) < 0.5 ? 0 : random_between(&seed, 0, 22000));
    }
    for (int c = 0; c < 6; ++c) {
      const int below = (int)random_between(&seed, 0, 4);
      const int above = (below + (int)random_between(&seed, 1, 5)) % 5;
      snprintf(path, sizeof path, "contacts.c%d.type", c);
      rig_set(s, path, "spring");
      snprintf(path, sizeof path, "contacts.c%d.below", c);
      snprintf(name, sizeof name, "m%d", below);
      rig_set(s, path, name);
      snprintf(path, sizeof path, "contacts.c%d.above", c);
      snprintf(name, sizeof name, "m%d", above);
      rig_set(s, path, above < 4 && above != below ? name : "wall");
      snprintf(path, sizeof path, "contacts.c%d.linear", c);
      rig_set_number(s, path, random_log(&seed, 1, 1e12));
    }
    rig r = rig_of(s);
    rig_steps(&r, 2000);
    const double before = energy_of(&r);
    assert_true(before > 0);
    rig_steps(&r, 2000);
    assert_near(energy_of(&r) / before, 1, 1e-9);
    for (int n = 0; n < 40; ++n) {
      const int index = (int)random_between(&seed, 0, 4);
      snprintf(path, sizeof path, n % 2 == 0 ? "bodies.m%d.frequency" : "contacts.c%d.linear",
               index);
      const int live = carom_model_find_live(r.model, path);
      const double to = n % 2 == 0 ? random_between(&seed, 0, 22000) : random_log(&seed, 1, 1e12);
      assert_int_equal(carom_state_set(r.model, r.state, live, to), CAROM_OK);
      rig_steps(&r, 20);
      assert_true(energy_of(&r) > 0);
    }
    assert_at_most(rig_error(&r), 1e-10);
    rig_free(&r);
  }
}

// 2 and 4 are powers of 2: with all times halved a mass moves alike, bit for bit.
static void a_mass_moves_alike_in_other_units_of_time(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int i = 0; i < 300; ++i) {
    const double mass = pow(10, -4 * random_unit(&seed));
    const double damping = i % 3 == 0 ? 0 : random_unit(&seed) * (i % 3 == 1 ? 0.1 : 100);
    const double frequency = i % 4 == 0 ? 0 : 3900 * random_unit(&seed);
    const double speed = 10 * random_unit(&seed);
    double u[2];
    for (int half = 1; half <= 2; ++half) {
      char text[400];
      snprintf(
          text, sizeof text,
          "{carom: 1, rate: %d, gravity: %.17g, bodies: {m: {type: mass, mass: %.17g, damping: "
          "%.17g, frequency: %.17g, velocity: %.17g}}}",
          8000 * half, 9.81 * half * half, mass, damping * half, frequency * half, speed * half);
      rig r = rig_of(scene_of(text));
      rig_steps(&r, 100);
      carom_body_shape(r.model, r.state, 0, &u[half - 1], 1);
      rig_free(&r);
    }
    assert_true(u[0] == u[1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_masses_sound_at_their_frequency_and_decay_at_their_rate),
      cmocka_unit_test(a_mass_starts_with_its_velocity_and_its_energy),
      cmocka_unit_test(loads_take_a_mass_where_the_equation_does),
      cmocka_unit_test(frequencies_and_losses_change_without_a_gap_in_the_ledger),
      cmocka_unit_test(a_spring_and_its_masses_are_in_tune),
      cmocka_unit_test(springs_at_one_mass_are_nearly_in_tune),
      cmocka_unit_test(a_spring_keeps_its_balance),
      cmocka_unit_test(networks_of_springs_stay_bounded),
      cmocka_unit_test(a_mass_moves_alike_in_other_units_of_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
