// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Felt in the audio method: the cubic and the power law between masses, walls and strings on grids
// and by modes, several of them on one string, and strings that move as one.

#include "contacts/felt.h"
#include "support.h"

/// One or more runs of a scene: the largest force of each contact and what the ledger says.
typedef struct {
  double peak[4];    // N
  double impulse[4]; // N s
  double lasts;      // of the first contact: time with a force, s
  double lowest;     // smallest force of all, N
  double dissipated; // J
  double whole;      // energy at the start, J
  double error;
} blow;

static blow blow_of(carom_scene *scene, double seconds, int forces) {
  rig r = rig_of(scene);
  const carom_model_info info = carom_model_describe(r.model);
  assert_int_equal(carom_state_equip(r.model, r.state, NULL), CAROM_OK);
  const carom_ledger first = carom_state_ledger(r.state);
  blow b = {.whole = first.kinetic + first.potential + first.contact};
  double before = 0;
  for (int n = 0; n < (int)(seconds * info.rate); ++n) {
    rig_steps(&r, 1);
    for (int i = 0; i < forces; ++i) {
      const double force = carom_output(r.model, r.state, i);
      b.peak[i] = fmax(b.peak[i], force);
      b.impulse[i] += force / info.rate;
      b.lowest = fmin(b.lowest, force);
      b.lasts += i == 0 && force > 0 ? 1 / info.rate : 0;
    }
    const double lost = carom_state_ledger(r.state).dissipated;
    assert_true(lost >= before - 1e-12 * b.whole);
    before = lost;
  }
  b.dissipated = before;
  b.error = rig_error(&r);
  rig_free(&r);
  return b;
}

#define STRING                                                                                     \
  "type: string, length: 0.62, linear_density: 6.3e-3, tension: 670, bending_stiffness: 9.8e-3"
#define CUBIC "a: 4.45e10, b: 2e6, c: 1.82e4"

static carom_scene *scene_with(const char *format, ...) {
  char text[2000];
  va_list rest;
  va_start(rest, format);
  const int length = vsnprintf(text, sizeof text, format, rest);
  va_end(rest);
  assert_true(length > 0 && length < (int)sizeof text);
  return scene_of(text);
}

// A hammer on a string; `felt` is its law.
static carom_scene *hammer_on(const char *method, const char *model, double rate,
                              const char *felt) {
  return scene_with("{carom: 1, rate: %g, bodies: {s: {" STRING ", %s}, h: {type: mass, mass: "
                    "3e-3, velocity: 2.5}}, contacts: {strike: {type: felt, circle: h, segment: "
                    "s@0.12, %s}}, outputs: {force: {of: strike, quantity: force}}, solver: "
                    "{method: %s}}",
                    rate, model, felt, method);
}

// --- The law ------------------------------------------------------------------------------------

// One term of the cubic alone is a power law.
static void a_term_of_the_cubic_is_a_power_law(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"a: 5e10, d: 0.05", "stiffness: 5e10, exponent: 3, d: 0.05"},
      {"b: 4e7, d: 0.05", "stiffness: 4e7, exponent: 2, d: 0.05"},
      {"c: 2e4", "stiffness: 2e4, exponent: 1"},
  };
  for (int i = 0; i < 3; ++i) {
    const blow cubic = blow_of(hammer_on("audio", "model: modes", 48000, pairs[i][0]), 0.004, 1);
    const blow power = blow_of(hammer_on("audio", "model: modes", 48000, pairs[i][1]), 0.004, 1);
    assert_near(cubic.peak[0], power.peak[0], 1e-9 * power.peak[0]);
    assert_near(cubic.impulse[0], power.impulse[0], 1e-9 * power.impulse[0]);
    assert_near(cubic.dissipated, power.dissipated, 1e-9 * power.dissipated);
  }
}

// The deepest overlap X of a mass m at speed v: phi(X) = m v^2 / 2. The time of contact is 2
// int_0^X dx / sqrt(v^2 - 2 phi / m), with x = X sin(s) free of its singularity.
static double time_on_wall(const felt_law *law, double mass, double speed, double *deepest) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 200; ++i) {
    const double x = (low + high) / 2;
    *(felt_energy(law, x) > mass * speed * speed / 2 ? &high : &low) = x;
  }
  enum { PARTS = 20000 };
  double sum = 0;
  for (int i = 0; i < PARTS; ++i) {
    const double angle = 1.5707963267948966 * (i + 0.5) / PARTS;
    const double left = speed * speed - 2 * felt_energy(law, low * sin(angle)) / mass;
    sum += low * cos(angle) / sqrt(left) * 1.5707963267948966 / PARTS;
  }
  *deepest = low;
  return 2 * sum;
}

