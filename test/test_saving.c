// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Saved states: every byte means something, a damaged one is refused, and a state goes on in any
// handle.

#include "support.h"
#include <limits.h>

/// A state in memory that held this before, some steps on.
typedef struct {
  void *block;
  carom_state *state;
  unsigned char *saved;
} kept_state;

static kept_state run_in(const carom_model *model, int filling, int samples) {
  kept_state k = {.block = aligned_alloc(64, (carom_state_size(model) + 63) / 64 * 64),
                  .saved = malloc(carom_state_saved_size(model))};
  assert_non_null(k.block);
  memset(k.block, filling, carom_state_size(model));
  memset(k.saved, filling, carom_state_saved_size(model));
  k.state = carom_state_init(model, k.block);
  carom_process(model, k.state, samples, NULL);
  carom_state_save(model, k.state, k.saved);
  return k;
}

static void release(kept_state *k) {
  carom_state_free(k->state);
  free(k->block);
  free(k->saved);
}

// Padding and scratch would show what the memory held before.
static void saved_bytes_do_not_depend_on_former_contents_of_memory(void **state) {
  (void)state;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    rig r = rig_of(scene_of(carom_builtin_name(i)));
    kept_state a = run_in(r.model, 0x00, 130);
    kept_state b = run_in(r.model, 0xA5, 130);
    assert_memory_equal(a.saved, b.saved, carom_state_saved_size(r.model));
    release(&a);
    release(&b);
    rig_free(&r);
  }
}

static void a_saved_state_is_smaller_than_a_state(void **state) {
  (void)state;
  rig r = rig_of(scene_of("string-string"));
  assert_true(carom_state_saved_size(r.model) < carom_state_size(r.model));
  rig_free(&r);
}

// Any byte changed on the way is noticed, and nothing is taken over.
static void a_damaged_state_is_refused(void **state) {
  (void)state;
  static const char *const names[] = {"mass-barrier", "tromba", "beam-stop", "hunt-crossley"};
  uint64_t seed = 3;
  for (int i = 0; i < 4; ++i) {
    rig r = rig_of(scene_of(names[i]));
    const size_t size = carom_state_saved_size(r.model);
    unsigned char *saved = malloc(size);
    rig_steps(&r, 50);
    carom_state_save(r.model, r.state, saved);
    rig_steps(&r, 1);
    const double before = carom_output(r.model, r.state, 0);
    for (int trial = 0; trial < 264; ++trial) { // the head, then anywhere
      const size_t at = trial < 64 ? (size_t)trial : (size_t)(random_unit(&seed) * (double)size);
      const unsigned char bit = (unsigned char)(1U << (unsigned)(random_unit(&seed) * 8));
      saved[at] ^= bit;
      const carom_status status = carom_state_restore(r.model, r.state, saved);
      saved[at] ^= bit;
      assert_true(status == CAROM_DAMAGED || status == CAROM_WRONG_MODEL);
      assert_true(carom_output(r.model, r.state, 0) == before);
    }
    assert_int_equal(carom_state_restore(r.model, r.state, saved), CAROM_OK);
    free(saved);
    rig_free(&r);
  }
}

// --- Another model's state ----------------------------------------------------------------------

// Each call that takes a model and a state, with the state of another.
static void refuse_all(const carom_model *m, carom_state *s) {
  static const int live[1] = {0};
  static const double value[1] = {1};
  double room[16] = {0};
  carom_impact event;
  carom_bound bound;
  carom_resolution resolution;
  carom_error error;
  const carom_stroke stroke = carom_stroke_default();
  assert_int_equal(carom_process(m, s, 100, NULL), CAROM_WRONG_MODEL);
  assert_int_equal(carom_state_start(m, s, 1, live, value), CAROM_WRONG_MODEL);
  assert_int_equal(carom_state_set(m, s, 0, 1), CAROM_WRONG_MODEL);
  assert_int_equal(carom_state_control(m, s, 0, -1, 1, 0), CAROM_WRONG_MODEL);
  assert_int_equal(carom_state_play(m, s, 0, &stroke, 0), CAROM_WRONG_MODEL);
  assert_int_equal(carom_state_place(m, s, 0, 0, 0, 0), CAROM_WRONG_MODEL);
  if (carom_model_describe(m).integrates && carom_has_integrator())
    assert_int_equal(carom_state_equip(m, s, &error), CAROM_WRONG_MODEL);
  assert_int_equal(carom_body_shape(m, s, 0, room, 16), 0);
  assert_int_equal(carom_body_velocity(m, s, 0, room, 16), 0);
  assert_int_equal(carom_contact_forces(m, s, 0, room, 16), 0);
  assert_int_equal(carom_warnings(m, s, NULL, NULL, 0), 0);
  assert_false(carom_contact_bound(m, s, 0, &bound));
  assert_false(carom_contact_resolution(m, s, 0, &resolution));
  assert_false(carom_state_next_impact(m, s, &event));
  assert_false(carom_state_open_impact(m, s, 0, &event));
  carom_step(m, s);
  carom_state_reset(m, s);
  carom_state_keep_ledger(m, s, false);
}

