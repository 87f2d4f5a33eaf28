// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The adaptive method beside the event method: the same scenes, two ways that share neither the
// motion between impacts nor the search for them.

#include "support.h"

enum { MAX = 2000 };

/// The impacts of a run.
typedef struct {
  int count;
  carom_impact at[MAX];
} log_of_events;

static log_of_events closed, stepped;

typedef const char *const change[2];

// With tolerance "" its default.
static rig rig_with(const char *name, const char *method, const char *tolerance,
                    const change *changes, int count) {
  carom_scene *scene = scene_of(name);
  rig_set(scene, "solver.method", method);
  if (tolerance[0] != '\0')
    rig_set(scene, "solver.tolerance", tolerance);
  for (int i = 0; i < count; ++i)
    rig_set(scene, changes[i][0], changes[i][1]);
  rig r = rig_of(scene);
  carom_error error;
  if (carom_state_equip(r.model, r.state, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return r;
}

static rig rig_by(const char *name, const char *method, const change *changes, int count) {
  return rig_with(name, method, "", changes, count);
}

static void hear(rig *r, log_of_events *log) {
  carom_impact event;
  while (carom_state_next_impact(r->model, r->state, &event))
    if (log->count < MAX)
      log->at[log->count++] = event;
}

// Runs to a time and keeps every event.
static void listen(rig *r, double seconds, log_of_events *log) {
  const carom_model_info info = carom_model_describe(r->model);
  log->count = 0;
  for (long long n = 0; n < llround(seconds * info.rate); ++n) {
    assert_int_equal(carom_process(r->model, r->state, 1, NULL), CAROM_OK);
    hear(r, log);
  }
}

static void listen_to_both(const char *name, const change *changes, int count, double seconds) {
  rig event = rig_by(name, "event", changes, count);
  listen(&event, seconds, &closed);
  rig_free(&event);
  rig adaptive = rig_with(name, "adaptive", "1e-12", changes, count);
  listen(&adaptive, seconds, &stepped);
  assert_at_most(rig_error(&adaptive), 1e-8); // every loss and push is in the ledger
  rig_free(&adaptive);
}

static double largest_time_apart(void) {
  double apart = 0;
  assert_int_equal(stepped.count, closed.count);
  for (int i = 0; i < closed.count; ++i)
    apart = fmax(apart, fabs(stepped.at[i].begin - closed.at[i].begin));
  return apart;
}

// --- The beam of the thesis ---------------------------------------------------------------------

// Errors of single steps add up: some 1700 of them until the third impact.
static void impacts_come_as_exactly_as_asked(void **state) {
  (void)state;
  static const double times[] = {0.30404022877474, 0.92265568737693, 1.54573209879808};
  static const char *const tolerances[] = {"1e-6", "1e-8", "1e-10", "1e-12", "1e-14"};
  for (int t = 0; t < 5; ++t) {
    rig r = rig_by("beam-stop", "adaptive",
                   (const change[]){{"rate", "20"}, {"solver.tolerance", tolerances[t]}}, 2);
    listen(&r, 1.6, &stepped);
    assert_int_equal(stepped.count, 3);
    for (int i = 0; i < 3; ++i)
      assert_near(stepped.at[i].begin, times[i], 1000 * strtod(tolerances[t], NULL));
    assert_near(stepped.at[0].speed_out, stepped.at[0].speed_in, 1e-14);
    rig_free(&r);
  }
}

// The stop is as good as rigid for tau < 5: the times move apart by what the spring's softness
// makes of a motion that is chaotic, 5.7e-6 at the eighth impact. The same spring by both methods
// stays together.
static void forced_beam_agrees_with_the_event_method(void **state) {
  (void)state;
  const change set[] = {{"rate", "50"},
                        {"forces.push.amplitude", "72"},
                        {"contacts.stop.treatment", "penalty"},
                        {"contacts.stop.stiffness", "1e12"}};
  listen_to_both("beam-stop", set, 4, 5);
  assert_int_equal(stepped.count, 15);
  assert_at_most(largest_time_apart(), 1e-6);
  for (int i = 0; i < stepped.count; ++i)
    assert_near(stepped.at[i].end - stepped.at[i].begin, 1.5707615e-6, 2e-10);
  rig rigid = rig_by("beam-stop", "event", set, 2);
  listen(&rigid, 5, &closed);
  rig_free(&rigid);
  assert_at_most(largest_time_apart(), 1e-3);
  assert_near(fabs(stepped.at[7].begin - closed.at[7].begin), 5.7e-6, 1e-7);
}

// The same spring by both: the event method sums a series while it lasts.
static void springs_agree(void **state) {
  (void)state;
  listen_to_both("beam-stop",
                 (const change[]){{"rate", "50"},
                                  {"contacts.stop.treatment", "penalty"},
                                  {"contacts.stop.stiffness", "1e8"}},
                 3, 3);
  assert_true(closed.count > 3);
  assert_at_most(largest_time_apart(), 1e-7);
  for (int i = 0; i < closed.count; ++i) {
    assert_near(stepped.at[i].end, closed.at[i].end, 1e-7);
    assert_near(stepped.at[i].peak_force / closed.at[i].peak_force, 1, 1e-6);
    assert_near(stepped.at[i].impulse / closed.at[i].impulse, 1, 1e-6);
    assert_near(stepped.at[i].speed_out, closed.at[i].speed_out, 1e-6);
  }
}

// Chatter ends where its bounces drown in the tolerance: the release does not care.
static void forced_beam_sticks_and_is_released(void **state) {
  (void)state;
  rig r = rig_by("beam-stop", "adaptive",
                 (const change[]){{"rate", "50"},
                                  {"forces.push.amplitude", "72"},
                                  {"contacts.stop.restitution", "0.5"},
                                  {"solver.tolerance", "1e-13"}},
                 4);
  listen(&r, 1.6, &stepped);
  const carom_impact *last = &stepped.at[stepped.count - 1];
  assert_near(last->begin, 1.457003028, 5e-8);
  assert_near(last->end, 1.472056378, 1e-9);
  assert_near(last->peak_force, 477.062, 0.5); // as its steps see it
  assert_near(last->impulse, 3.865256, 1e-4);
  assert_at_most(rig_error(&r), 1e-9);
  rig_free(&r);
}

// --- Other bodies -------------------------------------------------------------------------------

static void ball_bounces_with_gravity(void **state) {
  (void)state;
  listen_to_both("bouncing-ball", (const change[]){{"rate", "100"}}, 1, 2);
  assert_true(closed.count > 40);
  assert_at_most(largest_time_apart(), 1e-6);
  for (int i = 0; i < closed.count; ++i) {
    assert_near(stepped.at[i].speed_out / closed.at[i].speed_out, 1, 1e-5);
    assert_near(stepped.at[i].peak_force / closed.at[i].peak_force, 1, 1e-5);
    assert_near(stepped.at[i].energy_lost / closed.at[i].energy_lost, 1, 1e-4);
  }
}

static void damped_cantilever_on_a_moving_base_agrees(void **state) {
  (void)state;
  listen_to_both("cantilever-stop", NULL, 0, 0.5);
  assert_true(closed.count > 10);
  assert_at_most(largest_time_apart(), 1e-8);
}

static void two_bodies_hand_velocity_on(void **state) {
  (void)state;
  rig r =
      rig_by("{carom: 1, rate: 100, bodies: {a: {type: mass, mass: 1, velocity: 1, position: -1},"
             "b: {type: mass, mass: 1}}, contacts: {c: {type: stop, below: a, above: b}}}",
             "adaptive", NULL, 0);
  listen(&r, 2, &stepped);
  assert_int_equal(stepped.count, 1);
  assert_near(stepped.at[0].begin, 1, 1e-12);
  double v[2];
  carom_body_velocity(r.model, r.state, 0, &v[0], 1);
  carom_body_velocity(r.model, r.state, 1, &v[1], 1);
  assert_near(v[0], 0, 1e-12);
  assert_near(v[1], 1, 1e-12);
  rig_free(&r);
}

static void scene_without_contacts_swings(void **state) {
  (void)state;
  rig r =
      rig_by("{carom: 1, rate: 10, bodies: {a: {type: mass, mass: 2, frequency: 0.5, position: 1}},"
             "outputs: {u: {of: a}}}",
             "adaptive", NULL, 0);
  listen(&r, 2.1, &stepped); // one period, and the sample of t = 2
  assert_near(carom_output(r.model, r.state, 0), 1, 1e-8);
  assert_true(carom_state_solver(r.state).steps > 0);
  rig_free(&r);
}

// --- The integrator and the state ---------------------------------------------------------------

static void work_is_counted(void **state) {
  (void)state;
  rig r = rig_by("beam-stop", "adaptive", (const change[]){{"rate", "10"}}, 1);
  listen(&r, 1, &stepped);
  const carom_solver_counts n = carom_state_solver(r.state);
  assert_int_equal(n.restarts, 2);
  assert_true(n.steps > 100);
  assert_true(n.right_sides >= n.iterations && n.iterations >= n.steps);
  assert_true(n.root_evaluations >= n.steps);
  assert_true(n.error_failures > 0 && n.error_failures < n.steps / 10);
  carom_state_reset(r.model, r.state);
  assert_int_equal(carom_state_solver(r.state).steps, 0);
  rig_free(&r);
}

// The integrator is no part of what is saved: it finds its way from any state.
static void saved_and_restored_it_goes_on(void **state) {
  (void)state;
  rig r = rig_by("beam-stop", "adaptive", (const change[]){{"rate", "100"}}, 1);
  rig_steps(&r, 40);
  void *saved = malloc(carom_state_saved_size(r.model));
  carom_state_save(r.model, r.state, saved);
  rig_steps(&r, 60);
  const double there = carom_output(r.model, r.state, 0);
  for (int again = 0; again < 2; ++again) {
    assert_int_equal(carom_state_restore(r.model, r.state, saved), CAROM_OK);
    assert_int_equal(carom_state_steps(r.state), 40);
    rig_steps(&r, 60);
    assert_near(carom_output(r.model, r.state, 0), there, 1e-6);
  }
  free(saved);
  rig_free(&r);
}

static void same_start_gives_the_same_bits(void **state) {
  (void)state;
  rig r = rig_by("beam-stop", "adaptive", (const change[]){{"rate", "50"}}, 1);
  rig_steps(&r, 60);
  const double there = carom_output(r.model, r.state, 0);
  carom_state_reset(r.model, r.state);
  rig_steps(&r, 60);
  assert_true(carom_output(r.model, r.state, 0) == there);
  rig_free(&r);
}

static void without_an_integrator_it_says_so(void **state) {
  (void)state;
  carom_scene *scene = scene_of("beam-stop");
  rig_set(scene, "solver.method", "adaptive");
  rig r = rig_of(scene);
  carom_step(r.model, r.state);
  assert_int_equal(carom_process(r.model, r.state, 1, NULL), CAROM_NO_PART);
  assert_non_null(strstr(carom_status_text(CAROM_NO_PART), "lacks"));
  rig_free(&r);
}

static void tolerance_below_rounding_is_told(void **state) {
  (void)state;
  rig r = rig_by("beam-stop", "adaptive",
                 (const change[]){{"rate", "10"}, {"solver.tolerance", "1e-18"}}, 2);
  assert_int_equal(carom_process(r.model, r.state, 5, NULL), CAROM_TOLERANCE);
  const double energy = carom_state_ledger(r.state).kinetic + carom_state_ledger(r.state).potential;
  assert_near(energy, 24.84175344094647, 1e-9); // it stays where it was, and so does its ledger
  assert_int_equal(carom_state_steps(r.state), 0);
  assert_at_most(rig_error(&r), 1e-15);
  rig_free(&r);
}

static void other_methods_have_no_tolerance(void **state) {
  (void)state;
  carom_error error;
  carom_model *model = NULL;
  carom_scene *scene = scene_of("beam-stop");
  rig_set(scene, "solver.tolerance", "1e-9");
  assert_null(model = carom_model_compile(scene, NULL, &error));
  assert_int_equal(error.status, CAROM_BAD_VALUE);
  assert_non_null(strstr(error.text, "solver.method adaptive"));
  carom_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest always[] = {
      cmocka_unit_test(without_an_integrator_it_says_so),
      cmocka_unit_test(other_methods_have_no_tolerance),
  };
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(impacts_come_as_exactly_as_asked),
      cmocka_unit_test(forced_beam_agrees_with_the_event_method),
      cmocka_unit_test(springs_agree),
      cmocka_unit_test(forced_beam_sticks_and_is_released),
      cmocka_unit_test(ball_bounces_with_gravity),
      cmocka_unit_test(damped_cantilever_on_a_moving_base_agrees),
      cmocka_unit_test(two_bodies_hand_velocity_on),
      cmocka_unit_test(scene_without_contacts_swings),
      cmocka_unit_test(work_is_counted),
      cmocka_unit_test(saved_and_restored_it_goes_on),
      cmocka_unit_test(same_start_gives_the_same_bits),
      cmocka_unit_test(tolerance_below_rounding_is_told),
  };
  const int failed = cmocka_run_group_tests(always, NULL, NULL);
  if (!carom_has_integrator()) {
    fprintf(stderr, "no SUNDIALS in this build: the rest is left out\n");
    return failed;
  }
  return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