static void a_mass_leaves_cubic_felt_on_a_wall_as_it_came(void **state) {
  (void)state;
  const felt_law law = {.a = 4.45e10, .b = 2e6, .c = 1.82e4};
  double deepest = 0;
  const double lasts = time_on_wall(&law, 3e-3, 2.5, &deepest);
  carom_scene *scene = scene_of(
      "{carom: 1, rate: 192000, bodies: {w: {type: barrier}, h: {type: mass, mass: 3e-3, velocity: "
      "2.5}}, contacts: {c: {type: felt, circle: h, segment: w, " CUBIC "}}}");
  rig r = rig_of(scene);
  rig_steps(&r, 1000);
  carom_impact e;
  assert_true(carom_state_next_impact(r.model, r.state, &e));
  // Of second order in the step: some 100 of them in the contact.
  assert_near(e.end - e.begin, lasts, 1e-3 * lasts);
  assert_near(e.peak_force, felt_force(&law, deepest), 1e-3 * e.peak_force);
  assert_near(e.speed_out, 2.5, 1e-12);
  assert_at_most(rig_error(&r), 1e-13);
  rig_free(&r);
}

// The mechanism's scheme and the adaptive integrator have equations of their own.
static void cubic_felt_strikes_as_in_the_other_methods(void **state) {
  (void)state;
  static const char *const felt = CUBIC ", d: 0.05";
  const char *modes = "model: modes, points: 60";
  const blow audio = blow_of(hammer_on("audio", modes, 192000, felt), 0.003, 1);
  const blow other = blow_of(hammer_on("mechanism", modes, 192000, felt), 0.003, 1);
  const blow grid = blow_of(hammer_on("audio", "model: grid", 192000, felt), 0.003, 1);
  assert_near(audio.peak[0], other.peak[0], 2e-4 * other.peak[0]);
  assert_near(audio.impulse[0], other.impulse[0], 1e-4 * other.impulse[0]);
  assert_near(audio.dissipated, other.dissipated, 1e-3 * other.dissipated);
  assert_near(grid.peak[0], other.peak[0], 0.01 * other.peak[0]);
  assert_near(grid.impulse[0], other.impulse[0], 0.01 * other.impulse[0]);
  if (!carom_has_integrator())
    return;
  const blow exact = blow_of(hammer_on("adaptive", modes, 192000, felt), 0.003, 1);
  assert_near(audio.peak[0], exact.peak[0], 2e-4 * exact.peak[0]);
  assert_near(audio.impulse[0], exact.impulse[0], 1e-4 * exact.impulse[0]);
}

// The largest force that the log has is that of the law between two samples, or a sample's.
static void the_log_knows_the_largest_force(void **state) {
  (void)state;
  static const char *const models[] = {"model: modes, points: 60", "model: grid"};
  for (int i = 0; i < 2; ++i) {
    rig r = rig_of(hammer_on("audio", models[i], 96000, CUBIC ", d: 0.2"));
    double largest = 0;
    for (int n = 0; n < 400; ++n) {
      rig_steps(&r, 1);
      largest = fmax(largest, carom_output(r.model, r.state, 0));
    }
    carom_impact e;
    assert_true(carom_state_next_impact(r.model, r.state, &e));
    assert_near(e.peak_force, largest, 1e-3 * largest);
    rig_free(&r);
  }
}

// Half the step, a quarter of the error.
static void cubic_felt_is_of_second_order(void **state) {
  (void)state;
  const char *modes = "model: modes, points: 30";
  static const char *const felt = CUBIC ", d: 0.1";
  const double finest = blow_of(hammer_on("audio", modes, 768000, felt), 0.003, 1).dissipated;
  double error[3];
  for (int i = 0; i < 3; ++i)
    error[i] =
        fabs(blow_of(hammer_on("audio", modes, 24000 << i, felt), 0.003, 1).dissipated - finest);
  assert_true(error[0] > 2.5 * error[1] && error[1] > 2.5 * error[2]);
}