static void the_state_of_another_model_is_refused(void **state) {
  (void)state;
  static const char *const names[] = {"mass-barrier",  "tromba",      "beam-stop",   "piano-hammer",
                                      "hunt-crossley", "mass-string", "sitar-string"};
  enum { MODELS = sizeof names / sizeof names[0] };
  for (int i = 0; i < MODELS; ++i)
    for (int k = 0; k < MODELS; ++k) {
      rig mine = rig_of(scene_of(names[i]));
      rig other = rig_of(scene_of(names[k]));
      const size_t size = carom_state_saved_size(mine.model);
      unsigned char *before = malloc(size);
      unsigned char *after = malloc(size);
      unsigned char *wrong = malloc(carom_state_saved_size(other.model));
      rig_steps(&mine, 20);
      carom_state_save(mine.model, mine.state, before);
      if (i != k) {
        refuse_all(other.model, mine.state);
        carom_state_save(other.model, mine.state, wrong);
        assert_int_equal(carom_state_restore(other.model, other.state, wrong), CAROM_WRONG_MODEL);
      }
      assert_int_equal(carom_state_restore(other.model, mine.state, before),
                       i == k ? CAROM_OK : CAROM_WRONG_MODEL); // another of the same scene may
      carom_state_save(mine.model, mine.state, after);
      assert_memory_equal(before, after, size);
      free(before);
      free(after);
      free(wrong);
      rig_free(&mine);
      rig_free(&other);
    }
}

static void an_index_of_no_built_in_scene_has_no_name_and_no_text(void **state) {
  (void)state;
  const int none[] = {-1, -1000000, carom_builtin_count(), INT_MAX, INT_MIN};
  for (int i = 0; i < 5; ++i) {
    assert_null(carom_builtin_name(none[i]));
    assert_null(carom_builtin_text(none[i]));
  }
}

// --- Handles ------------------------------------------------------------------------------------

// What a handle keeps beside what is saved must hold, or not matter: a state that goes from handle
// to handle at every step, and leaves what it was there two steps before, moves as one in its own.
// Live keys change on the way.
static void check_handles(carom_scene *scene, carom_scene *same, int steps, uint64_t seed) {
  rig a = rig_of(scene);
  rig b = rig_of(same);
  const size_t size = carom_state_saved_size(a.model);
  unsigned char *saved = malloc(size);
  unsigned char *other = malloc(size);
  carom_state *from = b.state;
  carom_state *to = carom_state_new(b.model, NULL);
  const int lives = carom_model_describe(a.model).lives;
  for (int n = 0; n < steps; ++n) {
    const int live = (int)(random_unit(&seed) * lives);
    const carom_live_info info = carom_model_live(a.model, live);
    const double value = random_between(&seed, info.slider_low, info.slider_high);
    if (n % 20 == 10 && lives > 0)
      assert_int_equal(carom_state_set(a.model, a.state, live, value),
                       carom_state_set(b.model, from, live, value));
    carom_state_save(b.model, from, saved);
    assert_int_equal(carom_state_restore(b.model, to, saved), CAROM_OK);
    carom_step(a.model, a.state);
    carom_step(b.model, to);
    carom_state *swap = from;
    from = to;
    to = swap;
    carom_state_save(a.model, a.state, saved);
    carom_state_save(b.model, from, other);
    if (n % 10 == 0)
      assert_memory_equal(saved, other, size);
  }
  assert_memory_equal(saved, other, size);
  carom_state_free(from == b.state ? to : from);
  free(saved);
  free(other);
  rig_free(&a);
  rig_free(&b);
}

static void built_in_scenes_may_go_from_handle_to_handle(void **state) {
  (void)state;
  static const char *const names[] = {"play-sitar", "hammered-string", "tanpura", "tromba-author"};
  for (int i = 0; i < 4; ++i)
    check_handles(scene_of(names[i]), scene_of(names[i]), slow_build() ? 100 : 1000, 41);
}

// A point of one of two strings or masses; those on strings are near each other.
static int add_point(char *text, size_t room, const char *key, int body, double base, uint64_t *r) {
  static const char *const names[] = {"s", "t", "m", "n"};
  if (body >= 2)
    return snprintf(text, room, ", %s: %s", key, names[body]);
  return snprintf(text, room, ", %s: %s@%.4f", key, names[body], base + random_between(r, 0, 0.12));
}

