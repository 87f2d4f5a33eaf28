// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Batches: whatever is done with a state of a batch, in whatever order and by whatever worker, it
// has the saved bytes of a single state with which the same was done.

#include "allocations.h"
#include "method_scenes.h"
#include "random_scene.h"

#include "methods/audio/audio.h"
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

// --- Scenes -------------------------------------------------------------------------------------

/// Some states of a batch, a single state for each, and two workers, one of them in memory that
/// held numbers before that are none.
enum { STATES = 5, MOST_VALUES = 1 << 16 };

typedef struct {
  rig r; // its state is not used
  carom_state *single[STATES];
  carom_batch *batch;
  carom_worker *worker[2];
  void *block; // of the second worker
  unsigned char *saved[2];
  double *values[2];
  uint64_t seed;
} pair_of_states;

static pair_of_states pair_begin(carom_scene *scene, uint64_t seed) {
  pair_of_states p = {.r = rig_of(scene), .seed = seed};
  const size_t size = carom_worker_size(p.r.model);
  carom_error error;
  p.block = aligned_alloc(64, size);
  memset(p.block, 0xFF, size);
  p.worker[0] = carom_worker_new(p.r.model, NULL);
  p.worker[1] = carom_worker_init(p.r.model, p.block);
  assert_int_equal(carom_batch_new(p.r.model, STATES, NULL, &p.batch, &error), CAROM_OK);
  assert_int_equal(carom_batch_count(p.batch), STATES);
  for (int i = 0; i < STATES; ++i)
    p.single[i] = carom_state_new(p.r.model, NULL);
  for (int i = 0; i < 2; ++i) {
    p.saved[i] = malloc(carom_state_saved_size(p.r.model));
    p.values[i] = malloc(MOST_VALUES * sizeof(double));
  }
  return p;
}

static void pair_end(pair_of_states *p) {
  for (int i = 0; i < STATES; ++i)
    carom_state_free(p->single[i]);
  for (int i = 0; i < 2; ++i) {
    free(p->saved[i]);
    free(p->values[i]);
    carom_worker_free(p->worker[i]);
  }
  free(p->block);
  carom_batch_free(p->batch);
  rig_free(&p->r);
}

static int random_below(uint64_t *seed, int count) {
  return (int)(random_unit(seed) * count);
}

static carom_state *open_any(pair_of_states *p, int index) {
  carom_state *s =
      carom_batch_open(p->r.model, p->batch, index, p->worker[random_below(&p->seed, 2)]);
  assert_non_null(s);
  return s;
}

static void assert_same_bytes(pair_of_states *p) {
  const size_t size = carom_state_saved_size(p->r.model);
  for (int i = 0; i < STATES; ++i) {
    carom_state_save(p->r.model, p->single[i], p->saved[0]);
    carom_state_save(p->r.model, open_any(p, i), p->saved[1]);
    assert_memory_equal(p->saved[1], p->saved[0], size);
  }
}

// --- The same bytes -----------------------------------------------------------------------------

// What callers do between blocks, with both: a live key, the ledger, the queue of impacts, shapes,
// a mass put somewhere, which may have to wait while other states are open.
static void do_something(const carom_model *m, carom_state *s, uint64_t seed) {
  const int lives = carom_model_describe(m).lives;
  const double chance = random_unit(&seed);
  carom_impact event;
  double shape[8];
  if (lives > 0 && chance < 0.5) {
    const int live = random_below(&seed, lives);
    const carom_live_info info = carom_model_live(m, live);
    const double scale = info.start != 0 ? info.start : 1e-3;
    (void)carom_state_set(m, s, live, info.start + 0.2 * random_unit(&seed) * scale);
  } else if (chance < 0.6) {
    carom_state_keep_ledger(m, s, random_unit(&seed) < 0.7);
  } else if (chance < 0.8) {
    carom_state_next_impact(m, s, &event);
  } else if (chance < 0.9) {
    carom_body_shape(m, s, 0, shape, 8);
    carom_body_velocity(m, s, 0, shape, 8);
  } else if (chance < 0.93) {
    carom_state_reset(m, s);
  } else {
    const int body = random_below(&seed, carom_model_describe(m).bodies);
    (void)carom_state_place(m, s, body, 1e-4, 0.1, random_below(&seed, 60));
  }
}

