// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Outputs and events: what they mean, and when.

#include "support.h"

static double exact_position(double t) {
  return 1e-3 * cos(2 * M_PI * 100 * t);
}

// Row n belongs to t = n k; velocity and acceleration are centred, so all are of second order.
static void outputs_belong_to_their_sample(void **state) {
  (void)state;
  const char *text =
      "{carom: 1, rate: 96000, bodies: {m: {type: mass, mass: 1, frequency: 100, position: "
      "1e-3}}, outputs: {u: {of: m}, v: {of: m, quantity: velocity}, a: {of: m, quantity: "
      "acceleration}, e: {of: m, quantity: energy}}}";
  rig r = rig_of(scene_of(text));
  const double w = 2 * M_PI * 100;
  for (int n = 0; n < 2000; ++n) {
    rig_steps(&r, 1);
    const double t = n / 96000.0;
    assert_near(carom_output(r.model, r.state, 0), exact_position(t), 1e-3 * 2e-5);
    assert_near(carom_output(r.model, r.state, 1), -1e-3 * w * sin(w * t), 1e-3 * w * 4e-5);
    assert_near(carom_output(r.model, r.state, 2), -1e-3 * w * w * cos(w * t), 1e-3 * w * w * 4e-5);
    assert_near(carom_output(r.model, r.state, 3), 0.5 * 1e-6 * w * w, 0.5 * 1e-6 * w * w * 2e-5);
  }
  rig_free(&r);
}

// Newton: the force of the contact is the mass times its acceleration, sample by sample.
static void contact_force_is_mass_times_acceleration(void **state) {
  (void)state;
  carom_scene *s = scene_of("mass-barrier");
  rig_set(s, "outputs.a.of", "mass");
  rig_set(s, "outputs.a.quantity", "acceleration");
  rig_set(s, "outputs.overlap.of", "hit");
  rig_set(s, "outputs.overlap.quantity", "overlap");
  rig_set(s, "outputs.psi.of", "hit");
  rig_set(s, "outputs.psi.quantity", "psi");
  rig r = rig_of(s);
  double most = 0;
  for (int n = 0; n < 600; ++n) {
    rig_steps(&r, 1);
    const double F = carom_output(r.model, r.state, 2);
    assert_near(F, -0.01 * carom_output(r.model, r.state, 3), 1e-9);
    assert_near(carom_output(r.model, r.state, 4), carom_output(r.model, r.state, 0),
                1e-15); // the wall is at 0
    // F = g psi, psi^2 = 2 phi: while it lasts F eta = (alpha + 1) / 2 psi^2 up to O(k^2).
    const double psi = carom_output(r.model, r.state, 5);
    if (F > 10)
      assert_near(1.25 * psi * psi / (F * carom_output(r.model, r.state, 4)), 1, 0.05);
    most = fmax(most, F);
  }
  assert_true(most > 10);
  rig_free(&r);
}

