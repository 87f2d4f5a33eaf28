// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// `scheme: exact`: the law of restitution at any stiffness, the contact's time, and strings against
// travelling waves. Modes are in test_exact_modes.c, islands in test_exact_island.c.

#include "one_impact.h"

static void oracle_knows_closed_forms(void **state) {
  (void)state;
  const impact linear = {.m = 0.01, .K = 1e6, .alpha = 1, .v = 1};
  assert_near(contact_time(&linear), 3.14159265358979 * sqrt(0.01 / 1e6), 1e-8);
  assert_near(parting(&linear), -1, 1e-15);
  // An impact of the literature: 7.667 samples at 44.1 kHz.
  const impact soft = {.m = 0.01, .K = 1e7, .alpha = 1.1, .mu = 0.1, .v = 0.3};
  assert_near(contact_time(&soft) * 44100, 7.667, 1e-3);
  const impact lossy = {.m = 0.01, .K = 1e9, .alpha = 1.5, .mu = 0.6, .v = 1};
  assert_near(parting(&lossy), -0.71195017957786, 1e-14);
}

// --- Masses and walls ---------------------------------------------------------------------------

static const double alphas[] = {1, 1.1, 1.5, 2.3};
static const double losses[] = {0, 0.03, 0.5, 2};        // mu v
static const double samples[] = {0.5, 1, 2, 5, 20, 100}; // contact time

static carom_scene *make_impact(const impact *i, double phase, bool two) {
  char text[1200];
  const double gap = (3 + phase) / 44100 * i->v;
  // 10 g against 30 g: together they act like 7.5 g.
  snprintf(text, sizeof text,
           "carom: 1\n"
           "bodies:\n"
           "  ball: {type: mass, mass: %.17g, position: %.17g, velocity: %.17g}\n"
           "  wall: {type: %s}\n"
           "contacts:\n"
           "  hit: {type: collision, below: ball, above: wall, stiffness: %.17g, exponent: %g,\n"
           "        damping: %.17g, scheme: exact}\n"
           "outputs:\n"
           "  v: {of: ball, quantity: velocity}\n",
           two ? i->m * 4 / 3 : i->m, -gap, i->v, two ? "mass, mass: 0.03" : "barrier", i->K,
           i->alpha, i->mu);
  return scene_of(text);
}

/// The largest errors of many impacts.
typedef struct {
  double speed, time, energy, rise, begin;
} errors;

static void run_impact(const impact *i, double time, double phase, bool two, errors *e) {
  rig r = rig_of(make_impact(i, phase, two));
  const double out = parting(i);
  double before = carom_state_ledger(r.state).total;
  const double start = before;
  for (int n = 0; n < 10 + (int)(time * 44100) + 2; ++n) {
    rig_steps(&r, 1);
    const carom_ledger l = carom_state_ledger(r.state);
    const double now = l.kinetic + l.potential + l.contact;
    e->rise = worse(e->rise, (now - before) / start);
    before = now;
    if (audio_of(r.state)->step[0].force < 0)
      fail_msg("a pulling force");
  }
  // The ball takes 3/4 of the change of the relative speed.
  const double expected = two ? i->v - (i->v - out) * 3 / 4 : out;
  carom_impact event;
  assert_true(carom_state_next_impact(r.model, r.state, &event));
  e->speed = worse(e->speed, fabs(carom_output(r.model, r.state, 0) - expected) / i->v);
  e->speed = worse(e->speed, fabs(event.speed_out + out) / i->v);
  e->speed = worse(e->speed, fabs(event.speed_in - i->v) / i->v);
  e->time = worse(e->time, fabs(event.end - event.begin - time) / time);
  e->begin = worse(e->begin, fabs(event.begin - (3 + phase) / 44100));
  e->energy = worse(e->energy, rig_error(&r));
  const double lost = i->m * (i->v * i->v - out * out) / 2;
  e->energy = worse(e->energy, fabs(event.energy_lost - lost) / start);
  assert_false(carom_state_next_impact(r.model, r.state, &event)); // one impact, not two
  rig_free(&r);
}

static errors run_impacts(bool two, int phases) {
  errors e = {0};
  for (int a = 0; a < 4; ++a)
    for (int l = 0; l < 4; ++l)
      for (int t = 0; t < 6; ++t) {
        impact i = {.m = two ? 0.0075 : 0.01, .alpha = alphas[a], .mu = losses[l] / 0.7, .v = 0.7};
        i.K = stiffness_for(i, samples[t] / 44100);
        for (int p = 0; p < phases; ++p)
          run_impact(&i, samples[t] / 44100, (p + 0.5) / phases, two, &e);
      }
  return e;
}

