// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The log of impacts: times, impulses, speeds and energies of each, against the motion that outputs
// tell; and its queue.

#include "support.h"

static const double rate = 44100;

/// A mass of 10 g before a wall at 0, at a position and with a velocity, and a second one like it.
static rig two_balls(const char *more, double position, double velocity) {
  char text[900];
  snprintf(text, sizeof text,
           "{carom: 1, bodies: {w: {type: barrier}, m: {type: mass, mass: 0.01, position: %.17g, "
           "velocity: %.17g}, other: {type: mass, mass: 0.01, position: -5e-3, velocity: 1}}, "
           "contacts: {c: {type: collision, below: m, above: w, stiffness: 1e6, exponent: 1.5, "
           "%s}, d: {type: collision, below: other, above: w, stiffness: 1e6}}, outputs: {x: "
           "{of: m}, v: {of: m, quantity: velocity}, f: {of: c, quantity: force}}}",
           position, velocity, more);
  return rig_of(scene_of(text));
}

/// The first impact of the first contact.
static carom_impact first_of(rig *r, int steps) {
  carom_impact e;
  rig_steps(r, steps);
  do
    assert_true(carom_state_next_impact(r->model, r->state, &e));
  while (e.contact != 0);
  return e;
}

// --- When ---------------------------------------------------------------------------------------

// Where the straight line through two positions crosses zero; the second is past it.
static double crossing(double before, double now, double time) {
  return time - now / (now - before) / rate;
}

static void an_impact_lasts_from_crossing_to_crossing(void **state) {
  (void)state;
  for (int i = 0; i < 10; ++i) {
    rig r = two_balls("damping: 0.2", -1e-3 - i * 3.7e-6, 1.3);
    double begin = (double)NAN;
    double end = (double)NAN;
    double before = 0;
    for (int n = 0; n < 200; ++n) { // an output is that of the sample before
      rig_steps(&r, 1);
      const double x = carom_output(r.model, r.state, 0);
      if (isnan(begin) && x > 0)
        begin = crossing(before, x, n / rate);
      else if (!isnan(begin) && isnan(end) && x <= 0)
        end = crossing(before, x, n / rate);
      before = x;
    }
    const carom_impact e = first_of(&r, 1);
    assert_near(e.begin, (1e-3 + i * 3.7e-6) / 1.3, 1e-9); // before it nothing acts
    assert_near(e.begin, begin, 0.51 / rate); // overlaps are those half-way between samples
    assert_near(e.end, end, 0.51 / rate);
    assert_true(e.end > begin + 10 / rate);
    rig_free(&r);
  }
}

// The mean of many ends, at all places between two samples, has no bias of a part of a sample.
static void ends_are_neither_late_nor_early(void **state) {
  (void)state;
  enum { TIMES = 40 };
  double sum = 0;
  for (int i = 0; i < TIMES; ++i) {
    rig r = two_balls("damping: 0", -1e-3 - i * 1.0 / rate / TIMES, 1);
    const carom_impact e = first_of(&r, 400);
    rig fine = two_balls("damping: 0", -1e-3 - i * 1.0 / rate / TIMES, 1);
    carom_scene *scene = fine.scene;
    rig_set_number(scene, "rate", 16 * rate);
    fine.scene = NULL;
    rig_free(&fine);
    fine = rig_of(scene);
    const carom_impact truth = first_of(&fine, 16 * 400);
    assert_near(e.end, truth.end, 0.2 / rate);
    sum += e.end - truth.end;
    rig_free(&r);
    rig_free(&fine);
  }
  assert_near(sum / TIMES, 0, 0.05 / rate);
}

// --- How much -----------------------------------------------------------------------------------