// States in turns of random length, in random order: each has its own time by then.
static void step_in_disorder(pair_of_states *p, int turns) {
  const carom_model *m = p->r.model;
  for (int n = 0; n < turns; ++n) {
    const int index = random_below(&p->seed, STATES);
    const int samples = 1 + random_below(&p->seed, 40);
    const int split = random_below(&p->seed, samples + 1);
    const uint64_t what = (uint64_t)(random_unit(&p->seed) * 1e9) + 1;
    carom_worker *worker = p->worker[random_below(&p->seed, 2)];
    do_something(m, p->single[index], what);
    do_something(m, open_any(p, index), what);
    const carom_status status = carom_process(m, p->single[index], samples, NULL);
    carom_batch_process(m, p->batch, worker, index, 1, split, NULL);
    assert_int_equal(carom_batch_process(m, p->batch, worker, index, 1, samples - split, NULL),
                     status);
  }
}

static void states_of_a_batch_are_those_of_single_ones(void **state) {
  (void)state;
  for (int i = 0; i < case_count(); ++i) {
    carom_scene *scene = case_at(i);
    if (scene == NULL)
      continue;
    pair_of_states p = pair_begin(scene, 7 + (uint64_t)i);
    assert_same_bytes(&p);
    for (int round = 0; round < (slow_build() ? 1 : 4); ++round) {
      step_in_disorder(&p, 20);
      assert_same_bytes(&p);
    }
    pair_end(&p);
  }
}

// Contacts pushed against each other, resolved inside the sample or not, strings by their modes.
static void so_are_states_of_random_scenes(void **state) {
  (void)state;
  static const char *const schemes[] = {"positive", "some-exact", "modes", "clamp"};
  for (int i = 0; i < random_cases(2, 1) * FAMILIES * 4; ++i) {
    const char *scheme = schemes[i / FAMILIES % 4];
    if (strcmp(scheme, "modes") == 0 && i % FAMILIES == 7) // strings along each other
      continue;
    carom_scene *scene = random_scene((uint64_t)i + 1, i % FAMILIES, scheme, 0.5);
    pair_of_states p = pair_begin(scene, 11 + (uint64_t)i);
    step_in_disorder(&p, 20);
    assert_same_bytes(&p);
    pair_end(&p);
  }
}

// The outputs of ranges, however cut, with several steps a sample.
static void ranges_cut_anyhow_give_the_same_values(void **state) {
  (void)state;
  static const char *const names[] = {"mass-barrier", "string-string", "beam-stop", "tromba"};
  enum { SAMPLES = 50 };
  for (int i = 0; i < 4; ++i) {
    carom_scene *scene = scene_of(names[i]);
    rig_set(scene, "solver.oversample", i == 1 ? "4" : "1");
    pair_of_states p = pair_begin(scene, 99);
    const carom_model *m = p.r.model;
    const carom_model_info info = carom_model_describe(m);
    const size_t room = (size_t)SAMPLES * (size_t)info.oversample * (size_t)info.outputs;
    assert_true(STATES * room <= MOST_VALUES && room > 0);
    for (int round = 0; round < 4; ++round) {
      for (int k = 0; k < STATES; ++k) {
        do_something(m, p.single[k], (uint64_t)(k + 1));
        do_something(m, open_any(&p, k), (uint64_t)(k + 1));
        carom_process(m, p.single[k], SAMPLES, p.values[0] + (size_t)k * room);
      }
      int first = 0;
      while (first < STATES) {
        const int count = 1 + random_below(&p.seed, STATES - first);
        assert_int_equal(carom_batch_process(m, p.batch, p.worker[round % 2], first, count, SAMPLES,
                                             p.values[1] + (size_t)first * room),
                         CAROM_OK);
        first += count;
      }
      assert_memory_equal(p.values[1], p.values[0], STATES * room * sizeof(double));
      assert_same_bytes(&p);
    }
    pair_end(&p);
  }
}