static void check_impacts(bool two) {
  const errors e = run_impacts(two, slow_build() ? 2 : 32);
  assert_at_most(e.speed, 1e-11);
  assert_at_most(e.time, 5e-3);
  assert_at_most(e.begin, 1e-13);
  assert_at_most(e.energy, 1e-12);
  assert_at_most(e.rise, 1e-12);
}

static void a_mass_leaves_a_wall_as_the_law_says(void **state) {
  (void)state;
  check_impacts(false);
}

static void two_masses_part_as_the_law_says(void **state) {
  (void)state;
  check_impacts(true);
}

// --- Strings ------------------------------------------------------------------------------------

// An ideal string, pinned, 1 m, 220.5 Hz: waves take 100 samples of 44.1 kHz from end to end.
enum { FINE = 160, TRAVEL = 100, AT = 12 };
static const double line_density = 6.165e-3;
static const double wave_speed = 441;

// The mean closing speed of one step. Its equation rises with w: Newton, or halving where that
// leaves the bracket.
static double closing_speed(const impact *i, double xi, double speed, double yield, double dt) {
  double low = -1e3;
  double high = speed;
  double w = speed;
  for (int n = 0; n < 200; ++n) {
    const double x = xi + dt / 2 * w;
    const double grip = 1 + i->mu * w;
    const bool pushes = x > 0 && grip > 0;
    const double F = pushes ? i->K * pow(x, i->alpha) * grip : 0;
    const double slope = pushes ? F * (i->alpha * dt / (2 * x) + i->mu / grip) : 0;
    const double miss = w + F * yield - speed;
    if (miss > 0)
      high = w;
    else
      low = w;
    const double next = w - miss / (1 + slope * yield);
    if (fabs(next - w) <= 1e-15 * fabs(speed) + 1e-18)
      return next;
    w = next > low && next < high ? next : (low + high) / 2;
  }
  return w;
}

/// The speed of a hammer some time after it met the string at 0.12, by travelling waves: a force F
/// starts F / 2Z in both directions, and what comes back from an end comes back turned over.
/// Implicit midpoint steps of a FINE-th of a sample.
static double hammer_after(const impact *i, double time) {
  const double dt = 1.0 / 44100 / FINE;
  const double Z = line_density * wave_speed;
  const double yield = dt / (2 * i->m) + 1 / (2 * Z);
  const int steps = (int)lround(time / dt);
  const int short_way = 2 * AT * FINE;
  const int long_way = 2 * (TRAVEL - AT) * FINE;
  double *left = calloc((size_t)steps, sizeof *left); // what left the point in both directions
  double *right = calloc((size_t)steps, sizeof *right);
  assert_true(left != NULL && right != NULL);
  double v = i->v;
  double xi = 0;
  for (int n = 0; n < steps; ++n) {
    const double from_left = n >= short_way ? -left[n - short_way] : 0;
    const double from_right = n >= long_way ? -right[n - long_way] : 0;
    const double speed = v - from_left - from_right;
    const double w = closing_speed(i, xi, speed, yield, dt);
    const double F = (speed - w) / yield;
    left[n] = F / (2 * Z) + from_right;
    right[n] = F / (2 * Z) + from_left;
    xi += dt * w;
    v -= dt * F / i->m;
  }
  free(left);
  free(right);
  return v;
}

static carom_scene *make_hammer(const impact *i, double phase, const char *scheme) {
  char text[1200];
  const double gap = (3 + phase) / 44100 * i->v;
  snprintf(text, sizeof text,
           "carom: 1\n"
           "bodies:\n"
           "  hammer: {type: mass, mass: %.17g, position: %.17g, velocity: %.17g}\n"
           "  string: {type: string, length: 1, linear_density: 6.165e-3, pitch: 220.5}\n"
           "contacts:\n"
           "  hit: {type: collision, below: hammer, above: string@0.12, stiffness: %.17g,\n"
           "        exponent: %g, damping: %.17g, scheme: %s}\n"
           "outputs:\n"
           "  v: {of: hammer, quantity: velocity}\n",
           i->m, -gap, i->v, i->K, i->alpha, i->mu, scheme);
  return scene_of(text);
}

