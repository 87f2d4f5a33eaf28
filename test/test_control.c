// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Controls, gestures and masses put somewhere while a model runs.

#include "allocations.h"
#include "support.h"

#include <pthread.h>

// --- Scenes -------------------------------------------------------------------------------------

#define STRING                                                                                     \
  "{type: string, length: 0.7, linear_density: 6e-3, tension: 100, sigma0: 1, sigma1: 2e-3, "      \
  "model: grid}"

static const char *const played =
    "{carom: 1, duration: 10, gravity: 3, bodies: {string: " STRING ", string2: " STRING
    ", hammer: {type: mass, mass: 3e-3, position: -0.01}, floor: {type: barrier, position: -0.02}},"
    " contacts: {strike: {type: collision, below: hammer, above: string@0.2, stiffness: 1e7, "
    "exponent: 2.3, damping: 0.2}, rest: {type: collision, below: floor, above: hammer, stiffness: "
    "1e6, damping: 1}, bow: {type: bow, on: string@0.15, force: 0, speed: 0.1}, finger: {type: "
    "finger, on: string2@0.5, damper: 0, spring: 0}, tie: {type: spring, below: string@0.9, above: "
    "string2@0.9, linear: 300}},"
    " controls: {pitch: {key: bodies.string*.pitch, from: 60, to: 130, curve: log, smooth: 0.02, "
    "midi: note}, stiff: {key: contacts.strike.stiffness, from: 1e5, to: 1e8, curve: log, midi: "
    "cc1}, loss: {key: bodies.string.sigma1, from: 0, to: 4e-3, smooth: 0}, pluck: {gesture: "
    "pluck, "
    "on: string@0.3, from: 0.1, to: 3, midi: note-on}, hit: {gesture: strike, on: string2@0.4, to: "
    "20}, draw: {gesture: bow, on: bow, to: 2}, damp: {gesture: finger, on: finger}},"
    " outputs: {a: {of: string@0.6, quantity: velocity}, b: {of: string2@0.6, quantity: velocity}, "
    "h: {of: hammer}, v: {of: hammer, quantity: velocity}}}";

static int control(const rig *r, const char *name) {
  const int index = carom_model_find_control(r->model, name);
  assert_true(index >= 0);
  return index;
}

static double live_value(const rig *r, const char *path) {
  return carom_state_get(r->model, r->state, carom_model_find_live(r->model, path));
}

// --- What a model tells -------------------------------------------------------------------------

static void controls_are_told_with_the_model(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  assert_int_equal(carom_model_describe(r.model).controls, 7);
  const carom_control_info pitch = carom_model_control(r.model, control(&r, "pitch"));
  assert_string_equal(pitch.path, "bodies.string.pitch");
  assert_string_equal(pitch.unit, "Hz");
  assert_string_equal(pitch.midi, "note");
  assert_int_equal(pitch.voices, 2);
  assert_near(carom_control_value(&pitch, 0.5), sqrt(60 * 130.0), 1e-12);
  assert_near(carom_control_value(&pitch, 2), 130, 0);
  assert_near(carom_control_value(&pitch, -1), 60, 0);
  const carom_control_info pluck = carom_model_control(r.model, control(&r, "pluck"));
  assert_string_equal(pluck.gesture, "pluck");
  assert_string_equal(pluck.path, "");
  assert_string_equal(carom_model_control(r.model, 99).name, "");
  assert_int_equal(carom_model_find_control(r.model, "nothing"), -1);
  // The grid is chosen for the highest pitch a control may ask for.
  const int live = carom_model_find_live(r.model, "bodies.string.pitch");
  assert_true(carom_model_live(r.model, live).high >= 130);
  rig_free(&r);
}

static void refuse(const char *path, const char *value, const char *text) {
  carom_scene *scene = scene_of(played);
  carom_model *model = NULL;
  carom_error error;
  rig_set(scene, path, value);
  if ((model = carom_model_compile(scene, NULL, &error)) != NULL)
    fail_msg("%s: %s is taken", path, value);
  if (strstr(error.text, text) == NULL)
    fail_msg("%s: %s: %s", path, value, error.text);
  carom_scene_free(scene);
}

static void bad_controls_are_refused_with_a_sentence(void **state) {
  (void)state;
  refuse("controls.pitch.key", "bodies.string.colour", "there is no live key");
  refuse("controls.stiff.from", "-1", "allowed are ends above 0");
  refuse("controls.stiff.key", "contacts.bow.position",
         "cannot be 100000 in this scene; allowed is");
  refuse("controls.pluck.on", "floor", "nothing can move there");
  refuse("controls.draw.on", "finger", "there is no bow 'finger'");
  refuse("controls.stiff.midi", "cc128", "is no message; allowed are note,");
  refuse("controls.stiff.gesture", "pluck", "needs one of key, moves and gesture");
  refuse("solver.method", "event", "does not take");
}

