// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A beam and a rigid stop, by all treatments of the event method. Reference times were computed
// with 60 digits.

#include "events.h"

static const double start_energy = 24.84175344094647;

static void beam_meets_its_stop_at_the_right_times(void **state) {
  (void)state;
  static const double times[] = {0.30404022877474, 0.92265568737693, 1.54573209879808};
  rig r = beam(NULL, 0);
  assert_near(stored(&r), start_energy, 1e-13);
  listen(&r, 10);
  assert_int_equal(heard.count, 16);
  for (int i = 0; i < 3; ++i)
    assert_near(heard.at[i].begin, times[i], 1e-12);
  assert_near(heard.at[3].begin, 2.1696594317, 1e-10); // as many digits as are known
  rig_free(&r);
}

static void beam_keeps_its_energy_over_three_hundred_impacts(void **state) {
  (void)state;
  rig r = beam((const char *const[][2]){{"rate", "10"}}, 1);
  listen(&r, 200);
  assert_int_equal(heard.count, 323);
  assert_near(stored(&r) / start_energy, 1, 1e-14);
  assert_at_most(rig_error(&r), 1e-14);
  rig_free(&r);
}

// At the first impact W_1^2 = W_3^2: all of the first mode's velocity goes to the third.
static void first_impact_moves_mode_one_into_mode_three(void **state) {
  (void)state;
  rig r = beam((const char *const[][2]){{"rate", "1e8"},
                                        {"outputs.first.quantity", "mode"},
                                        {"bodies.beam.start.amplitude", "-1.01"}},
               3);
  carom_state_free(r.state);
  carom_model_free(r.model);
  // A rate so slow that sample 1 lies just behind the impact.
  rig_set_number(r.scene, "rate", 1 / (0.30404022877474 + 1e-9));
  assert_non_null(r.model = carom_model_compile(r.scene, NULL, NULL));
  r.state = carom_state_new(r.model, NULL);
  rig_steps(&r, 2);
  assert_near(carom_output(r.model, r.state, 1), -1.39925792, 1e-5); // it leaves as fast as it came
  const double third = carom_output(r.model, r.state, 3);
  assert_near(third, 0.98942476464445 * 1e-9, 1e-13);
  rig_free(&r);
}

// Nothing is missed, whichever modes the search looks at: between impacts, too, the beam stays on
// its side, and keeps its energy.
static void beams_of_any_modes_stay_on_their_side(void **state) {
  (void)state;
  static const char *const modes[] = {"1", "2", "3", "4", "5", "8", "9", "17", "32", "61"};
  static const char *const places[] = {"beam@0.5", "beam@0.37", "beam@0.08"};
  static const char *const positions[] = {"1", "0.002", "0"};
  int impacts = 0;
  for (int k = 0; k < 90; ++k) {
    rig r = beam((const char *const[][2]){{"bodies.beam.points", modes[k / 9]},
                                          {"contacts.stop.below", places[k / 3 % 3]},
                                          {"bodies.wall.position", positions[k % 3]},
                                          {"outputs.middle.of", "stop"},
                                          {"outputs.middle.quantity", "overlap"},
                                          {"outputs.third.mode", "1"},
                                          {"rate", "1237"}},
                 7);
    for (int n = 0; n < 1237; ++n) {
      rig_steps(&r, 1);
      assert_at_most(carom_output(r.model, r.state, 0), 1e-12);
    }
    impacts += (int)carom_contact_counts(r.model, r.state, 0).impacts;
    assert_at_most(rig_error(&r), 1e-13);
    rig_free(&r);
  }
  assert_true(impacts > 1000);
}

// The energy each impact takes is (1 - R^2) v^2 / (2 sum W^2), and sum W^2 = 4 here.
static void impacts_lose_what_restitution_says(void **state) {
  (void)state;
  static const char *const restitutions[] = {"0.8", "0.5"};
  static const double settled[] = {0.98496322519, 0.98889926829}; // at 20
  for (int k = 0; k < 2; ++k) {
    rig r = beam(
        (const char *const[][2]){{"contacts.stop.restitution", restitutions[k]}, {"rate", "50"}},
        2);
    listen(&r, 10);
    assert_int_equal(heard.count, 16);
    const double R = atof(restitutions[k]);
    double lost = 0;
    for (int i = 0; i < heard.count; ++i) {
      const carom_impact *e = &heard.at[i];
      assert_near(e->energy_lost, (1 - R * R) * e->speed_in * e->speed_in / 8,
                  1e-15 * start_energy);
      assert_near(e->speed_out, R * e->speed_in, 1e-15);
      lost += e->energy_lost;
    }
    assert_near(carom_state_ledger(r.state).dissipated, lost, 1e-14);
    assert_at_most(rig_error(&r), 1e-14);
    listen(&r, 10);
    assert_near(stored(&r) / start_energy, settled[k], 1e-11);
    rig_free(&r);
  }
}