// --- Energy -------------------------------------------------------------------------------------

// Random felt, soft to rigid, on masses, walls and strings: it never pulls, it loses what it loses,
// and the ledger closes.
static void felt_never_pulls_and_its_ledger_closes(void **state) {
  (void)state;
  static const char *const others[] = {"{type: barrier}", "{type: mass, mass: 2e-3, frequency: 60}",
                                       "{" STRING
                                       ", model: modes, points: 40, sigma0: 1, sigma1: 1e-3}",
                                       "{" STRING ", model: grid, sigma0: 1, sigma1: 1e-3}"};
  uint64_t seed = 11;
  for (int i = 0; i < random_cases(240, 24); ++i) {
    const int kind = i % 4;
    const double hard = random_log(&seed, 1e-3, 1e6);
    carom_scene *scene = scene_with(
        "{carom: 1, rate: 44100, bodies: {o: %s, h: {type: mass, mass: %g, velocity: %g}}, "
        "contacts: {c: {type: felt, circle: h, segment: o%s, a: %g, b: %g, c: %g, d: %g}}, "
        "outputs: {f: {of: c, quantity: force}}}",
        others[kind], random_log(&seed, 1e-4, 1e-1), random_log(&seed, 0.01, 10),
        kind < 2 ? "" : "@0.17", random_unit(&seed) < 0.3 ? 0 : 4e10 * hard,
        random_unit(&seed) < 0.3 ? 0 : 1e7 * hard, 1e4 * hard, random_between(&seed, 0, 1));
    const blow b = blow_of(scene, 0.02, 1);
    assert_true(b.lowest >= 0);
    assert_at_most(b.error, 1e-12);
  }
}