// --- Keys ---------------------------------------------------------------------------------------

static void a_control_glides_and_arrives_at_its_sample(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  const int pitch = control(&r, "pitch");
  const double start = live_value(&r, "bodies.string.pitch");
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, 120, 100), CAROM_OK);
  assert_int_equal(carom_state_waiting(r.state), 1);
  rig_steps(&r, 100);
  assert_near(live_value(&r, "bodies.string.pitch"), start, 0);
  rig_steps(&r, 441);
  assert_near(live_value(&r, "bodies.string.pitch"), (start + 120) / 2, 0.1);
  rig_steps(&r, 441);
  assert_near(live_value(&r, "bodies.string.pitch"), 120, 0);
  assert_near(live_value(&r, "bodies.string2.pitch"), start, 0); // the other voice
  assert_int_equal(carom_state_control(r.model, r.state, pitch, -1, 70, 0), CAROM_OK);
  rig_steps(&r, 1000);
  assert_near(live_value(&r, "bodies.string2.pitch"), 70, 0);
  // One that is set meanwhile stays where it is put.
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, 120, 0), CAROM_OK);
  rig_steps(&r, 10);
  const int live = carom_model_find_live(r.model, "bodies.string.tension");
  assert_int_equal(carom_state_set(r.model, r.state, live, 90), CAROM_OK);
  rig_steps(&r, 1000);
  assert_near(live_value(&r, "bodies.string.tension"), 90, 0);
  rig_free(&r);
}

// How often a key changes in 160 steps of a glide that takes 400, and whether it arrives.
static int changes_of_pitch(const char *model) {
  char text[600];
  snprintf(text, sizeof text,
           "{carom: 1, rate: 20000, bodies: {s: {type: string, length: 0.7, linear_density: 6e-3, "
           "tension: 100, points: 20, model: %s}}, controls: {pitch: {key: bodies.s.pitch, from: "
           "60, to: 100, smooth: 0.02}}}",
           model);
  rig r = rig_of(scene_of(text));
  int changes = 0;
  assert_int_equal(carom_state_control(r.model, r.state, control(&r, "pitch"), 0, 60, 37),
                   CAROM_OK);
  rig_steps(&r, 100);
  for (int n = 0; n < 160; ++n) {
    const double before = live_value(&r, "bodies.s.pitch");
    rig_steps(&r, 1);
    changes += live_value(&r, "bodies.s.pitch") != before;
  }
  rig_steps(&r, 200);
  assert_near(live_value(&r, "bodies.s.pitch"), 60, 0);
  rig_free(&r);
  return changes;
}

// Each change of a modal body costs more than its step.
static void keys_of_modes_glide_in_larger_steps(void **state) {
  (void)state;
  assert_int_equal(changes_of_pitch("grid"), 160);
  assert_int_equal(changes_of_pitch("modes"), 10);
}

// Each value is that of the ramp in the middle of the 16 steps that begin with it.
static void keys_of_modes_are_those_of_the_middle(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 20000, bodies: {s: {type: string, length: 0.7, linear_density: 6e-3, "
      "pitch: 80, points: 20, model: modes}}, controls: {pitch: {key: bodies.s.pitch, from: 60, "
      "to: 100, smooth: 0.02}}}"));
  assert_int_equal(carom_state_control(r.model, r.state, control(&r, "pitch"), 0, 60, 37),
                   CAROM_OK);
  for (int n = 0; n < 420; ++n) {
    rig_steps(&r, 1); // the step at t_n
    if (n % 16 == 0 && n > 37 && n + 16 < 437)
      assert_near(live_value(&r, "bodies.s.pitch"), 80 - 20 * (n + 7.5 - 37) / 400, 1e-10);
  }
  rig_free(&r);
}