// One contact of any kind and with any solver.
static int add_contact(char *text, size_t room, int number, double base, uint64_t *r) {
  static const char *const kinds[] = {
      "bow, speed: 0.1, solve: newton",
      "bow, speed: -0.2, solve: newton, reach: [0.1, 0.9]",
      "bow, speed: 0, law: elasto-plastic",
      "bow, speed: 0.1, solve: linear2",
      "finger, spring: 1e4",
      "spring, exponent: 1",
      "spring, linear: 500, exponent: 1.4",
      "collision, exponent: 1.5",
      "collision, exponent: 2.3, damping: 0.5",
      "collision, exponent: 1, scheme: published",
  };
  enum { KINDS = sizeof kinds / sizeof kinds[0], ON_ONE = 5, RUBS = 4 };
  const int kind = (int)(random_unit(r) * KINDS);
  const int first = (int)(random_unit(r) * 4);
  const int second = (first + 1 + (int)(random_unit(r) * 3)) % 4;
  const double strong = random_log(r, 1e2, 1e8);
  int at = snprintf(text, room, "%sc%d: {type: %s", number > 0 ? ", " : "", number, kinds[kind]);
  if (kind < ON_ONE) {
    at += add_point(text + at, room - (size_t)at, "on", first % 2, base, r);
    at += snprintf(text + at, room - (size_t)at, ", force: %g}",
                   kind < RUBS ? random_log(r, 0.05, 30) : 0.3);
    return at;
  }
  at += add_point(text + at, room - (size_t)at, "below", first, base, r);
  at += add_point(text + at, room - (size_t)at, "above", second, base, r);
  return at + snprintf(text + at, room - (size_t)at, ", stiffness: %g}", strong);
}

static void random_islands_may_go_from_handle_to_handle(void **state) {
  (void)state;
  uint64_t r = 97;
  const int cases = random_cases(150, 10);
  for (int i = 0; i < cases; ++i) {
    char text[2400];
    const double base = random_between(&r, 0.2, 0.7);
    const int contacts = 2 + (int)(random_unit(&r) * 6);
    int at = snprintf(
        text, sizeof text,
        "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, tension: 60, "
        "sigma0: 1, sigma1: 1e-3, points: 40%s}, t: {type: string, length: 1, linear_density: "
        "3e-3, "
        "tension: 50, sigma0: 1, points: 30}, m: {type: mass, mass: 2e-3, frequency: 90, position: "
        "1e-3}, n: {type: mass, mass: 5e-4, frequency: 50, velocity: 0.3}}, contacts: {",
        i % 4 == 0 ? ", model: modes" : "");
    for (int c = 0; c < contacts; ++c)
      at += add_contact(text + at, sizeof text - (size_t)at, c, base, &r);
    snprintf(text + at, sizeof text - (size_t)at, "}, outputs: {u: {of: m}}}");
    check_handles(scene_of(text), scene_of(text), 300, (uint64_t)i);
  }
}

// A bow that holds has constant coefficients, as its springs have; while its root is sought without
// its own force, what they have eliminated is another.
static void a_bow_that_holds_may_go_from_handle_to_handle(void **state) {
  (void)state;
  static const char *const text =
      "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, tension: 60, sigma0: "
      "1, sigma1: 1e-3, points: 40}, m: {type: mass, mass: 2e-3, frequency: 90, position: 1e-4}}, "
      "contacts: {bow: {type: bow, on: s@0.42, force: 50, speed: 0, law: elasto-plastic}, k1: "
      "{type: "
      "spring, below: m, above: s@0.42, stiffness: 1e4, exponent: 1}, k2: {type: spring, below: m, "
      "above: s@0.44, stiffness: 1e4, exponent: 1}}}";
  check_handles(scene_of(text), scene_of(text), 300, 5);
  rig r = rig_of(scene_of(text));
  rig_steps(&r, 2000);
  assert_at_most(rig_error(&r), 1e-11);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(saved_bytes_do_not_depend_on_former_contents_of_memory),
      cmocka_unit_test(a_saved_state_is_smaller_than_a_state),
      cmocka_unit_test(a_damaged_state_is_refused),
      cmocka_unit_test(the_state_of_another_model_is_refused),
      cmocka_unit_test(an_index_of_no_built_in_scene_has_no_name_and_no_text),
      cmocka_unit_test(built_in_scenes_may_go_from_handle_to_handle),
      cmocka_unit_test(random_islands_may_go_from_handle_to_handle),
      cmocka_unit_test(a_bow_that_holds_may_go_from_handle_to_handle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
