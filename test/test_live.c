// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys that change while the scene runs, and states that are saved and restored.

#include "support.h"

// Breakpoints on every kind of live key at once: what the changes do is in the ledger.
static const char *const busy_scene =
    "{carom: 1, gravity: [[0, 0], [0.05, 9.81], [0.1, 2]],"
    " bodies: {"
    "  s: {type: string, length: 1, linear_density: 6e-3, tension: [[0, 120], [0.1, 150], [0.2, "
    "90]],"
    "      bending_stiffness: 1e-3, sigma0: [[0, 0], [0.1, 5]], sigma1: [[0, 0.001], [0.15, 0.01]],"
    "      start: {shape: pluck, at: 0.3, amplitude: 3e-3}},"
    "  m: {type: mass, mass: 2e-3, frequency: [[0, 50], [0.1, 200]], damping: [[0, 0], [0.2, 0.2]],"
    "      position: -1e-3, velocity: 1},"
    "  p: {type: plate, size: [0.4, 0.3], points: [10, 8], thickness: 1e-3, density: 2000, youngs: "
    "1e9,"
    "      sigma0: [[0, 1], [0.1, 20]], sigma1: [[0, 0], [0.1, 0.01]]},"
    "  floor: {type: barrier, position: [[0, -3e-3], [0.1, -1e-3], [0.2, -2e-3]]}},"
    " contacts: {"
    "  hit: {type: collision, below: m, above: s@0.4, stiffness: [[0, 1e6], [0.1, 1e8], [0.2, "
    "1e5]],"
    "        damping: [[0, 0], [0.2, 1]]},"
    "  rest: {type: collision, below: floor, above: m, stiffness: [[0, 1e7], [0.2, 1e6]]},"
    "  rod: {type: spring, below: s@0.8, above: p@0.4:0.6, linear: [[0, 1e4], [0.1, 1e5]],"
    "        cubic: [[0, 0], [0.1, 1e9]], sigma_x: [[0, 0], [0.1, 0.5]]},"
    "  law: {type: spring, below: m, above: p@0.5:0.5, stiffness: [[0, 1e4], [0.2, 1e5]], "
    "exponent: 2}},"
    " forces: {push: {on: p@0.3:0.3, frequency: 60, amplitude: [[0, 0], [0.1, 1]]}},"
    " outputs: {s: {of: s@0.9, quantity: velocity}, m: {of: m}, F: {of: hit, quantity: force},"
    "           e: {of: p, quantity: energy}}}";

static void changes_are_accounted_for(void **state) {
  (void)state;
  rig r = rig_of(scene_of(busy_scene));
  rig_steps(&r, 11025);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_at_most(rig_error(&r), 1e-12); // rounding of 11,025 steps
  assert_true(fabs(l.supplied) > 1e-3 * l.largest_turnover);
  rig_free(&r);
}

static void live_values_follow_their_breakpoints(void **state) {
  (void)state;
  rig r = rig_of(scene_of(busy_scene));
  const int tension = carom_model_find_live(r.model, "bodies.s.tension");
  assert_true(tension >= 0);
  assert_near(carom_state_get(r.model, r.state, tension), 120, 0);
  rig_steps(&r, 2206); // the last of these steps began at 0.05 s
  assert_near(carom_state_get(r.model, r.state, tension), 135, 1e-9);
  rig_steps(&r, 44100);
  assert_near(carom_state_get(r.model, r.state, tension), 90, 0);
  assert_int_equal(carom_model_find_live(r.model, "bodies.s.length"), -1);
  rig_free(&r);
}