static void what_is_wrong_is_refused_at_once(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  carom_stroke stroke = carom_stroke_default();
  const int pitch = control(&r, "pitch");
  assert_int_equal(carom_state_control(r.model, r.state, -1, 0, 1, 0), CAROM_NOT_LIVE);
  assert_int_equal(carom_state_control(r.model, r.state, 99, 0, 1, 0), CAROM_NOT_LIVE);
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 2, 100, 0),
                   CAROM_BAD_VALUE); // a voice
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, 131, 0), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, NAN, 0), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_control(r.model, r.state, pitch, 0, 100, -1), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_play(r.model, r.state, pitch, &stroke, 0), CAROM_NOT_LIVE);
  stroke.force = INFINITY;
  assert_int_equal(carom_state_play(r.model, r.state, control(&r, "pluck"), &stroke, 0),
                   CAROM_BAD_VALUE);
  stroke = carom_stroke_default();
  stroke.position = 2;
  assert_int_equal(carom_state_play(r.model, r.state, control(&r, "draw"), &stroke, 0),
                   CAROM_BAD_VALUE);
  assert_int_equal(carom_state_place(r.model, r.state, 0, 0, 0, 0), CAROM_NOT_LIVE); // a string
  assert_int_equal(carom_state_place(r.model, r.state, 2, NAN, 0, 0), CAROM_BAD_VALUE);
  carom_status status = CAROM_OK;
  for (int i = 0; i < 1000 && status == CAROM_OK; ++i)
    status = carom_state_place(r.model, r.state, 2, 0, 0, 100000);
  assert_int_equal(status, CAROM_FULL);
  rig_free(&r);
}

// A slider that is dragged ends where it is let go, however many moves come in one block, and
// beside whatever else waits.
static void the_last_move_of_a_control_counts(void **state) {
  (void)state;
  for (int apart = 0; apart < 2; ++apart) {
    rig r = rig_of(scene_of(played));
    const int pitch = control(&r, "pitch");
    for (int i = 0; i < 100; ++i)
      assert_int_equal(carom_state_place(r.model, r.state, 2, 0, 0, 100000), CAROM_OK);
    for (int i = 1; i <= 500; ++i)
      assert_int_equal(
          carom_state_control(r.model, r.state, pitch, -1, 80 + i * 0.1, apart == 0 ? 0 : i / 2),
          CAROM_OK);
    if (apart == 0)
      assert_int_equal(carom_state_waiting(r.state), 102);
    rig_steps(&r, 3000);
    assert_near(live_value(&r, "bodies.string.pitch"), 130, 0);
    assert_near(live_value(&r, "bodies.string2.pitch"), 130, 0);
    rig_free(&r);
  }
}

// --- Gestures -----------------------------------------------------------------------------------

// Played at a sample they are what a score does at that time.
static void played_gestures_are_those_of_a_score(void **state) {
  (void)state;
  carom_scene *scored = scene_of(played);
  rig_set(scored, "score.0.gesture", "pluck");
  rig_set(scored, "score.0.at", "0.01");
  rig_set(scored, "score.0.on", "string@0.3");
  rig_set(scored, "score.0.force", "2");
  rig_set(scored, "score.1.gesture", "bow");
  rig_set(scored, "score.1.at", "0.03");
  rig_set(scored, "score.1.force", "0.7");
  rig_set(scored, "score.1.for", "0.05");
  rig_set(scored, "score.2.gesture", "control");
  rig_set(scored, "score.2.on", "hit");
  rig_set(scored, "score.2.at", "0.02");
  rig_set(scored, "score.2.to", "15");
  rig a = rig_of(scored);
  rig b = rig_of(scene_of(played));
  carom_stroke stroke = carom_stroke_default();
  stroke.force = 2;
  assert_int_equal(carom_state_play(b.model, b.state, control(&b, "pluck"), &stroke, 441),
                   CAROM_OK);
  stroke.force = 0.7;
  stroke.lasts = 0.05;
  assert_int_equal(carom_state_play(b.model, b.state, control(&b, "draw"), &stroke, 1323),
                   CAROM_OK);
  stroke = carom_stroke_default();
  stroke.force = 15;
  assert_int_equal(carom_state_play(b.model, b.state, control(&b, "hit"), &stroke, 882), CAROM_OK);
  double loudest = 0;
  for (int n = 0; n < 8000; ++n) {
    rig_steps(&a, 1);
    rig_steps(&b, 1);
    loudest = fmax(loudest, fabs(carom_output(a.model, a.state, 0)));
    for (int i = 0; i < 2; ++i) // a bow's ramp is sampled half a step apart
      assert_near(carom_output(b.model, b.state, i), carom_output(a.model, a.state, i),
                  1e-3 * loudest + 1e-12);
  }
  assert_true(loudest > 0.1);
  assert_at_most(rig_error(&a), 1e-12);
  assert_at_most(rig_error(&b), 1e-12);
  rig_free(&a);
  rig_free(&b);
}