static void forces_along_a_body_add_up(void **state) {
  (void)state;
  // A bar pressed on a table with 5 N in the middle is carried by 5 N.
  rig r = rig_of(
      scene_of("{carom: 1, bodies: {b: {type: bar, length: 1, linear_density: 1, "
               "bending_stiffness: 100, sigma0: 200, ends: [free, free], points: 20}, "
               "table: {type: barrier}}, contacts: {c: {type: collision, below: table, above: b, "
               "along: true, stiffness: 1e5, exponent: 1}}, forces: {f: {on: b@0.5, table: [[0, "
               "-5]]}}, outputs: {F: {of: c, quantity: force}}}"));
  rig_steps(&r, 44100);
  assert_near(carom_output(r.model, r.state, 0), 5, 1e-9);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A barrier with a profile touches where its shape says: the string hangs at the parabola's top.
static void profiles_shape_the_barrier(void **state) {
  (void)state;
  const char *const shapes[] = {"{shape: parabola, height: 1e-3, width: 0.4, from: 0, to: 0.4}",
                                "{shape: sine, height: 1e-3, width: 0.8, from: 0, to: 0.4}",
                                "{shape: table, values: [0, 1e-3, 0], from: 0, to: 0.4}"};
  for (int i = 0; i < 3; ++i) {
    char text[1024];
    snprintf(
        text, sizeof text,
        "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 0.01, tension: 100, "
        "points: "
        "100, sigma0: 100}, bridge: {type: barrier, position: -5e-4, profile: %s}}, contacts: {c: "
        "{type: collision, below: bridge, above: s, along: true, stiffness: 1e9, exponent: 1}}, "
        "outputs: {top: {of: s@0.2}, away: {of: s@0.7}}}",
        shapes[i]);
    rig r = rig_of(scene_of(text));
    rig_steps(&r, 44100);
    // The bridge lifts the string by half a millimetre at x = 0.2, and the string runs straight
    // from there.
    assert_near(carom_output(r.model, r.state, 0), 5e-4, 2e-6);
    assert_true(carom_output(r.model, r.state, 1) > 1e-4 &&
                carom_output(r.model, r.state, 1) < 4e-4);
    rig_free(&r);
  }
}

// A barrier that swings through a mass at rest with 1 m/s: it leaves with twice that speed.
static void swinging_barrier_supplies_what_it_gives(void **state) {
  (void)state;
  carom_scene *s = scene_of("mass-barrier");
  rig_set(s, "bodies.mass.velocity", "0");
  rig_set(s, "bodies.mass.position", "0.01");
  rig_set(s, "contacts.hit.below", "wall");
  rig_set(s, "contacts.hit.above", "mass");
  carom_error error;
  carom_scene_remove(s, "bodies.wall.position", &error);
  rig_set(s, "bodies.wall.position.sine.amplitude", "0.1");
  rig_set_number(s, "bodies.wall.position.sine.frequency", 10 / (2 * M_PI)); // 1 m/s through zero
  rig r = rig_of(s);
  rig_steps(&r, 1500);
  const carom_ledger l = carom_state_ledger(r.state);
  carom_impact e;
  assert_true(carom_state_next_impact(r.model, r.state, &e));
  assert_near(e.speed_in, 1, 1e-2); // the barrier slows down a little on its way
  assert_near(carom_output(r.model, r.state, 1), 2, 2e-2);
  assert_near(l.supplied / l.kinetic, 1, 1e-12);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A contact closed at the start, one that stays closed, and one that never closes.
static void events_tell_beginnings_and_ends(void **state) {
  (void)state;
  carom_scene *s = scene_of("mass-barrier");
  rig_set(s, "bodies.mass.position", "1e-4");
  rig_set(s, "bodies.mass.velocity", "0");
  rig r = rig_of(s);
  carom_impact e;
  assert_true(carom_state_open_impact(r.model, r.state, 0, &e));
  assert_near(e.begin, 0, 0);
  assert_true(isnan(e.end));
  rig_steps(&r, 2000);
  assert_true(carom_state_next_impact(r.model, r.state, &e));
  assert_false(carom_state_open_impact(r.model, r.state, 0, &e));
  assert_near(e.impulse, 0.01 * e.speed_out, 1e-6); // the start is of second order
  assert_near(e.speed_out * e.speed_out * 0.005, 1e7 / 2.5 * pow(1e-4, 2.5), 2e-6);
  rig_free(&r);
}

// Zero crossings in between samples: a mass at 1 m/s touches after its gap.
static void events_are_timed_between_samples(void **state) {
  (void)state;
  for (int i = 0; i < 20; ++i) {
    const double gap = 1e-3 + i * 1.1e-6;
    carom_scene *s = scene_of("mass-barrier");
    rig_set_number(s, "bodies.mass.position", -gap);
    rig r = rig_of(s);
    rig_steps(&r, 300);
    carom_impact e;
    assert_true(carom_state_next_impact(r.model, r.state, &e));
    assert_near(e.begin, gap, 0.05 / 44100);
    // The whole time in contact of K = 1e7, alpha = 1.5, M = 10 g at 1 m/s, by its closed form.
    const double deepest = pow(2.5 * 0.01 / (2 * 1e7), 0.4);
    const double time = deepest * 2 * sqrt(M_PI) * tgamma(1.4) / tgamma(0.9);
    assert_near((e.end - e.begin) / time, 1, 5e-3);
    rig_free(&r);
  }
}

// The queue holds 32 impacts a contact and drops the oldest.
static void the_event_queue_keeps_the_newest(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-spring-barrier"));
  rig_steps(&r, 44100);
  const long long impacts = carom_contact_counts(r.model, r.state, 0).impacts;
  assert_true(impacts > 100);
  carom_impact e = {0};
  int kept = 0;
  while (carom_state_next_impact(r.model, r.state, &e))
    ++kept;
  assert_int_equal(kept, 32);
  assert_true(e.end > 0.99);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outputs_belong_to_their_sample),
      cmocka_unit_test(contact_force_is_mass_times_acceleration),
      cmocka_unit_test(forces_along_a_body_add_up),
      cmocka_unit_test(profiles_shape_the_barrier),
      cmocka_unit_test(swinging_barrier_supplies_what_it_gives),
      cmocka_unit_test(events_tell_beginnings_and_ends),
      cmocka_unit_test(events_are_timed_between_samples),
      cmocka_unit_test(the_event_queue_keeps_the_newest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
