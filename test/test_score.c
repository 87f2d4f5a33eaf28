// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scores: gestures arrive when and where they should, glide from where things are, and are refused
// with their line where they cannot be played.

#include "support.h"
#include <time.h>

#define STRING                                                                                     \
  "carom: 1\n"                                                                                     \
  "rate: 10000\n"                                                                                  \
  "duration: 2\n"                                                                                  \
  "bodies:\n"                                                                                      \
  "  s: {type: string, length: 1, linear_density: 6e-3, tension: 60, sigma0: 1}\n"                 \
  "contacts:\n"                                                                                    \
  "  bow: {type: bow, on: s@0.2, force: 0, speed: 0.1}\n"                                          \
  "  finger: {type: finger, on: s@0.5, damper: 0}\n"                                               \
  "outputs:\n"                                                                                     \
  "  u: {of: s@0.31}\n"                                                                            \
  "score:\n"

static double live_now(const rig *r, const char *path) {
  const int live = carom_model_find_live(r->model, path);
  assert_true(live >= 0);
  return carom_state_get(r->model, r->state, live);
}

// A live key follows its path at the beginning of a step.
static double live_at(rig *r, const char *path, double time) {
  const long long steps = llround(time * 10000) + 1 - carom_state_steps(r->state);
  assert_true(steps >= 0);
  rig_steps(r, steps);
  return live_now(r, path);
}