static void a_hammer_can_be_thrown_again_and_again(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  const int hammer = 2;
  for (int blow = 0; blow < 5; ++blow) {
    const double supplied = carom_state_ledger(r.state).supplied;
    assert_int_equal(carom_state_place(r.model, r.state, hammer, -1e-3, 2, 10), CAROM_OK);
    rig_steps(&r, 12);
    assert_near(carom_output(r.model, r.state, 3), 2, 1e-2);
    // What it took: the new motion less the old one.
    const double energy = 3e-3 / 2 * 2 * 2;
    assert_near(carom_state_ledger(r.state).supplied - supplied, energy, 0.2 * energy);
    rig_steps(&r, 4000);
    assert_true(carom_output(r.model, r.state, 3) < 1);
  }
  assert_true(carom_contact_counts(r.model, r.state, 0).impacts >= 5);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// --- The mailbox --------------------------------------------------------------------------------

enum { SENT = 20000 };

typedef struct {
  carom_mailbox *mailbox;
  int live;
} sender;

static void *send_all(void *user) {
  const sender *s = user;
  for (int i = 0; i < SENT; ++i)
    while (!carom_mailbox_set(s->mailbox, s->live, 100 + (double)i / SENT))
      ;
  return NULL;
}

static void a_mailbox_keeps_order_and_the_newest_move(void **state) {
  (void)state;
  rig r = rig_of(scene_of(played));
  void *block = aligned_alloc(64, (carom_mailbox_size(100) + 63) / 64 * 64);
  carom_mailbox *mailbox = carom_mailbox_init(block, 100);
  sender s = {mailbox, carom_model_find_live(r.model, "bodies.string.tension")};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, send_all, &s), 0);
  double last = 0;
  int taken = 0;
  while (last < 100 + (SENT - 1.0) / SENT) {
    int refused = 0;
    taken += carom_mailbox_deliver(r.model, r.state, mailbox, &refused);
    assert_true(taken <= SENT);
    assert_int_equal(refused, 0);
    const double now = carom_state_get(r.model, r.state, s.live);
    assert_true(now >= last);
    last = now;
    carom_process(r.model, r.state, 8, NULL);
  }
  pthread_join(thread, NULL);
  assert_near(last, 100 + (SENT - 1.0) / SENT, 0);
  assert_int_equal(carom_mailbox_deliver(r.model, r.state, mailbox, NULL), 0);
  carom_mailbox_play(mailbox, 99, &(carom_stroke){0});
  int refused = 0;
  assert_int_equal(carom_mailbox_deliver(r.model, r.state, mailbox, &refused), 1);
  assert_int_equal(refused, 1);
  free(block);
  rig_free(&r);
}

// Of each key, and of each control and voice by itself; strokes and what does not wait are refused.
static void a_full_mailbox_takes_the_newest_move_of_what_waits_in_it(void **state) {
  (void)state;
  enum { ROOM = 16 };
  rig r = rig_of(scene_of(played));
  void *block = aligned_alloc(64, (carom_mailbox_size(ROOM) + 63) / 64 * 64);
  carom_mailbox *mailbox = carom_mailbox_init(block, ROOM);
  const int tension = carom_model_find_live(r.model, "bodies.string.tension");
  const int sigma0 = carom_model_find_live(r.model, "bodies.string.sigma0");
  assert_true(sigma0 >= 0);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 128; ++i) {
      assert_true(carom_mailbox_set(mailbox, tension, 100 + i / 200.0 + round));
      assert_int_equal(carom_mailbox_set(mailbox, sigma0, i + 0.5), 1);
    }
    assert_false(carom_mailbox_control(mailbox, 0, -1, 1));
    assert_false(carom_mailbox_play(mailbox, 0, NULL));
    assert_false(carom_mailbox_place(mailbox, 2, 0, 0));
    int refused = 0;
    assert_int_equal(carom_mailbox_deliver(r.model, r.state, mailbox, &refused), ROOM);
    assert_int_equal(refused, 0);
    assert_near(carom_state_get(r.model, r.state, tension), 100 + 127 / 200.0 + round, 0);
    assert_near(carom_state_get(r.model, r.state, sigma0), 127.5, 0);
    for (int i = 0; i < 40; ++i) // voices are told apart
      assert_int_equal(carom_mailbox_control(mailbox, 0, i % 20, 1), i % 20 < ROOM);
    assert_int_equal(carom_mailbox_deliver(r.model, r.state, mailbox, &refused), ROOM);
  }
  free(block);
  rig_free(&r);
}

// --- Anything at any time -----------------------------------------------------------------------

