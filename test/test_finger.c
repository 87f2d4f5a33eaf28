// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Claims about fingers that press: statics, frets, what the player's force supplies, and reach.

#include "test/support.h"

// An ideal string of 1 m, 1 g/m and 40 N: c = 200 m/s, 100 Hz.
static carom_scene *string_with(const char *string, const char *bodies, const char *contacts) {
  char text[2048];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 44100, duration: 2, bodies: {s: {type: string, length: 1, "
           "linear_density: 1e-3, tension: 40, %s}%s}, contacts: {%s}, outputs: {at: {of: s@0.4}, "
           "near: {of: s@0.1, quantity: velocity}}}",
           string, bodies, contacts);
  return scene_of(text);
}

// T / (x (1 - x) L), the stiffness of an ideal string at x, to be pressed at a grid point.
static double stiffness_at(double x) {
  return 40 / (x * (1 - x));
}

static void a_pressed_string_hangs_as_statics_says(void **state) {
  (void)state;
  const double springs[] = {0, 100};
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = string_with("points: 200, sigma0: 60", "",
                                     "f: {type: finger, on: s@0.4, damper: 0.2, force: 1.5}");
    rig_set_number(scene, "contacts.f.spring", springs[i]);
    rig r = rig_of(scene);
    rig_steps(&r, 60000);
    const double depth = 1.5 / (stiffness_at(0.4) + springs[i]);
    assert_near(carom_output(r.model, r.state, 0), -depth, 1e-10);
    const carom_ledger l = carom_state_ledger(r.state);
    assert_near(l.potential + l.contact, 1.5 * depth / 2, 1e-9); // half of what force times way is
    assert_near(l.supplied, 1.5 * depth, 0.02 * 1.5 * depth);    // but for the first half step
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// The frequency near one that is expected, in Hz: where the spectrum of half a second is largest.
static double frequency_near(rig *r, double expected) {
  enum { COUNT = 22050 };
  static double x[COUNT];
  for (int n = 0; n < COUNT; ++n) {
    rig_steps(r, 1);
    x[n] = carom_output(r->model, r->state, 1) * (1 - cos(2 * M_PI * n / COUNT));
  }
  double best = 0;
  double most = 0;
  for (int i = 0; i <= 200; ++i) {
    const double f = (0.95 + 0.0005 * i) * expected;
    double re = 0;
    double im = 0;
    for (int n = 0; n < COUNT; ++n) {
      re += x[n] * cos(2 * M_PI * f * n / 44100);
      im += x[n] * sin(2 * M_PI * f * n / 44100);
    }
    if (re * re + im * im > most) {
      most = re * re + im * im;
      best = f;
    }
  }
  return best;
}

static void push(rig *r, const char *path, double value) {
  const int live = carom_model_find_live(r->model, path);
  assert_int_equal(carom_state_set(r->model, r->state, live, value), CAROM_OK);
}

static void pluck(rig *r) {
  carom_stroke stroke = carom_stroke_default();
  stroke.force = 0.3;
  const int control = carom_model_find_control(r->model, "pluck");
  assert_int_equal(carom_state_play(r->model, r->state, control, &stroke, 0), CAROM_OK);
}

// Frets at 2/3 and 1/2 of the length, 2 mm below it: the part towards x = 0 sounds a fifth and an
// octave higher. The pressed string rests on the fret, which gives way by micrometres: what is left
// of half a percent is how the string lies on it.
static void a_finger_presses_a_string_on_a_fret(void **state) {
  (void)state;
  carom_scene *scene = string_with(
      "points: 204, sigma0: 1, sigma1: 1e-3", ", neck: {type: barrier, position: -2e-3}",
      "fifth: {type: collision, below: neck, above: s@0.6666666667, stiffness: 1e8, damping: 1}, "
      "octave: {type: collision, below: neck, above: s@0.5, stiffness: 1e8, damping: 1}, "
      "f: {type: finger, on: s@0.7, damper: 0}");
  rig_set(scene, "controls.pluck.gesture", "pluck");
  rig_set(scene, "controls.pluck.on", "s@0.15");
  rig r = rig_of(scene);
  pluck(&r);
  rig_steps(&r, 2000);
  assert_near(frequency_near(&r, 100), 100, 0.1);
  const double places[] = {0.69, 0.53};
  const double ratios[] = {1.5, 2};
  for (int i = 0; i < 2; ++i) {
    push(&r, "contacts.f.position", places[i]);
    push(&r, "contacts.f.force", 6);
    push(&r, "contacts.f.damper", 0.5);
    rig_steps(&r, 20000);
    pluck(&r);
    rig_steps(&r, 2000);
    assert_near(frequency_near(&r, 100 * ratios[i]), 100 * ratios[i], 0.5 * ratios[i]);
  }
  push(&r, "contacts.f.force", 0);
  rig_steps(&r, 20000); // a finger that lies on the string stills it
  push(&r, "contacts.f.damper", 0);
  pluck(&r);
  rig_steps(&r, 2000);
  assert_near(frequency_near(&r, 100), 100, 0.1);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// What is drawn from the ledger: a string drawn up by an external force against the finger.
static void a_finger_that_gives_way_takes_work(void **state) {
  (void)state;
  carom_scene *scene = string_with("points: 100, sigma0: 20", "",
                                   "f: {type: finger, on: s@0.5, damper: 0.1, force: 1}");
  rig_set(scene, "forces.up.on", "s@0.5");
  rig_set(scene, "forces.up.table", "[[0, 0], [0.4, 0], [1, 1.5]]");
  rig r = rig_of(scene);
  rig_steps(&r, 20000);
  const double before = carom_contact_share(r.model, r.state, 0).supplied;
  rig_steps(&r, 24000);
  assert_true(before > 0 && carom_contact_share(r.model, r.state, 0).supplied < before);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// The score and a program press alike; `for` lifts everything again.
static void gestures_press_and_lift(void **state) {
  (void)state;
  const char *const contact = "f: {type: finger, on: s@0.4, damper: 0.1}";
  carom_scene *scored = string_with("points: 150, sigma0: 5", "", contact);
  rig_set(scored, "score.1.gesture", "finger");
  rig_set(scored, "score.1.at", "0.01");
  rig_set(scored, "score.1.force", "0.7");
  rig_set(scored, "score.1.for", "0.05");
  carom_scene *played = string_with("points: 150, sigma0: 5", "", contact);
  rig_set(played, "controls.press.gesture", "finger");
  rig_set(played, "controls.press.on", "f");
  rig a = rig_of(scored);
  rig b = rig_of(played);
  carom_stroke stroke = carom_stroke_default();
  stroke.force = 0.7;
  stroke.lasts = 0.05;
  assert_int_equal(carom_state_play(b.model, b.state, 0, &stroke, 441), CAROM_OK);
  const int live = carom_model_find_live(a.model, "contacts.f.force");
  double deepest = 0;
  for (int n = 0; n < 8000; ++n) {
    rig_steps(&a, 1);
    rig_steps(&b, 1);
    deepest = fmin(deepest, carom_output(a.model, a.state, 0));
    // their ramps are sampled half a step apart
    assert_near(carom_output(a.model, a.state, 0), carom_output(b.model, b.state, 0), 2e-3 * 4e-3);
  }
  assert_true(deepest < -3e-3);
  assert_true(carom_state_get(a.model, a.state, live) == 0 &&
              carom_state_get(b.model, b.state, live) == 0);
  assert_at_most(fmax(rig_error(&a), rig_error(&b)), 1e-12);
  rig_free(&a);
  rig_free(&b);
}

// Contacts out of a finger's reach are solved apart, with the same result.
static void reach_sets_contacts_apart(void **state) {
  (void)state;
  const char *const contacts[] = {
      "low: {type: collision, below: neck, above: s@0.2, stiffness: 1e7}, high: {type: collision, "
      "below: neck, above: s@0.7, stiffness: 1e7}, f: {type: finger, on: s@0.75, damper: 0.1}",
      "low: {type: collision, below: neck, above: s@0.2, stiffness: 1e7}, high: {type: collision, "
      "below: neck, above: s@0.7, stiffness: 1e7}, f: {type: finger, on: s@0.75, damper: 0.1, "
      "reach: [0.65, 0.9]}"};
  rig r[2];
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene =
        string_with("points: 150, sigma1: 1e-3, start: {shape: pluck, at: 0.3, amplitude: 3e-3}",
                    ", neck: {type: barrier, position: -1e-3}", contacts[i]);
    rig_set(scene, "contacts.f.position", "[[0, 0.75], [0.1, 0.66], [0.2, 0.88]]");
    rig_set(scene, "contacts.f.force", "[[0, 0], [0.05, 2], [0.2, 0]]");
    r[i] = rig_of(scene);
  }
  assert_int_equal(carom_model_describe(r[0].model).largest_island, 3);
  assert_int_equal(carom_model_describe(r[1].model).largest_island, 2);
  for (int n = 0; n < 10000; ++n) {
    rig_steps(&r[0], 1);
    rig_steps(&r[1], 1);
    assert_near(carom_output(r[1].model, r[1].state, 0), carom_output(r[0].model, r[0].state, 0),
                1e-9);
  }
  assert_at_most(fmax(rig_error(&r[0]), rig_error(&r[1])), 1e-12);
  rig_free(&r[0]);
  rig_free(&r[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pressed_string_hangs_as_statics_says),
      cmocka_unit_test(a_finger_presses_a_string_on_a_fret),
      cmocka_unit_test(a_finger_that_gives_way_takes_work),
      cmocka_unit_test(gestures_press_and_lift),
      cmocka_unit_test(reach_sets_contacts_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