// A state goes from a single one into a batch, on to another place of it, and back.
static void states_go_in_and_out_of_a_batch(void **state) {
  (void)state;
  for (int i = 0; i < case_count(); ++i) {
    carom_scene *scene = case_at(i);
    if (scene == NULL)
      continue;
    pair_of_states p = pair_begin(scene, 5);
    const carom_model *m = p.r.model;
    carom_state *travels = carom_state_new(m, NULL);
    carom_process(m, p.single[0], 90, NULL);
    carom_process(m, travels, 30, NULL);
    carom_state_save(m, travels, p.saved[0]);
    assert_int_equal(carom_state_restore(m, open_any(&p, 3), p.saved[0]), CAROM_OK);
    carom_batch_process(m, p.batch, p.worker[0], 3, 1, 29, NULL);
    carom_state_save(m, open_any(&p, 3), p.saved[0]);
    assert_int_equal(carom_state_restore(m, open_any(&p, 1), p.saved[0]), CAROM_OK);
    carom_batch_process(m, p.batch, p.worker[1], 1, 1, 1, NULL);
    carom_state_save(m, open_any(&p, 1), p.saved[0]);
    assert_int_equal(carom_state_restore(m, travels, p.saved[0]), CAROM_OK);
    carom_process(m, travels, 30, NULL);
    carom_state_save(m, travels, p.saved[0]);
    carom_state_save(m, p.single[0], p.saved[1]);
    assert_memory_equal(p.saved[0], p.saved[1], carom_state_saved_size(m));
    carom_state_free(travels);
    carom_state_reset(m, p.single[0]);
    carom_state_reset(m, open_any(&p, 3));
    carom_state_reset(m, open_any(&p, 1));
    assert_same_bytes(&p);
    pair_end(&p);
  }
}

// Nodes that are nowhere.
static void lose(const carom_model *m, carom_state *s) {
  for (int i = 0; i < model_nodes(m); ++i)
    audio_of(s)->u.wide[i] = NAN;
}

// What one state leaves in the scratch of a worker does not reach the next.
static void a_state_that_is_lost_leaves_the_others_alone(void **state) {
  (void)state;
  static const char *const names[] = {"tromba", "string-string", "mass-barrier", "mass-string"};
  for (int i = 0; i < 4; ++i) {
    carom_scene *scene = scene_of(names[i]);
    if (i == 3) {
      rig_set(scene, "bodies.string.model", "modes");
      rig_set(scene, "bodies.string.points", "20");
    }
    pair_of_states p = pair_begin(scene, 1);
    const carom_model *m = p.r.model;
    for (int k = 1; k < STATES; k += 2) {
      lose(m, p.single[k]);
      lose(m, open_any(&p, k));
    }
    for (int n = 0; n < 6; ++n)
      assert_int_equal(carom_batch_process(m, p.batch, p.worker[1], 0, STATES, 50, NULL),
                       CAROM_NOT_FINITE);
    for (int k = 0; k < STATES; ++k) {
      const carom_status status = k % 2 == 1 ? CAROM_NOT_FINITE : CAROM_OK;
      assert_int_equal(carom_process(m, p.single[k], 300, NULL), status);
      assert_int_equal(carom_batch_process(m, p.batch, p.worker[1], k, 1, 0, NULL), status);
      carom_state_save(m, p.single[k], p.saved[0]);
      carom_state_save(m, open_any(&p, k), p.saved[1]);
      if (status == CAROM_OK)
        assert_memory_equal(p.saved[0], p.saved[1], carom_state_saved_size(m));
    }
    carom_error error;
    assert_int_equal(carom_batch_run(m, p.batch, 1, NULL, 2, NULL, &error), CAROM_NOT_FINITE);
    assert_string_equal(error.text, "state 1: the motion is no longer finite");
    pair_end(&p);
  }
}

// --- Memory -------------------------------------------------------------------------------------