// A stiffness that changes in contact does work, which the ledger has.
static void a_live_stiffness_of_felt_does_work(void **state) {
  (void)state;
  rig r = rig_of(hammer_on("audio", "model: modes", 48000, "stiffness: 4.5e9, exponent: 2.5"));
  const int live = carom_model_find_live(r.model, "contacts.strike.stiffness");
  assert_true(live >= 0);
  rig_steps(&r, 30);
  assert_true(carom_output(r.model, r.state, 0) > 1);
  assert_int_equal(carom_state_set(r.model, r.state, live, 9e9), CAROM_OK);
  rig_steps(&r, 1000);
  assert_true(carom_state_ledger(r.state).supplied > 1e-5);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// --- Several ------------------------------------------------------------------------------------

// Two hammers in the string's middle symmetry feel the same forces, and each feels the other one.
static void two_hammers_on_one_string_meet_alike(void **state) {
  (void)state;
  static const char *const models[] = {"model: modes, points: 60", "model: grid"};
  for (int i = 0; i < 2; ++i) {
    const blow two = blow_of(
        scene_with("{carom: 1, rate: 48000, bodies: {s: {" STRING ", %s}, h: {type: mass, mass: "
                   "3e-3, velocity: 2.5}, k: {type: mass, mass: 3e-3, velocity: 2.5}}, contacts: "
                   "{one: {type: felt, circle: h, segment: s@0.3, " CUBIC
                   "}, two: {type: felt, circle: k, segment: s@0.7, " CUBIC
                   "}}, outputs: {one: {of: one, quantity: force}, two: {of: two, quantity: "
                   "force}}}",
                   models[i]),
        0.01, 2);
    const blow one = blow_of(
        scene_with("{carom: 1, rate: 48000, bodies: {s: {" STRING ", %s}, h: {type: mass, mass: "
                   "3e-3, velocity: 2.5}}, contacts: {one: {type: felt, circle: h, segment: "
                   "s@0.3, " CUBIC "}}, outputs: {one: {of: one, quantity: force}}}",
                   models[i]),
        0.01, 1);
    assert_near(two.peak[0], two.peak[1], 1e-9 * two.peak[0]);
    assert_near(two.impulse[0], two.impulse[1], 1e-9 * two.impulse[0]);
    assert_true(fabs(two.impulse[0] - one.impulse[0]) > 0.01 * one.impulse[0]);
    assert_at_most(two.error, 1e-12);
  }
}

// One hammer under three strings with a third of the felt each, three strings that move as one, and
// the mechanism's trichord. Each felt takes its loss for its own W (theory 2.24), with some 1e-6 of
// the force.
static void a_trichord_is_three_strings_under_one_hammer(void **state) {
  (void)state;
#define THIRD "stiffness: 1.5e9, exponent: 2.5, d: 0.03"
#define MODES "model: modes, points: 40"
  const blow apart = blow_of(
      scene_of("{carom: 1, rate: 96000, bodies: {r: {" STRING ", " MODES "}, s: {" STRING ", " MODES
               "}, t: {" STRING ", " MODES "}, h: {type: mass, mass: 9e-3, velocity: 2.5}}, "
               "contacts: {a: {type: felt, circle: h, segment: r@0.12, " THIRD
               "}, b: {type: felt, circle: h, segment: s@0.12, " THIRD
               "}, c: {type: felt, circle: h, segment: t@0.12, " THIRD
               "}}, outputs: {a: {of: a, quantity: force}, b: {of: b, quantity: force}, c: {of: c, "
               "quantity: force}}}"),
      0.004, 3);
  static const char *const ways[][3] = {
      {"audio", MODES, "2e-6"}, {"audio", "model: grid", "0.01"}, {"mechanism", MODES, "5e-4"}};
  assert_near(apart.peak[0], apart.peak[2], 1e-9 * apart.peak[0]);
  for (int i = 0; i < 3; ++i) {
    const blow one = blow_of(
        scene_with("{carom: 1, rate: 96000, bodies: {s: {" STRING ", count: 3, %s}, h: {type: "
                   "mass, mass: 9e-3, velocity: 2.5}}, contacts: {a: {type: felt, circle: h, "
                   "segment: s@0.12, stiffness: 4.5e9, exponent: 2.5, d: 0.03}}, outputs: {a: {of: "
                   "a, quantity: force}}, solver: {method: %s}}",
                   ways[i][1], ways[i][0]),
        0.004, 1);
    const double within = strtod(ways[i][2], NULL);
    assert_near(one.peak[0], 3 * apart.peak[0], within * one.peak[0]);
    assert_near(one.impulse[0], 3 * apart.impulse[0], within * one.impulse[0]);
    assert_at_most(one.error, 1e-12);
  }
}

// Pitch and tension of strings that move as one are those of each.
static void strings_that_move_as_one_keep_their_pitch(void **state) {
  (void)state;
  static const char *const models[] = {"model: modes, points: 20", "model: grid"};
  for (int i = 0; i < 2; ++i) {
    rig r = rig_of(scene_with(
        "{carom: 1, bodies: {s: {" STRING ", count: 3, start: {shape: sine}, %s}}}", models[i]));
    const int tension = carom_model_find_live(r.model, "bodies.s.tension");
    const int pitch = carom_model_find_live(r.model, "bodies.s.pitch");
    assert_near(carom_state_get(r.model, r.state, tension), 670, 1e-9);
    const double before = carom_state_get(r.model, r.state, pitch);
    assert_near(before, 263, 0.5);
    assert_int_equal(carom_state_set(r.model, r.state, tension, 600), CAROM_OK);
    const double after = carom_state_get(r.model, r.state, pitch);
    const double stiff = 9.8e-3 * 9.869604401089358 / (0.62 * 0.62);
    assert_near(after / before, sqrt((600 + stiff) / (670 + stiff)), 1e-9);
    rig_steps(&r, 100);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_term_of_the_cubic_is_a_power_law),
      cmocka_unit_test(a_mass_leaves_cubic_felt_on_a_wall_as_it_came),
      cmocka_unit_test(cubic_felt_strikes_as_in_the_other_methods),
      cmocka_unit_test(the_log_knows_the_largest_force),
      cmocka_unit_test(cubic_felt_is_of_second_order),
      cmocka_unit_test(felt_never_pulls_and_its_ledger_closes),
      cmocka_unit_test(a_live_stiffness_of_felt_does_work),
      cmocka_unit_test(two_hammers_on_one_string_meet_alike),
      cmocka_unit_test(a_trichord_is_three_strings_under_one_hammer),
      cmocka_unit_test(strings_that_move_as_one_keep_their_pitch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