static void impulse_speeds_and_loss_are_those_of_the_mass(void **state) {
  (void)state;
  static const char *const laws[] = {"damping: 0", "damping: 0.3", "scheme: exact, damping: 0.3"};
  for (int i = 0; i < 3; ++i) {
    rig r = two_balls(laws[i], -1e-3, 2);
    const carom_impact e = first_of(&r, 500);
    const double out = -carom_output(r.model, r.state, 1);
    assert_near(e.speed_in, 2, 1e-12);
    assert_near(e.speed_out, out, 1e-9);
    assert_near(e.impulse, 0.01 * (2 + out), 1e-15);
    const double lost = 0.005 * (4 - out * out);
    assert_near(e.energy_lost, lost, 1e-4 * lost + 1e-15); // but for that of the first step
    if (i > 0)
      assert_true(e.energy_lost > 1e-4);
    rig_free(&r);
  }
}

// The force of the first step stands for half a step before the start as well, which is not
// counted.
static void an_impact_that_lasts_at_the_start_counts_from_there(void **state) {
  (void)state;
  static const double speeds[] = {0, 1, -1};
  for (int i = 0; i < 3; ++i) {
    rig r = two_balls("damping: 0", 2e-4, speeds[i]);
    const carom_impact e = first_of(&r, 500);
    const double out = -carom_output(r.model, r.state, 1);
    assert_near(e.begin, 0, 0);
    assert_near(e.speed_in, fabs(speeds[i]), 1e-12);
    assert_near(e.impulse, 0.01 * (speeds[i] + out), 1e-15);
    assert_near(0.005 * out * out, 0.005 * speeds[i] * speeds[i] + 1e6 / 2.5 * pow(2e-4, 2.5),
                1e-5);
    rig_free(&r);
  }
}

static void the_peak_is_the_largest_force(void **state) {
  (void)state;
  rig r = two_balls("damping: 0.1", -1e-3, 2);
  double most = 0;
  for (int n = 0; n < 500; ++n) {
    rig_steps(&r, 1);
    most = fmax(most, carom_output(r.model, r.state, 2));
  }
  const carom_impact e = first_of(&r, 1);
  assert_near(e.peak_force, most, 1e-3 * most);
  carom_impact first;
  double deepest = 0;
  assert_true(carom_contact_first(r.model, r.state, 0, &first, &deepest));
  assert_near(first.peak_force, e.peak_force, 0);
  assert_near(1e6 * pow(deepest, 1.5), most, 0.02 * most);
  rig_free(&r);
}

static void what_is_open_tells_what_there_was_so_far(void **state) {
  (void)state;
  rig r = two_balls("damping: 0.3", -1e-3, 2);
  carom_impact open;
  carom_impact e;
  double impulse = 0;
  int told = 0;
  for (int n = 0; n < 500; ++n) {
    rig_steps(&r, 1);
    if (!carom_state_open_impact(r.model, r.state, 0, &open))
      continue;
    ++told;
    assert_int_equal(open.number, 0);
    assert_true(isnan(open.speed_out) && open.energy_lost >= 0);
    assert_true(open.impulse >= impulse);
    impulse = open.impulse;
  }
  assert_true(told > 10);
  e = first_of(&r, 1);
  assert_near(open.begin, e.begin, 0);
  assert_near(impulse, e.impulse, 0.02 * e.impulse);
  rig_free(&r);
}

// A mass that is taken away in the middle of its impact: what there was so far is its impact.
static void an_impact_that_is_broken_off_ends_then(void **state) {
  (void)state;
  for (int i = 0; i < 3; ++i) {
    rig r = two_balls("damping: 0.3", -1e-3, 2);
    carom_impact open;
    rig_steps(&r, 30 + 7 * i);
    assert_true(carom_state_open_impact(r.model, r.state, 0, &open));
    const int body = carom_model_find_body(r.model, "m");
    assert_int_equal(carom_state_place(r.model, r.state, body, -1, 0, 0), CAROM_OK);
    const carom_impact e = first_of(&r, 1);
    assert_near(e.end, (30 + 7 * i) / rate, 1e-15);
    assert_near(e.begin, open.begin, 0);
    assert_near(e.impulse, open.impulse, 0);
    assert_near(e.peak_force, open.peak_force, 0);
    assert_true(isfinite(e.speed_out) && e.energy_lost >= open.energy_lost);
    assert_false(carom_state_open_impact(r.model, r.state, 0, &open));
    rig_free(&r);
  }
}