static void a_state_of_a_batch_is_what_it_keeps(void **state) {
  (void)state;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    rig r = rig_of(scene_of(carom_builtin_name(i)));
    const size_t one = carom_batch_size(r.model, 1001) - carom_batch_size(r.model, 1000);
    assert_true(one <= carom_state_saved_size(r.model));
    assert_int_equal(one % 64, 0);
    assert_int_equal(carom_worker_size(r.model) % 64, 0);
    assert_true(carom_batch_size(r.model, 0) < 200);
    assert_true(carom_worker_size(r.model) + one < carom_state_size(r.model) + 200);
    rig_free(&r);
  }
}

// Batch and worker in the caller's memory, which held anything before; neither touches what lies
// around it.
static void batches_live_in_memory_of_the_caller(void **state) {
  (void)state;
  rig r = rig_of(scene_of("tromba"));
  const size_t size = carom_batch_size(r.model, 3);
  const size_t beside = carom_worker_size(r.model);
  unsigned char *block = aligned_alloc(64, size + beside + 192);
  memset(block, 0xA5, size + beside + 192);
  carom_batch *batch = NULL;
  carom_worker *worker = carom_worker_init(r.model, block + 64);
  assert_int_equal(carom_batch_init(r.model, 3, worker, block + 128 + beside, &batch, NULL),
                   CAROM_OK);
  assert_int_equal(carom_batch_process(r.model, batch, worker, 0, 3, 100, NULL), CAROM_OK);
  carom_process(r.model, r.state, 100, NULL);
  for (int i = 0; i < 3; ++i)
    assert_true(carom_output(r.model, carom_batch_open(r.model, batch, i, worker), 0) ==
                carom_output(r.model, r.state, 0));
  for (size_t i = 0; i < 64; ++i)
    assert_true(block[i] == 0xA5 && block[64 + beside + i] == 0xA5 &&
                block[128 + beside + size + i] == 0xA5);
  carom_batch_free(batch); // nothing happens
  carom_worker_free(worker);
  free(block);
  rig_free(&r);
}

// A buffer that is just large enough; one that is too small by a cache line.
static void batches_say_when_memory_is_out(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  carom_batch *batch = NULL;
  carom_error error;
  carom_buffer buffer;
  const size_t size = carom_batch_size(r.model, 4) + carom_worker_size(r.model);
  unsigned char *block = aligned_alloc(64, size);
  carom_memory memory = carom_memory_buffer(&buffer, block, size);
  assert_int_equal(carom_batch_new(r.model, 4, &memory, &batch, &error), CAROM_OK);
  carom_batch_free(batch);
  memory = carom_memory_buffer(&buffer, block, size - 64);
  assert_int_equal(carom_batch_new(r.model, 4, &memory, &batch, &error), CAROM_NO_MEMORY);
  assert_null(batch);
  assert_string_equal(error.text, "out of memory");
  memory = carom_memory_buffer(&buffer, block, 128);
  assert_int_equal(carom_batch_new(r.model, 4, &memory, &batch, NULL), CAROM_NO_MEMORY);
  assert_null(carom_worker_new(r.model, &memory));
  free(block);
  rig_free(&r);
}

static void processing_allocates_nothing(void **state) {
  (void)state;
  rig r = rig_of(scene_of("tromba"));
  for (int i = 0; i < case_count(); ++i) {
    carom_scene *scene = case_at(i);
    if (scene == NULL)
      continue;
    pair_of_states p = pair_begin(scene, 3);
    const carom_model *m = p.r.model;
    const long long before = calls;
    for (int n = 0; n < 5; ++n) {
      carom_batch_process(m, p.batch, p.worker[n % 2], 0, STATES, 20, p.values[0]);
      carom_state *s = carom_batch_open(m, p.batch, n, p.worker[0]);
      carom_state_set(m, s, 0, 0.1);
      carom_state_save(m, s, p.saved[0]);
      carom_state_restore(m, s, p.saved[0]);
      carom_state_reset(m, s);
    }
    assert_int_equal(calls - before, 0);
    pair_end(&p);
  }
  const long long before = calls; // the counter counts
  carom_worker_free(carom_worker_new(r.model, NULL));
  assert_true(calls > before);
  rig_free(&r);
}