// Collocation changes the energy by what points are chosen; the ledger counts what it adds.
static void collocation_adds_energy(void **state) {
  (void)state;
  static const char *const points[] = {"[0.2, 0.3, 0.7]", "[0.15, 0.4, 0.8]", "[0.1, 0.35, 0.9]"};
  static const double first[] = {1.0473, 1.0358, 1.0167};
  static const double most[] = {1.645, 1.251, 1.156};
  for (int k = 0; k < 3; ++k) {
    rig r = beam((const char *const[][2]){{"contacts.stop.treatment", "collocation"},
                                          {"contacts.stop.points", points[k]}},
                 2);
    double largest = 0;
    for (int n = 0; n < 10000; ++n) {
      carom_step(r.model, r.state);
      largest = fmax(largest, stored(&r) / start_energy);
      if (n == 500) // between the first and the second impact
        assert_near(stored(&r) / start_energy, first[k], 5e-5);
    }
    assert_near(largest, most[k], 5e-4);
    assert_at_most(rig_error(&r), 1e-13);
    rig_free(&r);
  }
}

// A stiff spring stays near the impulse: contact lasts pi / sqrt(K sum W^2), and the times of
// impacts differ by what that does.
static void penalty_agrees_with_impulse(void **state) {
  (void)state;
  rig rigid = beam(NULL, 0);
  listen(&rigid, 10);
  static log_of_events impulse;
  impulse = heard;
  rig soft = beam((const char *const[][2]){{"contacts.stop.treatment", "penalty"},
                                           {"contacts.stop.stiffness", "1e12"}},
                  2);
  listen(&soft, 10);
  assert_int_equal(heard.count, 16);
  assert_near(heard.at[0].end - heard.at[0].begin, 1.5707615e-6, 5e-14);
  assert_near(heard.at[3].begin - impulse.at[3].begin, 2.4e-6, 1e-7);
  assert_near(heard.at[15].begin - impulse.at[15].begin, 8.2e-6, 1e-7);
  assert_near(heard.at[0].peak_force, impulse.at[0].impulse * 1e6,
              1e-3 * 1e6); // half sine: P w / 2
  // the beam's own 97 away from the stop do part of it
  assert_near(heard.at[0].impulse, impulse.at[0].impulse - 97 * 1.57e-6 / 4, 1e-6);
  assert_at_most(rig_error(&soft), 1e-13);
  rig_free(&soft);
  rig_free(&rigid);
}

static void forced_beam_agrees_with_penalty(void **state) {
  (void)state;
  rig rigid = beam((const char *const[][2]){{"forces.push.amplitude", "72"}}, 1);
  listen(&rigid, 5);
  assert_at_most(rig_error(&rigid), 1e-14);
  static log_of_events impulse;
  impulse = heard;
  rig soft = beam((const char *const[][2]){{"forces.push.amplitude", "72"},
                                           {"contacts.stop.treatment", "penalty"},
                                           {"contacts.stop.stiffness", "1e12"}},
                  3);
  listen(&soft, 5);
  assert_int_equal(heard.count, impulse.count);
  assert_int_equal(heard.count, 15);
  assert_near(fabs(heard.at[7].begin - impulse.at[7].begin), 5.7e-6, 1e-7);
  for (int i = 0; i < heard.count; ++i)
    assert_near(heard.at[i].begin, impulse.at[i].begin, 1e-3); // the motion is chaotic
  assert_at_most(rig_error(&soft), 1e-13);
  rig_free(&soft);
  rig_free(&rigid);
}

// Chatter comes to its end in finite time, the beam is held, and let go when it would be pulled.
static void forced_beam_sticks_and_is_released(void **state) {
  (void)state;
  rig r = beam((const char *const[][2]){{"forces.push.amplitude", "72"},
                                        {"contacts.stop.restitution", "0.5"},
                                        {"outputs.force.of", "stop"},
                                        {"outputs.force.quantity", "force"}},
               4);
  listen(&r, 1.6);
  const carom_impact *last = &heard.at[heard.count - 1];
  assert_near(last->begin, 1.45700302805, 1e-11);
  assert_near(last->end, 1.47205637813, 1e-11);
  assert_true(last->peak_force > 0 && last->impulse > 0);
  assert_at_most(rig_error(&r), 1e-14);
  rig_free(&r);
}