// --- The queue ----------------------------------------------------------------------------------

// A mass on a spring that pulls it to a wall: some 200 impacts in a second.
static rig rattle(void) {
  return rig_of(scene_of("mass-spring-barrier"));
}

typedef struct {
  int count;
  carom_impact last;
} sink;

static void keep(void *user, const carom_impact *event) {
  sink *s = user;
  assert_int_equal(event->number, s->last.number + 1);
  assert_true(event->begin >= s->last.end);
  s->last = *event;
  ++s->count;
}

static void impacts_are_numbered_and_none_is_lost_to_a_sink(void **state) {
  (void)state;
  rig r = rattle();
  sink s = {0};
  carom_impact e;
  carom_state_overflow(r.state, keep, &s);
  rig_steps(&r, 44100);
  const long long all = carom_contact_counts(r.model, r.state, 0).impacts;
  assert_int_equal(s.count, all - 32); // the oldest, in their order
  while (carom_state_next_impact(r.model, r.state, &e))
    keep(&s, &e);
  assert_int_equal(s.count, all);
  double deepest = 0;
  assert_true(carom_contact_first(r.model, r.state, 0, &e, &deepest)); // is kept for good
  assert_int_equal(e.number, 1);
  assert_true(deepest > 0);
  rig_free(&r);
}

static void contacts_have_numbers_of_their_own(void **state) {
  (void)state;
  rig r = two_balls("damping: 0", -1e-3, 1);
  carom_impact e;
  rig_steps(&r, 1000);
  for (int i = 0; i < 2; ++i) {
    assert_true(carom_state_next_impact(r.model, r.state, &e));
    assert_int_equal(e.contact, i);
    assert_int_equal(e.number, 1);
  }
  assert_false(carom_state_next_impact(r.model, r.state, &e));
  assert_int_equal(carom_contact_counts(r.model, r.state, 1).impacts, 1);
  assert_int_equal(carom_contact_counts(r.model, r.state, 2).impacts, 0);
  assert_false(carom_state_open_impact(r.model, r.state, -1, &e));
  rig_free(&r);
}

static void the_log_is_saved_and_restored_in_the_middle_of_an_impact(void **state) {
  (void)state;
  rig r = two_balls("damping: 0.3", -1e-3, 2);
  carom_impact e;
  void *saved = malloc(carom_state_saved_size(r.model));
  rig_steps(&r, 30);
  assert_true(carom_state_open_impact(r.model, r.state, 0, &e));
  carom_state_save(r.model, r.state, saved);
  const carom_impact once = first_of(&r, 500);
  assert_int_equal(carom_state_restore(r.model, r.state, saved), CAROM_OK);
  const carom_impact again = first_of(&r, 500);
  assert_memory_equal(&once, &again, sizeof once);
  free(saved);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_impact_lasts_from_crossing_to_crossing),
      cmocka_unit_test(ends_are_neither_late_nor_early),
      cmocka_unit_test(impulse_speeds_and_loss_are_those_of_the_mass),
      cmocka_unit_test(an_impact_that_lasts_at_the_start_counts_from_there),
      cmocka_unit_test(the_peak_is_the_largest_force),
      cmocka_unit_test(what_is_open_tells_what_there_was_so_far),
      cmocka_unit_test(an_impact_that_is_broken_off_ends_then),
      cmocka_unit_test(impacts_are_numbered_and_none_is_lost_to_a_sink),
      cmocka_unit_test(contacts_have_numbers_of_their_own),
      cmocka_unit_test(the_log_is_saved_and_restored_in_the_middle_of_an_impact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