// A key set by hand stays where it was put.
static void a_hand_overrides_breakpoints(void **state) {
  (void)state;
  rig r = rig_of(scene_of(busy_scene));
  const int gravity = carom_model_find_live(r.model, "gravity");
  assert_int_equal(carom_state_set(r.model, r.state, gravity, 4), CAROM_OK);
  rig_steps(&r, 4000);
  assert_near(carom_state_get(r.model, r.state, gravity), 4, 0);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

static void a_barrier_moved_by_hand_does_its_work(void **state) {
  (void)state;
  carom_scene *s = scene_of("mass-barrier");
  rig_set(s, "bodies.mass.velocity", "0");
  rig_set(s, "bodies.mass.position", "-1e-3");
  rig r = rig_of(s);
  const int wall = carom_model_find_live(r.model, "bodies.wall.position");
  for (int i = 0; i < 400; ++i) { // down at 0.3 m/s: the mass leaves at twice that
    assert_int_equal(carom_state_set(r.model, r.state, wall, -0.3 * (i + 1) / 44100), CAROM_OK);
    rig_steps(&r, 1);
  }
  assert_near(carom_output(r.model, r.state, 1), -0.6, 1e-9);
  assert_near(carom_state_ledger(r.state).supplied, 0.005 * 0.36, 1e-11);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// Tension and sigma1 share the grid's stability limit.
static void what_the_grid_cannot_carry_is_refused(void **state) {
  (void)state;
  carom_scene *s = scene_of(busy_scene);
  rig_set(s, "bodies.s.model", "grid");
  rig_set(s, "bodies.s.tension", "120");
  rig_set(s, "bodies.s.sigma1", "0.001");
  rig r = rig_of(s);
  const int tension = carom_model_find_live(r.model, "bodies.s.tension");
  const int sigma1 = carom_model_find_live(r.model, "bodies.s.sigma1");
  const carom_live_info limits = carom_model_live(r.model, tension);
  assert_true(limits.high > 120 && limits.high < 200);
  assert_int_equal(carom_state_set(r.model, r.state, tension, limits.high * 1.01), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_set(r.model, r.state, tension, limits.high * 0.999), CAROM_OK);
  assert_int_equal(carom_state_set(r.model, r.state, sigma1, 0.1), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_set(r.model, r.state, tension, -1), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_set(r.model, r.state, tension, NAN), CAROM_BAD_VALUE);
  rig_steps(&r, 20000);
  assert_true(isfinite(carom_state_ledger(r.state).total));
  assert_at_most(fabs(carom_output(r.model, r.state, 0)), 100);
  rig_free(&r);
}

// psi goes on standing for the same overlap: after the jump the force is that of the new stiffness.
static void a_change_of_stiffness_keeps_the_overlap(void **state) {
  (void)state;
  carom_scene *s = scene_of("mass-barrier");
  rig_set(s, "rate", "441000");
  rig r = rig_of(s);
  while (carom_output(r.model, r.state, 2) < 30)
    rig_steps(&r, 1);
  const int stiffness = carom_model_find_live(r.model, "contacts.hit.stiffness");
  assert_int_equal(carom_state_set(r.model, r.state, stiffness, 2e7), CAROM_OK);
  rig_steps(&r, 2);
  const double overlap = carom_output(r.model, r.state, 0);
  assert_near(carom_output(r.model, r.state, 2) / (2e7 * pow(overlap, 1.5)), 1, 1e-2);
  assert_at_most(rig_error(&r), 1e-12);
  assert_int_equal(carom_state_set(r.model, r.state, -1, 1), CAROM_NOT_LIVE);
  rig_free(&r);
}

// A string that rests on a barrier at 98 Hz, with a straight law.
static rig pressed_string(const char *pitch, const char *stiffness) {
  carom_scene *s = scene_of(
      "{carom: 1, bodies: {s: {type: string, length: 0.7, linear_density: 6e-3, points: 60, "
      "sigma0: 200}, w: {type: barrier, position: 1e-3}}, contacts: {c: {type: collision, below: "
      "w, above: s@0.5, exponent: 1}}, outputs: {o: {of: c, quantity: overlap}}}");
  rig_set(s, "bodies.s.pitch", pitch);
  rig_set(s, "contacts.c.stiffness", stiffness);
  return rig_of(s);
}

static void set_live(rig *r, const char *path, double value) {
  const int key = carom_model_find_live(r->model, path);
  assert_int_equal(carom_state_set(r->model, r->state, key, value), CAROM_OK);
}

// From a stiffness that the string bounds to one that it does not: the energy is that of the law.
static void a_stiffness_may_leave_its_bound(void **state) {
  (void)state;
  rig r = pressed_string("98", "1e9");
  carom_bound bound;
  rig_steps(&r, 44100);
  assert_true(carom_contact_bound(r.model, r.state, 0, &bound));
  const double x = carom_output(r.model, r.state, 0);
  const double before = carom_contact_share(r.model, r.state, 0).potential;
  set_live(&r, "contacts.c.stiffness", 1e4);
  assert_false(carom_contact_bound(r.model, r.state, 0, &bound));
  const double after = before + carom_contact_share(r.model, r.state, 0).supplied;
  assert_near(after / (1e4 * x * x / 2), 1, 1e-6);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A soft contact was deep in the string once. When it becomes hard, 18 orders of magnitude, that is
// no measure of what counts as rounding.
static void a_bounded_law_keeps_little_energy(void **state) {
  (void)state;
  rig r = pressed_string("98", "1e-3");
  set_live(&r, "bodies.w.position", 1);
  rig_steps(&r, 10);
  set_live(&r, "bodies.w.position", -1e-3);
  rig_steps(&r, 100);
  set_live(&r, "contacts.c.stiffness", 1e15);
  set_live(&r, "bodies.w.position", 1e-4);
  rig_steps(&r, 2000);
  assert_true(carom_contact_share(r.model, r.state, 0).potential > 0);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// What a string can answer goes with its tension.
static void a_bound_follows_the_pitch(void **state) {
  (void)state;
  rig r = pressed_string("98", "1e9");
  rig other = pressed_string("60", "1e9");
  carom_bound before, after, wanted;
  rig_steps(&r, 100);
  assert_true(carom_contact_bound(r.model, r.state, 0, &before));
  set_live(&r, "bodies.s.pitch", 60);
  assert_true(carom_contact_bound(r.model, r.state, 0, &after));
  assert_true(carom_contact_bound(other.model, other.state, 0, &wanted));
  assert_near(after.compliance / wanted.compliance, 1, 1e-12);
  assert_at_most(after.compliance, before.compliance / 2);
  assert_false(carom_contact_bound(r.model, r.state, 1, &after));
  assert_false(carom_contact_bound(r.model, r.state, -1, &after));
  rig_free(&r);
  rig_free(&other);
}

// Where two breakpoints share a time the later one counts, at the start as on the way.
static void breakpoints_may_jump(void **state) {
  (void)state;
  rig r = rig_of(
      scene_of("{carom: 1, gravity: [[0, 0], [0, 9.81], [0.01, 9.81], [0.01, 2]], bodies: {m: "
               "{type: mass, mass: 1}}, outputs: {a: {of: m, quantity: acceleration}}}"));
  for (int n = 0; n < 441; ++n) {
    rig_steps(&r, 1);
    assert_near(carom_output(r.model, r.state, 0), -9.81, 1e-6);
  }
  rig_steps(&r, 2);
  assert_near(carom_output(r.model, r.state, 0), -2, 1e-6);
  rig_free(&r);
}

// Of every built-in scene, and of values that the table of keys does not expect.
static void sliders_hold_the_start_and_do_not_begin_at_their_end(void **state) {
  (void)state;
  static const char far[] =
      "{carom: 1, gravity: -30, bodies: {s: {type: string, length: 1, linear_density: 1e-3, "
      "tension: "
      "0.5, model: modes}, big: {type: string, length: 1, linear_density: 0.1, tension: 900, "
      "model: "
      "modes}, m: {type: mass, mass: 1, damping: 10}, w: {type: barrier, position: 0.5}}, "
      "contacts: "
      "{c: {type: collision, below: w, above: m, stiffness: 1e12, damping: 40, gap: -1}}, forces: "
      "{push: {on: m, amplitude: -7, frequency: 1}}}";
  for (int i = 0; i <= carom_builtin_count(); ++i) {
    rig r = rig_of(scene_of(i < carom_builtin_count() ? carom_builtin_name(i) : far));
    for (int k = 0; k < carom_model_describe(r.model).lives; ++k) {
      const carom_live_info live = carom_model_live(r.model, k);
      if (!(live.low <= live.slider_low && live.slider_low <= live.start &&
            live.start <= live.slider_high && live.slider_high <= live.high &&
            isfinite(live.slider_low) && isfinite(live.slider_high) &&
            (live.start < live.slider_high || live.start == live.high)))
        fail_msg("%s: %g from %g to %g, of %g to %g", live.path, live.start, live.slider_low,
                 live.slider_high, live.low, live.high);
    }
    rig_free(&r);
  }
  rig r = rig_of(scene_of("tromba"));
  const carom_live_info tension =
      carom_model_live(r.model, carom_model_find_live(r.model, "bodies.string.tension"));
  assert_true(tension.slider_high > 1.5 * tension.start);
  rig_free(&r);
}

// The help of a key says so, and which end leaves room.
static void an_automatic_grid_has_no_room_above_the_highest_value_that_it_is_told(void **state) {
  (void)state;
  for (int i = 0; i < 2; ++i) {
    carom_scene *s =
        scene_of("{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 1e-3, "
                 "tension: 100, model: grid}}}");
    if (i == 1) {
      rig_set(s, "controls.up.key", "bodies.s.tension");
      rig_set(s, "controls.up.from", "50");
      rig_set(s, "controls.up.to", "200");
    }
    rig r = rig_of(s);
    const carom_live_info live =
        carom_model_live(r.model, carom_model_find_live(r.model, "bodies.s.tension"));
    assert_near(live.high, i == 0 ? 100 : 200, i == 0 ? 2 : 4);
    assert_true(live.slider_low < live.start && live.slider_high == live.high);
    assert_non_null(strstr(live.help, "highest value that the scene, a control or a score gives"));
    rig_free(&r);
  }
}

// A thousand jumps of random live keys to random values within their limits.
static void random_changes_stay_finite_and_balanced(void **state) {
  (void)state;
  rig r = rig_of(scene_of(busy_scene));
  uint64_t seed = 12345;
  const int count = carom_model_describe(r.model).lives;
  for (int i = 0; i < 1000; ++i) {
    const int key = (int)(count * random_unit(&seed));
    const carom_live_info live = carom_model_live(r.model, key);
    const double top = fmin(live.high, fmax(10 * fabs(live.start), 1e-2));
    const double low = fmax(live.low, -top);
    carom_state_set(r.model, r.state, key, random_between(&seed, low, top)); // refusal is fine
    rig_steps(&r, 20);
  }
  // Jumps of stiffness carry a thousand times the energy of the motion in and out.
  assert_at_most(rig_error(&r), 1e-11);
  assert_true(isfinite(carom_state_ledger(r.state).total));
  rig_free(&r);
}

// Halfway through, with contacts closed: the rest is the same bit for bit, in another state too.
static void a_restored_state_goes_on_bit_for_bit(void **state) {
  (void)state;
  rig a = rig_of(scene_of(busy_scene));
  rig_steps(&a, 3001);
  unsigned char *bytes = malloc(carom_state_saved_size(a.model));
  carom_state_save(a.model, a.state, bytes);
  static double first[2000][4];
  for (int n = 0; n < 2000; ++n) {
    rig_steps(&a, 1);
    for (int j = 0; j < 4; ++j)
      first[n][j] = carom_output(a.model, a.state, j);
  }
  const carom_ledger ledger = carom_state_ledger(a.state);
  carom_state *other = carom_state_new(a.model, NULL);
  carom_state *both[] = {a.state, other};
  for (int which = 0; which < 2; ++which) {
    assert_int_equal(carom_state_restore(a.model, both[which], bytes), CAROM_OK);
    assert_int_equal(carom_state_steps(both[which]), 3001);
    for (int n = 0; n < 2000; ++n) {
      carom_step(a.model, both[which]);
      for (int j = 0; j < 4; ++j)
        assert_true(carom_output(a.model, both[which], j) == first[n][j]);
    }
    const carom_ledger again = carom_state_ledger(both[which]);
    assert_memory_equal(&again, &ledger, sizeof ledger);
  }
  carom_state_free(other);
  free(bytes);
  rig_free(&a);
}

// Compiled again, the same scene is the same model; padding and addresses do not matter.
static void a_state_fits_the_same_scene_compiled_again(void **state) {
  (void)state;
  rig a = rig_of(scene_of(busy_scene));
  rig b = rig_of(scene_of(busy_scene));
  rig_steps(&a, 100);
  rig_steps(&b, 10);
  unsigned char *bytes = malloc(carom_state_saved_size(a.model));
  carom_state_save(a.model, a.state, bytes);
  assert_int_equal(carom_state_restore(b.model, b.state, bytes), CAROM_OK);
  rig_steps(&a, 100);
  rig_steps(&b, 100);
  assert_true(carom_output(a.model, a.state, 0) == carom_output(b.model, b.state, 0));
  free(bytes);
  rig_free(&a);
  rig_free(&b);
}

static void a_state_of_another_model_is_refused(void **state) {
  (void)state;
  rig a = rig_of(scene_of("mass-barrier"));
  carom_scene *s = scene_of("mass-barrier");
  rig_set(s, "bodies.mass.mass", "0.02");
  rig b = rig_of(s);
  unsigned char *bytes = malloc(carom_state_saved_size(a.model));
  carom_state_save(a.model, a.state, bytes);
  assert_int_equal(carom_state_restore(b.model, b.state, bytes), CAROM_WRONG_MODEL);
  free(bytes);
  rig_free(&a);
  rig_free(&b);
}

// Two states of one model do not know of each other; resetting one starts it anew.
static void states_are_independent(void **state) {
  (void)state;
  rig a = rig_of(scene_of("mass-between"));
  carom_state *other = carom_state_new(a.model, NULL);
  rig_steps(&a, 500);
  const double x = carom_output(a.model, a.state, 0);
  for (int n = 0; n < 500; ++n)
    carom_step(a.model, other);
  assert_true(carom_output(a.model, other, 0) == x);
  carom_state_reset(a.model, other);
  assert_int_equal(carom_state_steps(other), 0);
  for (int n = 0; n < 500; ++n)
    carom_step(a.model, other);
  assert_true(carom_output(a.model, other, 0) == x);
  carom_state_free(other);
  rig_free(&a);
}

// With the ledger off the motion is the same; on again, the gap is left out of the balance.
static void the_ledger_can_be_left_out(void **state) {
  (void)state;
  rig a = rig_of(scene_of("tromba-damped"));
  rig b = rig_of(scene_of("tromba-damped"));
  rig_steps(&a, 3000);
  rig_steps(&b, 1000);
  carom_state_keep_ledger(b.model, b.state, false);
  rig_steps(&b, 1000);
  carom_state_keep_ledger(b.model, b.state, true);
  rig_steps(&b, 1000);
  assert_true(carom_output(a.model, a.state, 0) == carom_output(b.model, b.state, 0));
  assert_at_most(rig_error(&b), 1e-12);
  rig_free(&a);
  rig_free(&b);
}

// A clamp contact beside others: nothing of a step that another state took shows in the next one.
static void a_restored_state_owes_nothing_to_scratch(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 44100, solver: {oversample: 1}, duration: 1, gravity: 100, bodies: "
      "{b0: {type: string, length: 0.8380152380230497, linear_density: "
      "0.038946679467027914, pitch: 87.01069135314918, sigma0: 11.822697967762855, sigma1: "
      "0, model: modes, points: 225, start: {shape: hump, at: 0.7163396962804207, "
      "amplitude: 0.0007583206454012579}}, b1: {type: bar, length: 0.4, density: 7800, "
      "width: 0.02, thickness: 0.004, youngs: 200000000000.0, sigma0: 0, sigma1: 0.0001, "
      "points: 7}, b2: {type: barrier, position: -0.0007076629004601272}}, contacts: {c0: "
      "{type: collision, below: b2, above: b0@0.5, stiffness: 0, exponent: 1.3, damping: "
      "0.028395102090618345, scheme: clamp}, c1: {type: collision, below: b2, above: "
      "b1@0.72248, stiffness: 19016398.18175183, exponent: 1.5, damping: "
      "2.1853701664563734, scheme: positive, numerical_loss: false}, c2: {type: collision, "
      "below: b0@0.883283, above: b1@0.5, stiffness: 1000000000000000.0, exponent: 1.0001, "
      "damping: 0.01017038501836452, scheme: positive}, c3: {type: collision, below: b2, "
      "above: b1@0.5, stiffness: 0, exponent: 2, damping: 0.12242782279083904, scheme: "
      "positive}}, outputs: {v: {of: b1@0.5}}} "));
  const size_t size = carom_state_saved_size(r.model);
  unsigned char *bytes = malloc(2 * size);
  carom_state *other = carom_state_new(r.model, NULL);
  carom_state_save(r.model, r.state, bytes);
  for (int n = 0; n < 7; ++n)
    carom_step(r.model, other);
  assert_int_equal(carom_state_restore(r.model, other, bytes), CAROM_OK);
  for (int n = 0; n < 50; ++n)
    carom_step(r.model, other);
  rig_steps(&r, 50);
  carom_state_save(r.model, r.state, bytes);
  carom_state_save(r.model, other, bytes + size);
  assert_memory_equal(bytes, bytes + size, size);
  carom_state_free(other);
  free(bytes);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sliders_hold_the_start_and_do_not_begin_at_their_end),
      cmocka_unit_test(an_automatic_grid_has_no_room_above_the_highest_value_that_it_is_told),
      cmocka_unit_test(changes_are_accounted_for),
      cmocka_unit_test(live_values_follow_their_breakpoints),
      cmocka_unit_test(a_hand_overrides_breakpoints),
      cmocka_unit_test(a_barrier_moved_by_hand_does_its_work),
      cmocka_unit_test(what_the_grid_cannot_carry_is_refused),
      cmocka_unit_test(a_change_of_stiffness_keeps_the_overlap),
      cmocka_unit_test(a_stiffness_may_leave_its_bound),
      cmocka_unit_test(a_bounded_law_keeps_little_energy),
      cmocka_unit_test(a_bound_follows_the_pitch),
      cmocka_unit_test(breakpoints_may_jump),
      cmocka_unit_test(random_changes_stay_finite_and_balanced),
      cmocka_unit_test(a_restored_state_goes_on_bit_for_bit),
      cmocka_unit_test(a_restored_state_owes_nothing_to_scratch),
      cmocka_unit_test(a_state_fits_the_same_scene_compiled_again),
      cmocka_unit_test(a_state_of_another_model_is_refused),
      cmocka_unit_test(states_are_independent),
      cmocka_unit_test(the_ledger_can_be_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
