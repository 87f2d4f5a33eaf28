// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the tests share: scenes from text, models from scenes, a generator of random numbers.

#ifndef CAROM_TEST_SUPPORT_H
#define CAROM_TEST_SUPPORT_H

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <carom/file.h>
#include <cmocka.h>

/// The sanitizer build is some thirty times slower and looks for other faults.
static inline bool slow_build(void) {
  return getenv("CAROM_SLOW_BUILD") != NULL;
}

/// How many random cases to try: `count`, or `slow` in the sanitizer build. CAROM_SOAK=N, 1 to
/// 1000, tries N times as many, the first of them the same (make soak).
static inline int random_cases(int count, int slow) {
  const char *soak = getenv("CAROM_SOAK");
  const long times = soak != NULL ? strtol(soak, NULL, 10) : 1;
  assert_in_range(times, 1, 1000);
  return (slow_build() ? slow : count) * (int)times;
}

/// A model and its state, made from a scene's text or a built-in name, with more keys set on top.
typedef struct {
  carom_scene *scene;
  carom_model *model;
  carom_state *state;
} rig;

static inline void rig_set(carom_scene *scene, const char *path, const char *value) {
  carom_error error;
  if (carom_scene_set(scene, path, value, &error) != CAROM_OK)
    fail_msg("%s", error.text);
}

static inline void rig_set_number(carom_scene *scene, const char *path, double value) {
  carom_error error;
  if (carom_scene_set_number(scene, path, value, &error) != CAROM_OK)
    fail_msg("%s", error.text);
}

static inline carom_scene *scene_of(const char *text) {
  carom_error error;
  carom_scene *scene = carom_scene_new(NULL);
  const int builtin = carom_builtin_find(text);
  const char *yaml = builtin >= 0 ? carom_builtin_text(builtin) : text;
  if (carom_scene_parse(scene, "scene", yaml, strlen(yaml), &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return scene;
}

/// A scene that a method takes: one mass and a wall, a hammer, or a string on a bridge.
static inline carom_scene *scene_for_method(int index) {
  const carom_method *about = carom_method_at(index);
  carom_scene *scene = scene_of(
      strstr(about->contacts, "collision") == NULL ? "piano-hammer-stop"
      : strstr(about->bodies, "mass") != NULL
          ? "hunt-crossley"
          : "{carom: 1, rate: 100, bodies: {s: {type: string, length: 1, linear_density: 1, "
            "tension: 1, start: {shape: sine, amplitude: 35}}, w: {type: barrier, profile: {shape: "
            "parabola, height: 1, width: 0.05, to: 0.05}}}, contacts: {c: {type: collision, below: "
            "w, above: s, along: true}}, outputs: {mid: {of: s@0.5}}}");
  rig_set(scene, "solver.method", about->name);
  return scene;
}

/// Takes the scene over.
static inline rig rig_of(carom_scene *scene) {
  rig r = {.scene = scene};
  carom_error error;
  if ((r.model = carom_model_compile(scene, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  r.state = carom_state_new(r.model, NULL);
  assert_non_null(r.state);
  return r;
}

static inline void rig_free(rig *r) {
  carom_state_free(r->state);
  carom_model_free(r->model);
  carom_scene_free(r->scene);
}

static inline void rig_steps(rig *r, long long count) {
  for (long long i = 0; i < count; ++i)
    carom_step(r->model, r->state);
}

static inline double rig_error(const rig *r) {
  return carom_state_ledger(r->state).largest_balance_error;
}

/// a must be within tolerance of b.
#define assert_near(a, b, tolerance)                                                               \
  do {                                                                                             \
    const double a_ = (a);                                                                         \
    const double b_ = (b);                                                                         \
    const double t_ = (tolerance);                                                                 \
    if (!(fabs(a_ - b_) <= t_))                                                                    \
      fail_msg("%s = %.17g, expected %.17g within %g", #a, a_, b_, t_);                            \
  } while (0)

/// a must not exceed b.
#define assert_at_most(a, b)                                                                       \
  do {                                                                                             \
    const double a_ = (a);                                                                         \
    const double b_ = (b);                                                                         \
    if (!(a_ <= b_))                                                                               \
      fail_msg("%s = %.6g, expected at most %.6g", #a, a_, b_);                                    \
  } while (0)

/// Repeatable random numbers (xorshift64*), uniform in 0 .. 1 or in the logarithm between two
/// values.
static inline double random_unit(uint64_t *seed) {
  *seed ^= *seed >> 12;
  *seed ^= *seed << 25;
  *seed ^= *seed >> 27;
  return (double)((*seed * 2685821657736338717ULL) >> 11) * 0x1p-53;
}

/// 31 random bits, of another generator (a linear congruence): for messages and lengths of blocks.
static inline uint64_t random_31_bits(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

static inline double random_between(uint64_t *seed, double low, double high) {
  return low + (high - low) * random_unit(seed);
}

static inline double random_log(uint64_t *seed, double low, double high) {
  return exp(random_between(seed, log(low), log(high)));
}

/// Saves a, restores it into b and steps both: all outputs stay the same to the last bit.
static inline void assert_goes_on_when_restored(rig *a, rig *b, int steps) {
  void *saved = malloc(carom_state_saved_size(a->model));
  carom_state_save(a->model, a->state, saved);
  assert_int_equal(carom_state_restore(b->model, b->state, saved), CAROM_OK);
  free(saved);
  const int outputs = carom_model_describe(a->model).outputs;
  for (int n = 0; n < steps; ++n) {
    rig_steps(a, 1);
    rig_steps(b, 1);
    for (int i = 0; i < outputs; ++i)
      assert_true(carom_output(a->model, a->state, i) == carom_output(b->model, b->state, i));
  }
}

/// A scene that cannot be read or compiled, with a sentence that holds these words.
static inline void assert_refused(const char *text, const char *says) {
  carom_error error = {.status = CAROM_OK};
  carom_scene *scene = carom_scene_new(NULL);
  carom_model *model = NULL;
  if (carom_scene_parse(scene, "scene", text, strlen(text), &error) == CAROM_OK)
    model = carom_model_compile(scene, NULL, &error);
  if (error.status == CAROM_OK || strstr(error.text, says) == NULL)
    fail_msg("expected '%s', got: %s", says, error.text);
  carom_model_free(model);
  carom_scene_free(scene);
}

/// A new folder for results; `path` is its name.
enum { FOLDER_ROOM = 48 };

static inline void make_test_folder(char *path) {
  int number = 0;
  do
    snprintf(path, FOLDER_ROOM, "/tmp/carom-test-%ld-%d", (long)getpid(), number++);
  while (mkdir(path, 0700) != 0 && errno == EEXIST);
  assert_int_equal(access(path, W_OK), 0);
}

#endif