static void beam_with_little_restitution_sticks_nine_times(void **state) {
  (void)state;
  rig r = beam((const char *const[][2]){{"forces.push.amplitude", "72"},
                                        {"contacts.stop.restitution", "0.2"}},
               2);
  listen(&r, 6);
  int held = 0;
  for (int i = 0; i < heard.count; ++i)
    held += heard.at[i].end > heard.at[i].begin;
  assert_int_equal(held, 9);
  assert_at_most(rig_error(&r), 1e-14);
  rig_free(&r);
}

// While it is held the middle of the beam does not move and the stop pushes.
static void held_beam_stays_on_the_stop(void **state) {
  (void)state;
  rig r = beam((const char *const[][2]){{"forces.push.amplitude", "72"},
                                        {"contacts.stop.treatment", "switching"},
                                        {"bodies.beam.damping_ratio", "0.01"},
                                        {"outputs.force.of", "stop"},
                                        {"outputs.force.quantity", "force"}},
               5);
  int held = 0;
  for (int n = 0; n < 6000; ++n) {
    carom_step(r.model, r.state);
    const double force = carom_output(r.model, r.state, 5);
    assert_true(force >= 0);
    if (force > 0) {
      assert_near(carom_output(r.model, r.state, 0), 1, 1e-14);
      assert_near(carom_output(r.model, r.state, 1), 0, 1e-12);
      ++held;
    }
  }
  assert_true(held > 200);
  assert_at_most(rig_error(&r), 1e-13);
  rig_free(&r);
}

// Mode switching takes what a plastic impact takes, and the same constrained motion follows.
static void switching_is_an_impact_without_restitution(void **state) {
  (void)state;
  rig a = beam((const char *const[][2]){{"forces.push.amplitude", "72"},
                                        {"contacts.stop.treatment", "switching"}},
               2);
  rig b = beam(
      (const char *const[][2]){{"forces.push.amplitude", "72"}, {"contacts.stop.restitution", "0"}},
      2);
  for (int n = 0; n < 2000; ++n) {
    carom_step(a.model, a.state);
    carom_step(b.model, b.state);
    assert_near(carom_output(a.model, a.state, 0), carom_output(b.model, b.state, 0), 1e-9);
  }
  rig_free(&a);
  rig_free(&b);
}

// The impulse rule does not converge with the number of modes: one impact breaks into many.
static void number_of_modes_is_a_model_parameter(void **state) {
  (void)state;
  static const char *const modes[] = {"3", "51"};
  static const int impacts[] = {6, 30};
  for (int k = 0; k < 2; ++k) {
    rig r = beam((const char *const[][2]){{"bodies.beam.points", modes[k]}}, 1);
    listen(&r, 4);
    assert_int_equal(heard.count, impacts[k]);
    assert_at_most(rig_error(&r), 1e-13);
    rig_free(&r);
  }
}

// Sampling does not change what happens.
static void impacts_do_not_depend_on_the_rate(void **state) {
  (void)state;
  static log_of_events fine;
  for (int k = 0; k < 2; ++k) {
    rig r = beam((const char *const[][2]){{"rate", k == 0 ? "7" : "100003"},
                                          {"bodies.beam.damping_ratio", "0.003"},
                                          {"forces.push.amplitude", "20"},
                                          {"contacts.stop.restitution", "0.7"}},
                 4);
    listen(&r, 3);
    assert_at_most(rig_error(&r), 1e-13);
    if (k == 1)
      assert_int_equal(heard.count, fine.count);
    for (int i = 0; k == 1 && i < heard.count; ++i)
      assert_near(heard.at[i].begin, fine.at[i].begin, 1e-9);
    fine = heard;
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(beam_meets_its_stop_at_the_right_times),
      cmocka_unit_test(beam_keeps_its_energy_over_three_hundred_impacts),
      cmocka_unit_test(first_impact_moves_mode_one_into_mode_three),
      cmocka_unit_test(beams_of_any_modes_stay_on_their_side),
      cmocka_unit_test(impacts_lose_what_restitution_says),
      cmocka_unit_test(collocation_adds_energy),
      cmocka_unit_test(penalty_agrees_with_impulse),
      cmocka_unit_test(forced_beam_agrees_with_penalty),
      cmocka_unit_test(forced_beam_sticks_and_is_released),
      cmocka_unit_test(beam_with_little_restitution_sticks_nine_times),
      cmocka_unit_test(held_beam_stays_on_the_stop),
      cmocka_unit_test(switching_is_an_impact_without_restitution),
      cmocka_unit_test(number_of_modes_is_a_model_parameter),
      cmocka_unit_test(impacts_do_not_depend_on_the_rate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