// One random action; the same for the same seed.
static void act(const carom_model *m, carom_state *s, carom_mailbox *mailbox, uint64_t *seed,
                int most) {
  const int offset = (int)(random_unit(seed) * most);
  const int index = (int)(random_unit(seed) * 7);
  const carom_control_info info = carom_model_control(m, index);
  const double value = carom_control_value(&info, random_unit(seed));
  const double choice = random_unit(seed);
  carom_stroke stroke = carom_stroke_default();
  stroke.force = random_between(seed, 0, 3);
  stroke.over = random_log(seed, 1e-3, 0.05);
  if (random_unit(seed) < 0.5)
    stroke.lasts = random_log(seed, 1e-3, 0.1);
  stroke.speed = random_between(seed, -0.3, 0.3);
  stroke.damper = random_between(seed, 0, 2);
  stroke.spring = random_unit(seed) < 0.5 ? 0 : random_log(seed, 1, 1e4);
  stroke.position = random_between(seed, 0.02, 0.98);
  const double x = random_between(seed, -0.015, -1e-3);
  const double v = random_between(seed, -3, 3);
  if (choice < 0.1)
    carom_state_place(m, s, 2, x, v, offset);
  else if (choice < 0.2)
    carom_mailbox_place(mailbox, 2, x, v);
  else if (info.gesture[0] == '\0' && choice < 0.6)
    carom_state_control(m, s, index, choice < 0.3 ? -1 : 0, value, offset);
  else if (info.gesture[0] == '\0')
    carom_mailbox_control(mailbox, index, 0, value);
  else if (choice < 0.6)
    carom_state_play(m, s, index, &stroke, offset);
  else
    carom_mailbox_play(mailbox, index, &stroke);
}

enum { TURNS_APART = 64 };

// The same actions with the run cut into blocks of another length.
static unsigned char *play_at_random(int actions, int block_length, uint64_t seed, double *error) {
  rig r = rig_of(scene_of(played));
  void *block = aligned_alloc(64, (carom_mailbox_size(64) + 63) / 64 * 64);
  carom_mailbox *mailbox = carom_mailbox_init(block, 64);
  const long long before = calls;
  for (int i = 0; i < actions; ++i) {
    act(r.model, r.state, mailbox, &seed, TURNS_APART);
    carom_mailbox_deliver(r.model, r.state, mailbox, NULL);
    for (int n = 0; i % 4 == 3 && n < TURNS_APART; n += block_length)
      if (carom_process(r.model, r.state, block_length, NULL) != CAROM_OK)
        fail_msg("not finite after %d actions", i);
    carom_impact event;
    while (carom_state_next_impact(r.model, r.state, &event))
      ;
  }
  assert_true(calls == before);
  *error = rig_error(&r);
  unsigned char *saved = malloc(carom_state_saved_size(r.model));
  carom_state_save(r.model, r.state, saved);
  unsigned char *kept = malloc(carom_state_saved_size(r.model));
  memcpy(kept, saved, carom_state_saved_size(r.model));
  free(saved);
  free(block);
  rig_free(&r);
  return kept;
}

static void anything_at_any_time_keeps_the_ledger_and_the_bits(void **state) {
  (void)state;
  const int actions = random_cases(100000, 100000);
  static const int lengths[] = {64, 1, 16};
  unsigned char *first = NULL;
  rig r = rig_of(scene_of(played));
  for (int i = 0; i < 3; ++i) {
    double error = 0;
    // The whole number once; blocks of other lengths on a part of it.
    unsigned char *whole = i == 0 ? play_at_random(actions, lengths[i], 7, &error) : NULL;
    assert_at_most(error, 1e-10);
    free(whole);
    unsigned char *saved = play_at_random(4000, lengths[i], 8, &error);
    assert_at_most(error, 1e-10);
    if (first == NULL)
      first = saved;
    else
      assert_memory_equal(saved, first, carom_state_saved_size(r.model));
    if (saved != first)
      free(saved);
  }
  free(first);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controls_are_told_with_the_model),
      cmocka_unit_test(bad_controls_are_refused_with_a_sentence),
      cmocka_unit_test(a_control_glides_and_arrives_at_its_sample),
      cmocka_unit_test(keys_of_modes_glide_in_larger_steps),
      cmocka_unit_test(keys_of_modes_are_those_of_the_middle),
      cmocka_unit_test(what_is_wrong_is_refused_at_once),
      cmocka_unit_test(the_last_move_of_a_control_counts),
      cmocka_unit_test(played_gestures_are_those_of_a_score),
      cmocka_unit_test(a_hammer_can_be_thrown_again_and_again),
      cmocka_unit_test(a_mailbox_keeps_order_and_the_newest_move),
      cmocka_unit_test(a_full_mailbox_takes_the_newest_move_of_what_waits_in_it),
      cmocka_unit_test(anything_at_any_time_keeps_the_ledger_and_the_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