// --- Refusals -----------------------------------------------------------------------------------

static void what_cannot_be_done_is_refused(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  rig other = rig_of(scene_of("two-masses"));
  carom_scene *scene = scene_of("bouncing-ball");
  rig_set(scene, "solver.method", "adaptive");
  rig integrates = rig_of(scene);
  carom_batch *batch = NULL;
  carom_error error;
  assert_int_equal(carom_batch_new(integrates.model, 2, NULL, &batch, &error), CAROM_NO_PART);
  assert_null(batch);
  assert_int_equal(error.status, CAROM_NO_PART);
  assert_non_null(strstr(error.text, "an integrator belongs to one state alone; allowed is"));
  assert_int_equal(carom_batch_new(integrates.model, 2, NULL, &batch, NULL), CAROM_NO_PART);
  assert_int_equal(carom_batch_new(r.model, -1, NULL, &batch, &error), CAROM_BAD_VALUE);
  assert_non_null(strstr(error.text, "allowed is a count of 0 or more"));
  assert_int_equal(carom_batch_new(r.model, 3, NULL, &batch, &error), CAROM_OK);
  carom_worker *worker = carom_worker_new(r.model, NULL);
  carom_worker *foreign = carom_worker_new(other.model, NULL);
  static const int ranges[][2] = {{-1, 1}, {0, -1}, {0, 4}, {3, 1}, {4, 0}, {1, 2147483647}};
  for (int i = 0; i < 6; ++i)
    assert_int_equal(
        carom_batch_process(r.model, batch, worker, ranges[i][0], ranges[i][1], 1, NULL),
        CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_process(r.model, batch, worker, 3, 0, 1, NULL), CAROM_OK);
  assert_int_equal(carom_batch_process(r.model, batch, worker, 0, 3, -1, NULL), CAROM_BAD_VALUE);
  assert_null(carom_batch_open(r.model, batch, -1, worker));
  assert_null(carom_batch_open(r.model, batch, 3, worker));
  assert_null(carom_batch_open(r.model, batch, 0, foreign));
  assert_null(carom_batch_open(other.model, batch, 0, foreign));
  assert_int_equal(carom_batch_process(r.model, batch, foreign, 0, 1, 1, NULL), CAROM_WRONG_MODEL);
  assert_int_equal(carom_batch_run(other.model, batch, 1, NULL, 2, NULL, &error),
                   CAROM_WRONG_MODEL);
  carom_batch *empty = NULL;
  assert_int_equal(carom_batch_new(r.model, 0, NULL, &empty, &error), CAROM_OK);
  assert_int_equal(carom_batch_run(r.model, empty, 10, NULL, 4, NULL, &error), CAROM_OK);
  void *block = aligned_alloc(64, carom_batch_size(r.model, 1));
  carom_batch *never = batch;
  assert_int_equal(carom_batch_init(r.model, 1, foreign, block, &never, &error), CAROM_WRONG_MODEL);
  assert_null(never);
  free(block);
  carom_batch_free(empty);
  carom_batch_free(NULL);
  carom_worker_free(NULL);
  carom_worker_free(worker);
  carom_worker_free(foreign);
  carom_batch_free(batch);
  rig_free(&r);
  rig_free(&other);
  rig_free(&integrates);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_of_a_batch_are_those_of_single_ones),
      cmocka_unit_test(so_are_states_of_random_scenes),
      cmocka_unit_test(ranges_cut_anyhow_give_the_same_values),
      cmocka_unit_test(states_go_in_and_out_of_a_batch),
      cmocka_unit_test(a_state_that_is_lost_leaves_the_others_alone),
      cmocka_unit_test(a_state_of_a_batch_is_what_it_keeps),
      cmocka_unit_test(batches_live_in_memory_of_the_caller),
      cmocka_unit_test(batches_say_when_memory_is_out),
      cmocka_unit_test(processing_allocates_nothing),
      cmocka_unit_test(what_cannot_be_done_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