static void gestures_move_live_keys(void **state) {
  (void)state;
  rig r = rig_of(scene_of(STRING "  - {gesture: bow, at: 0.1, force: 0.5, speed: 0.2, over: 0.1,"
                                 " for: 1}\n"
                                 "  - {gesture: finger, at: 0.5, damper: 2, spring: 30, position: "
                                 "0.25, over: 0.2, for: 0.4}\n"
                                 "  - {gesture: set, at: 0.3, key: bodies.s.sigma0, to: 5}\n"));
  const char *force = "contacts.bow.force";
  assert_near(live_at(&r, force, 0.1), 0, 0);
  assert_near(live_at(&r, force, 0.15), 0.25, 1e-12);
  assert_near(live_now(&r, "contacts.bow.speed"), 0.15, 1e-12);
  assert_near(live_at(&r, force, 0.25), 0.5, 0);
  assert_near(live_at(&r, "bodies.s.sigma0", 0.2999), 1, 0);
  assert_near(live_at(&r, "bodies.s.sigma0", 0.3), 5, 0); // at once
  assert_near(live_at(&r, "contacts.finger.damper", 0.6), 1, 1e-12);
  assert_near(live_now(&r, "contacts.finger.position"), 0.375, 1e-12);
  assert_near(live_at(&r, "contacts.finger.damper", 0.8), 2, 0);
  assert_near(live_now(&r, "contacts.finger.spring"), 30, 0);
  assert_near(live_at(&r, "contacts.finger.damper", 1), 1, 1e-12); // being lifted
  assert_near(live_at(&r, force, 1.1), 0.5, 0);
  assert_near(live_at(&r, force, 1.3), 0, 0);
  assert_near(live_now(&r, "contacts.finger.damper"), 0, 0);
  assert_near(live_now(&r, "contacts.finger.spring"), 0, 0);
  assert_near(live_now(&r, "contacts.finger.position"), 0.25, 0);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A gesture that begins before another has ended takes over from where that one is; the order in
// the file does not matter.
static void gestures_take_over_from_each_other(void **state) {
  (void)state;
  rig r = rig_of(scene_of(STRING "  late: {gesture: bow, at: 0.2, force: 0, over: 0.1}\n"
                                 "  early: {gesture: bow, at: 0.1, force: 1, over: 0.2}\n"));
  const char *force = "contacts.bow.force";
  assert_near(live_at(&r, force, 0.2), 0.5, 1e-12);
  assert_near(live_at(&r, force, 0.25), 0.25, 1e-12);
  assert_near(live_at(&r, force, 0.3), 0, 1e-12);
  assert_near(live_at(&r, force, 1), 0, 0);
  rig_free(&r);
}

// Nor does its end come once another has begun.
static void a_later_gesture_is_not_lifted_by_an_earlier_one(void **state) {
  (void)state;
  rig r = rig_of(scene_of(STRING "  - {gesture: bow, at: 0.1, force: 3, for: 0.2}\n"
                                 "  - {gesture: bow, at: 0.25, force: 1}\n"));
  assert_near(live_at(&r, "contacts.bow.force", 0.2), 3, 0);
  assert_near(live_at(&r, "contacts.bow.force", 1), 1, 0);
  rig_free(&r);
}

// Plucks and strikes are forces with a beginning and an end; the momentum they leave is theirs.
static void pushes_do_their_work(void **state) {
  (void)state;
  rig r =
      rig_of(scene_of("{carom: 1, rate: 1e5, duration: 0.1, bodies: {m: {type: mass, mass: "
                      "0.01}}, outputs: {v: {of: m, quantity: velocity}},"
                      " score: {b: {gesture: pluck, at: 0.05, on: m, force: -3, over: 0.02},"
                      "         a: {gesture: strike, at: 0.01, on: m, force: 2, over: 0.004}}}"));
  rig_steps(&r, 1001);
  assert_near(carom_output(r.model, r.state, 0), 0, 0);
  rig_steps(&r, 1000);
  assert_near(carom_output(r.model, r.state, 0), 2 * 0.004 / 2 / 0.01, 1e-9);
  rig_steps(&r, 7000);
  const double pluck = -3 * 0.02 / 2 / 0.01; // released within a step
  assert_near(carom_output(r.model, r.state, 0), 0.4 + pluck, 3 * 1e-5 / 0.01);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_near(l.supplied, l.kinetic, 1e-12 * l.kinetic);
  rig_free(&r);
}

// --- Pitch --------------------------------------------------------------------------------------

// The pitch of a string by the zero crossings of its first mode.
static double sounding(rig *r, int steps) {
  double before = 0;
  double first = -1;
  double last = -1;
  int crossings = 0;
  for (int i = 0; i < steps; ++i) {
    carom_step(r->model, r->state);
    const double u = carom_output(r->model, r->state, 0);
    if (before < 0 && u >= 0) {
      last = i - u / (u - before);
      first = first < 0 ? last : first;
      ++crossings;
    }
    before = u;
  }
  return (crossings - 1) / (last - first) * 44100;
}

static void a_string_glides_to_its_pitch(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, duration: 2, bodies: {s: {type: string, length: 1, density: 7850, radius: 5e-4,"
      " pitch: 100, youngs: 2e11, start: {shape: sine, mode: 1, amplitude: 1e-3}}},"
      " outputs: {u: {of: s@0.5}},"
      " score: [{gesture: tune, at: 0.5, pitch: 150, over: 0.5}]}"));
  const carom_live_info info =
      carom_model_live(r.model, carom_model_find_live(r.model, "bodies.s.pitch"));
  assert_near(info.start, 100, 1e-9);
  assert_true(info.high >= 150); // the grid was chosen for what the score asks
  assert_near(sounding(&r, 22000), 100, 0.01);
  const double before = carom_state_ledger(r.state).total;
  rig_steps(&r, 22200);
  assert_near(live_now(&r, "bodies.s.pitch"), 150, 1e-9);
  assert_near(live_now(&r, "bodies.s.tension"),
              7850 * 3.14159265358979 * 25e-8 * 300 * 300 -
                  2e11 * 3.14159265358979 * 625e-16 / 4 * 9.8696044,
              1e-6);
  assert_near(sounding(&r, 40000), 150, 0.02);
  assert_near(carom_state_ledger(r.state).total, before, 1e-12 * fabs(before));
  assert_true(carom_state_ledger(r.state).supplied > 0); // tightening a vibrating string is work
  rig_free(&r);
}

static void tension_and_pitch_are_one(void **state) {
  (void)state;
  rig r = rig_of(scene_of("{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 5e-3,"
                          " tension: 50, points: 40}}}"));
  const int tension = carom_model_find_live(r.model, "bodies.s.tension");
  const int pitch = carom_model_find_live(r.model, "bodies.s.pitch");
  assert_near(carom_state_get(r.model, r.state, pitch), 50, 1e-12);
  assert_int_equal(carom_state_set(r.model, r.state, pitch, 60), CAROM_OK);
  assert_near(carom_state_get(r.model, r.state, tension), 72, 1e-12);
  assert_int_equal(carom_state_set(r.model, r.state, tension, 98), CAROM_OK);
  assert_near(carom_state_get(r.model, r.state, pitch), 70, 1e-12);
  const double high = carom_model_live(r.model, pitch).high;
  assert_int_equal(carom_state_set(r.model, r.state, pitch, high * 1.01), CAROM_BAD_VALUE);
  rig_free(&r);
}

// --- Mistakes -----------------------------------------------------------------------------------

static void refuse(const char *score, int line, const char *says) {
  char text[2000];
  snprintf(text, sizeof text, "%s%s", STRING, score);
  carom_error error = {.status = CAROM_OK};
  carom_scene *scene = carom_scene_new(NULL);
  carom_model *model = NULL;
  if (carom_scene_parse(scene, "piece", text, strlen(text), &error) == CAROM_OK)
    model = carom_model_compile(scene, NULL, &error);
  if (error.status == CAROM_OK || error.line != line || strstr(error.text, says) == NULL)
    fail_msg("expected line %d and '%s', got line %d: %s", line, says, error.line, error.text);
  carom_model_free(model);
  carom_scene_free(scene);
}

static void what_cannot_be_played_is_refused_at_its_line(void **state) {
  (void)state;
  refuse("  - {gesture: bow, at: -1, force: 1}\n", 12, "at least 0");
  refuse("  - {gesture: bow, at: 2.5, force: 1}\n", 12, "the duration, 2 s");
  refuse("  - {gesture: bow, at: 0, force: 1}\n  - {gesture: blow, at: 1}\n", 13,
         "bow, finger, pluck, strike, throw, tune, set");
  refuse("  - {gesture: bow, at: 0, force: -1}\n", 12, "at least 0");
  refuse("  - {gesture: bow, at: 0, position: 1.2}\n", 12, "from 0 to 1");
  refuse("  - {gesture: bow, at: 0}\n", 12, "moves nothing");
  refuse("  - {gesture: bow, at: 0, on: finger, force: 1}\n", 12, "no bow 'finger'");
  refuse("  - {gesture: bow, at: 0, damper: 1}\n", 12, "not a key of a bow");
  refuse("  - {gesture: pluck, at: 0, force: 1}\n", 12, "required is a point");
  refuse("  - {gesture: pluck, at: 0, on: s@1.5}\n", 12, "not a point");
  refuse("  - {gesture: strike, at: 0, on: s@0.5, over: 1e-9}\n", 12, "at least 0.0001 s");
  refuse("  - {gesture: tune, at: 0}\n", 12, "either pitch or tension");
  refuse("  - {gesture: tune, at: 0, pitch: 60}\n  - {gesture: tune, at: 1, tension: 50}\n", 12,
         "both pitch and tension");
  refuse("  - {gesture: tune, at: 0, pitch: 60}\n  - {gesture: tune, at: 1, pitch: 30000}\n", 13,
         "bodies.s.pitch cannot be 30000 in this scene; allowed is from 0 to 2500");
  refuse("  - {gesture: set, at: 0, key: bodies.s.length, to: 2}\n", 12, "no live key");
  refuse("  - {gesture: set, at: 0, to: 2}\n", 12, "missing");
  refuse("  - pluck\n", 12, "not a gesture");
}

static void a_tension_beyond_the_grid_is_refused(void **state) {
  (void)state;
  const char *text =
      "carom: 1\n"
      "bodies:\n"
      "  s: {type: string, length: 1, linear_density: 5e-3, tension: 50, points: 200}\n"
      "score:\n"
      "  - {gesture: tune, at: 0.2, pitch: 70}\n"
      "  - {gesture: tune, at: 0.5, pitch: 200}\n";
  carom_error error;
  carom_scene *scene = carom_scene_new(NULL);
  carom_model *model = NULL;
  assert_int_equal(carom_scene_parse(scene, "piece", text, strlen(text), &error), CAROM_OK);
  assert_null(model = carom_model_compile(scene, NULL, &error));
  assert_int_equal(error.status, CAROM_BAD_VALUE);
  assert_int_equal(error.line, 6);
  assert_non_null(strstr(error.text, "piece:6:"));
  assert_non_null(strstr(error.text, "allowed is from 0 to 110.25"));
  carom_scene_free(scene);
}

// A scene that is shortened plays what fits.
static void a_shortened_scene_leaves_the_rest_out(void **state) {
  (void)state;
  carom_scene *scene = scene_of(STRING "  - {gesture: bow, at: 0.1, force: 1}\n"
                                       "  - {gesture: bow, at: 1.5, force: 0}\n"
                                       "  - {gesture: bow, at: 1, force: 2}\n");
  rig_set(scene, "duration", "1");
  assert_int_equal(carom_scene_cut_score(scene), 1);
  assert_int_equal(carom_scene_count(scene, "score"), 2);
  assert_int_equal(carom_scene_cut_score(scene), 0);
  rig r = rig_of(scene);
  rig_free(&r);
}

// A pass over the score for each gesture that is dropped would take seconds.
static void a_long_score_is_cut_at_once(void **state) {
  (void)state;
  enum { GESTURES = 20000 };
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  fputs(STRING, file);
  for (int i = 0; i < GESTURES; ++i)
    fprintf(file, "  - {gesture: pluck, at: %g, on: s@0.3}\n", 1e-4 * i);
  fclose(file);
  carom_scene *scene = scene_of(text);
  rig_set(scene, "duration", "0.01");
  const clock_t start = clock();
  assert_int_equal(carom_scene_cut_score(scene), GESTURES - 101);
  assert_at_most((double)(clock() - start) / CLOCKS_PER_SEC, 0.2);
  assert_int_equal(carom_scene_count(scene, "score"), 101);
  rig r = rig_of(scene);
  rig_free(&r);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gestures_move_live_keys),
      cmocka_unit_test(gestures_take_over_from_each_other),
      cmocka_unit_test(a_later_gesture_is_not_lifted_by_an_earlier_one),
      cmocka_unit_test(pushes_do_their_work),
      cmocka_unit_test(a_string_glides_to_its_pitch),
      cmocka_unit_test(tension_and_pitch_are_one),
      cmocka_unit_test(what_cannot_be_played_is_refused_at_its_line),
      cmocka_unit_test(a_tension_beyond_the_grid_is_refused),
      cmocka_unit_test(a_shortened_scene_leaves_the_rest_out),
      cmocka_unit_test(a_long_score_is_cut_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
