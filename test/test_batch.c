// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Batches: whatever is done with a state of a batch, in whatever order and by whatever worker, it
// has the saved bytes of a single state with which the same was done.
//
//   test_batch [PATTERN]    only the tests whose names fit, such as threads_*

#include "allocations.h"
#include "random_scene.h"

#include "methods/audio/audio.h"
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

// --- Scenes -------------------------------------------------------------------------------------

// Every built-in scene, and a small one by every method that needs no integrator.
static int case_count(void) {
  return carom_builtin_count() + carom_method_count();
}

static carom_scene *case_at(int index) {
  if (index < carom_builtin_count())
    return scene_of(carom_builtin_name(index));
  if (strcmp(carom_method_at(index - carom_builtin_count())->name, "adaptive") == 0)
    return NULL;
  return scene_for_method(index - carom_builtin_count());
}

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
  carom_event event;
  double shape[8];
  if (lives > 0 && chance < 0.5) {
    const int live = random_below(&seed, lives);
    const carom_live_info info = carom_model_live(m, live);
    const double scale = info.start != 0 ? info.start : 1e-3;
    (void)carom_state_set(m, s, live, info.start + 0.2 * random_unit(&seed) * scale);
  } else if (chance < 0.6) {
    carom_state_keep_ledger(m, s, random_unit(&seed) < 0.7);
  } else if (chance < 0.8) {
    carom_state_next_event(m, s, &event);
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
    audio_of(s)->u[i] = NAN;
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
    assert_true(carom_output(carom_batch_open(r.model, batch, i, worker), 0) ==
                carom_output(r.state, 0));
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

// --- Threads ------------------------------------------------------------------------------------

/// What a run has left of a batch: every state's saved bytes, and its values.
typedef struct {
  unsigned char *saved;
  double *values;
  size_t saved_size, values_size;
} harvest;

// States that differ: each begins with its own gravity, and some are ahead of the others.
static carom_batch *varied_batch(const carom_model *m, int count) {
  carom_batch *batch = NULL;
  carom_worker *worker = carom_worker_new(m, NULL);
  assert_int_equal(carom_batch_new(m, count, NULL, &batch, NULL), CAROM_OK);
  for (int i = 0; i < count; ++i) {
    carom_state *s = carom_batch_open(m, batch, i, worker);
    carom_state_set(m, s, carom_model_find_live(m, "gravity"), 0.01 * i);
    carom_process(m, s, i % 3, NULL);
  }
  carom_worker_free(worker);
  return batch;
}

static harvest run_by(const carom_model *m, int count, int samples, int threads) {
  const carom_model_info info = carom_model_describe(m);
  carom_batch *batch = varied_batch(m, count);
  carom_worker *worker = carom_worker_new(m, NULL);
  const size_t one = carom_state_saved_size(m);
  harvest h = {.saved_size = one * (size_t)count,
               .values_size = sizeof(double) * (size_t)count * (size_t)samples *
                              (size_t)info.oversample * (size_t)info.outputs};
  h.saved = malloc(h.saved_size);
  h.values = malloc(h.values_size);
  carom_error error;
  assert_int_equal(carom_batch_run(m, batch, samples, h.values, threads, NULL, &error), CAROM_OK);
  for (int i = 0; i < count; ++i)
    carom_state_save(m, carom_batch_open(m, batch, i, worker), h.saved + (size_t)i * one);
  carom_worker_free(worker);
  carom_batch_free(batch);
  return h;
}

static void harvest_free(harvest *h) {
  free(h->saved);
  free(h->values);
}

// More samples than between two looks at the stop flag, more states than threads and fewer.
static void threads_of_any_number_leave_the_same_bytes(void **state) {
  (void)state;
  static const struct {
    const char *scene;
    int states, samples;
  } cases[] = {{"mass-barrier", 40, 1500},
               {"tromba", 9, 40},
               {"beam-stop", 5, 30},
               {"mass-between", 2, 100},
               {"two-masses", 200, 3}};
  for (int i = 0; i < 5; ++i) {
    carom_scene *scene = scene_of(cases[i].scene);
    if (i == 3)
      rig_set(scene, "solver.oversample", "2");
    rig r = rig_of(scene);
    harvest one = run_by(r.model, cases[i].states, cases[i].samples, 1);
    static const int threads[] = {2, 3, 7, 300, 0, -1};
    for (int k = 0; k < 6; ++k) {
      harvest many = run_by(r.model, cases[i].states, cases[i].samples, threads[k]);
      assert_memory_equal(many.saved, one.saved, one.saved_size);
      assert_memory_equal(many.values, one.values, one.values_size);
      harvest_free(&many);
    }
    // And the same as one state after the other, in one block.
    carom_batch *batch = varied_batch(r.model, cases[i].states);
    carom_worker *worker = carom_worker_new(r.model, NULL);
    double *values = malloc(one.values_size);
    carom_batch_process(r.model, batch, worker, 0, cases[i].states, cases[i].samples, values);
    assert_memory_equal(values, one.values, one.values_size);
    free(values);
    carom_worker_free(worker);
    carom_batch_free(batch);
    harvest_free(&one);
    rig_free(&r);
  }
}

static void threads_do_nothing_when_stopped_before(void **state) {
  (void)state;
  const volatile sig_atomic_t stop = 1;
  rig r = rig_of(scene_of("mass-barrier"));
  carom_worker *worker = carom_worker_new(r.model, NULL);
  carom_batch *batch = NULL;
  carom_error error;
  assert_int_equal(carom_batch_new(r.model, 20, NULL, &batch, &error), CAROM_OK);
  assert_int_equal(carom_batch_run(r.model, batch, 10, NULL, 3, &stop, &error), CAROM_INTERRUPTED);
  assert_string_equal(error.text, "stopped before the end");
  for (int i = 0; i < 20; ++i)
    assert_int_equal(carom_state_steps(carom_batch_open(r.model, batch, i, worker)), 0);
  carom_worker_free(worker);
  carom_batch_free(batch);
  rig_free(&r);
}

static char *read_file(const char *folder, const char *name) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = calloc(1, 1 << 20);
  assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

static void remove_results(const char *folder) {
  static const char *const names[] = {"sweep.csv", "impacts.csv", "poincare.csv", "sweep.json",
                                      "sweep.svg"};
  for (int i = 0; i < 5; ++i) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(folder);
}

// A sweep whose points share a model.
static void threads_of_a_sweep_share_a_model(void **state) {
  (void)state;
  carom_scene *scene = scene_of("two-masses");
  rig_set(scene, "duration", "0.01");
  const carom_sweep_axis axes[] = {{"gravity", 0, 1, 4, false},
                                   {"contacts.hit.damping", 0, 0.5, 3, false}};
  char *first = NULL;
  for (int workers = 1; workers <= 3; workers += 2) {
    char folder[] = "/tmp/test_batch_XXXXXX";
    assert_non_null(mkdtemp(folder));
    const carom_sweep_options options = {
        .directory = folder, .axes = axes, .axis_count = 2, .workers = workers};
    carom_sweep_report report;
    carom_error error;
    if (carom_sweep(scene, &options, &report, &error) != CAROM_OK)
      fail_msg("%s", error.text);
    assert_int_equal(report.done, 12);
    char *text = read_file(folder, "sweep.csv");
    if (first == NULL)
      first = text;
    else
      assert_string_equal(text, first);
    if (text != first)
      free(text);
    remove_results(folder);
  }
  free(first);
  carom_scene_free(scene);
}

static volatile sig_atomic_t interrupted;

static void interrupt(int signal) {
  (void)signal;
  interrupted = 1;
}

// Each state has come as far as a look at the flag; it can go on from there, and nothing is lost.
static void an_interrupted_run_can_go_on(void **state) {
  (void)state;
  enum { COUNT = 8, SAMPLES = 200 * 1024 };
  rig r = rig_of(scene_of("mass-string"));
  carom_worker *worker = carom_worker_new(r.model, NULL);
  carom_batch *batch = NULL;
  carom_error error;
  assert_int_equal(carom_batch_new(r.model, COUNT, NULL, &batch, &error), CAROM_OK);
  struct sigaction action = {.sa_handler = interrupt};
  sigaction(SIGALRM, &action, NULL);
  const struct itimerval soon = {.it_value = {.tv_usec = 30000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  assert_int_equal(carom_batch_run(r.model, batch, SAMPLES, NULL, 2, &interrupted, &error),
                   CAROM_INTERRUPTED);
  long long least = SAMPLES;
  for (int i = 0; i < COUNT; ++i) {
    const long long steps = carom_state_steps(carom_batch_open(r.model, batch, i, worker));
    assert_true(steps % 1024 == 0 && steps <= SAMPLES);
    least = steps < least ? steps : least;
  }
  assert_true(least < SAMPLES);
  const long long further = carom_state_steps(carom_batch_open(r.model, batch, 0, worker)) + 100;
  interrupted = 0;
  assert_int_equal(carom_batch_run(r.model, batch, 100, NULL, 2, &interrupted, &error), CAROM_OK);
  carom_state *s = carom_batch_open(r.model, batch, 0, worker);
  assert_int_equal(carom_state_steps(s), further);
  carom_process(r.model, r.state, (int)further, NULL);
  assert_true(carom_output(s, 0) == carom_output(r.state, 0));
  carom_worker_free(worker);
  carom_batch_free(batch);
  rig_free(&r);
}

// --- Starting with other values -----------------------------------------------------------------

// All that is kept but whose model it is and by whose hand keys are where they are.
static unsigned char *motion_of(const rig *r) {
  const carom_state *s = r->state;
  unsigned char *copy = malloc(s->kept_size);
  const size_t by_hand = (size_t)((unsigned char *)s->by_hand - s->kept);
  memcpy(copy, s->kept, s->kept_size);
  memset(copy + offsetof(state_head, fingerprint), 0, sizeof s->head->fingerprint);
  memset(copy + by_hand, 0, (size_t)r->model->live_count * sizeof(int));
  return copy;
}

static void assert_same_motion(const rig *a, const rig *b) {
  unsigned char *motion_a = motion_of(a);
  unsigned char *motion_b = motion_of(b);
  assert_int_equal(a->state->kept_size, b->state->kept_size);
  assert_memory_equal(motion_a, motion_b, a->state->kept_size);
  free(motion_a);
  free(motion_b);
}

static bool is_refused(const carom_model *m, int live) {
  const char *path = carom_model_live(m, live).path;
  const char *key = strrchr(path, '.') != NULL ? strrchr(path, '.') + 1 : path;
  return strcmp(key, "tension") == 0 || strcmp(key, "pitch") == 0 || strcmp(key, "sigma1") == 0 ||
         (strncmp(path, "contacts.", 9) == 0 && strcmp(key, "position") == 0) ||
         m->live[live].points > 0;
}

// One live key of a scene: another value at the start, or compiled with it.
static void compare_start(int index, int live, int *compared) {
  rig a = rig_of(case_at(index));
  const carom_live_info info = carom_model_live(a.model, live);
  const double value = info.start != 0 ? 0.83 * info.start : 0.0137;
  const carom_status status = carom_state_start(a.model, a.state, 1, &live, &value);
  assert_int_equal(status, is_refused(a.model, live) ? CAROM_NOT_LIVE : CAROM_OK);
  if (status == CAROM_OK) {
    carom_scene *scene = case_at(index);
    rig_set_number(scene, info.path, value);
    rig b = rig_of(scene);
    ++*compared;
    assert_true(carom_state_get(a.state, live) == value);
    assert_same_motion(&a, &b);
    carom_process(a.model, a.state, 200, NULL);
    carom_process(b.model, b.state, 200, NULL);
    assert_same_motion(&a, &b);
    carom_state_reset(a.model, a.state);
    assert_true(carom_state_get(a.state, live) == info.start);
    rig_free(&b);
  }
  rig_free(&a);
}

static void a_start_with_other_values_is_the_same_as_compiling_with_them(void **state) {
  (void)state;
  int compared = 0;
  for (int i = 0; i < case_count(); ++i) {
    carom_scene *scene = case_at(i);
    if (scene == NULL)
      continue;
    rig r = rig_of(scene);
    for (int live = 0; live < carom_model_describe(r.model).lives; ++live)
      compare_start(i, live, &compared);
    rig_free(&r);
  }
  assert_true(compared > 100);
}

static void a_start_that_cannot_be_leaves_the_state_as_it_was(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  rig_steps(&r, 10);
  const int live[] = {carom_model_find_live(r.model, "contacts.hit.stiffness"),
                      carom_model_find_live(r.model, "contacts.hit.damping")};
  const double values[] = {1e5, -1};
  const int none[] = {-1, 1000};
  assert_true(live[0] >= 0 && live[1] >= 0);
  assert_int_equal(carom_state_start(r.model, r.state, 2, live, values), CAROM_BAD_VALUE);
  assert_int_equal(carom_state_start(r.model, r.state, 1, live, &(double){NAN}), CAROM_BAD_VALUE);
  for (int i = 0; i < 2; ++i)
    assert_int_equal(carom_state_start(r.model, r.state, 1, &none[i], values), CAROM_NOT_LIVE);
  assert_int_equal(carom_state_steps(r.state), 10);
  assert_int_equal(carom_state_start(r.model, r.state, 1, live, values), CAROM_OK);
  assert_int_equal(carom_state_steps(r.state), 0);
  rig_free(&r);
}

int main(int count, char **arguments) {
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
      cmocka_unit_test(threads_of_any_number_leave_the_same_bytes),
      cmocka_unit_test(threads_do_nothing_when_stopped_before),
      cmocka_unit_test(threads_of_a_sweep_share_a_model),
      cmocka_unit_test(an_interrupted_run_can_go_on),
      cmocka_unit_test(a_start_with_other_values_is_the_same_as_compiling_with_them),
      cmocka_unit_test(a_start_that_cannot_be_leaves_the_state_as_it_was),
  };
  if (count > 1)
    cmocka_set_test_filter(arguments[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