/// The largest error of the speed a hammer has some samples after it met the string, as a part of
/// its speed before.
static double worst_hammer(double mass, double lasting, const char *scheme, int after) {
  const double exponents[] = {1, 1.5, 2.3};
  const double mu_v[] = {0, 0.5, 2};
  double worst = 0;
  for (int a = 0; a < 3; ++a)
    for (int l = 0; l < 3; ++l) {
      impact i = {.m = mass, .alpha = exponents[a], .mu = mu_v[l] / 2, .v = 2};
      i.K = stiffness_for(i, lasting / 44100);
      const double expected = hammer_after(&i, after / 44100.0);
      for (int p = 0; p < (slow_build() ? 1 : 8); ++p) {
        rig r = rig_of(make_hammer(&i, p / 8.0, scheme));
        rig_steps(&r, after + 4);
        worst = worse(worst, fabs(carom_output(r.model, r.state, 0) - expected) / i.v);
        assert_at_most(rig_error(&r), 1e-12);
        rig_free(&r);
      }
    }
  return worst;
}

static const double lasting[] = {0.5, 1, 2, 5, 20}; // against a wall, samples

// Waves have been to both ends and back several times by then.
static void a_hammer_leaves_a_string_as_waves_say(void **state) {
  (void)state;
  for (int t = 0; t < 5; ++t)
    assert_at_most(worst_hammer(3e-3, lasting[t], "exact", 882), 5e-3);
  for (int t = 0; t < 5; ++t)
    assert_at_most(worst_hammer(3e-3, lasting[t], "positive", 882), 4e-3);
}

// Little more than two points of the grid, which cannot resolve what such a hammer does in less
// than five samples; its first rebound, before waves return, is right to 2.3 % all the same.
static void a_light_hammer_is_limited_by_the_grid(void **state) {
  (void)state;
  for (int t = 0; t < 5; ++t)
    assert_at_most(worst_hammer(1.35e-4, lasting[t], "exact", 23), 2.3e-2);
  for (int t = 0; t < 5; ++t)
    assert_at_most(worst_hammer(1.35e-4, lasting[t], "positive", 23), 3.3e-2);
}

// A hammer on two equal strings is for each of them one of half the mass.
static double worst_pair(double half_mass, double lasts, int after) {
  const double mu_v[] = {0, 0.5, 2};
  double worst = 0;
  for (int l = 0; l < 3; ++l) {
    impact i = {.m = half_mass, .alpha = 1.5, .mu = mu_v[l] / 2, .v = 2};
    i.K = stiffness_for(i, lasts / 44100);
    const double expected = hammer_after(&i, after / 44100.0);
    for (int p = 0; p < (slow_build() ? 1 : 4); ++p) {
      carom_scene *scene = make_hammer(&i, p / 4.0, "exact");
      rig_set_number(scene, "bodies.hammer.mass", 2 * half_mass);
      rig_set(scene, "bodies.twin.type", "string");
      rig_set(scene, "bodies.twin.length", "1");
      rig_set(scene, "bodies.twin.linear_density", "6.165e-3");
      rig_set(scene, "bodies.twin.pitch", "220.5");
      rig_set(scene, "contacts.both.type", "collision");
      rig_set(scene, "contacts.both.below", "hammer");
      rig_set(scene, "contacts.both.above", "twin@0.12");
      rig_set_number(scene, "contacts.both.stiffness", i.K);
      rig_set_number(scene, "contacts.both.exponent", i.alpha);
      rig_set_number(scene, "contacts.both.damping", i.mu);
      rig_set(scene, "contacts.both.scheme", "exact");
      rig_set(scene, "outputs.one.of", "string@0.3");
      rig_set(scene, "outputs.two.of", "twin@0.3");
      rig r = rig_of(scene);
      double most = 0;
      for (int n = 0; n < after + 4; ++n) {
        rig_steps(&r, 1);
        most = worse(most, fabs(carom_output(r.model, r.state, 1)));
        assert_near(carom_output(r.model, r.state, 1), carom_output(r.model, r.state, 2),
                    1e-10 * most);
      }
      worst = worse(worst, fabs(carom_output(r.model, r.state, 0) - expected) / i.v);
      assert_at_most(rig_error(&r), 1e-12);
      rig_free(&r);
    }
  }
  return worst;
}

static void two_strings_share_a_hammer_alike(void **state) {
  (void)state;
  for (int t = 0; t < 5; ++t) {
    assert_at_most(worst_pair(3e-3, lasting[t], 882), 1e-3);
    assert_at_most(worst_pair(1.35e-4, lasting[t], 23), 2e-2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(oracle_knows_closed_forms),
      cmocka_unit_test(a_mass_leaves_a_wall_as_the_law_says),
      cmocka_unit_test(two_masses_part_as_the_law_says),
      cmocka_unit_test(a_hammer_leaves_a_string_as_waves_say),
      cmocka_unit_test(a_light_hammer_is_limited_by_the_grid),
      cmocka_unit_test(two_strings_share_a_hammer_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
